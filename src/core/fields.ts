import { activeStatuses, type Code, type Codes } from "./codes"
import { inUtc } from "./dates/dates"
import { isRecord } from "./is-record"
import { type Media, numberedMedia } from "./media"
import { day, email, instant, maxLength, phone, type Rule, type Rules, required, url, whole, within } from "./rules"
import type { Key } from "./text/i18n"

/**
 * The members of a record as data. A field describes one member: what an empty draft holds, what is valid, and what the member
 * is on the wire. Draft, rules, readers, body schema, columns and API document are derived from the fields of a record.
 */

/** A draft as the rules of its fields see it. */
type Members = Record<string, unknown>

/** What the server checks and stores a member as. `special`: the module defines that itself. */
export type FieldKind =
  | "text"
  | "email"
  | "phone"
  | "secret"
  | "number"
  | "instant"
  | "day"
  | "code"
  | "id"
  | "owner"
  | "ids"
  | "picture"
  | "pictures"
  | "special"

/** The kinds of records that a member can name, added by src/contract/modules.ts. */
// biome-ignore lint/suspicious/noEmptyInterface: its members are added elsewhere
export interface Targets {}
export type Target = keyof Targets

export type Field<V, K extends FieldKind = FieldKind> = {
  kind: K
  /** The value of an empty draft, and of a record without the member. */
  blank: V
  rules: readonly Rule<Members>[]
  /** Characters of a text, entries of a list, or the largest number. */
  max?: number
  /** Whether a create must name it. */
  isRequired?: boolean
  codes?: Codes<string>
  /** What ids name. */
  target?: Target
}

export type Fields = Record<string, Field<unknown>>

/** The draft that fields describe. */
export type DraftOf<F extends Fields> = { -readonly [K in keyof F]: F[K] extends Field<infer V> ? V : never }

const requiredBy = (key: Key | undefined): Rule<Members>[] => (key ? [required(key)] : [])

/** A text of at most `max` characters. @param key message for an empty one; absent: it is optional */
export const text = (max: number, key?: Key): Field<string, "text"> => ({
  kind: "text",
  blank: "",
  max,
  isRequired: key !== undefined,
  rules: [...requiredBy(key), maxLength(max)],
})

export const emailAddress = (key?: Key): Field<string, "email"> => ({
  ...text(254, key),
  kind: "email",
  rules: [...requiredBy(key), email],
})

export const phoneNumber = (key?: Key): Field<string, "phone"> => ({
  ...text(30, key),
  kind: "phone",
  rules: [...requiredBy(key), phone("rule.phone")],
})

/** A text of at most `max` characters that another program has made: it is stored as it is given. */
export const secret = (max: number): Field<string, "secret"> => ({ ...text(max), kind: "secret" })

/** An http(s) address. @param key message for an empty one; absent: it is optional */
export const webAddress = (key?: Key): Field<string, "text"> => ({
  ...text(2000, key),
  rules: [...requiredBy(key), url("rule.url"), maxLength(2000)],
})

/** A number of at most `max`; null is none. */
export const number = (max: number, ...rules: Rule<Members>[]): Field<number | null, "number"> => ({
  kind: "number",
  blank: null,
  max,
  rules,
})

/** A whole number from `min` to `max` with a default. @param key message for any other, and for none */
export const wholeNumber = (blank: number, min: number, max: number, key: Key): Field<number | null, "number"> => ({
  kind: "number",
  blank,
  rules: [required(key), whole(key), within(min - 1, max, key)],
})

/** An instant (ISO 8601, UTC); "" is none. */
export const instantAt = (key?: Key): Field<string, "instant"> => ({
  kind: "instant",
  blank: "",
  isRequired: key !== undefined,
  rules: [...requiredBy(key), instant],
})

/** A day, `YYYY-MM-DD`; "" is none. */
export const dayAt = (key?: Key): Field<string, "day"> => ({
  kind: "day",
  blank: "",
  isRequired: key !== undefined,
  rules: [...requiredBy(key), day],
})

/** A code. @param options `isRequired`: a create must name it */
export const code = <N extends string>(codes: Codes<N>, name: NoInfer<N>, { isRequired = false } = {}): Field<Code, "code"> => ({
  kind: "code",
  blank: codes.value(name),
  codes,
  isRequired,
  rules: [],
})

/** A code that need not be given: null is none. */
export const optionalCode = <N extends string>(codes: Codes<N>): Field<number | null, "code"> => ({
  kind: "code",
  blank: null,
  codes,
  rules: [],
})

/** Whether a record is active, which a new one is. */
export const active = () => code(activeStatuses, "active")

/** The id of another record; "" is none. */
export const id = (target: Target, key?: Key): Field<string, "id"> => ({
  kind: "id",
  blank: "",
  target,
  isRequired: key !== undefined,
  rules: requiredBy(key),
})

/** The company that owns a record: null for the platform, undefined if the server does not name it. */
export const owner = (): Field<string | null | undefined, "owner"> => ({
  kind: "owner",
  blank: undefined,
  target: "tenant",
  rules: [],
})

/** Ids of other records. */
export const ids = (target: Target, max = 500): Field<string[], "ids"> => ({ kind: "ids", blank: [], target, max, rules: [] })

