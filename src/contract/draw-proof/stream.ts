import { type Hashing, type Pause, u64 } from "../../core/hashing/hashing"

/** The stream of a round: numbers that follow from its key alone (docs/draw-proof.md#stream). */

export type Stream = {
  /** Returns the next number from 0 to n − 1, all equally likely. @param n from 1 to 2^53 − 1 */
  uniform: (n: number) => Promise<number>
}

const words = 2n ** 64n
const maxBlocks = 512

/** @param key 32 bytes; @param pause awaited whenever further blocks are computed */
export const createStream = (hashing: Hashing, key: Uint8Array, pause: Pause): Stream => {
  let views: DataView[] = []
  let next = 0
  let computed = 0
  const readWord = async () => {
    if (next === views.length * 4) {
      const first = computed
      const count = Math.min(Math.max(2, first), maxBlocks)
      const blocks = await hashing.hmac(
        key,
        Array.from({ length: count }, (_, at) => u64(first + at)),
      )
      await pause()
      views = blocks.map(block => new DataView(block.buffer, block.byteOffset))
      computed += count
      next = 0
    }
    const word = (views[next >> 2] as DataView).getBigUint64((next & 3) * 8)
    next++
    return word
  }
  return {
    uniform: async n => {
      if (n === 1) return 0
      const size = BigInt(n)
      const limit = words - (words % size)
      let word = await readWord()
      while (word >= limit) word = await readWord()
      return Number(word % size)
    },
  }
}
