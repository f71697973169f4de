import type { ProofPrize } from "./proof"

/** Places: one of each piece of each prize, then as many for reserves (docs/draw-proof.md#places). */

/** Returns the number of places of winners; there are as many of reserves. */
export const winnerPlaces = (prizes: readonly Pick<ProofPrize, "quantity">[]): number =>
  prizes.reduce((sum, { quantity }) => sum + quantity, 0)

/** Returns what a place is for: the index of its prize, and whether it is a reserve's. */
export const placeOf = (
  prizes: readonly Pick<ProofPrize, "quantity">[],
  place: number,
): { prizeIndex: number; isReserve: boolean } => {
  const winners = winnerPlaces(prizes)
  let rest = place % winners
  const prizeIndex = prizes.findIndex(({ quantity }) => {
    rest -= quantity
    return rest < 0
  })
  return { prizeIndex, isReserve: place >= winners }
}

/** Returns the places of a prize's reserves: the first one, and the first one after them. */
export const reservesOf = (prizes: readonly Pick<ProofPrize, "quantity">[], prizeIndex: number): [from: number, to: number] => {
  const from = winnerPlaces(prizes) + winnerPlaces(prizes.slice(0, prizeIndex))
  return [from, from + (prizes[prizeIndex]?.quantity ?? 0)]
}
