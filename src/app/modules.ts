import type { ComponentType } from "react"
import { type Module, moduleTable, type RecordModule } from "../contract/modules"
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

/** Exports of a module whose changes the audit log displays. */
type AuditedModule = CrudModule & { loadHistory: () => Promise<{ history: HistorySpec }> }

export type CrudKind = "list" | "add" | "edit" | "view"

export type ModuleRow = {
  /** Path of the list, after `/admin/` or `/user/`. */
  path: string
  /** Who has the module; absent: both roles. */
  roles?: readonly Role[]
  /** The kinds of screens that have a route; absent: all four. */
  kinds?: readonly CrudKind[]
  icon: IconName
  /** Whether its menu entry is in the sidebar; others are in the header's menu. */
  isInSidebar?: boolean
  /** Path of the list's call, which boot.ts sends; absent: `/<record>/list`; null: whether it is a call depends on the deployment. */
  list?: string | null
  /** Loads the screens and their texts. */
  load: ChunkLoader<CrudModule>
}

/** A module with records of its own, whose changes the audit log displays. */
type AuditedRow = ModuleRow & { load: ChunkLoader<AuditedModule> }

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
    icon: "campaign",
    isInSidebar: true,
    load: withTexts(["campaigns"], () => import("../modules/campaigns/list")),
  },
  draws: {
    path: "draws",
    icon: "ticket",
    isInSidebar: true,
    load: withTexts(["draws"], () => import("../modules/draws/list")),
  },
  announcements: {
    path: "announcement-management",
    icon: "megaphone",
    isInSidebar: true,
    load: withTexts(["announcements"], () => import("../modules/announcements/list")),
  },
  surveys: {
    path: "survey-management",
    icon: "clipboard",
    isInSidebar: true,
    load: withTexts(["surveys"], () => import("../modules/surveys/list")),
  },
  partners: {
    path: "partner-management",
    icon: "store",
    isInSidebar: true,
    load: withTexts(["partners"], () => import("../modules/partners/list")),
  },
  companies: {
    path: "company-management",
    roles: platform,
    icon: "building",
    isInSidebar: true,
    load: withTexts(["companies"], () => import("../modules/companies/list")),
  },
  subsidiaries: {
    path: "company-subsidiary",
    roles: company,
    icon: "tree",
    isInSidebar: true,
    list: "/tenant/:tenant/subsidiaries",
    load: withTexts(["companies"], () => import("../modules/companies/subsidiaries/list")),
  },
  employees: {
    path: "employees",
    roles: company,
    kinds: ["list", "add", "edit"],
    icon: "users",
    isInSidebar: true,
    load: withTexts(["employees"], () => import("../modules/employees/list")),
  },
  payments: {
    path: "payment-management",
    icon: "wallet",
    load: withTexts(["payments"], () => import("../modules/payments/list")),
  },
  gifts: {
    path: "gift-management",
    icon: "gift",
    load: withTexts(["gifts"], () => import("../modules/gifts/list")),
  },
  feedback: {
    path: "feedback-management",
    kinds: ["list", "add", "view"],
    icon: "chat",
    list: null,
    load: withTexts(["feedback"], () => import("../modules/feedback/list")),
  },
} satisfies Record<RecordModule, AuditedRow> & Partial<Record<Module, ModuleRow>>

/** The same table, for any module. */
export const moduleRows: Partial<Record<Module, ModuleRow>> = crudModules

/** Returns the path of a module's list call; null where it depends on the deployment whether there is one. */
export const listPathOf = (module: Module) => {
  const { list = `/${moduleTable[module].record}/list` } = moduleRows[module] ?? {}
  return list
}
