import { useCallback, useState, useSyncExternalStore } from "react"
import type { Entry, Read } from "../../core/http/query"
import { cache } from "../../state/instances"

const noEntry: Entry<never> = { loading: false, loadedAt: 0 }
const subscribeToNothing = () => () => {}

/**
 * Subscribes to a cached read. While the entry reloads, its previous data stays available (docs/console.md#query-cache). A
 * component that does not read `loading` is not rendered again when a reload begins.
 * @param isEnabled whether the data is loaded; otherwise the entry is empty
 */
export const useQuery = <A, T>(
  read: Read<A, T>,
  args: A,
  isEnabled = true,
): Entry<T> & { reload: () => void; cancel: () => void } => {
  const key = read.keyOf(args)
  /**
   * The entry that was rendered, and whether its `loading` was read. It is written while rendering, which is safe: a render that
   * React gives up can only leave an entry that the next look replaces, or one more render.
   */
  const [seen] = useState(() => ({ entry: noEntry as Entry<T>, loading: false }))
  // biome-ignore lint/correctness/useExhaustiveDependencies: safe, arguments with the same key make the same call
  const subscribe = useCallback((onChange: () => void) => cache.subscribe(read, args, onChange), [read, key])
  const current = () => {
    const next: Entry<T> = isEnabled ? cache.entry(read, args) : noEntry
    const { entry, loading } = seen
    if (next.data !== entry.data || next.error !== entry.error || (loading && next.loading !== entry.loading)) seen.entry = next
    return seen.entry
  }
  return {
    ...useSyncExternalStore(isEnabled ? subscribe : subscribeToNothing, current),
    get loading() {
      seen.loading = true
      return isEnabled && cache.entry(read, args).loading
    },
    reload: () => {
      cache.load(read, args, true).catch(() => undefined)
    },
    cancel: () => cache.cancel(read, args),
  }
}
