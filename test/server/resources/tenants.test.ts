import { beforeEach, describe, expect, it } from "vitest"
import { audit, tenants as table } from "../../../server/src/db/schema"
import { MailDown } from "../../../server/src/mail/mail"
import { accounts, createTestApi } from "../../api"
import { sample } from "../../rounds"
import { fieldsOf, startApi, type Who } from "../record-kit"

const { signed, tenant } = startApi()

const nobody = "00000000-0000-4000-8000-000000000000"
const send = (method: string, path: string, who: Who | string = "admin", body?: unknown, headers: Record<string, string> = {}) =>
  signed.api.call(method, path, { token: who in accounts ? signed.tokens[who as Who] : who, body, headers })
const get = (path: string, who: Who | string = "admin") => send("GET", path, who)

let made = 0
const body = () => ({
  name: `Işıkçı Holding ${++made}`,
  emails: [`yonetim.${made}@isikci.example`, "bilgi@isikci.example"],
  contactPersons: ["Ece Su Koç", "Can Er"],
  phone: "0212 555 10 10",
  domain: "isikci.example",
  location: "İstanbul",
  website: "https://isikci.example",
  description: "Aydınlatma",
  industry: 6,
  companySize: 3,
  visualIdentity: { primaryColor: "#0af", secondaryColor: "#102030" },
  socialMedia: { linkedIn: "https://linkedin.example/isikci" },
})
const create = (given: object = {}, who: Who = "admin", headers = {}) =>
  send("POST", "/tenant/admin/create", who, { ...body(), ...given }, headers)
const update = (tenantId: string, given: object, who: Who | string = "admin", path = "/tenant/update") =>
  send("PUT", path, who, { tenantId, ...given })
const rows = () => signed.api.db.select().from(table)

describe("a new company", () => {
  it("is active, has every module but reports, and has come nowhere yet but as far as it says", async () => {
    const { value } = await create({ description: "" })
    expect([value.activeStatus, value.parentId, value.subTenants]).toEqual([1, null, []])
    expect((await get(`/tenant/${value.id}/modules`)).value).toMatchObject({ campaignManagement: true, reports: false })
    expect((await get(`/tenant/${value.id}/onboarding`)).value).toEqual({
      isCompleted: false,
      progress: 0,
      steps: { companyProfile: false, branding: false, userSetup: false, moduleConfig: false },
    })
  })

  it("comes with its subsidiaries, or not at all", async () => {
    const { value } = await create({
      subTenants: [{ name: "Işıkçı Depo", emails: ["depo@isikci.example"] }, { name: "Işıkçı Mağaza" }],
    })
    expect(value.subTenants.map((row: { name: string; parentId: string }) => [row.name, row.parentId])).toEqual([
      ["Işıkçı Depo", value.id],
      ["Işıkçı Mağaza", value.id],
    ])
    const before = (await rows()).length
    expect(fieldsOf(await create({ subTenants: [{ name: "Alt" }, { name: "" }] }))).toEqual(["subTenants.1.name"])
    expect((await rows()).length).toBe(before)
  })

  it("takes an older record's single address and contact for lists", async () => {
    const { value } = await create({
      emails: undefined,
      contactPersons: undefined,
      email: ` tek.${made}@isikci.example `,
      contactPerson: "Ece",
    })
    expect([value.emails, value.contactPersons]).toEqual([[`tek.${made - 1}@isikci.example`], ["Ece"]])
  })

  it.each([
    ["a known industry and size", 13, 5, [13, 5]],
    ["unknown ones", 14, 6, [0, 0]],
    ["negative ones", -1, -1, [0, 0]],
    ["words", "logistics", "x", [7, 0]],
    ["numbers in words", "9", "2", [9, 2]],
    ["objects", {}, [], [0, 0]],
    ["none", null, undefined, [null, null]],
  ])("with %s gets them, or 0 for unknown ones", async (_, industry, companySize, expected) => {
    const { value } = await create({ industry, companySize })
    expect([value.industry, value.companySize]).toEqual(expected)
  })

  it("takes an industry of any depth, and with a key, calmly", async () => {
    const deep = "[".repeat(200_000) + "]".repeat(200_000)
    const answer = await signed.api.call("POST", "/tenant/tenant-admin/create", {
      token: signed.tokens.elif,
      body: `{"name":"Derin","industry":${deep},"companySize":${deep}}`,
      headers: { "Idempotency-Key": "a-deep-industry" },
    })
    expect([answer.status, answer.value.industry, answer.value.companySize]).toEqual([200, 0, 0])
  })

  // Every form of a colour: test/core/color.test.ts.
  const colours = [
    ["#0af", "#00AAFF"],
    ["#102030", "#102030"],
    ["#abcdef", "#ABCDEF"],
    ["0af", null],
    ["#0af0", null],
    ["red", null],
    ["url(x)", null],
    ["", null],
  ] as const
  it.each(sample(colours, 4))("in the colour %s has %s", async (given, stored) => {
    for (const look of [{ primaryColor: given }, { visualIdentity: { primaryColor: given } }]) {
      const { value } = await create({ visualIdentity: undefined, ...look })
      expect([value.primaryColor, value.visualIdentity.primaryColor]).toEqual([stored, stored])
    }
  })
})

