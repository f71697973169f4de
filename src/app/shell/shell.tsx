import { listen } from "../../core/listen"
import "../../ui/display/icons/add-console-icons"
import { type ComponentType, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react"
import { flushSync } from "react-dom"
import { useSnapshot } from "valtio"
import { useLocation } from "wouter"
import { isRecord } from "../../core/is-record"
import { notifyFailure } from "../../state/notifications"
import { currentUser, personKey, type SessionState, session } from "../../state/session"
import { settings } from "../../state/settings"
import { useT } from "../../ui/hooks/use-t"
import { ViewMenu } from "../../ui/lists/view-menu"
import { Confirms } from "../../ui/overlays/confirm"
import { lazyScreen } from "../../ui/pages/loading/lazy-screen"
import { withTexts } from "../../ui/pages/loading/with-texts"
import { PrivateScreen } from "../access/private-screen"
import { useAccess } from "../access/use-access"
import { prefetchAccountName } from "../access/use-account-name"
import { prefetchReach, useReach } from "../access/use-reach"
import { ErrorBoundary } from "../error-boundary"
import { loadWhenIdle } from "../routing/load-when-idle"
import type { Match } from "../screens/match"
import { ConnectionBanner } from "./connection-banner"
import { IdleWarning } from "./idle-warning"
import { KeptList } from "./kept-list"
import { moduleMenu, sidebarMenu } from "./menu"
import { PausedSessionDialog } from "./paused-session-dialog"
import { ReleaseBanner } from "./release-banner"
import { Sidebar } from "./sidebar"
import { Topbar } from "./topbar"
import { useShortcuts } from "./use-shortcuts"
import { ViewingBanner } from "./viewing-banner"

const narrow = "(width < 1024px)"

const Palette = lazyScreen(
  withTexts("palette", () => import("../palette/palette")),
  module => module.Palette,
)

const ShortcutsDialog = lazyScreen(
  () => import("./shortcuts-dialog"),
  module => module.ShortcutsDialog,
)

/** The position at which the page is shown, from the history entry: a way back to a list names it (state/list-positions.ts). */
const scrollPosition = () => {
  const state: unknown = history.state
  return isRecord(state) && typeof state.scrollY === "number" ? state.scrollY : 0
}

/**
 * Moves the focus to a new page, in a list to the record that was open before, and scrolls to its top or to the named position
 * unless the navigation went back. @returns ref of the page's main element
 */
const useRouteFocus = (isList: boolean) => {
  const [path] = useLocation()
  const main = useRef<HTMLElement>(null)
  /** Empty for a page that the visitor was sent to, as after signing in: it takes the focus. */
  const shownPath = useRef(history.state?.isRedirect ? "" : path)
  /** The path of the latest navigation by the router, until it is shown; Back and Forward leave it unset. */
  const navigatedTo = useRef<string>(undefined)
  useEffect(() => {
    const onNavigate = () => {
      navigatedTo.current = location.pathname
    }
    // Events of the router. A listener of popstate would be called after the page is rendered.
    return listen(window, { pushState: onNavigate, replaceState: onNavigate })
  }, [])
  /** How far the page is scrolled, kept as it scrolls: reading it, like scrolling, costs a layout. */
  const scrolledTo = useRef(0)
  useEffect(() => {
    const onScroll = () => {
      scrolledTo.current = scrollY
    }
    return listen(window, { scroll: onScroll }, { passive: true })
  }, [])
  useLayoutEffect(() => {
    if (shownPath.current === path) return
    const position = scrollPosition()
    if (navigatedTo.current === path && position !== scrolledTo.current) scrollTo(0, position)
    navigatedTo.current = undefined
  }, [path])
  useEffect(() => {
    if (shownPath.current === path) return
    const opened = shownPath.current.split("/").at(-1) ?? ""
    shownPath.current = path
    const before = document.activeElement
    // `focus` forces a layout, so it waits for the first paint. A control of the page, or one focused meanwhile, keeps the focus.
    const moveFocus = () => {
      const { activeElement } = document
      const page = main.current
      const isLost = activeElement === document.body || (activeElement === before && !page?.contains(before))
      if (!isLost && activeElement !== page) return
      const row = isList ? page?.querySelector<HTMLElement>(`[data-row="${CSS.escape(opened)}"] a`) : undefined
      ;(row ?? page)?.focus({ preventScroll: true })
      if (isList && !row && page?.querySelector("table[aria-busy]")) timer = setTimeout(moveFocus, 50)
    }
    let timer = setTimeout(moveFocus, 50)
    return () => clearTimeout(timer)
  }, [path, isList])
  return main
}

const loadBell = () => import("../../modules/campaigns/attention-bell").then(module => module.AttentionBell)
const loadRecentActions = () => import("./recent-actions").then(module => module.RecentActions)
const loadMaintenance = () => import("../../modules/maintenance/follow").then(module => module.FollowMaintenance)
const loadViewMenu = () => import("../../modules/views/view-menu").then(module => module.ListViews)

/** Returns a component once its chunk has loaded; the page is usable without it. */
const useLater = <P,>(load: () => Promise<ComponentType<P>>) => {
  const [loaded, setLoaded] = useState<ComponentType<P>>()
  useEffect(() => {
    load().then(
      component => setLoaded(() => component),
      () => undefined,
    )
  }, [load])
  return loaded
}

/** Elements without props that depend on the page. */
const banners = (
  <>
    <ViewingBanner />
    <ConnectionBanner />
    <ReleaseBanner />
  </>
)
const questions = (
  <>
    <IdleWarning />
    <Confirms />
  </>
)

/** Requests what the frame shows of the person. */
export const prefetch = () => {
  prefetchAccountName()
  prefetchReach()
}

type Props = { match: Match }

/** The frame of the signed-in console: sidebar, header and dialogs around the page (docs/console.md#layout). */
export const Shell = (props: Props) => <Frame key={personKey(useSnapshot(session) as SessionState)} {...props} />

/** The frame of one person: nothing of it stays for another one, such as one who signs in in another tab. */
const Frame = ({ match }: Props) => {
  const t = useT()
  const [path] = useLocation()
  const state = useSnapshot(session) as SessionState
  const user = currentUser(state)
  const { sidebar } = useSnapshot(settings)
  /** The path for which the drawer was opened: a navigation closes it. */
  const [drawerPath, setDrawerPath] = useState<string>()
  const isOpen = drawerPath === path
  const [areShortcutsShown, showShortcuts] = useState(false)
  /** The text with which the palette opened; undefined while it is closed. */
  const [paletteText, setPaletteText] = useState<string>()
  const access = useAccess()
  const isList = match.screen.kind === "list"
  const main = useRouteFocus(isList)
  const isInReach = useReach()
  const viewMenu = useLater(loadViewMenu)
  const Maintenance = useLater(loadMaintenance)
  const bell = useLater(loadBell)
  const recentActions = useLater(loadRecentActions)

  // The same functions for every page, so that sidebar and header are not rendered again by a navigation.
  const openDrawer = useCallback(() => setDrawerPath(location.pathname), [])
  const closeDrawer = useCallback(() => setDrawerPath(undefined), [])
  const openShortcuts = useCallback(async () => {
    try {
      await ShortcutsDialog.load()
      showShortcuts(true)
    } catch (error) {
      notifyFailure(error, "error.generic")
    }
  }, [])
  const togglePalette = useCallback(async () => {
    // What is typed while the palette loads belongs to it.
    let typed = ""
    const collect = (event: KeyboardEvent) => {
      if (event.key.length > 1 || event.ctrlKey || event.metaKey || event.altKey) return
      typed += event.key
      event.preventDefault()
      event.stopPropagation()
    }
    addEventListener("keydown", collect, true)
    try {
      await Palette.load()
      flushSync(() => setPaletteText(shown => (shown === undefined ? typed : undefined)))
    } catch (error) {
      notifyFailure(error, "error.generic")
    } finally {
      removeEventListener("keydown", collect, true)
    }
  }, [])

  useShortcuts({ onOpen: openShortcuts, onPalette: togglePalette })

  useEffect(() => {
    loadWhenIdle()
  }, [])

  useEffect(() => {
    const media = matchMedia(narrow)
    return listen(media, { change: closeDrawer })
  }, [closeDrawer])

  if (!user) return null
  return (
    <div className="shell" data-sidebar={sidebar} data-drawer={isOpen ? "open" : undefined}>
      <a className="btn btn--primary shell__skip" href="#main">
        {t("shell.skip")}
      </a>
      <Sidebar user={user} isOpen={isOpen} onClose={closeDrawer} />
      {isOpen && <div className="shell__scrim" onClick={closeDrawer} aria-hidden="true" />}
      <div className="shell__column" inert={isOpen}>
        <Topbar
          user={user}
          isDrawerOpen={isOpen}
          onDrawer={openDrawer}
          onShortcuts={openShortcuts}
          onPalette={togglePalette}
          RecentActions={recentActions}
          Bell={bell}
        />
        <main className="shell__main" id="main" aria-labelledby="page-title" tabIndex={-1} ref={main}>
          {Maintenance && <Maintenance />}
          {banners}
          <KeptList path={path} isList={isList}>
            <ErrorBoundary key={path}>
              <ViewMenu value={viewMenu}>
                <PrivateScreen match={match} isInReach={isInReach} />
              </ViewMenu>
            </ErrorBoundary>
          </KeptList>
        </main>
      </div>
      {state.paused && <PausedSessionDialog paused={state.paused} />}
      {questions}
      {areShortcutsShown && <ShortcutsDialog onClose={() => showShortcuts(false)} />}
      {paletteText !== undefined && (
        <Palette
          initialText={paletteText}
          access={access}
          menu={[...sidebarMenu(access), ...moduleMenu(access)]}
          onShortcuts={openShortcuts}
          onClose={() => setPaletteText(undefined)}
        />
      )}
    </div>
  )
}
