import { type Winner, type WinnerState, winnerStates } from "../../../contract/draws/draws"

/** Who holds a prize, and what can be noted of each winner (docs/contract.md#winners). */

/** How a winner drops out: as the person's own doing, or taken out by the operator. */
export type Drop = "declined" | "expired" | "void"

const stateOf = ({ state }: Pick<Winner, "state">): WinnerState => winnerStates.name(state) ?? "drawn"

/** Whether a winner has not dropped out. */
export const isIn = (winner: Winner): boolean => ["drawn", "notified", "delivered"].includes(stateOf(winner))

/** Whether a person has a prize: a winner, or a reserve who moved up. */
export const hasPrize = (winner: Winner): boolean => isIn(winner) && (!winner.reserve || winner.replaces !== null)

/** Returns the people who have a prize, in the order of the prizes. */
export const prizeHolders = (winners: readonly Winner[]): Winner[] =>
  winners.filter(hasPrize).sort((a, b) => rankOf(winners, a) - rankOf(winners, b))

/** The place that a prize was drawn at: of a reserve who moved up, that of the first winner in the chain of replacements. */
const rankOf = (winners: readonly Winner[], { place, replaces }: Winner, depth = 0): number => {
  const before = replaces === null || depth > winners.length ? undefined : winners.find(other => other.place === replaces)
  return before ? rankOf(winners, before, depth + 1) : place
}

/** Returns the reserve who takes the prize when its holder drops out; undefined if no named reserve is left. */
export const nextReserve = (winners: readonly Winner[], { prizeIndex, prize }: Winner): Winner | undefined =>
  winners
    .filter(other => other.reserve && other.replaces === null && isIn(other))
    .filter(other => (prizeIndex === null ? other.prize === prize : other.prizeIndex === prizeIndex))
    .sort((a, b) => a.place - b.place)[0]

/** States that can follow the present one. */
export const nextStates = (winner: Winner): WinnerState[] => {
  const state = stateOf(winner)
  if (!hasPrize(winner)) return isIn(winner) ? ["declined"] : []
  if (state === "drawn") return ["notified", "delivered", "declined", "expired"]
  return state === "notified" ? ["delivered", "declined", "expired"] : []
}
