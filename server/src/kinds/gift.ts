import { eq, type SQL, sql } from "drizzle-orm"
import { z } from "zod"
import * as contract from "../../../src/contract/gifts"
import { activeStatuses } from "../../../src/core/codes"
import { mayUse, mayWrite } from "../auth/policy"
import { brands, giftCodes, gifts as table } from "../db/schema"
import type { Actor } from "../http/context"
import { byCode, byMember, byOwner, byPeriod } from "./filters"
import { kindOf, nameOf } from "./kind-of"

const { startDate: validFrom, endDate: validTo } = byPeriod(table.validityStart, table.validityEnd)

/** Whether the actor may change a card, and therefore see its codes. */
export const mayChangeGift = (actor: Actor, { tenantId }: { tenantId: string | null }) =>
  mayWrite(actor, tenantId) && mayUse(actor, "write", "gifts")

/** Cards that can be used at a moment: active, within their validity, with uses left (docs/contract.md#gift-card-validity). */
export const usableAt = (now: Date): SQL => {
  const moment = sql`${now.toISOString()}::timestamptz`
  return sql`(${table.status} = ${activeStatuses.value("active")}::int
    and (${table.validityStart} is null or ${table.validityStart} <= ${moment})
    and (${table.validityEnd} is null or ${table.validityEnd} > ${moment})
    and (${table.maxUsage} is null or ${table.used} < ${table.maxUsage}))`
}

/** Gift cards (docs/contract.md#gift-cards). */
export const gift = kindOf("gifts", table, contract, {
  tag: "Gifts",
  noun: "gift card",
  inUse: "gift.inUse",
  references: { categories: { column: "categoryIds", target: "category" } },
  keeps: ["used"],
  stored: {
    categories: { read: ({ categoryIds }) => categoryIds, write: ({ categories }) => ({ categoryIds: categories }) },
  },
  answers: { brand: nameOf(brands.name, brands.id, table.brandId), categories: ({ categoryIds }) => categoryIds },
  schemas: {
    apiIntegrationCode: { answer: z.string().nullable() },
    metadata: {
      // The shape of the metadata is checked by the contract's rules.
      body: z
        .unknown()
        .optional()
        .transform(given => (given ?? {}) as Record<string, unknown>),
      answer: z.record(z.string(), z.unknown()),
    },
  },
  /** A new limit must not be below the uses so far. */
  errors: ({ maxUsage }, row) =>
    row && maxUsage !== null && maxUsage !== row.maxUsage && maxUsage < row.used ? { maxUsage: "gift.maxBelowUsed" } : {},
  isValid: ({ maxUsage, used }) => maxUsage === null || used <= maxUsage,
  /** The code of the partner's system is neither in a list nor in the history, and null for everybody who may not change the card. */
  secrets: ["apiIntegrationCode"],
  unlisted: ["apiIntegrationCode"],
  hidden: (actor, row) => (mayChangeGift(actor, row) ? {} : { apiIntegrationCode: null }),
  sorts: {
    cardName: table.sortName,
    createdDate: table.createdAt,
    status: table.status,
    validityStart: table.validityStart,
    validityEnd: table.validityEnd,
    maxUsage: table.maxUsage,
    used: table.used,
  },
  filters: {
    tenantId: byOwner(table.tenantId),
    status: byCode(table.status),
    categoryId: byMember(table.categoryIds),
    validFrom,
    validTo,
    usable: { schema: z.enum(["true"]), where: (given, { now }) => (given?.trim() === "true" ? usableAt(now) : undefined) },
  },
  /** Codes that the person may know are not given to others. */
  erasePerson: async (tx, { id }) => {
    const isUnused = sql`${giftCodes.usedAt} is null`
    await tx
      .update(giftCodes)
      .set({
        personId: null,
        cancelledAt: sql`case when ${isUnused} then coalesce(${giftCodes.cancelledAt}, now()) end`,
        // The undo of the giving would make the code free.
        version: sql`${giftCodes.version} + 1`,
      })
      .where(eq(giftCodes.personId, id))
  },
  attention: {
    /** Active, over soon, and with uses left. */
    ending: ({ now, soon }) => sql`${table.status} = ${activeStatuses.value("active")}::int
      and ${table.validityEnd} > ${now} and ${table.validityEnd} <= ${soon}
      and (${table.maxUsage} is null or ${table.used} < ${table.maxUsage})`,
  },
  example: { cardName: "Yaz kartı", brandId: "3f0d1f6e-5a53-4c1b-9a55-0b6f1c0a7e11", maxUsage: 100, status: 1 },
})
