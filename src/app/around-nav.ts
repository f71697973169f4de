import type { AroundNavHandler } from "wouter"
import { afterPaint } from "../core/after-paint"
import { unsavedChanges } from "../state/instances"
import { matchRoute } from "./routes"

const routeOf = (path: string) => matchRoute(path)?.route

/** The screens that were shown. */
const opened = new Set<string | undefined>()
let latest = 0

/**
 * Follows a navigation. The page of a record, and the first opening of a screen, which compiles its functions, begin after the
 * paint that shows the press (docs/console.md#chunks); a redirect is followed at once.
 */
const follow: AroundNavHandler = (navigate, to, options) => {
  const own = ++latest
  const path = to.split(/[?#]/)[0] ?? ""
  const route = routeOf(path)
  opened.add(routeOf(location.pathname)?.screen)
  const isQuick = path === location.pathname || (opened.has(route?.screen) && route?.kind !== "view")
  if (isQuick || options?.replace) return navigate(to, options)
  opened.add(route?.screen)
  // Another link may have been followed meanwhile.
  afterPaint(() => own === latest && navigate(to, options))
}

/** What the router does around each navigation: it asks first where changes are not saved. */
export const aroundNav: AroundNavHandler = (navigate, to, options) => {
  if (!unsavedChanges.exist()) follow(navigate, to, options)
  else unsavedChanges.confirmLeave().then(isConfirmed => isConfirmed && follow(navigate, to, options))
}
