import type { ComponentType } from "react"
import type { AuditedRecord } from "../contract/audit"
import type { Module } from "../contract/permissions"
import type { Role } from "../state/session"
import type { IconName } from "../ui/display/icons/icon"
import type { HistorySpec } from "../ui/pages/history/history-spec"
import { type ChunkLoader, withTexts } from "../ui/pages/loading/with-texts"
import type { RecordSource } from "../ui/pages/record/record-source"

/** Exports of a module with list, create and view screens, and with an edit screen unless its records are not edited in a form. */
export type CrudModule = {
  List: ComponentType
  Add: ComponentType
  Edit?: ComponentType
  View: ComponentType
  prefetch: {
    list: (search: string) => void
    form: (id?: string) => void
    view: (id?: string) => void
    source: RecordSource
  }
}

export type CrudKind = "list" | "add" | "edit" | "view"

export type ModuleRow = {
  /** Path of the list, after `/admin/` or `/user/`. */
  path: string
  /** Who has the module. */
  roles: readonly Role[]
  /** The kinds of screens that have a route; absent: all four. */
  kinds?: readonly CrudKind[]
  icon: IconName
  /** Whether its menu entry is in the sidebar; others are in the header's menu. */
  isInSidebar?: boolean
  /** Path of the list's call, which boot.ts sends. Absent: whether the list is a call depends on the deployment. */
  list?: string
  /** Loads the screens and their texts. */
  load: ChunkLoader<CrudModule>
  /** The kind of audited record, and what displays its changes. Absent: its records have the history of another module. */
  history?: { of: AuditedRecord; load: ChunkLoader<{ history: HistorySpec }> }
}

const platform: readonly Role[] = ["Administrator"]
export const company: readonly Role[] = ["TenantAdmin"]
export const both: readonly Role[] = ["Administrator", "TenantAdmin"]

/**
 * The modules with list, create and view screens, in the order of the menus. Routes, guard, titles, menus, screens, prefetch,
 * palette, audit log and the pages of the build follow from this table.
 */
export const crudModules = {
  campaigns: {
    path: "campaigns",
    roles: both,
    icon: "campaign",
    isInSidebar: true,
    list: "/campaign/list",
    load: withTexts(["campaigns"], () => import("../modules/campaigns")),
    history: { of: "campaign", load: withTexts(["records", "campaigns"], () => import("../modules/campaigns/record")) },
  },
  draws: {
    path: "draws",
    roles: both,
    icon: "ticket",
    isInSidebar: true,
    list: "/draw/list",
    load: withTexts(["draws"], () => import("../modules/draws")),
    history: { of: "draw", load: withTexts(["records", "draws"], () => import("../modules/draws/history")) },
  },
  announcements: {
    path: "announcement-management",
    roles: both,
    icon: "megaphone",
    isInSidebar: true,
    list: "/announcement/list",
    load: withTexts(["announcements"], () => import("../modules/announcements")),
    history: {
      of: "announcement",
      load: withTexts(["records", "announcements"], () => import("../modules/announcements/record")),
    },
  },
  surveys: {
    path: "survey-management",
    roles: both,
    icon: "clipboard",
    isInSidebar: true,
    list: "/survey/list",
    load: withTexts(["surveys"], () => import("../modules/surveys")),
    history: { of: "survey", load: withTexts(["records", "surveys"], () => import("../modules/surveys/history")) },
  },
  partners: {
    path: "partner-management",
    roles: both,
    icon: "store",
    isInSidebar: true,
    list: "/brand/list",
    load: withTexts(["partners"], () => import("../modules/partners")),
    history: { of: "brand", load: withTexts(["records", "partners"], () => import("../modules/partners/record")) },
  },
  companies: {
    path: "company-management",
    roles: platform,
    icon: "building",
    isInSidebar: true,
    list: "/tenant/list",
    load: withTexts(["companies"], () => import("../modules/companies")),
    history: { of: "tenant", load: withTexts(["records", "companies"], () => import("../modules/companies/history")) },
  },
  subsidiaries: {
    path: "company-subsidiary",
    roles: company,
    icon: "tree",
    isInSidebar: true,
    list: "/tenant/:tenant/subsidiaries",
    load: withTexts(["companies"], () => import("../modules/companies/subsidiaries")),
  },
  employees: {
    path: "employees",
    roles: company,
    kinds: ["list", "add", "edit"],
    icon: "users",
    isInSidebar: true,
    list: "/user/list",
    load: withTexts(["employees"], () => import("../modules/employees")),
    history: { of: "user", load: withTexts(["records", "employees"], () => import("../modules/employees/record")) },
  },
  payments: {
    path: "payment-management",
    roles: both,
    icon: "wallet",
    list: "/payment/list",
    load: withTexts(["payments"], () => import("../modules/payments")),
    history: { of: "payment", load: withTexts(["records", "payments"], () => import("../modules/payments/record")) },
  },
  gifts: {
    path: "gift-management",
    roles: both,
    icon: "gift",
    list: "/gift/list",
    load: withTexts(["gifts"], () => import("../modules/gifts")),
    history: { of: "gift", load: withTexts(["records", "gifts"], () => import("../modules/gifts/record")) },
  },
  feedback: {
    path: "feedback-management",
    roles: both,
    kinds: ["list", "add", "view"],
    icon: "chat",
    load: withTexts(["feedback"], () => import("../modules/feedback")),
    history: { of: "feedback", load: withTexts(["records", "feedback"], () => import("../modules/feedback/history")) },
  },
} satisfies Partial<Record<Module, ModuleRow>>

/** The same table, for any module. */
export const moduleRows: Partial<Record<Module, ModuleRow>> = crudModules
