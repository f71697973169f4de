import { type Feature, missing } from "../state/features"

/** Servers that lack parts of the contract (docs/contract.md#tolerance). A deployment with extensions does not load this file. */

/** What a server without extensions lacks for certain, so that nothing is asked for it. */
const extensions: readonly Feature[] = [
  "approvals",
  "attention",
  "audit",
  "companies.filters",
  "companies.quotas",
  "connections",
  "departments.byCompany",
  "draws.copy",
  "employees.bulk",
  "employees.byRole",
  "employees.period",
  "gifts.period",
  "lists.byOwner",
  "lists.sorted",
  "payments.used",
  "qr",
  "records.idempotent",
  "records.members",
  "records.owner",
  "summary",
  "surveys.invitations",
  "surveys.outlook",
  "undo",
  "views",
]

/** Begins with a server without extensions. */
export const startTolerant = () => {
  for (const feature of extensions) missing[feature] = true
}
