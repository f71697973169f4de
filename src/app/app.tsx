import { type ReactNode, useContext, useEffect, useMemo } from "react"
import { useSnapshot } from "valtio"
import { Router, useLocation, useSearch } from "wouter"
import { unsavedChanges } from "../state/instances"
import { currentUser, type SessionState, session } from "../state/session"
import { theme } from "../state/theme"
import { setLinkPrefetch } from "../ui/display/link"
import { Waiting } from "../ui/display/waiting"
import { useT } from "../ui/hooks/use-t"
import { Toaster } from "../ui/overlays/toaster"
import { type Owned, type Permission, ScreenContext } from "../ui/pages/screen-context"
import { checkAccess, isPermitted } from "./access"
import { ErrorBoundary } from "./error-boundary"
import { guard, visitorOf } from "./guard"
import { NoAccess } from "./no-access"
import { loadWhenIdle, prefetchLink } from "./prefetch"
import { isInReach, ReachContext } from "./reach"
import { rememberDestination, takeDestination } from "./redirect-after-login"
import { hasSibling, landingPaths, type Match, matchRoute } from "./routes"
import { Shell, screens } from "./screens"
import { useAccess } from "./use-access"

/** Redirects the visitor. A private page that requires sign-in is remembered, unless the person has signed out on it. */
const Redirect = ({ to, from }: { to: string; from: string }) => {
  const [, navigate] = useLocation()
  useEffect(() => {
    navigate(to, { replace: true })
    const { current } = session
    const hasSignedOut = current.status === "idle" && current.reason === "left"
    if (to === "/login" && !hasSignedOut && matchRoute(from.split("?")[0] ?? "")?.route.access !== "public")
      rememberDestination(from, current.status === "idle" ? current.email : undefined)
  }, [to, from, navigate])
  return null
}

const Screen = ({ match: { route, params } }: { match: Match }) => {
  const t = useT()
  const access = useAccess()
  const { permissions, role } = access
  const reach = useContext(ReachContext)
  const context = useMemo(
    () => ({
      base: route.base,
      id: params.id ?? params.userId,
      trail: route.kind === "single" || route.kind === "list" ? [] : [{ label: t(route.title), href: route.base }],
      has: { add: hasSibling(route, "add"), edit: hasSibling(route, "edit") },
      may: (permission: Permission) => !route.module || isPermitted(permission, route.module, { permissions }),
      mayChange: (record: Owned) =>
        (role === "Administrator" || isInReach(record, reach)) &&
        (!route.module || isPermitted("write", route.module, { permissions })),
    }),
    [route, params.id, params.userId, t, permissions, role, reach],
  )
  const result = checkAccess(route, access)
  if (result === "pending") return <Waiting />
  if (result !== "open") return <NoAccess reason={result} home={landingPaths[access.role]} />
  const ScreenComponent = screens[route.screen]
  return (
    <ScreenContext value={context}>
      {/* Screens of another record are mounted anew; a list keeps its state when its query changes. */}
      {ScreenComponent && <ScreenComponent key={route.screen + (context.id ?? "")} />}
    </ScreenContext>
  )
}

/** The signed-in console. A spinner replaces it while the first identity of a company loads (docs/console.md#theme-and-colours). */
const Console = ({ children }: { children: ReactNode }) => {
  const { loading, updated } = useSnapshot(theme)
  useEffect(() => {
    setLinkPrefetch(prefetchLink)
    loadWhenIdle()
  }, [])
  return loading && updated === 0 ? <Waiting size="xl" /> : <Shell>{children}</Shell>
}

const Page = () => {
  const [path] = useLocation()
  const search = useSearch()
  const state = useSnapshot(session) as SessionState
  const visitor = visitorOf(state)
  const person = currentUser(state)
  const target = guard(visitor, path)
  const from = path + (search ? `?${search}` : "")
  const match = useMemo(() => matchRoute(path), [path])

  if (target || !match) {
    const destination = person && (path === "/verify" || path === "/login" || path === "/") && takeDestination(person)
    return <Redirect to={destination || target || "/login"} from={from} />
  }
  const screen = (
    <ErrorBoundary key={path}>
      <Screen match={match} />
    </ErrorBoundary>
  )
  if (match.route.access === "public") return screen
  return <Console>{screen}</Console>
}

export const App = () => (
  <Router
    aroundNav={(navigate, to, options) => {
      if (!unsavedChanges.exist()) navigate(to, options)
      else unsavedChanges.confirmLeave().then(isConfirmed => isConfirmed && navigate(to, options))
    }}
  >
    <ErrorBoundary>
      <Page />
    </ErrorBoundary>
    <Toaster />
  </Router>
)
