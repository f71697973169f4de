import { isSameJson } from "../json"

/** Merging two versions of a draft that began as the same one (docs/console.md#conflicts). */

export type Side = "mine" | "theirs"
type Difference<D> = { field: keyof D & string; side: Side }

/** The fields in which two versions differ, with the side to take by default: `theirs` where `mine` is unchanged. */
export const differences = <D extends object>(base: D, mine: D, theirs: D): Difference<D>[] =>
  (Object.keys(mine) as (keyof D & string)[])
    .filter(field => !isSameJson(mine[field], theirs[field]))
    .map(field => ({ field, side: isSameJson(mine[field], base[field]) ? "theirs" : "mine" }))

/** The merged version. @param chosen sides other than those by default */
export const merged = <D extends object>(base: D, mine: D, theirs: D, chosen: { [K in keyof D]?: Side } = {}): D => {
  const taken = differences(base, mine, theirs).filter(({ field, side }) => (chosen[field] ?? side) === "theirs")
  return { ...mine, ...Object.fromEntries(taken.map(({ field }) => [field, theirs[field]])) }
}

/** Whether both have changed a field, to different values. */
export const isClash = <D extends object>(base: D, mine: D, theirs: D): boolean =>
  differences(base, mine, theirs).some(({ field, side }) => side === "mine" && !isSameJson(theirs[field], base[field]))
