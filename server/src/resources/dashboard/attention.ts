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
import { attentionFilter, type Moments } from "../../kinds/attention"
import { campaign } from "../../kinds/campaign"
import { draw } from "../../kinds/draw"
import { type EntityName, ownerColumnOf, registrationOf, titleOf } from "../../kinds/entities"
import { gift } from "../../kinds/gift"
import { survey } from "../../kinds/survey"
import { visibleFeedback } from "../feedback/output"
import { dueDate, isMine, isOverdue } from "../feedback/times"
import { companyAttention, mailsUsedUp } from "../tenants/list"
import { visibleCompanies } from "../tenants/output"

/** What needs attention (docs/contract.md#attention). */

type Source = {
  table: PgTable & { id: PgColumn }
  title: PgColumn | SQL
  /** The instant that makes a row urgent: the earliest row is the most urgent one. */
  date: PgColumn | SQL
  /** The condition of the module's list with the parameters of the line. */
  where: (actor: Actor, now: Date) => SQL | undefined
}

/** The records of a kind. */
const recordsOf = (entity: EntityName) => ({ table: registrationOf(entity).table, title: titleOf(entity) })

type Reasons = Readonly<Record<string, (moments: Moments) => SQL | undefined>>

/** A line of the parameter `attention` of a kind's list. */
const byReason = (
  entity: EntityName,
  date: Source["date"],
  visible: (actor: Actor) => SQL | undefined,
  reasons: Reasons,
  reason: AttentionReason<AttentionModule>,
): Source => ({
  ...recordsOf(entity),
  date,
  where: (actor, now) => and(visible(actor), attentionFilter(reasons, { tenantId: ownerColumnOf(entity), actor, now }, reason)),
})

const ofFeedback = { ...recordsOf("feedback"), date: dueDate }
const isNew = eq(feedbacks.status, feedbackStatuses.value("new"))

/** The lines about proposals of a kind. */
const byApproval = <K extends string>(
  name: K,
  ...[entity, date, visible, reasons]: [EntityName, PgColumn, (actor: Actor) => SQL | undefined, Reasons]
) =>
  ({
    [`${name}Approval`]: byReason(entity, date, visible, reasons, "approval"),
    [`${name}Returned`]: byReason(entity, date, visible, reasons, "returned"),
  }) as Record<`${K}Approval` | `${K}Returned`, Source>

const sources: Record<AttentionKind, Source> = {
  feedbackOverdue: { ...ofFeedback, where: (actor, now) => and(visibleFeedback(actor), isOverdue(now)) },
  feedbackMine: { ...ofFeedback, where: actor => and(visibleFeedback(actor), isMine(actor)) },
  drawsDue: byReason("draw", draws.drawDate, draw.visible, draw.attention, "due"),
  mailsUsedUp: byReason("tenant", mailsUsedUp, visibleCompanies, companyAttention, "mails"),
  quotasFull: byReason("tenant", tenants.createdAt, visibleCompanies, companyAttention, "quota"),
  settingsApproval: byReason("tenant", tenants.createdAt, visibleCompanies, companyAttention, "approval"),
  newApprovers: byReason("tenant", tenants.createdAt, visibleCompanies, companyAttention, "approvers"),
  ...byApproval("campaigns", "campaign", campaigns.startDate, campaign.visible, campaign.attention),
  ...byApproval("draws", "draw", draws.startDate, draw.visible, draw.attention),
  ...byApproval("announcements", "announcement", announcements.startDate, announcement.visible, announcement.attention),
  ...byApproval("surveys", "survey", surveys.startDate, survey.visible, survey.attention),
  campaignsEnding: byReason("campaign", campaigns.endDate, campaign.visible, campaign.attention, "ending"),
  campaignsReview: byReason("campaign", campaigns.startDate, campaign.visible, campaign.attention, "review"),
  surveysClosing: byReason("survey", surveys.endDate, survey.visible, survey.attention, "closing"),
  feedbackNew: { ...ofFeedback, where: actor => and(visibleFeedback(actor), isNew) },
  giftsEnding: byReason("gift", gifts.validityEnd, gift.visible, gift.attention, "ending"),
  announcementsEnding: byReason("announcement", announcements.endDate, announcement.visible, announcement.attention, "ending"),
}

const kinds = Object.keys(attentionLines) as AttentionKind[]

/** Reads the number of rows of a line and its most urgent row; no row where there is none. */
const lineQuery = (kind: AttentionKind, actor: Actor, now: Date): SQL => {
  const { table, title, date, where } = sources[kind]
  return sql`(select ${kind}::text as kind, (count(*) over ())::int as count, ${table.id} as id, ${title} as title,
    (extract(epoch from ${date}) * 1000)::float8 as moment from ${table} where ${where(actor, now)} order by ${date}, ${table.id} limit 1)`
}

/** What needs a person, most urgent first; nothing of modules that they may not read. */
export const attentionOf = async ({ db, clock }: Pick<Deps, "db" | "clock">, actor: Actor): Promise<AttentionLine[]> => {
  const now = new Date(clock())
  const open = kinds.filter(kind => {
    const { module } = attentionLines[kind]
    return hasModule(actor, module) && mayUse(actor, "read", module)
  })
  const queries = open.map(kind => lineQuery(kind, actor, now))
  const rows = queries.length ? await rowsOf<Row>(db, sql.join(queries, sql` union all `)) : []
  return rows
    .map(({ moment, ...row }) => ({ ...row, date: new Date(moment ?? now).toISOString() }))
    .sort((a, b) => kinds.indexOf(a.kind) - kinds.indexOf(b.kind))
}

type Row = Omit<AttentionLine, "date"> & { moment: number | null }
