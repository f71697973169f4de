import { and, asc, eq, or, type SQL, sql } from "drizzle-orm"
import type { PgColumn, PgTable } from "drizzle-orm/pg-core"
import {
  type Calendar,
  type CalendarEntry,
  type CalendarKind,
  calendarKinds,
  inCalendarOrder,
  maxCalendarEntries,
} from "../../../../src/contract/calendar"
import type { AuditedRecord } from "../../../../src/contract/modules"
import type { Wire } from "../../../../src/contract/wire"
import { hasModule, mayUse, mayWrite, offeredTo } from "../../auth/policy"
import type { Database } from "../../db/open"
import { announcements, brands, campaigns, categories, draws, surveys, tenants } from "../../db/schema"
import type { StatusSql } from "../../db/status"
import type { Actor } from "../../http/context"
import { dateBound, type ListFilters, overlapping } from "../../http/list"
import { announcement } from "../../kinds/announcement"
import { approvalOf } from "../../kinds/approval-state"
import { campaign, isFull } from "../../kinds/campaign"
import { draw } from "../../kinds/draw"
import { filtersOf } from "../../kinds/filters"
import { survey } from "../../kinds/survey"

/** Where a kind's entries are read from. */
type Source = {
  name: AuditedRecord
  table: PgTable & Record<"id" | "title" | "startDate" | "endDate" | "tenantId", PgColumn>
  filters: ListFilters
  status: StatusSql
  drawDate?: PgColumn
  brandId?: PgColumn
  categoryId?: PgColumn
  isFull?: SQL<boolean>
  /** The companies that a record is offered to. */
  tenantIds?: PgColumn
}

/** Draws whose entries are open, or which are drawn, on a day of the period. */
const drawsOnDays: ListFilters = (scope, { startDate, endDate, ...query }) => {
  const [from, to] = [dateBound(startDate, scope.zone), dateBound(endDate, scope.zone, 1)]
  const isDrawn = and(from && sql`${draws.drawDate} >= ${from}`, to && sql`${draws.drawDate} < ${to}`)
  return and(filtersOf(draw)(scope, query), or(overlapping(draws.startDate, draws.endDate)(from, to), isDrawn))
}

const sources: Record<CalendarKind, Source> = {
  campaigns: {
    name: "campaign",
    table: campaigns,
    filters: filtersOf(campaign),
    status: campaign.status.sql,
    brandId: campaigns.brandId,
    categoryId: campaigns.categoryId,
    isFull,
    tenantIds: campaigns.tenantIds,
  },
  draws: { name: "draw", table: draws, filters: drawsOnDays, status: draw.status.sql, drawDate: draws.drawDate },
  announcements: {
    name: "announcement",
    table: announcements,
    filters: filtersOf(announcement),
    status: announcement.status.sql,
  },
  surveys: { name: "survey", table: surveys, filters: filtersOf(survey), status: survey.status.sql },
}

const nothing = sql`null`
const textOf = (column: PgColumn | undefined) => sql<string | null>`${column ?? nothing}`
const instantOf = (column: PgColumn | undefined): SQL<Date | null> =>
  column ? sql`${column}`.mapWith(campaigns.startDate) : sql`null`
const joined = (id: PgColumn, reference: PgColumn | undefined) => (reference ? eq(id, reference) : sql`false`)

type Scope = { actor: Actor; zone: string; now: Date }

/** The kind's first entries of the period, and how many there are. */
const readKind = async (db: Database, kind: CalendarKind, { actor, zone, now }: Scope, period: Period) => {
  const { name, table, filters, status, drawDate, brandId, categoryId, isFull = sql<boolean>`false`, tenantIds } = sources[kind]
  const where = filters({ actor, zone, now }, { startDate: period.from, endDate: period.to, tenantId: period.tenantId })
  const rows = await db
    .select({
      id: sql<string>`${table.id}`,
      title: sql<string>`${table.title}`,
      status: status.expression(now),
      startDate: instantOf(table.startDate),
      endDate: instantOf(table.endDate),
      drawDate: instantOf(drawDate),
      brandId: textOf(brandId),
      brandName: brands.name,
      categoryId: textOf(categoryId),
      categoryName: categories.name,
      tenantId: textOf(table.tenantId),
      tenantName: tenants.name,
      isFull,
      tenantIds: sql`${tenantIds ?? sql`'{}'::uuid[]`}`.mapWith(campaigns.tenantIds),
      approval: approvalOf(name, table.id),
    })
    .from(table)
    .leftJoin(tenants, eq(tenants.id, table.tenantId))
    .leftJoin(brands, joined(brands.id, brandId))
    .leftJoin(categories, joined(categories.id, categoryId))
    .where(where)
    .orderBy(asc(table.startDate), asc(table.id))
    .limit(maxCalendarEntries)
  const total = rows.length < maxCalendarEntries ? rows.length : await db.$count(table, where)
  const mayWriteKind = mayUse(actor, "write", kind)
  const entries = rows.map(
    row =>
      ({
        kind,
        ...row,
        startDate: row.startDate?.toISOString() ?? null,
        endDate: row.endDate?.toISOString() ?? null,
        drawDate: row.drawDate?.toISOString() ?? null,
        approval: mayWrite(actor, row.tenantId) ? row.approval : null,
        tenantIds: offeredTo(actor, row),
        canChange: mayWriteKind && mayWrite(actor, row.tenantId),
      }) satisfies Wire<CalendarEntry>,
  )
  return { entries, total }
}

type Period = { from: string; to: string; tenantId: string | undefined }

/** Reads the calendar of the modules that the actor may read (docs/contract.md#calendar). */
export const readCalendar = async (db: Database, scope: Scope, period: Period) => {
  const { actor } = scope
  const open = calendarKinds.filter(kind => hasModule(actor, kind) && mayUse(actor, "read", kind))
  const parts = []
  for (const kind of open) parts.push(await readKind(db, kind, scope, period))
  const entries = parts
    .flatMap(part => part.entries)
    .sort(inCalendarOrder)
    .slice(0, maxCalendarEntries)
  const total = parts.reduce((sum, part) => sum + part.total, 0)
  const { from, to } = period
  return { from, to, entries, total, isCut: total > entries.length } satisfies Omit<Calendar, "entries"> & { entries: object[] }
}
