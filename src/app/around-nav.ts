import type { AroundNavHandler } from "wouter"
import { unsavedChanges } from "../state/instances"
import { matchRoute } from "./routes"

/** The screens from which a navigation began. */
const opened = new Set<string | undefined>()
/** Counts the navigations: one that waits for the paint is dropped if another one follows. */
let latest = 0

/**
 * Whether the first render of a page may take longer than a frame: the page of a record, and a screen that was not shown yet,
 * whose functions are compiled by it.
 */
const isLong = (path: string) => {
  const { screen, kind } = matchRoute(path)?.route ?? {}
  return !opened.has(screen) || kind === "view"
}

/** Calls back after the next paint, and once more after 100 ms: a tab that is not shown paints no frame. */
const afterPaint = (run: () => void) => {
  requestAnimationFrame(() => setTimeout(run))
  setTimeout(run, 100)
}

/** Follows a navigation, after the paint that shows the press where the page takes long (docs/console.md#chunks). */
const follow: AroundNavHandler = (navigate, to, options) => {
  const path = to.split(/[?#]/)[0] ?? ""
  const isSamePage = path === location.pathname
  opened.add(matchRoute(location.pathname)?.route.screen)
  // The shown page corrects its address: a link that was pressed before is followed all the same.
  if (isSamePage && options?.replace) return navigate(to, options)
  const own = ++latest
  // A redirect follows no press.
  if (isSamePage || options?.replace || !isLong(path)) return navigate(to, options)
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
