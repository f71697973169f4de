/** Enumerations, which are numbers on the wire (docs/contract.md#codes). */

/** A code as received. A name, an unknown number or a missing code is kept and sent back unchanged. */
export type Code = number | string | null | undefined

export type Codes<N extends string> = {
  names: readonly N[]
  /** Returns the name of a wire value (number, numeric text, or name in any case); undefined when it is unknown. */
  name: (value: unknown) => N | undefined
  /** Returns the wire number of a name; -1 for undefined. */
  value(name: N | undefined): number
  values: readonly number[]
}

/** Defines an enumeration. @param names in the order of their wire numbers, from 0 */
export const codes = <const N extends string>(...names: N[]): Codes<N> => ({
  names,
  name: value => {
    if (typeof value === "number") return names[value]
    if (typeof value !== "string" || value.trim() === "") return undefined
    return names[Number(value)] ?? names.find(name => name.toLowerCase() === value.trim().toLowerCase())
  },
  value: name => (name === undefined ? -1 : names.indexOf(name)),
  values: names.map((_, index) => index),
})

/** The status of records that are active or inactive (docs/contract-records.md#brand). */
export const activeStatuses = codes("inactive", "active")
