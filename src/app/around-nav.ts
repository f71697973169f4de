import type { AroundNavHandler } from "wouter"
import { unsavedChanges } from "../state/instances"
import { matchRoute } from "./routes"

/** The screens that were shown. */
const opened = new Set<string | undefined>()
let latest = 0

/**
 * Whether the first render of a page may take longer than a frame: the page of a record, and a screen that was not shown yet,
 * whose functions are compiled by it.
 */
const isLong = (path: string) => {
  const { screen, kind } = matchRoute(path)?.route ?? {}
  const isFirst = !opened.has(screen)
  opened.add(screen)
  return isFirst || kind === "view"
}

/** Calls back after the next paint, and once more after 100 ms: a tab that is not shown paints no frame. */
const afterPaint = (run: () => void) => {
  requestAnimationFrame(() => setTimeout(run))
  setTimeout(run, 100)
}

/** Follows a navigation, after the paint that shows the press where the page takes long (docs/console.md#chunks). */
const follow: AroundNavHandler = (navigate, to, options) => {
  const path = to.split(/[?#]/)[0] ?? ""
  opened.add(matchRoute(location.pathname)?.route.screen)
  // A redirect follows no press, and stops no link that was pressed before.
  if (options?.replace) return navigate(to, options)
  const own = ++latest
  if (path === location.pathname || !isLong(path)) return navigate(to, options)
  afterPaint(() => {
    // Another link may have been followed meanwhile.
    if (own !== latest) return
    latest++
    navigate(to, options)
  })
}

/** What the router does around each navigation: it asks first where changes are not saved. */
export const aroundNav: AroundNavHandler = (navigate, to, options) => {
  if (!unsavedChanges.exist()) follow(navigate, to, options)
  else unsavedChanges.confirmLeave().then(isConfirmed => isConfirmed && follow(navigate, to, options))
}
