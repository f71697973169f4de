import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest"
import { rowsOf } from "../../../server/src/db/open"
import { audit, departments, feedbacks, sessions, users as table, tenants } from "../../../server/src/db/schema"
import { endAccess } from "../../../server/src/kinds/user-access"
import { accounts } from "../../api"
import { sample } from "../../rounds"
import { fieldsOf, startApi, type Who } from "../record-kit"

const { signed, tenant } = startApi()
let departmentId = ""
beforeAll(async () => {
  const { api } = signed
  departmentId = (await api.db.select().from(departments)).find(row => row.tenantId === null)?.id ?? ""
})

const send = (method: string, path: string, who: Who | string = "elif", body?: unknown, headers: Record<string, string> = {}) =>
  signed.api.call(method, path, { token: who in accounts ? signed.tokens[who as Who] : who, body, headers })
const get = (path: string, who: Who | string = "elif") => send("GET", path, who)

let made = 0
const body = () => ({
  firstName: "Işıl",
  lastName: "Şen",
  email: `isil.sen.${++made}@yesilova.example`,
  phoneNumber: "0532 555 10 10",
  departmentId,
  hiredAt: "2024-05-06",
  score: 120,
})
const create = (given: object = {}, who: Who | string = "elif") => send("POST", "/user/create", who, { ...body(), ...given })
const update = (id: string, given: object, who: Who | string = "elif") => send("PUT", `/api/users/update/${id}`, who, given)
const remove = (id: string, who: Who | string = "elif") => send("DELETE", `/api/users/delete/${id}`, who)
type Person = {
  id: string
  email: string
  firstName: string
  role: string
  status: number
  tenantId: string
  departmentId: string
}
const rows = async (query = "", who: Who = "elif"): Promise<Person[]> =>
  (await get(`/user/list?pageSize=100${query}`, who)).value.users
const withEmail = (email: string) => signed.api.db.query.users.findFirst({ where: (row, { eq }) => eq(row.email, email) })
const idOf = async (email: string) => (await withEmail(email))?.id ?? ""

it.each([
  ["user", "/user/create", "/api/users/update/ID", { ...body(), email: "eski@yesilova.example" }, { phoneNumber: "123" }],
  ["brand", "/brand/create", "/brand/update", { name: "Eski", categoryId: "" }, { phones: ["123"] }],
] as const)(
  "a %s that has an older phone number can be changed, but gets no such number",
  async (_, make, change, given, old) => {
    const categoryId = (await get("/category/list")).value[0].id
    const { value } = await send("POST", make, "elif", { ...given, ...("categoryId" in given && { categoryId }) })
    const put = (more: object) => send("PUT", change.replace("ID", value.id), "elif", { id: value.id, ...more })
    expect((await put(old)).status).toBe(400)
    const set =
      "phones" in old
        ? `brands set contact_persons = '["E"]', emails = '[""]', phones = '["123"]'`
        : "users set phone_number = '123'"
    await signed.api.db.execute(`update ${set} where id = '${value.id}'`)
    const more = "phones" in old ? { description: "x" } : { firstName: "Yeni" }
    expect([(await put(more)).status, (await put({ ...old, ...more })).status]).toEqual([200, 200])
  },
)

