import { currentUser, type Role, type SessionState, sentCode } from "../state/session"
import { hasScreen, landingPaths, matchRoute, type Route } from "./routes"

/** The part of the session that the guard reads. `awaiting`: a code was sent; `denied`: the role was refused. */
export type Visitor = { role?: Role; awaiting: boolean; denied: boolean }

export const visitorOf = (session: SessionState): Visitor => ({
  role: currentUser(session)?.role,
  awaiting: sentCode(session.current) !== undefined,
  denied: session.current.status === "idle" && session.current.deniedTo !== undefined,
})

const isEntry = ({ path }: Route) => path === "/" || path === "/login"

/**
 * Returns the path to which a visitor is redirected, or undefined when they may see `path` (docs/console.md#guard). The result
 * may be redirected again.
 * @param path without query; @param isAvailable whether the route has a screen
 */
export const guard = (visitor: Visitor, path: string, isAvailable: (route: Route) => boolean = hasScreen): string | undefined => {
  const route = matchRoute(path)?.route
  const home = visitor.role && landingPaths[visitor.role]
  if (!route) return "/login"
  if (route.access === "public") {
    const isVerify = route.path === "/verify"
    if (home && (isEntry(route) || isVerify)) return home
    if (visitor.awaiting && isEntry(route)) return "/verify"
    if (isVerify && !visitor.awaiting) return visitor.denied ? "/access-denied" : "/login"
    return isAvailable(route) ? undefined : (home ?? "/login")
  }
  if (!home || !visitor.role) return visitor.awaiting ? "/verify" : visitor.denied ? "/access-denied" : "/login"
  if (!route.access.includes(visitor.role) || !isAvailable(route)) return home
  return undefined
}
