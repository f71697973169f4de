import { gunzipSync } from "node:zlib"
import { Hono } from "hono"
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest"
import { createApp } from "../../../server/src/app"
import { type Database, type Opened, openPostgres, rowsOf } from "../../../server/src/db/open"
import type { Actor, Deps, Env } from "../../../server/src/http/context"
import { keptList } from "../../../server/src/http/kept-list"
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

const { TEST_DATABASE_URL = "" } = process.env
const isPostgres = TEST_DATABASE_URL !== ""

type Client = Record<"query" | "unsafe", (text: string, ...rest: unknown[]) => Promise<unknown>>

/** The statements that a call sends, without those that look for changes. */
const statementsOf = async (work: () => Promise<unknown>): Promise<string[]> => {
  const client = (api.db as unknown as { $client: Client }).$client
  const query = vi.spyOn(client, isPostgres ? "unsafe" : "query")
  try {
    await work()
    return query.mock.calls.map(([text]) => text).filter(text => !/changes_of_|pg_locks/.test(text))
  } finally {
    query.mockRestore()
  }
}

const mark = async (...tables: string[]) => api.deps.tableChanges?.mark(tables)
const hearing = () => vi.waitFor(async () => expect(await mark()).toBeTypeOf("string"), { timeout: 20_000 })

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

