import { and, asc, eq, isNull, type SQL } from "drizzle-orm"
import type { Context } from "hono"
import { z } from "zod"
import { attentionReasons } from "../../../../src/contract/attention"
import type { CompanyName } from "../../../../src/contract/companies"
import { maxOptions } from "../../../../src/core/http/options"
import { anyStaff, may } from "../../auth/policy"
import { tenants as table } from "../../db/schema"
import { turkishOrder } from "../../db/turkish-order"
import type { Env } from "../../http/context"
import { codeFilter, keywordFilter, optionFilter, updatedFilter } from "../../http/list"
import { listParams, requireId } from "../../http/request"
import { attentionFilter } from "../../kinds/attention"
import { companyItem, mailsUsedUp, presentCompany, tenant } from "../../kinds/tenant"
import { read } from "../../records/find"
import { readPage } from "../../records/list"
import { route } from "../../routes/route"
import { day, id, listQuery, named, number, optionQuery, page, text } from "../../routes/schemas"

/** What companies may be sorted by (docs/contract.md#company-calls). */
const companySorts = {
  name: table.sortName,
  location: turkishOrder(table.location),
  createdDate: table.createdAt,
  industry: table.industry,
  companySize: table.companySize,
  activeStatus: table.activeStatus,
  mailsUsedUp,
}

const companyPage = async (c: Context<Env>, among: SQL | undefined, defaultSize?: number) => {
  const { db, clock, config } = c.get("deps")
  const params = listParams(c, defaultSize)
  const own = { tenantId: table.id, actor: c.get("actor"), zone: config.timeZone, now: new Date(clock()) }
  const where = and(
    among,
    attentionFilter(tenant.attention, own, c.req.query("attention")),
    keywordFilter(table.search, params.keyword),
    codeFilter(table.activeStatus, c.req.query("status")),
    codeFilter(table.industry, c.req.query("industry")),
    codeFilter(table.companySize, c.req.query("companySize")),
    updatedFilter(table.updatedAt, c.req.query("updatedSince"), config.timeZone),
  )
  const { rows, totalCount } = await readPage(db, tenant.select, { params, table, where, sorts: companySorts })
  return { companies: rows.map(({ row }) => presentCompany(row)), totalCount }
}

const companyQuery = {
  ...listQuery(companySorts),
  attention: z.enum(attentionReasons.companies),
  status: number,
  industry: number,
  companySize: number,
  updatedSince: day,
}

export const listCompanies = route.get("/tenant/list", may("read", "subsidiaries"), {
  summary: "List of companies",
  query: companyQuery,
  answer: page("tenants", companyItem),
  handler: async ({ c }) => {
    const { companies, totalCount } = await companyPage(c, tenant.visible(c.get("actor")))
    return { value: { tenants: companies, totalCount } }
  },
})

/** Rows of a page of subsidiaries (docs/contract.md#lists). */
const subsidiaryPageSize = 9

export const listSubsidiaries = route.get("/tenant/:id/subsidiaries", may("read", "subsidiaries"), {
  summary: "Subsidiaries of one company",
  query: { ...companyQuery, ...listQuery(companySorts, subsidiaryPageSize) },
  answer: page("subsidiaries", companyItem),
  handler: async ({ c, params }) => {
    const { row } = await read(c, tenant, requireId(params.id))
    const isSubsidiary = and(eq(table.parentId, row.id), isNull(table.deletedAt))
    const { companies, totalCount } = await companyPage(c, isSubsidiary, subsidiaryPageSize)
    return { value: { subsidiaries: companies, totalCount } }
  },
})

const companyName = named("CompanyName", {
  id,
  name: text,
  parentId: id.nullable(),
  activeStatus: z.int(),
}) satisfies z.ZodType<CompanyName>

export const listCompanyNames = route.get("/tenant/get-all", anyStaff, {
  summary: "Names of companies, the first 1,000",
  query: optionQuery,
  answer: z.array(companyName),
  handler: async ({ c, deps, query }) => {
    const value = await deps.db
      .select({ id: table.id, name: table.name, parentId: table.parentId, activeStatus: table.activeStatus })
      .from(table)
      .where(and(tenant.visible(c.get("actor")), optionFilter(table, query)))
      .orderBy(asc(table.sortName))
      .limit(maxOptions)
    return { value }
  },
})
