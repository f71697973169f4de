/** Weights that are drawn without replacement, as a Fenwick tree: a draw takes the logarithm of their number in steps. */
type Weights = {
  /** Sum of the weights that are left. */
  readonly total: number
  /** Removes and returns the first index at which the running sum of the weights left exceeds `x`, 0 ≤ x < total. */
  take: (x: number) => number
}

/** @param weights whole numbers ≥ 1 with a sum below 2^53 */
export const createWeights = (weights: readonly number[]): Weights => {
  const { length } = weights
  const sums = new Float64Array(length + 1)
  let total = 0
  for (let at = 1; at <= length; at++) {
    const weight = weights[at - 1] as number
    total += weight
    sums[at] = (sums[at] as number) + weight
    const parent = at + (at & -at)
    if (parent <= length) sums[parent] = (sums[parent] as number) + (sums[at] as number)
  }
  return {
    get total() {
      return total
    },
    take: x => {
      let index = 0
      let rest = x
      for (let step = 2 ** Math.floor(Math.log2(length)); step >= 1; step /= 2) {
        const sum = sums[index + step]
        if (sum === undefined || sum > rest) continue
        index += step
        rest -= sum
      }
      const weight = weights[index] as number
      for (let at = index + 1; at <= length; at += at & -at) sums[at] = (sums[at] as number) - weight
      total -= weight
      return index
    },
  }
}