describe("the answer of a list", () => {
  beforeAll(hearing)

  it.each(lists)("%s: names every table that its statements read", async (path, list, queries) => {
    const tables = new Set(
      (await rowsOf<{ name: string }>(api.db, "select relname as name from pg_class where relkind = 'r'")).map(
        ({ name }) => name,
      ),
    )
    const named = new Set(list.tables)
    const headers = { Authorization: `Bearer ${tokens.elif}` }
    // The session is read before, and kept: the clock stands. PostgreSQL may report the sign-in late, which drops it once.
    const first = () => statementsOf(async () => anew.request(`/backend${path}`, { headers }))
    await vi.waitFor(async () => expect((await first()).join()).not.toContain("sessions"))
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

describe("a kept answer", () => {
  beforeAll(hearing)
  const path = "/campaign/list?pageSize=20"

  it("is sent to each client in the encoding that it accepts", async () => {
    const read = async (headers: Record<string, string>, method = "GET") => {
      const answer = await api.fetch(`/backend${path}`, {
        method,
        headers: { Authorization: `Bearer ${tokens.elif}`, ...headers },
      })
      const bytes = Buffer.from(await answer.arrayBuffer())
      const isZipped = answer.headers.get("Content-Encoding") === "gzip"
      return { isZipped, text: (isZipped ? gunzipSync(bytes) : bytes).toString() }
    }
    const plain = await read({})
    expect(plain.isZipped).toBe(false)
    const texts = await statementsOf(async () => {
      for (const isZipped of [true, false, true])
        expect(await read(isZipped ? { "Accept-Encoding": "gzip" } : {})).toEqual({ isZipped, text: plain.text })
      expect(await read({ "Accept-Encoding": "gzip" }, "HEAD")).toEqual({ isZipped: false, text: "" })
    })
    expect(texts).toEqual([])
  })

  it("is not shown to a person who has moved to another company, nor after the clock was set back", async () => {
    const brands = (token = "") => api.call("GET", "/brand/list", { token })
    const own = await brands(tokens.elif)
    const companies = (await rowsOf<{ email: string; tenant_id: string }>(api.db, "select email, tenant_id from users")).flatMap(
      ({ email, tenant_id }) => (email === accounts.elif || email === accounts.mert ? [[email, tenant_id]] : []),
    )
    const companyOf = Object.fromEntries(companies)
    const move = (to: string) => api.db.execute(`update users set tenant_id = '${to}' where email = '${accounts.elif}'`)
    await move(companyOf[accounts.mert])
    try {
      const moved = await brands(tokens.elif)
      expect(moved.body).toEqual((await brands(tokens.mert)).body)
      expect(moved.body).not.toEqual(own.body)
    } finally {
      await move(companyOf[accounts.elif])
    }
    expect((await brands(tokens.elif)).body).toEqual(own.body)
    api.advance(-3_600_000)
    expect(await statementsOf(() => brands(tokens.elif))).not.toEqual([])
    api.advance(3_600_000)
  })
})

describe("a kept answer of one person, whose session is not read again", () => {
  const open = (value: () => object) => {
    const state = { now: 0, mark: "1" as string | undefined, readings: 0 }
    const deps = { tableChanges: { mark: async () => state.mark }, clock: () => state.now } as unknown as Deps
    const app = new Hono<Env>()
    const actor = { sessionId: "s" } as Actor
    app.use(async (c, next) => {
      c.set("deps", deps)
      c.set("actor", actor)
      await next()
    })
    app.onError((_, c) => c.text("", 500))
    app.get(
      "/list",
      keptList([], async () => {
        state.readings++
        return value()
      }),
    )
    const readings = async () => {
      const before = state.readings
      await app.request("/list")
      return state.readings - before
    }
    return { state, readings }
  }

  it("is read again after a second, at another mark, and without one", async () => {
    const { state, readings } = open(() => ({}))
    expect([await readings(), await readings()]).toEqual([1, 0])
    state.now = 999
    expect(await readings()).toBe(0)
    state.now = 1_000
    expect([await readings(), await readings()]).toEqual([1, 0])
    state.now = -1
    expect([await readings(), await readings()]).toEqual([1, 0])
    state.mark = "2"
    expect([await readings(), await readings()]).toEqual([1, 0])
    state.mark = undefined
    expect([await readings(), await readings()]).toEqual([1, 1])
  })

  it("is not kept when it is large, or could not be read", async () => {
    const large = open(() => ({ text: "x".repeat(70_000) }))
    expect([await large.readings(), await large.readings()]).toEqual([1, 1])
    const broken = open(() => {
      throw new Error("broken")
    })
    expect([await broken.readings(), await broken.readings()]).toEqual([1, 1])
  })
})

describe("the tables that lists read", () => {
  beforeAll(hearing)
  const names = [...new Set(lists.flatMap(([, list]) => list.tables))].sort()

  it("are those that announce their changes", async () => {
    const announced = await rowsOf<{ name: string }>(
      api.db,
      `select relname as name from pg_class c where (select array_agg(tgname::text order by 1) from pg_trigger where tgrelid = c.oid)
        @> '{table_announced,table_emptied}' order by 1`,
    )
    expect(announced.map(({ name }) => name)).toEqual(names)
    // A sequence that was never used has the same last value after its first use.
    const used = await rowsOf<{ name: string }>(
      api.db,
      `select substr(relname, 12) as name from pg_class where relkind = 'S' and relname like 'changes_of_%'
        and pg_sequence_last_value(oid) is not null order by 1`,
    )
    expect(used.map(({ name }) => name)).toEqual(names)
  })

  it("have another mark after each change, and no other table has", async () => {
    const marks = async () => Object.fromEntries(await Promise.all(names.map(async name => [name, await mark(name)])))
    const changed = async (statement: string) => {
      const before = await marks()
      await api.db.execute(statement)
      const after = await marks()
      return names.filter(name => before[name] !== after[name])
    }
    expect(await changed("update departments set name = name where id = (select id from departments limit 1)")).toEqual([
      "departments",
    ])
    expect(await changed("update departments set name = name where false")).toEqual([])
    expect(await changed("truncate survey_invitations cascade")).toEqual(["survey_invitations"])
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
  `delete from users where id = (select id from users u where role = 'User' and not exists (select from sessions where user_id = u.id)
    and not exists (select from feedbacks where u.id in (user_id, assigned_to)) order by id desc limit 1)`,
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
      await hearing()
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

/** Several connections write at the same time on PostgreSQL alone. A skipped test counts as failed. */
const onPostgres = isPostgres ? describe : () => {}

onPostgres("lists while other processes write", () => {
  let other: Opened
  beforeAll(async () => {
    const [row] = await rowsOf<{ name: string }>(api.db, "select current_database() as name")
    other = await openPostgres(Object.assign(new URL(TEST_DATABASE_URL), { pathname: `/${row?.name}` }).href)
  })
  afterAll(() => other.close())
  const names = async () => {
    const { value } = await api.call("GET", "/brand/list?pageSize=100", { token: tokens.admin })
    return Object.fromEntries(value.brands.map(({ id, name }: { id: string; name: string }) => [id, name]))
  }
  const rename = (db: Database, id: string, name: string) => db.execute(`update brands set name = '${name}' where id = '${id}'`)

  it("show a change that was counted before it was committed", async () => {
    const [id = ""] = Object.keys(await names())
    await other.db.transaction(async tx => {
      await tx.execute("set constraints all immediate")
      await rename(tx, id, "Before its end")
      const texts = await statementsOf(async () => {
        for (let times = 0; times < 2; times++) expect((await names())[id]).not.toBe("Before its end")
      })
      expect(texts).toHaveLength(2)
    })
    expect((await names())[id]).toBe("Before its end")
    expect(await statementsOf(names)).toEqual([])
  })

  it("show every change from its end on, to everybody", async () => {
    const ids = Object.keys(await names()).slice(0, 4)
    const isOver = { value: false }
    const readers = Array.from({ length: 4 }, async () => {
      while (!isOver.value) await names()
    })
    const write = async (id: string) => {
      for (let round = 0; round < 60 * rounds; round++) {
        const name = `${id} ${round}`
        await other.db.transaction(async tx => {
          if (round % 3 === 1) await tx.execute("set constraints all immediate")
          await rename(tx, id, name)
          if (round % 3 === 2) await tx.execute("select pg_sleep(0.001)")
        })
        expect((await names())[id]).toBe(name)
      }
    }
    await Promise.all(ids.map(write))
    isOver.value = true
    await Promise.all(readers)
  })
})
