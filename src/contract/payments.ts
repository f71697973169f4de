import { type Code, codes } from "../core/codes"
import { email, maxLength, phone, type Rules, required, url } from "../core/rules"
import { type OwnedMembers, ownedDefaults, pick, withDefaults } from "./record"

/** Payment providers, payments on the wire: record and rules (docs/contract.md#payment-providers). */

export const statuses = codes("inactive", "active")

/** The writable members. */
export type ProviderDraft = {
  name: string
  description: string
  logo: string
  /** Companies that use the provider. */
  tenantIds: string[]
  categoryIds: string[]
  contactPerson: string
  email: string
  phone: string
  website: string
  address: string
  status: Code
}

/** A provider as the API returns it. `tenantId` is null for platform providers, which companies can add. */
export type Provider = ProviderDraft & OwnedMembers

/** An empty draft. The order of the members is that of the form, and of its error summary. */
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

/** Returns whether a company uses a provider: its own, or a platform provider that it has added. */
export const isUsedBy = (provider: Pick<Provider, "tenantId" | "tenantIds">, tenantId: string) =>
  provider.tenantId === tenantId || provider.tenantIds.includes(tenantId)

/** Returns whether a company can add a provider: one of the platform that is not inactive and that it does not use (docs/contract.md#platform-providers). */
export const isAddableBy = (provider: Pick<Provider, "tenantId" | "tenantIds" | "status">, tenantId: string) =>
  !provider.tenantId && statuses.name(provider.status) !== "inactive" && !isUsedBy(provider, tenantId)

export const rules: Rules<ProviderDraft> = {
  name: [required("payment.nameRequired"), maxLength(100)],
  description: maxLength(2000),
  contactPerson: maxLength(100),
  email: email("auth.emailInvalid"),
  phone: phone("rule.phone"),
  website: [url("rule.url"), maxLength(2000)],
  address: maxLength(500),
}

/** Reads a provider from the wire. */
export const providerOf = withDefaults<Provider>({ ...blank, ...ownedDefaults }, { status: statuses })

/** Returns the draft that edits a provider. */
export const draftOf = (provider: Provider): ProviderDraft => pick<ProviderDraft>(blank, provider)
