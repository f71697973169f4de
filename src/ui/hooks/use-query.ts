import { useCallback, useSyncExternalStore } from "react"
import type { Entry, Read } from "../../core/query"
import { cache } from "../../state/instances"

const noEntry: Entry<never> = { loading: false, loadedAt: 0 }
const subscribeToNothing = () => () => {}

/**
 * Subscribes to a cached read. While the entry reloads, its previous data stays available (docs/console.md#query-cache).
 * @param isEnabled whether the data is loaded; otherwise the entry is empty
 */
export const useQuery = <A, T>(
  read: Read<A, T>,
  args: A,
  isEnabled = true,
): Entry<T> & { reload: () => void; cancel: () => void } => {
  const key = read.keyOf(args)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key is derived from the arguments
  const subscribe = useCallback((onChange: () => void) => cache.subscribe(read, args, onChange), [read, key])
  const entry: Entry<T> = useSyncExternalStore(isEnabled ? subscribe : subscribeToNothing, () =>
    isEnabled ? cache.entry(read, args) : noEntry,
  )
  const reload = () => {
    cache.load(read, args, true).catch(() => undefined)
  }
  return { ...entry, reload, cancel: () => cache.cancel(read, args) }
}
