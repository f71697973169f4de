import { and, isNull, not, or, sql } from "drizzle-orm"
import { z } from "zod"
import * as contract from "../../../src/contract/payments"
import { readable } from "../auth/policy"
import { payments as table } from "../db/schema"
import { byCode, byMember, byOwner } from "./filters"
import type { Filter } from "./kind"
import { kindOf } from "./kind-of"

/** Providers that the actor's company uses, or those that it does not use (docs/contract.md#payment-provider-calls). */
const byUse: Filter = {
  schema: z.enum(["true", "false"]),
  where: (given, { actor: { tenantId } }) => {
    if (!tenantId || (given !== "true" && given !== "false")) return undefined
    const isUsed = sql`(${table.tenantId} is not distinct from ${tenantId}::uuid or ${tenantId}::uuid = any(${table.tenantIds}))`
    return given === "true" ? isUsed : not(isUsed)
  },
}

/** Payment providers (docs/contract.md#payment-providers). */
export const payment = kindOf("payments", table, contract, {
  tag: "Payments",
  noun: "payment provider",
  /** Providers of the platform are visible to every company, which adds those that it uses (docs/contract.md#platform-providers). */
  visible: actor => and(isNull(table.deletedAt), or(isNull(table.tenantId), readable(actor, table))),
  sorts: { name: table.sortName, createdDate: table.createdAt, status: table.status },
  filters: {
    tenantId: byOwner(table.tenantId),
    status: byCode(table.status),
    categoryId: byMember(table.categoryIds),
    used: byUse,
  },
  example: { name: "Köprü Ödeme", website: "https://kopru.example", status: 1 },
})
