import { createHash } from "node:crypto"
import { describe, expect, it } from "vitest"
import { drawOrder } from "../../../src/contract/draw-proof/order"
import type { Method, ProofEntry } from "../../../src/contract/draw-proof/proof"
import { createStream } from "../../../src/contract/draw-proof/stream"
import { isLong, rounds } from "../../rounds"
import { hashing, pause } from "./kit"

/**
 * How often each entry gets each place, over many draws. The keys are always the same, and with them the figures.
 * A short run takes 3,000 draws, a long one 10,000 for each of TEST_ROUNDS: 10 gives 100,000.
 */
const draws = isLong ? 10_000 * rounds : 3_000

const entry = (position: number, weight = 1, time = 0): ProofEntry => [position.toString(16).padStart(64, "0"), weight, time]

/** The first places of many draws. */
const orders = async (method: Method, entries: readonly ProofEntry[], places: number): Promise<number[][]> => {
  const found: number[][] = []
  for (let at = 0; at < draws; at++) {
    const key = createHash("sha256").update(`${method} ${at}`).digest()
    const order = drawOrder(method, entries, createStream(hashing, key, pause))
    const positions: number[] = []
    for (let place = 0; place < places; place++) positions.push(Number((await order.next()).value))
    found.push(positions)
  }
  return found
}

/**
 * The value that χ² exceeds with a probability of 1 in 10,000 (Wilson and Hilferty's approximation).
 * @param freedom degrees of freedom
 */
const limitOf = (freedom: number) => freedom * (1 - 2 / (9 * freedom) + 3.719 * Math.sqrt(2 / (9 * freedom))) ** 3

/** @param expected the share of each outcome; an outcome without one must not happen */
const expectShares = (outcomes: readonly string[], expected: ReadonlyMap<string, number>) => {
  const counts = new Map<string, number>()
  for (const outcome of outcomes) counts.set(outcome, (counts.get(outcome) ?? 0) + 1)
  expect([...counts.keys()].filter(outcome => !expected.has(outcome))).toEqual([])
  const sum = [...expected.values()].reduce((all, share) => all + share, 0)
  expect(sum).toBeCloseTo(1, 9)
  const chi2 = [...expected].reduce((all, [outcome, share]) => {
    const mean = share * outcomes.length
    return all + ((counts.get(outcome) ?? 0) - mean) ** 2 / mean
  }, 0)
  expect(chi2).toBeLessThan(limitOf(expected.size - 1))
  // Equal to the last draw would be as suspicious.
  expect(chi2).toBeGreaterThan(0)
}

const alike = (outcomes: readonly string[]) => new Map(outcomes.map(outcome => [outcome, 1 / outcomes.length]))
const range = (count: number) => Array.from({ length: count }, (_, at) => at)

describe(`${draws.toLocaleString("en")} draws`, () => {
  it("at random give each entry each place equally often, and each pair of entries the first two", async () => {
    const count = 10
    const found = await orders(
      "random",
      range(count).map(at => entry(at)),
      count,
    )
    for (const place of range(count))
      expectShares(
        found.map(order => String(order[place])),
        alike(range(count).map(String)),
      )
    for (const position of range(count))
      expectShares(
        found.map(order => String(order.indexOf(position))),
        alike(range(count).map(String)),
      )
    const pairs = range(count).flatMap(a => range(count).flatMap(b => (a === b ? [] : [`${a} ${b}`])))
    expectShares(
      found.map(([a, b]) => `${a} ${b}`),
      alike(pairs),
    )
  })

  it.each([
    ["small", [1, 2, 3, 4, 10]],
    ["equal", [7, 7, 7, 7]],
    ["beyond 32 bits", [2 ** 40, 3 * 2 ** 40, 2 ** 33, 5 * 2 ** 40 + 1, 1]],
  ])(
    "by score give the first places in the proportion of the scores, and the second of those that are left: %s",
    async (_, weights) => {
      const found = await orders(
        "scoreBased",
        weights.map((weight, at) => entry(at, weight)),
        2,
      )
      const sum = weights.reduce((all, weight) => all + weight, 0)
      // χ² needs outcomes that are expected some times: rarer ones count as one.
      const isRare = (share: number) => share * draws < 5
      const first = weights.map((weight, at) => [String(at), weight / sum] as const)
      const pairs = weights.flatMap((a, i) =>
        weights.flatMap((b, j) => (i === j ? [] : [[`${i} ${j}`, (a / sum) * (b / (sum - a))] as const])),
      )
      for (const [shares, outcomes] of [
        [first, found.map(([a]) => String(a))],
        [pairs, found.map(([a, b]) => `${a} ${b}`)],
      ] as const) {
        const rare = new Set(shares.flatMap(([name, share]) => (isRare(share) ? [name] : [])))
        const rest = shares.reduce((all, [, share]) => (isRare(share) ? all + share : all), 0)
        const seen = outcomes.filter(outcome => !rare.has(outcome))
        expect(outcomes.length - seen.length).toBeLessThan(rest * draws + 20)
        expectShares(seen, new Map(shares.flatMap(([name, share]) => (rare.has(name) ? [] : [[name, share / (1 - rest)]]))))
      }
    },
  )

  it("by time keep the order of the times, and shuffle those of one time", async () => {
    const times = [5, 3, 5, 3, 5, 9, 1]
    const found = await orders(
      "firstComeFirstServed",
      times.map((time, at) => entry(at, 1, time)),
      times.length,
    )
    for (const order of found) expect(order.map(position => times[position])).toEqual([1, 3, 3, 5, 5, 5, 9])
    expectShares(
      found.map(order => order.slice(1, 3).join(" ")),
      alike(["1 3", "3 1"]),
    )
    expectShares(
      found.map(order => order.slice(3, 6).join(" ")),
      alike(["0 2 4", "0 4 2", "2 0 4", "2 4 0", "4 0 2", "4 2 0"]),
    )
  })
})
