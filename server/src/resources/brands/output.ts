import { and, eq, isNull } from "drizzle-orm"
import type { PartnerWire } from "../../../../src/contract/partners"
import type { Wire } from "../../../../src/contract/wire"
import { offeredTo, readable } from "../../auth/policy"
import type { Database } from "../../db/open"
import { categories, brands as table, tenants } from "../../db/schema"
import type { Actor } from "../../http/context"
import type { RowOf } from "../../records/entities"
import { storedMembers } from "../../records/stored-members"
import { stored } from "./input"

/** A stored partner with the name of its category: who may read it, and the members of the answer. */
type Joined = { brand: RowOf<"brand">; categoryName: string | null; tenantName: string | null }

export const selectBrands = (db: Database) =>
  db
    .select({ brand: table, categoryName: categories.name, tenantName: tenants.name })
    .from(table)
    .leftJoin(categories, eq(categories.id, table.categoryId))
    .leftJoin(tenants, eq(tenants.id, table.tenantId))

export const visibleBrands = (actor: Actor) => and(isNull(table.deletedAt), readable(actor, table))

export const presentBrand = ({ brand, categoryName, tenantName }: Joined, actor: Actor) =>
  ({
    ...stored.members(brand),
    tenantName,
    categoryName,
    contactPersons: brand.contactPersons,
    emails: brand.emails,
    phones: brand.phones,
    tenantIds: offeredTo(actor, brand),
    ...storedMembers(brand),
  }) satisfies Wire<Omit<PartnerWire, "categoryIds">>
