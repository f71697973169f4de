import { setTimeout as delay } from "node:timers/promises"
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest"
import { rowsOf } from "../../../server/src/db/open"
import { tenants } from "../../../server/src/db/schema"
import { accounts, createTestApi, openServer, type TestApi } from "../../api"
import { isLong, sample } from "../../rounds"

const { TEST_DATABASE_URL } = process.env
const isPostgres = Boolean(TEST_DATABASE_URL)

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
  await vi.waitFor(() => expect(mark()).toBeTypeOf("number"), { timeout: 20_000 })
})
afterAll(() => api.close())

const ask = async (path = "/tenant/getcurrenttenantid") => {
  const { status, value } = await api.call("GET", path, { token })
  return status === 200 && typeof value === "string" ? value : status
}
const execute = (statement: string) => api.db.execute(statement)
const mark = () => api.deps.sessionChanges.mark()
/** Makes a change without a call, and waits for its notification, which PostgreSQL sends after the answer to the statement. */
const change = async (make: string | (() => Promise<unknown>)) => {
  const before = mark()
  await (typeof make === "string" ? execute(make) : make())
  if (isPostgres) await vi.waitFor(() => expect(mark()).not.toBe(before), { timeout: 5_000, interval: 5 })
  else expect(mark()).not.toBe(before)
}
/** Waits until no notification of an earlier change arrives any more. */
const quiet = async () => {
  if (!isPostgres) return
  const isQuiet = async () => {
    const before = mark()
    await delay(50)
    return mark() === before
  }
  await expect.poll(isQuiet, { timeout: 5_000 }).toBe(true)
}
const person = `email = '${accounts.elif}'`
const nobody = "00000000-0000-4000-8000-000000000000"

beforeEach(async () => {
  await execute(`delete from tenants where id = '${nobody}'`)
  await execute(`update tenants set active_status = 1, deleted_at = null, modules = '{}' where id = '${company.own}'`)
  await execute(
    `update users set status = 1, deleted_at = null, role = 'TenantAdmin', permissions = '{}', tenant_id = '${company.own}' where ${person}`,
  )
  token = await api.signIn(accounts.elif)
  await quiet()
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
  it.each(changes.map((change, at) => [...change, sample(ways, 1, at)] as const))("knows that %s", async (...row) => {
    const [, statement, path, expected, itsWays] = row
    for (const [way, run] of itsWays) {
      token = await api.signIn(accounts.elif)
      await quiet()
      await ask(path)
      await change(() => run(statement()))
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
    await change(`update users set permissions = '{campaigns.read}' where ${person}`)
    expect(await add()).toBe(403)
    await change(`update users set permissions = '{}' where ${person}`)
    expect(await add()).toBe(400)
  })

  it("knows the company's subsidiaries", async () => {
    const path = `/tenant/${nobody}`
    expect(await ask(path)).toBe(404)
    const subsidiary = { id: nobody, name: "Yeni Şube", parentId: company.own } as typeof tenants.$inferInsert
    await change(async () => await api.db.insert(tenants).values(subsidiary))
    expect(await ask(path)).toBe(200)
    await change(`update tenants set parent_id = '${company.theirs}' where id = '${nobody}'`)
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
    for (let round = 0; round < (isLong ? 20 : 2); round++) {
      token = await api.signIn(accounts.elif)
      const other = await api.signIn(accounts.elif)
      if (round % 2) await ask()
      const calls = Array.from({ length: 6 }, () => ask(lists))
      const signedOut = api.call("POST", "/api/auth/logout-all", { token: other })
      calls.push(...Array.from({ length: 6 }, () => ask(lists)))
      await signedOut
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

  it.each([
    ["another person", () => `update users set status = status where email = '${accounts.mert}'`, 200],
    ["another company", () => `update tenants set name = name where id = '${company.theirs}'`, 200],
    [
      "another session",
      () => `update sessions set user_agent = 'x' where user_id in (select id from users where email = '${accounts.mert}')`,
      200,
    ],
    ["the person", () => `update users set status = status where ${person}`, 403],
    ["the company", () => `update tenants set name = name ${own()}`, 403],
    ["many people of another company", () => `update users set status = status where tenant_id = '${company.theirs}'`, 200],
    ["many people of the company", () => `update users set status = status where tenant_id = '${company.own}'`, 403],
    ["many people", () => "update users set status = status where id in (select id from users limit 51)", 403],
    ["all companies, by a name that is not known", () => "select pg_notify('session_changes', 'a new kind of name')", 403],
  ])("is read anew after a change of its own alone: %s", async (_, statement, expected) => {
    await api.signIn(accounts.mert)
    await quiet()
    await ask(lists)
    await changeUnheard("User")
    expect(await ask(lists)).toBe(200)
    await change(statement())
    expect(await ask(lists)).toBe(expected)
  })

  it.each(["sessions", "refresh_tokens"])("is told once of all %s of a company that end by one statement", async table => {
    const ofTheirs = `select id from sessions where user_agent = 'many'`
    await execute(`insert into sessions (user_id, user_agent, created_at, last_used_at)
      select id, 'many', now(), now() from users where tenant_id = '${company.theirs}'`)
    await execute(
      `insert into refresh_tokens (session_id, token_hash, created_at, expires_at) select id, id, now(), now() from (${ofTheirs}) many`,
    )
    await quiet()
    await ask(lists)
    await changeUnheard("User")
    expect(await ask(lists)).toBe(200)
    const before = Number(mark())
    await change(
      table === "sessions"
        ? `update sessions set revoked_at = now() where id in (${ofTheirs})`
        : `update refresh_tokens set expires_at = now() where session_id in (${ofTheirs})`,
    )
    await quiet()
    expect(Number(mark()) - before).toBeLessThanOrEqual(2)
    expect(await ask(lists)).toBe(200)
    await execute("delete from refresh_tokens where token_hash = session_id::text")
    await execute("delete from sessions where user_agent = 'many'")
  })

  it("is not kept while changes could be missed", async () => {
    const { sessionChanges } = api.deps
    const known = sessionChanges.mark
    sessionChanges.mark = () => undefined
    try {
      await changeUnheard("User")
      expect(await ask(lists)).toBe(403)
    } finally {
      sessionChanges.mark = known
    }
  })

  it("outlives marks of use, which are as exact as before", async () => {
    const before = mark()
    for (let step = 0; step < 130; step++) {
      api.advance(500)
      await ask()
    }
    const [row] = await rowsOf<{ seconds: number }>(
      api.db,
      `select extract(epoch from '${new Date(api.now()).toISOString()}' - max(last_used_at))::int as seconds from sessions`,
    )
    expect(row?.seconds).toBe(5)
    expect(mark()).toBe(before)
  })
})

// The embedded database has one process.
if (TEST_DATABASE_URL)
  describe("another process", () => {
    const openOther = async () => {
      const [row] = await rowsOf<{ name: string }>(api.db, `select current_database() as name`)
      return openServer(Object.assign(new URL(TEST_DATABASE_URL), { pathname: `/${row?.name}` }).href)
    }
    const away =
      "select pg_terminate_backend(pid) from pg_stat_activity where query like 'listen%session_changes%' and datname = current_database()"

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
          await expect.poll(() => mark()).toBeTypeOf("number")
        }
      } finally {
        await other.close()
      }
    })
  })
