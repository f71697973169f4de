import { type Code, codes } from "../core/codes"
import { email, maxLength, phone, type Rules, required, url } from "../core/rules"
import { pick, type Stored, storedDefaults, withDefaults } from "./record"

/** The words of payment providers, shared by console and API. */
export const statuses = codes("inactive", "active")

export type ProviderDraft = {
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
  status: Code
}

/** What is read. `tenantId` is null for the platform's providers, which companies may add. */
export type Provider = ProviderDraft & Stored

export const blank: ProviderDraft = {
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
export const isUsedBy = (provider: Pick<Provider, "tenantId" | "tenantIds">, tenantId: string) =>
  provider.tenantId === tenantId || provider.tenantIds.includes(tenantId)

/** The platform's, and not used by the company yet: what may be taken over. */
export const mayAdd = (provider: Pick<Provider, "tenantId" | "tenantIds">, tenantId: string) =>
  !provider.tenantId && !isUsedBy(provider, tenantId)

export const rules: Rules<ProviderDraft> = {
  name: [required("payment.nameRequired"), maxLength(100)],
  description: maxLength(2000),
  contactPerson: maxLength(100),
  email: email("auth.emailInvalid"),
  phone: phone("rule.phone"),
  website: [url("rule.url"), maxLength(2000)],
  address: maxLength(500),
}

/** Reads a provider as a server sent it. */
export const providerOf = withDefaults<Provider>({ ...blank, ...storedDefaults }, { status: statuses })

/** The draft that edits a provider. */
export const draftOf = (provider: Provider): ProviderDraft => pick<ProviderDraft>(blank, provider)
