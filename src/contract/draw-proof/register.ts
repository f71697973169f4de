import type { Hashing, Pause } from "../../core/hashing/hashing"
import { hashOf } from "./lock"
import type { Lock, Proof, ProofRules, Register, RegisterEntry } from "./proof"
import { wrongInRegister } from "./shape"

/** Registers: the locks of a company in one chain, and what became of each (docs/draw-proof.md#register). */

export const hashEntry = (hashing: Hashing, entry: RegisterEntry): Promise<string> => hashOf(hashing, entry)

/** What the entry of a lock has of its rules. */
export type EntryRules = Pick<ProofRules, "title" | "company" | "organisers">

/** Returns the entry that registers a lock; undefined for one from before there were registers. */
export const entryOfLock = (lock: Lock, lockHash: string, rules: EntryRules): RegisterEntry | undefined => {
  const { register, lockedAt: at, drawId, round, reason } = lock
  if (!register) return undefined
  const { number, previous, copyOf } = register
  const { title, company, organisers } = rules
  return {
    ...{ number, previous, at, event: "locked", drawId, round, lockHash, title, reason, copyOf },
    ...(company !== undefined && { company }),
    ...(organisers !== undefined && { organisers }),
  }
}

/** The events that may follow an event of the same lock. */
const next: Record<RegisterEntry["event"], readonly RegisterEntry["event"][]> = {
  locked: ["drawn", "cancelled"],
  drawn: ["voided"],
  voided: [],
  cancelled: ["reopened"],
  reopened: ["drawn", "cancelled"],
}

const follows = (entry: RegisterEntry, before: RegisterEntry | undefined): boolean => {
  if (!before || entry.event === "locked") return !before && entry.event === "locked"
  return next[before.event].includes(entry.event) && before.drawId === entry.drawId && before.round === entry.round
}

type RegisterReason = "form" | "number" | "previous" | "time" | "event"

export type RegisterReport = {
  /** Null when it cannot be read, or does not hold. */
  register: Register | null
  /** The hash of each entry; the last one is the head. */
  hashes: string[]
  /** Why the chain does not hold, and at which entry. */
  failure: { reason: RegisterReason; number?: number } | null
}

const parse = (file: Uint8Array): unknown => {
  try {
    return JSON.parse(new TextDecoder().decode(file))
  } catch {
    return undefined
  }
}

/** Recomputes the chain of a register. */
export const verifyRegister = async (file: Uint8Array, hashing: Hashing, pause: Pause): Promise<RegisterReport> => {
  const given = parse(file)
  const hashes: string[] = []
  const fail = (reason: RegisterReason, number?: number): RegisterReport => ({
    register: null,
    hashes,
    failure: { reason, ...(number && { number }) },
  })
  if (wrongInRegister(given) !== null) return fail("form")
  const register = given as Register
  const states = new Map<string, RegisterEntry>()
  let at = ""
  for (const [index, entry] of register.entries.entries()) {
    const number = index + 1
    if (entry.number !== number) return fail("number", number)
    if (entry.previous !== (hashes.at(-1) ?? null)) return fail("previous", number)
    if (entry.at < at) return fail("time", number)
    if (!follows(entry, states.get(entry.lockHash))) return fail("event", number)
    states.set(entry.lockHash, entry)
    at = entry.at
    hashes.push(await hashEntry(hashing, entry))
    await pause()
  }
  return { register, hashes, failure: null }
}

const hourMs = 3_600_000

/**
 * Why the last round of a proof that holds could have been tried before, so that the result was chosen: without public
 * randomness its lock stands in no register, or was drawn before it was an hour old.
 */
export const doubtOf = ({ rounds }: Pick<Proof, "rounds">): "unregistered" | "hurried" | undefined => {
  const round = rounds.at(-1)
  if (!round?.drawnAt || round.lock.publicRandomness.kind !== "none") return undefined
  if (!round.lock.register) return "unregistered"
  return Date.parse(round.drawnAt) - Date.parse(round.lock.lockedAt) < hourMs ? "hurried" : undefined
}
