import { and, asc, eq, isNull, type SQL, sql } from "drizzle-orm"
import type { Context } from "hono"
import { attentionDays } from "../../../../src/contract/attention"
import type { CompanyName } from "../../../../src/contract/companies"
import { nearlyFull, quotas } from "../../../../src/contract/quotas"
import { activeStatuses } from "../../../../src/core/codes"
import type { Database } from "../../db/open"
import { tenants as table } from "../../db/schema"
import { turkishOrder } from "../../db/turkish-order"
import type { Env } from "../../http/context"
import { ok } from "../../http/envelope"
import { codeFilter, keywordFilter } from "../../http/list"
import { idParam, listParams } from "../../http/request"
import { attentionFilter, type Reasons } from "../../kinds/attention"
import { readPage } from "../../records/list"
import { presentCompany, visibleCompanies } from "./output"
import { companyRecords } from "./records"

/** When a company last used up its mails of a day; not in the answers of companies. */
export const mailsUsedUp = sql.raw("tenants.mails_used_up_at")

const active = activeStatuses.value("active")

/** Entries of the last days about an approval by two people of whom one made the other an administrator (index audit_new_person). */
const isNewApproval = (now: SQL) =>
  sql`a.action = 'approve' and a.after ? 'newPerson' and a.at > ${now} - make_interval(days => ${attentionDays}::int)`

export const companyAttention: Reasons<"companies"> = {
  mails: ({ now }) => sql`${mailsUsedUp} > ${now} - make_interval(days => ${attentionDays}::int)`,
  quota: () => sql`exists (select 1 from usage u where u.tenant_id = ${table.id} group by u.kind having sum(u.amount)
    >= ${nearlyFull}::float8 * coalesce(${table.quotas} ->> u.kind, ${JSON.stringify(quotas)}::jsonb ->> u.kind)::float8)`,
  approval: ({ userId }) =>
    sql`exists (select 1 from approval_setting_changes c where c.owner = ${table.id}::text and c.user_id <> ${userId})`,
  approvers: ({ now, userId }) => sql`exists (select 1 from audit a where a.tenant_id = ${table.id} and ${isNewApproval(now)}
    and a.actor_id <> ${userId} and not exists (select 1 from users u where u.id = ${userId} and u.email = a.after ->> 'sentBy')
    and (exists (select 1 from users u where u.id = ${userId} and u.role = 'TenantAdmin') or not exists (
      select 1 from users u where u.role = 'TenantAdmin' and u.deleted_at is null and u.status = ${active}
        and (u.tenant_id = ${table.id} or u.tenant_id = ${table.parentId})
        and u.id <> a.actor_id and u.email <> a.after ->> 'sentBy')))`,
}

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

const selectCompanies = (db: Database) => db.select().from(table)

const companyPage = async (c: Context<Env>, among: SQL | undefined, defaultSize?: number) => {
  const { db, clock } = c.get("deps")
  const params = listParams(c, defaultSize)
  const own = { tenantId: table.id, actor: c.get("actor"), now: new Date(clock()) }
  const where = and(
    among,
    attentionFilter(companyAttention, own, c.req.query("attention")),
    keywordFilter(table.search, params.keyword),
    codeFilter(table.activeStatus, c.req.query("status")),
    codeFilter(table.industry, c.req.query("industry")),
    codeFilter(table.companySize, c.req.query("companySize")),
  )
  const { rows, totalCount } = await readPage(db, selectCompanies, { params, table, where, sorts: companySorts })
  return { companies: rows.map(presentCompany), totalCount }
}

export const listCompanies = async (c: Context<Env>) => {
  const { companies, totalCount } = await companyPage(c, visibleCompanies(c.get("actor")))
  return ok(c, { tenants: companies, totalCount })
}

/** Rows of a page of subsidiaries (docs/contract.md#lists). */
export const subsidiaryPageSize = 9

export const listSubsidiaries = async (c: Context<Env>) => {
  const { row } = await companyRecords.read(c, c.get("deps").db, idParam(c))
  const isSubsidiary = and(eq(table.parentId, row.id), isNull(table.deletedAt))
  const { companies, totalCount } = await companyPage(c, isSubsidiary, subsidiaryPageSize)
  return ok(c, { subsidiaries: companies, totalCount })
}

export const listCompanyNames = async (c: Context<Env>) => {
  const names: CompanyName[] = await c
    .get("deps")
    .db.select({ id: table.id, name: table.name, parentId: table.parentId, activeStatus: table.activeStatus })
    .from(table)
    .where(visibleCompanies(c.get("actor")))
    .orderBy(asc(table.sortName))
  return ok(c, names)
}
