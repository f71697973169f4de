import { currentUser, type Role, type SessionState, sentCode } from "../../state/session"
import { landingPaths, matchRoute, type Route } from "./routes"

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
 * @param path without query
 */
export const guard = (visitor: Visitor, path: string): string | undefined => {
  const route = matchRoute(path)?.route
  const home = visitor.role && landingPaths[visitor.role]
  if (!route) return "/login"
  if (route.access === "public") {
    const isVerify = route.path === "/verify"
    if (home && (isEntry(route) || isVerify)) return home
    if (visitor.awaiting && isEntry(route)) return "/verify"
    if (isVerify && !visitor.awaiting) return visitor.denied ? "/access-denied" : "/login"
    return undefined
  }
  if (!home || !visitor.role) return visitor.awaiting ? "/verify" : visitor.denied ? "/access-denied" : "/login"
  return route.access.includes(visitor.role) ? undefined : home
}