describe("a new employee", () => {
  it("is an active ordinary user of the maker's company, unless something else is said", async () => {
    const { value } = await create({ departmentId: undefined, hiredAt: undefined, score: undefined })
    expect(value).toMatchObject({
      role: "user",
      status: 1,
      tenantId: tenant.own,
      tenantName: "Yeşilova Grup",
      departmentId: null,
    })
    expect(value).toMatchObject({ hiredAt: null, score: null, logo: null })
  })

  it("may be of a subsidiary, not of a stranger's company", async () => {
    expect((await create({ tenantId: tenant.sub })).value.tenantId).toBe(tenant.sub)
    const [foreign, missing] = [
      await create({ tenantId: tenant.theirs }),
      await create({ tenantId: "00000000-0000-4000-8000-000000000000" }),
    ]
    expect([fieldsOf(foreign), foreign.body]).toEqual([["tenantId"], missing.body])
  })

  it("is put into a company by the platform, which has none of its own", async () => {
    expect(fieldsOf(await create({}, "admin"))).toEqual(["tenantId"])
    expect((await create({ tenantId: tenant.theirs }, "admin")).value.tenantId).toBe(tenant.theirs)
  })

  it.each(["tenantAdmin", "TenantAdmin", "TENANTADMIN"])("may administer the company, as %s", async role => {
    const { value } = await create({ role })
    expect(value.role).toBe("tenantAdmin")
    const token = await signed.api.signIn(value.email)
    expect((await get("/tenant/getcurrenttenantid", token)).value).toBe(tenant.own)
  })

  it("has an address of their own, in whatever case it is written", async () => {
    const { value } = await create()
    const twin = await create({ email: ` ${value.email.toUpperCase()} ` })
    expect([fieldsOf(twin), twin.body.validationErrors[0].errorMessage]).toEqual([
      ["email"],
      "Bu e-posta adresi başka bir kişiye kayıtlı.",
    ])
    await remove(value.id)
    expect((await create({ email: value.email })).status).toBe(200)
  })

  it.each([
    [200, 200],
    [201, 400],
  ])("is created with a key of %i characters: %i, and two keys that begin alike are two", async (length, status) => {
    const key = (end: string) => ({ "Idempotency-Key": "k".repeat(length - 1) + end })
    const first = await send("POST", "/user/create", "elif", body(), key("a"))
    const second = await send("POST", "/user/create", "elif", body(), key("b"))
    expect([first.status, second.status]).toEqual([status, status])
    if (status === 200) expect(first.value.id).not.toBe(second.value.id)
  })

  it("has an address that another company's person does not have, which is not told", async () => {
    const words = "Bu e-posta adresi kullanılamıyor. Başka bir adres yazın ya da platform yöneticisine başvurun."
    const other = await create({ email: "mert.aydin@sarikum.example" })
    expect([fieldsOf(other), other.body.validationErrors[0].errorMessage]).toEqual([["email"], words])
    const { value } = await create()
    const changed = await send("PUT", `/api/users/update/${value.id}`, "elif", { email: "mert.aydin@sarikum.example" })
    expect([changed.status, changed.body.validationErrors[0].errorMessage]).toEqual([400, words])
    const byPlatform = await create({ email: "mert.aydin@sarikum.example", tenantId: tenant.own }, "admin")
    expect(byPlatform.body.validationErrors[0].errorMessage).toBe("Bu e-posta adresi başka bir kişiye kayıtlı.")
  })

  it("comes back from a deletion only while nobody else has the address", async () => {
    const { value } = await create()
    const token = (await remove(value.id)).headers.get("Undo-Token")
    await create({ email: value.email })
    expect((await send("POST", `/undo/${token}`)).status).toBe(409)
    expect((await get(`/user/${value.id}`)).status).toBe(404)
  })

  it("is in a department of the platform's, the own company's or the one above", async () => {
    const [own, sub, theirs] = await signed.api.db
      .insert(departments)
      .values([
        { name: "Kalite", tenantId: tenant.own },
        { name: "Laboratuvar", tenantId: tenant.sub },
        { name: "Depo", tenantId: tenant.theirs },
      ])
      .returning()
    const takes = async (departmentId: string | undefined, tenantId: string) =>
      (await create({ departmentId, tenantId })).status === 200
    expect([await takes(own?.id, tenant.own), await takes(own?.id, tenant.sub)]).toEqual([true, true])
    expect([await takes(sub?.id, tenant.sub), await takes(sub?.id, tenant.own)]).toEqual([true, false])
    expect([await takes(theirs?.id, tenant.own), await takes(theirs?.id, tenant.sub)]).toEqual([false, false])
    const { id } = (await create({ departmentId: sub?.id, tenantId: tenant.sub })).value
    expect(fieldsOf(await update(id, { tenantId: tenant.own }))).toEqual(["departmentId"])
    expect((await update(id, { tenantId: tenant.own, departmentId: null })).status).toBe(200)
  })
})

