import { and, eq, isNull } from "drizzle-orm"
import type { GiftCard } from "../../../../src/contract/gifts"
import type { Wire } from "../../../../src/contract/wire"
import { mayUse, mayWrite, offeredTo, readable } from "../../auth/policy"
import type { Database } from "../../db/open"
import { brands, gifts as table, tenants } from "../../db/schema"
import type { Actor } from "../../http/context"
import type { RowOf } from "../../records/entities"
import { storedMembers } from "../../records/stored-members"
import { stored } from "./input"

/** A stored gift card with the name of its partner: who may read it, and the members of the answer. */
type Joined = { gift: RowOf<"gift">; brand: string | null; tenantName: string | null }

export const selectGifts = (db: Database) =>
  db
    .select({ gift: table, brand: brands.name, tenantName: tenants.name })
    .from(table)
    .leftJoin(brands, eq(brands.id, table.brandId))
    .leftJoin(tenants, eq(tenants.id, table.tenantId))

export const visibleGifts = (actor: Actor) => and(isNull(table.deletedAt), readable(actor, table))

/** Whether the actor may change a card, and therefore see its codes. */
export const mayChangeGift = (actor: Actor, { tenantId }: { tenantId: string | null }) =>
  mayWrite(actor, tenantId) && mayUse(actor, "write", "gifts")

/** A list does not contain the code of the partner's system. */
export const presentGiftItem = ({ gift, brand, tenantName }: Joined, actor: Actor) => {
  const { apiIntegrationCode: _, ...members } = stored.members(gift)
  return {
    ...members,
    tenantName,
    brand,
    categories: gift.categoryIds,
    used: gift.used,
    tenantIds: offeredTo(actor, gift),
    ...storedMembers(gift),
  } satisfies Wire<Omit<GiftCard, "apiIntegrationCode">>
}

/** The code of the partner's system is null for everybody who may not change the card. */
export const presentGift = (found: Joined, actor: Actor) =>
  ({
    ...presentGiftItem(found, actor),
    apiIntegrationCode: mayChangeGift(actor, found.gift) ? found.gift.apiIntegrationCode : null,
  }) satisfies Wire<GiftCard>
