/**
 * Short and long runs. `npm test` goes once through repeated faults and attacks and takes a seeded sample of tables whose rows
 * are alike; `npm run test:long` sets TEST_ROUNDS, takes the whole tables and repeats (docs/development.md#checks).
 */
import { it } from "vitest"

/** How often a long run repeats what a short run does once. */
export const rounds = Number(process.env.TEST_ROUNDS ?? 1)

export const isLong = process.env.TEST_ROUNDS !== undefined

const nothing = (_name: string, _test: () => unknown) => {}

/** A test that only long runs make. */
export const itInLongRuns = isLong ? it : (Object.assign(nothing, { each: () => nothing }) as unknown as typeof it)

const seed = Number(process.env.TEST_SEED ?? 0)

/**
 * The rows of a table that a run tries: in a short run `count` of them, spread evenly; in a long run all.
 * TEST_SEED draws others. @param first shifts the choice, for tables that are tried together
 */
export const sample = <T>(rows: readonly T[], count: number, first = 0): T[] =>
  isLong || count >= rows.length
    ? [...rows]
    : Array.from({ length: count }, (_, at) => (Math.floor((at * rows.length) / count) + seed + first) % rows.length)
        .sort((a, b) => a - b)
        .map(at => rows[at] as T)
