import type { Codes } from "../core/codes"
import { inUtc } from "../core/dates/dates"
import { type Field, type Fields, hasTypeOf, instantAt, name, orNull, owner, readMembers } from "../core/fields"
import { arrayOf } from "../core/http/envelope"
import { isRecord } from "../core/is-record"

/** Members and readers that all kinds of records share. */

/** Members that the server adds to every record. `tenantId` is null for records of the platform, absent if the server omits it. */
export type StoredMembers = { id: string; tenantId?: string | null; createdDate: string | null; updatedDate: string | null }

const id: Field<string> = { kind: "id", blank: "", rules: [] }

/** Fields of {@link StoredMembers}, without the owner. */
export const storedFields = { id, createdDate: orNull(instantAt()), updatedDate: orNull(instantAt()) }

/** Members of records that a company or the platform owns and that may be offered to others: `tenantName` is the owner's name. */
export type OwnedMembers = StoredMembers & { tenantName: string }

/** Fields of {@link OwnedMembers}. */
export const ownedFields = { ...storedFields, tenantId: owner(), tenantName: name() }

/**
 * Returns a function that reads an object from the wire: a member that is missing, null or of another type takes its default, a
 * known code becomes its number, an unknown or missing code stays unchanged (docs/contract.md#missing-members), an instant
 * without a zone is in UTC (docs/contract.md#dates). A member whose default is null has any type.
 */
export const withDefaults =
  <R extends object>(defaults: R, codes: { [Member in keyof R]?: Codes<string> }) =>
  (raw: object): R => {
    const record: Record<string, unknown> = { ...raw }
    for (const [name, value] of Object.entries(defaults)) {
      const known = codes[name as keyof R]
      const given = record[name]
      if (!known) record[name] = typeof given === "string" && hasTypeOf(value, given) ? inUtc(given) : valueIn(given, value)
      else if (known.name(given) !== undefined) record[name] = known.value(known.name(given))
    }
    return record as R
  }

const valueIn = (given: unknown, blank: unknown) => (hasTypeOf(blank, given) ? (given ?? blank) : blank)

/** Returns a text or a number as text, and "" for anything else. */
export const textOf = (value: unknown): string => (typeof value === "string" || typeof value === "number" ? String(value) : "")

/** Returns the entries of a list that are objects, each as `read` returns it. */
export const entriesOf = <E>(value: unknown, read: (raw: Record<string, unknown>, index: number) => E): E[] =>
  arrayOf(value).filter(isRecord).map(read)

/** Returns the members of `record` that `shape` has, in the order of `shape`. */
export const pick = <D extends object>(shape: D, record: D): D =>
  Object.fromEntries((Object.keys(shape) as (keyof D)[]).map(name => [name, record[name]])) as D

/** Returns a function that reads a record from the wire. @param others the members that a body does not have */
export const recordReader = <R extends object>(fields: Fields, others: Fields) => {
  const all = { ...fields, ...others }
  return (raw: object): R => readMembers(all, raw) as R
}
