import { and, eq, inArray, isNull, or, sql } from "drizzle-orm"
import type { CompanyItem } from "../../../../src/contract/companies"
import type { Wire } from "../../../../src/contract/wire"
import type { Database } from "../../db/open"
import { tenants as table } from "../../db/schema"
import type { Actor } from "../../http/context"
import type { RowOf } from "../../kinds/entities"
import { stored } from "./input"

/** A stored company: who may read it, and the members of the answer. */
export const presentCompany = (row: RowOf<"tenant">) => {
  const { name, logo, primaryColor, secondaryColor, createdAt, updatedAt } = row
  return {
    id: row.id,
    parentId: row.parentId,
    ...stored.members(row),
    visualIdentity: { name, logo, primaryColor, secondaryColor },
    createdDate: createdAt.toISOString(),
    updatedDate: updatedAt.toISOString(),
  } satisfies Wire<CompanyItem>
}

/** For a company administrator the own company and its subsidiaries, those created after sign-in included. */
export const visibleCompanies = (actor: Actor) =>
  and(
    isNull(table.deletedAt),
    actor.role === "Administrator"
      ? undefined
      : or(inArray(table.id, actor.reach), sql`${table.parentId} = ${actor.tenantId}::uuid`),
  )

export const subsidiariesOf = (db: Database, id: string) =>
  db
    .select()
    .from(table)
    .where(and(eq(table.parentId, id), isNull(table.deletedAt)))
    .orderBy(table.sortName, table.id)
