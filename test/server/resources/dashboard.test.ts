import { randomUUID } from "node:crypto"
import { beforeAll, describe, expect, it } from "vitest"
import type { Database } from "../../../server/src/db/open"
import { announcements, campaigns, draws, feedbacks, gifts, surveys, tenants, users } from "../../../server/src/db/schema"
import { idFilter } from "../../../server/src/http/list"
import { timesOf } from "../../../server/src/kinds/feedback-times"
import { monthOf, monthsUpTo } from "../../../server/src/resources/dashboard/months"
import { createRandom } from "../../../server/src/seed/random"
import * as announcement from "../../../src/contract/announcements"
import * as campaign from "../../../src/contract/campaigns"
import type { DashboardStats, TimedStats } from "../../../src/contract/dashboard"
import * as draw from "../../../src/contract/draws/draws"
import { allRoles } from "../../../src/contract/employees"
import * as feedback from "../../../src/contract/feedback"
import { unusableReason } from "../../../src/contract/gifts"
import { rounds } from "../../rounds"
import { startApi, type Who } from "../record-kit"

/** The figures of the dashboard beside what is counted here row by row (docs/contract.md#dashboard). */
const { signed, get } = startApi()

const zone = "Europe/Istanbul"
const random = createRandom(11)
const seen = ["elif", "mert", "admin"] as const satisfies Who[]

/** The companies whose rows each of them may read; undefined for all. */
const reach: Partial<Record<Who, string[]>> = {}
let owners: (string | null)[] = []
beforeAll(async () => {
  const companies = await signed.api.db.select().from(tenants)
  for (const who of ["elif", "mert"] as const) {
    const { value: own } = await get("/tenant/getcurrenttenantid", who)
    reach[who] = [own, ...companies.filter(row => row.parentId === own && !row.deletedAt).map(({ id }) => id)]
  }
  owners = [null, ...(reach.elif ?? []), ...(reach.mert ?? [])]
})

/** Instants at and around this moment and the edges of the months. */
const instant = () => {
  const now = signed.api.now()
  const edges = [now, ...["2025-04-01", "2025-12-01", "2026-03-01", "2026-04-01"].map(day => Date.parse(`${day}T00:00:00+03:00`))]
  return new Date(random.pick(edges) + random.pick([-90 * 86_400_000, -1, 0, 1, 3_600_000, 30 * 86_400_000]))
}
/** Two instants in order. */
const period = () => {
  const [startDate = instant(), endDate = instant()] = [instant(), instant()].sort((a, b) => a.getTime() - b.getTime())
  return { startDate, endDate: new Date(Math.max(endDate.getTime(), startDate.getTime() + 1)) }
}
const orNone = <T>(value: T) => (random.chance(0.3) ? null : value)
const periodOrNone = () => {
  const { startDate, endDate } = period()
  return { startDate: orNone(startDate), endDate: orNone(endDate) }
}
const removal = () => ({ deletedAt: random.chance(0.3) ? new Date() : null })
const offers = () => ({
  tenantIds: owners.filter((id): id is string => id !== null && random.chance(0.2)),
  tenantId: random.pick(owners),
})
const owner = () => random.pick(owners.filter(id => id !== null))

/** Each table, and columns with random values. */
const writes = {
  campaigns: {
    table: campaigns,
    columns: () => ({
      ...offers(),
      ...removal(),
      intent: random.pick(["draft", "live", "paused"]),
      ...period(),
    }),
  },
  draws: {
    table: draws,
    columns: () => ({
      tenantId: owner(),
      ...removal(),
      intent: random.pick(["draft", "live", "cancelled"]),
      ...period(),
      drawDate: new Date("2099-01-01T00:00:00Z"),
    }),
  },
  announcements: {
    table: announcements,
    columns: () => ({
      ...offers(),
      ...removal(),
      intent: random.pick(["draft", "published", "archived"]),
      ...periodOrNone(),
      createdAt: instant(),
    }),
  },
  surveys: {
    table: surveys,
    columns: () => ({
      ...offers(),
      ...removal(),
      intent: random.pick(["draft", "active", "closed"]),
      responseCount: random.whole(0, 40),
    }),
  },
  gifts: {
    table: gifts,
    columns: () => {
      const { startDate: validityStart, endDate: validityEnd } = periodOrNone()
      return { ...offers(), ...removal(), status: random.whole(0, 1), validityStart, validityEnd }
    },
  },
  users: {
    table: users,
    columns: () => ({
      tenantId: owner(),
      ...removal(),
      role: random.pick(["User", "TenantAdmin"]),
      status: random.whole(0, 1),
      email: `${randomUUID()}@sayi.example`,
    }),
  },
  feedback: {
    table: feedbacks,
    columns: () => ({
      tenantId: owner(),
      ...removal(),
      status: random.pick(feedback.statuses.values),
      type: random.pick(feedback.kinds.values),
      priority: random.pick(feedback.priorities.values),
      conversations: [],
      createdAt: instant(),
    }),
  },
}
type Name = keyof typeof writes

