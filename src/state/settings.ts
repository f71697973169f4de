import { proxy } from "valtio/vanilla"
import { isRecord } from "../core/is-record"

/** What a person chose for themselves on this browser (S1: notification, language; decisions §8). */
export type ThemeChoice = "light" | "dark" | "system"
export type Density = "comfortable" | "compact"
/** Whose clock dates are shown by: the deployment's (config.timeZone), or the browser's own. Date fields keep to the former. */
export type ZoneChoice = "deployment" | "browser"

export type Settings = {
  notification: boolean
  theme: ThemeChoice
  density: Density
  timeZone: ZoneChoice
  /** The sidebar as the person left it; narrow windows collapse it by themselves. */
  sidebar: "expanded" | "collapsed"
  /** Hidden columns per list, by the list's name. */
  hidden: Record<string, string[]>
  /** Rows per page per list. */
  pageSize: Record<string, number>
}

export const defaultSettings: Settings = {
  notification: true,
  theme: "system",
  density: "comfortable",
  timeZone: "deployment",
  sidebar: "expanded",
  hidden: {},
  pageSize: {},
}

export const settings = proxy<Settings>(structuredClone(defaultSettings))

export const changeSettings = (change: Partial<Settings>) => {
  Object.assign(settings, change)
}

export const setHiddenColumns = (list: string, keys: string[]) => {
  settings.hidden[list] = keys
}

const oneOf = <T extends string>(value: unknown, values: readonly T[], fallback: T) =>
  values.includes(value as T) ? (value as T) : fallback

/** Whatever storage held, made into valid settings: a bad member falls back to its default. */
export const readSettings = (stored: unknown): Settings => {
  const raw = isRecord(stored) ? stored : {}
  const hidden = isRecord(raw.hidden) ? raw.hidden : {}
  const sizes = isRecord(raw.pageSize) ? raw.pageSize : {}
  return {
    notification: raw.notification !== false,
    theme: oneOf(raw.theme, ["light", "dark", "system"], defaultSettings.theme),
    density: oneOf(raw.density, ["comfortable", "compact"], defaultSettings.density),
    timeZone: oneOf(raw.timeZone, ["deployment", "browser"], defaultSettings.timeZone),
    sidebar: oneOf(raw.sidebar, ["expanded", "collapsed"], defaultSettings.sidebar),
    hidden: Object.fromEntries(
      Object.entries(hidden).flatMap(([list, keys]) =>
        Array.isArray(keys) ? [[list, keys.filter(key => typeof key === "string")]] : [],
      ),
    ),
    pageSize: Object.fromEntries(
      Object.entries(sizes).flatMap(([list, size]) => (Number.isInteger(size) && Number(size) > 0 ? [[list, Number(size)]] : [])),
    ),
  }
}
