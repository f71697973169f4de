import type { Code } from "../core/codes"

/** Types for the reference API: its input and its output are checked against the contract by the compiler. */

type IsCode<V> = [Code] extends [V] ? true : false

/** A record as the API sends it: every member is present, codes are numbers, and a text that is empty may be null. */
export type Wire<T> = {
  [K in keyof T]-?: IsCode<T[K]> extends true ? number : string extends T[K] ? T[K] | null : T[K]
}

/** A draft as the API has parsed it: codes are numbers. */
export type Parsed<D> = { [K in keyof D]: IsCode<D[K]> extends true ? number : D[K] }
