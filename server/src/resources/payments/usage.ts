import { isDeepStrictEqual } from "node:util"
import type { ProviderDraft } from "../../../../src/contract/payments"
import { refuse, refuseField } from "../../errors/problem"
import type { Actor } from "../../http/context"
import type { RowOf } from "../../records/entities"
import { type PaymentChange, storedDraft } from "./input"

/**
 * A company's change of a provider of the platform: it may only add itself to the companies that use it, or remove itself
 * (docs/contract.md#platform-providers). Other companies, which it neither sees nor sends, stay.
 * @returns the new companies. @throws Refusal 403 when anything else would change, 400 naming `tenantIds` for another company
 */
export const usageColumns = ({ tenantId }: Actor, { tenantIds, status, ...given }: PaymentChange, row: RowOf<"payment">) => {
  const before = storedDraft(row)
  const change = { ...given, status: status ?? before.status }
  const isUnchanged = Object.entries(change).every(([name, value]) =>
    isDeepStrictEqual(value, before[name as keyof ProviderDraft]),
  )
  if (!tenantId || !isUnchanged) return refuse({ kind: "denied" })
  if (!tenantIds) return { tenantIds: row.tenantIds }
  if (tenantIds.some(id => id !== tenantId && !row.tenantIds.includes(id)))
    return refuseField("tenantIds", "rule.companyOutOfReach")
  const others = row.tenantIds.filter(id => id !== tenantId)
  return { tenantIds: tenantIds.includes(tenantId) ? [...others, tenantId] : others }
}
