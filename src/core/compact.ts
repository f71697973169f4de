/** What a condition leaves out of a list. */
export type Falsy = false | null | undefined | "" | 0

/** Returns the entries of a list that are present: `compact([a, isShown && b])`. */
export const compact = <T>(entries: readonly (T | Falsy)[]): T[] => entries.filter(Boolean) as T[]

/** Returns a list in parts of a length, of which the last one may be shorter. */
export const inParts = <T>(list: readonly T[], length: number): T[][] =>
  Array.from({ length: Math.ceil(list.length / length) }, (_, part) => list.slice(part * length, (part + 1) * length))
