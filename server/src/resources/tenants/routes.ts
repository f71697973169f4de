import { and, asc, count, desc, eq, isNull, type SQL } from "drizzle-orm"
import { type Context, Hono } from "hono"
import { z } from "zod"
import { hasBranding, hasProfile, onboardingOf } from "../../../../src/contract/companies"
import { allow, platform, staff } from "../../auth/policy"
import { bearer } from "../../auth/tokens"
import { tenants as table, users } from "../../db/schema"
import type { Env } from "../../http/context"
import { ok } from "../../http/envelope"
import { hasCode, holds, orderOf } from "../../http/list"
import { idParam, listParams, readValid } from "../../http/request"
import { uploadImage } from "../media/routes"
import { standing, type TenantRow } from "./input"
import { companies, moduleDefaults, present, visible } from "./output"
import { createSubsidiary, createTenant, removeTenant, updateSubsidiary, updateTenant } from "./writes"

/** S7 Tenants. A company sees itself and its subsidiaries (decisions §4). */
export const tenants = new Hono<Env>()

/** S5: what companies may be sorted by. */
const keys = {
  name: table.search,
  location: table.location,
  createdDate: table.createdAt,
  industry: table.industry,
  companySize: table.companySize,
  activeStatus: table.activeStatus,
}

const page = async (c: Context<Env>, among: SQL | undefined, defaultSize?: number) => {
  const { db } = c.get("deps")
  const params = listParams(c, defaultSize)
  const where = and(
    among,
    params.keyword ? holds(table.search, params.keyword) : undefined,
    hasCode(table.activeStatus, c.req.query("status")),
    hasCode(table.industry, c.req.query("industry")),
    hasCode(table.companySize, c.req.query("companySize")),
  )
  const rows = await db
    .select()
    .from(table)
    .where(where)
    .orderBy(...orderOf(params, keys, desc(table.createdAt), table.id))
    .limit(params.pageSize)
    .offset(params.page * params.pageSize)
  const [total] = await db.select({ rows: count() }).from(table).where(where)
  return { rows: rows.map(present), totalCount: total?.rows ?? 0 }
}

export const listCompanies = async (c: Context<Env>) => {
  const { rows, totalCount } = await page(c, visible(c.get("actor")))
  return ok(c, { tenants: rows, totalCount })
}

tenants.get("/tenant/list", bearer, staff, listCompanies)

tenants.get("/tenant/get-all", bearer, staff, async c => {
  const rows = await c
    .get("deps")
    .db.select()
    .from(table)
    .where(visible(c.get("actor")))
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

tenants.post("/tenant/admin/create", bearer, platform, createTenant)
tenants.put("/tenant/update", bearer, platform, updateTenant)
tenants.put("/tenant/admin/update", bearer, platform, updateTenant)
tenants.post("/tenant/tenant-admin/create", bearer, allow("TenantAdmin"), createSubsidiary)
tenants.put("/tenant/tenant-admin/update", bearer, allow("TenantAdmin"), updateSubsidiary)
tenants.delete("/tenant/delete/:id", bearer, platform, removeTenant)
tenants.post("/tenant/logo", bearer, staff, uploadImage)

const need = async (c: Context<Env>) => {
  const { row } = await companies.need(c, c.get("deps").db, idParam(c))
  return row as unknown as TenantRow
}

tenants.get("/tenant/:id/modules", bearer, staff, async c => {
  const { modules, version } = await need(c)
  return ok(c, { ...moduleDefaults, ...modules }, { etag: version })
})

export const moduleFlags = z.object(
  Object.fromEntries(Object.keys(moduleDefaults).map(name => [name, z.boolean().optional()])) as Record<
    keyof typeof moduleDefaults,
    z.ZodOptional<z.ZodBoolean>
  >,
)

tenants.put("/tenant/:id/modules", bearer, platform, async c => {
  const given = await readValid(c, moduleFlags)
  const extras = await companies.change(c, idParam(c), row => ({
    modules: { ...moduleDefaults, ...(row.modules as object), ...given },
  }))
  return ok(c, { ...moduleDefaults, ...(await need(c)).modules }, extras)
})

/** S9: nine to a page. */
tenants.get("/tenant/:id/subsidiaries", bearer, staff, async c => {
  const { id } = await need(c)
  const { rows, totalCount } = await page(c, and(eq(table.parentId, id), isNull(table.deletedAt)), 9)
  return ok(c, { subsidiaries: rows, totalCount })
})

/** How far a company has come, by what it has really done. */
tenants.get("/tenant/:id/onboarding", bearer, staff, async c => {
  const row = await need(c)
  const employees = and(eq(users.tenantId, row.id), eq(users.role, "User"), isNull(users.deletedAt))
  const company = standing(row)
  return ok(
    c,
    onboardingOf({
      companyProfile: hasProfile(company),
      branding: hasBranding(company),
      userSetup: (await c.get("deps").db.$count(users, employees)) > 0,
      moduleConfig: Object.keys(row.modules).length > 0,
    }),
  )
})

tenants.get("/tenant/:id", bearer, staff, companies.get)
