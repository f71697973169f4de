import { isRecord } from "../../core/is-record"
import type { Module } from "../modules"

/** Module flags, which switch modules off per company, with their defaults (docs/contract.md#module-flags). */
export const moduleDefaults = {
  dashboard: true,
  userManagement: true,
  campaignManagement: true,
  drawsManagement: true,
  announcements: true,
  surveyManagement: true,
  subsidiaryManagement: true,
  partnerManagement: true,
  giftManagement: true,
  paymentManagement: true,
  feedbackManagement: true,
  reports: false,
}
export type ModuleFlags = typeof moduleDefaults
export type ModuleFlag = keyof ModuleFlags

/** The flag of each module that has one. */
const flagOf: Partial<Record<Module, ModuleFlag>> = {
  employees: "userManagement",
  users: "userManagement",
  draws: "drawsManagement",
  campaigns: "campaignManagement",
  announcements: "announcements",
  surveys: "surveyManagement",
  subsidiaries: "subsidiaryManagement",
  partners: "partnerManagement",
  gifts: "giftManagement",
  payments: "paymentManagement",
  feedback: "feedbackManagement",
  reports: "reports",
}

/** Whether the flags leave a module on; one without a flag always is. */
export const isModuleOn = (module: Module, flags: ModuleFlags): boolean => {
  const flag = flagOf[module]
  return flag === undefined || flags[flag]
}

/** Reads flags. A member that is missing or not a boolean has its default. */
export const moduleFlagsOf = (value: unknown): ModuleFlags => {
  const raw = isRecord(value) ? value : {}
  const entries = Object.entries(moduleDefaults).map(([name, byDefault]) => [
    name,
    typeof raw[name] === "boolean" ? raw[name] : byDefault,
  ])
  return Object.fromEntries(entries)
}
