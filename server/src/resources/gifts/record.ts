import { and, sql } from "drizzle-orm"
import { z } from "zod"
import * as gift from "../../../../src/contract/gifts"
import type { Wire } from "../../../../src/contract/wire"
import { activeStatuses } from "../../../../src/core/codes"
import { mayUse, mayWrite } from "../../auth/policy"
import { brands, gifts as table } from "../../db/schema"
import type { Actor } from "../../http/context"
import { codeFilter, dateBound, type ListFilters, memberFilter, overlapping, ownerFilter } from "../../http/list"
import { id, named, text } from "../../kinds/answer-shape"
import type { Reasons } from "../../kinds/attention"
import type { RowOf } from "../../kinds/entities"
import { day, number, owner } from "../../records/call"
import { ownedKind } from "../../records/owned-kind"
import { findIn, records } from "../../records/records"
import { listOf } from "../crud"

type Row = RowOf<"gift">

/** A new limit must not be below the uses so far. */
const isLimitTooLow = ({ maxUsage }: Pick<Row, "maxUsage">, row: Row | undefined) =>
  row !== undefined && maxUsage !== null && maxUsage !== row.maxUsage && maxUsage < row.used

const kind = ownedKind("gift", gift, {
  names: { brand: sql<string | null>`(select ${brands.name} from ${brands} where ${brands.id} = ${table.brandId})` },
  draft: ({ categoryIds }) => ({ categories: categoryIds }),
  columns: ({ categories }) => ({ categoryIds: categories }),
  errors: (draft, row) => (isLimitTooLow(draft, row) ? { maxUsage: "gift.maxBelowUsed" } : {}),
  members: ({ categoryIds, used }) => ({ categories: categoryIds, used }),
  shape: { apiIntegrationCode: text.nullable(), metadata: z.record(z.string(), z.unknown()) },
})
export const { storedDraft, visible: visibleGifts } = kind

const body = kind.body.extend({
  // The shape of the metadata is checked by the contract's rules.
  metadata: z
    .unknown()
    .optional()
    .transform(given => (given ?? {}) as Record<string, unknown>),
})

/** Whether the actor may change a card, and therefore see its codes. */
export const mayChangeGift = (actor: Actor, { tenantId }: { tenantId: string | null }) =>
  mayWrite(actor, tenantId) && mayUse(actor, "write", "gifts")

type Found = Parameters<typeof kind.present>[0]

/** A list does not contain the code of the partner's system. */
const presentItem = (found: Found, actor: Actor, now: number) => {
  const { apiIntegrationCode: _, ...item } = kind.present(found, actor, now)
  return item satisfies Wire<Omit<gift.GiftCard, "apiIntegrationCode">>
}

/** The code of the partner's system is null for everybody who may not change the card. */
const presentGift = (found: Found, actor: Actor, now: number) => {
  const { apiIntegrationCode, ...item } = kind.present(found, actor, now)
  return {
    ...item,
    apiIntegrationCode: mayChangeGift(actor, found.row) ? apiIntegrationCode : null,
  } satisfies Wire<gift.GiftCard>
}

export const giftRecords = records({ entity: "gift", find: findIn("gift", kind.select, visibleGifts, presentGift) })

const { apiIntegrationCode, ...giftShape } = kind.value.shape
const item = named("GiftItem", giftShape) satisfies z.ZodType<Wire<Omit<gift.GiftCard, "apiIntegrationCode">>>

/** Active cards that expire soon and have uses left. */
export const giftAttention: Reasons<"gifts"> = {
  ending: ({ now, soon }) => sql`${table.status} = ${activeStatuses.value("active")}::int
    and ${table.validityEnd} > ${now} and ${table.validityEnd} <= ${soon}
    and (${table.maxUsage} is null or ${table.used} < ${table.maxUsage})`,
}

/** Gift cards that are valid on a day of the period. */
export const giftsWithin = overlapping(table.validityStart, table.validityEnd)

/** The list's condition without keyword and status. */
export const giftFilters: ListFilters = ({ actor, zone }, query) =>
  and(
    visibleGifts(actor),
    memberFilter(table.categoryIds, query.categoryId),
    ownerFilter(table.tenantId, query.tenantId),
    giftsWithin(dateBound(query.validFrom, zone), dateBound(query.validTo, zone, 1)),
  )

/** What the calls on gift cards are made of. */
export const giftKind = {
  ...kind,
  records: giftRecords,
  body,
  value: kind.value satisfies z.ZodType<Wire<gift.GiftCard>>,
  list: listOf(
    { ...kind, present: presentItem, value: item },
    {
      sorts: () => ({
        cardName: table.sortName,
        createdDate: table.createdAt,
        status: table.status,
        validityStart: table.validityStart,
        validityEnd: table.validityEnd,
        maxUsage: table.maxUsage,
        used: table.used,
      }),
      filters: (scope, query) => and(giftFilters(scope, query), codeFilter(table.status, query.status)),
      attention: giftAttention,
      query: { ...owner, status: number, categoryId: id, validFrom: day, validTo: day },
    },
  ),
}
