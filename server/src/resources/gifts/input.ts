import { z } from "zod"
import * as gift from "../../../../src/contract/gifts"
import { omitFields } from "../../../../src/core/fields"
import type { Database } from "../../db/open"
import { refuseInvalid } from "../../errors/problem"
import type { Actor } from "../../http/context"
import type { RowOf } from "../../records/entities"
import { bodyShape, draftErrors, mergeDraft, storedFields } from "../../records/fields"

/** The body of a gift card, and the columns that it fills (docs/contract.md#gift-card-record). */
export const stored = storedFields("gift", omitFields(gift.fields, "categories"))

export const giftBody = z.object({
  ...bodyShape(gift.fields),
  // The shape of the metadata is checked by the contract's rules.
  metadata: z
    .unknown()
    .optional()
    .transform(given => (given ?? {}) as Record<string, unknown>),
})
export const giftChange = giftBody.partial().extend({ id: z.string() })

type Given = Partial<z.infer<typeof giftBody>>
type Row = RowOf<"gift">

/** A stored gift card as a draft, with which a change is merged. */
export const storedDraft = (row: Row) => ({ ...stored.draft(row), categories: row.categoryIds })

/** A new limit must not be below the uses so far. */
const limitError = ({ maxUsage }: Pick<Row, "maxUsage">, row: Row | undefined) =>
  row && maxUsage !== null && maxUsage !== row.maxUsage && maxUsage < row.used ? ("gift.maxBelowUsed" as const) : undefined

/** The columns of a new gift card, or of a change of a stored one. @throws Refusal 400 naming every invalid field */
export const giftColumns = async (db: Database, actor: Actor, given: Given, row?: Row) => {
  const draft = mergeDraft(gift.fields, row && storedDraft(row), given)
  const errors = await draftErrors(db, actor, "gift", gift, draft, row)
  refuseInvalid({ ...errors, maxUsage: limitError(draft, row) ?? errors.maxUsage })
  return { ...stored.columns(draft), categoryIds: draft.categories }
}
