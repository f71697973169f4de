import { and, between, count, eq, isNull, notInArray, type SQL, sql } from "drizzle-orm"
import type { PgColumn, PgTable } from "drizzle-orm/pg-core"
import { statuses as feedbackStatuses, resolutionRate } from "../../../../src/contract/feedback"
import type { ReportModule } from "../../../../src/contract/reports"
import { owned, reachOf } from "../../auth/policy"
import { campaignUses as uses } from "../../db/campaign-tables"
import { readCount } from "../../db/count"
import { drawEntries, drawRounds, drawWinners } from "../../db/draw-tables"
import type { Database } from "../../db/open"
import { announcements, campaigns, draws, feedbacks, gifts, giftUses, surveys, users } from "../../db/schema"
import { type StatusSql, storedStatus } from "../../db/status"
import { surveyTallies } from "../../db/survey-tables"
import type { Actor } from "../../http/context"
import { type ListFilters, overlapping, type Query, type Within } from "../../http/list"
import { announcement } from "../../kinds/announcement"
import { campaign } from "../../kinds/campaign"
import { draw } from "../../kinds/draw"
import { filtersOf } from "../../kinds/filters"
import { gift } from "../../kinds/gift"
import { survey } from "../../kinds/survey"
import { dropped } from "../draws/drop-out"
import { feedbackFilters, feedbackWithin } from "../feedback/list"
import { peopleCount, userFilters, usersWithin } from "../users/list"

/** What the figures of a period are taken of. */
export type Asked = {
  actor: Actor
  query: Query
  /** The rows of the module's list in the period. */
  rows: SQL | undefined
  /** The rows of the module's list in any period: the figures count what happened to them in the period. */
  all: SQL | undefined
  /** Whether an instant is in the period. */
  during: (instant: PgColumn | SQL) => SQL
  from: string
  to: string
}

/** Figures by name; null where there is nothing to take them of. */
export type Figures = (db: Database, asked: Asked) => Promise<Record<string, number | null>>

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
  /** Figures as of now, which the period does not change. */
  current?: Figures
}

/** Valid uses by the time of use, of the people whom the ledger of a campaign shows to the actor; none of uses without rows. */
const campaignFigures: Figures = async (db, { actor, all, during }) => {
  const ofCampaigns = eq(uses.campaignId, campaigns.id)
  const isCounted = and(all, isNull(uses.voidedAt), owned(uses.tenantId, reachOf(actor)), during(uses.at))
  const [row] = await db.select({ uses: count() }).from(uses).innerJoin(campaigns, ofCampaigns).where(isCounted)
  return { uses: row?.uses ?? 0 }
}

/** Recorded entries by their time, and winners by the time of the draw; one from before there were rounds was drawn on its date. */
const drawFigures: Figures = async (db, { all, during }) => {
  const [entered] = await db
    .select({ entries: count() })
    .from(drawEntries)
    .innerJoin(draws, eq(draws.id, drawEntries.drawId))
    .where(and(all, during(drawEntries.enteredAt)))
  const drawnAt = sql`coalesce(${drawRounds.drawnAt}, ${draws.drawDate})`
  const isOfLastRound = and(eq(drawWinners.drawId, draws.id), sql`${drawWinners.round} = coalesce(${draws.round}, 0)`)
  const [drawn] = await db
    .select({ winners: count() })
    .from(draws)
    .innerJoin(drawWinners, isOfLastRound)
    .leftJoin(drawRounds, and(eq(drawRounds.drawId, draws.id), eq(drawRounds.round, draws.round)))
    .where(and(all, eq(drawWinners.reserve, false), notInArray(drawWinners.state, [...dropped]), during(drawnAt)))
  return { entries: entered?.entries ?? 0, winners: drawn?.winners ?? 0 }
}

/** Answers by the day on which they entered the report of a survey that the actor may read; none of groups that are on no day. */
const surveyFigures: Figures = async (db, { actor, all, from, to }) => {
  const isCounted = and(
    all,
    owned(surveys.tenantId, reachOf(actor)),
    eq(surveyTallies.questionId, ""),
    between(surveyTallies.enteredOn, from, to),
  )
  const people = sql<number>`coalesce(sum(${surveyTallies.people}), 0)::int`
  const [row] = await db
    .select({ people })
    .from(surveyTallies)
    .innerJoin(surveys, eq(surveys.id, surveyTallies.surveyId))
    .where(isCounted)
  return { responses: row?.people ?? 0 }
}

/** The sum of the ledgers' entries of the period, corrections included. */
const giftFigures: Figures = async (db, { all, during }) => {
  const used = sql<number>`coalesce(sum(${giftUses.amount}), 0)::float8`
  const [row] = await db
    .select({ used })
    .from(giftUses)
    .innerJoin(gifts, eq(gifts.id, giftUses.giftId))
    .where(and(all, during(giftUses.createdAt)))
  return { uses: row?.used ?? 0 }
}

const feedbackFigures: Figures = async (db, { rows }) => {
  const resolved = sql<number>`count(*) filter (where ${feedbacks.status} = ${feedbackStatuses.value("resolved")}::int)`
  const firstResponse = sql<number>`avg(extract(epoch from ${feedbacks.firstResponseAt} - ${feedbacks.createdAt}) / 60)`
  const [row] = await db.select({ total: count(), resolved, firstResponse }).from(feedbacks).where(rows)
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
    figures: drawFigures,
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
    figures: surveyFigures,
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
    figures: giftFigures,
  },
  employees: {
    table: users,
    filters: userFilters,
    within: usersWithin,
    starts: users.hiredAt,
    status: storedStatus(users.status),
    isByDay: true,
    department: users.departmentId,
    current: async (db, { actor, query }) => ({ people: await readCount(db, peopleCount(actor, query)) }),
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
