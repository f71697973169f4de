import { currentUser, type Role, type SessionState, sentCode } from "../../state/session"
import { landingPaths, matchScreen } from "../screens/match"
import type { Screen } from "../screens/row"

/** The part of the session that the guard reads. `awaiting`: a code was sent; `denied`: the role was refused. */
export type Visitor = { role?: Role; awaiting: boolean; denied: boolean }

export const visitorOf = (session: SessionState): Visitor => ({
  role: currentUser(session)?.role,
  awaiting: sentCode(session.current) !== undefined,
  denied: session.current.status === "idle" && session.current.deniedTo !== undefined,
})

const isEntry = ({ path }: Screen) => path === "/" || path === "/login"

/**
 * Returns the path to which a visitor is redirected, or undefined when they may see `path` (docs/console.md#guard). The result
 * may be redirected again.
 * @param path without query
 */
export const guard = (visitor: Visitor, path: string): string | undefined => {
  const screen = matchScreen(path)?.screen
  const home = visitor.role && landingPaths[visitor.role]
  if (!screen) return "/login"
  if (screen.access === "public") {
    const isVerify = screen.path === "/verify"
    if (home && (isEntry(screen) || isVerify)) return home
    if (visitor.awaiting && isEntry(screen)) return "/verify"
    if (isVerify && !visitor.awaiting) return visitor.denied ? "/access-denied" : "/login"
    return undefined
  }
  if (!home || !visitor.role) return visitor.awaiting ? "/verify" : visitor.denied ? "/access-denied" : "/login"
  return screen.access.includes(visitor.role) ? undefined : home
}