/** Copies a row with other values, changes a copy, or removes one. */
const write = async (db: Database, copies: Record<string, string[]>, name: Name) => {
  const { table, columns } = writes[name] as (typeof writes)["campaigns"]
  const own = copies[name] ?? []
  copies[name] = own
  const action = own.length ? random.pick(["copy", "copy", "change", "change", "remove"]) : "copy"
  const id = random.pick(own)
  if (action === "change")
    await db
      .update(table)
      .set(columns() as never)
      .where(idFilter(table.id, id))
  if (action === "remove") {
    await db.delete(table).where(idFilter(table.id, id))
    own.splice(own.indexOf(id), 1)
  }
  if (action !== "copy") return
  const [row] = await db.select().from(table).limit(1)
  const { id: _, search, phoneSearch, firstResponseAt, ...given } = { ...row } as Record<string, unknown>
  const [made] = await db
    .insert(table)
    .values({ ...given, ...columns() } as never)
    .returning({ id: table.id })
  if (made) own.push(made.id)
}

type Offered = { tenantId: string | null; tenantIds?: string[]; intent?: string }

const count = <T>(rows: T[], condition: (row: T) => unknown = () => true) => rows.filter(condition).length

const readRows = async (db: Database) => ({
  campaigns: await db.select().from(campaigns),
  draws: await db.select().from(draws),
  announcements: await db.select().from(announcements),
  surveys: await db.select().from(surveys),
  gifts: await db.select().from(gifts),
  users: await db
    .select({ tenantId: users.tenantId, role: users.role, status: users.status, deletedAt: users.deletedAt })
    .from(users),
  feedback: await db.select().from(feedbacks),
})

