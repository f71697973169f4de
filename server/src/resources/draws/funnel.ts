import { and, eq, type SQL, sql } from "drizzle-orm"
import type { Context } from "hono"
import { z } from "zod"
import { blank, type DrawDraft, rules as drawRules, eligibilities, methods } from "../../../../src/contract/draws/draws"
import { type Funnel, type Stage, type StagePerson, stages } from "../../../../src/contract/draws/entries"
import { isInstant } from "../../../../src/core/dates/dates"
import { validate } from "../../../../src/core/rules"
import { may } from "../../auth/policy"
import { drawEntries, drawLocks, drawRounds } from "../../db/draw-tables"
import type { Database } from "../../db/open"
import { departments, users } from "../../db/schema"
import { refuseField } from "../../errors/problem"
import { codeOr, idOrEmpty, ids, instant, listOf, numberOr } from "../../http/body"
import type { Env } from "../../http/context"
import { keywordFilter, orderOf } from "../../http/list"
import { isUuid, listParams, requireId } from "../../http/request"
import { draw as drawKind } from "../../kinds/draw"
import { companyFor } from "../../kinds/references"
import { read, readOwn } from "../../records/find"
import { pageOf } from "../../records/list"
import { json, route } from "../../routes/route"
import { exampleId, id, instant as instantValue, listQuery, named, text, total } from "../../routes/schemas"
import { countStages, type DrawRules, type Eligibility, eligibilityOf, fallingOut, reaching, recordedEntry } from "./eligibility"

/** How many people pass each stage of a draw's eligibility, and who they are (docs/contract.md#draw-stages). */

/** A draft may be incomplete: a missing member takes its default, and without an end the days are counted to today. */
const funnelBody = z.object({
  id: idOrEmpty,
  tenantId: idOrEmpty,
  method: codeOr(methods, methods.value("random")),
  eligibility: codeOr(eligibilities, eligibilities.value("all")),
  departmentId: idOrEmpty,
  employeeIds: ids(5000),
  organiserIds: ids(100),
  newDays: numberOr(90),
  seniorYears: numberOr(5),
  excludeLastDraws: numberOr(0),
  startDate: instant,
  endDate: instant,
  prizes: listOf(z.looseObject({ quantity: z.unknown() }), 100),
})
type Given = z.infer<typeof funnelBody>

/** The thresholds alone are checked: the form names its other errors when it is saved. */
const thresholdErrors = ({ newDays, seniorYears, excludeLastDraws }: Given) => {
  const errors = validate(drawRules, { ...blank, newDays, seniorYears, excludeLastDraws } satisfies DrawDraft)
  return { newDays: errors.newDays, seniorYears: errors.seniorYears, excludeLastDraws: errors.excludeLastDraws }
}

const placesOf = (prizes: readonly { quantity?: unknown }[]) =>
  prizes.reduce((sum, { quantity }) => sum + (Number.isInteger(quantity) && Number(quantity) > 0 ? Number(quantity) : 0), 0)

/** What the lock fixed of a draw's figures; undefined before it. */
const readLocked = async (db: Database, drawId: string) => {
  const { entryCount, totalWeight } = drawLocks
  const [locked] = await db
    .select({ entryCount, totalWeight, lockedAt: drawRounds.lockedAt })
    .from(drawLocks)
    .innerJoin(drawRounds, and(eq(drawRounds.drawId, drawLocks.drawId), eq(drawRounds.round, 0)))
    .where(eq(drawLocks.drawId, drawId))
  return locked
}
type Locked = Awaited<ReturnType<typeof readLocked>>

const person = {
  id: users.id,
  firstName: users.firstName,
  lastName: users.lastName,
  departmentName: departments.name,
  score: users.score,
  hiredAt: users.hiredAt,
}
const stagePersonSorts = {
  name: users.sortName,
  departmentName: departments.sortName,
  score: users.score,
  hiredAt: users.hiredAt,
}

/** Rows of `users` who are in the stage, or who fell out at it. The entries of a locked draw are those of the lock. */
const peopleOf = (eligibility: Eligibility, stage: Stage, isOut: boolean, locked: Locked): SQL => {
  if (!locked || stage !== "entries") return isOut ? fallingOut(eligibility, stage) : reaching(eligibility, stage)
  const isEntry = sql`${drawEntries.position} is not null`
  return isOut ? (and(reaching(eligibility, "notOrganisers"), sql`${drawEntries.position} is null`) ?? isEntry) : isEntry
}

type Figures = { counts: Record<Stage, number>; locked: Locked }

/** The total of a stage's people, or of those who fell out at it, where the figures contain it. */
const totalOf = ({ counts, locked }: Figures, stage: Stage, isOut: boolean): number | undefined => {
  if (locked && stage === "entries") return isOut ? undefined : locked.entryCount
  const before = stages[stages.indexOf(stage) - 1]
  return isOut ? (before ? counts[before] - counts[stage] : 0) : counts[stage]
}

