import { createHash, createHmac } from "node:crypto"

/**
 * A second verifier of draw proofs, written from docs/draw-proof.md alone. It shares no code with the product and has
 * other primitives: node:crypto at once, plain lists, BigInt for the words of the stream.
 */

const sha256 = (...parts: (Buffer | string)[]) => {
  const hash = createHash("sha256")
  for (const part of parts) hash.update(part)
  return hash.digest()
}
const hmac = (key: Buffer, ...parts: (Buffer | string)[]) => {
  const mac = createHmac("sha256", key)
  for (const part of parts) mac.update(part)
  return mac.digest()
}
const byte = (value: number) => Buffer.of(value)
const u64 = (value: number | bigint) => {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64BE(BigInt(value))
  return bytes
}
const hexOf = (text: string) => Buffer.from(text, "hex")

type Json = null | boolean | number | string | Json[] | { [name: string]: Json }
type Members = Record<string, Json>

export const canonical = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`
  if (typeof value !== "object" || value === null) return JSON.stringify(value)
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonical(member)}`).join(",")}}`
}
const hashOf = (value: unknown) => sha256(canonical(value)).toString("hex")

/** Thrown where a check of the page does not hold. */
class Refused extends Error {
  readonly check: string
  constructor(check: string, message: string) {
    super(`${check}: ${message}`)
    this.check = check
  }
}
const hold = (check: string, isTrue: boolean, message: string) => {
  if (!isTrue) throw new Refused(check, message)
}

/* Shapes */

type Test = (value: Json) => boolean
const isText: Test = value => typeof value === "string" && value.isWellFormed()
const isWhole =
  (min = 0, max = Number.MAX_SAFE_INTEGER): Test =>
  value =>
    typeof value === "number" && Number.isInteger(value) && value >= min && value <= max
const isDigest: Test = value => typeof value === "string" && /^[0-9a-f]{64}$/.test(value)
const isInstant: Test = value => {
  if (typeof value !== "string" || !/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d\d\dZ$/.test(value)) return false
  const time = Date.parse(value)
  return time >= 0 && new Date(time).toISOString() === value
}
const isOneOf =
  (...values: Json[]): Test =>
  value =>
    values.includes(value)
const isNullOr =
  (test: Test): Test =>
  value =>
    value === null || test(value)
const isList =
  (test: Test, min = 0): Test =>
  value =>
    Array.isArray(value) && value.length >= min && value.every(test)
const isObject =
  (tests: Record<string, Test>): Test =>
  value => {
    if (typeof value !== "object" || value === null || Array.isArray(value)) return false
    const names = Object.keys(tests)
    return Object.keys(value).length === names.length && names.every(name => name in value && tests[name]?.(value[name] as Json))
  }
const isAnyOf =
  (...tests: Test[]): Test =>
  value =>
    tests.some(test => test(value))

const isId: Test = value => isText(value) && !(value as string).includes("\0")
const methods = ["random", "scoreBased", "firstComeFirstServed"]
const isPrizes: Test = value =>
  isList(
    isObject({
      name: isText,
      type: isOneOf("physical", "digital", "coupon"),
      quantity: isWhole(1),
      value: isNullOr(value => typeof value === "number"),
    }),
    1,
  )(value) && (value as Members[]).reduce((sum, { quantity }) => sum + Number(quantity), 0) < 2 ** 31
const isFullRules = isObject({
  drawId: isId,
  title: isText,
  terms: isText,
  method: isOneOf(...methods),
  eligibility: isOneOf("all", "specific", "new", "senior"),
  newDays: isWhole(),
  seniorYears: isWhole(),
  excludeLastDraws: isWhole(),
  startDate: isInstant,
  endDate: isInstant,
  drawDate: isInstant,
  prizes: isPrizes,
})
/** Rules may lack who holds the draw. */
const isRules: Test = value => {
  const { company, organisers, ...rest } = { ...(value as Members) }
  const isHolder = (company === undefined || isText(company)) && (organisers === undefined || isWhole()(organisers))
  return isFullRules(rest as Json) && isHolder
}
const lockMembers = {
  domain: isOneOf("real", "rehearsal"),
  drawId: isId,
  round: isWhole(),
  root: isDigest,
  entryCount: isWhole(),
  rulesHash: isDigest,
  seedHash: isDigest,
  publicRandomness: isAnyOf(
    isObject({ kind: isOneOf("none", "witness") }),
    isObject({ kind: isOneOf("drand"), round: isWhole(1) }),
  ),
  lockedAt: isInstant,
  previous: isNullOr(isDigest),
  reason: isNullOr(isOneOf("rules", "entries", "error")),
}
const isRegistered = isObject({ companyId: isText, number: isWhole(1), previous: isNullOr(isDigest), copyOf: isNullOr(isId) })
/** A lock may lack the last two. */
const isLock: Test = value => {
  const { ineligible, register, ...rest } = { ...(value as Members) }
  const [left, place] = [
    ineligible === undefined || isList(isWhole(), 1)(ineligible),
    register === undefined || isRegistered(register),
  ]
  return isObject(lockMembers)(rest as Json) && left && place
}
const isReplacement = isObject({
  at: isInstant,
  place: isWhole(),
  reason: isOneOf("declined", "expired", "ineligible", "error"),
  position: isNullOr(isWhole()),
})
const roundMembers = { lock: isLock, replacements: isList(isReplacement) }
const isDrawn = isObject({
  ...roundMembers,
  drawnAt: isInstant,
  seed: isDigest,
  publicValue: isText,
  places: isList(isWhole()),
})
const isNull = isOneOf(null)
const isUndrawn = isObject({
  ...roundMembers,
  replacements: value => Array.isArray(value) && value.length === 0,
  drawnAt: isNull,
  seed: isNull,
  publicValue: isNull,
  places: isNull,
})
const isEntry: Test = value =>
  Array.isArray(value) &&
  (value.length === 3 || value.length === 4) &&
  isDigest(value[0] as Json) &&
  isWhole(1)(value[1] as Json) &&
  value.slice(2).every(isWhole())
const isFile = isObject({
  format: isOneOf("draw-proof"),
  version: isOneOf(1),
  domain: isOneOf("real", "rehearsal"),
  rules: isRules,
  entries: isList(isEntry, 1),
  rounds: isList(isAnyOf(isDrawn, isUndrawn), 1),
  digest: isDigest,
})

/* The protocol */

export type Method = "random" | "scoreBased" | "firstComeFirstServed"
export type Entry = [commitment: string, weight: number, time: number, recorded?: number]
type Prize = { name: string; quantity: number }
type Lock = {
  domain: string
  drawId: string
  round: number
  root: string
  entryCount: number
  rulesHash: string
  seedHash: string
  publicRandomness: { kind: string; round?: number }
  lockedAt: string
  previous: string | null
  reason: string | null
  ineligible?: number[]
  register?: { companyId: string; number: number; previous: string | null; copyOf: string | null }
}
type Replacement = { at: string; place: number; reason: string; position: number | null }
type Drawn = {
  lock: Lock
  drawnAt: string
  seed: string
  publicValue: string
  places: number[]
  replacements: Replacement[]
}
type Round = Drawn | { lock: Lock; drawnAt: null; replacements: [] }
type Rules = { drawId: string; method: Method; endDate: string; drawDate: string; prizes: Prize[] }
type File = { domain: string; rules: Rules; entries: Entry[]; rounds: Round[]; digest: string }

export const saltOf = (saltKey: Buffer, employeeId: string) => hmac(saltKey, employeeId)
export const commitmentOf = (drawId: string, employeeId: string, salt: Buffer) =>
  sha256("draw-proof/1/entry", byte(0), salt, drawId, byte(0), employeeId).toString("hex")

const treeOf = (leaves: Buffer[]): Buffer => {
  const [only] = leaves
  if (only && leaves.length === 1) return only
  let split = 1
  while (split * 2 < leaves.length) split *= 2
  return sha256(byte(1), treeOf(leaves.slice(0, split)), treeOf(leaves.slice(split)))
}
export const rootOf = (entries: readonly Entry[]) =>
  treeOf(
    entries.map(([commitment, ...numbers]) => sha256(byte(0), hexOf(commitment), ...numbers.map(n => u64(Number(n))))),
  ).toString("hex")

export const keyOf = (seed: string, domain: string, lockHash: string, publicValue: string) =>
  hmac(hexOf(seed), `draw-proof/1/${domain}`, byte(0), hexOf(lockHash), sha256(publicValue))

/** Returns `uniform(n)` over the words of a key's stream. */
export const uniformOf = (key: Buffer) => {
  let words: bigint[] = []
  let blocks = 0
  const word = () => {
    if (!words.length) {
      const block = hmac(key, u64(blocks++))
      words = [0, 8, 16, 24].map(at => block.readBigUInt64BE(at))
    }
    return words.shift() ?? 0n
  }
  return (n: number): number => {
    if (n === 1) return 0
    const size = BigInt(n)
    const limit = 2n ** 64n - (2n ** 64n % size)
    for (;;) {
      const drawn = word()
      if (drawn < limit) return Number(drawn % size)
    }
  }
}

function* shuffled(positions: readonly number[], uniform: (n: number) => number) {
  const rest = [...positions]
  while (rest.length) {
    // The last swap of the forward shuffle: what stood at the front goes where the drawn one was.
    const at = uniform(rest.length)
    const drawn = rest[at] as number
    rest[at] = rest[0] as number
    rest.shift()
    yield drawn
  }
}

function* byWeight(weights: readonly { weight: number; position: number }[], uniform: (n: number) => number) {
  const rest = [...weights]
  let sum = weights.reduce((total, { weight }) => total + weight, 0)
  while (rest.length) {
    const drawn = uniform(sum)
    let running = 0
    const at = rest.findIndex(({ weight }) => {
      running += weight
      return running > drawn
    })
    const [found] = rest.splice(at, 1)
    if (!found) throw new Error("The weights ended before their sum.")
    sum -= found.weight
    yield found.position
  }
}

/** The positions in the order of a draw. */
export function* orderOf(method: Method, entries: readonly Entry[], key: Buffer, out: number[] = []): Generator<number> {
  const uniform = uniformOf(key)
  if (method === "scoreBased") {
    const weights = entries.map(([, weight], position) => ({ weight, position }))
    yield* byWeight(
      weights.filter(({ position }) => !out.includes(position)),
      uniform,
    )
    return
  }
  const groups = new Map<number, number[]>()
  for (const [position, [, , time]] of entries.entries()) {
    if (out.includes(position)) continue
    const group = groups.get(time) ?? []
    group.push(position)
    groups.set(time, group)
  }
  for (const time of [...groups.keys()].sort((a, b) => a - b)) yield* shuffled(groups.get(time) ?? [], uniform)
}

const sumOf = (prizes: readonly Prize[]) => prizes.reduce((sum, { quantity }) => sum + quantity, 0)

/** The prize of a place. */
const prizeOf = (prizes: readonly Prize[], place: number) => {
  let left = place % sumOf(prizes)
  return prizes.findIndex(({ quantity }) => {
    left -= quantity
    return left < 0
  })
}

const checkEntries = ({ entries, rules: { method } }: File) => {
  let before = ""
  let sum = 0n
  for (const [commitment, weight, time, recorded] of entries) {
    hold("entries", commitment > before, "not ascending")
    before = commitment
    hold("entries", method === "scoreBased" || weight === 1, "a weight")
    hold("entries", method === "firstComeFirstServed" || (time === 0 && recorded === undefined), "a time")
    hold("entries", recorded === undefined || recorded >= time, "recorded before its time")
    sum += BigInt(weight)
  }
  hold("entries", sum < 2n ** 53n, "the sum of the weights")
}

const beaconTime = (round: number) => (1_692_803_367 + 3 * (round - 1)) * 1_000

const checkTimes = ({ domain, rules }: File, round: Round, before: Round | undefined) => {
  const check = (isTrue: boolean, message: string) => hold("times", isTrue, message)
  const isReal = domain === "real"
  const { lock } = round
  const locked = Date.parse(lock.lockedAt)
  if (!before && isReal) check(Date.parse(rules.endDate) <= locked, "locked before the end")
  if (before?.drawnAt) {
    const last = before.replacements.at(-1)?.at ?? before.drawnAt
    check(Date.parse(last) <= locked, "locked before the round before was over")
  }
  const { kind, round: beacon = 0 } = lock.publicRandomness
  if (kind === "drand") check(locked < beaconTime(beacon), "locked after the value was known")
  if (round.drawnAt === null) return
  const drawn = Date.parse(round.drawnAt)
  check(locked <= drawn, "drawn before the lock")
  if (isReal) check(Date.parse(rules.drawDate) <= drawn, "drawn before its date")
  if (kind === "drand") check(beaconTime(beacon) <= drawn, "drawn before the value was known")
  let last = drawn
  for (const { at } of round.replacements) {
    check(last <= Date.parse(at), "a replacement out of order")
    last = Date.parse(at)
  }
}

const checkPublicValue = ({ lock, publicValue }: Drawn) => {
  const { kind } = lock.publicRandomness
  const length = [...publicValue].length
  const isValid = kind === "none" ? publicValue === "" : kind === "witness" ? length >= 1 && length <= 200 : isDigest(publicValue)
  hold("publicValue", isValid, kind)
}

/** @param ineligible takes the entries that drop out with this reason */
const checkReplacements = (
  prizes: Prize[],
  { places, replacements }: Drawn,
  order: Generator<number>,
  ineligible: Set<number>,
) => {
  const winners = sumOf(prizes)
  const holders: (number | null)[] = [...places]
  for (const { place, position, reason } of replacements) {
    hold("replacements", (holders[place] ?? null) !== null, `nobody holds place ${place}`)
    if (reason === "ineligible") ineligible.add(holders[place] as number)
    holders[place] = null
    let expected: number | null = null
    if (place < winners) {
      const prize = prizeOf(prizes, place)
      const reserve = holders.findIndex((holder, at) => at >= winners && holder !== null && prizeOf(prizes, at) === prize)
      if (reserve >= 0) {
        expected = holders[reserve] ?? null
        holders[reserve] = null
      } else expected = (order.next().value as number | undefined) ?? null
      holders[place] = expected
    }
    hold("replacements", position === expected, `place ${place}`)
  }
  return holders
}

const checkResult = ({ rules: { method, prizes }, entries }: File, round: Drawn, ineligible: Set<number>) => {
  const { lock, seed, publicValue, places } = round
  hold("seed", sha256(hexOf(seed)).toString("hex") === lock.seedHash, "another seed")
  checkPublicValue(round)
  const order = orderOf(method, entries, keyOf(seed, lock.domain, hashOf(lock), publicValue), lock.ineligible)
  const count = Math.min(2 * sumOf(prizes), entries.length - (lock.ineligible?.length ?? 0))
  hold("places", places.length === count, `${places.length} places`)
  for (const [place, position] of places.entries()) hold("places", position === order.next().value, `place ${place}`)
  return checkReplacements(prizes, round, order, ineligible)
}

export type Verdict =
  /** `holders`: the position that holds each place of the last round; null without one. */
  { holds: true; lockHashes: string[]; holders: (number | null)[] } | { holds: false; check: string; message: string }

type Registered = { number: number; previous: string | null; at: string; event: string; lockHash: string; drawId: string }

/** Recomputes the chain of a register. @returns the hash of each entry, the head last */
export const chainOf = (register: { entries: Registered[] }): string[] => {
  const hashes: string[] = []
  const states = new Map<string, string>()
  const allowed = [
    "-locked",
    "locked-drawn",
    "locked-cancelled",
    "drawn-voided",
    "cancelled-reopened",
    "reopened-drawn",
    "reopened-cancelled",
  ]
  let last = ""
  for (const entry of register.entries) {
    hold("register", entry.number === hashes.length + 1 && entry.previous === (hashes.at(-1) ?? null), `entry ${entry.number}`)
    hold("register", entry.at >= last, `time of entry ${entry.number}`)
    hold("register", allowed.includes(`${states.get(entry.lockHash) ?? ""}-${entry.event}`), `event of entry ${entry.number}`)
    states.set(entry.lockHash, entry.event)
    last = entry.at
    hashes.push(hashOf(entry))
  }
  return hashes
}

const read = (bytes: Uint8Array): File => {
  let text = ""
  let value: Json = null
  try {
    text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes)
    value = JSON.parse(text) as Json
  } catch {
    throw new Refused("file", "not JSON in UTF-8")
  }
  hold("file", canonical(value) === text, "not canonical")
  hold("file", isFile(value), "a member")
  return value as unknown as File
}

const verifyAll = (bytes: Uint8Array): Verdict => {
  const file = read(bytes)
  const { digest, ...content } = file
  hold("digest", hashOf(content) === digest, "another digest")
  hold("domain", file.domain === "real" && file.rounds.every(({ lock }) => lock.domain === file.domain), "not real")
  checkEntries(file)
  const root = rootOf(file.entries)
  const rulesHash = hashOf(file.rules)
  let holders: (number | null)[] = []
  const ineligible = new Set<number>()
  for (const [index, round] of file.rounds.entries()) {
    const { lock } = round
    const before = file.rounds[index - 1]
    hold("rules", lock.drawId === file.rules.drawId && lock.rulesHash === rulesHash, "other rules")
    hold("root", lock.root === root && lock.entryCount === file.entries.length, "other entries")
    hold("chain", lock.round === index && (lock.reason === null) === (index === 0), "a number or a reason")
    hold("chain", lock.previous === (before ? hashOf(before) : null), "another round before")
    hold("chain", round.drawnAt !== null || index === file.rounds.length - 1, "a round before that was not drawn")
    const [place, earlier] = [lock.register, before?.lock.register]
    hold(
      "chain",
      !earlier || (place?.companyId === earlier.companyId && place.number > earlier.number),
      "a place in the register",
    )
    hold("chain", !place || (place.number === 1) === (place.previous === null), "the first place")
    const isLeftOut = (position: number, at: number, all: number[]) => ineligible.has(position) && position > (all[at - 1] ?? -1)
    hold("chain", lock.ineligible?.every(isLeftOut) ?? true, "an entry left out")
    checkTimes(file, round, before)
    holders = round.drawnAt === null ? [] : checkResult(file, round, ineligible)
  }
  return { holds: true, lockHashes: file.rounds.map(({ lock }) => hashOf(lock)), holders }
}

/** Verifies a file. The first check that does not hold refuses it. */
export const verifyIndependently = (bytes: Uint8Array): Verdict => {
  try {
    return verifyAll(bytes)
  } catch (error) {
    if (error instanceof Refused) return { holds: false, check: error.check, message: error.message }
    throw error
  }
}
