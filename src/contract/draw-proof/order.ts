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

/** Entries that are grouped at once: few are read of many. */
const grouped = 1024

async function* byTime(entries: readonly ProofEntry[], stream: Stream): AsyncGenerator<number, void> {
  const times = new Float64Array(entries.length)
  for (let position = 0; position < times.length; position++) times[position] = entries[position]?.[2] as number
  const sorted = times.slice().sort()
  for (let from = 0, to = 0; from < sorted.length; from = to) {
    const first = sorted[from] as number
    const last = sorted[Math.min(from + grouped, sorted.length) - 1] as number
    const groups = new Map<number, number[]>()
    for (let position = 0; position < times.length; position++) {
      const time = times[position] as number
      if (time < first || time > last) continue
      to++
      const group = groups.get(time)
      if (group) group.push(position)
      else groups.set(time, [position])
    }
    for (const time of [...groups.keys()].sort((a, b) => a - b)) yield* shuffle(groups.get(time) ?? [], stream)
  }
}

/**
 * Yields the positions of all entries that take part, in the order in which they are drawn.
 * @param ineligible positions of entries that take no part
 */
export async function* drawOrder(
  method: Method,
  entries: readonly ProofEntry[],
  stream: Stream,
  ineligible: readonly number[] = [],
): AsyncGenerator<number, void> {
  const isOut = new Set(ineligible)
  const positions = [...entries.keys()].filter(position => !isOut.has(position))
  if (method === "random") return yield* shuffle(positions, stream)
  const taking = positions.map(position => entries[position] as ProofEntry)
  for await (const index of (method === "scoreBased" ? byWeight : byTime)(taking, stream)) yield positions[index] as number
}
