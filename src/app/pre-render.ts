import { cache } from "../state/instances"
import type { LazyScreen } from "../ui/pages/lazy-screen"
import type { Match } from "./routes"

/** The page that a link leads to. `search`: its query without the `?`. */
export type LinkTarget = { match: Match; Screen: LazyScreen; search: string }

/** Prefetches the page that a link leads to. @returns the page; undefined: nothing is prefetched */
export type Prefetch = (href: string) => LinkTarget | undefined

/** How long a pointer or the focus rests on a link before its list is rendered, ms. */
const dwellMs = 50

/**
 * Returns a function that prefetches the target of a link, and renders the one of the latest link where it is a list: at once,
 * and again with its data (docs/console.md#pages-not-shown).
 */
export const preRenderLists = (prefetch: Prefetch, render: (target: LinkTarget) => void): ((href: string) => void) => {
  let timer: ReturnType<typeof setTimeout> | undefined
  return href => {
    clearTimeout(timer)
    timer = undefined
    const target = prefetch(href)
    if (target?.match.route.kind !== "list") return
    const own = setTimeout(async () => {
      for (const ready of [target.Screen.load, cache.settled]) {
        await ready().catch(() => undefined)
        // Another link may be under the pointer, or the page is shown.
        if (own !== timer || target.match.route.path === location.pathname) return
        render(target)
      }
    }, dwellMs)
    timer = own
  }
}
