import type { ProofPrize, ProofRound } from "./proof"

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

/**
 * Applies the replacements of a drawn round.
 * @returns the positions that hold the places afterwards, and for each replacement the position that dropped out
 */
export const replay = ({ places, replacements }: Pick<ProofRound, "places" | "replacements">) => {
  const holders: (number | null)[] = [...(places ?? [])]
  const reserves = new Map(places?.map((position, place) => [position, place]))
  const dropped = replacements.map(({ place, position }) => {
    const holder = holders[place] ?? null
    const from = position === null ? undefined : reserves.get(position)
    if (from !== undefined) holders[from] = null
    holders[place] = position
    return holder
  })
  return { holders, dropped }
}

/** Returns the positions of entries that dropped out of rounds as ineligible, ascending. */
export const ineligibleOf = (rounds: readonly Pick<ProofRound, "places" | "replacements">[]): number[] => {
  const found = rounds.flatMap(round => {
    const { dropped } = replay(round)
    return dropped.filter((_, index) => round.replacements[index]?.reason === "ineligible")
  })
  return [...new Set(found)].filter(position => position !== null).sort((a, b) => a - b)
}
