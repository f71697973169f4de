import type { Key } from "../core/text/i18n"
import { type Feature, missing, NotOffered } from "../state/features"

/**
 * Servers that lack parts of the contract (docs/contract.md#tolerance). A deployment with extensions loads this file only once a call
 * turns out to be missing.
 */

/** What a server without extensions lacks for certain, so that nothing is asked for it. */
const extensions: readonly Feature[] = [
  "approvals",
  "attention",
  "audit",
  "companies.filters",
  "companies.quotas",
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
  "tokens",
  "undo",
  "views",
  "webhooks",
]

/** Begins with a server without extensions. */
export const startTolerant = () => {
  for (const feature of extensions) missing[feature] = true
}

/** Messages of missing calls, where they differ from the general one. */
const messages: { [F in Feature]?: Key } = {
  "companies.admins": "tenant.notOffered",
  "companies.modules": "tenant.notOffered",
  "companies.quotas": "tenant.notOffered",
  "employees.change": "employee.notOffered",
  "gifts.codes": "gift.notOffered",
  "gifts.uses": "gift.notOffered",
}

/** Notes that the server lacks the call of a feature. @returns the failure of the call */
export const missingCall = (feature: Feature) => {
  missing[feature] = true
  return new NotOffered(feature, messages[feature] ?? "error.notOffered")
}
