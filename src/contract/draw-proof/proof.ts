/**
 * The proof file of a draw (docs/draw-proof.md). Digests, seeds and salts are 64 lower-case hexadecimal digits; instants are
 * ISO 8601 in UTC with milliseconds.
 */

export const format = "draw-proof"
export const version = 1

/** What a draw is held for. A rehearsal can never pass for the real draw: its domain is part of what is hashed. */
export type Domain = "real" | "rehearsal"
export type Method = "random" | "scoreBased" | "firstComeFirstServed"

export type ProofPrize = { name: string; type: "physical" | "digital" | "coupon"; quantity: number; value: number | null }

/** What was announced. Codes are written by name. No person and no department is named. */
export type ProofRules = {
  drawId: string
  title: string
  method: Method
  eligibility: "all" | "specific" | "new" | "senior"
  newDays: number
  seniorYears: number
  excludeLastDraws: number
  startDate: string
  endDate: string
  drawDate: string
  terms: string
  prizes: ProofPrize[]
} & ProofHolder

/** Who holds the draw, as it was at the lock. Absent in proofs from before it was stated. */
export type ProofHolder = {
  /** The name of the company. */
  company?: string
  /** How many people take no part only because they organise the draw. */
  organisers?: number
}

/**
 * Commitment, weight, time of the entry in epoch ms. Its position in the list, from 0, is how results refer to it. An entry whose
 * time was imported ends with the time at which it was recorded; of others both are the same.
 */
export type ProofEntry = [commitment: string, weight: number, time: number, recorded?: number]

/** A value that nobody knows at the lock: none, a text that a witness gives at the run, or a round of the drand beacon. */
export type PublicRandomness = { kind: "none" } | { kind: "witness" } | { kind: "drand"; round: number }

export type RedrawReason = "rules" | "entries" | "error"
export type ReplacementReason = "declined" | "expired" | "ineligible" | "error"

/** The place of a lock in its company's register: `previous` is the hash of the entry before, `copyOf` the draw that this one copies. */
export type RegisterPlace = { companyId: string; number: number; previous: string | null; copyOf: string | null }

/** What became of a lock. `reopened`: a cancellation was undone. */
export const registerEvents = ["locked", "drawn", "voided", "cancelled", "reopened"] as const

/** An entry of a register: a lock, or what became of one. Its hash is the next one's `previous` (docs/draw-proof.md#register). */
export type RegisterEntry = {
  /** From 1, without gaps. */
  number: number
  previous: string | null
  at: string
  event: (typeof registerEvents)[number]
  drawId: string
  round: number
  lockHash: string
  title: string
  /** Why a round was voided, in its entry and in that of the next lock. */
  reason: RedrawReason | null
  copyOf: string | null
} & ProofHolder

/** The draws of a company that were locked, in one chain. */
export type Register = { format: "draw-register"; version: 1; companyId: string; entries: RegisterEntry[] }

/** What is published before a round is drawn. Its hash is the lock code. */
export type Lock = {
  domain: Domain
  drawId: string
  /** From 0. */
  round: number
  root: string
  entryCount: number
  rulesHash: string
  seedHash: string
  publicRandomness: PublicRandomness
  lockedAt: string
  /** Hash of the whole round before, and why it was voided; null in round 0. */
  previous: string | null
  reason: RedrawReason | null
  /**
   * Positions, ascending, of entries that dropped out of an earlier round as ineligible and take no part in this one. Absent
   * when there are none.
   */
  ineligible?: number[]
  /** Absent in locks from before there were registers, and in rehearsals. */
  register?: RegisterPlace
}

/** The entry at `place` dropped out and the one at `position` took its prize; null: nobody did. */
export type Replacement = { at: string; place: number; reason: ReplacementReason; position: number | null }

/** A lock and its result. Every member but `lock` and `replacements` is null until the round is drawn. */
export type ProofRound = {
  lock: Lock
  drawnAt: string | null
  seed: string | null
  /** "" where the lock names no public randomness. */
  publicValue: string | null
  /** Positions of entries by place: places of winners in the order of the prizes, then as many of reserves. */
  places: number[] | null
  replacements: Replacement[]
}

export type Proof = {
  format: typeof format
  version: typeof version
  domain: Domain
  rules: ProofRules
  entries: ProofEntry[]
  /** The last one counts; those before it are void. */
  rounds: ProofRound[]
  digest: string
}
