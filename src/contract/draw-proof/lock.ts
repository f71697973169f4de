import { canonicalJson, type Json } from "../../core/hashing/canonical-json"
import { bytesOf, type Hashing, hex, sha256, utf8 } from "../../core/hashing/hashing"
import type { Lock, ProofRound, ProofRules } from "./proof"

/** Locks: what is published before a round is drawn (docs/draw-proof.md#lock). */

export const hashOf = async (hashing: Hashing, value: Json): Promise<string> =>
  hex(await sha256(hashing, utf8(canonicalJson(value))))

export const hashRules = (hashing: Hashing, rules: ProofRules): Promise<string> => hashOf(hashing, rules)

/** Returns the lock code. */
export const hashLock = (hashing: Hashing, lock: Lock): Promise<string> => hashOf(hashing, lock)

/** Returns the hash of a round with its result and replacements, which the lock of the next round names. */
export const hashRound = (hashing: Hashing, round: ProofRound): Promise<string> => hashOf(hashing, round)

/** Returns the hash of a seed of 64 hexadecimal digits. */
export const hashSeed = async (hashing: Hashing, seed: string): Promise<string> => hex(await sha256(hashing, bytesOf(seed)))

type LockOptions = Pick<Lock, "domain" | "root" | "entryCount" | "publicRandomness" | "lockedAt" | "register"> & {
  rules: ProofRules
  /** 32 fresh random bytes as hexadecimal digits; secret until the round is drawn. */
  seed: string
  /** Round 0 has neither. */
  redraw?: { round: number; previous: ProofRound; reason: Lock["reason"]; ineligible?: readonly number[] }
}

/** Returns the statement that locks a round. */
export const createLock = async (hashing: Hashing, { rules, seed, redraw, ...options }: LockOptions): Promise<Lock> => ({
  ...options,
  drawId: rules.drawId,
  rulesHash: await hashRules(hashing, rules),
  seedHash: await hashSeed(hashing, seed),
  round: redraw?.round ?? 0,
  previous: redraw ? await hashRound(hashing, redraw.previous) : null,
  reason: redraw?.reason ?? null,
  ...(redraw?.ineligible?.length && { ineligible: [...redraw.ineligible] }),
})

/** A ticket number as text: the same digits, without separators, in every language, on paper, in files and in the proof. */
export const ticketText = (ticket: number | null): string => (ticket === null ? "" : String(ticket))

/** Returns a lock code in groups of four digits, as people compare it. */
export const groupDigits = (code: string): string => code.replace(/.{4}(?=.)/g, "$& ")
