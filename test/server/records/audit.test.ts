import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest"
import { audit } from "../../../server/src/db/schema"
import { accounts, createTestApi, type TestApi } from "../../api"
import { type Signed, signAll, type Who } from "../record-kit"

/** The history of changes. */
let signed: Signed
let brand = { id: "" }
let theirs = { id: "" }
const send = (method: string, path: string, who: Who = "elif", body?: unknown) =>
  signed.api.call(method, path, { token: signed.tokens[who], body })
const get = (path: string, who: Who = "elif") => send("GET", path, who)
type Entry = {
  id: string
  at: string
  entity: string
  entityId: string
  action: string
  actorEmail: string
  actorName: string
  tenantId: string
  after: object
  isLatest: boolean
  isDeleted: boolean
}
const entries = async (query = "", who: Who = "elif"): Promise<Entry[]> =>
  (await get(`/audit/list?pageSize=100${query}`, who)).value.entries

/** What the database refuses while its triggers are on. */
const empty = ({ db }: TestApi) =>
  db.transaction(async tx => {
    await tx.execute("set local citus.propagate_set_commands = 'local'")
    await tx.execute("set local session_replication_role = replica")
    await tx.execute("delete from audit")
  })

beforeAll(async () => {
  const api = await createTestApi()
  // The demonstration has a history of its own.
  await empty(api)
  signed = { api, tokens: await signAll(api) }
  brand = (await send("POST", "/brand/create", "elif", { name: "Bizim" })).value
  await send("PUT", "/brand/update", "elif", { id: brand.id, name: "Yeni" })
  theirs = (await send("POST", "/brand/create", "mert", { name: "Onların" })).value
  await send("POST", "/brand/create", "admin", { name: "Platformun" })
  api.advance(2 * 86_400_000)
  signed.tokens = await signAll(api)
  await send("POST", "/gift/create", "elif", { cardName: "Kart", apiIntegrationCode: "gizli-4711" })
  await send("PUT", "/brand/update", "admin", { id: brand.id, name: "Platform değiştirdi" })
})
afterAll(() => signed.api.close())

