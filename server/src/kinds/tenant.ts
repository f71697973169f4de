import { and, eq, inArray, isNull, or, type SQL, sql } from "drizzle-orm"
import { z } from "zod"
import { attentionDays } from "../../../src/contract/attention"
import * as contract from "../../../src/contract/companies"
import { nearlyFull, quotas } from "../../../src/contract/quotas"
import { storedFields as storedMembers } from "../../../src/contract/record"
import type { Wire } from "../../../src/contract/wire"
import { activeStatuses } from "../../../src/core/codes"
import { hasModule } from "../auth/policy"
import type { Database } from "../db/open"
import { type TenantRow, tenants as table } from "../db/schema"
import { refuse } from "../errors/problem"
import { answerShape, named, text } from "./answer-shape"
import type { Reasons } from "./attention"
import { storedFields } from "./fields"
import { type Kind, kindParts } from "./kind"

/** The conversions between draft, row and answer. */
export const storedCompany = storedFields(table, contract.fields)

export const presentCompany = (row: TenantRow) => {
  const { name, logo, primaryColor, secondaryColor, createdAt, updatedAt } = row
  return {
    id: row.id,
    parentId: row.parentId,
    ...storedCompany.members(row),
    visualIdentity: { name, logo, primaryColor, secondaryColor },
    createdDate: createdAt.toISOString(),
    updatedDate: updatedAt.toISOString(),
  } satisfies Wire<contract.CompanyItem>
}

export const companyItem = named("Company", {
  ...answerShape(table, { ...storedMembers, ...contract.fields, ...contract.added }),
  emails: z.array(text),
  contactPersons: z.array(text),
  socialMedia: z.record(z.string(), z.string()),
  visualIdentity: z.object({ name: text, logo: text.nullable(), primaryColor: text.nullable(), secondaryColor: text.nullable() }),
}) satisfies z.ZodType<Wire<contract.CompanyItem>>

/** When a company last used up its mails of a day; not in the answers of companies. */
export const mailsUsedUp = sql.raw("tenants.mails_used_up_at")

const active = activeStatuses.value("active")

/**
 * Entries of the last days about an approval by two people of whom one made the other an administrator (index audit_new_person), read once
 * for all companies: the log may be on workers.
 */
const newApprovals = (now: SQL) =>
  sql`with a as materialized (select tenant_id, actor_id, after ->> 'sentBy' as sent_by from audit
    where action = 'approve' and after ? 'newPerson' and at > ${now} - make_interval(days => ${attentionDays}::int))`

const attention: Reasons<"companies"> = {
  mails: ({ now }) => sql`${mailsUsedUp} > ${now} - make_interval(days => ${attentionDays}::int)`,
  unsent: () => sql`exists (select 1 from jobs j where j.kind = 'message' and j.tenant_id = ${table.id} and j.state = 'failed')`,
  quota: () => sql`exists (select 1 from usage u where u.tenant_id = ${table.id} group by u.kind having sum(u.amount)
    >= ${nearlyFull}::float8 * coalesce(${table.quotas} ->> u.kind, ${JSON.stringify(quotas)}::jsonb ->> u.kind)::float8)`,
  approval: ({ userId }) =>
    sql`exists (select 1 from approval_setting_changes c where c.owner = ${table.id}::text and c.user_id <> ${userId})`,
  approvers: ({ now, userId }) => sql`exists (${newApprovals(now)} select 1 from a where a.tenant_id = ${table.id}
    and a.actor_id <> ${userId} and not exists (select 1 from users u where u.id = ${userId} and u.email = a.sent_by)
    and (exists (select 1 from users u where u.id = ${userId} and u.role = 'TenantAdmin') or not exists (
      select 1 from users u where u.role = 'TenantAdmin' and u.deleted_at is null and u.status = ${active}
        and (u.tenant_id = ${table.id} or u.tenant_id = ${table.parentId})
        and u.id <> a.actor_id and u.email <> a.sent_by)))`,
}

const subsidiariesOf = (db: Database, id: string) =>
  db
    .select()
    .from(table)
    .where(and(eq(table.parentId, id), isNull(table.deletedAt)))
    .orderBy(table.sortName, table.id)

/** The sum of the versions of subsidiaries, which every change of one raises: versions only grow, and deleted ones stay in it. */
export const versionsOfSubsidiaries = async (db: Database, id: string): Promise<number> => {
  const versions = sql<number>`coalesce(sum(${table.version}), 0)::float8`
  const [found] = await db.select({ versions }).from(table).where(eq(table.parentId, id))
  return found?.versions ?? 0
}

/** Companies and subsidiaries (docs/contract.md#company-record). */
export const tenant = {
  ...kindParts("companies", table, contract.fields),
  tag: "Companies",
  noun: "company",
  value: companyItem.extend({ subTenants: z.array(companyItem) }).meta({ id: "CompanyWithSubsidiaries" }),
  references: { parentId: { column: "parentId", target: "tenant" } },
  inUse: "tenant.hasSubsidiaries",
  attention,
  heardBy: ({ id, parentId }) => [id, parentId],
  /** To a company's administrator, the own company is no subsidiary: it has permissions of its own and no flag. */
  moduleOf: (actor, id) => (id === actor.tenantId ? "companies" : "subsidiaries"),
  /** The own version, followed by that of its subsidiaries when it has or had any (docs/contract.md#record-versions). */
  versionOf: async (db, { id, version }) => {
    const ofSubsidiaries = await versionsOfSubsidiaries(db, id)
    return ofSubsidiaries ? `${version}.${ofSubsidiaries}` : String(version)
  },
  /** For a company administrator the own company and its subsidiaries, those created after sign-in included. */
  visible: actor =>
    and(
      isNull(table.deletedAt),
      actor.role === "Administrator"
        ? undefined
        : or(inArray(table.id, actor.reach), sql`${table.parentId} = ${actor.tenantId}::uuid`),
    ),
  select: db => db.select({ row: table }).from(table),
  present: ({ row }) => presentCompany(row),
  details: async (db, { id, parentId }, actor) => {
    const hasSubsidiaries = parentId === null && hasModule(actor, "subsidiaries")
    return { subTenants: hasSubsidiaries ? (await subsidiariesOf(db, id)).map(presentCompany) : [] }
  },
  logged: row => {
    const { primaryColor, secondaryColor, ...members } = storedCompany.draft(row)
    return { ...members, visualIdentity: { primaryColor, secondaryColor }, modules: row.modules, quotas: row.quotas }
  },
  /** An earlier state can contain what the platform wrote, which changes the status of a company. */
  onRestore: async (c, _, { before, after, action }) => {
    const isOwn = action === "restore" && after.id === c.get("actor").tenantId
    if (isOwn && before.activeStatus !== after.activeStatus) refuse({ kind: "denied", key: "tenant.ownStatus" })
  },
} satisfies Kind<TenantRow>
