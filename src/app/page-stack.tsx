import { Activity, type ComponentType, memo, startTransition, useEffect, useLayoutEffect, useMemo, useState } from "react"
import { createPortal } from "react-dom"
import { useSnapshot } from "valtio"
import { Router, useLocation, useRouter } from "wouter"
import { navigate, useLocationProperty } from "wouter/use-browser-location"
import { flags } from "../state/flags"
import { cache } from "../state/instances"
import { permissions } from "../state/permissions"
import { setLinkActions } from "../ui/display/link"
import type { Owned } from "../ui/hooks/screen-context"
import { useT } from "../ui/hooks/use-t"
import { ErrorBoundary } from "./error-boundary"
import { type LinkTarget, type Prefetch, preRenderLists } from "./pre-render"
import { PrivateScreen } from "./private-screen"
import type { Match } from "./routes"

/** How long a list is kept that is not shown, since it was left or rendered, ms. */
const ttlMs = 60_000

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

/** A list that is not shown. `version`, `frame`: what it was rendered from. */
type HiddenEntry = { entry: ListEntry; version: number; frame: object }

/** `shown`: the list that is shown at `path`, if it is one. `kept`: one that was left. `likely`: one that is likely to be opened. */
type Stack = { path: string; shown?: ListEntry | undefined; kept?: HiddenEntry | undefined; likely?: HiddenEntry | undefined }

const withoutKept = (stack: Stack): Stack => ({ ...stack, kept: undefined })
const withoutLikely = (stack: Stack): Stack => ({ ...stack, likely: undefined })

/** Whether a list that is not shown is that of an address, and was rendered from what is there now. */
const isCurrent = (hidden: HiddenEntry | undefined, path: string, search: string, frame: object): hidden is HiddenEntry =>
  hidden?.entry.path === path && hidden.entry.search() === search && hidden.version === cache.version() && hidden.frame === frame

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

const hasRows = ({ container }: Pick<ListEntry, "container">) => container.querySelector("tr[data-row]") !== null

/** Whether a list that was left can be shown again as it is: with rows, and without a selection, an open dialog, or a load. */
const isReusable = ({ container }: ListEntry) =>
  hasRows({ container }) &&
  container.querySelector("dialog, [popover]:not(.menu), .bulk-bar, [aria-busy=true], [role=alert]") === null

/** Adds a list that is likely to be opened, or renders it once more where it has no rows yet. */
const withLikely = (stack: Stack, { match, Screen, search: query }: LinkTarget, frame: object): Stack => {
  const { kept, likely } = stack
  const { path } = match.route
  const search = query && `?${query}`
  if (path === stack.path || isCurrent(kept, path, search, frame)) return stack
  if (!isCurrent(likely, path, search, frame))
    return { ...stack, likely: { entry: createEntry(match, Screen, path, search), version: cache.version(), frame } }
  // Another object of the same list: it is rendered with the data that have come.
  return hasRows(likely.entry) ? stack : { ...stack, likely: { ...likely, entry: { ...likely.entry } } }
}

type PageProps = { entry: ListEntry; isInReach: (owner: Owned) => boolean }

const Content = memo(({ entry: { match, Screen, useOwnLocation, useOwnSearch }, isInReach }: PageProps) => (
  <Router hook={useOwnLocation} searchHook={useOwnSearch} aroundNav={useRouter().aroundNav}>
    <ErrorBoundary>
      <PrivateScreen match={match} Screen={Screen} isInReach={isInReach} />
    </ErrorBoundary>
  </Router>
))

const Page = memo(({ isShown, ...props }: PageProps & { isShown: boolean }) => (
  <>
    {isShown && <div className="shell__page" ref={props.entry.attach} />}
    <Activity mode={isShown ? "visible" : "hidden"}>{createPortal(<Content {...props} />, props.entry.container)}</Activity>
  </>
))

type Props = {
  match: Match
  Screen: ComponentType | undefined
  prefetch: Prefetch
  isInReach: (owner: Owned) => boolean
}

/** A page that is no list: it is not rendered again when only a list that is not shown changes. */
const OtherPage = memo(PrivateScreen)

/**
 * The shown page. A list that is left for another page of its module is kept with its elements, and shown again when it is
 * opened; a list whose link is under the pointer is rendered before (docs/console.md#pages-not-shown).
 */
export const PageStack = ({ match, Screen, prefetch, isInReach }: Props) => {
  const t = useT()
  const [path] = useLocation()
  const { list } = useSnapshot(permissions)
  const { all } = useSnapshot(flags)
  // biome-ignore lint/correctness/useExhaustiveDependencies: an object for each state of what all pages depend on
  const frame = useMemo(() => ({}), [t, list, all, isInReach])
  const [stack, setStack] = useState<Stack>({ path: "" })
  const { shown, kept, likely } = stack

  if (stack.path !== path) {
    const { base, kind } = match.route
    const hidden = [kept, likely].find(hidden => isCurrent(hidden, path, location.search, frame))
    const next = kind === "list" && Screen ? (hidden?.entry ?? createEntry(match, Screen, path, location.search)) : undefined
    const left = shown ? { entry: shown, version: cache.version(), frame } : kept
    setStack({ path, shown: next, kept: !next && left?.entry.match.route.base === base ? left : undefined })
  }

  useLayoutEffect(() => {
    if (kept && !isReusable(kept.entry)) setStack(withoutKept)
  }, [kept])

  useEffect(() => {
    if (!kept) return
    const timer = setTimeout(() => setStack(withoutKept), ttlMs)
    return () => clearTimeout(timer)
  }, [kept])

  useEffect(() => {
    if (!likely) return
    const timer = setTimeout(() => setStack(withoutLikely), ttlMs)
    return () => clearTimeout(timer)
  }, [likely])

  useEffect(() => {
    const render = (target: LinkTarget) => startTransition(() => setStack(stack => withLikely(stack, target, frame)))
    setLinkActions({ prefetch: preRenderLists(prefetch, render) })
  }, [prefetch, frame])

  const pages = [shown, kept?.entry, likely?.entry].filter(entry => entry !== undefined)
  return (
    <>
      {pages.map(entry => (
        <Page key={entry.id} entry={entry} isInReach={isInReach} isShown={entry === shown} />
      ))}
      {!shown && (
        <ErrorBoundary key={path}>
          <OtherPage match={match} Screen={Screen} isInReach={isInReach} />
        </ErrorBoundary>
      )}
    </>
  )
}
