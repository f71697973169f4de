import { subscribe } from "valtio/vanilla"
import { http } from "../api"
import { hex } from "../core/color"
import { local } from "../core/storage"
import { config } from "../state/config"
import { personOf, session } from "../state/session"
import { defaultTheme, type Theme, theme, themeArrived, themeFailed, themeLoading, themeReset } from "../state/theme"

/** The identity's cache (S9): keyed by version, dropped after a day. */
const key = "tenantTheme.v3"
const life = 86_400_000

type Raw = Record<string, unknown>
const record = (value: unknown): Raw => (typeof value === "object" && value !== null ? (value as Raw) : {})
const text = (value: unknown) => (typeof value === "string" && value.trim() ? value : undefined)

/** A logo loads from https, from the API's own origin, or from its upload path (decisions §7). */
export const logoUrl = (url: string | undefined, page = location.href): string | undefined => {
  if (!url) return undefined
  const api = new URL(`${config.apiBaseUrl}/`, page)
  if (!URL.canParse(url, api)) return undefined
  const full = new URL(url, api)
  return full.protocol === "https:" || (full.protocol === "http:" && full.origin === api.origin) ? full.href : undefined
}

/** S3: colours stand at the top or under visualIdentity; an invalid one is ignored and what was there stays (decisions §7). */
export const readTheme = (value: unknown, before: Pick<Theme, "primary" | "secondary">, now: number): Theme => {
  const raw = record(value)
  const identity = record(raw.visualIdentity)
  const color = (name: string, fallback: string) => hex(text(identity[name]) ?? "") ?? hex(text(raw[name]) ?? "") ?? fallback
  return {
    tenantId: raw.id === undefined ? undefined : String(raw.id),
    name: text(identity.name) ?? text(raw.name),
    logo: logoUrl(text(identity.logo) ?? text(raw.logo)),
    primary: color("primaryColor", before.primary),
    secondary: color("secondaryColor", before.secondary),
    updated: now,
  }
}

const isTheme = (value: unknown): value is Theme => {
  const raw = record(value)
  return (
    typeof raw.updated === "number" && hex(text(raw.primary) ?? "") !== undefined && hex(text(raw.secondary) ?? "") !== undefined
  )
}

const cached = (tenantId: string | undefined, now: number) => {
  const stored = local.json(key, isTheme)
  if (stored && stored.tenantId === tenantId && now - stored.updated < life) return stored
  local.remove(key)
  return undefined
}

/** Fetches the signed-in company's identity; a cached copy is painted at once (S4 Theme). */
export const startTheme = (now: () => number = Date.now) => {
  let shownFor: string | undefined

  const fetchTheme = async (tenantId: string) => {
    try {
      const { value } = await http.get("/tenant/mytenant")
      if (personOf(session)?.tenantId !== tenantId) return
      themeArrived(readTheme(value, theme, now()))
      local.set(key, JSON.stringify(theme))
    } catch {
      themeFailed()
    }
  }

  const look = () => {
    const user = personOf(session)
    const tenantId = user?.tenantId
    const who = user && (tenantId ?? "platform")
    if (who === shownFor) return
    shownFor = who
    if (theme.tenantId !== tenantId) themeReset()
    if (!tenantId) return
    const copy = cached(tenantId, now())
    if (copy) Object.assign(theme, defaultTheme, copy)
    else themeLoading()
    fetchTheme(tenantId)
  }

  look()
  return subscribe(session, look, true)
}
