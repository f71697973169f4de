import { createHash } from "node:crypto"
import { crc32 } from "node:zlib"
import { pino } from "pino"
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { rowsOf } from "../../../server/src/db/open"
import { accessTokens } from "../../../server/src/db/schema"
import { deleteExpired } from "../../../server/src/operations/housekeeping"
import { erasePerson, exportPerson } from "../../../server/src/operations/people"
import { accounts, createTestApi, type TestApi } from "../../api"
import { fieldsOf, type Signed, signAll, type Who } from "../record-kit"

/** Access tokens: who makes and ends them, what is stored of them, and their limits (docs/contract.md#access-tokens). */
const lines: string[] = []
const signed = {} as Signed
let api: TestApi
beforeAll(async () => {
  api = await createTestApi({ log: pino({ level: "info" }, { write: line => lines.push(line) }) })
  signed.api = api
})
afterAll(() => api.close())
beforeEach(async () => {
  await api.db.execute("delete from access_tokens")
  signed.tokens = await signAll(api)
})

const scopes = ["campaigns.read", "employees.write"]
const send = (method: string, path: string, who: Who = "elif", body?: unknown, headers: Record<string, string> = {}) =>
  api.call(method, path, { token: signed.tokens[who], body, headers })
const make = (who: Who = "elif", given: object = {}, headers = {}) =>
  send("POST", "/token", who, { name: "Bordro aktarımı", scopes, days: 90, ...given }, headers)
const list = async (who: Who = "elif") => (await send("GET", "/token", who)).value
const statusOf = async (secret: string, path = "/campaign/list") => (await api.call("GET", path, { token: secret })).status
const day = 86_400_000

/** Signs in another administrator of Yeşilova. */
const second = async (email: string) => {
  await api.db.execute(`insert into users (tenant_id, email, first_name, last_name, role)
    select tenant_id, '${email}', 'Ece', 'Ak', 'TenantAdmin' from users where email = '${accounts.elif}'`)
  return api.signIn(email)
}

describe("a secret", () => {
  const digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
  const numberOf = (text: string) => [...text].reduce((sum, digit) => sum * 62n + BigInt(digits.indexOf(digit)), 0n)

  it("is found by scanners: a prefix, 32 random bytes and a checksum", async () => {
    const secrets = await Promise.all(Array.from({ length: 20 }, async () => (await make()).value.secret as string))
    for (const secret of secrets) {
      const [, random = "", check = ""] = /^cck_([0-9A-Za-z]{43})([0-9A-Za-z]{6})$/.exec(secret) ?? []
      expect(numberOf(check)).toBe(BigInt(crc32(random)))
      expect(numberOf(random) < 2n ** 256n).toBe(true)
    }
    expect(new Set(secrets).size).toBe(20)
  })

  it("is stored as a hash alone, in whatever table one looks", async () => {
    const { secret, token } = (await make()).value
    await statusOf(secret)
    const [row] = await rowsOf<{ hint: string; hash: string }>(api.db, "select hint, token_hash as hash from access_tokens")
    expect(row).toEqual({ hint: secret.slice(0, 8), hash: createHash("sha256").update(secret).digest("base64url") })
    expect(token.hint).toBe(secret.slice(0, 8))
    const tables = await rowsOf<{ name: string }>(
      api.db,
      "select quote_ident(table_name) as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'",
    )
    expect(tables.length).toBeGreaterThan(30)
    const found: string[] = []
    for (const { name } of tables) {
      const [{ rows = 0 } = {}] = await rowsOf<{ rows: number }>(
        api.db,
        `select count(*)::int as rows from ${name} t where position('${secret.slice(8)}' in t::text) > 0`,
      )
      if (rows) found.push(name)
    }
    expect(found).toEqual([])
    expect(JSON.stringify(await list())).not.toContain(secret.slice(8))
    expect(lines.join("")).not.toContain(secret.slice(8))
  })

  it("is refused when a character is mistyped, without a question to the database", async () => {
    const { secret } = (await make()).value
    const { db } = api.deps
    const refuseDb = new Proxy(db, { get: (_, name) => () => expect.unreachable(`the database was asked: ${String(name)}`) })
    for (let at = 4; at < secret.length; at++) {
      const wrong = `${secret.slice(0, at)}${secret[at] === "x" ? "y" : "x"}${secret.slice(at + 1)}`
      Object.assign(api.deps, { db: refuseDb })
      try {
        expect(await statusOf(wrong)).toBe(401)
      } finally {
        Object.assign(api.deps, { db })
      }
    }
    for (const wrong of ["cck_", `${secret}0`, secret.slice(0, -1), secret.toLowerCase()]) expect(await statusOf(wrong)).toBe(401)
    expect(await statusOf(secret)).toBe(200)
  })
})

