import { refuse } from "../errors/problem"
import { createConcurrencyLimit } from "./concurrency-limit"

/**
 * Waits for other machines at the same time, of one owner (a company, the platform, or without a session an address) and in all. A
 * machine that hangs occupies these places only (docs/operations.md#load-limits).
 */
const limits = {
  /** The AI service. */
  ai: { ofOwner: 10, inAll: 20 },
  /** The mail server, before something is stored for a mail, and while the mails of a call are sent. */
  mail: { ofOwner: 30, inAll: 150 },
  /** The name servers of an endpoint's address. */
  names: { ofOwner: 4, inAll: 50 },
  webhookTests: { ofOwner: 2, inAll: 50 },
  /** The bucket: pictures that are shown, and that are stored. */
  pictures: { ofOwner: 150, inAll: 300 },
  uploads: { ofOwner: 20, inAll: 60 },
}

export type OutsideKind = keyof typeof limits

/** Waits for another machine. The call holds nothing that others need meanwhile. @throws Refusal 429, 503 without a place */
export type WaitOutside = <T>(kind: OutsideKind, work: () => Promise<T>) => Promise<T>

/** Seconds after which one of an owner's own waits has probably ended. */
const retryAfter = 5

export const createOutsideLimit = () => {
  const limit = createConcurrencyLimit(Number.POSITIVE_INFINITY, key => {
    const [kind = "", owner] = key.split(" ")
    return limits[kind as OutsideKind][owner === undefined ? "inAll" : "ofOwner"]
  })
  /** @returns the function that gives the place back. @throws Refusal 429 when the owner's are taken, 503 when all are */
  const acquire = (kind: OutsideKind, owner: string) => {
    const releaseOwner = limit.acquire([`${kind} ${owner}`]) ?? refuse({ kind: "tooMany", seconds: retryAfter })
    const release = limit.acquire([kind])
    if (release)
      return () => {
        release()
        releaseOwner()
      }
    releaseOwner()
    return refuse({ kind: "unavailable", key: "api.busy" })
  }
  return { acquire }
}

export type OutsideLimit = ReturnType<typeof createOutsideLimit>
