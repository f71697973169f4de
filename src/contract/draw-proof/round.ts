import { bytesOf, concat, type Hashing, hmac, type Pause, sha256, utf8 } from "../../core/hashing/hashing"
import { hashLock } from "./lock"
import { drawOrder } from "./order"
import { placeOf, reservesOf, winnerPlaces } from "./places"
import type { Lock, ProofEntry, ProofRules } from "./proof"
import { createStream } from "./stream"

/** Drawing a round (docs/draw-proof.md#round). The server and the verifier run the same code. */

/** Returns the key of a round. @param seed in hexadecimal digits */
export const keyOf = async (hashing: Hashing, lock: Lock, seed: string, publicValue: string) => {
  const lockHash = bytesOf(await hashLock(hashing, lock))
  const publicHash = await sha256(hashing, utf8(publicValue))
  return hmac(hashing, bytesOf(seed), concat(utf8(`draw-proof/1/${lock.domain}`), 0, lockHash, publicHash))
}

const placesPerStep = 256

type DrawnRound = {
  /** Positions of entries by place. */
  places: number[]
  /**
   * Removes the holder of a place. Replacements are repeated in their order on a round that was drawn again.
   * @returns who moves up, null where nobody does; undefined, and nothing happens, where nobody holds the place
   */
  replace: (place: number) => Promise<number | null | undefined>
}

type RoundOptions = {
  entries: readonly ProofEntry[]
  rules: Pick<ProofRules, "method" | "prizes">
  lock: Lock
  seed: string
  publicValue: string
}

/** Draws a round. @param pause awaited every now and then, see `createSlices` */
export const drawRound = async (
  hashing: Hashing,
  { entries, rules: { method, prizes }, lock, seed, publicValue }: RoundOptions,
  pause: Pause,
): Promise<DrawnRound> => {
  const stream = createStream(hashing, await keyOf(hashing, lock, seed, publicValue), pause)
  const order = drawOrder(method, entries, stream, lock.ineligible)
  const nextOfOrder = async () => (await order.next()).value ?? null
  const winners = winnerPlaces(prizes)
  const places: number[] = []
  while (places.length < Math.min(2 * winners, entries.length - (lock.ineligible?.length ?? 0))) {
    places.push((await nextOfOrder()) as number)
    if (places.length % placesPerStep === 0) await pause()
  }

  const holders: (number | null)[] = [...places]
  /** By prize, the first place of its reserves that has not moved up or been passed over. */
  const nextReserve = new Map<number, number>()
  return {
    places,
    replace: async place => {
      if (holders[place] == null) return undefined
      holders[place] = null
      const { prizeIndex, isReserve } = placeOf(prizes, place)
      if (isReserve) return null
      const [from, to] = reservesOf(prizes, prizeIndex)
      for (let reserve = nextReserve.get(prizeIndex) ?? from; reserve < Math.min(to, places.length); reserve++) {
        nextReserve.set(prizeIndex, reserve + 1)
        const position = holders[reserve]
        if (position == null) continue
        holders[reserve] = null
        holders[place] = position
        return position
      }
      holders[place] = await nextOfOrder()
      return holders[place]
    },
  }
}
