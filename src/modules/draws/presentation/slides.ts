import type { Draw, Winner } from "../../../contract/draws/draws"
import { inParts } from "../../../core/compact"
import { hasPrize, isIn, prizeHolders } from "../winners/winners"

/** The slides of a presentation (docs/console.md#presentation-of-a-draw). */

/** `winners` are those that the slide shows; `isFirst`: it is the first one of its prize. */
export type Slide =
  | { kind: "title" | "lock" | "run" | "summary" }
  | { kind: "prize"; prizeIndex: number }
  | { kind: "winners"; prizeIndex: number; winners: Winner[] }
  | { kind: "reserves"; winners: Winner[] }

/** Winners of one prize that are revealed one by one; those of larger prizes are shown by pages. */
const maxSingle = 12
const perPage = 12

/** Returns who has a prize, by its index; by its name where the server sends no index. */
export const holdersOf = ({ prizes, winners }: Pick<Draw, "prizes" | "winners">, prizeIndex: number): Winner[] =>
  prizeHolders(winners).filter(
    winner => (winner.prizeIndex ?? prizes.findIndex(({ name }) => name === winner.prize)) === prizeIndex,
  )

/** Returns the reserves who wait. */
export const waitingOf = (winners: readonly Winner[]): Winner[] => winners.filter(winner => isIn(winner) && !hasPrize(winner))

/** Returns the slides of a draw: title, lock code, then the run, or each prize with its winners, reserves and the summary. */
export const slidesOf = (draw: Draw, canRun: boolean): Slide[] => {
  const opening: Slide[] = [{ kind: "title" }, ...(draw.lock ? [{ kind: "lock" } as const] : [])]
  if (!draw.winners.length) return [...opening, ...(canRun ? [{ kind: "run" } as const] : [])]
  return [
    ...opening,
    ...draw.prizes.flatMap((_, prizeIndex): Slide[] => {
      const winners = holdersOf(draw, prizeIndex)
      const shown = winners.length <= maxSingle ? winners.map((_, at) => winners.slice(0, at + 1)) : inParts(winners, perPage)
      return [{ kind: "prize", prizeIndex }, ...shown.map((some): Slide => ({ kind: "winners", prizeIndex, winners: some }))]
    }),
    ...inParts(waitingOf(draw.winners), perPage).map((winners): Slide => ({ kind: "reserves", winners })),
    { kind: "summary" },
  ]
}
