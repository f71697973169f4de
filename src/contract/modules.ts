type RevocableVerb = "write" | "run" | "export"

/**
 * The modules. `record`: what the API calls their records, in paths and in the audit log; absent: they are another module's, or
 * there are none. `verbs`: what can be taken away from a person (docs/contract.md#permissions); reading cannot.
 */
const table = {
  campaigns: { record: "campaign", verbs: ["write", "export"] },
  draws: { record: "draw", verbs: ["write", "run", "export"] },
  announcements: { record: "announcement", verbs: ["write", "export"] },
  surveys: { record: "survey", verbs: ["write", "export"] },
  partners: { record: "brand", verbs: ["write", "export"] },
  companies: { record: "tenant", verbs: ["write"] },
  subsidiaries: { verbs: ["write", "export"] },
  employees: { record: "user", verbs: ["write", "export"] },
  payments: { record: "payment", verbs: ["write", "export"] },
  gifts: { record: "gift", verbs: ["write", "export"] },
  feedback: { record: "feedback", verbs: ["write", "export"] },
  reports: { verbs: ["export"] },
  users: { verbs: ["export"] },
} as const satisfies Record<string, { record?: string; verbs: readonly RevocableVerb[] }>

export type Module = keyof typeof table

/** Modules with records of their own. */
export type RecordModule = { [M in Module]: (typeof table)[M] extends { record: string } ? M : never }[Module]

/** Kinds of records whose creation, changes, deletion and undo are logged. */
export type AuditedRecord = (typeof table)[RecordModule]["record"]

type Row = { record?: AuditedRecord; verbs: readonly RevocableVerb[] }
export const moduleTable: Record<Module, Row> = table
export const modules = Object.keys(table) as Module[]
export const auditedRecords = modules.flatMap(module => moduleTable[module].record ?? []).sort()

/** Returns the module that has a kind of records. */
export const moduleOfRecord = (record: string): RecordModule | undefined =>
  modules.find((module): module is RecordModule => moduleTable[module].record === record)
