import { and, eq, inArray, isNull, or, sql } from "drizzle-orm"
import type { CompanyItem } from "../../../../src/contract/companies"
import type { Wire } from "../../../../src/contract/wire"
import type { Database } from "../../db/open"
import { tenants as table } from "../../db/schema"
import type { Actor } from "../../http/context"
import type { RowOf } from "../../records/entities"

/** A stored company: who may read it, and the members of the answer. */
export const presentCompany = (row: RowOf<"tenant">) =>
  ({
    id: row.id,
    parentId: row.parentId,
    name: row.name,
    logo: row.logo,
    primaryColor: row.primaryColor,
    secondaryColor: row.secondaryColor,
    emails: row.emails,
    contactPersons: row.contactPersons,
    phone: row.phone,
    domain: row.domain,
    activeStatus: row.activeStatus,
    location: row.location,
    website: row.website,
    description: row.description,
    industry: row.industry,
    companySize: row.companySize,
    socialMedia: row.socialMedia,
    visualIdentity: { name: row.name, logo: row.logo, primaryColor: row.primaryColor, secondaryColor: row.secondaryColor },
    createdDate: row.createdAt.toISOString(),
    updatedDate: row.updatedAt.toISOString(),
  }) satisfies Wire<CompanyItem>

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
    .orderBy(table.search, table.id)