describe("a company's first address", () => {
  it("becomes its administrator, who is invited in the language of who invites", async () => {
    const before = signed.api.outbox.length
    const { value } = await create({}, "admin", { "Accept-Language": "en" })
    const person = await signed.api.db.query.users.findFirst({ where: (row, { eq }) => eq(row.email, value.emails[0]) })
    expect(person).toMatchObject({
      role: "TenantAdmin",
      tenantId: value.id,
      status: 1,
      language: "en",
      firstName: "Ece Su",
      lastName: "Koç",
    })
    const [mail, ...others] = signed.api.outbox.slice(before)
    expect([mail?.to, mail?.subject, others]).toEqual([value.emails[0], "You have been invited to the Campaign Console", []])
    expect(mail?.text).toContain(value.name)
    expect(mail?.text).toContain("/login")
    const token = await signed.api.signIn(value.emails[0])
    expect((await get("/tenant/mytenant", token)).value.name).toBe(value.name)
  })

  it("is invited once for one key", async () => {
    const before = signed.api.outbox.length
    const given = body()
    const key = { "Idempotency-Key": "tenant-invited-once" }
    await create(given, "admin", key)
    await create(given, "admin", key)
    expect(signed.api.outbox.length).toBe(before + 1)
  })

  it("is refused when somebody has it, and nothing is stored or sent", async () => {
    const [before, mails] = [(await rows()).length, signed.api.outbox.length]
    const answer = await create({ emails: [accounts.mert.toUpperCase()], subTenants: [{ name: "Alt" }] })
    expect([answer.status, fieldsOf(answer)]).toEqual([400, ["emails"]])
    expect([(await rows()).length, signed.api.outbox.length]).toEqual([before, mails])
  })

  it("may be missing: then nobody is invited", async () => {
    const before = signed.api.outbox.length
    expect((await create({ emails: [] })).status).toBe(200)
    expect(signed.api.outbox.length).toBe(before)
  })

  it("can't be invited while the mail server is down: nothing is stored, and the answer says so", async () => {
    const down = await createTestApi()
    try {
      const token = await down.signIn(accounts.admin)
      down.deps.mailer.open = async () => {
        throw new MailDown("down", { isUnsent: true })
      }
      const before = await down.db.$count(table)
      const answer = await down.call("POST", "/tenant/admin/create", { token, body: body() })
      expect([answer.status, answer.headers.get("Retry-After"), answer.body.errors]).toEqual([
        503,
        "5",
        ["Davet e-postası gönderilemediği için kayıt yapılmadı. Lütfen daha sonra tekrar deneyin."],
      ])
      expect(await down.db.$count(table)).toBe(before)
      expect((await down.call("POST", "/tenant/admin/create", { token, body: { name: "Postasız" } })).status).toBe(200)
    } finally {
      await down.close()
    }
  })
})

