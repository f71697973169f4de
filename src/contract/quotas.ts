import type { AuditedRecord } from "./modules"

/** What one company may store (docs/contract.md#quotas): records that are not deleted, departments, bytes of pictures, waiting deliveries of webhooks. */
export const quotas = {
  announcement: 100_000,
  brand: 100_000,
  campaign: 100_000,
  draw: 100_000,
  feedback: 100_000,
  gift: 100_000,
  payment: 100_000,
  survey: 100_000,
  user: 100_000,
  department: 10_000,
  pictures: 1_073_741_824,
  deliveries: 50_000,
} as const satisfies Record<Exclude<AuditedRecord, "tenant">, number> & Record<string, number>

/** The share of a quota from which on company and platform are told. */
export const nearlyFull = 0.8

export type QuotaKind = keyof typeof quotas

export const quotaKinds = Object.keys(quotas) as QuotaKind[]

/** Largest quota that the platform may set. */
export const maxQuota = 1_000_000_000_000

export type QuotaUse = {
  kind: QuotaKind
  used: number
  limit: number
  /** The platform has set it for this company. */
  isOwn: boolean
}
