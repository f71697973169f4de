import { refuse } from "../../errors/problem"
import { maxOutside } from "./figures"
import { createSlots } from "./slots"

type OutsideKind = keyof typeof maxOutside

/** Waits for another machine. The call holds nothing that others need meanwhile. @throws Refusal 429, 503 without a place */
export type WaitOutside = <T>(kind: OutsideKind, work: () => Promise<T>) => Promise<T>

/** Seconds after which one of an owner's own waits has probably ended. */
const retryAfter = 5

/** Places of waits for other machines. */
export const createOutside = () => {
  const slots = createSlots(Number.POSITIVE_INFINITY, key => {
    const [kind = "", owner] = key.split(" ")
    return maxOutside[kind as OutsideKind][owner === undefined ? "inAll" : "ofOwner"]
  })
  /** @returns the function that gives the place back. @throws Refusal 429 when the owner's are taken, 503 when all are */
  const acquire = (kind: OutsideKind, owner: string) => {
    const releaseOwner = slots.acquire([`${kind} ${owner}`]) ?? refuse({ kind: "tooMany", seconds: retryAfter })
    const release = slots.acquire([kind])
    if (release)
      return () => {
        release()
        releaseOwner()
      }
    releaseOwner()
    return refuse({ kind: "unavailable", key: "api.busy", cause: "load" })
  }
  return { acquire }
}
