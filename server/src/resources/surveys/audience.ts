import { and, asc, eq, gt, gte, inArray, isNull, ne, type SQL, sql } from "drizzle-orm"
import { z } from "zod"
import { newcomerDays, type ReportOutlook, smallestGroup, smallestNewcomerGroup } from "../../../../src/contract/surveys/report"
import { addDays } from "../../../../src/core/dates/dates"
import { may } from "../../auth/policy"
import { type Database, rowsOf } from "../../db/open"
import type { SurveyRow } from "../../db/schema"
import { tenants, users } from "../../db/schema"
import { idOrEmpty, ids } from "../../http/body"
import { companyFor, isActiveCompany, isOfferedCompany } from "../../kinds/references"
import { survey as surveyKind } from "../../kinds/survey"
import { readOwn } from "../../records/find"
import { json, route } from "../../routes/route"
import { named, text, total } from "../../routes/schemas"
import { dayAt } from "./answers"

/** Who is asked by a survey, and which of these people are newcomers (docs/contract.md#survey-report). */

export type Audience = Pick<SurveyRow, "tenantId" | "tenantIds" | "departmentIds">

/** Who is asked of the companies: active people, in the departments when there are any. */
const isAskedThere = ({ departmentIds }: Audience): SQL | undefined =>
  and(
    isNull(users.deletedAt),
    eq(users.status, 1),
    ne(users.role, "Administrator"),
    departmentIds.length ? inArray(users.departmentId, departmentIds) : undefined,
  )

/** Who is asked. */
export const isAsked = (db: Database, audience: Audience): SQL | undefined =>
  and(
    isAskedThere(audience),
    inArray(users.tenantId, db.select({ id: tenants.id }).from(tenants).where(isOfferedCompany(audience))),
  )

/** Since when a person has been in the company with the present e-mail address. */
export const enteredAt = sql<Date>`coalesce(${sql.raw("users.email_since")}, ${users.createdAt})`.mapWith(users.createdAt)

/** A place in the order of those who are asked: company and person. */
export type Place = readonly [tenantId: string, id: string]

/** Before everybody. */
export const firstPlace: Place = ["00000000-0000-0000-0000-000000000000", "00000000-0000-0000-0000-000000000000"]

/** Reads the next people who are asked, by company and id, off an index of that order. */
export const readAsked = (db: Database, audience: Audience, isChosen: SQL | undefined, [tenantId, id]: Place, limit: number) => {
  const companies = db
    .select({ id: tenants.id })
    .from(tenants)
    .where(and(isOfferedCompany(audience), gte(tenants.id, tenantId)))
    .orderBy(asc(tenants.id))
    .as("asked_company")
  // One condition that the index serves, in place of two with an "or".
  const behind = sql`case when ${companies.id} = ${tenantId}::uuid then ${id}::uuid else ${firstPlace[1]}::uuid end`
  const people = db
    .select({ id: users.id, departmentId: users.departmentId, email: users.email, enteredAt: enteredAt.as("entered") })
    .from(users)
    .where(and(eq(users.tenantId, companies.id), isAskedThere(audience), isChosen, gt(users.id, behind)))
    .orderBy(asc(users.id))
    .limit(limit)
    .as("asked_person")
  return db
    .select({
      tenantId: companies.id,
      id: people.id,
      departmentId: people.departmentId,
      email: people.email,
      enteredAt: people.enteredAt,
    })
    .from(companies)
    .innerJoinLateral(people, sql`true`)
    .orderBy(asc(companies.id), asc(people.id))
    .limit(limit)
}

/** The last instant at which somebody may have been entered who is no newcomer. */
export const newcomersAfter = (countedFrom: Date): Date => new Date(countedFrom.getTime() - newcomerDays * 86_400_000)

