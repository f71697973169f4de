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

/** A list that was left. `version`, `frame`: what it was rendered from. */
type KeptEntry = { entry: ListEntry; version: number; frame: object }

/** `shown`: the list that is shown at `path`, if it is one. */
type Stack = { path: string; shown?: ListEntry | undefined; kept?: KeptEntry | undefined }

const withoutKept = ({ path, shown }: Stack): Stack => ({ path, shown })

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

type Props = { match: Match; Screen: ComponentType | undefined; isInReach: (owner: Owned) => boolean }

/**
 * The shown page. A list that is left for another page of its module is kept with its elements, and shown again when it is
 * opened (docs/console.md#pages-not-shown).
 */
export const PageStack = ({ match, Screen, isInReach }: Props) => {
  const t = useT()
  const [path] = useLocation()
  const { list } = useSnapshot(permissions)
  const { all } = useSnapshot(flags)
  // biome-ignore lint/correctness/useExhaustiveDependencies: an object for each state of what all pages depend on
  const frame = useMemo(() => ({}), [t, list, all, isInReach])
  const [stack, setStack] = useState<Stack>({ path: "" })
  const { shown, kept } = stack

  if (stack.path !== path) {
    const { base, kind } = match.route
    const isCurrent =
      kept?.entry.path === path &&
      kept.entry.search() === location.search &&
      kept.version === cache.version() &&
      kept.frame === frame
    const next =
      kind === "list" && Screen ? (isCurrent ? kept.entry : createEntry(match, Screen, path, location.search)) : undefined
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

  const page = shown ?? kept?.entry
  return (
    <>
      {page && <Page key={page.id} entry={page} isInReach={isInReach} isShown={page === shown} />}
      {!shown && (
        <ErrorBoundary key={path}>
          <PrivateScreen match={match} Screen={Screen} isInReach={isInReach} />
        </ErrorBoundary>
      )}
    </>
  )
}
