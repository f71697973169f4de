import { type ReactNode, useEffect, useRef, useState } from "react"
import { useSnapshot } from "valtio"
import { useLocation } from "wouter"
import { currentUser, type SessionState, session } from "../state/session"
import { settings } from "../state/settings"
import { useT } from "../ui/hooks/use-t"
import { Confirms } from "../ui/overlays/confirm"
import { ConnectionBanner } from "./connection-banner"
import { IdleWarning } from "./idle-warning"
import { PausedSessionDialog } from "./paused-session-dialog"
import { ReleaseBanner } from "./release-banner"
import { Sidebar } from "./sidebar"
import { Topbar } from "./topbar"

const narrow = "(width < 1024px)"

/** Moves the focus to a new page, and scrolls to its top unless the navigation went back. @returns ref of the page's main element */
const useRouteFocus = () => {
  const [path] = useLocation()
  const main = useRef<HTMLElement>(null)
  const shownPath = useRef(path)
  const isBack = useRef(false)
  useEffect(() => {
    const onPopState = () => {
      isBack.current = true
    }
    addEventListener("popstate", onPopState)
    return () => removeEventListener("popstate", onPopState)
  }, [])
  useEffect(() => {
    if (shownPath.current === path) return
    shownPath.current = path
    if (!isBack.current) scrollTo(0, 0)
    isBack.current = false
    // `focus` forces a layout, so it waits for the first paint. A control of the page that has the focus keeps it.
    const timer = setTimeout(() => {
      if (!main.current?.contains(document.activeElement)) main.current?.focus({ preventScroll: true })
    }, 50)
    return () => clearTimeout(timer)
  }, [path])
  return main
}

/** The frame of the signed-in console: sidebar, header and dialogs around the page (docs/console.md#layout). */
export const Shell = ({ children }: { children: ReactNode }) => {
  const t = useT()
  const [path] = useLocation()
  const state = useSnapshot(session) as SessionState
  const user = currentUser(state)
  const { sidebar } = useSnapshot(settings)
  /** The path for which the drawer was opened: a navigation closes it. */
  const [drawerPath, setDrawerPath] = useState<string>()
  const isOpen = drawerPath === path
  const main = useRouteFocus()

  useEffect(() => {
    const media = matchMedia(narrow)
    const close = () => setDrawerPath(undefined)
    media.addEventListener("change", close)
    return () => media.removeEventListener("change", close)
  }, [])

  if (!user) return null
  return (
    <div className="shell" data-sidebar={sidebar} data-drawer={isOpen ? "open" : undefined}>
      <a className="btn btn--primary shell__skip" href="#main">
        {t("shell.skip")}
      </a>
      <Sidebar user={user} isOpen={isOpen} onClose={() => setDrawerPath(undefined)} />
      {isOpen && <div className="shell__scrim" onClick={() => setDrawerPath(undefined)} aria-hidden="true" />}
      <div className="shell__column" inert={isOpen}>
        <Topbar user={user} isDrawerOpen={isOpen} onDrawer={() => setDrawerPath(path)} />
        <main className="shell__main" id="main" tabIndex={-1} ref={main}>
          <ConnectionBanner />
          <ReleaseBanner />
          {children}
        </main>
      </div>
      <IdleWarning />
      {state.paused && <PausedSessionDialog paused={state.paused} />}
      <Confirms />
    </div>
  )
}
