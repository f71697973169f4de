import { beforeAll, describe, expect, it } from "vitest"
import { announcements, gifts, surveys, tenants } from "../../../server/src/db/schema"
import {
  type Attention,
  type AttentionKind,
  type AttentionLine,
  type AttentionModule,
  attentionDays,
  attentionLines,
  attentionOf,
  attentionQuery,
  attentionReasons,
  fewAnswers,
} from "../../../src/contract/attention"
import type { Campaign } from "../../../src/contract/campaigns"
import { statuses as feedbackStatuses } from "../../../src/contract/feedback"
import type { ModuleFlag } from "../../../src/contract/permissions/module-flags"
import { accounts } from "../../api"
import { setNeeds } from "../../approval-kit"
import { startApi, type Who } from "../record-kit"

/** What needs attention: every number is the total of the list that its line leads to (docs/contract.md#attention). */
const { signed, get, send } = startApi()
const dayMs = 86_400_000
const inDays = (days: number) => new Date(signed.api.now() + days * dayMs)

beforeAll(async () => {
  const { api } = signed
  const firstOf = (order: string) => `select distinct on (tenant_id) id from campaigns order by tenant_id, id ${order}`
  const set = (values: string, order: string) => api.db.execute(`update campaigns set ${values} where id in (${firstOf(order)})`)
  const at = (days: number) => `timestamptz '${inDays(days).toISOString()}'`
  await set(`intent = 'live', start_date = ${at(-9)}, end_date = ${at(2)}`, "asc")
  await set(`intent = 'draft', start_date = ${at(-1)}, end_date = ${at(20)}`, "desc")
  await api.db.execute(`update tenants set quotas = '{"draw": 1}' where name = 'Yeşilova Grup'`)
  await api.db.execute(`update tenants set mails_used_up_at = ${at(-1)} where name = 'Yeşilova Grup'`)
  await api.db.execute(`update tenants set mails_used_up_at = ${at(-8)} where name = 'Sarıkum Lojistik'`)
  const owners = [null, ...(await api.db.select().from(tenants)).map(({ id }) => id)]
  for (const tenantId of owners) {
    const owner = { tenantId, createdAt: inDays(-9) }
    await api.db.insert(gifts).values({ ...owner, cardName: "Biten kart", validityEnd: inDays(3), maxUsage: 5, used: 4 })
    await api.db.insert(announcements).values({
      ...owner,
      title: "Biten duyuru",
      description: "d",
      body: "b",
      type: 0,
      intent: "published",
      endDate: inDays(2),
    })
    await api.db.insert(surveys).values({ ...owner, title: "Kapanan anket", type: 0, intent: "active", endDate: inDays(1) })
  }
})

const read = async (who: Who) => ((await get("/api/dashboard/attention", who)).value as Attention).lines
const lineOf = async (kind: AttentionKind, who: Who = "elif") => (await read(who)).find(line => line.kind === kind)

const kinds = Object.keys(attentionLines) as AttentionKind[]
const lists = {
  campaigns: ["/campaign/list", "campaigns", "title"],
  draws: ["/draw/list", "draws", "title"],
  announcements: ["/announcement/list", "announcements", "title"],
  surveys: ["/survey/list", "surveys", "title"],
  gifts: ["/gift/list", "gifts", "cardName"],
  feedback: ["/feedback/list", "feedbacks", "subject"],
  companies: ["/tenant/list", "tenants", "name"],
} as const

/** The rows of the list that a line leads to. */
const listOf = async (kind: AttentionKind, who: Who) => {
  const { module } = attentionLines[kind]
  const [path, member, title] = lists[module]
  const { value } = await get(`${path}?${new URLSearchParams({ ...attentionQuery(kind), pageSize: "100" })}`, who)
  return { total: value.totalCount as number, rows: value[member] as Record<string, string>[], title }
}

