import { concat, type Hashing, inBatches, type Pause } from "./hashing"

/** Hash trees by RFC 6962, section 2.1. */

/**
 * Returns the root of the tree over `count` leaves. A node that has no sibling in its level moves up unchanged, which gives
 * the same root as RFC 6962's split at the largest power of two.
 * @param count at least 1; @param contentAt returns the content of a leaf
 */
export const merkleRoot = async (
  hashing: Hashing,
  count: number,
  contentAt: (index: number) => Uint8Array,
  pause: Pause,
): Promise<Uint8Array> => {
  let level = await inBatches(count, index => concat(0, contentAt(index)), hashing.sha256, pause)
  while (level.length > 1) {
    const nodes = level
    const nodeAt = (index: number) => nodes[index] as Uint8Array
    const pairs = nodes.length >> 1
    level = await inBatches(pairs, at => concat(1, nodeAt(2 * at), nodeAt(2 * at + 1)), hashing.sha256, pause)
    if (nodes.length % 2) level.push(nodeAt(nodes.length - 1))
  }
  return level[0] as Uint8Array
}