describe("an administrator without restrictions", () => {
  it("makes, lists and ends tokens of the own company, newest first, with those of colleagues", async () => {
    const { status, value } = await make()
    expect([status, value.token]).toEqual([
      200,
      {
        id: expect.any(String),
        name: "Bordro aktarımı",
        scopes,
        hint: value.secret.slice(0, 8),
        expiresAt: new Date(api.now() + 90 * day).toISOString(),
        lastUsedAt: null,
        createdAt: new Date(api.now()).toISOString(),
        ownerName: "Elif Yılmaz",
        isOwn: true,
      },
    ])
    api.advance(1_000)
    const ece = await second("ece.ak@yesilova.example")
    const theirs = (await api.call("POST", "/token", { token: ece, body: { name: "Ambar", scopes } })).value.token
    expect(await list()).toEqual([{ ...theirs, isOwn: false }, value.token])
    expect(await list("mert")).toEqual([])
    expect(await list("admin")).toEqual([])
    expect((await send("DELETE", `/token/${theirs.id}`)).status).toBe(200)
    expect((await send("DELETE", `/token/${theirs.id}`)).status).toBe(404)
    expect((await send("DELETE", `/token/${value.token.id}`, "mert")).status).toBe(404)
    expect((await send("DELETE", `/token/${value.token.id}`, "admin")).status).toBe(404)
    expect(await statusOf(value.secret)).toBe(200)
    expect((await send("DELETE", `/token/${value.token.id}`)).headers.get("Undo-Token")).toBeNull()
    expect(await statusOf(value.secret)).toBe(401)
  })

  it("of the platform makes tokens that read, without scopes", async () => {
    const { value } = await make("admin", { name: "Veri ambarı" })
    expect(value.token.scopes).toEqual([])
    expect([await list("admin"), await list()]).toEqual([[value.token], []])
  })

  it.each([
    ["no scope", { scopes: [] }, ["scopes"]],
    ["an unknown scope", { scopes: ["campaigns.read", "campaigns.run"] }, ["scopes.1"]],
    ["no day", { days: 0 }, ["days"]],
    ["half a day", { days: 1.5 }, ["days"]],
    ["more than a year", { days: 366 }, ["days"]],
  ])("is refused %s", async (_, given, fields) => {
    const answer = await make("elif", given)
    expect([answer.status, fieldsOf(answer), await list()]).toEqual([400, fields, []])
  })

  it("has at most 50, and as many again once some are gone", async () => {
    await make()
    await api.db.execute(`insert into access_tokens (user_id, tenant_id, name, scopes, hint, token_hash, expires_at, created_at)
      select user_id, tenant_id, name, scopes, hint, token_hash || n, expires_at, created_at from access_tokens, generate_series(1, 48) n`)
    expect((await make()).status).toBe(200)
    const more = await make()
    expect([more.status, fieldsOf(more)]).toEqual([400, ["name"]])
    expect((await make("mert")).status).toBe(200)
    await send("DELETE", `/token/${(await list())[7].id}`)
    expect((await make()).status).toBe(200)
  })

  it("is told in the history who made and who ended one", async () => {
    const { token } = (await make()).value
    await send("DELETE", `/token/${token.id}`)
    const { entries } = (await send("GET", `/audit/list?entityId=${token.id}`)).value
    const members = { name: token.name, scopes, expiresAt: token.expiresAt }
    expect(entries).toMatchObject([
      { action: "delete", entity: "accesstoken", before: members, after: null, actorToken: null },
      { action: "create", entity: "accesstoken", before: null, after: members, actorToken: null },
    ])
  })
})

