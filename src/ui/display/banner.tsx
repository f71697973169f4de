import { type ReactNode, useId, useLayoutEffect, useSyncExternalStore } from "react"

/**
 * The banners of a page by precedence: what became of the person's own action, the connection, the shown data, a pending call,
 * the release, and what a form offers.
 */
const precedence = ["result", "connection", "data", "pending", "release", "draft", "proposal", "copy"] as const
type Rank = (typeof precedence)[number]

let mounted: readonly { id: string; rank: Rank }[] = []
const listeners = new Set<() => void>()
const setMounted = (next: typeof mounted) => {
  mounted = next
  for (const listener of listeners) listener()
}
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}
const first = () => precedence.flatMap(rank => mounted.filter(banner => banner.rank === rank))[0]?.id

/** A message above the content of a page. Of several, only the one with the highest precedence is shown (docs/console.md#banners). */
export const Banner = ({ rank, children }: { rank: Rank; children: ReactNode }) => {
  const id = useId()
  const shown = useSyncExternalStore(subscribe, first, () => undefined)
  useLayoutEffect(() => {
    setMounted([...mounted, { id, rank }])
    return () => setMounted(mounted.filter(banner => banner.id !== id))
  }, [id, rank])
  return shown === id && children
}
