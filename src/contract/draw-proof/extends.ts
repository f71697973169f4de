import { canonicalJson } from "../../core/hashing/canonical-json"
import type { Proof, ProofRound } from "./proof"

/** Comparison of two files of one draw (docs/draw-proof.md#older-files). */

const isSame = (a: ProofRound | null, b: ProofRound | null): boolean => canonicalJson(a) === canonicalJson(b)

/** Whether a round holds everything that the older one holds: its lock, its result once it was drawn, its replacements. */
const extendsRound = (round: ProofRound, older: ProofRound): boolean =>
  older.drawnAt === null
    ? isSame({ ...older, lock: round.lock }, older)
    : isSame({ ...round, replacements: round.replacements.slice(0, older.replacements.length) }, older)

/**
 * Whether a verified file holds everything of a verified older one. Locks hold the hashes of rules and entries, which
 * therefore need no comparison.
 */
export const extendsProof = (proof: Proof, older: Proof): boolean =>
  proof.rounds.length >= older.rounds.length &&
  older.rounds.every((round, index) => extendsRound(proof.rounds[index] as ProofRound, round))

/** How a file relates to another one of the same draw. */
export type Relation = "same" | "newer" | "older" | "contradicts"

/** Compares the hashes of two verified registers of a company, by entry. */
export const registerRelation = (hashes: readonly string[], other: readonly string[]): Relation => {
  const shared = Math.min(hashes.length, other.length)
  if (hashes[shared - 1] !== other[shared - 1]) return "contradicts"
  return hashes.length === other.length ? "same" : hashes.length > shared ? "newer" : "older"
}

/** Compares two verified files. @returns undefined for files of different draws */
export const relationOf = (proof: Proof, other: Proof): Relation | undefined => {
  if (proof.rules.drawId !== other.rules.drawId || proof.domain !== other.domain) return undefined
  const [continues, isContinued] = [extendsProof(proof, other), extendsProof(other, proof)]
  if (continues) return isContinued ? "same" : "newer"
  return isContinued ? "older" : "contradicts"
}