describe("the list", () => {
  it("holds a company's own people and its subsidiaries', and everybody for the platform", async () => {
    const companies = (await get("/tenant/get-all")).value.map((row: { id: string }) => row.id)
    for (const row of await rows()) expect(companies).toContain(row.tenantId)
    const people = (await signed.api.db.select().from(table)).filter(row => !row.deletedAt)
    const own = people.filter(row => companies.includes(row.tenantId))
    const totals = [(await get("/user/list")).value.totalCount, (await get("/user/list", "admin")).value.totalCount]
    expect(totals).toEqual([own.length, people.length])
    expect((await rows("&role=administrator", "admin")).map(row => row.email)).toContain(accounts.admin)
    expect(await rows("&role=administrator")).toEqual([])
  })

  it("finds by folded name or address and by phone number, and nobody of another company", async () => {
    const phoneNumber = "+90 (533) 987 00 12"
    const { value } = await create({ firstName: "Çağlayan", lastName: "Gümüşçü", phoneNumber, status: 0, tenantId: tenant.sub })
    const numbers = ["0533 987 00 12", "+90533987", "533-987-0012", "533/987 00 12", "987 00 12"]
    const addresses = [value.email, `mailto:${value.email}`, `Gümüşçü, Çağlayan <${value.email}>;`]
    for (const query of ["caglayan", "CAGLAYAN  GUMUSCU\t", "gümüşçü", ...addresses, ...numbers])
      expect((await rows(`&keyword=${encodeURIComponent(query)}`)).map(row => row.id)).toEqual([value.id])
    expect(await rows(`&tenantId=${tenant.theirs}`)).toEqual([])
  })
})

describe("who is let in", () => {
  let person: Person
  let token = ""
  beforeEach(async () => {
    person = (await create({ role: "tenantAdmin" })).value
    token = await signed.api.signIn(person.email)
    expect((await get("/brand/list", token)).status).toBe(200)
  })
  const open = async () =>
    (await signed.api.db.select().from(sessions)).filter(row => row.userId === person.id && row.revokedAt === null).length

  it.each([
    ["the role", { role: "user" }],
    ["the status", { status: 0 }],
    ["the company", () => ({ tenantId: tenant.sub })],
    ["the address", () => ({ email: `yeni.${++made}@yesilova.example` })],
  ])("is signed out when %s changes, and again when that is undone", async (_, change) => {
    const answer = await update(person.id, typeof change === "function" ? change() : change)
    expect([answer.status, await open(), (await get("/brand/list", token)).status]).toEqual([200, 0, 401])
    const again = answer.value.status === 1 ? await signed.api.signIn(answer.value.email) : token
    expect((await get("/api/auth/me", again)).status).toBe(again === token ? 401 : 200)
    await send("POST", `/undo/${answer.headers.get("Undo-Token")}`)
    expect((await get("/api/auth/me", again)).status).toBe(401)
    expect((await get("/brand/list", await signed.api.signIn(person.email))).status).toBe(200)
  })

  it("stays in when only words change", async () => {
    expect((await update(person.id, { firstName: "Yeni", phoneNumber: "0532 555 99 99", score: 5 })).status).toBe(200)
    expect((await get("/brand/list", token)).status).toBe(200)
  })

  it("has signed in also when a change from before is undone", async () => {
    const { id, email } = (await create({ role: "tenantAdmin" })).value
    const undo = (await update(id, { firstName: "Yeni" })).headers.get("Undo-Token")
    await signed.api.signIn(email)
    expect((await send("POST", `/undo/${undo}`)).status).toBe(200)
    expect((await get(`/user/${id}`)).value).toMatchObject({ firstName: body().firstName, isInvited: false })
  })

  it("is out when deleted, and may come in again when that is undone", async () => {
    const undo = (await remove(person.id)).headers.get("Undo-Token")
    expect([await open(), (await get("/brand/list", token)).status]).toEqual([0, 401])
    await send("POST", `/undo/${undo}`)
    expect((await get("/brand/list", await signed.api.signIn(person.email))).status).toBe(200)
  })

  it("can't renew a session of a company that was closed, and can when it is opened again", async () => {
    const pair = await signed.api.tokensFor(person.email)
    const refresh = () => signed.api.call("POST", "/api/auth/refresh", { body: { refreshToken: pair.refreshToken } })
    for (const closed of [{ activeStatus: 0 }, { deletedAt: new Date(signed.api.now()) }]) {
      const rowsBefore = await signed.api.db.select().from(tenants)
      await signed.api.db.update(tenants).set(closed)
      expect([(await get("/brand/list", pair.token)).status, (await refresh()).status]).toEqual([401, 401])
      expect(await signed.api.signInByCode(person.email)).toBeNull()
      expect(rowsBefore.every(row => row.activeStatus === 1 && !row.deletedAt)).toBe(true)
      await signed.api.db.update(tenants).set({ activeStatus: 1, deletedAt: null })
    }
    expect((await refresh()).status).toBe(200)
  })
})

