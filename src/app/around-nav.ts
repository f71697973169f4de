import type { AroundNavHandler } from "wouter"
import { afterPaint } from "../core/after-paint"
import { unsavedChanges } from "../state/instances"
import { matchRoute } from "./routes"

const screenOf = (path: string) => matchRoute(path)?.route.screen

/** The screens that were shown. */
const opened = new Set<string | undefined>()
let latest = 0

/**
 * Follows a navigation. The first opening of a screen, which compiles its functions, begins after the paint that shows the
 * press (docs/console.md#chunks); a redirect is followed at once.
 */
const follow: AroundNavHandler = (navigate, to, options) => {
  const own = ++latest
  const screen = screenOf(to.split(/[?#]/)[0] ?? "")
  opened.add(screenOf(location.pathname))
  if (opened.has(screen) || options?.replace) return navigate(to, options)
  opened.add(screen)
  // Another link may have been followed meanwhile.
  afterPaint(() => own === latest && navigate(to, options))
}

/** What the router does around each navigation: it asks first where changes are not saved. */
export const aroundNav: AroundNavHandler = (navigate, to, options) => {
  if (!unsavedChanges.exist()) follow(navigate, to, options)
  else unsavedChanges.confirmLeave().then(isConfirmed => isConfirmed && follow(navigate, to, options))
}
