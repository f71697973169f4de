import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest"
import { openPostgres, rowsOf } from "../../../server/src/db/open"
import { tenants } from "../../../server/src/db/schema"
import { createSessionChanges, hearChanges } from "../../../server/src/db/session-changes"
import { accounts, createTestApi, type TestApi } from "../../api"

/** What is kept of a session between two calls is never older than the last change (docs/security.md#kept-sessions). */
let api: TestApi
let token = ""
const company = { own: "", theirs: "" }

beforeAll(async () => {
  api = await createTestApi()
  const idOf = async (email: string) =>
    (await api.call("GET", "/tenant/getcurrenttenantid", { token: await api.signIn(email) })).value
  company.own = await idOf(accounts.elif)
  company.theirs = await idOf(accounts.mert)
  await vi.waitFor(() => expect(api.deps.sessionChanges.mark()).toBeTypeOf("number"), { timeout: 20_000 })
})
afterAll(() => api.close())

const ask = async (path = "/tenant/getcurrenttenantid") => {
  const { status, value } = await api.call("GET", path, { token })
  return status === 200 && typeof value === "string" ? value : status
}
const execute = (statement: string) => api.db.execute(statement)
const person = `email = '${accounts.elif}'`
const nobody = "00000000-0000-4000-8000-000000000000"

beforeEach(async () => {
  await execute(`delete from tenants where id = '${nobody}'`)
  await execute(`update tenants set active_status = 1, deleted_at = null, modules = '{}' where id = '${company.own}'`)
  await execute(
    `update users set status = 1, deleted_at = null, role = 'TenantAdmin', permissions = '{}', tenant_id = '${company.own}' where ${person}`,
  )
  token = await api.signIn(accounts.elif)
  expect(await ask()).toBe(company.own)
})

const own = () => `where id = '${company.own}'`
const lists = "/campaign/list"
const changes: [string, () => string, string, () => number | string][] = [
  ["a session is ended", () => "update sessions set revoked_at = now()", lists, () => 401],
  ["all sessions go", () => "with gone as (delete from refresh_tokens) delete from sessions", lists, () => 401],
  ["refresh tokens go", () => "delete from refresh_tokens", lists, () => 401],
  ["the person is deactivated", () => `update users set status = 0 where ${person}`, lists, () => 401],
  ["the person is deleted", () => `update users set deleted_at = now() where ${person}`, lists, () => 401],
  ["the company is deactivated", () => `update tenants set active_status = 0 ${own()}`, lists, () => 401],
  ["the company is deleted", () => `update tenants set deleted_at = now() ${own()}`, lists, () => 401],
  ["the role is changed", () => `update users set role = 'User' where ${person}`, lists, () => 403],
  ["a module is switched off", () => `update tenants set modules = '{"campaignManagement":false}' ${own()}`, lists, () => 403],
  [
    "the person moves to another company",
    () => `update users set tenant_id = '${company.theirs}' where ${person}`,
    "/tenant/getcurrenttenantid",
    () => company.theirs,
  ],
]

/** Ways to make a change, each of which is committed when it resolves. */
const ways: [string, (statement: string) => Promise<unknown>][] = [
  ["by a statement", execute],
  ["in a transaction", statement => api.db.transaction(tx => tx.execute(statement))],
  [
    "in a transaction within a transaction",
    statement => api.db.transaction(tx => tx.transaction(inner => inner.execute(statement))),
  ],
  [
    "by a function of the database",
    async statement => {
      const text = statement.replaceAll("'", "''")
      await execute(`create or replace function change_it() returns void language plpgsql as $$ begin execute '${text}'; end $$`)
      await execute("select change_it()")
    },
  ],
]

