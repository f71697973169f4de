/** Enumerations whose names are on the wire (docs/contract.md#codes). */

/** A name of an enumeration, or another text as it came. */
export type Named<N extends string> = N | (string & Record<never, never>)

/** Returns the name that a value of the wire is, in any case; undefined when it is unknown. */
export const knownName = <N extends string>(names: readonly N[], value: unknown): N | undefined =>
  typeof value === "string" ? names.find(name => name.toLowerCase() === value.trim().toLowerCase()) : undefined

/** Returns the name that a value is, another text unchanged, and `fallback` for anything else. */
export const readName = <N extends string, F>(names: readonly N[], value: unknown, fallback: F): Named<N> | F =>
  knownName(names, value) ?? (typeof value === "string" && value.trim() ? value : fallback)
