import { subscribe } from "valtio/vanilla"
import { http } from "../api"
import { parseHex } from "../core/color"
import { localStore } from "../core/storage"
import { config, resourceUrl } from "../state/config"
import { currentUser, session } from "../state/session"
import { defaultTheme, type Theme, theme, themeFailed, themeLoaded, themeLoading, themeReset } from "../state/theme"

/** The identity's cache (S9): keyed by version, dropped after a day; a copy older than two minutes is stale. */
const key = "tenantTheme.v3"
const life = 86_400_000
const stale = 120_000
/** A remount or a focus asks again after this, ms (S7). */
const fresh = 10_000
const interval = 30_000

type Raw = Record<string, unknown>
const record = (value: unknown): Raw => (typeof value === "object" && value !== null ? (value as Raw) : {})
const text = (value: unknown) => (typeof value === "string" && value.trim() ? value : undefined)

/** A logo loads from https, from the API's own origin, or from its upload path (decisions §7). */
export const logoUrl = (url: string | undefined, page = location.href): string | undefined => {
  if (!url) return undefined
  const api = new URL(config.apiBaseUrl, page)
  if (!URL.canParse(resourceUrl(url, page), page)) return undefined
  const full = new URL(resourceUrl(url, page), page)
  return full.protocol === "https:" || (full.protocol === "http:" && full.origin === api.origin) ? full.href : undefined
}

/** The logo is asked for anew when its address changes (S9): the query is kept as long as the address is the same. */
const busted = (url: string | undefined, before: string | undefined, now: number) => {
  if (!url) return undefined
  const full = new URL(url)
  const known = before && URL.canParse(before) ? new URL(before).searchParams.get("v") : null
  if (known) {
    full.searchParams.set("v", known)
    if (full.href === before) return before
  }
  full.searchParams.set("v", String(now))
  return full.href
}

/** S3: colours stand at the top or under visualIdentity; an invalid one is ignored and what was there stays (decisions §7). */
export const readTheme = (value: unknown, before: Pick<Theme, "primary" | "secondary" | "logo">, now: number): Theme => {
  const raw = record(value)
  const identity = record(raw.visualIdentity)
  const color = (name: string, fallback: string) =>
    parseHex(text(identity[name]) ?? "") ?? parseHex(text(raw[name]) ?? "") ?? fallback
  return {
    tenantId: raw.id === undefined ? undefined : String(raw.id),
    name: text(identity.name) ?? text(raw.name),
    logo: busted(logoUrl(text(identity.logo) ?? text(raw.logo)), before.logo, now),
    primary: color("primaryColor", before.primary),
    secondary: color("secondaryColor", before.secondary),
    updated: now,
  }
}

const isTheme = (value: unknown): value is Theme => {
  const raw = record(value)
  return (
    typeof raw.updated === "number" &&
    parseHex(text(raw.primary) ?? "") !== undefined &&
    parseHex(text(raw.secondary) ?? "") !== undefined
  )
}

const cached = (tenantId: string | undefined, now: number) => {
  const stored = localStore.getJson(key, isTheme)
  const isMine = stored && stored.tenantId === tenantId && now - stored.updated < life
  return isMine ? { ...stored, name: text(stored.name), logo: logoUrl(text(stored.logo)) } : undefined
}

/** Drops the identity and all its caches, older versions' too: another company, or nobody (S4, S9 Logout). */
const forget = () => {
  for (const stored of localStore.keys()) if (stored.startsWith("tenantTheme")) localStore.remove(stored)
  themeReset()
}

/** Fetches the signed-in company's identity; a cached copy is painted at once (S4 Theme). */
export const startTheme = (now: () => number = Date.now) => {
  let shownFor: string | undefined
  let askedAt = 0

  const fetchTheme = async () => {
    const asked = shownFor
    askedAt = now()
    try {
      const { value } = await http.get("/tenant/mytenant")
      if (shownFor !== asked) return
      // An administrator without a company has none: the defaults stay (decisions §6).
      if (value === null || value === undefined) return themeFailed()
      themeLoaded(readTheme(value, theme, now()))
      localStore.set(key, JSON.stringify(theme))
    } catch {
      if (shownFor === asked) themeFailed()
    }
  }

  const look = () => {
    const user = currentUser(session)
    const mine = user && (user.tenantId !== undefined || user.role === "Administrator") ? user : undefined
    const who = mine && (mine.tenantId ?? "platform")
    if (who === shownFor && who !== undefined) return
    shownFor = who
    const copy = mine && cached(mine.tenantId, now())
    if (copy) Object.assign(theme, defaultTheme, copy)
    else forget()
    if (!mine) return
    if (!copy && mine.tenantId) themeLoading()
    fetchTheme()
  }
  const refocus = () => {
    if (shownFor !== undefined && now() - askedAt >= fresh) fetchTheme()
  }
  const tick = () => {
    if (shownFor !== undefined && !document.hidden && now() - theme.updated >= stale && now() - askedAt >= stale) fetchTheme()
  }

  look()
  const timer = setInterval(tick, interval)
  addEventListener("focus", refocus)
  const stop = subscribe(session, look, true)
  return () => {
    clearInterval(timer)
    removeEventListener("focus", refocus)
    stop()
  }
}
