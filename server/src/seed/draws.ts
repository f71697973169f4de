import { eq, sql } from "drizzle-orm"
import { eligibilities, methods } from "../../../src/contract/draws/draws"
import { drawWinners } from "../db/draw-tables"
import type { Database } from "../db/open"
import { type DrawRow, draws } from "../db/schema"
import { dropOut, readWinner, updateWinner } from "../resources/draws/drop-out"
import { eligibilityOf, reaching } from "../resources/draws/eligibility"
import { lockDraw } from "../resources/draws/lock"
import { runDraw } from "../resources/draws/run"
import { type DrawWords, drawWords, waitingDrawWords } from "./words/draws"
import { day, hour, type Owner, periodOf, pictureOrNone, type World } from "./world"

const drawPeriods = ["running", "ended", "ended", "running", "upcoming", "running", "ended", "upcoming"] as const
const drawIntents = ["live", "drawn", "live", "live", "draft", "cancelled", "drawn", "draft"] as const

const wordsOf = ([title, description, ...prizes]: DrawWords) => ({ title, description, prizes })

/** A closed draw that is locked and waits for its draw date, and one whose draw date has come. */
const waitingDraws = (world: World, { id }: Owner) =>
  waitingDrawWords.map((words, at) => ({
    ...wordsOf(words),
    startDate: new Date(world.today - 25 * day),
    endDate: new Date(world.today - day - 60_000),
    drawDate: new Date(world.today + (at === 0 ? 4 * day + 14 * hour : -day)),
    createdAt: new Date(world.today - 30 * day),
    updatedAt: new Date(world.today - 30 * day),
    method: methods.value("random"),
    eligibility: eligibilities.value(at === 0 ? "senior" : "new"),
    newDays: 365,
    departmentId: null,
    employeeIds: [],
    organiserIds: [],
    intent: "live" as const,
    tenantId: id,
    media: pictureOrNone(world, 1),
  }))

/** Draws in every status; drawn ones have a result once {@link seedDrawResults} has drawn them. */
export const seedDraws = async (tx: Database, world: World) => {
  const { random } = world
  const rows = world.owners.flatMap((owner, place) =>
    drawWords.map((words, at) => {
      const turn = (at + place * 2) % drawIntents.length
      const intent = drawIntents[turn] ?? "live"
      const people = world.people.get(owner.id) ?? []
      const dates = periodOf(world, drawPeriods[turn] ?? "running")
      const eligibility = eligibilities.names[at % eligibilities.names.length]
      const isByName = at % 8 === 5
      return {
        ...wordsOf(words),
        ...dates,
        drawDate: new Date(dates.endDate.getTime() + random.whole(1, 3) * day),
        method: random.pick([0, 0, 1, 2]),
        eligibility: eligibilities.value(eligibility),
        departmentId: eligibility === "specific" && !isByName ? random.pick(world.departmentIds) : null,
        employeeIds: eligibility === "specific" && isByName ? people.slice(0, 12).map(person => person.id) : [],
        intent,
        tenantId: owner.id,
        media: pictureOrNone(world, 0.7),
      }
    }),
  )
  await tx.insert(draws).values(rows)
  await tx.insert(draws).values(world.owners.flatMap(owner => waitingDraws(world, owner)))
}

/** The zone in which days of employment are counted. */
const timeZone = "Europe/Istanbul"

/** Records entries of some of those who may enter a draw that goes by time, at even times until its end or today. */
const seedEntries = async (tx: Database, draw: DrawRow, today: number) => {
  const eligibility = await eligibilityOf(tx, draw, timeZone)
  const start = draw.startDate.getTime()
  const end = Math.min(draw.endDate.getTime(), today)
  await tx.execute(sql`insert into draw_entries (draw_id, employee_id, entered_at)
    select ${draw.id}::uuid, id, to_timestamp((${start}::float8 + floor(n * 7 % 97 * (${end}::float8 - ${start}::float8) / 97)) / 1000)
    from (select users.id, (row_number() over (order by md5(users.email)))::int as n from users
      left join draw_entries on false where ${reaching(eligibility, "notRecentWinners")} limit 120) as person`)
}

/** Gives the winners of past draws a story: most have their prize, one declined. */
const seedCustody = async (tx: Database, draw: DrawRow, isLast: boolean) => {
  const notifiedAt = draw.drawDate.getTime() + day
  const first = await readWinner(tx, draw, 0)
  if (isLast) {
    const options = { state: "declined", reason: "declined", note: "", now: notifiedAt + day } as const
    await dropOut(tx, first, options)
  }
  const rows = await tx.select().from(drawWinners).where(eq(drawWinners.drawId, draw.id))
  for (const winner of rows) {
    if (winner.reserve || winner.state !== "drawn") continue
    const isDelivered = winner.place % 3 !== 1
    const stateAt = new Date(notifiedAt + (isDelivered ? 3 * day : 0))
    await updateWinner(tx, winner, { state: isDelivered ? "delivered" : "notified", stateAt })
  }
}

/**
 * Locks and draws the draws of the demonstration as the API does, each at its time and in the order of time: their proofs and
 * registers verify.
 * @param today midnight, epoch ms
 */
export const seedDrawResults = async (tx: Database, today: number) => {
  const rows = await tx.select().from(draws).orderBy(draws.drawDate, draws.title)
  const drawnBefore = new Set<string>()
  const steps = rows.flatMap(draw => {
    const isByTime = methods.name(draw.method) === "firstComeFirstServed"
    const isWaiting = draw.intent === "live" && draw.endDate.getTime() < today && draw.title === waitingDrawWords[0]?.[0]
    const isOpened = (draw.intent === "live" || draw.intent === "drawn") && draw.startDate.getTime() < today
    const enter = async () => isByTime && isOpened && seedEntries(tx, draw, today)
    const lockedAt = draw.endDate.getTime() + hour
    const lock = async () => {
      await enter()
      const publicRandomness = { kind: isWaiting ? "witness" : "none" } as const
      await lockDraw(tx, draw, { now: lockedAt, timeZone, publicRandomness })
      const values = { round: 0, updatedAt: new Date(lockedAt) }
      await tx.update(draws).set(values).where(eq(draws.id, draw.id))
    }
    const now = draw.drawDate.getTime() + 14 * hour
    const run = async () => {
      await runDraw(tx, draw, 0, { now, publicValue: "" })
      const values = { updatedAt: new Date(now) }
      await tx.update(draws).set(values).where(eq(draws.id, draw.id))
      if (now + 6 * day < today) await seedCustody(tx, { ...draw, round: 0 }, !drawnBefore.has(draw.tenantId))
      drawnBefore.add(draw.tenantId)
    }
    if (draw.intent === "drawn")
      return [
        { at: lockedAt, take: lock },
        { at: now, take: run },
      ]
    return [{ at: lockedAt, take: isWaiting ? lock : enter }]
  })
  for (const { take } of steps.toSorted((one, other) => one.at - other.at)) await take()
}
