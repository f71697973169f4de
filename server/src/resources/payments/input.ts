import { z } from "zod"
import { blank, type ProviderDraft, rules, statuses } from "../../../../src/contract/payments"
import { validate } from "../../../../src/core/rules"
import { reachOf } from "../../auth/policy"
import type { Database } from "../../db/open"
import type { payments as table } from "../../db/schema"
import { refuse } from "../../errors/problem"
import { code, ids, isPicture, trimmed } from "../../http/body"
import type { Actor } from "../../http/context"
import { refuseBroken, unknownCompany } from "../../records/references"
import { unknownCategory } from "../categories/routes"

/** What may enter as a payment provider (S7 Payments), what it points at, and the columns that it fills. */
export type PaymentRow = typeof table.$inferSelect

export const paymentBody = z.object({
  name: trimmed,
  description: trimmed,
  logo: trimmed,
  tenantIds: ids(),
  categoryIds: ids(50),
  contactPerson: trimmed,
  email: trimmed,
  phone: trimmed,
  website: trimmed,
  address: trimmed,
  status: code(statuses).nullish(),
})
export const paymentChange = paymentBody.extend({ id: z.string() })
type Given = Partial<z.infer<typeof paymentBody>>

const standing = (row: PaymentRow): ProviderDraft => ({
  name: row.name,
  description: row.description,
  logo: row.logo ?? "",
  tenantIds: row.tenantIds,
  categoryIds: row.categoryIds,
  contactPerson: row.contactPerson,
  email: row.email,
  phone: row.phone,
  website: row.website,
  address: row.address,
  status: row.status,
})

/** The columns of what came in, over what stands. @throws Refusal naming every field that is wrong */
export const paymentColumns = async (db: Database, actor: Actor, { status, ...given }: Given, row?: PaymentRow) => {
  const before = row ? standing(row) : blank
  const draft: ProviderDraft = { ...before, ...given, status: status ?? before.status }
  refuseBroken({
    ...validate(rules, draft),
    logo: draft.logo && draft.logo !== row?.logo && !isPicture(draft.logo) ? "rule.picture" : undefined,
    categoryIds: await unknownCategory(db, draft.categoryIds, row?.categoryIds),
    tenantIds: await unknownCompany(db, reachOf(actor), draft.tenantIds, row?.tenantIds),
  })
  return { ...draft, logo: draft.logo || null }
}

/**
 * Of a platform's provider a company changes one thing: whether it uses it (decisions §6). Strangers that it doesn't see
 * among the companies, and so doesn't send, stay.
 * @throws Refusal when anything else would change
 */
export const takeOver = ({ tenantId }: Actor, { tenantIds, status, ...given }: Given, row: PaymentRow) => {
  const before = standing(row)
  const same = (name: keyof ProviderDraft, value: unknown) => JSON.stringify(value) === JSON.stringify(before[name])
  const isSame = Object.entries(given).every(([name, value]) => same(name as keyof ProviderDraft, value))
  if (!tenantId || !isSame || !same("status", status ?? before.status)) return refuse({ kind: "denied" })
  if (!tenantIds) return { tenantIds: row.tenantIds }
  if (tenantIds.some(id => id !== tenantId && !row.tenantIds.includes(id)))
    return refuse({ kind: "invalid", fields: [{ field: "tenantIds", message: "rule.companyOutOfReach" }] })
  const others = row.tenantIds.filter(id => id !== tenantId)
  return { tenantIds: tenantIds.includes(tenantId) ? [...others, tenantId] : others }
}
