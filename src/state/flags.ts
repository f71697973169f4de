import { proxy } from "valtio/vanilla"
import { isRecord } from "../core/is-record"

/** Module access per company (S3 Tenant). */
export const flagNames = [
  "dashboard",
  "userManagement",
  "campaignManagement",
  "drawsManagement",
  "announcements",
  "surveyManagement",
  "subsidiaryManagement",
  "partnerManagement",
  "reports",
] as const
export type Flag = (typeof flagNames)[number]
export type Flags = Record<Flag, boolean>

/** S6: what holds when the call fails, and for what an answer leaves out. */
export const defaultFlags: Flags = {
  dashboard: true,
  userManagement: true,
  campaignManagement: true,
  drawsManagement: true,
  announcements: true,
  surveyManagement: true,
  subsidiaryManagement: true,
  partnerManagement: true,
  reports: false,
}

/** The signed-in company's flags; `all` is absent until they are known, and for whom they don't apply. */
export const flags = proxy<{ all?: Flags }>({})

/** Whatever came over the wire, as flags: what is not a boolean takes its default. */
export const readFlags = (value: unknown): Flags => {
  const raw = isRecord(value) ? value : {}
  const entries = flagNames.map(name => [name, typeof raw[name] === "boolean" ? raw[name] : defaultFlags[name]] as const)
  return Object.fromEntries(entries) as Flags
}

export const flagsLoaded = (all: Flags) => {
  flags.all = all
}

export const flagsReset = () => {
  delete flags.all
}
