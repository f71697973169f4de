import { afterAll, beforeAll, describe, expect, it, vi } from "vitest"
import { createApp } from "../../../server/src/app"
import { rowsOf } from "../../../server/src/db/open"
import type { keptList } from "../../../server/src/http/kept-list"
import { listAnnouncements } from "../../../server/src/resources/announcements/list"
import { listBrands } from "../../../server/src/resources/brands/list"
import { listCampaigns } from "../../../server/src/resources/campaigns/list"
import { listDraws } from "../../../server/src/resources/draws/list"
import { listFeedback } from "../../../server/src/resources/feedback/list"
import { listGifts } from "../../../server/src/resources/gifts/list"
import { listPayments } from "../../../server/src/resources/payments/list"
import { listSurveys } from "../../../server/src/resources/surveys/list"
import { listCompanies } from "../../../server/src/resources/tenants/list"
import { listUsers } from "../../../server/src/resources/users/list"
import { createRandom } from "../../../server/src/seed/random"
import { accounts, createTestApi, type TestApi } from "../../api"
import { rounds } from "../../rounds"

/** The kept answers of lists are those that would be read anew (docs/operations.md#kept-lists). */
let api: TestApi
const tokens: Record<string, string> = {}
/** The same API on the same database, which keeps no answer. */
let anew: ReturnType<typeof createApp>

beforeAll(async () => {
  api = await createTestApi()
  for (const [name, email] of Object.entries(accounts)) tokens[name] = await api.signIn(email)
  anew = createApp({ ...api.deps, tableChanges: undefined })
})
afterAll(() => api.close())

/** Nothing is kept on PostgreSQL. */
const isKept = !process.env.TEST_DATABASE_URL
/** A skipped test counts as failed. */
const describeKept = isKept ? describe : () => {}

type Client = { query: (text: string, ...rest: unknown[]) => Promise<unknown> }

/** The statements that a call sends. */
const statementsOf = async (work: () => Promise<unknown>): Promise<string[]> => {
  const client = (api.db as unknown as { $client: Client }).$client
  const query = vi.spyOn(client, "query")
  try {
    await work()
    return query.mock.calls.map(([text]) => text)
  } finally {
    query.mockRestore()
  }
}

const hearing = () => vi.waitFor(() => expect(api.deps.tableChanges?.mark([])).toBe(0), { timeout: 20_000 })

const lists: [string, ReturnType<typeof keptList>, string[]][] = [
  ["/campaign/list", listCampaigns, ["keyword=kahve", "attention=ending", "categoryId=$", "sortBy=status", "status=2&page=2"]],
  ["/brand/list", listBrands, ["keyword=a", "categoryId=$"]],
  ["/gift/list", listGifts, ["keyword=a", "attention=ending", "categoryId=$"]],
  ["/payment/list", listPayments, ["keyword=a", "used=true"]],
  ["/announcement/list", listAnnouncements, ["keyword=a", "attention=ending", "startDate=2026-01-01"]],
  ["/draw/list", listDraws, ["keyword=a", "attention=closing", "attention=overdue", "sortBy=eligibility"]],
  ["/survey/list", listSurveys, ["keyword=a", "attention=closing", "sortBy=responseCount"]],
  ["/feedback/list", listFeedback, ["keyword=a", "overdue=true", "sortBy=dueDate"]],
  ["/user/list", listUsers, ["keyword=a", "sortBy=departmentName", "hiredFrom=2020-01-01", "departmentId=$"]],
  ["/tenant/list", listCompanies, ["keyword=a", "sortBy=name"]],
]
const someId = "00000000-0000-4000-8000-000000000000"