describe("a token ends", () => {
  const person = `email = '${accounts.elif}'`
  const restore = `update users set status = 1, deleted_at = null, role = 'TenantAdmin', permissions = '{}',
    tenant_id = (select id from tenants where name like 'Yeşilova%' and parent_id is null) where ${person}`

  it.each([
    ["is deactivated", "status = 0"],
    ["is deleted", "deleted_at = now()"],
    ["loses the role", "role = 'User'"],
    ["becomes an administrator of the platform", "role = 'Administrator', tenant_id = null"],
    ["gets a list of permissions", "permissions = '{campaigns.read}'"],
    ["moves to another company", "tenant_id = (select id from tenants where name like 'Sarıkum%' and parent_id is null)"],
  ])("for good, when its person %s", async (_, change) => {
    const { secret } = (await make()).value
    expect(await statusOf(secret)).toBe(200)
    await api.db.execute(`update users set ${change} where ${person}`)
    const after = await statusOf(secret)
    await api.db.execute(restore)
    signed.tokens = await signAll(api)
    expect([after, await statusOf(secret), await list()]).toEqual([401, 401, []])
  })

  it("is not revived by whoever switches the trigger off: its person is read with each call", async () => {
    const { secret } = (await make()).value
    const [status, role] = [`status = 0`, `permissions = '{campaigns.read}'`]
    for (const change of [status, role]) {
      const after = await api.db.transaction(async tx => {
        await tx.execute("set local session_replication_role = replica")
        await tx.execute(`update users set ${change} where ${person}`)
      })
      expect([after, await statusOf(secret)]).toEqual([undefined, 401])
      await api.db.transaction(async tx => {
        await tx.execute("set local session_replication_role = replica")
        await tx.execute(restore)
      })
      expect(await statusOf(secret)).toBe(200)
    }
  })

  it("while its company is inactive", async () => {
    const { secret } = (await make()).value
    const set = (active: number) =>
      api.db.execute(`update tenants set active_status = ${active} where id = (select tenant_id from users where ${person})`)
    await set(0)
    const inactive = await statusOf(secret)
    await set(1)
    signed.tokens = await signAll(api)
    expect([inactive, await statusOf(secret)]).toEqual([401, 200])
  })

  it("on its day, stays in the list for 30 more, and then goes", async () => {
    const { secret } = (await make("elif", { days: 1 })).value
    api.advance(day - 1)
    expect(await statusOf(secret)).toBe(200)
    api.advance(1)
    expect(await statusOf(secret)).toBe(401)
    signed.tokens = await signAll(api)
    expect(await list()).toHaveLength(1)
    const kept = async (days: number) => {
      await deleteExpired(api.db, api.now() + days * day)
      return api.db.$count(accessTokens)
    }
    expect([await kept(29), await kept(31)]).toEqual([1, 0])
  })

  it("with its person, whose data names it, and whose erasure takes its name out of the history", async () => {
    const email = "ece.su@yesilova.example"
    const ece = await second(email)
    const { secret } = (
      await api.call("POST", "/token", { token: ece, body: { name: "Ece’nin betiği", scopes: ["partners.write"] } })
    ).value
    const { id } = (await api.call("POST", "/brand/create", { token: secret, body: { name: "Betikten" } })).value
    const exported = await exportPerson(api.deps, email)
    expect(exported.accessTokens.map(({ name }) => name)).toEqual(["Ece’nin betiği"])
    const tokenIn = async () => (await send("GET", `/audit/list?entityId=${id}`)).value.entries[0].actorToken
    expect(await tokenIn()).toBe("Ece’nin betiği")
    await erasePerson(api.deps, email)
    expect([await statusOf(secret, "/brand/list"), await tokenIn()]).toEqual([401, null])
  })
})

