import { and, eq, isNull, sql } from "drizzle-orm"
import { z } from "zod"
import * as gift from "../../../../src/contract/gifts"
import { statuses } from "../../../../src/contract/gifts"
import { ownedFields } from "../../../../src/contract/record"
import type { Wire } from "../../../../src/contract/wire"
import { omitFields } from "../../../../src/core/fields"
import { mayUse, mayWrite, readable } from "../../auth/policy"
import type { Database } from "../../db/open"
import { brands, gifts as table, tenants } from "../../db/schema"
import { refuseInvalid } from "../../errors/problem"
import type { Actor } from "../../http/context"
import { dateBound, type ListFilters, memberFilter, ownerFilter, type Within } from "../../http/list"
import { answerShape, named, text } from "../../records/answer-shape"
import type { Reasons } from "../../records/attention"
import type { RowOf } from "../../records/entities"
import { bodyShape, draftErrors, mergeDraft, storedFields } from "../../records/fields"
import { findIn, records } from "../../records/records"
import { ownedMembers } from "../../records/stored-members"

/** The body of a gift card, and the columns that it fills (docs/contract.md#gift-card-record). */
const stored = storedFields("gift", omitFields(gift.fields, "categories"))

export const giftBody = z.object({
  ...bodyShape(gift.fields),
  // The shape of the metadata is checked by the contract's rules.
  metadata: z
    .unknown()
    .optional()
    .transform(given => (given ?? {}) as Record<string, unknown>),
})

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

/** A stored gift card with the name of its partner: who may read it, and the members of the answer. */
type Joined = { row: Row; brand: string | null; tenantName: string | null }

export const selectGifts = (db: Database) =>
  db
    .select({ row: table, brand: brands.name, tenantName: tenants.name })
    .from(table)
    .leftJoin(brands, eq(brands.id, table.brandId))
    .leftJoin(tenants, eq(tenants.id, table.tenantId))

export const visibleGifts = (actor: Actor) => and(isNull(table.deletedAt), readable(actor, table))

/** Whether the actor may change a card, and therefore see its codes. */
export const mayChangeGift = (actor: Actor, { tenantId }: { tenantId: string | null }) =>
  mayWrite(actor, tenantId) && mayUse(actor, "write", "gifts")

/** A list does not contain the code of the partner's system. */
export const presentGiftItem = ({ row, brand, tenantName }: Joined, actor: Actor) => {
  const { apiIntegrationCode: _, ...members } = stored.members(row)
  return {
    ...members,
    tenantName,
    brand,
    categories: row.categoryIds,
    used: row.used,
    ...ownedMembers(row, actor),
  } satisfies Wire<Omit<gift.GiftCard, "apiIntegrationCode">>
}

/** The code of the partner's system is null for everybody who may not change the card. */
const presentGift = (found: Joined, actor: Actor) =>
  ({
    ...presentGiftItem(found, actor),
    apiIntegrationCode: mayChangeGift(actor, found.row) ? found.row.apiIntegrationCode : null,
  }) satisfies Wire<gift.GiftCard>

export const giftRecords = records({ entity: "gift", find: findIn("gift", selectGifts, visibleGifts, presentGift) })

const giftShape = {
  ...answerShape("gift", { ...ownedFields, ...omitFields(gift.fields, "apiIntegrationCode"), ...gift.added }),
  metadata: z.record(z.string(), z.unknown()),
}
export const giftItem = named("GiftItem", giftShape) satisfies z.ZodType<Wire<Omit<gift.GiftCard, "apiIntegrationCode">>>
export const giftValue = named("Gift", { ...giftShape, apiIntegrationCode: text.nullable() }) satisfies z.ZodType<
  Wire<gift.GiftCard>
>

/** Active cards that expire soon and have uses left. */
export const giftAttention: Reasons<"gifts"> = {
  ending: ({ now, soon }) => sql`${table.status} = ${statuses.value("active")}::int
    and ${table.validityEnd} > ${now} and ${table.validityEnd} <= ${soon}
    and (${table.maxUsage} is null or ${table.used} < ${table.maxUsage})`,
}

/** Gift cards that are valid on a day of the period. */
export const giftsWithin: Within = (from, to) =>
  and(
    from && sql`(${table.validityEnd} is null or ${table.validityEnd} >= ${from})`,
    to && sql`(${table.validityStart} is null or ${table.validityStart} < ${to})`,
  )

/** The list's condition without keyword and status. */
export const giftFilters: ListFilters = ({ actor, zone }, query) =>
  and(
    visibleGifts(actor),
    memberFilter(table.categoryIds, query.categoryId),
    ownerFilter(table.tenantId, query.tenantId),
    giftsWithin(dateBound(query.validFrom, zone), dateBound(query.validTo, zone, 1)),
  )
