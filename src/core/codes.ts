/**
 * A code as the wire has it. The console writes numbers; a name, a number it does not know, or nothing is kept as it came
 * and sent back unchanged.
 */
export type Code = number | string | null | undefined

/** Enumerations are numbers on the wire; a server that sends the name is understood as well (decisions §2). */
export type Codes<N extends string> = {
  names: readonly N[]
  /** The name of a wire value (number, numeric text, or name in any case); undefined when it is unknown. */
  name: (value: unknown) => N | undefined
  /** The wire number of a name; -1 for none. */
  value(name: N | undefined): number
  values: readonly number[]
}

/** @param names in the order of their wire numbers, from 0 */
export const codes = <const N extends string>(...names: N[]): Codes<N> => ({
  names,
  name: value => {
    if (typeof value === "number") return names[value]
    if (typeof value !== "string" || value.trim() === "") return undefined
    return names[Number(value)] ?? names.find(name => name.toLowerCase() === value.trim().toLowerCase())
  },
  value: name => (name === undefined ? -1 : names.indexOf(name)),
  values: names.map((_, at) => at),
})