describe("nobody", () => {
  it.each([
    ["role", { role: "user" }],
    ["status", { status: 0 }],
    ["company", () => ({ tenantId: tenant.sub })],
  ])("changes their own %s", async (_, change) => {
    const given = typeof change === "function" ? change() : change
    expect(fieldsOf(await update(await idOf(accounts.elif), given))).toEqual(Object.keys(given))
    expect((await get("/brand/list")).status).toBe(200)
  })

  it("removes themselves, and keeps their own names in their own hands", async () => {
    for (const who of ["elif", "admin"] as const) {
      const id = await idOf(accounts[who])
      const answer = await remove(id, who)
      expect([answer.status, answer.value, answer.body.errors]).toEqual([409, null, ["Kendi hesabınızı silemezsiniz."]])
      expect((await send("DELETE", `/api/users/hard-delete/${id}`, who)).status).toBe(who === "admin" ? 409 : 403)
      const named = await update(id, { phoneNumber: "0532 555 00 00" }, who)
      expect([named.status, (await get("/user/list", who)).status]).toEqual([200, 200])
    }
  })

  it("makes or unmakes a platform administrator, or puts one into a company", async () => {
    const [other] = await signed.api.db
      .insert(table)
      .values({
        email: "ikinci@platform.example",
        firstName: "İkinci",
        lastName: "Yönetici",
        role: "Administrator",
        phoneNumber: "0532 555 10 10",
      })
      .returning()
    const id = other?.id ?? ""
    expect(fieldsOf(await update(id, { role: "user" }, "admin"))).toEqual(["role"])
    expect(fieldsOf(await update(id, { tenantId: tenant.own }, "admin"))).toEqual(["tenantId"])
    expect((await update(id, { role: "administrator", firstName: "Öteki" }, "admin")).value.role).toBe("administrator")
    expect((await update(id, { firstName: "Bizim" })).status).toBe(404)
    expect((await remove(id, "admin")).status).toBe(200)
  })

  /** Leaves one administrator of the platform. */
  const leaveOne = () =>
    signed.api.db.execute(
      `update users set deleted_at = coalesce(deleted_at, now()) where role = 'Administrator' and email <> '${accounts.admin}'`,
    )

  it("is the last administrator and removed all the same", async () => {
    await leaveOne()
    // As if the one who asks had been removed since the call was let in.
    const nobody = { userId: "00000000-0000-4000-8000-000000000000" }
    const context = { get: (name: string) => (name === "actor" ? nobody : signed.api.deps) } as unknown as Parameters<
      typeof endAccess
    >[0]
    const only = { id: await idOf(accounts.admin), role: "Administrator" }
    await expect(endAccess(context, signed.api.db, only)).rejects.toMatchObject({
      problem: { kind: "conflict", key: "employee.lastAdministrator" },
    })
    await expect(endAccess(context, signed.api.db, { id: tenant.own, role: "Administrator" })).resolves.toBeUndefined()
    await expect(endAccess(context, signed.api.db, { id: tenant.own, role: "TenantAdmin" })).resolves.toBeUndefined()
  })

  it("leaves the platform without an administrator, even when two remove each other at once", async () => {
    await leaveOne()
    const made = await signed.api.db
      .insert(table)
      .values(
        ["a", "b"].map(name => ({
          email: `${name}@platform.example`,
          firstName: "Ad",
          lastName: "Soyad",
          role: "Administrator" as const,
        })),
      )
      .returning()
    const [one, two] = [await signed.api.signIn("a@platform.example"), await signed.api.signIn("b@platform.example")]
    await remove(await idOf(accounts.admin), one)
    const answers = await Promise.all([remove(made[1]?.id ?? "", one), remove(made[0]?.id ?? "", two)])
    const left = (await signed.api.db.select().from(table)).filter(row => row.role === "Administrator" && !row.deletedAt)
    expect([answers.map(answer => answer.status).filter(status => status === 200).length, left.length]).toEqual([1, 1])
    await signed.api.db.execute(`update users set deleted_at = null where email = '${accounts.admin}'`)
    await leaveOne()
    signed.tokens.admin = await signed.api.signIn(accounts.admin)
  })
})

