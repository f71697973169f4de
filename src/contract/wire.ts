import type { Code } from "../core/codes"

/** Types with which the compiler checks input and output of the reference API against the contract. */

type IsCode<V> = [Code] extends [V] ? true : false

/** A record as the reference API sends it: all members are present, codes are numbers, texts may be null. */
export type Wire<T> = {
  [K in keyof T]-?: IsCode<T[K]> extends true ? number : string extends T[K] ? Exclude<T[K], undefined> | null : T[K]
}

/** A draft as the reference API parses it: codes are numbers. */
export type Parsed<D> = { [K in keyof D]: IsCode<D[K]> extends true ? number : D[K] }
