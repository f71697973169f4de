import type { Method, ProofEntry } from "./proof"
import type { Stream } from "./stream"
import { createWeights } from "./weights"

/** The order in which a stream draws entries (docs/draw-proof.md#order). Computed as far as it is read. */

/** Fisher–Yates from the front. */
async function* shuffle(positions: number[], stream: Stream): AsyncGenerator<number, void> {
  for (let at = 0; at < positions.length; at++) {
    const chosen = at + (await stream.uniform(positions.length - at))
    const position = positions[chosen] as number
    positions[chosen] = positions[at] as number
    yield position
  }
}

async function* byWeight(entries: readonly ProofEntry[], stream: Stream): AsyncGenerator<number, void> {
  const weights = createWeights(entries.map(([, weight]) => weight))
  while (weights.total > 0) yield weights.take(await stream.uniform(weights.total))
}

async function* byTime(entries: readonly ProofEntry[], stream: Stream): AsyncGenerator<number, void> {
  const timeAt = (position: number | undefined) => entries[position as number]?.[2] ?? Number.POSITIVE_INFINITY
  const sorted = [...entries.keys()].sort((a, b) => timeAt(a) - timeAt(b) || a - b)
  for (let from = 0, to = 0; from < sorted.length; from = to) {
    while (timeAt(sorted[to]) === timeAt(sorted[from])) to++
    yield* shuffle(sorted.slice(from, to), stream)
  }
}

/** Yields the positions of all entries in the order in which they are drawn. */
export const drawOrder = (method: Method, entries: readonly ProofEntry[], stream: Stream): AsyncGenerator<number, void> =>
  method === "scoreBased"
    ? byWeight(entries, stream)
    : method === "firstComeFirstServed"
      ? byTime(entries, stream)
      : shuffle([...entries.keys()], stream)
