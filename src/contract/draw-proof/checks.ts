import type { Hashing, Pause } from "../../core/hashing/hashing"
import { hashRound, hashSeed } from "./lock"
import { ineligibleOf } from "./places"
import type { Lock, Proof, ProofEntry, ProofRound } from "./proof"
import { beaconTime, isPublicValue } from "./public-randomness"
import { type Failure, failure } from "./report"
import { drawRound } from "./round"

/** The checks of a proof, each of which returns why it does not hold (docs/draw-proof.md#checks). */

type Result = Failure | null

export const checkDomain = ({ domain, rounds }: Proof): Result => {
  if (rounds.some(({ lock }) => lock.domain !== domain)) return failure("mixed")
  return domain === "real" ? null : failure("rehearsal")
}

export const checkEntries = ({ entries, rules: { method } }: Proof): Result => {
  let before = ""
  let sum = 0
  for (const [position, [commitment, weight, time, recorded]] of entries.entries()) {
    if (commitment <= before) return failure("order", { position })
    if (method !== "scoreBased" && weight !== 1) return failure("weight", { position })
    if (method !== "firstComeFirstServed" && (time !== 0 || recorded !== undefined)) return failure("time", { position })
    if (recorded !== undefined && recorded < time) return failure("time", { position })
    before = commitment
    sum += weight
  }
  return Number.isSafeInteger(sum) ? null : failure("sum")
}

export const checkRules = ({ rules }: Proof, lock: Lock, rulesHash: string): Result =>
  lock.drawId !== rules.drawId ? failure("drawId") : lock.rulesHash !== rulesHash ? failure("rulesHash") : null

export const checkRoot = ({ entries }: Proof, { entryCount, root }: Lock, found: string): Result => {
  if (entryCount !== entries.length) return failure("entryCount", { expected: entryCount, found: entries.length })
  return root === found ? null : failure("root")
}

/** Whether the place in the register is possible after that of the round before. Only locks from before there were registers have none. */
const followsInRegister = ({ register }: Lock, before: ProofRound | null): boolean => {
  const earlier = before?.lock.register
  if (!register) return !earlier
  if ((register.number === 1) !== (register.previous === null)) return false
  return !earlier || (register.companyId === earlier.companyId && register.number > earlier.number)
}

/** @param index of the round in the file */
export const checkChain = async (hashing: Hashing, rounds: readonly ProofRound[], index: number): Promise<Result> => {
  const { lock } = rounds[index] as ProofRound
  const before = rounds[index - 1] ?? null
  if (lock.round !== index) return failure("number", { expected: index, found: lock.round })
  if (before && before.drawnAt === null) return failure("notDrawn")
  if (lock.previous !== (before && (await hashRound(hashing, before)))) return failure("previous")
  if ((lock.reason === null) !== (before === null)) return failure("reason")
  if (!followsInRegister(lock, before)) return failure("register")
  if (!lock.ineligible) return null
  const dropped = new Set(ineligibleOf(rounds.slice(0, index)))
  const isOrdered = lock.ineligible.every((position, at, all) => dropped.has(position) && position > (all[at - 1] ?? -1))
  return isOrdered ? null : failure("ineligible")
}

/** Instants of one form sort as texts. */
export const checkTimes = ({ rules, domain }: Proof, round: ProofRound, before: ProofRound | null): Result => {
  const { lock, drawnAt, replacements } = round
  const isReal = domain === "real"
  if (isReal && lock.lockedAt < rules.endDate) return failure("lockBeforeEnd")
  const ended = before && (before.replacements.at(-1)?.at ?? before.drawnAt)
  if (ended && lock.lockedAt < ended) return failure("lockBeforeRound")
  const { publicRandomness } = lock
  const beaconAt = publicRandomness.kind === "drand" ? beaconTime(publicRandomness.round) : null
  if (beaconAt !== null && beaconAt <= Date.parse(lock.lockedAt)) return failure("beaconBeforeLock")
  if (drawnAt === null) return null
  if (beaconAt !== null && Date.parse(drawnAt) < beaconAt) return failure("drawBeforeBeacon")
  if (drawnAt < lock.lockedAt) return failure("drawBeforeLock")
  if (isReal && drawnAt < rules.drawDate) return failure("drawBeforeDate")
  const index = replacements.findIndex(({ at }, index) => at < (replacements[index - 1]?.at ?? drawnAt))
  return index < 0 ? null : failure("replacement", { index })
}

export const checkSeed = async (hashing: Hashing, { lock }: ProofRound, seed: string): Promise<Result> =>
  lock.seedHash === (await hashSeed(hashing, seed)) ? null : failure("seedHash")

export const checkPublicValue = ({ lock }: ProofRound, publicValue: string): Result =>
  isPublicValue(lock.publicRandomness, publicValue) ? null : failure("publicValue")

const firstDifference = (expected: readonly number[], found: readonly number[]): Result => {
  if (expected.length !== found.length) return failure("count", { expected: expected.length, found: found.length })
  const place = expected.findIndex((position, at) => position !== found[at])
  return place < 0 ? null : failure("place", { place, expected: expected[place] as number, found: found[place] as number })
}

type Drawn = { lock: Lock; seed: string; publicValue: string; places: number[]; replacements: ProofRound["replacements"] }

/** Draws a round again and compares places and replacements. */
export const checkResult = async (
  hashing: Hashing,
  { rules, entries }: { rules: Proof["rules"]; entries: readonly ProofEntry[] },
  { lock, seed, publicValue, places, replacements }: Drawn,
  pause: Pause,
): Promise<{ places: Result; replacements: Result }> => {
  const drawn = await drawRound(hashing, { entries, rules, lock, seed, publicValue }, pause)
  for (const [index, { place, position: found }] of replacements.entries()) {
    const expected = await drawn.replace(place)
    const wrong =
      expected === undefined ? failure("noHolder", { index, place }) : failure("position", { index, place, expected, found })
    if (expected !== found) return { places: firstDifference(drawn.places, places), replacements: wrong }
    await pause()
  }
  return { places: firstDifference(drawn.places, places), replacements: null }
}
