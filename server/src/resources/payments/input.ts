import { z } from "zod"
import * as payment from "../../../../src/contract/payments"
import type { Database } from "../../db/open"
import type { Actor } from "../../http/context"
import type { RowOf } from "../../records/entities"
import { bodyShape, mergeDraft, refuseInvalidDraft, storedFields } from "../../records/fields"

/** The body of a payment provider, and the columns that it fills (docs/contract.md#payment-provider-record). */
export const stored = storedFields("payment", payment.fields)
export const storedDraft = stored.draft

export const paymentBody = z.object(bodyShape(payment.fields))
export const paymentChange = paymentBody.partial().extend({ id: z.string() })

export type PaymentChange = Partial<z.infer<typeof paymentBody>>

/** The columns of a new provider, or of a change of a stored one. @throws Refusal 400 naming every invalid field */
export const paymentColumns = async (db: Database, actor: Actor, given: PaymentChange, row?: RowOf<"payment">) => {
  const draft = mergeDraft(payment.fields, row && storedDraft(row), given)
  await refuseInvalidDraft(db, actor, "payment", payment, draft, row)
  return stored.columns(draft)
}
