import { z } from "zod"
import { blank, type ProviderDraft, rules, statuses } from "../../../../src/contract/payments"
import type { Parsed } from "../../../../src/contract/wire"
import { validate } from "../../../../src/core/rules"
import type { Database } from "../../db/open"
import { refuseInvalid } from "../../errors/problem"
import { code, ids, pictureError, type Shape, trimmed } from "../../http/body"
import type { Actor } from "../../http/context"
import type { ColumnsOf, RowOf } from "../../records/entities"
import { referenceErrors } from "../../records/references"

/** The body of a payment provider, and the columns that it fills (docs/contract.md#payment-provider-record). */
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
} satisfies Shape<ProviderDraft>)

export const paymentChange = paymentBody.partial().extend({ id: z.string() })

const defaults = blank as Parsed<ProviderDraft>

export type PaymentChange = Partial<z.infer<typeof paymentBody>>
type Row = RowOf<"payment">

/** A stored provider as a draft, with which a change is merged. */
export const storedDraft = (row: Row): Parsed<ProviderDraft> => ({
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

/** The columns of a new provider, or of a change of a stored one. @throws Refusal 400 naming every invalid field */
export const paymentColumns = async (
  db: Database,
  actor: Actor,
  given: PaymentChange,
  row?: Row,
): Promise<ColumnsOf<ProviderDraft, "payment">> => {
  const before = row ? storedDraft(row) : defaults
  const draft: Parsed<ProviderDraft> = { ...before, ...given, status: given.status ?? before.status }
  refuseInvalid({
    ...validate(rules, draft),
    logo: pictureError(draft.logo, row?.logo),
    ...(await referenceErrors(db, "payment", draft, row, actor)),
  })
  return { ...draft, logo: draft.logo || null }
}
