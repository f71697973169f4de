import { proxy } from "valtio/vanilla"

/** A part of the contract that a server may lack (docs/contract.md#missing-calls). */
export type Feature =
  | "approvals"
  | "attention"
  | "audit"
  | "companies.filters"
  | "companies.quotas"
  | "connections"
  | "departments.byCompany"
  | "draws.copy"
  | "employees.bulk"
  | "employees.byRole"
  | "employees.period"
  | "gifts.period"
  | "lists.byOwner"
  | "lists.sorted"
  | "payments.used"
  | "qr"
  | "records.idempotent"
  | "records.members"
  | "records.owner"
  | "summary"
  | "surveys.invitations"
  | "surveys.outlook"
  | "undo"
  | "views"

/** What the server of this deployment lacks; written by `src/api` alone. */
export const missing = proxy<{ [F in Feature]?: true }>({})

/** Whether the server has a feature. Components use `useCan`, which renders again when a call shows that it has not. */
export const can = (feature: Feature): boolean => !missing[feature]
