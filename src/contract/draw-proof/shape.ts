import { format as formatName, version as formatVersion, type Proof, registerEvents } from "./proof"

/** Shapes of the values in a proof file (docs/draw-proof.md#file). */

/** Returns the path of the first member that is not as it must be, "" for the value itself; null if all are. */
type Shape = (value: unknown) => string | null

const when =
  (isValid: (value: unknown) => boolean): Shape =>
  value =>
    isValid(value) ? null : ""

const join = (name: string | number, path: string | null): string | null =>
  path === null ? null : path === "" ? String(name) : `${name}.${path}`

/** An object of exactly these members; those of `optional` may be missing. */
const object =
  (required: Record<string, Shape>, optional: Record<string, Shape> = {}): Shape =>
  value => {
    if (typeof value !== "object" || value === null || Array.isArray(value)) return ""
    const given = value as Record<string, unknown>
    const members = { ...required, ...optional }
    const extra = Object.keys(given).find(name => !Object.hasOwn(members, name))
    if (extra !== undefined) return extra
    for (const [name, shape] of Object.entries(members)) {
      const path = Object.hasOwn(given, name) ? join(name, shape(given[name])) : name in optional ? null : name
      if (path !== null) return path
    }
    return null
  }

const list =
  (shape: Shape, atLeast: number): Shape =>
  value => {
    if (!Array.isArray(value) || value.length < atLeast) return ""
    for (let at = 0; at < value.length; at++) {
      const path = join(at, shape(value[at]))
      if (path !== null) return path
    }
    return null
  }

const nullOr =
  (shape: Shape): Shape =>
  value =>
    value === null ? null : shape(value)

const oneOf = (...values: readonly unknown[]): Shape => when(value => values.includes(value))
const matches = (pattern: RegExp): Shape => when(value => typeof value === "string" && pattern.test(value))
const wholeFrom = (least: number): Shape => when(value => Number.isSafeInteger(value) && (value as number) >= least)

const text = matches(/^/)
const digest = matches(/^[0-9a-f]{64}$/)
const isoPattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/
const isInstant = (value: string) => isoPattern.test(value) && Date.parse(value) >= 0 && new Date(value).toISOString() === value
const instant = when(value => typeof value === "string" && isInstant(value))
const domain = oneOf("real", "rehearsal")

const prize = object({
  name: text,
  type: oneOf("physical", "digital", "coupon"),
  quantity: wholeFrom(1),
  value: nullOr(when(value => typeof value === "number")),
})

/** Sums of quantities up to this are places that a list can hold. */
const maxPlaces = 2 ** 31 - 1

const prizes: Shape = value => {
  const path = list(prize, 1)(value)
  if (path !== null) return path
  const sum = (value as { quantity: number }[]).reduce((total, { quantity }) => total + quantity, 0)
  return sum <= maxPlaces ? null : ""
}

const holder = { company: text, organisers: wholeFrom(0) }

const rules = object(
  {
    drawId: text,
    title: text,
    method: oneOf("random", "scoreBased", "firstComeFirstServed"),
    eligibility: oneOf("all", "specific", "new", "senior"),
    newDays: wholeFrom(0),
    seniorYears: wholeFrom(0),
    excludeLastDraws: wholeFrom(0),
    startDate: instant,
    endDate: instant,
    drawDate: instant,
    terms: text,
    prizes,
  },
  holder,
)

const beacon = object({ kind: oneOf("drand"), round: wholeFrom(1) })
const noBeacon = object({ kind: oneOf("none", "witness") })

const lock = object(
  {
    domain,
    drawId: text,
    round: wholeFrom(0),
    root: digest,
    entryCount: wholeFrom(1),
    rulesHash: digest,
    seedHash: digest,
    publicRandomness: value => ((value as { kind?: unknown } | null)?.kind === "drand" ? beacon : noBeacon)(value),
    lockedAt: instant,
    previous: nullOr(digest),
    reason: nullOr(oneOf("rules", "entries", "error")),
  },
  {
    ineligible: list(wholeFrom(0), 1),
    register: object({ companyId: text, number: wholeFrom(1), previous: nullOr(digest), copyOf: nullOr(text) }),
  },
)

const replacement = object({
  at: instant,
  place: wholeFrom(0),
  reason: oneOf("declined", "expired", "ineligible", "error"),
  position: nullOr(wholeFrom(0)),
})

const nothing = oneOf(null)
const none: Shape = when(value => Array.isArray(value) && value.length === 0)
const locked = object({ lock, drawnAt: nothing, seed: nothing, publicValue: nothing, places: nothing, replacements: none })
const drawn = object({
  lock,
  drawnAt: instant,
  seed: digest,
  publicValue: text,
  places: list(wholeFrom(0), 1),
  replacements: list(replacement, 0),
})
const round: Shape = value => ((value as { drawnAt?: unknown } | null)?.drawnAt === null ? locked : drawn)(value)

const entry = when(
  value =>
    Array.isArray(value) &&
    (value.length === 3 || value.length === 4) &&
    digest(value[0]) === null &&
    wholeFrom(1)(value[1]) === null &&
    value.slice(2).every(time => wholeFrom(0)(time) === null),
)

/** An entry of a register (docs/draw-proof.md#register). */
const registerEntry: Shape = object(
  {
    number: wholeFrom(1),
    previous: nullOr(digest),
    at: instant,
    event: oneOf(...registerEvents),
    drawId: text,
    round: wholeFrom(0),
    lockHash: digest,
    title: text,
    reason: nullOr(oneOf("rules", "entries", "error")),
    copyOf: nullOr(text),
  },
  holder,
)

/** The path of what is wrong in a register. */
export const wrongInRegister: Shape = object({
  format: oneOf("draw-register"),
  version: oneOf(1),
  companyId: text,
  entries: list(registerEntry, 1),
})

const format = oneOf(formatName)
const version = oneOf(formatVersion)
const rounds = list(round, 1)

/** The file without the members that the reader takes from the text itself. */
export const isRest = (value: unknown): value is Pick<Proof, "format" | "version" | "rules" | "rounds"> =>
  object({ format, version, rules, rounds })(value) === null

/** Returns the path of what is wrong in a whole file, null if nothing is. */
export const wrongMember: Shape = object({ format, version, domain, rules, entries: list(entry, 1), rounds, digest })
