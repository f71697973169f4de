import { execFileSync, spawnSync } from "node:child_process"
import { mkdtempSync, readFileSync, renameSync, rmSync, statSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest"
import { createAuditLog } from "../../../server/src/output"
import { lineOf } from "../../../server/src/records/audit-line"
import { accounts, createTestApi, type TestApi } from "../../api"

/** What security people read (docs/audit-stream.md). */
let lines: Record<string, unknown>[] = []
let api: TestApi
beforeAll(async () => {
  api = await createTestApi({ auditLog: line => void lines.push(JSON.parse(JSON.stringify(line))) })
})
afterAll(() => api.close())
beforeEach(() => {
  lines = []
})

describe("the stream of the audit log", () => {
  it("has each change: call, person, company, what changed, and no text", async () => {
    const token = await api.signIn(accounts.elif)
    const headers = { "X-Request-Id": "request-0815" }
    const { body } = await api.call("POST", "/department/create", { token, headers, body: { name: "Ayşe Yılmaz için bölüm" } })
    expect(lines).toMatchObject([
      {
        audit: "change",
        action: "create",
        entity: "department",
        requestId: "request-0815",
        before: null,
        entityId: body.value.id,
      },
    ])
    expect(lines[0]?.members).toContain("name")
    expect(lines[0]?.userId).toMatch(/^[\da-f-]{36}$/)
    expect(lines[0]?.tenantId).toMatch(/^[\da-f-]{36}$/)
    expect(JSON.stringify(lines)).not.toContain("Ayşe")
  })

  it("has no line of what was rolled back", async () => {
    const token = await api.signIn(accounts.elif)
    const call = (version: string) =>
      api.call("PUT", "/api/auth/me", {
        token,
        headers: { "If-Match": version },
        body: { firstName: "Elif", lastName: "Yıldız" },
      })
    const failing = api.db.transaction(async tx => {
      const { afterCommit } = await import("../../../server/src/db/after-commit")
      await tx.transaction(async inner => afterCommit(inner, () => lines.push({ audit: "never" })))
      throw new Error("rolled back")
    })
    await expect(failing).rejects.toThrow("rolled back")
    expect(lines).toEqual([])
    await call("*")
    expect(lines).toMatchObject([{ audit: "change", entity: "user", action: "update", before: {}, after: {} }])
    expect(lines[0]?.members).toEqual(expect.arrayContaining(["lastName"]))
  })

  it("has sign-ins with their way, refused ones with their reason, and ends of sessions", async () => {
    await api.signInByCode(accounts.elif)
    expect(lines).toMatchObject([{ audit: "signIn", way: "code" }])
    const { userId } = lines[0] ?? {}
    await api.call("GET", `/Auth/GetToken?email=${accounts.elif}&code=000000`)
    await api.call("GET", "/Auth/GetToken?email=nobody@nowhere.example&code=000000")
    const { token, refreshToken } = (await api.signInByCode(accounts.elif)) ?? {}
    await api.call("POST", "/api/auth/logout", { body: { refreshToken } })
    await api.call("POST", "/api/auth/refresh", { body: { refreshToken } })
    expect(lines.slice(1)).toMatchObject([
      { audit: "signInRefused", way: "code", reason: "code", userId },
      { audit: "signInRefused", way: "code", reason: "code", userId: null },
      { audit: "signIn", userId },
      { audit: "sessionEnd", reason: "signOut", userId },
    ])
    expect(token).toBeDefined()
    expect(JSON.stringify(lines)).not.toContain("@")
  })
})

describe("its file", () => {
  it("gets the lines, readable by the product alone, and is opened anew after SIGHUP", async () => {
    const folder = mkdtempSync(join(tmpdir(), "audit-stream-"))
    const file = join(folder, "audit.jsonl")
    const write = createAuditLog(file)
    write?.({ audit: "signIn", way: "code" })
    expect(statSync(file).mode & 0o777).toBe(0o600)
    renameSync(file, `${file}.1`)
    process.emit("SIGHUP")
    await vi.waitFor(() => statSync(file))
    write?.({ audit: "signIn", way: "passkey" })
    expect([`${file}.1`, file].map(name => JSON.parse(readFileSync(name, "utf8")).way)).toEqual(["code", "passkey"])
    process.removeAllListeners("SIGHUP")
    rmSync(folder, { recursive: true })
    expect(createAuditLog("none")).toBeUndefined()
  })
})

/** Whether the program of the filters is there. */
const hasJq = spawnSync("jq", ["--version"]).status === 0

describe.skipIf(!hasJq)("the filters of the page", () => {
  it("find in real lines what they are for", async () => {
    const [administrator, company] = [await api.signIn(accounts.admin), await api.signIn(accounts.elif)]
    await api.call("POST", "/department/create", { token: company, body: { name: "Filtre" } })
    const { body } = await api.call("GET", "/api/auth/me", { token: company })
    const { userId } = body.value
    const { status } = await api.call("PUT", `/user/${userId}/permissions`, { token: administrator, body: ["draws.read"] })
    expect(status).toBe(200)
    for (let at = 0; at < 21; at++) await api.call("GET", `/Auth/GetToken?email=${accounts.elif}&code=00000${at % 10}`)
    const text = ["Campaign console: https://console.example", ...lines.map(line => JSON.stringify(line))].join("\n")
    const filters = /```sh\n([\s\S]*?)```/.exec(readFileSync("docs/audit-stream.md", "utf8"))?.[1]?.trim().split("\n") ?? []
    const found = filters.map(filter =>
      execFileSync("sh", ["-c", filter], { input: text })
        .toString()
        .trim()
        .split("\n")
        .map(line => JSON.parse(line)),
    )
    expect(found[0]).toHaveLength(lines.length)
    expect(found.slice(1)).toMatchObject([
      [{ entity: "user", entityId: userId, after: { permissions: ["draws.read"] } }],
      [{ count: 21 }],
    ])
  })
})

describe("a line", () => {
  it("has codes, numbers, ids and instants of a record, and the names of members with texts", () => {
    const id = "0b5dd0e5-3f0b-4d4e-9c7a-6c0a2f6a1b11"
    const after = {
      title: "Ayşe",
      status: 1,
      brandId: id,
      startDate: new Date(0),
      intent: "publish",
      terms: [{ amount: 5, text: "Ali" }],
    }
    expect(lineOf("campaign", null, after)).toEqual({
      members: ["title", "status", "brandId", "startDate", "intent", "terms"],
      before: null,
      after: { status: 1, brandId: id, startDate: "1970-01-01T00:00:00.000Z", intent: "publish", terms: [{ amount: 5 }] },
    })
  })

  it("has of a person role, state, company and rights alone", () => {
    const before = { firstName: "Ayşe", email: "a@b.example", hiredAt: "2020-01-01", role: "User", permissions: [] }
    const after = {
      ...before,
      email: "c@b.example",
      hiredAt: "2021-01-01",
      role: "TenantAdmin",
      permissions: ["campaigns.write"],
    }
    expect(lineOf("user", before, after)).toEqual({
      members: ["email", "hiredAt", "role", "permissions"],
      before: { role: "User", permissions: [] },
      after: { role: "TenantAdmin", permissions: ["campaigns.write"] },
    })
  })

  it("that would be cut by a journal has the names alone", () => {
    const after = { amounts: Array.from({ length: 4_000 }, (_, at) => at) }
    expect(lineOf("campaign", null, after)).toEqual({ members: ["amounts"], isShortened: true })
  })
})
