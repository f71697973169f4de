import { proxy } from "valtio/vanilla"
import { KeyedError } from "../core/http/errors"
import type { Key } from "../core/text/i18n"

/** A part of the contract that a server may lack (docs/contract.md#missing-calls). */
export type Feature =
  | "approvals"
  | "attention"
  | "audit"
  | "calendar"
  | "categories.create"
  | "companies.admins"
  | "companies.figures"
  | "companies.filters"
  | "companies.modules"
  | "companies.onboarding"
  | "companies.quotaChange"
  | "companies.quotas"
  | "companies.viewAs"
  | "departments.byCompany"
  | "departments.create"
  | "draws.copy"
  | "draws.entries"
  | "draws.funnel"
  | "draws.lock"
  | "draws.rehearse"
  | "draws.remove"
  | "draws.run"
  | "draws.void"
  | "draws.winner"
  | "employees.bulk"
  | "employees.byRole"
  | "employees.change"
  | "employees.period"
  | "employees.permissions"
  | "feedback.change"
  | "feedback.overdue"
  | "gifts.codes"
  | "gifts.period"
  | "gifts.uses"
  | "lists.byOwner"
  | "lists.sorted"
  | "payments.used"
  | "qr"
  | "records.idempotent"
  | "records.members"
  | "records.owner"
  | "reports"
  | "sessions"
  | "summary"
  | "surveys.change"
  | "surveys.invitations"
  | "surveys.outlook"
  | "surveys.plans"
  | "surveys.recommendations"
  | "surveys.remove"
  | "tokens"
  | "undo"
  | "views"
  | "webhooks"

/** What the server of this deployment lacks; written by `src/api` alone. */
export const missing = proxy<{ [F in Feature]?: true }>({})

/** Whether the server has a feature. Components use `useCan`, which renders again when a call shows that it has not. */
export const can = (feature: Feature): boolean => !missing[feature]

/** The server does not have what a call needs. */
export class NotOffered extends KeyedError {
  declare readonly feature: Feature
  constructor(feature: Feature, key: Key) {
    super(key)
    this.feature = feature
  }
}