describe("pages far from the first", () => {
  const sorts = [
    ["score", "asc", "score asc, id asc"],
    ["hiredAt", "desc", "hired_at desc, id desc"],
    ["", "", "created_at desc, id desc"],
  ] as const
  it.each(sample(sorts, 1))("sorted by %s %s hold the rows of the whole list", async (key, order, sqlOrder) => {
    const reach = (await get("/tenant/get-all")).value.map((row: { id: string }) => `'${row.id}'`)
    const found = await rowsOf<{ id: string }>(
      signed.api.db,
      `select id from users where deleted_at is null and tenant_id in (${reach}) order by ${sqlOrder}`,
    )
    const all = found.map(row => row.id)
    const last = Math.floor((all.length - 1) / 100)
    expect(last).toBeGreaterThan(25)
    for (const page of [9, 10, last - 10, last - 1, last, last + 1]) {
      const { users, totalCount } = (await get(`/user/list?pageSize=100&page=${page}&sortBy=${key}&sortOrder=${order}`)).value
      const ids = users.map((row: Person) => row.id)
      expect([page, totalCount, ids]).toEqual([page, all.length, all.slice(page * 100, page * 100 + 100)])
    }
  })
})

describe("undoing a change of a person", () => {
  const undo = (token: string | null, who: Who | string) => send("POST", `/undo/${token}`, who)
  /** An administrator of the platform whom the first one has activated, and the token that takes it back. */
  const activated = async (email: string) => {
    const values = {
      email,
      firstName: "Yedek",
      lastName: "Yönetici",
      role: "Administrator" as const,
      phoneNumber: "0532 555 10 10",
    }
    const [row] = await signed.api.db
      .insert(table)
      .values({ ...values, status: 0 })
      .returning()
    const id = row?.id ?? ""
    const undoToken = (await update(id, { status: 1 }, "admin")).headers.get("Undo-Token")
    return { id, undoToken, token: await signed.api.signIn(email) }
  }

  it("changes nobody's own role, status or company", async () => {
    const { id, undoToken, token } = await activated("kendi@platform.example")
    const answer = await undo(undoToken, token)
    expect([answer.status, (await withEmail("kendi@platform.example"))?.status]).toEqual([403, 1])
    expect((await undo(undoToken, "admin")).status).toBe(200)
    await remove(id, "admin")
  })

  it("leaves the platform its last active administrator", async () => {
    const { id, undoToken } = await activated("yedek@platform.example")
    const adminId = await idOf(accounts.admin)
    await signed.api.db.execute(`update users set status = 0 where role = 'Administrator' and id not in ('${id}', '${adminId}')`)
    const { db } = signed.api
    const begin = db.transaction.bind(db)
    // As if the one who undoes had been deactivated since the call was let in.
    vi.spyOn(db, "transaction").mockImplementationOnce(async work => {
      await db.execute(`update users set status = 0 where id = '${adminId}'`)
      return begin(work)
    })
    expect([(await undo(undoToken, "admin")).status, (await withEmail("yedek@platform.example"))?.status]).toEqual([409, 1])
    await db.execute(`update users set status = 1 where id = '${adminId}'`)
    await remove(id, "admin")
  })
})

