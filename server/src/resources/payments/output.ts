import { and, isNull, or } from "drizzle-orm"
import type { Provider } from "../../../../src/contract/payments"
import type { Wire } from "../../../../src/contract/wire"
import { offeredTo, readable } from "../../auth/policy"
import { payments as table } from "../../db/schema"
import type { Actor } from "../../http/context"
import type { RowOf } from "../../records/entities"

/** A stored payment provider: who may read it, and the members of the answer. */

/**
 * Providers of the platform are visible to every company, which adds those that it uses
 * (docs/contract.md#platform-providers).
 */
export const visiblePayments = (actor: Actor) => and(isNull(table.deletedAt), or(isNull(table.tenantId), readable(actor, table)))

export const presentPayment = (row: RowOf<"payment">, actor: Actor) =>
  ({
    id: row.id,
    tenantId: row.tenantId,
    name: row.name,
    description: row.description,
    logo: row.logo,
    tenantIds: offeredTo(actor, row),
    categoryIds: row.categoryIds,
    contactPerson: row.contactPerson,
    email: row.email,
    phone: row.phone,
    website: row.website,
    address: row.address,
    status: row.status,
    createdDate: row.createdAt.toISOString(),
    updatedDate: row.updatedAt.toISOString(),
  }) satisfies Wire<Provider>
