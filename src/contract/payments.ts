import { codes } from "../core/codes"
import { email, maxLength, phone, type Rules, required, url } from "../core/rules"

/** The words of payment providers, shared by console and API. */
export const statuses = codes("inactive", "active")

export type PaymentDraft = {
  name: string
  description: string
  logo: string
  /** The companies that use it. */
  tenantIds: string[]
  categoryIds: string[]
  contactPerson: string
  email: string
  phone: string
  website: string
  address: string
  status: number
}

export type PaymentRecord = PaymentDraft & {
  id: string
  /** Whose it is; null for the platform's, which companies may take over. */
  tenantId?: string | null
  createdDate?: string | null
  updatedDate?: string | null
}

export const blank: PaymentDraft = {
  name: "",
  description: "",
  logo: "",
  tenantIds: [],
  categoryIds: [],
  contactPerson: "",
  email: "",
  phone: "",
  website: "",
  address: "",
  status: statuses.value("active"),
}

/** Whether a company uses a provider: its own, or one of the platform's that it took over. */
export const isUsedBy = (provider: Pick<PaymentRecord, "tenantId" | "tenantIds">, tenantId: string) =>
  provider.tenantId === tenantId || provider.tenantIds.includes(tenantId)

/** The platform's, and not used by the company yet: what may be taken over. */
export const mayTakeOver = (provider: Pick<PaymentRecord, "tenantId" | "tenantIds">, tenantId: string) =>
  !provider.tenantId && !isUsedBy(provider, tenantId)

export const rules: Rules<PaymentDraft> = {
  name: [required("payment.nameRequired"), maxLength(100)],
  description: maxLength(2000),
  contactPerson: maxLength(100),
  email: email("auth.emailInvalid"),
  phone: phone("rule.phone"),
  website: [url("rule.url"), maxLength(2000)],
  address: maxLength(500),
}

/** A record as it came, with what the screens rely on filled in: a server may leave members out (decisions §2). */
export const providerOf = (raw: Partial<PaymentRecord>): PaymentRecord => ({
  ...raw,
  id: raw.id ?? "",
  name: raw.name ?? "",
  description: raw.description ?? "",
  logo: raw.logo ?? "",
  tenantIds: raw.tenantIds ?? [],
  categoryIds: raw.categoryIds ?? [],
  contactPerson: raw.contactPerson ?? "",
  email: raw.email ?? "",
  phone: raw.phone ?? "",
  website: raw.website ?? "",
  address: raw.address ?? "",
  status: statuses.value(statuses.name(raw.status)),
})

/** A record as its form edits it: exactly the draft's members. */
export const draftOf = (record: PaymentRecord): PaymentDraft => ({
  name: record.name,
  description: record.description,
  logo: record.logo,
  tenantIds: record.tenantIds,
  categoryIds: record.categoryIds,
  contactPerson: record.contactPerson,
  email: record.email,
  phone: record.phone,
  website: record.website,
  address: record.address,
  status: Math.max(0, record.status),
})
