import { and, desc, eq, type SQL, sql } from "drizzle-orm"
import type { PgColumn, PgTable } from "drizzle-orm/pg-core"
import {
  periodBefore,
  periodFilters,
  type Report,
  type ReportModule,
  type ReportPart,
  seriesOf,
} from "../../../../src/contract/reports"
import { addDays } from "../../../../src/core/dates"
import type { Database } from "../../db/open"
import { categories, departments, tenants } from "../../db/schema"
import { countByStatus, totalOf } from "../../db/status"
import type { Actor } from "../../http/context"
import { dateBound, type Query } from "../../http/list"
import { type Figures, type Source, sources } from "./sources"

type Period = { from: string; to: string }

const total = sql<number>`count(*)::int`

/** The condition on a part of a period, as the list's filters make it of the same days. */
const inPart = ({ within, isByDay }: Source, { from, to }: Period, zone: string): SQL => {
  const bound = (day: string, days: number) => (isByDay ? sql`(${day}::date + ${days}::int)` : dateBound(day, zone, days))
  return within(bound(from, 0), bound(to, 1)) ?? sql`true`
}

const dayAfter = (day: string) => addDays(day, 1)

/** Returns, for each bound, the number of rows in the buckets before it; bucket 0 precedes the first bound. */
const countsBefore = (bounds: number, rows: readonly { bucket: number; count: number }[]): number[] => {
  const inBucket = new Array<number>(bounds + 1).fill(0)
  for (const { bucket, count } of rows) inBucket[bucket] = (inBucket[bucket] ?? 0) + count
  let before = 0
  return Array.from({ length: bounds }, (_, at) => {
    before += inBucket[at] ?? 0
    return before
  })
}

/**
 * Counts of the parts of the period and of those of the same length before, in one pass over the rows: a row is in a part if it
 * starts before the part's end and does not end before its start, so that the rows are counted by the bounds between which they
 * start and end.
 */
const readSeries = async (db: Database, source: Source, where: SQL | undefined, period: Period, zone: string) => {
  const { table, isByDay, starts, ends } = source
  const shift = Date.parse(period.from) - Date.parse(periodBefore(period.from, period.to).from)
  const before = (day: string) => new Date(Date.parse(day) - shift).toISOString().slice(0, 10)
  const parts = seriesOf(period.from, period.to).map(part => ({
    ...part,
    previous: { from: before(part.from), to: before(part.to) },
  }))
  const days = [...new Set(parts.flatMap(part => [part, part.previous].flatMap(({ from, to }) => [from, dayAfter(to)])))].sort()
  const bound = isByDay ? sql`day::date` : sql`day::date::timestamp at time zone ${zone}`
  const bounds = sql`(select array_agg(${bound} order by day) from jsonb_array_elements_text(${JSON.stringify(days)}::text::jsonb) day)`
  const bucketOf = (column: PgColumn) => sql<number | null>`width_bucket(${column}, ${bounds})`
  const rows = await db
    .select({ started: bucketOf(starts), ended: ends ? bucketOf(ends) : sql<null>`null`, count: total })
    .from(table)
    .where(and(where, inPart(source, { from: before(period.from), to: period.to }, zone)))
    .groupBy(sql`1`, sql`2`)
  // Without a start a row has always been there; without an end it stays.
  const startedBefore = countsBefore(
    days.length,
    rows.map(({ started, count }) => ({ bucket: started ?? 0, count })),
  )
  const endedBefore = ends
    ? countsBefore(
        days.length,
        rows.flatMap(({ ended, count }) => (ended === null ? [] : [{ bucket: ended, count }])),
      )
    : startedBefore
  const countIn = ({ from, to }: Period) =>
    (startedBefore[days.indexOf(dayAfter(to))] ?? 0) - (endedBefore[days.indexOf(from)] ?? 0)
  return parts.map(({ from, to, previous }) => ({
    from,
    to,
    count: countIn({ from, to }),
    previous: countIn(previous),
  }))
}

/** Rows by a column that references a record with a name, or by an array of such references. */
const readByRecord = async (
  db: Database,
  table: PgTable,
  where: SQL | undefined,
  { column, isList }: { column: PgColumn; isList?: true },
  names: typeof tenants | typeof departments | typeof categories,
): Promise<ReportPart[]> =>
  db
    .select({ value: names.id, name: names.name, count: total })
    .from(table)
    .leftJoin(names, isList ? sql`${names.id} = any(${column})` : eq(names.id, column))
    .where(where)
    .groupBy(names.id, names.name)
    .orderBy(desc(total), names.name, names.id)

const readByCode = async (db: Database, table: PgTable, where: SQL | undefined, column: PgColumn): Promise<ReportPart[]> => {
  const rows = await db.select({ value: column, count: total }).from(table).where(where).groupBy(column).orderBy(column)
  return rows.map(row => ({ value: String(row.value), name: null, count: row.count }))
}

const readCompanies = async (db: Database, { table, hasPlatform }: Source, where: SQL | undefined): Promise<ReportPart[]> => {
  const parts = await readByRecord(db, table, where, { column: table.tenantId }, tenants)
  return parts.map(part => (part.value === null && hasPlatform ? { ...part, value: "platform" } : part))
}

const readCategories = async (
  db: Database,
  { table, category }: Source,
  where: SQL | undefined,
): Promise<Report["categories"]> => {
  if (!category) return null
  const { filter, column, isRecord } = category
  const parts = isRecord ? await readByRecord(db, table, where, category, categories) : await readByCode(db, table, where, column)
  return { filter, parts }
}

const noFigures: Figures = async () => ({})

type Asked = { actor: Actor; zone: string; now: Date }

/**
 * Reads the report of a module (docs/contract.md#reports): it counts the rows of the module's list with the same filters.
 * @param filters `tenantId` and `departmentId`, where the list has them
 */
export const readReport = async (
  db: Database,
  { actor, zone, now }: Asked,
  module: ReportModule,
  { from, to }: Period,
  filters: Query,
): Promise<Report> => {
  const source = sources[module]
  const { table, status, department, figures = noFigures } = source
  const names = periodFilters[module]
  const filtersOf = (days: Period | undefined) =>
    source.filters({ actor, zone }, { ...filters, ...(days && { [names.from]: days.from, [names.to]: days.to }) })
  const previous = periodBefore(from, to)
  const where = filtersOf({ from, to })
  const whereBefore = filtersOf(previous)
  const counts = await countByStatus(db, table, status.expression(now), where)
  const [values, valuesBefore] = [await figures(db, where), await figures(db, whereBefore)]
  return {
    module,
    from,
    to,
    previousFrom: previous.from,
    previousTo: previous.to,
    total: totalOf(counts),
    previousTotal: await db.$count(table, whereBefore),
    figures: Object.entries(values).map(([name, value]) => ({ name, value, previous: valuesBefore[name] ?? null })),
    statuses: Object.entries(counts).map(([value, count]) => ({ value, name: null, count })),
    series: await readSeries(db, source, filtersOf(undefined), { from, to }, zone),
    categories: await readCategories(db, source, where),
    companies: actor.role === "Administrator" || actor.reach.length > 1 ? await readCompanies(db, source, where) : null,
    departments: department ? await readByRecord(db, table, where, { column: department }, departments) : null,
  }
}
