import { and, eq, isNull, or } from "drizzle-orm"
import type { Provider } from "../../../../src/contract/payments"
import type { Wire } from "../../../../src/contract/wire"
import { offeredTo, readable } from "../../auth/policy"
import type { Database } from "../../db/open"
import { payments as table, tenants } from "../../db/schema"
import type { Actor } from "../../http/context"
import type { RowOf } from "../../records/entities"
import { storedMembers } from "../../records/stored-members"
import { stored } from "./input"

/** A stored payment provider with the name of its owner: who may read it, and the members of the answer. */
type Joined = { payment: RowOf<"payment">; tenantName: string | null }

export const selectPayments = (db: Database) =>
  db.select({ payment: table, tenantName: tenants.name }).from(table).leftJoin(tenants, eq(tenants.id, table.tenantId))

/**
 * Providers of the platform are visible to every company, which adds those that it uses
 * (docs/contract.md#platform-providers).
 */
export const visiblePayments = (actor: Actor) => and(isNull(table.deletedAt), or(isNull(table.tenantId), readable(actor, table)))

export const presentPayment = ({ payment: row, tenantName }: Joined, actor: Actor) =>
  ({
    ...stored.members(row),
    tenantName,
    tenantIds: offeredTo(actor, row),
    ...storedMembers(row),
  }) satisfies Wire<Provider>
