import { and, eq, inArray, isNull, or, sql } from "drizzle-orm"
import type { Database } from "../../db/open"
import { tenants as table } from "../../db/schema"
import type { Actor } from "../../http/context"
import { records } from "../../records/records"
import type { TenantRow } from "./input"

/** A stored company: who sees it, what leaves of it, and its modules. */
export const present = (row: TenantRow) => ({
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
})

/** A company administrator's own company and its subsidiaries, one that has just been added among them. */
export const visible = (actor: Actor) =>
  and(
    isNull(table.deletedAt),
    actor.role === "Administrator"
      ? undefined
      : or(inArray(table.id, actor.reach), sql`${table.parentId} = ${actor.tenantId}::uuid`),
  )

export const beneath = (db: Database, id: string) =>
  db
    .select()
    .from(table)
    .where(and(eq(table.parentId, id), isNull(table.deletedAt)))
    .orderBy(table.search, table.id)

/** A company is its own: who administers it may change it. */
export const companies = records({
  entity: "tenant",
  find: async (db, actor, id) => {
    const [row] = await db
      .select()
      .from(table)
      .where(and(eq(table.id, id), visible(actor)))
    if (!row) return undefined
    const subTenants = row.parentId ? [] : (await beneath(db, id)).map(present)
    return { row: { ...row, tenantId: row.id }, value: { ...present(row), subTenants } }
  },
})

/** S6: all on but reports. */
export const moduleDefaults = {
  dashboard: true,
  userManagement: true,
  campaignManagement: true,
  drawsManagement: true,
  announcements: true,
  surveyManagement: true,
  subsidiaryManagement: true,
  partnerManagement: true,
  reports: false,
}