describe("forgetting somebody", () => {
  it("is the platform's alone, and leaves a history without a name", async () => {
    const { value } = await create({ firstName: "Unutulacak" })
    const [row] = await signed.api.db
      .insert(feedbacks)
      .values({
        type: 0,
        subject: "Konu",
        description: "x",
        priority: 0,
        category: 0,
        status: 0,
        userId: value.id,
        tenantId: tenant.own,
      })
      .returning()
    await signed.api.signIn(value.email)
    const path = `/api/users/hard-delete/${value.id}`
    expect([(await send("DELETE", path)).status, (await send("DELETE", path, "admin")).status]).toEqual([403, 200])
    expect((await send("DELETE", path, "admin")).status).toBe(404)
    expect((await signed.api.db.select().from(feedbacks)).find(found => found.id === row?.id)?.userId).toBeNull()
    const entries = (await signed.api.db.select().from(audit).orderBy(audit.id)).filter(entry => entry.entityId === value.id)
    const last = entries.sort((a, b) => a.id - b.id).at(-1)
    expect([last?.action, last?.after, JSON.stringify(last?.before).includes("Unutulacak")]).toEqual(["delete", null, false])
  })

  it("removes name and address from the history, from feedback and from kept answers, and nobody else's", async () => {
    const key = { "Idempotency-Key": "to-be-erased" }
    const given = { ...body(), firstName: "Silinecek", role: "tenantAdmin" }
    const { value } = await send("POST", "/user/create", "elif", given, key)
    await update(value.id, { lastName: "Silindi" })
    const token = await signed.api.signIn(value.email)
    const brand = (await send("POST", "/brand/create", token, { name: "Kalan" })).value
    const asked = { type: 0, subject: "Konu", description: "x", priority: 0, category: 0 }
    const feedback = (await send("POST", "/feedback/create", token, asked)).value
    for (const who of [token, "elif"]) await send("POST", "/feedback/respond", who, { feedbackId: feedback.id, message: "Yanıt" })
    expect((await send("DELETE", `/api/users/hard-delete/${value.id}`, "admin")).status).toBe(200)
    const all = await signed.api.db.select().from(audit)
    const ofPerson = all.filter(entry => entry.entityId === value.id).sort((a, b) => a.id - b.id)
    expect(ofPerson.map(entry => [entry.action, Object.keys(entry.before ?? {}).sort()])).toEqual([
      ["create", []],
      ["update", ["id", "role", "tenantId"]],
      ["delete", ["id", "role", "tenantId"]],
    ])
    const ofBrand = all.find(entry => entry.entityId === brand.id)
    expect([ofBrand?.actorId, ofBrand?.actorEmail, ofBrand?.after?.name]).toEqual([null, "", "Kalan"])
    const kept = (await get(`/feedback/${feedback.id}`)).value
    expect([kept.userName, kept.email, kept.subject]).toEqual(["", "", "Konu"])
    expect(
      kept.conversations.map((reply: { authorEmail: string; message: string }) => [reply.authorEmail, reply.message]),
    ).toEqual([
      ["", "Yanıt"],
      [accounts.elif, "Yanıt"],
    ])
    const tables = ["audit", "feedbacks", "idempotency_keys", "undos", "users"]
    for (const name of tables) {
      const rows = await signed.api.db.execute(`select to_json(t)::text as row from ${name} t`)
      const text = JSON.stringify(rows)
      expect([name, text.includes(value.email), text.includes("Silinecek")]).toEqual([name, false, false])
    }
  })

  it("changes nothing else of the history, which stays as it was", async () => {
    await expect(signed.api.db.execute("update audit set actor_email = 'x'")).rejects.toThrow()
    const within = (statement: string) =>
      signed.api.db.transaction(async tx => {
        await tx.execute("select set_config('audit.erases_person', 'on', true)")
        await tx.execute(statement)
      })
    for (const statement of ["update audit set action = 'delete'", "delete from audit"])
      await expect(within(statement)).rejects.toThrow()
  })

  it("takes who was deleted before as well", async () => {
    const { id } = (await create()).value
    await remove(id)
    expect((await send("DELETE", `/api/users/hard-delete/${id}`, "admin")).status).toBe(200)
    expect(await signed.api.db.query.users.findFirst({ where: (row, { eq }) => eq(row.id, id) })).toBeUndefined()
  })
})

describe("a person's picture", () => {
  it("is answered as its address alone", async () => {
    const form = new FormData()
    const png = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
    form.set("file", new File([Buffer.from(png, "base64")], "yuz.png"))
    form.set("orderNo", "1")
    const headers = { Authorization: `Bearer ${signed.tokens.elif}` }
    const answer = await signed.api.fetch("/backend/user/media", { method: "POST", headers, body: form })
    const { value } = (await answer.json()) as { value: string }
    expect(value).toMatch(/^\/backend\/media\/[\da-f]{64}\.png$/)
    expect((await create({ logo: value })).value.logo).toBe(value)
  })
})