/** The page of people that the parameters ask for; null without a stage. */
const readPeople = async (
  c: Context<Env>,
  db: Database,
  eligibility: Eligibility,
  figures: Figures,
): Promise<Funnel["people"]> => {
  const given = c.req.query("stage")
  if (!given) return null
  const stage = stages.find(name => name === given)
  if (!stage) return { users: [], totalCount: 0 }
  const params = listParams(c)
  const isOut = c.req.query("out") === "true"
  const where = and(peopleOf(eligibility, stage, isOut, figures.locked), keywordFilter(users.search, params.keyword))
  const joined = recordedEntry(eligibility)
  const page = pageOf(
    db
      .select(person)
      .from(users)
      .leftJoin(departments, eq(departments.id, users.departmentId))
      .leftJoin(drawEntries, joined)
      .where(where)
      .orderBy(...orderOf({ ...params, sortBy: params.sortBy || "name" }, stagePersonSorts, sql`${users.sortName}`, users.id))
      .$dynamic(),
    params,
  )
  const count = async () => {
    const total = sql<number>`count(*)::int`
    const [row] = await db.select({ total }).from(users).leftJoin(drawEntries, joined).where(where)
    return row?.total ?? 0
  }
  const known = params.keyword ? undefined : totalOf(figures, stage, isOut)
  const [rows, totalCount] = await Promise.all([page, known ?? count()])
  return { users: rows satisfies StagePerson[], totalCount }
}

type Prizes = readonly { quantity?: unknown }[]

const funnelOf = async (c: Context<Env>, given: DrawRules, prizes: Prizes) => {
  const { db, config } = c.get("deps")
  const eligibility = await eligibilityOf(db, given, config.timeZone)
  const locked = given.id === undefined ? undefined : await readLocked(db, given.id)
  const { counts, totalWeight } = await countStages(db, eligibility)
  const people = await readPeople(c, db, eligibility, { counts, locked })
  const countOf = (stage: Stage) => (locked && stage === "entries" ? locked.entryCount : counts[stage])
  return {
    value: {
      stages: stages.map(name => ({ name, count: countOf(name) })),
      totalWeight: locked?.totalWeight ?? totalWeight,
      places: placesOf(prizes),
      recentDraws: eligibility.recentDraws.map(({ drawnAt, ...draw }) => ({ ...draw, drawnAt: drawnAt.toISOString() })),
      lockedAt: locked?.lockedAt.toISOString() ?? null,
      people,
    } satisfies Funnel,
  }
}

const stagePeople = { stage: z.enum(stages), out: z.enum(["true", "false"]), ...listQuery(stagePersonSorts) }

const stagePerson = named("StagePerson", {
  id,
  firstName: text,
  lastName: text,
  departmentName: text.nullable(),
  score: total.nullable(),
  hiredAt: text.nullable(),
}) satisfies z.ZodType<StagePerson>

const drawFunnel = named("DrawFunnel", {
  stages: z.array(z.object({ name: text, count: total })),
  totalWeight: total,
  places: total,
  recentDraws: z.array(z.object({ id, title: text, drawnAt: instantValue.nullable() })),
  lockedAt: instantValue.nullable(),
  people: z.object({ users: z.array(stagePerson), totalCount: total }).nullable(),
}) satisfies z.ZodType<Funnel>

export const readFunnel = route.get("/draw/:id/funnel", may("read", "draws"), {
  summary: "How many people pass each stage of a draw’s eligibility, and who they are",
  query: stagePeople,
  answer: drawFunnel,
  handler: async ({ c, params }) => {
    const { row } = await read(c, drawKind, requireId(params.id))
    return funnelOf(c, row, row.prizes)
  },
})

/** `id` names the stored draw that the draft changes. @throws Refusal 400, 404 */
export const readDraftFunnel = route.post("/draw/funnel", may("write", "draws"), {
  summary: "The same figures for a draft that is not saved",
  query: stagePeople,
  body: json(funnelBody),
  example: { tenantId: exampleId, method: 0, eligibility: 3, seniorYears: 5, prizes: [{ quantity: 2 }] },
  answer: drawFunnel,
  handler: async ({ c, deps: { db, clock }, body }) => {
    const { id, tenantId, prizes, ...given } = await body(thresholdErrors)
    const stored = id ? (await readOwn(c, drawKind, id)).row : undefined
    const company = stored?.tenantId ?? (await companyFor(db, c.get("actor"), tenantId || null))
    if (company === null) return refuseField("tenantId", "draw.companyRequired")
    return funnelOf(
      c,
      {
        ...given,
        ...(stored && { id: stored.id }),
        tenantId: company,
        // What is no id is nobody's department.
        departmentId: isUuid(given.departmentId) ? given.departmentId : null,
        startDate: new Date(isInstant(given.startDate) ? given.startDate : 0),
        endDate: new Date(isInstant(given.endDate) ? given.endDate : clock()),
      },
      prizes,
    )
  },
})
