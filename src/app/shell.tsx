import { type ReactNode, useEffect, useRef, useState } from "react"
import { useSnapshot } from "valtio"
import { useLocation } from "wouter"
import { currentUser, type SessionState, session } from "../state/session"
import { settings } from "../state/settings"
import { setLinkPrefetch } from "../ui/display/link"
import { useT } from "../ui/hooks/use-t"
import { Confirms } from "../ui/overlays/confirm"
import { ConnectionBanner } from "./connection-banner"
import { IdleWarning } from "./idle-warning"
import { PausedSessionDialog } from "./paused-session-dialog"
import { loadWhenIdle, prefetchLink } from "./prefetch"
import { ReleaseBanner } from "./release-banner"
import { Sidebar } from "./sidebar"
import { Topbar } from "./topbar"

const narrow = "(width < 1024px)"

/** Moves the focus to the new page after a navigation, and to its top unless the person went back. */
const useArrival = () => {
  const [path] = useLocation()
  const main = useRef<HTMLElement>(null)
  const shown = useRef(path)
  const isBack = useRef(false)
  useEffect(() => {
    const note = () => {
      isBack.current = true
    }
    addEventListener("popstate", note)
    return () => removeEventListener("popstate", note)
  }, [])
  useEffect(() => {
    if (shown.current === path) return
    shown.current = path
    if (!isBack.current) scrollTo(0, 0)
    isBack.current = false
    // Taking the focus lays the page out: after its first paint, and only while nothing in it has the focus.
    const timer = setTimeout(() => {
      if (!main.current?.contains(document.activeElement)) main.current?.focus({ preventScroll: true })
    }, 50)
    return () => clearTimeout(timer)
  }, [path])
  return main
}

/** The signed-in frame: sidebar and header in the company's colours, the work on a quiet sheet (design, principle 1). */
export const Shell = ({ children }: { children: ReactNode }) => {
  const t = useT()
  const [path] = useLocation()
  const now = useSnapshot(session) as SessionState
  const user = currentUser(now)
  const { paused: held } = now
  const { sidebar } = useSnapshot(settings)
  const [drawerAt, setDrawerAt] = useState<string>()
  const isOpen = drawerAt === path
  const main = useArrival()

  useEffect(() => {
    setLinkPrefetch(prefetchLink)
    loadWhenIdle()
    const wide = matchMedia(narrow)
    const close = () => setDrawerAt(undefined)
    wide.addEventListener("change", close)
    return () => wide.removeEventListener("change", close)
  }, [])

  if (!user) return null
  return (
    <div className="shell" data-sidebar={sidebar} data-drawer={isOpen ? "open" : undefined}>
      <a className="btn btn--primary shell__skip" href="#main">
        {t("shell.skip")}
      </a>
      <Sidebar user={user} isOpen={isOpen} onClose={() => setDrawerAt(undefined)} />
      {isOpen && <div className="shell__scrim" onClick={() => setDrawerAt(undefined)} aria-hidden="true" />}
      <div className="shell__column" inert={isOpen}>
        <Topbar user={user} isDrawerOpen={isOpen} onDrawer={() => setDrawerAt(path)} />
        <main className="shell__main" id="main" tabIndex={-1} ref={main}>
          <ConnectionBanner />
          <ReleaseBanner />
          {children}
        </main>
      </div>
      <IdleWarning />
      {held && <PausedSessionDialog held={held} />}
      <Confirms />
    </div>
  )
}
