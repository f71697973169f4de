import type { Boot } from "./boot-state"
import { inactivityTimeoutMs } from "./contract/inactivity"
import type { FirstCalls } from "./core/http/first-calls"
import { buildUrl, type Query } from "./core/http/http"
import { parseList, toQuery } from "./core/http/list-query"
import { isLanguage } from "./core/text/i18n"

/**
 * Script of the page's head, which runs before stylesheets and React (docs/console.md#first-paint). The build's budget limits its
 * size; it imports core only.
 */

type Settings = { theme?: unknown; pageSize?: Record<string, number> }
const root = document.documentElement
const parseJson = (text: string | null | undefined): unknown => {
  try {
    return JSON.parse(text ?? "")
  } catch {
    return null
  }
}

/** Returns a stored value; null where the browser blocks storage. */
const stored = (key: string) => {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

const config = parseJson(document.getElementById("config")?.textContent) as {
  apiBaseUrl?: unknown
  defaultLanguage?: unknown
  extensions?: unknown
} | null
const base = `${config?.apiBaseUrl ?? ""}`.replace(/\/+$/, "")
const settings = (parseJson(stored("settings")) ?? {}) as Settings
if (settings.theme === "light" || settings.theme === "dark") root.dataset.theme = settings.theme

/** The first valid of cookie, storage, configuration, Turkish (docs/console.md#languages-and-dictionaries). */
const language =
  [/(?:^|; )i18nextLng=(\w+)/.exec(document.cookie)?.[1], stored("i18nextLng"), config?.defaultLanguage].find(isLanguage) ?? "tr"
root.lang = language

const call = (url: string, token?: string) => {
  const response = fetch(url, {
    headers: { Accept: "application/json", "Accept-Language": language, ...(token && { Authorization: `Bearer ${token}` }) },
    cache: "no-store",
  })
  response.catch(() => {})
  boot.calls.set(url, response)
  return response
}

/** Handles the submission of the prerendered form before React does. The login page takes the call over. */
const onSubmit = (event: Event) => {
  const form = event.target
  if (!(form instanceof HTMLFormElement) || !form.matches("[data-login]")) return
  event.preventDefault()
  const field = form.elements.namedItem("email") as HTMLInputElement
  if (boot.login?.promise) return
  const email = field.value.trim().toLowerCase()
  // What is no plain address, the login page reads (core/text/email.ts) or names.
  if (!/^[\w.+-]+@[\w.-]+\.\w+$/.test(email)) {
    boot.login = { email: field.value }
    field.focus()
    return
  }
  form.querySelector("[type=submit]")?.setAttribute("aria-busy", "true")
  boot.login = { email, promise: call(buildUrl(base, `/Auth/GetCode/${encodeURIComponent(email)}`)) }
}

const onClick = (event: Event) => {
  boot.pressedButton = (event.target as Element).closest<HTMLElement>("button:not([type=submit])") ?? undefined
}

const hasSession = !!(stored("refreshToken") || stored("lastCodeRequestTime"))
/**
 * Scripts of the sign-in page as [URL, integrity], the entry first, and files of the pages that follow as [URL]. They are loaded on
 * the visitor's first input, or at once with a session. A failed load is repeated on the next input.
 */
const scripts = (parseJson(root.dataset.start) ?? []) as [string, string?][]
const isWaiting = !!scripts[0] && !hasSession && !location.hash

const boot: Boot = {
  language,
  calls: new Map(),
  changes: [],
  dispose: () => {
    observer.disconnect()
    removeEventListener("submit", onSubmit, true)
    removeEventListener("click", onClick, true)
    document.querySelector("[data-login] [aria-busy]")?.removeAttribute("aria-busy")
  },
}
globalThis.boot = boot
const first = (parseJson(root.dataset.first) ?? {}) as FirstCalls
/** Their bodies are read at once: unread ones keep connections busy where no script takes them over. */
const requestTexts = () => {
  for (const name of ["translation", ...(first.texts ?? [])]) {
    const url = `/locales/${language}/${name}.json`
    const read = call(url).then(async response => new Response(await response.text(), response))
    read.catch(() => {})
    boot.calls.set(url, read)
  }
}
// Nothing competes with the first frame of the sign-in page.
isWaiting ? requestAnimationFrame(() => setTimeout(requestTexts)) : requestTexts()
addEventListener("submit", onSubmit, true)
addEventListener("click", onClick, true)

/** Hides the prerendered form from visitors who will be redirected: a session or a requested code is stored. */
if (hasSession) root.dataset.session = ""

const inputEvents = ["pointermove", "pointerdown", "touchstart", "keydown", "focusin"]
const forEachInput = (change: typeof addEventListener) => {
  for (const type of inputEvents) change(type, loadScripts, true)
}
let pointerAt: string | undefined
const loadScripts = (event?: Event) => {
  // Browsers also send this event to a page that appears under a pointer at rest. A pointer has moved once its position changes.
  if (event?.type === "pointermove") {
    const { clientX, clientY } = event as PointerEvent
    const at = `${clientX} ${clientY}`
    pointerAt ??= at
    if (at === pointerAt) return
  }
  forEachInput(removeEventListener)
  delete root.dataset.start
  for (const [href, integrity] of scripts)
    integrity
      ? document.head.append(Object.assign(document.createElement("link"), { rel: "modulepreload", href, integrity }))
      : fetch(href, { priority: "low" })
  import(/* @vite-ignore */ `${scripts[0]?.[0]}`).catch(() => forEachInput(addEventListener))
}
if (isWaiting) forEachInput(addEventListener)
else if (scripts[0]) loadScripts()

/** Returns the claims of a token as text, or "" if it does not parse. */
const claimsOf = (token: string) => {
  try {
    return atob(`${token.split(".")[1]}`.replace(/-/g, "+").replace(/_/g, "/"))
  } catch {
    return ""
  }
}

/**
 * Sends the calls of the signed-in frame and of the page at once, when the stored session is still valid. The console builds the
 * same URLs and takes the calls over.
 */
const token = stored("accessToken")
const claims = claimsOf(`${token}`)
const user = parseJson(stored("user")) as { role?: unknown; tenantId?: string } | null
const now = Date.now()
const isActive = now - Number(stored("lastActivity") ?? now) < inactivityTimeoutMs
if (token && claims && user && isActive && Number(stored("tokenExpiry")) > now && /^\/(admin|user)\//.test(location.pathname)) {
  boot.token = token
  const get = (path: string, query?: Query) => call(buildUrl(base, path, query), token)
  const { list } = first
  // Where a server may not sort such a list, the console sends that call.
  if (list && (!list.defaults.isSortExtension || (config?.extensions ?? base[0] === "/"))) {
    const pageSize = settings.pageSize?.[list.name] ?? list.defaults.pageSize
    get(
      list.path.replace(":tenant", encodeURIComponent(user.tenantId ?? "")),
      toQuery(parseList(location.search, { ...list.defaults, pageSize })),
    )
  }
  for (const path of first.paths ?? []) get(path.replace(":id", location.pathname.split("/").pop() ?? ""))
  get("/tenant/izinler")
  get("/tenant/mytenant")
  // A token that names its person (`nameInToken`) needs no call for it.
  if (!/\b(given_?name|family_name|surname|name)":/i.test(claims)) get("/api/auth/me")
  if (user.role === "TenantAdmin" && user.tenantId) {
    get(`/tenant/${encodeURIComponent(user.tenantId)}/modules`)
    get("/tenant/get-all")
  }
}

/**
 * Replaces the page, which is prerendered in Turkish, by the English one of its template, before the first paint: as soon as the
 * element that follows the template has been parsed.
 */
const onMutations = (records: MutationRecord[]) => {
  boot.changes.push(...records)
  const template = language === "en" && document.getElementById("end") && document.querySelector("template")
  if (!template) return
  document.title = template.title
  document.getElementById("root")?.replaceChildren(template.content)
  template.remove()
  observer.takeRecords()
  boot.changes = []
}
const observer = new MutationObserver(onMutations)
observer.observe(document, { childList: true, characterDataOldValue: true, subtree: true })
onMutations([])