describe("the next call after a change", () => {
  it.each(changes)("knows that %s", async (_, statement, path, expected) => {
    for (const [way, change] of ways) {
      token = await api.signIn(accounts.elif)
      await ask(path)
      await change(statement())
      expect([way, await ask(path)]).toEqual([way, expected()])
      await execute(
        `update users set status = 1, deleted_at = null, role = 'TenantAdmin', tenant_id = '${company.own}' where ${person}`,
      )
      await execute(`update tenants set active_status = 1, deleted_at = null, modules = '{}' ${own()}`)
    }
  })

  it("knows which permissions the person has", async () => {
    const add = async () => (await api.call("POST", "/campaign/create", { token, body: {} })).status
    expect(await add()).toBe(400)
    await execute(`update users set permissions = '{campaigns.read}' where ${person}`)
    expect(await add()).toBe(403)
    await execute(`update users set permissions = '{}' where ${person}`)
    expect(await add()).toBe(400)
  })

  it("knows the company's subsidiaries", async () => {
    const path = `/tenant/${nobody}`
    expect(await ask(path)).toBe(404)
    await api.db.insert(tenants).values({ id: nobody, name: "Yeni Şube", parentId: company.own } as typeof tenants.$inferInsert)
    expect(await ask(path)).toBe(200)
    await execute(`update tenants set parent_id = '${company.theirs}' where id = '${nobody}'`)
    expect(await ask(path)).toBe(404)
  })

  it("knows who has signed out elsewhere, everywhere, and whose token was used twice", async () => {
    const other = await api.signIn(accounts.elif)
    expect(await ask()).toBe(company.own)
    await api.call("POST", "/api/auth/logout-all", { token: other })
    expect(await ask()).toBe(401)

    const { token: first, refreshToken } = await api.tokensFor(accounts.elif)
    const renew = () => api.call("POST", "/api/auth/refresh", { body: { refreshToken } })
    token = (await renew()).value.token
    expect(await ask()).toBe(company.own)
    api.advance(10_001)
    expect(await ask()).toBe(company.own)
    expect((await renew()).status).toBe(401)
    expect(await ask()).toBe(401)
    token = first
    expect(await ask()).toBe(401)
  })

  it("knows nothing of what was taken back", async () => {
    const fail = api.db.transaction(async tx => {
      await tx.execute("update sessions set revoked_at = now()")
      throw new Error("taken back")
    })
    await expect(fail).rejects.toThrow("taken back")
    expect(await ask()).toBe(company.own)
  })

  it("knows it, whatever calls run at the time of the change", async () => {
    for (let round = 0; round < 20; round++) {
      token = await api.signIn(accounts.elif)
      if (round % 2) await ask()
      const calls = Array.from({ length: 6 }, () => ask(lists))
      const change = execute("update sessions set revoked_at = now()")
      calls.push(...Array.from({ length: 6 }, () => ask(lists)))
      await change
      const next = ask()
      expect((await Promise.all(calls)).filter(status => status !== 200 && status !== 401)).toEqual([])
      expect(await next).toBe(401)
    }
  })
})

describe("a session", () => {
  /** Changes the session's person without the database's telling of it. */
  const changeUnheard = async (role: string) => {
    await execute("alter table users disable trigger users_announced")
    await execute(`update users set role = '${role}' where ${person}`)
    await execute("alter table users enable trigger users_announced")
  }

  it("is kept for a second", async () => {
    await changeUnheard("User")
    expect(await ask(lists)).toBe(200)
    api.advance(999)
    expect(await ask(lists)).toBe(200)
    api.advance(1)
    expect(await ask(lists)).toBe(403)
  })

  it("is read anew after a change of anybody", async () => {
    await changeUnheard("User")
    expect(await ask(lists)).toBe(200)
    await execute(`update users set status = status where email = '${accounts.mert}'`)
    expect(await ask(lists)).toBe(403)
  })

  it("is not kept while changes could be missed", async () => {
    const { mark } = api.deps.sessionChanges
    api.deps.sessionChanges.mark = () => undefined
    try {
      await changeUnheard("User")
      expect(await ask(lists)).toBe(403)
    } finally {
      api.deps.sessionChanges.mark = mark
    }
  })

  it("outlives marks of use, which are as exact as before", async () => {
    const before = api.deps.sessionChanges.mark()
    for (let step = 0; step < 130; step++) {
      api.advance(500)
      await ask()
    }
    const [row] = await rowsOf<{ seconds: number }>(
      api.db,
      `select extract(epoch from '${new Date(api.now()).toISOString()}' - max(last_used_at))::int as seconds from sessions`,
    )
    expect(row?.seconds).toBe(5)
    expect(api.deps.sessionChanges.mark()).toBe(before)
  })
})