/** What the figures are, by the stored rows. */
const exactFigures = (stored: Awaited<ReturnType<typeof readRows>>, who: Who): DashboardStats => {
  const now = signed.api.now()
  const months = monthsUpTo(monthOf(now, zone))
  const own = reach[who]
  const isVisible = ({ tenantId, tenantIds = [], intent, deletedAt }: Offered & { deletedAt: Date | null }) => {
    if (deletedAt) return false
    if (!own || (tenantId !== null && own.includes(tenantId))) return true
    return intent !== "draft" && ((tenantId === null && tenantIds.length === 0) || tenantIds.some(id => own.includes(id)))
  }
  /** Rows that are offered to nobody. */
  const isOwn = ({ tenantId, deletedAt }: { tenantId: string | null; deletedAt: Date | null }) =>
    !deletedAt && (!own || (tenantId !== null && own.includes(tenantId)))
  const text = (at: Date | null) => at?.toISOString() ?? null
  const timed = <T extends { startDate: Date | null; createdAt: Date }>(rows: T[], statusOf: (row: T) => number): TimedStats => ({
    total: rows.length,
    byStatus: Object.fromEntries(
      [...new Set(rows.map(statusOf))].map(code => [code, count(rows, row => statusOf(row) === code)]),
    ),
    byMonth: months.map(month => ({
      month,
      total: count(rows, ({ startDate, createdAt }) => monthOf((startDate ?? createdAt).getTime(), zone) === month),
    })),
  })
  const rows = {
    campaigns: stored.campaigns.filter(isVisible),
    draws: stored.draws.filter(isOwn),
    announcements: stored.announcements.filter(isVisible),
    surveys: stored.surveys.filter(isVisible),
    gifts: stored.gifts.filter(isVisible),
    users: stored.users.filter(isOwn),
    feedback: stored.feedback.filter(isOwn),
  }
  const ofStatus = (name: (typeof feedback.statuses.names)[number]) =>
    count(rows.feedback, row => feedback.statuses.name(row.status) === name)
  const ofKind = (name: (typeof feedback.kinds.names)[number]) =>
    count(rows.feedback, row => feedback.kinds.name(row.type) === name)
  return {
    from: months[0] ?? "",
    to: months.at(-1) ?? "",
    campaigns: timed(rows.campaigns, row =>
      campaign.statusAt({ intent: row.intent, startDate: row.startDate.toISOString(), endDate: row.endDate.toISOString() }, now),
    ),
    draws: timed(rows.draws, row => draw.statusAt({ intent: row.intent, endDate: row.endDate.toISOString() }, now)),
    announcements: timed(rows.announcements, row =>
      announcement.statusAt({ intent: row.intent, startDate: text(row.startDate), endDate: text(row.endDate) }, now),
    ),
    surveys: { total: rows.surveys.length, responses: rows.surveys.reduce((sum, row) => sum + row.responseCount, 0) },
    gifts: {
      total: rows.gifts.length,
      active: count(rows.gifts, ({ status, validityStart, validityEnd, maxUsage, used }) => {
        const gift = { status, validityStart: text(validityStart), validityEnd: text(validityEnd) }
        return unusableReason(gift, now) === undefined && (maxUsage === null || used < maxUsage)
      }),
    },
    employees: { total: rows.users.length, active: count(rows.users, row => row.status === 1) },
    feedback: {
      total: rows.feedback.length,
      new: ofStatus("new"),
      inProgress: ofStatus("inProgress"),
      resolved: ofStatus("resolved"),
      complaints: ofKind("complaint"),
      suggestions: ofKind("suggestion"),
      overdue: count(rows.feedback, row => timesOf(row, now).isOverdue),
      resolutionRate: feedback.resolutionRate(ofStatus("resolved"), rows.feedback.length),
    },
  }
}

describe("the dashboard's figures", () => {
  it("are exact after any writes", async () => {
    const { db } = signed.api
    const copies: Record<string, string[]> = {}
    for (let round = 0; round < 3 * rounds; round++) {
      for (let number = 0; number < 40; number++) await write(db, copies, random.pick(Object.keys(writes) as Name[]))
      const stored = await readRows(db)
      for (const who of seen) expect((await get("/api/dashboard/stats", who)).value).toEqual(exactFigures(stored, who))
    }
  })
})

describe("the figures over companies and people", () => {
  it("count what is in reach", async () => {
    for (const who of ["elif", "mert", "admin"] as const) {
      const { value } = await get("/api/dashboard", who)
      const companies = (await get("/tenant/list?pageSize=100", who)).value
      expect(value.tenants.total).toBe(companies.totalCount)
      expect(value.tenants.subsidiaries).toBe(companies.tenants.filter((row: { parentId: string | null }) => row.parentId).length)
      expect(value.tenants.active + value.tenants.inactive).toBe(value.tenants.total)
      expect(value.users.total).toBe((await get("/user/list", who)).value.totalCount)
      expect(value.users.active).toBe((await get("/user/list?status=1", who)).value.totalCount)
    }
  })

  it("tell people by role, department and month", async () => {
    for (const who of ["elif", "mert", "admin"] as const) {
      const { value } = await get("/api/dashboard/user-metrics", who)
      const total = async (query: string) => (await get(`/user/list?${query}`, who)).value.totalCount
      const [user, tenantAdmin, administrator] = await Promise.all(allRoles.names.map(role => total(`role=${role}`)))
      expect(value.byRole).toEqual({ user, tenantAdmin, administrator })
      expect(value.total).toBe(await total(""))
      expect(value.active + value.inactive).toBe(value.total)
      expect(value.byDepartment.reduce((all: number, row: { total: number }) => all + row.total, 0)).toBe(value.total)
      const [first] = value.byDepartment
      expect(first.total).toBe(await total(`departmentId=${first.departmentId}`))
      expect(value.hiredByMonth.map((row: { month: string }) => row.month)).toHaveLength(12)
      expect(value.hiredByMonth.at(-1).month).toBe("2026-03")
      expect(value.hiredByMonth.some((row: { total: number }) => row.total > 0)).toBe(true)
    }
  })
})
