import type { RecordModule } from "../contract/modules"
import { isSameJson } from "../core/json"
import { type Feature, missing, NotOffered } from "../state/features"
import { namesFrom } from "./names"
import { type Records, records } from "./records"

/** Servers that lack parts of the contract (docs/contract.md#tolerance). A deployment with extensions does not load this file. */

/** What a server without extensions lacks for certain, so that nothing is asked for it. */
const extensions: readonly Feature[] = [
  "account.rename",
  "approvals",
  "attention",
  "audit",
  "companies.erasure",
  "companies.filters",
  "companies.quotas",
  "departments.byCompany",
  "draws.copy",
  "draws.winnerMails",
  "employees.bulk",
  "employees.byRole",
  "employees.invite",
  "employees.period",
  "gifts.give",
  "gifts.period",
  "lists.byOwner",
  "lists.sorted",
  "lookups",
  "messages",
  "passkeys",
  "payments.used",
  "qr",
  "records.bulkEdit",
  "records.idempotent",
  "records.members",
  "records.owner",
  "signInConnection",
  "summary",
  "surveys.invitations",
  "surveys.outlook",
  "surveys.texts",
  "tokens",
  "undo",
  "views",
  "webhooks",
]

/** Members that are extensions: a create leaves them out while they have their default. */
const optional: { [M in RecordModule]?: readonly string[] } = {
  announcements: ["tenantIds", "departmentIds"],
  campaigns: ["usesPerPerson", "budget"],
  draws: ["terms", "newDays", "seniorYears", "excludeLastDraws", "organiserIds"],
  employees: ["jobTitle", "hiredAt", "score"],
  surveys: ["tenantIds", "departmentIds", "reminderDays"],
}

type Row = { tenantId?: string | null; role?: unknown; isOverdue?: unknown }

/** Filters that are extensions: a server that ignores one sends other rows, which must not be shown as those of the filter. */
const filters: readonly [name: string, isOf: (row: Row, value: unknown) => boolean][] = [
  ["tenantId", (row, owner) => (row.tenantId === null ? "platform" : row.tenantId) === owner],
  ["role", (row, role) => row.role === role],
  ["overdue", row => row.isOverdue === true],
]

const tolerantRecords: Records = {
  page: async (names, query, page) => {
    for (const [name, isOf] of filters)
      if (query[name] && page.rows.some(row => !isOf(row, query[name]))) throw new NotOffered("error.filterNotOffered")
    return namesFrom(...names).page(page)
  },
  one: (names, loaded) => namesFrom(...names).one(loaded),
  created: (kind, body, blank) => {
    const defaults = blank() as Record<string, unknown>
    const isSent = ([name, value]: [string, unknown]) => !optional[kind]?.includes(name) || !isSameJson(value, defaults[name])
    return Object.fromEntries(Object.entries(body).filter(isSent))
  },
}

/** Begins with a server without extensions. */
export const startTolerant = () => {
  for (const feature of extensions) missing[feature] = true
  Object.assign(records, tolerantRecords)
}