describe("the tables that sessions are read from", () => {
  it("tell of every kind of change", async () => {
    const rows = await rowsOf<{ name: string; events: string }>(
      api.db,
      `select event_object_table as name, string_agg(distinct event_manipulation, ' ' order by event_manipulation) as events
        from information_schema.triggers where action_statement like '%announce_session_change%' group by 1 order by 1`,
    )
    // Truncation is not in this view. A new row of the others belongs to no session that could be kept.
    expect(rows.map(({ name, events }) => `${name}: ${events}`)).toEqual([
      "refresh_tokens: DELETE UPDATE",
      "sessions: DELETE UPDATE",
      "tenants: DELETE INSERT UPDATE",
      "users: DELETE UPDATE",
    ])
  })
})

describe("a listener", () => {
  const open = (over: { listen?: () => Promise<void> } = {}) => {
    const changes = createSessionChanges()
    const sent: string[] = []
    const hearing = hearChanges(changes, { listen: async () => {}, notify: async payload => void sent.push(payload), ...over })
    return { changes, sent, hearing }
  }

  it("counts as hearing once it has heard of itself, and no more when its connection is lost", async () => {
    const { changes, sent, hearing } = open()
    await expect.poll(() => sent.length).toBe(1)
    expect(changes.mark()).toBeUndefined()
    hearing.heard("")
    expect(changes.mark()).toBeUndefined()
    hearing.heard(sent[0] ?? "")
    const first = changes.mark()
    expect(first).toBeTypeOf("number")
    hearing.heard("")
    expect(changes.mark()).not.toBe(first)
    hearing.lost()
    expect(changes.mark()).toBeUndefined()
    await expect.poll(() => sent.length).toBe(2)
    hearing.heard(sent[1] ?? "")
    expect(changes.mark()).not.toBe(first)
    hearing.close()
  })

  it("tries again while the database is away", async () => {
    let tries = 0
    const { changes, sent, hearing } = open({
      listen: async () => {
        if (tries++ === 0) throw new Error("away")
      },
    })
    await expect.poll(() => sent.length).toBe(1)
    hearing.heard(sent[0] ?? "")
    expect(changes.mark()).toBeTypeOf("number")
    hearing.close()
  })
})

const { TEST_DATABASE_URL } = process.env
// The embedded database has one process.
if (TEST_DATABASE_URL)
  describe("another process", () => {
    const openOther = async () => {
      const [row] = await rowsOf<{ name: string }>(api.db, `select current_database() as name`)
      return openPostgres(Object.assign(new URL(TEST_DATABASE_URL), { pathname: `/${row?.name}` }).href)
    }
    const away =
      "select pg_terminate_backend(pid) from pg_stat_activity where query like 'listen session_changes%' and datname = current_database()"

    it("is heard, also after the connection was lost", async () => {
      const other = await openOther()
      try {
        for (const isLost of [false, true]) {
          token = await api.signIn(accounts.elif)
          if (isLost) await other.db.execute(away)
          expect(await ask()).toBe(company.own)
          // The clock of the API stands still: what it keeps does not become too old.
          await other.db.execute("update sessions set revoked_at = now()")
          await expect.poll(() => ask(), { timeout: 20_000, interval: 20 }).toBe(401)
          await expect.poll(() => api.deps.sessionChanges.mark()).toBeTypeOf("number")
        }
      } finally {
        await other.close()
      }
    })
  })
