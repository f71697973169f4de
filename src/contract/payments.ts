import { activeStatuses } from "../core/codes"
import * as field from "../core/fields"
import { type OwnedMembers, ownedFields, recordReader } from "./record"

/** Payment providers, payments on the wire: record and rules (docs/contract.md#payment-providers). */

/** The writable members, in the order of the form. `tenantIds`: the companies that use the provider. */
export const fields = {
  name: field.text(100, "payment.nameRequired"),
  description: field.text(2000),
  categoryIds: field.ids("category", 50),
  status: field.active(),
  contactPerson: field.text(100),
  email: field.emailAddress(),
  phone: field.phoneNumber(),
  website: field.webAddress(),
  address: field.text(500),
  tenantIds: field.companies(),
  logo: field.picture(),
}

export type ProviderDraft = field.DraftOf<typeof fields>
export const { blank, rules, draftOf } = field.draftsOf(fields)

/** A provider as the API returns it. `tenantId` is null for platform providers, which companies can add. */
export type Provider = ProviderDraft & OwnedMembers

/** Returns whether a company uses a provider: its own, or a platform provider that it has added. */
export const isUsedBy = (provider: Pick<Provider, "tenantId" | "tenantIds">, tenantId: string) =>
  provider.tenantId === tenantId || provider.tenantIds.includes(tenantId)

/** Returns whether a company can add a provider: one of the platform that is not inactive and that it does not use (docs/contract.md#platform-providers). */
export const isAddableBy = (provider: Pick<Provider, "tenantId" | "tenantIds" | "status">, tenantId: string) =>
  !provider.tenantId && activeStatuses.name(provider.status) !== "inactive" && !isUsedBy(provider, tenantId)

/** Reads a provider from the wire. */
export const providerOf = recordReader<Provider>(fields, ownedFields)
