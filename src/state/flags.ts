import { proxy } from "valtio/vanilla"
import { isRecord } from "../core/is-record"

/** Names of the module flags, which switch modules off per company (docs/contract.md#module-flags). */
const flagNames = [
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

/** Values of flags that an answer lacks, and of all flags when the call fails. */
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

/** The signed-in company's flags; `all` is missing until they are loaded, and for people without a company. */
export const flags = proxy<{ all?: Flags }>({})

/** Reads flags. A member that is not a boolean has its default. */
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
