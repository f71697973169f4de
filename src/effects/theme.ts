import { subscribe } from "valtio/vanilla"
import { http } from "../api/http"
import { parseHex } from "../core/color"
import { isRecord } from "../core/is-record"
import { listen, stopAll } from "../core/listen"
import { localStore } from "../core/storage"
import { logoUrl } from "../state/logo-url"
import { currentUser, session } from "../state/session"
import { defaultTheme, type Theme, theme, themeFailed, themeLoaded, themeLoading, themeReset } from "../state/theme"

/** The cached identity. The key has the version of its format (docs/contract.md#browser-storage). */
const key = "tenantTheme.v3"
const ttlMs = 86_400_000
/** An older identity is fetched again on the timer. */
const staleTimeMs = 120_000
/** A window focus fetches again when the last fetch is older. */
const focusStaleTimeMs = 10_000
const checkIntervalMs = 30_000

const recordOf = (value: unknown) => (isRecord(value) ? value : {})
const text = (value: unknown) => (typeof value === "string" && value.trim() ? value : undefined)

/** Adds a version to a logo's URL, so that a changed logo is fetched again. An unchanged URL keeps its version. */
const versionedUrl = (url: string | undefined, previous: string | undefined, now: number) => {
  if (!url) return undefined
  const full = new URL(url)
  const version = previous && URL.canParse(previous) ? new URL(previous).searchParams.get("v") : null
  if (version) {
    full.searchParams.set("v", version)
    if (full.href === previous) return previous
  }
  full.searchParams.set("v", String(now))
  return full.href
}

/**
 * Reads a company's identity (docs/contract.md#company-identity). Colours are members of the record or of `visualIdentity`; in
 * place of an invalid one the previous colour stays. @param now epoch ms
 */
export const readTheme = (value: unknown, previous: Pick<Theme, "primary" | "secondary" | "logo">, now: number): Theme => {
  const raw = recordOf(value)
  const identity = recordOf(raw.visualIdentity)
  const color = (name: string, fallback: string) =>
    parseHex(text(identity[name]) ?? "") ?? parseHex(text(raw[name]) ?? "") ?? fallback
  return {
    tenantId: raw.id === undefined ? undefined : String(raw.id),
    name: text(identity.name) ?? text(raw.name),
    logo: versionedUrl(logoUrl(text(identity.logo) ?? text(raw.logo)), previous.logo, now),
    primary: color("primaryColor", previous.primary),
    secondary: color("secondaryColor", previous.secondary),
    updated: now,
  }
}

const isTheme = (value: unknown): value is Theme => {
  const raw = recordOf(value)
  return (
    typeof raw.updated === "number" &&
    parseHex(text(raw.primary) ?? "") !== undefined &&
    parseHex(text(raw.secondary) ?? "") !== undefined
  )
}

const cachedTheme = (tenantId: string | undefined, now: number) => {
  const stored = localStore.getJson(key, isTheme)
  const isUsable = stored && stored.tenantId === tenantId && now - stored.updated < ttlMs
  return isUsable ? { ...stored, name: text(stored.name), logo: logoUrl(text(stored.logo)) } : undefined
}

/** Resets the identity and removes its cache, also that of older formats. */
const clearTheme = () => {
  for (const stored of localStore.keys()) if (stored.startsWith("tenantTheme")) localStore.remove(stored)
  themeReset()
}

/**
 * Fetches the identity of the signed-in person's company on sign-in, on window focus and on a timer
 * (docs/console.md#theme-and-colours). A cached identity applies at once.
 */
export const startTheme = (now: () => number = Date.now) => {
  let company: string | undefined
  let fetchedAt = 0

  const fetchTheme = async () => {
    const fetchedFor = company
    fetchedAt = now()
    try {
      const { value } = await http.get("/tenant/mytenant")
      if (company !== fetchedFor) return
      // An administrator without a company has no identity: the defaults apply.
      if (value === null || value === undefined) return themeFailed()
      themeLoaded(readTheme(value, theme, now()))
      localStore.set(key, JSON.stringify(theme))
    } catch {
      if (company === fetchedFor) themeFailed()
    }
  }

  const onSession = () => {
    const user = currentUser(session)
    const member = user && (user.tenantId !== undefined || user.role === "Administrator") ? user : undefined
    const next = member && (member.tenantId ?? "platform")
    if (next === company && next !== undefined) return
    company = next
    const cached = member && cachedTheme(member.tenantId, now())
    if (cached) Object.assign(theme, defaultTheme, cached)
    else clearTheme()
    if (!member) return
    if (!cached && member.tenantId) themeLoading()
    fetchTheme()
  }
  const onFocus = () => {
    if (company !== undefined && now() - fetchedAt >= focusStaleTimeMs) fetchTheme()
  }
  const onTimer = () => {
    const isStale = now() - theme.updated >= staleTimeMs && now() - fetchedAt >= staleTimeMs
    if (company !== undefined && !document.hidden && isStale) fetchTheme()
  }

  onSession()
  const timer = setInterval(onTimer, checkIntervalMs)
  return stopAll(() => clearInterval(timer), listen(window, { focus: onFocus }), subscribe(session, onSession, true))
}
