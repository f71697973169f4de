import { and, eq, type SQL, sql } from "drizzle-orm"
import type { PgColumn, PgTable } from "drizzle-orm/pg-core"
import {
  type AttentionKind,
  type AttentionLine,
  type AttentionModule,
  type AttentionReason,
  attentionLines,
} from "../../../../src/contract/attention"
import { statuses as feedbackStatuses } from "../../../../src/contract/feedback"
import { hasModule, mayUse } from "../../auth/policy"
import { rowsOf } from "../../db/open"
import { announcements, campaigns, draws, feedbacks, gifts, surveys, tenants } from "../../db/schema"
import type { Actor, Deps } from "../../http/context"
import { announcement } from "../../kinds/announcement"
import { attentionFilter } from "../../kinds/attention"
import { campaign } from "../../kinds/campaign"
import { draw } from "../../kinds/draw"
import { feedback } from "../../kinds/feedback"
import { dueDate, isMine, isOverdue } from "../../kinds/feedback-times"
import { gift } from "../../kinds/gift"
import type { Kind } from "../../kinds/kind"
import { firstPlanDay, survey } from "../../kinds/survey"
import { mailsUsedUp, tenant } from "../../kinds/tenant"

/** What needs attention (docs/contract.md#attention). */

type Source = {
  table: PgTable & { id: PgColumn }
  title: PgColumn | SQL
  /** The instant that makes a row urgent: the earliest row is the most urgent one. */
  date: PgColumn | SQL
  /** The instant that is shown, where the list is sorted by another one. */
  shown?: (zone: string) => SQL
  /** The condition of the module's list with the parameters of the line. */
  where: (actor: Actor, now: Date, zone: string) => SQL | undefined
}

/** A line of the parameter `attention` of a kind's list. */
const byReason = (kind: Kind, date: Source["date"], reason: AttentionReason<AttentionModule>): Source => ({
  table: kind.table,
  title: kind.title,
  date,
  where: (actor, now, zone) =>
    and(kind.visible(actor), attentionFilter(kind.attention, { tenantId: kind.owner, actor, zone, now }, reason)),
})

const ofFeedback = { table: feedbacks, title: feedback.title, date: dueDate }
const isNew = eq(feedbacks.status, feedbackStatuses.value("new"))

/** The lines about proposals of a kind. */
const byApproval = <K extends string>(name: K, kind: Kind, date: PgColumn) =>
  ({
    [`${name}Approval`]: byReason(kind, date, "approval"),
    [`${name}Returned`]: byReason(kind, date, "returned"),
  }) as Record<`${K}Approval` | `${K}Returned`, Source>

const sources: Record<AttentionKind, Source> = {
  feedbackOverdue: { ...ofFeedback, where: (actor, now) => and(feedback.visible(actor), isOverdue(now)) },
  feedbackMine: { ...ofFeedback, where: actor => and(feedback.visible(actor), isMine(actor.userId)) },
  drawsDue: byReason(draw, draws.drawDate, "due"),
  mailsUsedUp: byReason(tenant, mailsUsedUp, "mails"),
  mailsUnsent: byReason(tenant, tenants.createdAt, "unsent"),
  quotasFull: byReason(tenant, tenants.createdAt, "quota"),
  settingsApproval: byReason(tenant, tenants.createdAt, "approval"),
  newApprovers: byReason(tenant, tenants.createdAt, "approvers"),
  ...byApproval("campaigns", campaign, campaigns.startDate),
  ...byApproval("draws", draw, draws.startDate),
  ...byApproval("announcements", announcement, announcements.startDate),
  ...byApproval("surveys", survey, surveys.startDate),
  campaignsEnding: byReason(campaign, campaigns.endDate, "ending"),
  campaignsReview: byReason(campaign, campaigns.startDate, "review"),
  surveysClosing: byReason(survey, surveys.endDate, "closing"),
  plansOverdue: { ...byReason(survey, surveys.endDate, "plans"), shown: firstPlanDay },
  feedbackNew: { ...ofFeedback, where: actor => and(feedback.visible(actor), isNew) },
  giftsEnding: byReason(gift, gifts.validityEnd, "ending"),
  campaignsFilling: byReason(campaign, campaigns.endDate, "filling"),
  announcementsEnding: byReason(announcement, announcements.endDate, "ending"),
}

const kinds = Object.keys(attentionLines) as AttentionKind[]

/** Reads the number of rows of a line and its most urgent row; no row where there is none. */
const lineQuery = (kind: AttentionKind, actor: Actor, now: Date, zone: string): SQL => {
  const { table, title, date, shown, where } = sources[kind]
  return sql`(select ${kind}::text as kind, (count(*) over ())::int as count, ${table.id} as id, ${title} as title,
    (extract(epoch from ${shown?.(zone) ?? date}) * 1000)::float8 as moment from ${table} where ${where(actor, now, zone)} order by ${date}, ${table.id} limit 1)`
}

/** What needs a person, most urgent first; nothing of modules that they may not read. */
export const attentionOf = async (
  { db, clock, config }: Pick<Deps, "db" | "clock" | "config">,
  actor: Actor,
): Promise<AttentionLine[]> => {
  const now = new Date(clock())
  const open = kinds.filter(kind => {
    const { module } = attentionLines[kind]
    return hasModule(actor, module) && mayUse(actor, "read", module)
  })
  const queries = open.map(kind => lineQuery(kind, actor, now, config.timeZone))
  const rows = queries.length ? await rowsOf<LineRow>(db, sql.join(queries, sql` union all `)) : []
  return rows
    .map(({ moment, ...row }) => ({ ...row, date: new Date(moment ?? now).toISOString() }))
    .sort((a, b) => kinds.indexOf(a.kind) - kinds.indexOf(b.kind))
}

type LineRow = Omit<AttentionLine, "date"> & { moment: number | null }
