import { proxy } from "valtio/vanilla"
import { isRecord } from "../core/is-record"

/** Settings of one browser (docs/console.md#settings). */
type ThemeChoice = "light" | "dark" | "system"
type Density = "comfortable" | "compact"
/** Time zone of shown dates: the deployment's (`config.timeZone`) or the browser's. Date fields always use the deployment's. */
type ZoneChoice = "deployment" | "browser"

type Layout = "grid" | "table"

export type Settings = {
  notification: boolean
  theme: ThemeChoice
  density: Density
  timeZone: ZoneChoice
  /** The person's choice; narrow windows show a drawer instead. */
  sidebar: "expanded" | "collapsed"
  /** Whether shortcuts of a single character are on. */
  shortcuts: boolean
  /** Keys of hidden columns, by list. */
  hidden: Record<string, string[]>
  /** Rows per page, by list. */
  pageSize: Record<string, number>
  /** How records are laid out, by list that offers a choice. */
  layout: Record<string, Layout>
  /** Ids of the saved views with which lists open, by list. */
  startView: Record<string, string>
  /** Whether the steps of the company's setup are left out of the dashboard. */
  isSetupHidden: boolean
}

export const defaultSettings: Settings = {
  notification: true,
  theme: "system",
  density: "comfortable",
  timeZone: "deployment",
  sidebar: "expanded",
  shortcuts: true,
  hidden: {},
  pageSize: {},
  layout: {},
  startView: {},
  isSetupHidden: false,
}

export const settings = proxy<Settings>(structuredClone(defaultSettings))

export const changeSettings = (change: Partial<Settings>) => {
  Object.assign(settings, change)
}

/** @param keys null: the list hides columns by itself */
export const setHiddenColumns = (list: string, keys: string[] | null) => {
  if (keys) settings.hidden[list] = keys
  else delete settings.hidden[list]
}

/** @param id undefined: the list opens without a view */
export const setStartView = (list: string, id: string | undefined) => {
  if (id) settings.startView[list] = id
  else delete settings.startView[list]
}

export const setLayout = (list: string, layout: Layout) => {
  settings.layout[list] = layout
}

const oneOf = <T extends string>(value: unknown, values: readonly T[], fallback: T) =>
  values.includes(value as T) ? (value as T) : fallback

/** @param valid returns the value of a list, in an array that is empty for an invalid one */
const byList = <T>(raw: unknown, valid: (value: unknown) => T[]): Record<string, T> =>
  Object.fromEntries(
    Object.entries(isRecord(raw) ? raw : {}).flatMap(([list, value]) => valid(value).map(known => [list, known])),
  )

/** Reads settings from storage. An invalid member has its default. */
export const readSettings = (stored: unknown): Settings => {
  const raw = isRecord(stored) ? stored : {}
  return {
    notification: raw.notification !== false,
    theme: oneOf(raw.theme, ["light", "dark", "system"], defaultSettings.theme),
    density: oneOf(raw.density, ["comfortable", "compact"], defaultSettings.density),
    timeZone: oneOf(raw.timeZone, ["deployment", "browser"], defaultSettings.timeZone),
    sidebar: oneOf(raw.sidebar, ["expanded", "collapsed"], defaultSettings.sidebar),
    shortcuts: raw.shortcuts !== false,
    hidden: byList(raw.hidden, keys => (Array.isArray(keys) ? [keys.filter(key => typeof key === "string")] : [])),
    pageSize: byList(raw.pageSize, size => (Number.isInteger(size) && Number(size) > 0 ? [Number(size)] : [])),
    layout: byList(raw.layout, layout => (layout === "grid" || layout === "table" ? [layout] : [])),
    startView: byList(raw.startView, id => (typeof id === "string" ? [id] : [])),
    isSetupHidden: raw.isSetupHidden === true,
  }
}