describe("registering", () => {
  const register = (given: object) =>
    signed.api.call("POST", "/api/auth/register", {
      body: { email: "kendi@kendi.example", firstName: "Kendi", lastName: "Gelen", ...given },
    })

  it("makes an ordinary user of no company, who has no access", async () => {
    expect((await register({})).value).toBe(true)
    const row = await withEmail("kendi@kendi.example")
    expect(row).toMatchObject({ role: "User", tenantId: null, status: 1, firstName: "Kendi" })
    const token = await signed.api.signIn("kendi@kendi.example")
    expect((await get("/brand/list", token)).status).toBe(403)
    expect((await get("/api/auth/me", token)).value.role).toBe("User")
  })

  it("takes as long for a known address as for another", async () => {
    await register({})
    const secondsOf = async (email: string) => {
      const start = performance.now()
      expect((await register({ email })).value).toBe(true)
      return performance.now() - start
    }
    const emails = [0, 1, 2, 3].flatMap(at => [`yeni${at}@kendi.example`, "kendi@kendi.example"])
    // Answers come at multiples of 300 ms.
    for (const ms of await Promise.all(emails.map(secondsOf))) expect(ms).toBeGreaterThan(295)
  })

  it.each([
    ["text/plain", "text/plain;charset=UTF-8", 415],
    ["a form", "application/x-www-form-urlencoded", 415],
    ["no type at all", "", 415],
    ["a type that begins like JSON", "application/jsonx", 415],
    ["JSON", "application/json", 200],
    ["JSON with a charset", "Application/JSON; charset=utf-8", 200],
    ["JSON of a kind", "application/merge-patch+json", 200],
  ])("takes %s from a page by its type", async (_, type, status) => {
    const body = new Blob([JSON.stringify({ email: `tip@${status}.example`, firstName: "Kendi", lastName: "Gelen" })])
    const headers = type ? { "Content-Type": type } : undefined
    const answer = await signed.api.fetch("/backend/api/auth/register", { method: "POST", body, headers })
    expect(answer.status).toBe(status)
    expect(await withEmail(`tip@${status}.example`)).toEqual(status === 200 ? expect.anything() : undefined)
  })

  it("takes no role, company, id or status from the body", async () => {
    const given = {
      email: "hirsli@kendi.example",
      role: "Administrator",
      tenantId: tenant.own,
      id: "00000000-0000-4000-8000-000000000000",
      status: 0,
    }
    await register(given)
    const row = await withEmail(given.email)
    expect(row).toMatchObject({ role: "User", tenantId: null, status: 1 })
    expect(row?.id).not.toBe(given.id)
  })

  it("answers alike for an address that somebody has, and changes nothing", async () => {
    const before = await withEmail(accounts.elif)
    const [known, fresh] = await Promise.all([accounts.elif, "baska@kendi.example"].map(email => register({ email })))
    expect([known?.status, known?.body]).toEqual([fresh?.status, fresh?.body])
    expect(await withEmail(accounts.elif)).toEqual(before)
  })

  it("keeps nobody's address from a company that adds the person", async () => {
    const squat = async (name: string) => {
      const email = `${name}@kapilan.example`
      expect((await register({ email })).status).toBe(200)
      return { email, token: await signed.api.signIn(email) }
    }
    const isIn = async (token: string) => (await get("/api/auth/me", token)).status === 200
    const [first, second, third] = await Promise.all([squat("bir"), squat("iki"), squat("uc")])
    expect(await isIn(first.token)).toBe(true)
    const made = await create({ email: first.email, firstName: "Asıl" })
    expect([made.status, made.value.firstName, made.value.tenantId]).toEqual([200, "Asıl", tenant.own])
    expect(await isIn(first.token)).toBe(false)
    expect((await get("/api/auth/me", await signed.api.signIn(first.email))).value.userId).toBe(made.value.id)

    expect((await update(made.value.id, { email: second.email })).value.email).toBe(second.email)
    const given = { name: "Kapılan", emails: [third.email] }
    expect((await signed.api.call("POST", "/tenant/admin/create", { token: signed.tokens.admin, body: given })).status).toBe(200)
    expect((await get("/api/auth/me", await signed.api.signIn(third.email))).value.role).toBe("TenantAdmin")
    expect(fieldsOf(await create({ email: third.email }))).toEqual(["email"])
  })

  it("is seen by the platform alone, which gives the person a company", async () => {
    const email = "sirketsiz@kendi.example"
    await register({ email })
    const id = await idOf(email)
    expect([(await get(`/user/${id}`)).status, (await get(`/user/${id}`, "admin")).status]).toEqual([404, 200])
    expect(fieldsOf(await update(id, { phoneNumber: "0532 555 10 10", role: "tenantAdmin" }, "admin"))).toEqual(["tenantId"])
    const answer = await update(id, { phoneNumber: "0532 555 10 10", role: "tenantAdmin", tenantId: tenant.own }, "admin")
    expect([answer.status, answer.value.tenantId]).toEqual([200, tenant.own])
    expect((await get(`/user/${id}`)).status).toBe(200)
  })

  it("is refused at an address that is none, and without a name", async () => {
    const before = await signed.api.db.$count(table)
    const refused = await Promise.all(
      [{ email: "a@b" }, { email: "a b@c.example" }, { firstName: " " }, { lastName: " " }].map(given => register(given)),
    )
    expect(refused.map(fieldsOf)).toEqual([["email"], ["email"], ["firstName"], ["lastName"]])
    expect(await signed.api.db.$count(table)).toBe(before)
  })
})