describe("an update", () => {
  it.each(["/tenant/update", "/tenant/admin/update"])("by %s says that it needs an id", async path => {
    for (const given of [{}, { tenantId: "" }, { tenantId: null }]) {
      const answer = await send("PUT", path, "admin", { name: "x", ...given }, { "Accept-Language": "en" })
      expect([answer.status, answer.body.validationErrors]).toEqual([
        400,
        [{ propertyName: "tenantId", errorMessage: "TenantId is required for update operation" }],
      ])
    }
  })

  it("takes id for tenantId as well", async () => {
    const { id } = (await create()).value
    expect((await send("PUT", "/tenant/admin/update", "admin", { id, name: "Yeni" })).value.name).toBe("Yeni")
  })

  it("keeps a colour that nothing or nonsense is said of", async () => {
    const { id } = (await create()).value
    for (const given of [{}, { primaryColor: null }, { primaryColor: "mavi" }, { visualIdentity: {} }, { visualIdentity: null }])
      expect((await update(id, given)).value.primaryColor).toBe("#00AAFF")
    expect((await update(id, { visualIdentity: { primaryColor: "#123456" } })).value.primaryColor).toBe("#123456")
  })

  it("changes the subsidiaries that it names, adds new ones and leaves the rest", async () => {
    const { value } = await create({ subTenants: [{ name: "Bir", phone: "0212 555 10 11" }, { name: "İki" }] })
    const [one] = value.subTenants
    const answer = await update(value.id, { subTenants: [{ id: one.id, name: "Birinci" }, { name: "Üç" }] })
    const found = answer.value.subTenants.map((row: { name: string; phone: string | null }) => [row.name, row.phone])
    expect(found).toEqual([
      ["Birinci", "0212 555 10 11"],
      ["İki", null],
      ["Üç", null],
    ])
    const actions = (await signed.api.db.select().from(audit).orderBy(audit.id))
      .filter(row => row.entityId === one.id)
      .map(row => row.action)
    expect(actions.sort()).toEqual(["create", "update"])
  })

  it("overwrites no subsidiary that was changed, added or deleted since the company was read", async () => {
    const { value } = await create({ subTenants: [{ name: "Bir" }, { name: "İki" }] })
    const [one, two] = value.subTenants
    const path = `/tenant/${value.id}`
    const save = (etag: string, given: object) =>
      send("PUT", "/tenant/update", "admin", { tenantId: value.id, ...given }, { "If-Match": etag })
    const changes = [
      () => update(one.id, { phone: "0212 555 10 12" }),
      () => update(value.id, { subTenants: [{ name: "Üç" }] }),
      () => send("DELETE", `/tenant/delete/${two.id}`),
    ]
    for (const change of changes) {
      const seen = (await get(path)).headers.get("ETag") ?? ""
      expect((await change()).status).toBe(200)
      const before = await get(path)
      const late = await save(seen, { subTenants: [{ id: one.id, name: "Eski" }] })
      expect([late.status, late.headers.get("ETag"), late.value]).toEqual([409, before.headers.get("ETag"), before.value])
      expect((await get(path)).value).toEqual(before.value)
    }
    const now = (await get(path)).headers.get("ETag") ?? ""
    const saved = await save(now, { name: "Yeni Ad", subTenants: [{ id: one.id, name: "Yeni" }] })
    expect([saved.status, (await get(`/tenant/${one.id}`)).value.name]).toEqual([200, "Yeni"])
    expect(saved.headers.get("ETag")).toBe((await get(path)).headers.get("ETag"))
    expect((await send("POST", `/undo/${saved.headers.get("Undo-Token")}`)).status).toBe(200)
  })

  it("goes on without its subsidiaries when only those have changed", async () => {
    const made = await create({ subTenants: [{ name: "Bir" }] })
    const { value } = made
    const etag = made.headers.get("ETag") ?? ""
    expect(etag).toBe((await get(`/tenant/${value.id}`)).headers.get("ETag"))
    const change = await update(value.id, { phone: "0212 555 10 13" })
    expect((await update(value.subTenants[0].id, { name: "Birinci" })).status).toBe(200)
    const headers = { "If-Match": change.headers.get("ETag") ?? "" }
    expect((await send("PUT", `/tenant/${value.id}/modules`, "admin", { reports: true }, headers)).status).toBe(200)
    const late = await send("PUT", "/tenant/update", "admin", { tenantId: value.id, name: "Eski" }, { "If-Match": etag })
    expect(late.status).toBe(409)
    expect((await send("POST", `/undo/${change.headers.get("Undo-Token")}`)).status).toBe(409)
  })

  it("takes no other company's subsidiary for its own, and stores nothing then", async () => {
    const { value } = await create()
    for (const id of [tenant.sub, tenant.theirs, value.id, nobody, "x"]) {
      const answer = await update(value.id, { name: "Yeni", subTenants: [{ name: "Ek" }, { id, name: "Bizim" }] })
      expect([answer.status, fieldsOf(answer)]).toEqual([400, ["subTenants.1.id"]])
    }
    expect((await get(`/tenant/${value.id}`)).value).toEqual(value)
  })

  it("puts no subsidiary beneath a subsidiary", async () => {
    expect(fieldsOf(await update(tenant.sub, { subTenants: [{ name: "Torun" }] }))).toEqual(["subTenants"])
  })
})