describe.each(["admin", "elif", "mert"] as const)("for %s", who => {
  it("each line counts the rows of the list that it leads to, and names one; they have records, in the order of urgency", async () => {
    const lines = await read(who)
    for (const kind of kinds) {
      const line = lines.find(line => line.kind === kind)
      const { total, rows, title } = await listOf(kind, who)
      expect([kind, line?.count ?? 0]).toEqual([kind, total])
      expect([kind, rows[0]?.id, rows[0]?.[title]]).toEqual([kind, line?.id, line?.title])
    }
    expect(lines.map(({ kind }) => kind)).toEqual(kinds.filter(kind => lines.some(line => line.kind === kind)))
    expect(lines.every(({ count }) => count > 0)).toBe(true)
  })
})

describe("a line", () => {
  it.each([
    ["campaignsEnding", "endDate"],
    ["campaignsReview", "startDate"],
    ["drawsDue", "drawDate"],
    ["feedbackOverdue", "dueDate"],
  ] as const)("%s names the record that is first by %s", async (kind, member) => {
    const line = await lineOf(kind, "elif")
    const { rows } = await listOf(kind, "elif")
    expect(line?.date).toBe(rows.map(row => row[member] ?? "").sort()[0])
  })

  it("of campaigns has running ones that end within the days ahead, and drafts whose start is near or past", async () => {
    const reach = new Set<string>((await get("/tenant/get-all")).value.map(({ id }: { id: string }) => id))
    const own = ({ tenantId }: { tenantId: string | null }) => tenantId !== null && reach.has(tenantId)
    const now = signed.api.now()
    const soon = now + attentionDays * dayMs
    const { value } = await get("/campaign/list?pageSize=100")
    const all = value.campaigns as (Campaign & { tenantId: string | null })[]
    expect(all).toHaveLength(value.totalCount)
    const ending = all.filter(row => row.status === 2 && Date.parse(row.endDate) <= soon && own(row))
    const review = all.filter(
      row => row.status === 0 && Date.parse(row.endDate) > now && Date.parse(row.startDate) <= soon && own(row),
    )
    const isFilling = (count: number | null, limit: number | null) => limit !== null && Number(count) >= 0.9 * limit
    const filling = all.filter(
      row =>
        row.status === 2 &&
        own(row) &&
        (isFilling(row.participantCount, row.participantLimit) || isFilling(row.amountUsed, row.budget)),
    )
    expect([filling.length > 0, (await lineOf("campaignsFilling"))?.count ?? 0]).toEqual([true, filling.length])
    expect((await lineOf("campaignsEnding"))?.count ?? 0).toBe(ending.length)
    expect((await lineOf("campaignsReview"))?.count ?? 0).toBe(review.length)
    // One that was sent for approval waits for somebody else.
    await setNeeds(signed.api, (await get("/tenant/getcurrenttenantid")).value, ["campaigns"])
    const { id: campaignId } = review[0] ?? {}
    expect((await send("PUT", "/campaign/update?propose=true", "elif", { campaignId, status: 2 })).status).toBe(202)
    expect((await lineOf("campaignsReview"))?.count ?? 0).toBe(review.length - 1)
    await send("DELETE", `/campaign/${campaignId}/proposal`)
    await setNeeds(signed.api, (await get("/tenant/getcurrenttenantid")).value, [])
  })

  it("has only records that the person may change", async () => {
    const companies = new Set((await get("/tenant/get-all")).value.map(({ id }: { id: string }) => id))
    for (const kind of kinds)
      for (const row of (await listOf(kind, "elif")).rows)
        expect([kind, companies.has(row.tenantId ?? row.id)]).toEqual([kind, true])
  })

  it("of surveys has those with fewer answers than a third of the invited", async () => {
    const { api } = signed
    const before = (await lineOf("surveysClosing"))?.count ?? 0
    const id = (await listOf("surveysClosing", "elif")).rows[0]?.id ?? ""
    const answered = (responseCount: number) =>
      api.db.execute(`update surveys set response_count = ${responseCount} where id = '${id}'`)
    await answered(fewAnswers)
    expect((await lineOf("surveysClosing"))?.count ?? 0).toBe(before - 1)
    await api.db.execute(`update surveys set invitations = invitations + 30 where id = '${id}'`)
    expect((await lineOf("surveysClosing"))?.count).toBe(before)
    await answered(10)
    expect((await lineOf("surveysClosing"))?.count ?? 0).toBe(before - 1)
    await answered(0)
  })

  it("of action plans has the surveys with one whose day has passed and that has a task to do", async () => {
    const { value: survey } = await send("POST", "/survey/create", "elif", {
      title: "Planlı anket",
      type: 0,
      status: 0,
      questions: [{ text: "Memnun musunuz?", type: "rating" }],
    })
    const count = async () => (await lineOf("plansOverdue"))?.count ?? 0
    const before = await count()
    const store = async (dueDate: string, completed: boolean) => {
      const { headers } = await get(`/survey/${survey.id}/action-plans`)
      const plans = [{ title: "Eğitim", dueDate, owner: "İK", tasks: [{ name: "Planla", completed }] }]
      await send("PUT", `/survey/${survey.id}/action-plans`, "elif", { plans }, { "If-Match": headers.get("ETag") ?? "" })
      return (await count()) - before
    }
    // The day of the deployment has begun three hours before that of UTC.
    expect([await store("2026-03-09", false), await store("2026-03-10", false), await store("2026-03-09", true)]).toEqual([
      1, 0, 0,
    ])
    // The day that is shown is that of the plan, not the end of the survey: this one has none.
    await signed.api.db.execute("update survey_documents set content = '[]' where kind = 'plans'")
    await store("2026-03-09", false)
    expect(await lineOf("plansOverdue")).toMatchObject({ count: 1, id: survey.id, date: "2026-03-08T21:00:00.000Z" })
  })

  it("of quotas has the companies that store four fifths of one, the usual ones included", async () => {
    const ids = async (who: Who) => (await listOf("quotasFull", who)).rows.map(({ id }) => id)
    expect(await ids("admin")).toEqual([(await get("/tenant/getcurrenttenantid")).value])
    expect([await lineOf("quotasFull", "elif"), await lineOf("quotasFull", "mert")]).toMatchObject([{ count: 1 }, undefined])
    const theirs = (await get("/tenant/getcurrenttenantid", "mert")).value
    await signed.api.db.execute(`insert into usage (tenant_id, kind, amount) values ('${theirs}', 'deliveries', 39999)`)
    expect(await lineOf("quotasFull", "mert")).toBeUndefined()
    await signed.api.db.execute(`insert into usage (tenant_id, kind, amount) values ('${theirs}', 'deliveries', 1)`)
    expect(await lineOf("quotasFull", "mert")).toMatchObject({ count: 1 })
    await signed.api.db.execute(`insert into usage (tenant_id, kind, amount) values ('${theirs}', 'deliveries', -40000)`)
  })

  it("of gift cards has no card that is used up or inactive", async () => {
    const before = (await lineOf("giftsEnding"))?.count ?? 0
    const update = (change: string) => signed.api.db.execute(`update gifts set ${change} where card_name = 'Biten kart'`)
    for (const change of ["used = 5", "used = 4, status = 0"]) {
      await update(change)
      expect((await lineOf("giftsEnding"))?.count ?? 0).toBe(0)
    }
    await update("status = 1")
    expect((await lineOf("giftsEnding"))?.count ?? 0).toBe(before)
  })

  it("of feedback that is assigned to oneself counts what is not closed, for the assignee alone", async () => {
    const before = (await lineOf("feedbackMine"))?.count ?? 0
    const ids = (await get("/feedback/list?status=0&pageSize=2")).value.feedbacks.map(({ id }: { id: string }) => id)
    const others = (await lineOf("feedbackMine", "admin"))?.count ?? 0
    await signed.api.db.execute(`update feedbacks set assigned_to = (select id from users where email = '${accounts.elif}')
      where id in ('${ids.join("', '")}')`)
    expect((await lineOf("feedbackMine"))?.count).toBe(before + 2)
    expect((await listOf("feedbackMine", "elif")).total).toBe(before + 2)
    expect((await lineOf("feedbackMine", "admin"))?.count ?? 0).toBe(others)
    await signed.api.db.execute(`update feedbacks set status = ${feedbackStatuses.value("rejected")} where id = '${ids[0]}'`)
    expect((await lineOf("feedbackMine"))?.count).toBe(before + 1)
  })

  it("of new feedback leads to the status new", () => {
    expect(attentionLines.feedbackNew.filters.status).toBe(String(feedbackStatuses.value("new")))
  })
})

