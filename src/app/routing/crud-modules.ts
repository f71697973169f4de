import type { ComponentType } from "react"
import type { Module } from "../../contract/permissions"
import { type ChunkLoader, withTexts } from "../../ui/pages/loading/with-texts"
import type { RecordSource } from "../../ui/pages/record/record-source"

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

type CrudModules = Partial<Record<Module, ChunkLoader<CrudModule>>>

/** The modules with list, create and view screens, and their texts. The command palette searches their records. */
export const crudModules = {
  campaigns: withTexts(["campaigns"], () => import("../../modules/campaigns")),
  partners: withTexts(["partners"], () => import("../../modules/partners")),
  payments: withTexts(["payments"], () => import("../../modules/payments")),
  gifts: withTexts(["gifts"], () => import("../../modules/gifts")),
  employees: withTexts(["employees"], () => import("../../modules/employees")),
  announcements: withTexts(["announcements"], () => import("../../modules/announcements")),
  surveys: withTexts(["surveys"], () => import("../../modules/surveys")),
  companies: withTexts(["companies"], () => import("../../modules/companies")),
  draws: withTexts(["draws"], () => import("../../modules/draws")),
  feedback: withTexts(["feedback"], () => import("../../modules/feedback")),
  subsidiaries: withTexts(["companies"], () => import("../../modules/companies/subsidiaries")),
} satisfies CrudModules

/** Returns the function that loads a module; undefined for one without records. */
export const crudModule = (module: Module) => (crudModules as CrudModules)[module]
