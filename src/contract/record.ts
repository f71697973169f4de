import type { Codes } from "../core/codes"
import { inUtc } from "../core/dates/dates"
import { type Fields, readMembers } from "../core/fields"

/** Members and readers that all kinds of records share. */

/** Members that the server adds to every record. `tenantId` is null for records of the platform, absent if the server omits it. */
export type StoredMembers = { id: string; tenantId?: string | null; createdDate: string | null; updatedDate: string | null }

/** Defaults of {@link StoredMembers}; `tenantId` has none. */
export const storedDefaults = { id: "", createdDate: null, updatedDate: null }

/** Members of records that a company or the platform owns and that may be offered to others: `tenantName` is the owner's name. */
export type OwnedMembers = StoredMembers & { tenantName: string }

/** Defaults of {@link OwnedMembers}. */
export const ownedDefaults = { ...storedDefaults, tenantName: "" }

/**
 * Returns a function that reads a record from the wire: a member that is missing or null takes its default, a known code
 * becomes its number, an unknown or missing code stays unchanged (docs/contract.md#missing-members), an instant without a zone
 * is in UTC (docs/contract.md#dates).
 */
export const withDefaults =
  <R extends object>(defaults: R, codes: { [Member in keyof R]?: Codes<string> }) =>
  (raw: object): R => {
    const record: Record<string, unknown> = { ...raw }
    for (const [name, value] of Object.entries(defaults)) {
      const known = codes[name as keyof R]
      if (!known) record[name] = typeof record[name] === "string" ? inUtc(record[name]) : (record[name] ?? value)
      else if (known.name(record[name]) !== undefined) record[name] = known.value(known.name(record[name]))
    }
    return record as R
  }

/** Returns a text or a number as text, and "" for anything else. */
export const textOf = (value: unknown): string => (typeof value === "string" || typeof value === "number" ? String(value) : "")

/** Returns a list, and an empty one for anything else. */
export const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

/** Returns the members of `record` that `shape` has, in the order of `shape`. */
export const pick = <D extends object>(shape: D, record: D): D =>
  Object.fromEntries((Object.keys(shape) as (keyof D)[]).map(name => [name, record[name]])) as D

/** Returns a function that reads a record from the wire. @param others defaults of the members that the fields do not describe */
export const recordReader =
  <R extends object>(fields: Fields, others: object) =>
  (raw: object): R =>
    ({ ...withDefaults(others, {})(raw), ...readMembers(fields, raw) }) as R