describe("a company's own administrator", () => {
  const add = (given: object, who: Who | string = "elif") =>
    send("POST", "/tenant/tenant-admin/create", who, { name: `Alt ${++made}`, ...given })
  const change = (tenantId: string, given: object, who: Who | string = "elif") =>
    update(tenantId, given, who, "/tenant/tenant-admin/update")

  it("adds subsidiaries of the own company, whatever the body says", async () => {
    const before = signed.api.outbox.length
    const { status, value } = await add({ parentId: tenant.theirs, emails: ["alt@yesilova.example"], modules: { reports: true } })
    expect([status, value.parentId, value.activeStatus]).toEqual([200, tenant.own, 1])
    expect((await get("/tenant/get-all", "elif")).value.map((row: { id: string }) => row.id)).toContain(value.id)
    expect((await get(`/tenant/${value.id}/modules`, "elif")).value.reports).toBe(false)
    expect(signed.api.outbox.length).toBe(before)
    expect((await get(`/tenant/${value.id}`, "mert")).status).toBe(404)
  })

  it("adds none with a bad body", async () => {
    const before = (await rows()).length
    for (const wrong of [{ name: " " }, { website: "javascript:alert(1)" }, { phone: "12" }, { activeStatus: 2 }])
      expect(fieldsOf(await add(wrong))).toEqual(Object.keys(wrong))
    expect((await rows()).length).toBe(before)
  })

  it("changes a subsidiary and the own company, but not whether that one is active", async () => {
    expect((await change(tenant.sub, { location: "Manisa", activeStatus: 0 })).value).toMatchObject({
      location: "Manisa",
      activeStatus: 0,
    })
    expect((await change(tenant.sub, { activeStatus: 1 })).status).toBe(200)
    expect((await change(tenant.own, { primaryColor: "#3a9355", description: "Gıda" })).value.description).toBe("Gıda")
    expect(fieldsOf(await change(tenant.own, { activeStatus: 0 }))).toEqual(["activeStatus"])
    expect(fieldsOf(await send("PUT", "/tenant/tenant-admin/update", "elif", { name: "x" }))).toEqual(["tenantId"])
  })

  it("changes no stranger's, which is missing to them, and no one's parent", async () => {
    const [foreign, missing] = [await change(tenant.theirs, { name: "x" }), await change(nobody, { name: "x" })]
    expect([foreign.status, foreign.body]).toEqual([404, missing.body])
    await change(tenant.sub, { parentId: tenant.theirs, subTenants: [{ name: "Torun" }] })
    const row = (await rows()).find(row => row.id === tenant.sub)
    expect([row?.parentId, (await rows()).some(row => row.name === "Torun")]).toEqual([tenant.own, false])
  })

  it("of a subsidiary adds none beneath it", async () => {
    const email = `alt.yonetici.${made}@yesilova.example`
    await send("POST", `/tenant/${tenant.sub}/admins`, "admin", { email })
    const token = await signed.api.signIn(email)
    expect((await add({}, token)).status).toBe(403)
    expect((await change(tenant.sub, { location: "Aydın" }, token)).value.location).toBe("Aydın")
    expect((await change(tenant.own, { location: "Aydın" }, token)).status).toBe(404)
  })
})

