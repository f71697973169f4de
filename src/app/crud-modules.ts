import type { ComponentType } from "react"
import type { Module } from "../contract/permissions"
import type { RecordSource } from "../ui/pages/record-source"

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

type CrudModules = Partial<Record<Module, () => Promise<CrudModule>>>

/** The modules with list, create and view screens. The command palette searches their records. */
export const crudModules = {
  campaigns: () => import("../modules/campaigns"),
  partners: () => import("../modules/partners"),
  payments: () => import("../modules/payments"),
  gifts: () => import("../modules/gifts"),
  employees: () => import("../modules/employees"),
  announcements: () => import("../modules/announcements"),
  surveys: () => import("../modules/surveys"),
  companies: () => import("../modules/companies"),
  draws: () => import("../modules/draws"),
  feedback: () => import("../modules/feedback"),
  subsidiaries: () => import("../modules/companies/subsidiaries"),
} satisfies CrudModules

/** Returns the function that loads a module; undefined for one without records. */
export const crudModule = (module: Module) => (crudModules as CrudModules)[module]