describe("the administrators of the platform", () => {
  const invite = (given: object, who: Who = "admin") => send("POST", "/user/admins", who, given)
  const remove = (id: string, who: Who | string = "admin") => send("DELETE", `/user/admins/${id}`, who as Who)
  const administrators = async () => (await get("/user/list?role=administrator&pageSize=100", "admin")).value
  const find = (email: string) =>
    signed.api.db.query.users.findFirst({ where: (row, { and, eq, isNull }) => and(eq(row.email, email), isNull(row.deletedAt)) })
  const historyOf = async (id: string) =>
    (await get(`/audit/list?entity=user&entityId=${id}`, "admin")).value.entries.map((entry: { action: string }) => entry.action)

  it("are invited by mail, invited again in their own language, sign in, and are removed", async () => {
    const email = "ikinci@platform.example"
    const before = signed.api.outbox.length
    const { status, value } = await send(
      "POST",
      "/user/admins",
      "admin",
      { email, firstName: "Ada", lastName: "Tan" },
      { "Accept-Language": "en" },
    )
    expect([status, value]).toEqual([200, expect.objectContaining({ email, role: "administrator", tenantId: null })])
    expect((await get(`/user/${value.id}`, "admin")).value.isInvited).toBe(true)
    expect((await invite({ email: ` ${email.toUpperCase()}` })).value.id).toBe(value.id)
    const mails = signed.api.outbox.slice(before)
    expect(mails.map(({ to, subject }) => [to, subject])).toEqual([
      [email, "You have been invited to the Campaign Console"],
      [email, "You have been invited to the Campaign Console"],
    ])
    expect(mails[0]?.text).toContain("platform administrator")
    const token = await signed.api.signIn(email)
    expect((await get("/tenant/list", token)).status).toBe(200)
    expect((await administrators()).users.find((person: { id: string }) => person.id === value.id).isInvited).toBe(false)
    expect((await remove(value.id)).status).toBe(200)
    expect([(await get("/tenant/list", token)).status, (await find(email))?.role]).toEqual([401, "User"])
    expect(await historyOf(value.id)).toEqual(["update", "create"])
    expect((await remove(value.id)).status).toBe(404)
    expect((await invite({ email })).value).toMatchObject({ id: value.id, role: "administrator" })
    await remove(value.id)
  })

  it("are never the last one, nor removed by themselves", async () => {
    const { userId } = (await get("/api/auth/me", "admin")).value
    expect((await remove(userId)).status).toBe(409)
    expect((await find(accounts.admin))?.role).toBe("Administrator")
  })

  it("are nobody's people, and nobody else invites them", async () => {
    for (const email of [accounts.mert, accounts.user]) expect(fieldsOf(await invite({ email }))).toEqual(["email"])
    for (const wrong of ["", 5, "a@b"]) expect(fieldsOf(await invite({ email: wrong }))).toEqual(["email"])
    for (const who of ["elif", "mert"] as const) {
      expect((await invite({ email: "biri@platform.example" }, who)).status).toBe(403)
      expect((await remove((await find(accounts.admin))?.id ?? "", who)).status).toBe(403)
    }
    expect(await find("biri@platform.example")).toBeUndefined()
    const person = await find(accounts.user)
    expect((await remove(person?.id ?? "")).status).toBe(404)
  })
})
