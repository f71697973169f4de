import { Activity, type ComponentType, memo, useEffect, useLayoutEffect, useMemo, useState } from "react"
import { createPortal } from "react-dom"
import { useSnapshot } from "valtio"
import { Router, useLocation, useRouter } from "wouter"
import { navigate, useLocationProperty } from "wouter/use-browser-location"
import { flags } from "../state/flags"
import { cache } from "../state/instances"
import { permissions } from "../state/permissions"
import { useT } from "../ui/hooks/use-t"
import type { Owned } from "../ui/pages/screen-context"
import { ErrorBoundary } from "./error-boundary"
import { PrivateScreen } from "./private-screen"
import type { Match } from "./routes"

/** How long a list is kept that is not shown, ms. */
const ttlMs = 60_000
/** How long the pointer or the focus rests on a menu entry before its list is rendered, ms. */
const restMs = 50

/** A list with its elements, which are taken out of the document while it is not shown. */
type ListEntry = {
  id: number
  match: Match
  Screen: ComponentType
  path: string
  /** The query of the latest address. */
  search: () => string
  container: HTMLElement
  /** Puts the elements into their place in the document. */
  attach: (place: HTMLElement | null) => void
  useOwnLocation: () => [string, typeof navigate]
  useOwnSearch: () => string
}

/** A list that is not shown. `version`, `frame`: what it was rendered from. `isLeft`: it was shown before. */
type HiddenEntry = { entry: ListEntry; version: number; frame: object; isLeft: boolean }

/** `shown`: the list that is shown at `path`, if it is one. */
type Stack = { path: string; shown: ListEntry | undefined; hidden: readonly HiddenEntry[] }

let entries = 0

const createEntry = (match: Match, Screen: ComponentType, path: string, search: string): ListEntry => {
  let own = search
  const container = document.createElement("div")
  container.className = "shell__page"
  // A list that is not shown reads its own address, not that of the shown page.
  const currentSearch = () => {
    if (location.pathname === path) own = location.search
    return own
  }
  return {
    id: ++entries,
    match,
    Screen,
    path,
    search: () => own,
    container,
    attach: place => place?.append(container),
    useOwnLocation: () => [path, navigate],
    useOwnSearch: () => useLocationProperty(currentSearch),
  }
}

/** Whether a list that was left can be shown again as it is: with rows, and without a selection, an open dialog, or a load. */
const isReusable = ({ container }: ListEntry) =>
  container.querySelector("tr[data-row]") !== null &&
  container.querySelector("dialog, [popover]:not(.menu), .bulk-bar, [aria-busy=true], [role=alert]") === null

type PageProps = { entry: ListEntry; isInReach: (owner: Owned) => boolean }

const Content = memo(({ entry: { match, Screen, useOwnLocation, useOwnSearch }, isInReach }: PageProps) => (
  <Router hook={useOwnLocation} searchHook={useOwnSearch} aroundNav={useRouter().aroundNav}>
    <ErrorBoundary>
      <PrivateScreen match={match} Screen={Screen} isInReach={isInReach} />
    </ErrorBoundary>
  </Router>
))

const Page = memo(({ entry, isInReach, isShown }: PageProps & { isShown: boolean }) => (
  <>
    {isShown && <div className="shell__page" ref={entry.attach} />}
    <Activity mode={isShown ? "visible" : "hidden"}>
      {createPortal(<Content entry={entry} isInReach={isInReach} />, entry.container)}
    </Activity>
  </>
))

type List = { match: Match; Screen: ComponentType }

type Props = {
  match: Match
  Screen: ComponentType | undefined
  isInReach: (owner: Owned) => boolean
  /** Loads the chunk of a list; undefined: the link leads to another page. */
  loadList: (href: string) => Promise<List | undefined>
}

/**
 * The shown page. A list that is left for another page of its module is kept with its elements, and the list of a menu entry on
 * which the pointer or the focus rests is rendered; both are shown at once when they are opened (docs/console.md#pages-not-shown).
 */
export const PageStack = ({ match, Screen, isInReach, loadList }: Props) => {
  const t = useT()
  const [path] = useLocation()
  const { list } = useSnapshot(permissions)
  const { all } = useSnapshot(flags)
  // biome-ignore lint/correctness/useExhaustiveDependencies: an object for each state of what all pages depend on
  const frame = useMemo(() => ({}), [t, list, all, isInReach])
  const [stack, setStack] = useState<Stack>({ path: "", shown: undefined, hidden: [] })
  const { shown, hidden } = stack

  if (stack.path !== path) {
    const { base, kind } = match.route
    const reusable = hidden.find(
      one =>
        one.entry.path === path &&
        one.entry.search() === location.search &&
        one.version === cache.version() &&
        one.frame === frame,
    )
    const next = kind === "list" && Screen ? (reusable?.entry ?? createEntry(match, Screen, path, location.search)) : undefined
    const left = shown ? [{ entry: shown, version: cache.version(), frame, isLeft: true }] : hidden
    setStack({
      path,
      shown: next,
      hidden: next ? [] : left.filter(({ entry, isLeft }) => isLeft && entry.match.route.base === base),
    })
  }

  useLayoutEffect(() => {
    if (hidden.some(({ entry, isLeft }) => isLeft && !isReusable(entry)))
      setStack(stack => ({ ...stack, hidden: stack.hidden.filter(({ isLeft }) => !isLeft) }))
  }, [hidden])

  useEffect(() => {
    if (!hidden.length) return
    const timer = setTimeout(() => setStack(stack => ({ ...stack, hidden: [] })), ttlMs)
    return () => clearTimeout(timer)
  }, [hidden])

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const render = async (href: string) => {
      const list = await loadList(href)
      if (!list) return
      const entry = createEntry(list.match, list.Screen, href, "")
      const change = (entry: ListEntry, isNew: boolean) =>
        setStack(stack => {
          const { shown, hidden } = stack
          const others = hidden.filter(({ isLeft }) => isLeft)
          const isThere = hidden.some(one => one.entry.id === entry.id)
          if (shown?.path === href || others.some(one => one.entry.path === href) || isThere === isNew) return stack
          return { ...stack, hidden: [...others, { entry, version: cache.version(), frame, isLeft: false }] }
        })
      change(entry, true)
      // Rows that arrive after the list was rendered: a list that is not shown does not subscribe to them.
      await cache.settled()
      if (!entry.container.querySelector("tr[data-row]")) change({ ...entry }, false)
    }
    const onRest = ({ target }: Event) => {
      clearTimeout(timer)
      const href = target instanceof Element && target.closest(".sidebar nav a")?.getAttribute("href")
      if (href) timer = setTimeout(() => render(href).catch(() => undefined), restMs)
    }
    const events = ["pointerover", "focusin"]
    for (const name of events) addEventListener(name, onRest)
    return () => {
      clearTimeout(timer)
      for (const name of events) removeEventListener(name, onRest)
    }
  }, [frame, loadList])

  return (
    <>
      {[...(shown ? [shown] : []), ...hidden.map(({ entry }) => entry)].map(entry => (
        <Page key={entry.id} entry={entry} isInReach={isInReach} isShown={entry === shown} />
      ))}
      {!shown && (
        <ErrorBoundary key={path}>
          <PrivateScreen match={match} Screen={Screen} isInReach={isInReach} />
        </ErrorBoundary>
      )}
    </>
  )
}
