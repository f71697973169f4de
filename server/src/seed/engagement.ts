import { randomUUID } from "node:crypto"
import { type AnyColumn, eq, isNull, sql } from "drizzle-orm"
import type { Database } from "../db/open"
import { announcements, departments, surveys, users } from "../db/schema"
import { seedDraws } from "./draws"
import { seedFeedback } from "./feedback"
import { createRandom } from "./random"
import { announcementWords } from "./words/announcements"
import { recommendationWords } from "./words/recommendations"
import { surveyWords } from "./words/surveys"
import { day, type Owner, offeredTenantIds, type Person, periodOf, pictureOrNone, type World } from "./world"

/** Announcements, draws, surveys and feedback of the demonstration. */
const announcementPeriods = ["running", "running", "ended", "upcoming", "running", "ended", "running", "upcoming"] as const
const announcementIntents = [
  "published",
  "published",
  "published",
  "published",
  "draft",
  "archived",
  "published",
  "draft",
] as const

const seedAnnouncements = async (tx: Database, world: World) => {
  const rows = [...world.owners, undefined].flatMap((owner, place) =>
    announcementWords.slice(0, owner ? undefined : 6).map(([title, description, body, type], at) => {
      const turn = (at + place * 3) % announcementIntents.length
      return {
        ...periodOf(world, announcementPeriods[turn] ?? "running"),
        // Some have no end.
        ...(at % 4 === 3 && announcementPeriods[turn] === "running" && { endDate: null }),
        title,
        description,
        body,
        type,
        intent: announcementIntents[turn] ?? "published",
        tenantId: owner?.id ?? null,
        tenantIds: offeredTenantIds(owner, at),
        departmentIds: at % 6 === 1 ? [world.random.pick(world.departmentIds)] : [],
        media: pictureOrNone(world, 0.6),
      }
    }),
  )
  await tx.insert(announcements).values(rows)
}

const surveyPeriods = ["running", "ended", "upcoming", "running", "running", "upcoming", "ended"] as const
const surveyIntents = ["active", "active", "active", "closed", "active", "draft", "closed"] as const

/** A survey with recommendations has run for some weeks. */
const begunBy = ({ startDate, createdAt }: { startDate: Date; createdAt: Date }, moment: number) => ({
  startDate: new Date(Math.min(startDate.getTime(), moment)),
  createdAt: new Date(Math.min(createdAt.getTime(), moment - 5 * day)),
  updatedAt: new Date(Math.min(createdAt.getTime(), moment - 5 * day)),
})

const seedSurveys = async (tx: Database, world: World) => {
  const rows = [...world.owners, undefined].flatMap((owner, place) =>
    surveyWords.slice(0, owner ? undefined : 3).map(([title, description, type, ...questions], at) => {
      const turn = (at + place) % surveyIntents.length
      const period = periodOf(world, surveyPeriods[turn] ?? "running")
      return {
        ...period,
        ...(recommendationWords[title] && surveyPeriods[turn] === "running" && begunBy(period, world.today - 26 * day)),
        title,
        description,
        type,
        intent: surveyIntents[turn] ?? "active",
        questions: questions.map(({ type, text, options }) => ({
          id: randomUUID(),
          text,
          description: "",
          type,
          options,
          required: type !== "multiple_choice",
        })),
        tenantId: owner?.id ?? null,
        tenantIds: offeredTenantIds(owner, at),
        departmentIds: at % 5 === 4 ? [world.random.pick(world.departmentIds)] : [],
      }
    }),
  )
  await tx.insert(surveys).values(rows)
}

/** The same order in every database, whatever its collation. */
const byteOrder = (column: AnyColumn) => sql`${column} collate "C"`

/** Announcements, draws, surveys and feedback in every status around today. @param given.today midnight, epoch ms */
export const seedEngagement = async (tx: Database, given: { today: number; owners: Owner[]; pictures: string[] }) => {
  const shared = await tx
    .select({ id: departments.id })
    .from(departments)
    .where(isNull(departments.tenantId))
    .orderBy(byteOrder(departments.name))
  const people = new Map<string, Person[]>()
  const staff = new Map<string, Person>()
  for (const { id } of given.owners) {
    const found = await tx.select().from(users).where(eq(users.tenantId, id)).orderBy(byteOrder(users.email)).limit(200)
    people.set(
      id,
      found.filter(person => person.role === "User"),
    )
    const [first] = await tx
      .select()
      .from(users)
      .where(eq(users.tenantId, id))
      .orderBy(byteOrder(users.role), byteOrder(users.email))
      .limit(1)
    if (first) staff.set(id, first)
  }
  const world = { ...given, random: createRandom(20_260_202), departmentIds: shared.map(({ id }) => id), people }
  await seedAnnouncements(tx, world)
  await seedDraws(tx, world)
  await seedSurveys(tx, world)
  await seedFeedback(tx, world, staff)
}
