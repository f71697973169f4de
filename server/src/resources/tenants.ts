import { and, asc, count, desc, eq, sql } from "drizzle-orm"
import { Hono } from "hono"
import type { Env } from "../app"
import { ok } from "../envelope"
import { hasCode, holds, orderOf } from "../list"
import { inReach, staff } from "../policy"
import { refuse } from "../problem"
import { idParam, listParams } from "../request"
import { tenants as table } from "../schema"
import { bearer } from "../tokens"

/** S7 Tenants: reads. A company sees itself and its subsidiaries (decisions §4). */
export const tenants = new Hono<Env>()

type Row = typeof table.$inferSelect

const present = (row: Row) => ({
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
})

tenants.get("/tenant/list", bearer, staff, async c => {
  const { db } = c.get("deps")
  const params = listParams(c)
  const where = and(
    inReach(c.get("actor")),
    params.keyword ? holds(table.search, params.keyword) : undefined,
    hasCode(table.activeStatus, c.req.query("status")),
    hasCode(table.industry, c.req.query("industry")),
    hasCode(table.companySize, c.req.query("companySize")),
  )
  const keys = {
    name: sql`${table.search}`,
    location: table.location,
    createdDate: table.createdAt,
    industry: table.industry,
    companySize: table.companySize,
    activeStatus: table.activeStatus,
  }
  const rows = await db
    .select()
    .from(table)
    .where(where)
    .orderBy(...orderOf(params, keys, desc(table.createdAt), table.id))
    .limit(params.pageSize)
    .offset(params.page * params.pageSize)
  const [total] = await db.select({ rows: count() }).from(table).where(where)
  return ok(c, { tenants: rows.map(present), totalCount: total?.rows ?? 0 })
})

tenants.get("/tenant/get-all", bearer, staff, async c => {
  const rows = await c
    .get("deps")
    .db.select()
    .from(table)
    .where(inReach(c.get("actor")))
    .orderBy(asc(table.search))
  return ok(
    c,
    rows.map(({ id, name, parentId }) => ({ id, name, parentId })),
  )
})

/** The theme fetch; an Administrator without a company gets null, and the defaults stay (decisions §6). */
tenants.get("/tenant/mytenant", bearer, staff, async c => {
  const { tenantId } = c.get("actor")
  if (!tenantId) return ok(c, null)
  const [row] = await c.get("deps").db.select().from(table).where(eq(table.id, tenantId))
  return ok(c, row ? present(row) : null)
})

tenants.get("/tenant/getcurrenttenantid", bearer, staff, c => ok(c, c.get("actor").tenantId))

/** Permissions: none are set yet, which leaves every module unrestricted (decisions §4). */
tenants.get("/tenant/izinler", bearer, staff, c => ok(c, []))

/** S6: all on but reports. */
const moduleDefaults = {
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

tenants.get("/tenant/:id/modules", bearer, staff, async c => {
  const [row] = await c
    .get("deps")
    .db.select({ modules: table.modules })
    .from(table)
    .where(and(eq(table.id, idParam(c)), inReach(c.get("actor"))))
  return row ? ok(c, { ...moduleDefaults, ...row.modules }) : refuse({ kind: "missing" })
})
