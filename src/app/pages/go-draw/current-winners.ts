import { placeOf, replay, reservesOf } from "../../../contract/draw-proof/places"
import type { Proof, ProofPrize, ProofRound, Replacement } from "../../../contract/draw-proof/proof"

/** The winners and reserves of a drawn round after its replacements; only of a proof that was verified. */

export type Change = {
  at: string
  reason: Replacement["reason"]
  prizeIndex: number
  isReserve: boolean
  /** Positions of the entry that dropped out, and of the one that moved up; null: nobody did. */
  dropped: number
  next: number | null
}

type CurrentWinners = {
  /** Positions by prize; a place that nobody holds is left out. */
  prizes: { prize: ProofPrize; winners: number[]; reserves: number[]; empty: number }[]
  changes: Change[]
}

const isHeld = (position: number | null | undefined): position is number => typeof position === "number"

/** Returns who holds the prizes of a round; undefined before it is drawn. */
export const currentWinnersOf = ({ prizes }: Proof["rules"], round: ProofRound): CurrentWinners | undefined => {
  if (!round.places) return undefined
  const { holders, dropped } = replay(round)
  const changes = round.replacements.map(
    ({ at, place, reason, position }, index): Change => ({
      at,
      reason,
      ...placeOf(prizes, place),
      dropped: dropped[index] as number,
      next: position,
    }),
  )
  let from = 0
  return {
    changes,
    prizes: prizes.map((prize, index) => {
      const winners = holders.slice(from, from + prize.quantity).filter(isHeld)
      from += prize.quantity
      const reserves = holders.slice(...reservesOf(prizes, index)).filter(isHeld)
      return { prize, winners, reserves, empty: prize.quantity - winners.length }
    }),
  }
}

/** What became of an entry in a round. `at` of a reserve: its place among those who are still waiting, from 1. */
export type Outcome =
  | { kind: "entered" | "lost" | "ineligible" }
  | { kind: "won"; prize: string }
  | { kind: "reserve"; prize: string; at: number }
  | { kind: "dropped"; prize: string; reason: Replacement["reason"] }

/** Returns what became of an entry. @param position in the list of entries */
export const outcomeOf = ({ rules }: Pick<Proof, "rules">, round: ProofRound, position: number): Outcome => {
  if (round.lock.ineligible?.includes(position)) return { kind: "ineligible" }
  const current = currentWinnersOf(rules, round)
  if (!current) return { kind: "entered" }
  for (const { prize, winners, reserves } of current.prizes) {
    if (winners.includes(position)) return { kind: "won", prize: prize.name }
    const at = reserves.indexOf(position)
    if (at >= 0) return { kind: "reserve", prize: prize.name, at: at + 1 }
  }
  const change = current.changes.find(({ dropped }) => dropped === position)
  const prize = change && rules.prizes[change.prizeIndex]
  return change && prize ? { kind: "dropped", prize: prize.name, reason: change.reason } : { kind: "lost" }
}
