import { and, inArray, type SQL, sql } from "drizzle-orm"
import type { PgColumn, PgTable } from "drizzle-orm/pg-core"
import {
  periodBefore,
  periodFilters,
  type Report,
  type ReportModule,
  type ReportPart,
  seriesOf,
} from "../../../../src/contract/reports"
import { addDays } from "../../../../src/core/dates/dates"
import type { Database } from "../../db/open"
import { categories, departments, tenants } from "../../db/schema"
import type { Actor } from "../../http/context"
import { dateBound, type Query } from "../../http/list"
import { type Asked, type Figures, type Source, sources } from "./sources"

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
 * Counts of the period before, of the parts of the period and of those of the same length before, in one pass over the rows: a row is in a part if it
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
  return {
    series: parts.map(({ from, to, previous }) => ({ from, to, count: countIn({ from, to }), previous: countIn(previous) })),
    previousTotal: countIn({ from: before(period.from), to: before(period.to) }),
  }
}

type Named = typeof tenants | typeof departments | typeof categories

/** Numbers of rows by the value of a column. */
type Counts<V> = Map<V, number>

/** Names the records whose ids were counted. The largest part is the first one; of equal ones, the first by name. */
const namedParts = async (db: Database, counts: Counts<string | null>, names: Named): Promise<ReportPart[]> => {
  const ids = [...counts.keys()].filter(id => id !== null)
  const records = ids.length
    ? await db
        .select({ value: names.id, name: names.name })
        .from(names)
        .where(inArray(names.id, ids))
        .orderBy(names.name, names.id)
    : []
  const parts: ReportPart[] = records.map(record => ({ ...record, count: counts.get(record.value) ?? 0 }))
  const nameless = counts.get(null)
  if (nameless !== undefined) parts.push({ value: null, name: null, count: nameless })
  return parts.sort((a, b) => b.count - a.count)
}

const codeParts = (counts: Counts<number>): ReportPart[] =>
  [...counts].sort(([a], [b]) => a - b).map(([value, count]) => ({ value: String(value), name: null, count }))

/** Counts of the ids in a column of arrays; null counts the rows without any. */
const countMembers = async (
  db: Database,
  table: PgTable,
  where: SQL | undefined,
  column: PgColumn,
): Promise<Counts<string | null>> => {
  const rows = await db
    .select({ value: categories.id, count: total })
    .from(table)
    .leftJoin(categories, sql`${categories.id} = any(${column})`)
    .where(where)
    .groupBy(categories.id)
  return new Map(rows.map(row => [row.value, row.count]))
}

/** Counts the rows by all of their parts at once: each part of the report is a sum of these. */
const countParts = async (db: Database, { table, status, department, category }: Source, where: SQL | undefined, now: Date) => {
  const none = sql<null>`null`
  const rows = await db
    .select({
      status: status.expression(now),
      company: sql<string | null>`${table.tenantId}`,
      department: department ? sql<string | null>`${department}` : none,
      category: category && !category.isList ? sql<string | number>`${category.column}` : none,
      count: total,
    })
    .from(table)
    .where(where)
    .groupBy(sql`1`, sql`2`, sql`3`, sql`4`)
  return <V>(part: (row: Omit<(typeof rows)[number], "count">) => V): Counts<V> => {
    const counts: Counts<V> = new Map()
    for (const row of rows) counts.set(part(row), (counts.get(part(row)) ?? 0) + row.count)
    return counts
  }
}

type CountBy = Awaited<ReturnType<typeof countParts>>

const readCompanies = async (db: Database, { hasPlatform }: Source, countBy: CountBy): Promise<ReportPart[]> => {
  const counts = countBy(row => row.company)
  const parts = await namedParts(db, counts, tenants)
  return parts.map(part => (part.value === null && hasPlatform ? { ...part, value: "platform" } : part))
}

const readCategories = async (
  db: Database,
  { table, category }: Source,
  where: SQL | undefined,
  countBy: CountBy,
): Promise<Report["categories"]> => {
  if (!category) return null
  const { filter, column, isList, isRecord } = category
  if (!isRecord) return { filter, parts: codeParts(countBy(row => Number(row.category))) }
  const counts = isList ? await countMembers(db, table, where, column) : countBy(row => row.category as string | null)
  return { filter, parts: await namedParts(db, counts, categories) }
}

const noFigures: Figures = async () => ({})

type Given = { actor: Actor; zone: string; now: Date }

/**
 * Reads the report of a module (docs/contract.md#reports): it counts the rows of the module's list with the same filters.
 * @param filters `tenantId` and `departmentId`, where the list has them
 */
export const readReport = async (
  db: Database,
  { actor, zone, now }: Given,
  module: ReportModule,
  { from, to }: Period,
  filters: Query,
): Promise<Report> => {
  const source = sources[module]
  const { department, figures = noFigures, current = noFigures } = source
  const names = periodFilters[module]
  const filtersOf = (days: Period | undefined) =>
    source.filters({ actor, zone, now }, { ...filters, ...(days && { [names.from]: days.from, [names.to]: days.to }) })
  const previous = periodBefore(from, to)
  const where = filtersOf({ from, to })
  const all = filtersOf(undefined)
  const askedOf = (days: Period): Asked => ({
    ...days,
    actor,
    query: filters,
    rows: filtersOf(days),
    all,
    during: at => sql`(${at} >= ${dateBound(days.from, zone)} and ${at} < ${dateBound(days.to, zone, 1)})`,
  })
  const [countBy, { series, previousTotal }] = await Promise.all([
    countParts(db, source, where, now),
    readSeries(db, source, all, { from, to }, zone),
  ])
  const statuses = codeParts(countBy(row => Number(row.status)))
  const asked = askedOf({ from, to })
  const values = await figures(db, asked)
  const before = await figures(db, askedOf(previous))
  const compared = Object.entries(values).map(([name, value]) => ({ name, value, previous: before[name] ?? null }))
  const uncompared = Object.entries(await current(db, asked)).map(([name, value]) => ({ name, value, previous: null }))
  return {
    module,
    from,
    to,
    previousFrom: previous.from,
    previousTo: previous.to,
    total: statuses.reduce((sum, { count }) => sum + count, 0),
    previousTotal,
    figures: [...compared, ...uncompared],
    statuses,
    series,
    categories: await readCategories(db, source, where, countBy),
    companies: actor.role === "Administrator" || actor.reach.length > 1 ? await readCompanies(db, source, countBy) : null,
    departments: department
      ? await namedParts(
          db,
          countBy(row => row.department),
          departments,
        )
      : null,
  }
}