/** The companies that a record is offered to; none means all in the owner's reach. */
export const companies = () => ids("tenant")

/** The departments that a record is meant for; none means all. */
export const departments = () => ids("department")

/** The address of one picture; "" is none. */
export const picture = (): Field<string, "picture"> => ({ kind: "picture", blank: "", max: 2000, rules: [maxLength(2000)] })

export const pictures = (): Field<Media[], "pictures"> => ({ kind: "pictures", blank: [], max: 50, rules: [] })

export type Special<V> = Field<V, "special">

/** A member that a module reads, checks and stores in its own way. */
export const special = <V>(blank: V, ...rules: Rule<Members>[]): Special<V> => ({ kind: "special", blank, rules })

/** Returns the fields without those of the given names. */
export const omitFields = <F extends Fields, K extends keyof F & string>(fields: F, ...names: K[]): Omit<F, K> =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name as K))) as Omit<F, K>

/** Returns an empty draft. The order of the members is that of the form, and of its error summary. */
export const blankOf = <F extends Fields>(fields: F): DraftOf<F> =>
  Object.fromEntries(Object.entries(fields).map(([name, { blank }]) => [name, blank])) as DraftOf<F>

/** Returns the rules of the fields, each followed by those that concern several members. */
export const rulesOf = <F extends Fields>(fields: F, more: Rules<DraftOf<F>> = {}): Rules<DraftOf<F>> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, [...field.rules, ...[more[name] ?? []].flat()]]),
  ) as object

/** The name of another record, which the server adds. */
export const name = () => text(200)

/** A number that the server counts; null if it does not. */
export const count = () => number(Number.MAX_SAFE_INTEGER)

/** The field with null as its blank. */
export const orNull = <V, K extends FieldKind>(field: Field<V, K>): Field<V | null, K> => ({ ...field, blank: null })

/** Whether a value has the type of the blank; any value if that is null. */
export const hasTypeOf = (blank: unknown, raw: unknown): boolean =>
  blank === null || (Array.isArray(blank) ? Array.isArray(raw) : isRecord(blank) ? isRecord(raw) : typeof raw === typeof blank)

const isIdText = (raw: unknown) => typeof raw === "string" || typeof raw === "number"

/** A picture without a number has that of its position. */
const mediaIn = (raw: unknown[]): Media[] =>
  raw
    .filter((item): item is Record<string, unknown> & { url: string } => isRecord(item) && typeof item.url === "string")
    .map((item, index) => ({ ...item, orderNo: typeof item.orderNo === "number" ? item.orderNo : index + 1 }))

const textIn = (raw: unknown, { blank }: Field<unknown>) => (typeof raw === "string" ? raw : blank)

/** The value of a member as the wire has it, by kind. What has another type becomes the blank. */
const readers: Record<FieldKind, (raw: unknown, field: Field<unknown>) => unknown> = {
  text: textIn,
  email: textIn,
  phone: textIn,
  secret: textIn,
  number: (raw, { blank }) => (typeof raw === "number" ? raw : blank),
  instant: (raw, { blank }) => (typeof raw === "string" ? inUtc(raw) : blank),
  day: textIn,
  // An unknown code stays as it came; one that is none is missing.
  code: (raw, { codes }) => codes?.values[codes.value(codes.name(raw))] ?? (raw === null || isIdText(raw) ? raw : undefined),
  id: (raw, { blank }) => (isIdText(raw) ? String(raw) : blank),
  owner: raw => (raw === null ? null : isIdText(raw) && raw !== "" ? String(raw) : undefined),
  ids: (raw, { blank }) => (Array.isArray(raw) ? raw.filter(isIdText).map(String) : blank),
  picture: textIn,
  pictures: (raw, { blank }) => (Array.isArray(raw) ? mediaIn(raw) : blank),
  special: (raw, { blank }) => (hasTypeOf(blank, raw) ? (raw ?? blank) : blank),
}

/** Returns the members that the fields describe, read from the wire (docs/contract.md#missing-members). */
export const readMembers = <F extends Fields>(fields: F, raw: object): DraftOf<F> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, readers[field.kind]((raw as Members)[name], field)]),
  ) as DraftOf<F>

/** Returns a function that picks the draft from a record; its pictures are sorted and numbered from 1. */
export const draftWith =
  <F extends Fields>(fields: F) =>
  (record: DraftOf<F>): DraftOf<F> =>
    Object.fromEntries(
      Object.entries(fields).map(([name, { kind }]) => [
        name,
        kind === "pictures" ? ordered(record[name] as Media[]) : record[name],
      ]),
    ) as DraftOf<F>

/**
 * Returns the empty draft, the rules and the draft of a record, as the fields describe them.
 * @param more rules that concern several members
 */
export const draftsOf = <F extends Fields>(fields: F, more: Rules<DraftOf<F>> = {}) => ({
  blank: blankOf(fields),
  rules: rulesOf(fields, more),
  draftOf: draftWith(fields),
})

const ordered = (media: readonly Media[]) => numberedMedia([...media].sort((a, b) => a.orderNo - b.orderNo))
