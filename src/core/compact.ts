/** What a condition leaves out of a list. */
export type Falsy = false | null | undefined | "" | 0

/** Returns the entries of a list that are present: `compact([a, isShown && b])`. */
export const compact = <T>(entries: readonly (T | Falsy)[]): T[] => entries.filter(Boolean) as T[]
