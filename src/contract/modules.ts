import type { Key } from "../core/text/i18n"

/** What can be taken away from a person. */
export const revocableVerbs = ["write", "run", "export"] as const
type RevocableVerb = (typeof revocableVerbs)[number]

/**
 * The modules. `record`: what the API calls their records, in paths and in the audit log; absent: they are another module's, or
 * there are none. `texts`: prefix of the texts of their records, where it is not `record`. `verbs`: what can be taken away from a
 * person (docs/contract.md#permissions); reading cannot.
 */
const table = {
  campaigns: { record: "campaign", verbs: ["write", "export"] },
  draws: { record: "draw", verbs: ["write", "run", "export"] },
  announcements: { record: "announcement", verbs: ["write", "export"] },
  surveys: { record: "survey", verbs: ["write", "export"] },
  partners: { record: "brand", verbs: ["write", "export"] },
  companies: { record: "tenant", verbs: ["write"] },
  subsidiaries: { texts: "subsidiary", verbs: ["write", "export"] },
  employees: { record: "user", texts: "employee", verbs: ["write", "export"] },
  payments: { record: "payment", verbs: ["write", "export"] },
  gifts: { record: "gift", verbs: ["write", "export"] },
  feedback: { record: "feedback", verbs: ["write", "export"] },
  reports: { verbs: ["export"] },
  users: { verbs: ["export"] },
} as const satisfies Record<string, { record?: string; texts?: string; verbs: readonly RevocableVerb[] }>

declare module "../core/text/i18n" {
  /** The texts of the modules. */
  interface Files {
    announcements: typeof import("../../locales/tr/announcements.json")
    campaigns: typeof import("../../locales/tr/campaigns.json")
    codes: typeof import("../../locales/tr/codes.json")
    companies: typeof import("../../locales/tr/companies.json")
    draws: typeof import("../../locales/tr/draws.json")
    employees: typeof import("../../locales/tr/employees.json")
    feedback: typeof import("../../locales/tr/feedback.json")
    gifts: typeof import("../../locales/tr/gifts.json")
    partners: typeof import("../../locales/tr/partners.json")
    payments: typeof import("../../locales/tr/payments.json")
    surveys: typeof import("../../locales/tr/surveys.json")
  }
}

declare module "../core/fields" {
  interface Targets {
    brand: never
    category: never
    department: never
    gift: never
    tenant: never
    user: never
  }
}

export type Module = keyof typeof table

/** Modules with records of their own. */
export type RecordModule = { [M in Module]: (typeof table)[M] extends { record: string } ? M : never }[Module]

/** What the API calls the records of a module. */
export type RecordOf<M extends RecordModule> = (typeof table)[M]["record"]

/** Kinds of records whose creation, changes, deletion and undo are logged. */
export type AuditedRecord = (typeof table)[RecordModule]["record"]

type Row = { record?: AuditedRecord; texts?: string; verbs: readonly RevocableVerb[] }
export const moduleTable: Record<Module, Row> = table
export const modules = Object.keys(table) as Module[]
export const auditedRecords = modules.flatMap(module => moduleTable[module].record ?? []).sort()

/** Returns the module that has a kind of records. */
export const moduleOfRecord = <R extends string>(record: R) =>
  modules.find(module => moduleTable[module].record === record) as R extends AuditedRecord
    ? RecordModule
    : RecordModule | undefined

const textsOf = (module: Module) => moduleTable[module].texts ?? moduleTable[module].record

/** Returns the key of a module's name, the plural noun of its records. */
export const nameOfModule = (module: Module): Key => {
  const texts = textsOf(module)
  return texts ? (`${texts}.many` as Key) : (`nav.${module}` as Key)
}

/** Returns the key of the noun of a kind of records; undefined for a kind without a module. */
export const nameOfRecord = (record: string): Key | undefined => {
  const module = moduleOfRecord(record)
  return module && (`${textsOf(module)}.one` as Key)
}