describe("the history", () => {
  let first: (typeof audit.$inferSelect)[] = []
  beforeAll(async () => {
    first = await signed.api.db.select().from(audit)
  })
  // What a test adds to the history goes with it.
  afterEach(async () => {
    await empty(signed.api)
    await signed.api.db.insert(audit).overridingSystemValue().values(first)
  })

  it("is newest first, with who, what, before and after", async () => {
    const list = await entries()
    expect(list.map(row => [row.entity, row.action, row.actorEmail, row.actorName])).toEqual([
      ["brand", "update", accounts.admin, "Platform Yöneticisi"],
      ["gift", "create", accounts.elif, "Elif Yılmaz"],
      ["brand", "update", accounts.elif, "Elif Yılmaz"],
      ["brand", "create", accounts.elif, "Elif Yılmaz"],
    ])
    expect(list[2]).toMatchObject({
      entityId: brand.id,
      before: { name: "Bizim" },
      after: { name: "Yeni" },
    })
    expect((await entries("&sortOrder=asc")).map(row => row.id)).toEqual(list.map(row => row.id).reverse())
  })

  it("is a company's own, and all of it for the platform", async () => {
    expect((await entries("", "mert")).map(row => row.entityId)).toEqual([theirs.id])
    expect((await entries("", "admin")).length).toBe(await signed.api.db.$count(audit))
    expect(await entries(`&entityId=${theirs.id}`)).toEqual([])
    expect((await get("/audit/list", "user")).status).toBe(403)
  })

  it("holds no secret", async () => {
    expect(JSON.stringify(await entries("", "admin"))).not.toMatch(/gizli-4711|apiIntegrationCode/)
  })

  it.each([
    ["entity=gift", 1],
    ["entity=BRAND", 3],
    ["entity=%20", 4],
    ["entity=x'--", 0],
    ["entityId=x", 0],
    [`actor=${accounts.elif}`, 3],
    [`actor=${accounts.elif.toUpperCase()}`, 3],
    ["actor=kimse@yok.example", 0],
    ["actor=ELIF.YILMAZ", 3],
    ["actor=%25", 0],
    ["keyword=elif%20y%C4%B1l", 3],
    ["keyword=ELIF.Yilmaz%40", 3],
    ["keyword=kart", 1],
    ["keyword=platform%20degistirdi", 3],
    ["keyword=onlarin", 0],
    ["actor=%00", 0],
    ["action=update", 2],
    ["action=CREATE&entity=gift", 1],
    ["action=x'--", 0],
    ["tenantId=platform", 0],
    ["tenantId=x", 0],
    ["from=2026-03-11", 2],
    ["to=2026-03-11", 2],
    ["from=2026-03-10&to=2026-03-10", 2],
    ["from=2026-03-12T00:00:00Z", 2],
    ["from=x&to=y", 4],
    ["from=2026-03-13", 0],
  ])("filtered by %s holds %i", async (query, length) => {
    expect((await entries(`&${query}`)).length).toBe(length)
  })

  it("is found by record and by person, page by page", async () => {
    const [first] = (await get("/audit/list?pageSize=1")).value.entries
    const second = (await get("/audit/list?pageSize=1&page=1")).value
    expect([second.totalCount, second.entries.length]).toEqual([4, 1])
    expect(second.entries[0].id).not.toBe(first.id)
    expect((await entries(`&entityId=${brand.id}`)).length).toBe(3)
    const me = (await get("/api/auth/me")).value.userId
    expect((await entries(`&actor=${me}`)).length).toBe(3)
  })

  it("is of one company for the platform, or of the platform itself, and never of another company for a company", async () => {
    const own = (await entries())[0]?.tenantId
    expect((await entries(`&tenantId=${own}`, "admin")).length).toBe(4)
    const ofPlatform = await entries("&tenantId=platform&entity=brand", "admin")
    expect(ofPlatform.map(row => [row.tenantId, row.after])).toEqual([[null, expect.objectContaining({ name: "Platformun" })]])
    expect(await entries(`&tenantId=${own}`, "mert")).toEqual([])
  })

  it("tells which entry is the last of its record, and whether the record is deleted", async () => {
    const { value } = await send("POST", "/brand/create", "mert", { name: "Gelip giden" })
    const states = async () =>
      (await entries(`&entityId=${value.id}&sortOrder=asc`, "mert")).map(row => [row.action, row.isLatest, row.isDeleted])
    await send("PUT", "/brand/update", "mert", { id: value.id, name: "Giden" })
    expect(await states()).toEqual([
      ["create", false, false],
      ["update", true, false],
    ])
    const removed = await send("DELETE", `/brand/${value.id}`, "mert")
    expect((await states()).map(([, , isDeleted]) => isDeleted)).toEqual([true, true, true])
    await send("POST", `/undo/${removed.headers.get("Undo-Token")}`, "mert")
    expect((await states()).at(-1)).toEqual(["undo", true, false])
    expect((await entries("&pageSize=2", "admin")).every(row => typeof row.isLatest === "boolean")).toBe(true)
  })

  it("leaves out modules that the company has switched off", async () => {
    const own = (await entries("&entity=brand"))[0]?.tenantId
    const flags = (partnerManagement: boolean) => send("PUT", `/tenant/${own}/modules`, "admin", { partnerManagement })
    expect((await flags(false)).status).toBe(200)
    expect((await entries("&tenantId=")).some(row => row.entity === "brand")).toBe(false)
    expect(await entries(`&entityId=${brand.id}`)).toEqual([])
    expect((await flags(true)).status).toBe(200)
    expect((await entries(`&entityId=${brand.id}`)).length).toBe(3)
  })
})
