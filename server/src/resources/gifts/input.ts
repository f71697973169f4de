import { and, eq, isNull } from "drizzle-orm"
import { z } from "zod"
import { blank, type GiftCardDraft, rules, statuses } from "../../../../src/contract/gifts"
import { type Message, validate } from "../../../../src/core/rules"
import { reachOf, readable } from "../../auth/policy"
import type { Database } from "../../db/open"
import { brands, type gifts as table } from "../../db/schema"
import { code, idOrNone, ids, isPicture, moment, trimmed } from "../../http/body"
import type { Actor } from "../../http/context"
import { isUuid } from "../../http/request"
import { refuseBroken, unknownCompany } from "../../records/references"
import { unknownCategory } from "../categories/routes"

/** What may enter as a gift card (S3, S7 Gifts), what it points at, and the columns that it fills. */
type Row = typeof table.$inferSelect

export const giftBody = z.object({
  cardName: trimmed,
  brandId: idOrNone,
  description: trimmed,
  cardImage: trimmed,
  validityStart: moment,
  validityEnd: moment,
  maxUsage: z
    .number()
    .max(2_000_000_000)
    .nullish()
    .transform(value => value ?? null),
  apiIntegrationCode: trimmed,
  categories: ids(50),
  status: code(statuses).nullish(),
  terms: trimmed,
  tenantIds: ids(),
  metadata: z
    .unknown()
    .optional()
    .transform(value => (value ?? {}) as Record<string, unknown>),
})
export const giftChange = giftBody.extend({ id: z.string() })
type Given = Partial<z.infer<typeof giftBody>>

const standing = (row: Row): GiftCardDraft => ({
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

const unknownBrand = async (db: Database, actor: Actor, id: string): Promise<Message | undefined> => {
  const found = isUuid(id)
    ? await db
        .select({ id: brands.id })
        .from(brands)
        .where(and(eq(brands.id, id), isNull(brands.deletedAt), readable(actor, brands)))
    : []
  return found.length ? undefined : "rule.brandUnknown"
}

/** The columns of what came in, over what stands. @throws Refusal naming every field that is wrong */
export const giftColumns = async (db: Database, actor: Actor, { brandId, status, ...given }: Given, row?: Row) => {
  const before = row ? standing(row) : blank
  const draft: GiftCardDraft = {
    ...before,
    ...given,
    brandId: brandId === undefined ? before.brandId : (brandId ?? ""),
    status: status ?? before.status,
  }
  refuseBroken({
    ...validate(rules, draft),
    brandId: draft.brandId && draft.brandId !== row?.brandId ? await unknownBrand(db, actor, draft.brandId) : undefined,
    cardImage: draft.cardImage && draft.cardImage !== row?.cardImage && !isPicture(draft.cardImage) ? "rule.picture" : undefined,
    categories: await unknownCategory(db, draft.categories, row?.categoryIds),
    tenantIds: await unknownCompany(db, reachOf(actor), draft.tenantIds, row?.tenantIds),
    // What was used more often than it may be is no card that anybody can explain.
    ...(row &&
      draft.maxUsage !== row.maxUsage &&
      (draft.maxUsage ?? row.used) < row.used && { maxUsage: "gift.maxBelowUsed" as const }),
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
