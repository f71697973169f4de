/**
 * Runs `task` over `items` with limited concurrency. A task that throws becomes a rejected result and does not stop the
 * others. No task starts after `signal` is aborted.
 * @param concurrency tasks in flight at most; @param options.onSettled called after each task with the number of settled ones
 * @returns the results in the order of the items; items that were never started have none
 */
export const pool = async <I, R>(
  items: readonly I[],
  concurrency: number,
  task: (item: I, index: number) => Promise<R>,
  options: { signal?: AbortSignal; onSettled?: (settled: number) => void } = {},
): Promise<PromiseSettledResult<R>[]> => {
  const results: PromiseSettledResult<R>[] = []
  let next = 0
  let settled = 0
  const work = async () => {
    while (next < items.length && !options.signal?.aborted) {
      const index = next++
      results[index] = await task(items[index] as I, index).then(
        value => ({ status: "fulfilled", value }) as const,
        (reason: unknown) => ({ status: "rejected", reason }) as const,
      )
      options.onSettled?.(++settled)
    }
  }
  await Promise.all(Array.from({ length: Math.min(concurrency, items.length) }, work))
  return results
}
