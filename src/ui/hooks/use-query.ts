import { useCallback, useSyncExternalStore } from "react"
import type { Entry, Read } from "../../core/query"
import { cache } from "../../state/instances"

const nothing: Entry<never> = { loading: false, loadedAt: 0 }
const followNothing = () => () => {}

/** Follows one cached read, unless it is not wanted yet. The entry keeps what was shown while it reloads. */
export const useQuery = <A, T>(
  read: Read<A, T>,
  args: A,
  isWanted = true,
): Entry<T> & { reload: () => void; cancel: () => void } => {
  const key = read.keyOf(args)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the arguments
  const follow = useCallback((changed: () => void) => cache.subscribe(read, args, changed), [read, key])
  const entry: Entry<T> = useSyncExternalStore(isWanted ? follow : followNothing, () =>
    isWanted ? cache.entry(read, args) : nothing,
  )
  const reload = () => {
    cache.load(read, args, true).catch(() => undefined)
  }
  return { ...entry, reload, cancel: () => cache.cancel(read, args) }
}
