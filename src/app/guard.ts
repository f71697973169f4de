import { currentUser, type Role, type SessionState, sentCode } from "../state/session"
import { hasScreen } from "./has-screen"
import { landingPaths, matchRoute, type Route } from "./routes"

/** What the guard needs to know of the session (S4). */
export type Visitor = { role?: Role; awaiting: boolean; denied: boolean }

export const visitorOf = (session: SessionState): Visitor => ({
  role: currentUser(session)?.role,
  awaiting: sentCode(session.current) !== undefined,
  denied: session.current.status === "idle" && session.current.deniedTo !== undefined,
})

const isEntry = ({ path }: Route) => path === "/" || path === "/login"

/**
 * Where a visitor must go instead of `path` (no query), or undefined when they may stay (S2, S4, decisions §3, §4).
 * Pure; one hop at a time, so that each row of the table can be tested alone.
 */
export const guard = (visitor: Visitor, path: string, built: (route: Route) => boolean = hasScreen): string | undefined => {
  const route = matchRoute(path)?.route
  const home = visitor.role && landingPaths[visitor.role]
  if (!route) return "/login"
  if (route.access === "public") {
    const isVerify = route.path === "/verify"
    if (home && (isEntry(route) || isVerify)) return home
    if (visitor.awaiting && isEntry(route)) return "/verify"
    if (isVerify && !visitor.awaiting) return visitor.denied ? "/access-denied" : "/login"
    return built(route) ? undefined : (home ?? "/login")
  }
  if (!home || !visitor.role) return visitor.awaiting ? "/verify" : visitor.denied ? "/access-denied" : "/login"
  if (!route.access.includes(visitor.role) || !built(route)) return home
  return undefined
}
