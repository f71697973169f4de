import type { Codes } from "../core/codes"

/** What every kind of record shares on the wire. Pure: no screen, no call. */

/** A picture of a record; `orderNo` counts from 1. */
export type Media = { url: string; orderNo: number }

/** Members that the server adds to every record. `tenantId` is null for the platform's records, absent where the server does not tell. */
export type Stored = { id: string; tenantId?: string | null; createdDate: string | null; updatedDate: string | null }

/** Defaults of {@link Stored}; `tenantId` stays as it came. */
export const storedDefaults = { id: "", createdDate: null, updatedDate: null }

/**
 * Returns a reader of records: a member that the server left out or sent as null takes its default. A code becomes its
 * number; one that is unknown or missing stays as it came.
 */
export const withDefaults =
  <R extends object>(defaults: R, codes: { [Member in keyof R]?: Codes<string> }) =>
  (raw: object): R => {
    const given: Record<string, unknown> = { ...raw }
    for (const [name, value] of Object.entries(defaults)) {
      const of = codes[name as keyof R]
      if (!of) given[name] ??= value
      else if (of.name(given[name]) !== undefined) given[name] = of.value(of.name(given[name]))
    }
    return given as R
  }

/** Returns the members of `record` that `shape` has, in the order of `shape`. */
export const pick = <D extends object>(shape: D, record: D): D =>
  Object.fromEntries((Object.keys(shape) as (keyof D)[]).map(name => [name, record[name]])) as D

/** Returns pictures in their order, renumbered from 1. */
export const orderedMedia = (media: readonly Media[]): Media[] =>
  [...media].sort((a, b) => a.orderNo - b.orderNo).map(({ url }, at) => ({ url, orderNo: at + 1 }))
