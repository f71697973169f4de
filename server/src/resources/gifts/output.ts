import { and, eq, isNull } from "drizzle-orm"
import { mayWrite, offeredTo, readable } from "../../auth/policy"
import type { Database } from "../../db/open"
import { brands, gifts as table } from "../../db/schema"
import type { Actor } from "../../http/context"
import { records } from "../../records/records"

/** A stored gift card: who sees it, what leaves of it. */
export type GiftRow = typeof table.$inferSelect
type Joined = { gift: GiftRow; brand: string | null }

export const joined = (db: Database) =>
  db.select({ gift: table, brand: brands.name }).from(table).leftJoin(brands, eq(brands.id, table.brandId))

/** What lists show: the code of the partner's system is not among it. */
export const present = ({ gift, brand }: Joined, actor: Actor) => ({
  id: gift.id,
  cardName: gift.cardName,
  brand,
  brandId: gift.brandId,
  description: gift.description,
  cardImage: gift.cardImage,
  validityStart: gift.validityStart?.toISOString() ?? null,
  validityEnd: gift.validityEnd?.toISOString() ?? null,
  maxUsage: gift.maxUsage,
  used: gift.used,
  terms: gift.terms,
  categories: gift.categoryIds,
  status: gift.status,
  tenantId: gift.tenantId,
  tenantIds: offeredTo(actor, gift),
  metadata: gift.metadata,
  createdDate: gift.createdAt.toISOString(),
  updatedDate: gift.updatedAt.toISOString(),
})

/** The record: the code for who may change it, null for anybody else. */
const presentWhole = (found: Joined, actor: Actor) => ({
  ...present(found, actor),
  apiIntegrationCode: mayWrite(actor, found.gift.tenantId) ? found.gift.apiIntegrationCode : null,
})

export const visible = (actor: Actor) => and(isNull(table.deletedAt), readable(actor, table))

export const kept = records({
  entity: "gift",
  find: async (db, actor, id) => {
    const [found] = await joined(db).where(and(eq(table.id, id), visible(actor)))
    return found && { row: found.gift, value: presentWhole(found, actor) }
  },
})
