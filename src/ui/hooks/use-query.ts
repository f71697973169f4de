import { useCallback, useRef, useSyncExternalStore } from "react"
import type { Entry, Read } from "../../core/query"
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
  const readsLoading = useRef(false)
  const latest = useRef<Entry<T>>(noEntry)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key is derived from the arguments
  const subscribe = useCallback((onChange: () => void) => cache.subscribe(read, args, onChange), [read, key])
  const current = () => {
    const { current: before } = latest
    const entry: Entry<T> = isEnabled ? cache.entry(read, args) : noEntry
    const isSame =
      entry.data === before.data && entry.error === before.error && (!readsLoading.current || entry.loading === before.loading)
    if (!isSame) latest.current = entry
    return latest.current
  }
  const entry = useSyncExternalStore(isEnabled ? subscribe : subscribeToNothing, current)
  return {
    ...entry,
    get loading() {
      readsLoading.current = true
      return isEnabled && cache.entry(read, args).loading
    },
    reload: () => {
      cache.load(read, args, true).catch(() => undefined)
    },
    cancel: () => cache.cancel(read, args),
  }
}
