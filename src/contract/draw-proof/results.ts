import { placeOf } from "./places"
import type { ProofPrize, ProofRound, Replacement } from "./proof"

/** Results of a round as a screen shows them: places with their holders after all replacements. */

export type PlaceResult = {
  place: number
  prizeIndex: number
  isReserve: boolean
  /** Position of the entry that holds the place; null where nobody does any more. */
  position: number | null
  /** For a reserve's place whose holder moved up: the winner's place. */
  movedTo: number | null
  /** Who held the place and dropped out, in order. */
  dropped: { position: number; reason: Replacement["reason"]; at: string }[]
}

/** Returns the places of a round; none until it is drawn. Takes what the file says; `verify` checks it. */
export const resultsOf = (
  prizes: readonly Pick<ProofPrize, "quantity">[],
  { places, replacements }: Pick<ProofRound, "places" | "replacements">,
): PlaceResult[] => {
  const results = (places ?? []).map((position, place): PlaceResult => {
    return { place, ...placeOf(prizes, place), position, movedTo: null, dropped: [] }
  })
  const reserves = new Map(results.filter(({ isReserve }) => isReserve).map(result => [result.position, result]))
  for (const { at, place, reason, position } of replacements) {
    const result = results[place]
    if (!result || result.position === null) continue
    result.dropped.push({ position: result.position, reason, at })
    result.position = position
    const reserve = reserves.get(position)
    if (position === null || !reserve) continue
    reserve.position = null
    reserve.movedTo = place
  }
  return results
}
