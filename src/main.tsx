import { flushSync } from "react-dom"
import { createRoot, hydrateRoot } from "react-dom/client"
import { subscribe } from "valtio/vanilla"
import { chooseServer } from "./api/choose"
import { takePrefetched } from "./api/http"
import { App } from "./app/app"
import { loadRoute, prefetchLink } from "./app/routing/prefetch"
import { Shell } from "./app/shell/lazy-shell"
import { StartFailed } from "./app/start-failed"
import { startDocument } from "./effects/document"
import { renewExpiredTokens, startSession } from "./effects/session"
import { startSettings } from "./effects/settings"
import { startToasts } from "./effects/toasts"
import { config, configure, readConfig } from "./state/config"
import { cache, i18n } from "./state/instances"
import { currentUser, session } from "./state/session"
import { ChunkLoadError, loadChunk, reloadOnce } from "./ui/pages/loading/chunk"

const root = document.getElementById("root") as HTMLElement

/** Fetches a file of texts, or takes over the answer to the request that boot.ts has made, unless it failed. */
const fetchTexts = async (url: string, options?: RequestInit) => {
  const answer = await takePrefetched(url)?.catch(() => undefined)
  return answer?.ok ? answer : fetch(url, options)
}

const loadLanguage = () => {
  i18n.configure({ fetch: fetchTexts as typeof fetch })
  return i18n.load(globalThis.boot?.language ?? config.defaultLanguage)
}

/** Starts the effects of the session, when somebody is signed in or as soon as somebody is. @returns the chunk that does so */
const startWhenSignedIn = async () => {
  if (!currentUser(session)) {
    const stop = subscribe(session, () => {
      if (!currentUser(session)) return
      stop()
      startWhenSignedIn()
    })
    return
  }
  const chunk = await loadChunk(() => import("./effects/signed-in"))
  chunk.startSignedIn()
  return chunk
}

/** How long the first render waits for data once its scripts are there, ms; then it shows what has come. */
const waitMs = 150

/** Requests the first data of a page and of its frame, and waits for them, so that the first render shows them. */
const loadFirstData = async (href: string, known: Promise<void>) => {
  Shell.prefetch({ id: undefined, search: "" })
  prefetchLink(href)
  await Promise.race([Promise.all([known, cache.settled()]), new Promise(resolve => setTimeout(resolve, waitMs))])
}

/** Takes back what other programs have changed in the prerendered page. React replaces a page that differs, with what is typed in it. */
const restorePage = () => {
  const focused = document.activeElement as HTMLElement
  for (const { target, oldValue, addedNodes, removedNodes, nextSibling } of globalThis.boot?.changes.reverse() ?? []) {
    if ([...addedNodes].some(node => (node as Element).id === "end")) break
    if (!root.contains(target)) continue
    if (oldValue !== null) target.nodeValue = oldValue
    for (const node of addedNodes) (node as ChildNode).remove()
    for (const node of removedNodes) target.insertBefore(node, nextSibling)
  }
  focused.focus()
}

const start = async () => {
  // A host's policy may refuse the inline boot script.
  if (!globalThis.boot) await import(__BOOT__).catch(() => undefined)
  configure(readConfig(document.getElementById("config")?.textContent ?? "", location.origin))
  if (config.environment === "development")
    i18n.configure({ onMissingKey: key => reportError(new Error(`There is no text for ${key}.`)) })
  startSettings()
  startSession()
  await chooseServer(loadChunk)
  const { pathname, search } = location
  const [, signedIn, translated] = await Promise.all([
    // First: the others load texts of the same language.
    loadLanguage(),
    startWhenSignedIn(),
    loadChunk(() => import("./translated-texts")),
    loadRoute(pathname).catch(() => undefined),
    renewExpiredTokens(),
  ])
  if (signedIn) await loadFirstData(pathname + search, signedIn.untilKnown())
  startDocument()
  startToasts()
  globalThis.boot?.dispose()
  translated.startTranslatedTexts()
  addEventListener("focus", () => cache.refetchStale())
  // The prerendered login page is hydrated, which keeps the typed text; other pages are rendered from scratch.
  if (
    root.querySelector("[data-login]") &&
    (pathname === "/" || pathname === "/login") &&
    document.documentElement.dataset.session === undefined
  ) {
    restorePage()
    // The same element again, in one step: nothing can change the page, and no key is pressed, in between.
    const app = <App />
    const hydrated = hydrateRoot(root, app)
    flushSync(() => hydrated.render(app))
  } else {
    root.replaceChildren()
    createRoot(root).render(<App />)
  }
  delete document.documentElement.dataset.session
}

start().catch((error: unknown) => {
  if (error instanceof ChunkLoadError && error.type === "missing" && reloadOnce()) return
  root.replaceChildren()
  createRoot(root).render(<StartFailed error={error} />)
})