describe("the lines of a module", () => {
  const set = (modules: Partial<Record<ModuleFlag, boolean>>) => signed.api.db.update(tenants).set({ modules })
  const modulesOf = (lines: AttentionLine[]) => new Set<string>(lines.map(({ kind }) => attentionLines[kind].module))

  it.each([
    ["campaignManagement", "campaigns"],
    ["drawsManagement", "draws"],
    ["surveyManagement", "surveys"],
    ["announcements", "announcements"],
  ] as const)("are left out where %s is off, and stay for the platform", async (flag, module) => {
    expect(modulesOf(await read("elif")).has(module)).toBe(true)
    await set({ [flag]: false })
    expect(modulesOf(await read("elif")).has(module)).toBe(false)
    expect(modulesOf(await read("admin")).has(module)).toBe(true)
    await set({})
  })

  it("are refused to others, and while the dashboard is off", async () => {
    expect((await get("/api/dashboard/attention", "user")).status).toBe(403)
    expect((await signed.api.call("GET", "/api/dashboard/attention")).status).toBe(401)
    await set({ dashboard: false })
    expect([(await get("/api/dashboard/attention")).status, (await get("/api/dashboard/attention", "admin")).status]).toEqual([
      403, 200,
    ])
    await set({})
  })

  it("are none where nothing needs attention", async () => {
    const tables = ["campaigns", "draws", "surveys", "gifts", "announcements", "feedbacks"]
    for (const table of tables) await signed.api.db.execute(`update ${table} set deleted_at = 'epoch' where deleted_at is null`)
    await signed.api.db.execute("update tenants set mails_used_up_at = null")
    expect([await read("elif"), await read("admin")]).toEqual([[], []])
    for (const table of tables) await signed.api.db.execute(`update ${table} set deleted_at = null where deleted_at = 'epoch'`)
  })
})

describe("the parameter attention of a list", () => {
  it.each(Object.keys(attentionReasons) as AttentionModule[])(
    "of %s finds nothing for an unknown reason, and everything for none",
    async module => {
      const [path] = lists[module]
      const total = async (query: string) => (await get(`${path}?${query}`, "admin")).value.totalCount
      for (const odd of ["x", "__proto__"]) expect(await total(`attention=${encodeURIComponent(odd)}`)).toBe(0)
      expect(await total("attention=%20")).toBe(await total(""))
    },
  )
})

describe("the lines as they are read", () => {
  it.each([
    [{}, []],
    [{ lines: "x" }, []],
    [{ lines: [null, 3, { kind: "x", count: 3 }, { kind: "toString", count: 1 }, { kind: "drawsDue", count: 0 }] }, []],
    [{ lines: [{ kind: "drawsDue", count: 2 }] }, [{ kind: "drawsDue", count: 2, id: "", title: "", date: "" }]],
  ])("of %j are those of known kinds", (value, lines) => {
    expect(attentionOf(value as Partial<Attention>)).toEqual(lines)
  })
})
