import { and, eq, exists, gte, sql } from "drizzle-orm"
import { z } from "zod"
import { statuses as campaignStatuses } from "../../../../src/contract/campaigns"
import type { CompanyStats, RecordFigures } from "../../../../src/contract/companies"
import { statuses as drawStatuses } from "../../../../src/contract/draws/draws"
import type { Module } from "../../../../src/contract/modules"
import { statuses as surveyStatuses } from "../../../../src/contract/surveys/surveys"
import { anyStaff, hasModule, readable } from "../../auth/policy"
import { cachedCount } from "../../db/cached-count"
import { readCount } from "../../db/count"
import type { Database } from "../../db/open"
import { campaigns, campaignTotals, draws, peopleTallies, sessions, surveys, users } from "../../db/schema"
import { countByStatus, type StatusCounts, totalOf } from "../../db/status"
import type { Actor, Deps } from "../../http/context"
import { requireId } from "../../http/request"
import { campaign } from "../../kinds/campaign"
import { draw } from "../../kinds/draw"
import { survey } from "../../kinds/survey"
import { user, withinReach } from "../../kinds/user"
import { route } from "../../routes/route"
import { named, total } from "../../routes/schemas"
import { campaignCount } from "../campaigns/counts"
import { readCompany } from "./access"

/** The figures of one company, without its subsidiaries (docs/contract.md#company-figures). */

const minuteMs = 60_000
/** How far back a use of the product counts as recent, ms. */
const recentMs = 30 * 24 * 60 * minuteMs

const figuresOf = (counts: StatusCounts, active: number): RecordFigures => ({
  total: totalOf(counts),
  active: totalOf(counts, active),
})

const employeeFigures = async (db: Database, actor: Actor, tenantId: string): Promise<RecordFigures> => {
  const { people, status } = peopleTallies
  const [row] = await db
    .select({
      total: sql<number>`coalesce(sum(${people}), 0)::float8`,
      active: sql<number>`coalesce(sum(${people}) filter (where ${status} = 1), 0)::float8`,
    })
    .from(peopleTallies)
    .where(and(withinReach(actor, peopleTallies), eq(peopleTallies.tenantId, tenantId)))
  return row ?? { total: 0, active: 0 }
}

/** People with a session that was used recently. The start is rounded to the minute, so that the cached count can be found again. */
const activePeople = async ({ db, clock }: Deps, actor: Actor, tenantId: string): Promise<number> => {
  const since = new Date(Math.floor((clock() - recentMs) / minuteMs) * minuteMs)
  const isOfCompany = db
    .select({ one: sql`1` })
    .from(users)
    .where(and(eq(users.id, sessions.userId), eq(users.tenantId, tenantId), user.visible(actor)))
  const where = and(gte(sessions.lastUsedAt, since), exists(isOfCompany))
  const people = sql<number>`count(distinct ${sessions.userId})::int`
  const count = async () => (await db.select({ people }).from(sessions).where(where))[0]?.people ?? 0
  return cachedCount({ db, clock }, sessions, where, count, total => total)
}

const figures = z.object({ total, active: total })
const companyStats = named("CompanyStats", {
  campaigns: figures.optional(),
  draws: figures.optional(),
  surveys: figures.optional(),
  employees: figures.optional(),
  activePeople: total,
}) satisfies z.ZodType<CompanyStats>

export const getCompanyStats = route.get("/tenant/:id/stats", anyStaff, {
  summary: "Figures of one company",
  answer: companyStats,
  handler: async ({ c, deps, params }) => {
    const { db, clock } = deps
    const actor = c.get("actor")
    const { row } = await readCompany(c, requireId(params.id))
    const now = new Date(clock())
    const ofCompany = (table: typeof campaigns | typeof campaignTotals | typeof draws | typeof surveys) =>
      eq(table.tenantId, row.id)
    const counts = await Promise.all([
      readCount(
        db,
        campaignCount(
          campaignTotals,
          {
            campaigns: and(campaign.visible(actor), ofCompany(campaigns)),
            tallies: and(readable(actor, campaignTotals), ofCompany(campaignTotals)),
          },
          now,
        ),
      ),
      countByStatus(db, draws, draw.status.sql.expression(now), and(draw.visible(actor), ofCompany(draws))),
      countByStatus(db, surveys, survey.status.sql.expression(now), and(survey.visible(actor), ofCompany(surveys))),
    ])
    const ifOn = (module: Module, figures: RecordFigures) => (hasModule(actor, module) ? figures : undefined)
    return {
      value: {
        campaigns: ifOn("campaigns", figuresOf(counts[0], campaignStatuses.value("active"))),
        draws: ifOn("draws", figuresOf(counts[1], drawStatuses.value("open"))),
        surveys: ifOn("surveys", figuresOf(counts[2], surveyStatuses.value("active"))),
        employees: ifOn("employees", await employeeFigures(db, actor, row.id)),
        activePeople: await activePeople(deps, actor, row.id),
      },
    }
  },
})
