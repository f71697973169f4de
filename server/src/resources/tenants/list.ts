import { and, asc, eq, isNull, type SQL } from "drizzle-orm"
import type { Context } from "hono"
import type { CompanyName } from "../../../../src/contract/companies"
import { tenants as table } from "../../db/schema"
import { turkishOrder } from "../../db/turkish-order"
import type { Env } from "../../http/context"
import { ok } from "../../http/envelope"
import { codeFilter, keywordFilter } from "../../http/list"
import { idParam, listParams } from "../../http/request"
import { attentionFilter } from "../../kinds/attention"
import { mailsUsedUp, presentCompany, tenant } from "../../kinds/tenant"
import { read } from "../../records/find"
import { readPage } from "../../records/list"

/** What companies may be sorted by (docs/contract.md#company-calls). */
export const companySorts = {
  name: table.sortName,
  location: turkishOrder(table.location),
  createdDate: table.createdAt,
  industry: table.industry,
  companySize: table.companySize,
  activeStatus: table.activeStatus,
  mailsUsedUp,
}

const companyPage = async (c: Context<Env>, among: SQL | undefined, defaultSize?: number) => {
  const { db, clock } = c.get("deps")
  const params = listParams(c, defaultSize)
  const own = { tenantId: table.id, actor: c.get("actor"), now: new Date(clock()) }
  const where = and(
    among,
    attentionFilter(tenant.attention, own, c.req.query("attention")),
    keywordFilter(table.search, params.keyword),
    codeFilter(table.activeStatus, c.req.query("status")),
    codeFilter(table.industry, c.req.query("industry")),
    codeFilter(table.companySize, c.req.query("companySize")),
  )
  const { rows, totalCount } = await readPage(db, tenant.select, { params, table, where, sorts: companySorts })
  return { companies: rows.map(({ row }) => presentCompany(row)), totalCount }
}

export const listCompanies = async (c: Context<Env>) => {
  const { companies, totalCount } = await companyPage(c, tenant.visible(c.get("actor")))
  return ok(c, { tenants: companies, totalCount })
}

/** Rows of a page of subsidiaries (docs/contract.md#lists). */
export const subsidiaryPageSize = 9

export const listSubsidiaries = async (c: Context<Env>) => {
  const { row } = await read(c, tenant, idParam(c))
  const isSubsidiary = and(eq(table.parentId, row.id), isNull(table.deletedAt))
  const { companies, totalCount } = await companyPage(c, isSubsidiary, subsidiaryPageSize)
  return ok(c, { subsidiaries: companies, totalCount })
}

export const listCompanyNames = async (c: Context<Env>) => {
  const names: CompanyName[] = await c
    .get("deps")
    .db.select({ id: table.id, name: table.name, parentId: table.parentId, activeStatus: table.activeStatus })
    .from(table)
    .where(tenant.visible(c.get("actor")))
    .orderBy(asc(table.sortName))
  return ok(c, names)
}
