import { z } from "zod"
import { blank, type GiftCardDraft, rules, statuses } from "../../../../src/contract/gifts"
import type { Parsed } from "../../../../src/contract/wire"
import { validate } from "../../../../src/core/rules"
import type { Database } from "../../db/open"
import { refuseInvalid } from "../../errors/problem"
import { code, idOrEmpty, ids, instant, numberOrNull, pictureError, type Shape, trimmed } from "../../http/body"
import type { Actor } from "../../http/context"
import type { ColumnsOf, RowOf } from "../../records/entities"
import { referenceErrors } from "../../records/references"

/** The body of a gift card, and the columns that it fills (docs/contract.md#gift-card-record). */
export const giftBody = z.object({
  cardName: trimmed,
  brandId: idOrEmpty,
  description: trimmed,
  cardImage: trimmed,
  validityStart: instant,
  validityEnd: instant,
  maxUsage: numberOrNull(2_000_000_000),
  apiIntegrationCode: trimmed,
  categories: ids(50),
  status: code(statuses).nullish(),
  terms: trimmed,
  tenantIds: ids(),
  // The shape of the metadata is checked by the contract's rules.
  metadata: z
    .unknown()
    .optional()
    .transform(given => (given ?? {}) as Record<string, unknown>),
} satisfies Shape<GiftCardDraft>)

export const giftChange = giftBody.partial().extend({ id: z.string() })

const defaults = blank as Parsed<GiftCardDraft>

type Given = Partial<z.infer<typeof giftBody>>
type Row = RowOf<"gift">
type Columns = ColumnsOf<Omit<GiftCardDraft, "categories">, "gift"> & Pick<Row, "categoryIds">

/** A stored gift card as a draft, with which a change is merged. */
export const storedDraft = (row: Row): Parsed<GiftCardDraft> => ({
  cardName: row.cardName,
  brandId: row.brandId ?? "",
  description: row.description,
  cardImage: row.cardImage ?? "",
  validityStart: row.validityStart?.toISOString() ?? "",
  validityEnd: row.validityEnd?.toISOString() ?? "",
  maxUsage: row.maxUsage,
  apiIntegrationCode: row.apiIntegrationCode,
  categories: row.categoryIds,
  terms: row.terms,
  tenantIds: row.tenantIds,
  metadata: row.metadata,
  status: row.status,
})

/** A new limit must not be below the uses so far. */
const limitError = ({ maxUsage }: GiftCardDraft, row: Row | undefined) =>
  row && maxUsage !== null && maxUsage !== row.maxUsage && maxUsage < row.used ? ("gift.maxBelowUsed" as const) : undefined

/** The columns of a new gift card, or of a change of a stored one. @throws Refusal 400 naming every invalid field */
export const giftColumns = async (db: Database, actor: Actor, given: Given, row?: Row): Promise<Columns> => {
  const before = row ? storedDraft(row) : defaults
  const draft: Parsed<GiftCardDraft> = { ...before, ...given, status: given.status ?? before.status }
  const errors = validate(rules, draft)
  refuseInvalid({
    ...errors,
    maxUsage: limitError(draft, row) ?? errors.maxUsage,
    cardImage: pictureError(draft.cardImage, row?.cardImage),
    ...(await referenceErrors(db, "gift", draft, row, actor)),
  })
  const { categories, ...columns } = draft
  return {
    ...columns,
    categoryIds: categories,
    brandId: draft.brandId || null,
    cardImage: draft.cardImage || null,
    validityStart: draft.validityStart ? new Date(draft.validityStart) : null,
    validityEnd: draft.validityEnd ? new Date(draft.validityEnd) : null,
  }
}
