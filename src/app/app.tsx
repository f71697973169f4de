import { type ReactNode, useEffect, useMemo } from "react"
import { useSnapshot } from "valtio"
import { Router, useLocation, useSearch } from "wouter"
import { unsavedChanges } from "../state/instances"
import { currentUser, type SessionState, session } from "../state/session"
import { theme } from "../state/theme"
import { Waiting } from "../ui/display/waiting"
import { useT } from "../ui/hooks/use-t"
import { Toaster } from "../ui/overlays/toaster"
import { type Owned, type Permission, ScreenContext } from "../ui/pages/screen-context"
import { checkAccess, isPermitted } from "./access"
import { ErrorBoundary } from "./error-boundary"
import { guard, visitorOf } from "./guard"
import { NoAccess } from "./no-access"
import { rememberDestination, takeDestination } from "./redirect-after-login"
import { hasSibling, landingPaths, type Match, matchRoute } from "./routes"
import { Shell, screens } from "./screens"
import { useAccess } from "./use-access"

/** Sends the visitor on; private pages that asked for a sign-in are remembered. */
const Redirect = ({ to, from }: { to: string; from: string }) => {
  const [, navigate] = useLocation()
  useEffect(() => {
    navigate(to, { replace: true })
    const { current } = session
    const isOnPurpose = current.status === "idle" && current.reason === "left"
    if (to === "/login" && !isOnPurpose && matchRoute(from.split("?")[0] ?? "")?.route.access !== "public")
      rememberDestination(from, current.status === "idle" ? current.email : undefined)
  }, [to, from, navigate])
  return null
}

const Screen = ({ match: { route, params } }: { match: Match }) => {
  const t = useT()
  const access = useAccess()
  const { permissions, role } = access
  const context = useMemo(
    () => ({
      base: route.base,
      id: params.id ?? params.userId,
      trail: route.kind === "single" || route.kind === "list" ? [] : [{ label: t(route.title), href: route.base }],
      has: { add: hasSibling(route, "add"), edit: hasSibling(route, "edit") },
      may: (permission: Permission) => !route.module || isPermitted(permission, route.module, { permissions }),
      mayChange: ({ tenantId }: Owned) =>
        (role === "Administrator" || tenantId !== null) && (!route.module || isPermitted("write", route.module, { permissions })),
    }),
    [route, params.id, params.userId, t, permissions, role],
  )
  const verdict = checkAccess(route, access)
  if (verdict === "pending") return <Waiting />
  if (verdict !== "open") return <NoAccess verdict={verdict} home={landingPaths[access.role]} />
  const Part = screens[route.screen]
  return (
    <ScreenContext value={context}>
      {/* A record's screens start afresh for each record; a list keeps its state over changes of its query. */}
      {Part && <Part key={route.screen + (context.id ?? "")} />}
    </ScreenContext>
  )
}

/** The identity is painted before the frame is shown: a spinner stands in while a company's first theme loads (S2). */
const WithTheme = ({ children }: { children: ReactNode }) => {
  const { loading, updated } = useSnapshot(theme)
  return loading && updated === 0 ? <Waiting size="xl" /> : children
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
    const arriving = person && (path === "/verify" || path === "/login" || path === "/") && takeDestination(person)
    return <Redirect to={arriving || target || "/login"} from={from} />
  }
  const screen = (
    <ErrorBoundary key={path}>
      <Screen match={match} />
    </ErrorBoundary>
  )
  if (match.route.access === "public") return screen
  return (
    <WithTheme>
      <Shell>{screen}</Shell>
    </WithTheme>
  )
}

export const App = () => (
  <Router
    aroundNav={(navigate, to, options) => {
      if (!unsavedChanges.exist()) navigate(to, options)
      else unsavedChanges.confirmLeave().then(agreed => agreed && navigate(to, options))
    }}
  >
    <ErrorBoundary>
      <Page />
    </ErrorBoundary>
    <Toaster />
  </Router>
)