describe("deleting a company", () => {
  it("waits until nothing hangs beneath it, with the reason", async () => {
    const { value } = await create({ subTenants: [{ name: "Alt" }] })
    const answer = await send("DELETE", `/tenant/delete/${value.id}`)
    expect([answer.status, answer.value, answer.body.errors]).toEqual([
      409,
      null,
      ["Bu şirketin bağlı şirketleri var; önce onları silin."],
    ])
    await send("DELETE", `/tenant/delete/${value.subTenants[0].id}`)
    expect((await send("DELETE", `/tenant/delete/${value.id}`)).status).toBe(200)
  })

  it.each(["/tenant/delete", "/api/company/soft-delete", "/api/company/delete"])(
    "by %s shuts its people out, and lets them in again when it is taken back",
    async path => {
      const { value } = await create()
      const [email] = value.emails
      const token = await signed.api.signIn(email)
      const removed = await send("DELETE", `${path}/${value.id}`)
      expect([removed.status, (await get("/tenant/mytenant", token)).status]).toEqual([200, 401])
      expect((await get("/tenant/get-all")).value.map((row: { id: string }) => row.id)).not.toContain(value.id)
      expect(await signed.api.signInByCode(email)).toBeNull()
      await send("POST", `/undo/${removed.headers.get("Undo-Token")}`)
      expect((await get("/tenant/mytenant", await signed.api.signIn(email))).status).toBe(200)
    },
  )
})

describe("a company's modules", () => {
  it("are set by the platform, one by one, against a version, and can be taken back", async () => {
    const { id } = (await create()).value
    const before = await get(`/tenant/${id}/modules`)
    const set = (given: object, version = "1") =>
      send("PUT", `/tenant/${id}/modules`, "admin", given, { "If-Match": `"${version}"` })
    const answer = await set({ reports: true, drawsManagement: false, unknown: true, id: nobody })
    expect([answer.status, answer.value]).toEqual([200, { ...before.value, reports: true, drawsManagement: false }])
    expect([answer.headers.get("ETag"), (await get(`/tenant/${id}/modules`)).headers.get("ETag")]).toEqual(['"2"', '"2"'])
    expect((await set({ reports: false })).status).toBe(409)
    await send("POST", `/undo/${answer.headers.get("Undo-Token")}`)
    expect((await get(`/tenant/${id}/modules`)).value).toEqual(before.value)
  })
})

describe("a company's progress", () => {
  it("follows what it has really done", async () => {
    const { id } = (await create({ logo: undefined, primaryColor: undefined, visualIdentity: undefined, phone: "" })).value
    const read = async () => (await get(`/tenant/${id}/onboarding`)).value
    expect((await read()).progress).toBe(0)
    await update(id, { phone: "0212 555 10 10" })
    expect(await read()).toMatchObject({ progress: 25, steps: { companyProfile: true } })
    await update(id, { primaryColor: "#123456", logo: "https://isikci.example/logo.png" })
    expect(await read()).toMatchObject({ progress: 50, steps: { branding: true } })
    const person = {
      firstName: "Ece",
      lastName: "Koç",
      email: `ece.${made}@isikci.example`,
      phoneNumber: "0532 555 10 10",
      tenantId: id,
    }
    await send("POST", "/user/create", "admin", person)
    expect(await read()).toMatchObject({ progress: 75, isCompleted: false, steps: { userSetup: true } })
    await send("PUT", `/tenant/${id}/modules`, "admin", { reports: true })
    expect(await read()).toEqual({
      progress: 100,
      isCompleted: true,
      steps: { companyProfile: true, branding: true, userSetup: true, moduleConfig: true },
    })
    await update(id, { description: "" })
    expect((await read()).progress).toBe(75)
  })
})

describe("a company's subsidiaries", () => {
  it("come nine to a page, by keyword and status, with the total", async () => {
    const subTenants = Array.from({ length: 12 }, (_, at) => ({ name: `Şube ${at}`, activeStatus: at % 2 }))
    const { id } = (await create({ subTenants })).value
    const path = `/tenant/${id}/subsidiaries`
    const [first, second] = [(await get(path)).value, (await get(`${path}?page=1`)).value]
    expect([first.subsidiaries.length, second.subsidiaries.length, first.totalCount]).toEqual([9, 3, 12])
    expect(new Set([...first.subsidiaries, ...second.subsidiaries].map((row: { id: string }) => row.id)).size).toBe(12)
    expect((await get(`${path}?keyword=SUBE%2011`)).value.totalCount).toBe(1)
    expect((await get(`${path}?status=0`)).value.totalCount).toBe(6)
    expect((await get(`${path}?keyword=%20`)).value.totalCount).toBe(12)
  })
})

