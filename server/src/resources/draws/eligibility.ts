import { and, count, desc, eq, inArray, isNull, ne, or, type SQL, sql } from "drizzle-orm"
import type { Participant } from "../../../../src/contract/draw-proof/entries"
import { eligibilities, methods } from "../../../../src/contract/draws/draws"
import { type Stage, stages } from "../../../../src/contract/draws/entries"
import { drawEntries, drawRounds, drawWinners } from "../../db/draw-tables"
import { type Database, rowsOf } from "../../db/open"
import { idRows } from "../../db/rows"
import type { DrawRow } from "../../db/schema"
import { draws, users } from "../../db/schema"
import { companyGroupOf } from "../../kinds/references"

/**
 * Who takes part in a draw, in SQL: the same conditions give the figures, the lists of people, the check of a recorded
 * entry and the entries of the lock (docs/contract.md#draw-stages).
 */

type RuleMember =
  | "tenantId"
  | "method"
  | "eligibility"
  | "departmentId"
  | "employeeIds"
  | "newDays"
  | "seniorYears"
  | "excludeLastDraws"
  | "organiserIds"
  | "startDate"
  | "endDate"

/** The members of a draw that decide who takes part. `id` is missing for a draft that is not stored. */
export type DrawRules = Pick<DrawRow, RuleMember> & { id?: string }

type RecentDraw = { id: string; title: string; drawnAt: Date }

export type Eligibility = {
  rules: DrawRules
  /** Drawn draws whose winners take no part, newest first. */
  recentDraws: RecentDraw[]
  /** The condition of each stage, without those of the stages before, on rows of `users` and the draw's `draw_entries`. */
  conditions: Record<Stage, SQL>
  /** The chances of a person who takes part. */
  weight: SQL<number>
}

const always = sql`true`

/** Whether the draw goes by the time of recorded entries. */
export const isByTime = ({ method }: Pick<DrawRules, "method">): boolean => methods.name(method) === "firstComeFirstServed"

/** The last draws of the company that were drawn. One from before there were rounds was drawn on its date. */
const readRecentDraws = async (db: Database, { id, tenantId, excludeLastDraws }: DrawRules): Promise<RecentDraw[]> => {
  if (excludeLastDraws === 0) return []
  const drawnAt = sql<Date>`coalesce(${drawRounds.drawnAt}, ${draws.drawDate})`.mapWith(draws.drawDate)
  const isDrawn = and(
    eq(draws.tenantId, tenantId),
    eq(draws.intent, "drawn"),
    isNull(draws.deletedAt),
    id === undefined ? undefined : ne(draws.id, id),
  )
  return db
    .select({ id: draws.id, title: draws.title, drawnAt })
    .from(draws)
    .leftJoin(drawRounds, and(eq(drawRounds.drawId, draws.id), eq(drawRounds.round, draws.round)))
    .where(isDrawn)
    .orderBy(desc(drawnAt), desc(draws.id))
    .limit(excludeLastDraws)
}

/** Who won in these draws and still holds the prize: winners, and reserves who moved up. */
const winnersOf = (db: Database, recentDraws: readonly RecentDraw[]) =>
  db
    .select({ employeeId: drawWinners.employeeId })
    .from(drawWinners)
    .innerJoin(draws, eq(draws.id, drawWinners.drawId))
    .where(
      and(
        sql`${drawWinners.drawId} in ${idRows(recentDraws.map(({ id }) => id))}`,
        sql`${drawWinners.round} = coalesce(${draws.round}, 0)`,
        sql`(not ${drawWinners.reserve} or ${drawWinners.replaces} is not null)`,
        inArray(drawWinners.state, ["drawn", "notified", "delivered"]),
      ),
    )

/** The rule of the draw. Days and years of employment are counted on the day of `endDate` in the deployment's time zone. */
const ruleOf = ({ eligibility, departmentId, employeeIds, newDays, seniorYears, endDate }: DrawRules, timeZone: string): SQL => {
  const day = sql`(${endDate.toISOString()}::timestamptz at time zone ${timeZone}::text)::date`
  switch (eligibilities.name(eligibility)) {
    case "specific": {
      const isInDepartment = departmentId === null ? undefined : eq(users.departmentId, departmentId)
      const isNamed = employeeIds.length ? sql`${users.id} in ${idRows(employeeIds)}` : undefined
      return or(isInDepartment, isNamed) ?? sql`false`
    }
    case "new":
      return sql`(${users.hiredAt} > ${day} - ${newDays}::int and ${users.hiredAt} <= ${day})`
    case "senior":
      return sql`${users.hiredAt} <= ${day} - make_interval(years => ${seniorYears}::int)`
    default:
      return always
  }
}