describeKept("the answer of a list, on the embedded database", () => {
  beforeAll(hearing)

  it.each(lists)("%s: names every table that its statements read", async (path, list, queries) => {
    const tables = new Set(
      (await rowsOf<{ name: string }>(api.db, "select relname as name from pg_class where relkind = 'r'")).map(
        ({ name }) => name,
      ),
    )
    const named = new Set(list.tables)
    const headers = { Authorization: `Bearer ${tokens.elif}` }
    // The session is read before, and kept: the clock stands.
    await anew.request(`/backend${path}`, { headers })
    const texts = await statementsOf(async () => {
      for (const query of ["", ...queries.map(query => query.replace("$", someId))])
        expect((await anew.request(`/backend${path}?${query}`, { headers })).status).toBe(200)
    })
    expect(texts.length).toBeGreaterThan(queries.length)
    const read = texts.flatMap(text => [...text.matchAll(/\b(?:from|join)\s+"?(\w+)"?/g)].map(([, name = ""]) => name))
    expect(new Set(read.filter(name => tables.has(name)))).toEqual(named)
  })

  it("is read once, by calls at the same time too, and again after a change", async () => {
    const path = "/campaign/list?pageSize=3&sortBy=title"
    const ask = () => api.call("GET", path, { token: tokens.admin })
    const first = await ask()
    expect(await statementsOf(async () => expect((await ask()).body).toEqual(first.body))).toEqual([])
    await api.db.execute(
      `update brands set name = name || '!' where id = (select brand_id from campaigns where id = '${first.value.campaigns[0].id}')`,
    )
    const texts = await statementsOf(async () => {
      const [one, other] = await Promise.all([ask(), ask()])
      expect(one.value.campaigns[0].brandName).toBe(`${first.value.campaigns[0].brandName}!`)
      expect(other.body).toEqual(one.body)
    })
    // The page and its total are one statement.
    expect(texts).toHaveLength(1)
  })

  it("is not that of another person, and is read again after a second", async () => {
    const path = "/user/list?pageSize=2"
    const ask = (who: string) => api.call("GET", path, { token: tokens[who] })
    const [own, other] = [await ask("elif"), await ask("mert")]
    expect(other.body).not.toEqual(own.body)
    expect((await ask("elif")).body).toEqual(own.body)
    api.advance(1_000)
    expect(await statementsOf(() => ask("elif"))).not.toEqual([])
  })
})

/** Statements that change what lists show, and their totals. */
const changes = [
  "update campaigns set title = title || 'x', version = version + 1 where id = (select id from campaigns order by id offset $ limit 1)",
  "update campaigns set deleted_at = now() where id = (select id from campaigns where deleted_at is null order by id offset $ limit 1)",
  "update campaigns set deleted_at = null, intent = 'live'",
  "update campaigns set intent = 'draft' where id = (select id from campaigns order by id offset $ limit 1)",
  "update brands set name = name || 'y' where id = (select id from brands order by id offset $ limit 1)",
  "update tenants set name = name || 'z' where id = (select id from tenants order by id offset $ limit 1)",
  "update departments set name = name || 'w' where id = (select id from departments order by id offset $ limit 1)",
  "update users set score = $ where id = (select id from users order by id offset $ limit 1)",
  "update users set status = 1 - status where id = (select id from users where role = 'User' and email <> 'kullanici@yesilova.example' order by id offset $ limit 1)",
  "delete from users where id = (select id from users u where role = 'User' and not exists (select from sessions where user_id = u.id) order by id desc limit 1)",
  "select change_a_campaign()",
]
const asked = [
  "/campaign/list",
  "/campaign/list?status=2&sortBy=title",
  "/campaign/list?keyword=a",
  "/user/list",
  "/user/list?sortBy=score&sortOrder=desc",
  "/user/list?status=1&page=1",
  "/brand/list",
  "/tenant/list",
]

describe("lists between writes in any order", () => {
  it.each(Array.from({ length: 2 * rounds }, (_, seed) => seed + 1))(
    "are the same with and without kept answers (%i)",
    async seed => {
      if (isKept) await vi.waitFor(() => expect(api.deps.tableChanges?.mark([])).toBeTypeOf("number"), { timeout: 20_000 })
      await api.db.execute(
        "create or replace function change_a_campaign() returns void language sql as $$ update campaigns set title = title || 'f' where id = (select id from campaigns order by id limit 1) $$",
      )
      const { whole } = createRandom(seed)
      const random = (count: number) => whole(0, count - 1)
      const change = () => (changes[random(changes.length)] ?? "").replaceAll("$", () => String(random(8)))
      const write = async () => {
        const [kind, first, second] = [random(5), change(), change()]
        const undone = new Error("rolled back")
        if (kind < 2) return api.db.execute(first)
        return api.db
          .transaction(async tx => {
            await tx.execute(first)
            if (kind === 3)
              await tx
                .transaction(async inner => {
                  await inner.execute(second)
                  throw undone
                })
                .catch(() => {})
            else await tx.execute(second)
            if (kind === 4) throw undone
          })
          .catch(error => {
            if (error !== undone) throw error
          })
      }
      const who = () => ["admin", "elif", "mert"][random(3)] ?? ""
      const ask = (path: string, token: string) => api.call("GET", path, { token })
      const running: Promise<unknown>[] = []
      for (let step = 0; step < 60; step++) {
        // Calls that run during the write may answer with either state; what they leave must not be used afterwards.
        for (let calls = random(4); calls > 0; calls--) running.push(ask(asked[random(asked.length)] ?? "", tokens[who()] ?? ""))
        await write()
        const [path = "", token = ""] = [asked[random(asked.length)], tokens[who()]]
        const headers = { Authorization: `Bearer ${token}` }
        const [kept, read] = [await ask(path, token), await (await anew.request(`/backend${path}`, { headers })).json()]
        expect([step, path, kept.body]).toEqual([step, path, read])
      }
      await Promise.all(running)
    },
  )
})