describe("a call with a token", () => {
  it("notes the last use to the minute, and names the token in the log", async () => {
    const { secret, token } = (await make()).value
    const lastUsed = async () => (await list())[0].lastUsedAt
    const first = api.now()
    await statusOf(secret)
    api.advance(59_000)
    await statusOf(secret)
    expect(await lastUsed()).toBe(new Date(first).toISOString())
    api.advance(1_000)
    lines.length = 0
    await statusOf(secret)
    expect(await lastUsed()).toBe(new Date(first + 60_000).toISOString())
    const { userId } = (await send("GET", "/api/auth/me")).value
    expect(JSON.parse(lines[0] ?? "")).toMatchObject({ path: "/backend/campaign/list", status: 200, userId, tokenId: token.id })
    lines.length = 0
    await statusOf(secret, "/tenant/mytenant")
    expect(JSON.parse(lines[0] ?? "")).toMatchObject({ status: 403, tokenId: token.id })
  })
})

describe("the limits of production", () => {
  let strict: TestApi
  let secret = ""
  beforeAll(async () => {
    strict = await createTestApi({
      env: {
        MODE: "production",
        SMTP_URL: "smtp://127.0.0.1:1",
        JWT_SECRET: "j".repeat(32),
        CODE_SECRET: "c".repeat(32),
        BOOTSTRAP_ADMIN_EMAIL: "yonetici@platform.example",
      },
    })
  })
  afterAll(() => strict.close())
  beforeEach(async () => {
    strict.advance(3_600_000)
    const body = { name: "Sınırlı", scopes: ["campaigns.read"] }
    secret = (await strict.call("POST", "/token", { token: await strict.signIn(accounts.elif), body })).value.secret
  })
  const get = async (path: string) => {
    const { status, headers } = await strict.call("GET", path, { token: secret })
    return [status, Number(headers.get("Retry-After"))] as const
  }
  const nobody = "/campaign/00000000-0000-4000-8000-000000000000"

  it("let 60 calls of a token pass in a second, whatever they are", async () => {
    const answers = []
    for (let at = 0; at < 62; at++) answers.push(await get(at % 2 ? nobody : "/tenant/mytenant"))
    expect(answers.slice(0, 60).filter(([status]) => status === 404 || status === 403)).toHaveLength(60)
    expect(answers.slice(60)).toEqual([
      [429, 1],
      [429, 1],
    ])
    strict.advance(1_000)
    expect((await get(nobody))[0]).toBe(404)
  })

  it("let a token read 1,000 units of lists in an hour, a sorted one for 16, and single records beyond", async () => {
    expect((await get("/campaign/list?sortBy=title&pageSize=1"))[0]).toBe(200)
    const asIf62 = "update limits set calls = 62 * calls where key like 'token reads %' and calls = 16 returning key"
    expect(await rowsOf(strict.db, asIf62)).toHaveLength(1)
    for (let at = 0; at < 8; at++) {
      strict.advance(500)
      expect((await get("/campaign/list?pageSize=1"))[0]).toBe(200)
    }
    strict.advance(500)
    const [status, seconds] = await get("/campaign/list?pageSize=1")
    expect([status, seconds > 3_000 && seconds <= 3_600]).toEqual([429, true])
    expect((await get(nobody))[0]).toBe(404)
    strict.advance(seconds * 1_000)
    expect((await get("/campaign/list"))[0]).toBe(200)
  })
})
