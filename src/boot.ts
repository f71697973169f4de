import type { Boot } from "./boot-state"
import { isEmail } from "./core/email"
import { buildUrl } from "./core/http"
import { isLanguage } from "./core/i18n"
import { type ListDefaults, parseList, toQuery } from "./core/list-query"

/** The first kilobyte: runs before the stylesheet and React (docs/console.md#first-paint). Imports core only. */

type Settings = { theme?: unknown; pageSize?: Record<string, number> }
type FirstCall = { path: string; list: string; defaults: ListDefaults }

const root = document.documentElement
const jsonIn = (text: string | null | undefined): unknown => {
  try {
    return JSON.parse(text ?? "")
  } catch {
    return null
  }
}

/** Plain storage: what can't be read counts as absent. */
const stored = (key: string) => {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

const config = jsonIn(document.getElementById("config")?.textContent) as {
  apiBaseUrl?: unknown
  defaultLanguage?: unknown
} | null
const base = String(config?.apiBaseUrl ?? "").replace(/\/+$/, "")
const settings = (jsonIn(stored("settings")) ?? {}) as Settings
if (settings.theme === "light" || settings.theme === "dark") root.dataset.theme = settings.theme

/** Cookie, storage, the deployment's default, Turkish: the first one that is set (docs/console.md#languages-and-dictionaries). */
const language =
  [/(?:^|; )i18nextLng=(\w+)/.exec(document.cookie)?.[1], stored("i18nextLng"), config?.defaultLanguage].find(isLanguage) ?? "tr"
root.lang = language

const dictionary = async (namespace: string): Promise<unknown> =>
  (await fetch(`/locales/${language}/${namespace}.json`, { cache: "no-store" })).json()

const call = (url: string, token?: string) => {
  const answer = fetch(url, {
    headers: { Accept: "application/json", "Accept-Language": language, ...(token && { Authorization: `Bearer ${token}` }) },
    cache: "no-store",
  })
  answer.catch(() => {})
  boot.calls.set(url, answer)
  return answer
}

/** The prerendered form works before React: one call, adopted by the login page. */
const submit = (event: Event) => {
  const form = event.target
  if (!(form instanceof HTMLFormElement) || !form.matches("[data-login]")) return
  event.preventDefault()
  const field = form.elements.namedItem("email") as HTMLInputElement
  if (boot.login?.promise) return
  const email = field.value.trim().toLowerCase()
  if (!isEmail(email)) {
    boot.login = { email }
    field.focus()
    return
  }
  form.querySelector("[type=submit]")?.setAttribute("aria-busy", "true")
  boot.login = { email, promise: call(buildUrl(base, `/Auth/GetCode/${encodeURIComponent(email)}`)) }
}

const press = (event: Event) => {
  boot.pressedButton = (event.target as Element).closest<HTMLElement>("button:not([type=submit])") ?? undefined
}

const boot: Boot = {
  language,
  locales: Promise.all([dictionary("translation"), dictionary("common")]),
  calls: new Map(),
  dispose: () => {
    removeEventListener("submit", submit, true)
    removeEventListener("click", press, true)
    document.querySelector("[data-login] [aria-busy]")?.removeAttribute("aria-busy")
  },
}
boot.locales.catch(() => {})
globalThis.boot = boot
addEventListener("submit", submit, true)
addEventListener("click", press, true)

/** A session, or a code on its way, is stored: the prerendered form is not what this visitor will see. */
if (stored("refreshToken") || stored("lastCodeRequestTime")) root.dataset.session = ""

/**
 * The sign-in page is whole without the console: its scripts ([URL, integrity], the entry first) are fetched at the first
 * sign of a person, or at once for somebody who is on the way already. A try that fails is made again at the next sign.
 */
const scripts = jsonIn(root.dataset.start) as [string, string][] | null
const signs = ["pointermove", "pointerdown", "touchstart", "keydown", "focusin"]
const listen = (change: typeof addEventListener) => {
  for (const sign of signs) change(sign, start, true)
}
const start = () => {
  listen(removeEventListener)
  for (const [href, integrity] of scripts ?? [])
    document.head.append(Object.assign(document.createElement("link"), { rel: "modulepreload", href, integrity }))
  import(/* @vite-ignore */ scripts?.[0]?.[0] ?? "").catch(() => listen(addEventListener))
}
if (scripts) root.dataset.session === undefined ? listen(addEventListener) : start()

/** The page's list is fetched at once while the stored token is good; its URL is byte-equal with the list screen's. */
const first = jsonIn(root.dataset.first) as FirstCall | null
const token = stored("accessToken")
if (first && token && Number(stored("tokenExpiry")) > Date.now()) {
  const pageSize = settings.pageSize?.[first.list] ?? first.defaults.pageSize
  call(buildUrl(base, first.path, toQuery(parseList(location.search, { ...first.defaults, pageSize }))), token)
}

/**
 * The page is written in Turkish; what differs in English stands in `data-en` as [child index or attribute, text] pairs
 * and is put in place before the first paint: at once where the page is there, else while the parser goes along.
 */
if (language === "en") {
  const translate = () => {
    for (const element of document.querySelectorAll<HTMLElement>("[data-en]"))
      for (const [at, text] of jsonIn(element.dataset.en) as [number | string, string][]) {
        const node = element.childNodes[at as number]
        if (typeof at === "string") element.setAttribute(at, text)
        else if (node && node.nodeValue !== text) node.nodeValue = text
      }
    if (document.readyState !== "loading") observer.disconnect()
  }
  const observer = new MutationObserver(translate)
  if (document.readyState === "loading") {
    observer.observe(document, { childList: true, subtree: true, characterData: true })
    document.addEventListener("readystatechange", translate, { once: true })
  }
  translate()
}