/** Whether every department and every company of the groups that are asked is asked. */
export const asksWholeGroups = async (db: Database, audience: Audience): Promise<boolean> => {
  if (audience.departmentIds.length) return false
  const [row] = await rowsOf<{ whole: boolean }>(
    db,
    sql`with asked as (select id, coalesce(parent_id, id) as root from tenants where ${isOfferedCompany(audience)})
      select exists (select from asked) and not exists (select from tenants where ${isActiveCompany}
        and coalesce(parent_id, id) in (select root from asked) and id not in (select id from asked)) as whole`,
  )
  return row?.whole === true
}

/**
 * Whether the groups of companies that are asked have had fewer than {@link smallestGroup} people who are no newcomers, also
 * among those who are inactive or deleted, so that nobody makes an old company a new one.
 */
export const areNewGroups = async (db: Database, audience: Audience, countedFrom: Date): Promise<boolean> => {
  const [row] = await rowsOf<{ found: number }>(
    db,
    // Company by company: only their people are read.
    sql`select count(*)::int as found from (select from tenants company cross join lateral (select from users
        where tenant_id = company.id and role <> 'Administrator' and created_at <= ${newcomersAfter(countedFrom).toISOString()}::timestamptz
        limit ${smallestGroup}) person
      where coalesce(company.parent_id, company.id) in (select coalesce(parent_id, id) from tenants where ${isOfferedCompany(audience)})
      limit ${smallestGroup}) as known`,
  )
  return (row?.found ?? 0) < smallestGroup
}

const outlookBody = z.object({ id: idOrEmpty, tenantId: idOrEmpty, tenantIds: ids(), departmentIds: ids() })

/** Newcomers up to this share of those who are asked change nothing that is worth a word. */
const fewNewcomers = 0.1

const reportOutlook = named("ReportOutlook", {
  people: total,
  newcomers: total,
  report: z.enum(["departments", "whole", "joined", "none"]),
  departmentsFrom: text.nullable(),
}) satisfies z.ZodType<ReportOutlook>

/** From which day the report shows departments, too. `id` names the stored survey that a draft changes. @throws Refusal 400, 403, 404 */
export const readOutlook = route.post("/survey/outlook", may("write", "surveys"), {
  summary: "What the report of a survey would show that is published and sent now; changes nothing",
  body: json(outlookBody),
  example: { tenantIds: [], departmentIds: [] },
  answer: reportOutlook,
  handler: async ({ c, deps: { db, clock, config }, body }) => {
    const { id, tenantId, ...given } = await body()
    const stored = id ? (await readOwn(c, surveyKind, id)).row : undefined
    const audience = { ...given, tenantId: stored ? stored.tenantId : await companyFor(db, c.get("actor"), tenantId || null) }
    const now = new Date(clock())
    const isNewcomer = sql`${enteredAt} > ${newcomersAfter(now).toISOString()}::timestamptz`
    const [counts] = await db
      .select({
        people: sql<number>`count(*)::int`,
        newcomers: sql<number>`count(*) filter (where ${isNewcomer})::int`,
        mostEntered: sql<Date | null>`percentile_disc(${1 - fewNewcomers}::float8) within group (order by ${enteredAt})`.mapWith(
          users.createdAt,
        ),
      })
      .from(users)
      .where(isAsked(db, audience))
    const { people = 0, newcomers = 0, mostEntered = null } = counts ?? {}
    const outlook = async (): Promise<ReportOutlook["report"]> => {
      if (newcomers <= people * fewNewcomers) return "departments"
      const isFirst = (await asksWholeGroups(db, audience)) && (await areNewGroups(db, audience, now))
      if (isFirst && newcomers >= smallestNewcomerGroup) return "whole"
      return people - newcomers >= smallestGroup ? "joined" : "none"
    }
    const report = await outlook()
    const from = mostEntered && dayAt(mostEntered.getTime(), config.timeZone)
    const departmentsFrom = report === "departments" || !from ? null : addDays(from, newcomerDays + 1)
    return { value: { people, newcomers, report, departmentsFrom } }
  },
})