describe("the list", () => {
  it("is the same as /api/company, record by record", async () => {
    expect((await get("/api/company?pageSize=3")).value).toEqual((await get("/tenant/list?pageSize=3")).value)
    const one = await get(`/api/company/${tenant.own}`, "elif")
    expect(one.value).toEqual((await get(`/tenant/${tenant.own}`, "elif")).value)
    const { id } = (await send("POST", "/api/company/create", "admin", body())).value
    expect((await send("PUT", `/api/company/update/${id}`, "admin", { name: "Yeni ad" })).value.name).toBe("Yeni ad")
    expect((await send("PUT", `/api/company/update/${nobody}`, "admin", { name: "Yeni ad" })).status).toBe(404)
  })
})

describe("the administrators of a company", () => {
  let company: { id: string; name: string }
  beforeEach(async () => {
    company = (await create({ emails: [] })).value
  })
  const ask = (given: object, headers = {}) => send("POST", `/tenant/${company.id}/admins`, "admin", given, headers)
  const find = (email: string) =>
    signed.api.db.query.users.findFirst({ where: (row, { and, eq, isNull }) => and(eq(row.email, email), isNull(row.deletedAt)) })

  it("are invited, and invited again without another account", async () => {
    const email = `davet.${++made}@isikci.example`
    const before = signed.api.outbox.length
    const first = await ask({ email: ` ${email.toUpperCase()} `, firstName: "Ece", lastName: "Koç" })
    expect([first.status, first.value]).toEqual([
      200,
      expect.objectContaining({ email, role: "tenantAdmin", tenantId: company.id, firstName: "Ece" }),
    ])
    expect((await ask({ email })).value.id).toBe(first.value.id)
    expect(signed.api.outbox.slice(before).map(mail => mail.to)).toEqual([email, email])
    const listed = async () => (await get(`/user/list?tenantId=${company.id}&role=tenantAdmin`)).value
    const { totalCount, users } = await listed()
    expect([totalCount, users[0].id, users[0].isInvited]).toEqual([1, first.value.id, true])
    await signed.api.signIn(email)
    expect((await listed()).users[0].isInvited).toBe(false)
  })

  it("may be an employee of the company, whose sessions end with that", async () => {
    const email = `calisan.${++made}@isikci.example`
    await send("POST", "/user/create", "admin", {
      firstName: "Ece",
      lastName: "Koç",
      email,
      phoneNumber: "0532 555 10 10",
      tenantId: company.id,
    })
    const token = await signed.api.signIn(email)
    expect((await ask({ email })).value.role).toBe("tenantAdmin")
    expect((await get("/api/auth/me", token)).status).toBe(401)
    expect((await find(email))?.version).toBe(2)
  })

  it("may be who registered by themselves", async () => {
    const email = `kendi.${++made}@isikci.example`
    await signed.api.call("POST", "/api/auth/register", { body: { email, firstName: "Kendi", lastName: "Gelen" } })
    expect((await ask({ email })).value).toMatchObject({ tenantId: company.id, role: "tenantAdmin", firstName: "Kendi" })
  })

  it("are nobody else's people, nor the platform's", async () => {
    for (const email of [accounts.mert, accounts.user, accounts.admin]) expect(fieldsOf(await ask({ email }))).toEqual(["email"])
    expect((await find(accounts.user))?.role).toBe("User")
  })

  it.each(["", "a@b", "a@b.example,c@d.example"])("are not invited at %j", async email => {
    const before = signed.api.outbox.length
    expect([fieldsOf(await ask({ email })), signed.api.outbox.length]).toEqual([["email"], before])
  })

  it("stay employees when they are removed, are out at once, and come back", async () => {
    const email = `giden.${++made}@isikci.example`
    const { id } = (await ask({ email })).value
    const token = await signed.api.signIn(email)
    const removed = await send("DELETE", `/tenant/${company.id}/admins/${id}`)
    expect([removed.status, (await get("/api/auth/me", token)).status, (await find(email))?.role]).toEqual([200, 401, "User"])
    expect((await send("DELETE", `/tenant/${company.id}/admins/${id}`)).status).toBe(404)
    await send("POST", `/undo/${removed.headers.get("Undo-Token")}`)
    expect((await find(email))?.role).toBe("TenantAdmin")
    expect((await send("DELETE", `/tenant/${tenant.own}/admins/${id}`)).status).toBe(404)
    expect((await send("DELETE", `/tenant/${company.id}/admins/${nobody}`)).status).toBe(404)
  })
})
