import { and, eq, type SQL, sql } from "drizzle-orm"
import type { PgColumn, PgTable } from "drizzle-orm/pg-core"
import type { Context } from "hono"
import {
  type Attention,
  type AttentionKind,
  type AttentionLine,
  type AttentionModule,
  attentionLines,
} from "../../../../src/contract/attention"
import { statuses as feedbackStatuses } from "../../../../src/contract/feedback"
import { hasModule, mayUse } from "../../auth/policy"
import { rowsOf } from "../../db/open"
import { announcements, campaigns, draws, feedbacks, gifts, surveys, tenants } from "../../db/schema"
import type { Actor, Env } from "../../http/context"
import { ok } from "../../http/envelope"
import { attentionFilter, type Reasons } from "../../records/attention"
import { announcementAttention, visibleAnnouncements } from "../announcements"
import { campaignAttention, visibleCampaigns } from "../campaigns/record"
import { visibleDraws } from "../draws/output"
import { drawAttention } from "../draws/status"
import { visibleFeedback } from "../feedback/output"
import { dueDate, isMine, isOverdue } from "../feedback/times"
import { giftAttention, visibleGifts } from "../gifts/record"
import { surveyAttention, visibleSurveys } from "../surveys/record"
import { companyAttention, mailsUsedUp } from "../tenants/list"
import { visibleCompanies } from "../tenants/output"

/** What needs attention (docs/contract.md#attention). */

type Source = {
  table: PgTable & { id: PgColumn }
  title: PgColumn
  /** The instant that makes a row urgent: the earliest row is the most urgent one. */
  date: PgColumn | SQL
  /** The condition of the module's list with the parameters of the line. */
  where: (actor: Actor, now: Date) => SQL | undefined
}

/** A line of a list's parameter `attention`. */
const byReason = <M extends AttentionModule>(
  source: Omit<Source, "where">,
  tenantId: PgColumn,
  visible: (actor: Actor) => SQL | undefined,
  reasons: Reasons<M>,
  reason: keyof Reasons<M> & string,
): Source => ({
  ...source,
  where: (actor, now) => and(visible(actor), attentionFilter(reasons, { tenantId, actor, now }, reason)),
})

const ofCampaigns = { table: campaigns, title: campaigns.title }
const ofFeedback = { table: feedbacks, title: feedbacks.subject, date: dueDate }

const sources: Record<AttentionKind, Source> = {
  feedbackOverdue: { ...ofFeedback, where: (actor, now) => and(visibleFeedback(actor), isOverdue(now)) },
  feedbackMine: { ...ofFeedback, where: actor => and(visibleFeedback(actor), isMine(actor)) },
  drawsDue: byReason(
    { table: draws, title: draws.title, date: draws.drawDate },
    draws.tenantId,
    visibleDraws,
    drawAttention,
    "due",
  ),
  mailsUsedUp: byReason(
    { table: tenants, title: tenants.name, date: mailsUsedUp },
    tenants.id,
    visibleCompanies,
    companyAttention,
    "mails",
  ),
  campaignsEnding: byReason(
    { ...ofCampaigns, date: campaigns.endDate },
    campaigns.tenantId,
    visibleCampaigns,
    campaignAttention,
    "ending",
  ),
  campaignsReview: byReason(
    { ...ofCampaigns, date: campaigns.startDate },
    campaigns.tenantId,
    visibleCampaigns,
    campaignAttention,
    "review",
  ),
  surveysClosing: byReason(
    { table: surveys, title: surveys.title, date: surveys.endDate },
    surveys.tenantId,
    visibleSurveys,
    surveyAttention,
    "closing",
  ),
  feedbackNew: {
    ...ofFeedback,
    where: actor => and(visibleFeedback(actor), eq(feedbacks.status, feedbackStatuses.value("new"))),
  },
  giftsEnding: byReason(
    { table: gifts, title: gifts.cardName, date: gifts.validityEnd },
    gifts.tenantId,
    visibleGifts,
    giftAttention,
    "ending",
  ),
  announcementsEnding: byReason(
    { table: announcements, title: announcements.title, date: announcements.endDate },
    announcements.tenantId,
    visibleAnnouncements,
    announcementAttention,
    "ending",
  ),
}

const kinds = Object.keys(attentionLines) as AttentionKind[]

/** Reads the number of rows of a line and its most urgent row; no row where there is none. */
const lineQuery = (kind: AttentionKind, actor: Actor, now: Date): SQL => {
  const { table, title, date, where } = sources[kind]
  return sql`(select ${kind}::text as kind, (count(*) over ())::int as count, ${table.id} as id, ${title} as title,
    (extract(epoch from ${date}) * 1000)::float8 as moment from ${table} where ${where(actor, now)} order by ${date}, ${table.id} limit 1)`
}

type Row = Omit<AttentionLine, "date"> & { moment: number | null }

export const getAttention = async (c: Context<Env>) => {
  const { db, clock } = c.get("deps")
  const actor = c.get("actor")
  const now = new Date(clock())
  const open = kinds.filter(kind => {
    const { module } = attentionLines[kind]
    return hasModule(actor, module) && mayUse(actor, "read", module)
  })
  const queries = open.map(kind => lineQuery(kind, actor, now))
  const rows = queries.length ? await rowsOf<Row>(db, sql.join(queries, sql` union all `)) : []
  const attention: Attention = {
    lines: rows
      .map(({ moment, ...row }) => ({ ...row, date: new Date(moment ?? now).toISOString() }))
      .sort((a, b) => kinds.indexOf(a.kind) - kinds.indexOf(b.kind)),
  }
  return ok(c, attention)
}