/** @param timeZone the deployment's, in which the days of employment are counted */
export const eligibilityOf = async (db: Database, rules: DrawRules, timeZone: string): Promise<Eligibility> => {
  const [companyIds, recentDraws] = [await companyGroupOf(db, rules.tenantId), await readRecentDraws(db, rules)]
  const isScored = methods.name(rules.method) === "scoreBased"
  const [start, end] = [rules.startDate.toISOString(), rules.endDate.toISOString()]
  const isRecorded = sql`(${drawEntries.enteredAt} >= ${start}::timestamptz and ${drawEntries.enteredAt} < ${end}::timestamptz)`
  return {
    rules,
    recentDraws,
    conditions: {
      all: and(isNull(users.deletedAt), inArray(users.tenantId, companyIds)) ?? always,
      active: eq(users.status, 1),
      eligible: ruleOf(rules, timeZone),
      notRecentWinners: recentDraws.length ? sql`${users.id} not in ${winnersOf(db, recentDraws)}` : always,
      notOrganisers: rules.organiserIds.length ? sql`${users.id} not in ${idRows(rules.organiserIds)}` : always,
      entries: isScored ? sql`${users.score} >= 1` : isByTime(rules) ? isRecorded : always,
    },
    weight: isScored ? sql<number>`${users.score}` : sql<number>`1`,
  }
}

/** Rows of `users` who reach a stage. */
export const reaching = ({ conditions }: Eligibility, stage: Stage): SQL =>
  and(...stages.slice(0, stages.indexOf(stage) + 1).map(name => conditions[name])) ?? always

/** Rows of `users` who reach the stage before and fall out at this one; nobody at the first one. */
export const fallingOut = (eligibility: Eligibility, stage: Stage): SQL => {
  const before = stages[stages.indexOf(stage) - 1]
  if (!before) return sql`false`
  // A condition on a missing date or score is null.
  return and(reaching(eligibility, before), sql`(${eligibility.conditions[stage]}) is not true`) ?? always
}

/** The draw's recorded entry of a row of `users`. */
export const recordedEntry = ({ rules }: Eligibility): SQL =>
  rules.id === undefined ? sql`false` : (and(eq(drawEntries.drawId, rules.id), eq(drawEntries.employeeId, users.id)) ?? always)

/** How many people take no part only because they organise the draw. */
export const countOrganisers = async (db: Database, eligibility: Eligibility): Promise<number> => {
  const [row] = await db.select({ people: count() }).from(users).where(fallingOut(eligibility, "notOrganisers"))
  return row?.people ?? 0
}

type StageCounts = { counts: Record<Stage, number>; totalWeight: number }

/** Counts the people of every stage. */
export const countStages = async (db: Database, eligibility: Eligibility): Promise<StageCounts> => {
  const { conditions, weight, rules } = eligibility
  const entries = isByTime(rules) ? sql`left join ${drawEntries} on ${recordedEntry(eligibility)}` : sql``
  const names = stages.map(stage => sql.identifier(stage))
  const passed = (at: number) => sql.join(names.slice(0, at + 1), sql` and `)
  const counts = names.map((name, at) => sql`count(*) filter (where ${passed(at)})::int as ${name}`)
  const flags = stages.map((stage, at) => sql`(${conditions[stage]}) as ${names[at]}`)
  // Without the offset the planner copies each condition into every count that contains it.
  const [row] = await rowsOf<Record<Stage, number> & { totalWeight: string | number }>(
    db,
    sql`select ${sql.join(counts, sql`, `)}, coalesce(sum(weight) filter (where ${passed(stages.length - 1)}), 0)::float8 as "totalWeight"
      from (select ${sql.join(flags, sql`, `)}, ${weight} as weight
        from ${users} ${entries} where ${conditions.all} offset 0) as person`,
  )
  if (!row) throw new Error("A count gave no row.")
  const { totalWeight, ...counted } = row
  return { counts: counted, totalWeight: Number(totalWeight) }
}

/** The times of a recorded entry as a proof has them, epoch ms: `recorded` only of an imported time. */
export const entryTimes = ({ enteredAt, recordedAt }: { enteredAt: Date | null; recordedAt: Date | null }) => ({
  time: enteredAt?.getTime() ?? 0,
  ...(recordedAt && { recorded: recordedAt.getTime() }),
})

type StoredEntry = { employeeId: string; weight: number | null; enteredAt: Date | null; recordedAt: Date | null }

/** @param isTimed whether the draw goes by the time of recorded entries */
export const participantOf = ({ employeeId, weight, ...times }: StoredEntry, isTimed: boolean): Participant => ({
  employeeId,
  weight: Number(weight),
  ...(isTimed ? entryTimes(times) : { time: 0 }),
})

/**
 * The current entries of a draw, for the lock. Call it in the transaction that holds the draw's row.
 * @returns them in the order of their ids
 */
export const readEntries = async (tx: Database, eligibility: Eligibility): Promise<Participant[]> => {
  const rows = await tx
    .select({
      employeeId: users.id,
      weight: eligibility.weight,
      enteredAt: drawEntries.enteredAt,
      recordedAt: drawEntries.recordedAt,
    })
    .from(users)
    .leftJoin(drawEntries, recordedEntry(eligibility))
    .where(reaching(eligibility, "entries"))
    .orderBy(users.id)
  return rows.map(row => participantOf(row, isByTime(eligibility.rules)))
}
