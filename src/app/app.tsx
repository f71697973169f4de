import { useEffect, useMemo } from "react"
import { useSnapshot } from "valtio"
import { Router, useLocation } from "wouter"
import { currentUser, type SessionState, session } from "../state/session"
import { theme } from "../state/theme"
import { setLinkActions } from "../ui/display/link"
import { Toaster } from "../ui/overlays/toaster"
import { Waiting } from "../ui/placeholders/waiting"
import { ErrorBoundary } from "./error-boundary"
import { aroundNav } from "./routing/around-nav"
import { guard, visitorOf } from "./routing/guard"
import { prefetchLink } from "./routing/prefetch"
import { rememberDestination, takeDestination } from "./routing/redirect-after-login"
import { type Match, matchScreen } from "./screens/match"
import { Shell } from "./shell/lazy-shell"

/** Redirects the visitor. A private page that requires sign-in is remembered, unless the person has signed out on it. */
const Redirect = ({ to }: { to: string }) => {
  const [, navigate] = useLocation()
  useEffect(() => {
    const { pathname, search } = location
    navigate(to, { replace: true, state: { isRedirect: true } })
    const { current } = session
    const hasSignedOut = current.status === "idle" && current.reason === "left"
    if (to === "/login" && !hasSignedOut && matchScreen(pathname)?.screen.access !== "public")
      rememberDestination(pathname + search, current.status === "idle" ? current.email : undefined)
  }, [to, navigate])
  return null
}

/** The signed-in console. A spinner replaces it while the first identity of a company loads (docs/console.md#theme-and-colours). */
const Console = ({ match }: { match: Match }) => {
  const { loading, updated } = useSnapshot(theme)
  return loading && updated === 0 ? <Waiting size="xl" /> : <Shell match={match} />
}

const Page = () => {
  const [path, navigate] = useLocation()
  useEffect(() => setLinkActions({ prefetch: prefetchLink, navigate }), [navigate])
  const state = useSnapshot(session) as SessionState
  const visitor = visitorOf(state)
  const person = currentUser(state)
  const target = guard(visitor, path)
  const match = useMemo(() => matchScreen(path), [path])

  if (target || !match) {
    const destination = person && (path === "/verify" || path === "/login" || path === "/") && takeDestination(person)
    return <Redirect to={destination || target || "/login"} />
  }
  const { screen } = match
  if (screen.access !== "public") return <Console match={match} />
  return (
    <ErrorBoundary key={path}>
      <screen.component />
    </ErrorBoundary>
  )
}

export const App = () => (
  <Router aroundNav={aroundNav}>
    <ErrorBoundary>
      <Page />
    </ErrorBoundary>
    <Toaster />
  </Router>
)
