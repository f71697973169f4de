/**
 * Runs `task` over `items` with at most `width` in flight. Results stand in the items' order; a task that throws
 * is a rejected result and stops nobody. Nothing new begins once `signal` is aborted.
 */
export const pool = async <I, R>(
  items: readonly I[],
  width: number,
  task: (item: I, at: number) => Promise<R>,
  options: { signal?: AbortSignal; onSettled?: (done: number) => void } = {},
): Promise<PromiseSettledResult<R>[]> => {
  const results: PromiseSettledResult<R>[] = []
  let next = 0
  let done = 0
  const work = async () => {
    while (next < items.length && !options.signal?.aborted) {
      const at = next++
      results[at] = await task(items[at] as I, at).then(
        value => ({ status: "fulfilled", value }) as const,
        (reason: unknown) => ({ status: "rejected", reason }) as const,
      )
      options.onSettled?.(++done)
    }
  }
  await Promise.all(Array.from({ length: Math.min(width, items.length) }, work))
  return results
}
