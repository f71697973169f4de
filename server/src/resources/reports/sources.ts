import { count, eq, type SQL, sql } from "drizzle-orm"
import type { PgColumn, PgTable } from "drizzle-orm/pg-core"
import { statuses as feedbackStatuses, resolutionRate } from "../../../../src/contract/feedback"
import type { ReportModule } from "../../../../src/contract/reports"
import { campaignCounters } from "../../db/campaign-tables"
import { drawWinners } from "../../db/draw-tables"
import type { Database } from "../../db/open"
import { announcements, campaigns, draws, feedbacks, gifts, surveys, users } from "../../db/schema"
import { type StatusSql, storedStatus } from "../../db/status"
import { type ListFilters, overlapping, type Within } from "../../http/list"
import { announcement } from "../../kinds/announcement"
import { campaign } from "../../kinds/campaign"
import { draw } from "../../kinds/draw"
import { filtersOf } from "../../kinds/filters"
import { gift } from "../../kinds/gift"
import { survey } from "../../kinds/survey"
import { feedbackFilters, feedbackWithin } from "../feedback/list"
import { userFilters, usersWithin } from "../users/list"

/** Figures of the rows that a condition leaves, by name; null where there is nothing to take them of. */
export type Figures = (db: Database, where: SQL | undefined) => Promise<Record<string, number | null>>

/** What a report of a module counts: the rows of the module's list. */
export type Source = {
  table: PgTable & Record<"tenantId", PgColumn>
  filters: ListFilters
  within: Within
  /** The column that `within` compares with the start of a row, and that of its end; without `ends` a row lasts an instant. */
  starts: PgColumn
  ends?: PgColumn
  status: StatusSql
  /** The day of a row is a date without a time, so that the bounds of the period are dates as well. */
  isByDay?: true
  /** `isList`: the column is an array of ids. */
  category?: { filter: "categoryId" | "category" | "type"; column: PgColumn; isList?: true; isRecord?: true }
  department?: PgColumn
  /** Whether rows without a company belong to the platform, and the list finds them as `platform`. */
  hasPlatform?: true
  figures?: Figures
}

/** Returns the sums of columns over the rows. */
const sums =
  (table: PgTable, columns: Record<string, SQL<number>>): Figures =>
  async (db, where) => {
    const [row = {}] = await db.select(columns).from(table).where(where)
    return Object.fromEntries(Object.entries(row).map(([name, value]) => [name, Number(value ?? 0)]))
  }

const campaignFigures: Figures = async (db, where) => {
  const participants = sql<number>`sum(${campaignCounters.people})`
  const ofCampaigns = eq(campaignCounters.campaignId, campaigns.id)
  const [row] = await db.select({ participants }).from(campaigns).innerJoin(campaignCounters, ofCampaigns).where(where)
  return { participants: Number(row?.participants ?? 0) }
}

const feedbackFigures: Figures = async (db, where) => {
  const resolved = sql<number>`count(*) filter (where ${feedbacks.status} = ${feedbackStatuses.value("resolved")}::int)`
  const firstResponse = sql<number>`avg(extract(epoch from ${feedbacks.firstResponseAt} - ${feedbacks.createdAt}) / 60)`
  const [row] = await db.select({ total: count(), resolved, firstResponse }).from(feedbacks).where(where)
  const total = row?.total ?? 0
  const minutes = row?.firstResponse ?? null
  return {
    resolutionRate: total ? resolutionRate(Number(row?.resolved ?? 0), total) : null,
    firstResponseMinutes: minutes === null ? null : Math.round(Number(minutes)),
  }
}

export const sources: Record<ReportModule, Source> = {
  campaigns: {
    table: campaigns,
    filters: filtersOf(campaign),
    within: overlapping(campaigns.startDate, campaigns.endDate),
    starts: campaigns.startDate,
    ends: campaigns.endDate,
    status: campaign.status.sql,
    category: { filter: "categoryId", column: campaigns.categoryId, isRecord: true },
    hasPlatform: true,
    figures: campaignFigures,
  },
  draws: {
    table: draws,
    filters: filtersOf(draw),
    within: overlapping(draws.startDate, draws.endDate),
    starts: draws.startDate,
    ends: draws.endDate,
    status: draw.status.sql,
    department: draws.departmentId,
    figures: sums(draws, {
      winners: sql`sum((select count(*) from ${drawWinners} where ${drawWinners.drawId} = ${draws.id} and not ${drawWinners.reserve}))`,
    }),
  },
  announcements: {
    table: announcements,
    filters: filtersOf(announcement),
    within: overlapping(announcements.startDate, announcements.endDate),
    starts: announcements.startDate,
    ends: announcements.endDate,
    status: announcement.status.sql,
    category: { filter: "type", column: announcements.type },
    hasPlatform: true,
  },
  surveys: {
    table: surveys,
    filters: filtersOf(survey),
    within: overlapping(surveys.startDate, surveys.endDate),
    starts: surveys.startDate,
    ends: surveys.endDate,
    status: survey.status.sql,
    category: { filter: "type", column: surveys.type },
    hasPlatform: true,
    figures: sums(surveys, { responses: sql`sum(${surveys.responseCount})` }),
  },
  gifts: {
    table: gifts,
    filters: filtersOf(gift),
    within: overlapping(gifts.validityStart, gifts.validityEnd),
    starts: gifts.validityStart,
    ends: gifts.validityEnd,
    status: storedStatus(gifts.status),
    category: { filter: "categoryId", column: gifts.categoryIds, isList: true, isRecord: true },
    hasPlatform: true,
    figures: sums(gifts, { uses: sql`sum(${gifts.used})` }),
  },
  employees: {
    table: users,
    filters: userFilters,
    within: usersWithin,
    starts: users.hiredAt,
    status: storedStatus(users.status),
    isByDay: true,
    department: users.departmentId,
  },
  feedback: {
    table: feedbacks,
    filters: feedbackFilters,
    within: feedbackWithin,
    starts: feedbacks.createdAt,
    status: storedStatus(feedbacks.status),
    category: { filter: "category", column: feedbacks.category },
    hasPlatform: true,
    figures: feedbackFigures,
  },
}
