import { readFileSync } from "node:fs"
import { beforeAll, describe, expect, it } from "vitest"
import { campaignUses } from "../../../server/src/db/campaign-tables"
import { rowsOf } from "../../../server/src/db/open"
import { users } from "../../../server/src/db/schema"
import { itInLongRuns } from "../../rounds"
import { wrongCounts } from "../campaign-uses-kit"
import { codesOfPattern } from "../codes-kit"
import { fieldsOf, startApi, type Who } from "../record-kit"

/** Uses of campaigns, their figures and limits (docs/contract.md#campaign-uses). */
const { signed, tenant, send, get } = startApi()

type Person = typeof users.$inferSelect
let people: Person[] = []
let ofSubsidiary: Person
let stranger: Person
let ids: { categoryId: string; brandId: string }
beforeAll(async () => {
  const rows = (await signed.api.db.select().from(users)).sort((a, b) => (a.email < b.email ? -1 : 1))
  const activeOf = (tenantId: string) => rows.filter(row => row.tenantId === tenantId && row.status === 1 && row.role === "User")
  people = activeOf(tenant.own)
  ;[ofSubsidiary, stranger] = [tenant.sub, tenant.theirs].map(id => activeOf(id)[0]) as [Person, Person]
  const [campaign] = (await get("/campaign/list?pageSize=1")).value.campaigns
  ids = { categoryId: campaign.categoryId, brandId: campaign.brandId }
})

const personAt = (at: number) => people[at % people.length] as Person

/** It runs from 1 March to 1 April; it is 10 March, 09:00. */
const create = async (given: object = {}, who: Who = "elif") => {
  const draft = {
    title: "Sayılan kampanya",
    description: "Kullanımlar sayılır",
    startDate: "2026-03-01T00:00:00Z",
    endDate: "2026-04-01T00:00:00Z",
    rewardType: 0,
    rewardValue: 10,
    status: 2,
    ...ids,
    ...given,
  }
  const { status, value } = await send("POST", "/campaign/create", who, draft)
  expect(status).toBe(200)
  return value.id as string
}
const record = (id: string, body: object, who: Who = "elif", headers = {}) =>
  send("POST", `/campaign/${id}/uses`, who, body, { "Accept-Language": "tr", ...headers })
const ledger = async (id: string, query = "", who: Who = "elif") =>
  (await get(`/campaign/${id}/uses?pageSize=100${query}`, who)).value
const voidUse = (id: string, use: string, who: Who = "elif", reason = "İade edildi") =>
  send("DELETE", `/campaign/${id}/uses/${use}`, who, { reason })
const figures = async (id: string) => {
  const { participantCount, useCount, amountUsed } = (await get(`/campaign/${id}`)).value
  return [participantCount, useCount, amountUsed]
}
const expectExact = async () => expect(await rowsOf(signed.api.db, wrongCounts)).toEqual([])
const byPerson = (at: number, given: object = {}) => ({ employeeId: personAt(at).id, ...given })

describe("a use", () => {
  it("is of a person by id or address, now unless it says when, in ledger, figures and history, and leaves the record's version", async () => {
    const id = await create()
    const before = await get(`/campaign/${id}`)
    expect([before.value.usesPerPerson, before.value.budget, before.value.participantCount]).toEqual([1, null, 0])
    const now = new Date(signed.api.now()).toISOString()
    const first = await record(id, { employeeId: personAt(0).id.toUpperCase(), amount: 12.5, reference: " F-1 " })
    expect([first.status, first.value]).toEqual([200, [{ index: 0, id: "1", employeeId: personAt(0).id, at: now }]])
    const second = await record(id, {
      uses: [{ email: personAt(1).email.toUpperCase(), at: "2026-03-05T10:00:00+03:00" }],
      imported: true,
    })
    expect(second.value).toEqual([{ index: 0, id: "2", employeeId: personAt(1).id, at: "2026-03-05T07:00:00.000Z" }])
    const { uses, ...counted } = await ledger(id)
    expect(counted).toEqual({ totalCount: 2, participantCount: 2, useCount: 2, amountUsed: 12.5, openingCount: 0 })
    expect(uses[1]).toEqual({
      id: "1",
      employeeId: personAt(0).id,
      employeeName: `${personAt(0).firstName} ${personAt(0).lastName}`,
      code: null,
      at: now,
      amount: 12.5,
      reference: "F-1",
      source: "staff",
      author: "Elif Yılmaz",
      token: null,
      createdDate: now,
      voided: null,
    })
    expect([uses[0].source, uses[0].at]).toEqual(["file", "2026-03-05T07:00:00.000Z"])
    const after = await get(`/campaign/${id}`)
    expect(after.headers.get("ETag")).toBe(before.headers.get("ETag"))
    expect(after.value).toEqual({ ...before.value, participantCount: 2, useCount: 2, amountUsed: 12.5 })
    const logged = await signed.api.db.query.audit.findFirst({
      where: (row, { and, eq }) => and(eq(row.entityId, id), eq(row.action, "use")),
      orderBy: row => row.id,
    })
    expect([logged?.actorEmail, logged?.tenantId, logged?.after]).toEqual([
      "elif.yilmaz@yesilova.example",
      tenant.own,
      { participantCount: 1, useCount: 1, amountUsed: 12.5, uses: ["1"] },
    ])
    await expectExact()
  })

  it("with a reference is one, whoever repeats it, also when it would be refused by then", async () => {
    const id = await create({ usesPerPerson: null, participantLimit: 1 })
    const use = byPerson(0, { reference: "FIS-7" })
    const [first] = (await record(id, use)).value
    const again = await record(
      id,
      { uses: [use, { ...use, ...byPerson(1) }, byPerson(0, { reference: "FIS-8" }), byPerson(0, { reference: "FIS-8" })] },
      "admin",
    )
    expect(again.value).toEqual([
      { ...first, known: true },
      { ...first, index: 1, known: true },
      { index: 2, id: "2", employeeId: personAt(0).id, at: first.at },
      { index: 3, id: "2", employeeId: personAt(0).id, at: first.at, known: true },
    ])
    await voidUse(id, "1")
    await send("PUT", "/campaign/update", "elif", { campaignId: id, status: 3 })
    expect((await record(id, use)).value).toEqual([{ ...first, known: true, voided: true }])
    expect(await figures(id)).toEqual([1, 1, 0])
    await expectExact()
  })

  it("is recorded once for an Idempotency-Key, and as often as it is sent without one", async () => {
    const id = await create({ usesPerPerson: null })
    const headers = { "Idempotency-Key": "kasa-1" }
    const [first, again] = [await record(id, byPerson(0), "elif", headers), await record(id, byPerson(0), "elif", headers)]
    expect(again.value).toEqual(first.value)
    expect((await record(id, byPerson(1), "elif", headers)).status).toBe(409)
    await record(id, byPerson(0))
    await record(id, byPerson(0))
    expect(await figures(id)).toEqual([1, 3, 0])
  })

  type Refused = [what: string, campaign: object, use: () => object, field: string, message: string]
  it.each<Refused>([
    ["of nobody", {}, () => ({}), "employeeId", "Bu çalışan bulunamadı."],
    ["of another company's employee", {}, () => ({ email: stranger.email }), "email", "Bu çalışan bulunamadı."],
    [
      "of a company that it is not offered to",
      { tenantIds: "own" },
      () => ({ employeeId: ofSubsidiary.id }),
      "employeeId",
      "Kampanya bu çalışanın şirketine sunulmuyor.",
    ],
    ["of a draft", { status: 0 }, () => byPerson(0), "at", "Kampanya henüz yayımlanmadı."],
    ["of a paused campaign", { status: 3 }, () => byPerson(0), "at", "Kampanya duraklatıldı."],
    ["before the start", {}, () => byPerson(0, { at: "2026-02-28T23:59:59Z" }), "at", "Kampanya bu zamanda başlamamıştı."],
    [
      "at the end",
      { endDate: "2026-03-05T00:00:00Z" },
      () => byPerson(0, { at: "2026-03-05T00:00:00Z" }),
      "at",
      "Kampanya bu zamanda sona ermişti.",
    ],
    ["in the future", {}, () => byPerson(0, { at: "2026-03-10T09:00:01Z" }), "at", "Gelecekte olmayan bir zaman yazın."],
    ["at no time", {}, () => byPerson(0, { at: "2026-02-30" }), "at", "Geçerli bir tarih ve saat yazın."],
    [
      "without the amount that the reward is",
      { rewardType: 1, rewardValue: 50 },
      () => byPerson(0),
      "amount",
      "Bu kampanyada her kullanımın tutarı yazılır.",
    ],
    [
      "without the amount that a budget needs",
      { budget: 100 },
      () => byPerson(0),
      "amount",
      "Bu kampanyada her kullanımın tutarı yazılır.",
    ],
    [
      "of no amount",
      {},
      () => byPerson(0, { amount: 0 }),
      "amount",
      "Tutar 0’dan büyük olmalı ve en çok iki ondalık basamak içermelidir.",
    ],
    [
      "of a part of a kuruş",
      {},
      () => byPerson(0, { amount: 1.005 }),
      "amount",
      "Tutar 0’dan büyük olmalı ve en çok iki ondalık basamak içermelidir.",
    ],
    ["in another currency", {}, () => byPerson(0, { amount: 1, currency: "EUR" }), "currency", "Kampanyanın para birimi TRY."],
    [
      "above the budget",
      { budget: 100 },
      () => byPerson(0, { amount: 100.01 }),
      "amount",
      "Bütçede bu tutar kalmadı: en çok 100 TRY.",
    ],
    ["of another shape", {}, () => byPerson(0, { amount: "12" }), "amount", "Değer beklenen biçimde değil."],
  ])("is refused: %s", async (_, { tenantIds, ...campaign }: { tenantIds?: string }, use, field, message) => {
    const id = await create({ ...campaign, ...(tenantIds && { tenantIds: [tenant.own] }) })
    const refused = await record(id, { uses: [use(), byPerson(1, { amount: 1 })] })
    expect(refused.value[0]).toEqual({ index: 0, errors: [{ field, message: expect.stringContaining(message.slice(0, -1)) }] })
    const alone = await record(id, use())
    expect([alone.status, fieldsOf(alone)]).toEqual([400, [field]])
    await expectExact()
  })

  it("is refused of an inactive employee", async () => {
    const inactive = (await signed.api.db.select().from(users)).find(row => row.tenantId === tenant.own && row.status === 0)
    const { value } = await record(await create(), { uses: [{ employeeId: inactive?.id }] })
    expect(value[0].errors).toEqual([{ field: "employeeId", message: "Bu çalışan pasif durumda." }])
  })

  it("is refused from where a person, the places or the budget are used up, row by row, and fits again after a void", async () => {
    const id = await create({ participantLimit: 2, usesPerPerson: 2, budget: 10 })
    const spend = (at: number, amount: number) => byPerson(at, { amount })
    const uses = [spend(0, 4), spend(0, 1), spend(0, 1), spend(1, 6), spend(1, 5), spend(2, 0.01), spend(1, 0.01)]
    const { value } = await record(id, { uses })
    expect(
      value.map(({ id, errors }: { id?: string; errors?: { field: string; message: string }[] }) => id ?? errors?.[0]?.message),
    ).toEqual([
      "1",
      "2",
      "Bu çalışan kullanım hakkını doldurdu (kişi başına 2).",
      expect.stringContaining("en çok 5"),
      "3",
      "Kontenjan doldu.",
      expect.stringContaining("en çok 0"),
    ])
    expect(await figures(id)).toEqual([2, 3, 10])
    expect((await voidUse(id, "3")).status).toBe(200)
    expect(await figures(id)).toEqual([1, 2, 5])
    expect((await record(id, spend(2, 5))).status).toBe(200)
    expect(await figures(id)).toEqual([2, 3, 10])
    await expectExact()
  })

  it("counts against a limit that is set below what is used: nothing is taken back, and nothing fits any more", async () => {
    const id = await create({ usesPerPerson: null })
    await record(id, { uses: [byPerson(0, { amount: 5 }), byPerson(1, { amount: 5 })] })
    expect((await send("PUT", "/campaign/update", "elif", { campaignId: id, participantLimit: 1, budget: 3 })).status).toBe(204)
    expect(await figures(id)).toEqual([2, 2, 10])
    const { value } = await record(id, { uses: [byPerson(2, { amount: 1 }), byPerson(0, { amount: 1 })] })
    expect(value.map((row: { errors: { field: string }[] }) => row.errors[0]?.field)).toEqual(["employeeId", "amount"])
  })
})

it("counts that were written before there were uses stay as the beginning, without rows", async () => {
  const id = await create({ participantLimit: 13 })
  await signed.api.db.execute(`update campaigns set participant_count = 12 where id = '${id}'`)
  const migration = readFileSync("server/migrations/0064_campaign_uses.sql", "utf8")
  await signed.api.db.execute(migration.slice(migration.lastIndexOf("insert into campaign_counters")))
  expect(await figures(id)).toEqual([12, 12, 0])
  const { value } = await record(id, { uses: [byPerson(0), byPerson(1)] })
  expect([value[0].id, value[1].errors[0].message]).toEqual(["1", "Kontenjan doldu."])
  expect([await figures(id), (await ledger(id)).totalCount]).toEqual([[13, 13, 0], 1])
  await expectExact()
})

describe("the ledger", () => {
  it("is found by word, days, person and source, and counted by day without what is void", async () => {
    const id = await create({ usesPerPerson: null })
    const at = (time: string) => `2026-03-${time}:00Z`
    await record(id, {
      uses: [
        byPerson(0, { at: at("02T20:59"), amount: 2 }),
        byPerson(0, { at: at("02T21:00"), amount: 0.1 }),
        byPerson(1, { at: at("03T10:00"), amount: 0.2, reference: "ABC-9" }),
        byPerson(1, { at: at("03T11:00"), amount: 7 }),
      ],
      imported: true,
    })
    await record(id, byPerson(2))
    await voidUse(id, "4")
    const found = async (query: string) => (await ledger(id, query)).uses.map((use: { id: string }) => use.id).join()
    expect([
      await found(""),
      await found("&keyword=abc-9"),
      await found(`&keyword=${encodeURIComponent(personAt(0).email)}`),
      await found("&from=2026-03-03&to=2026-03-03"),
      await found("&to=2026-03-02"),
      await found(`&employeeId=${personAt(0).id}`),
      await found("&source=staff"),
      await found("&sortBy=at&sortOrder=asc"),
    ]).toEqual(["5,4,3,2,1", "3", "2,1", "4,3,2", "1", "2,1", "5", "1,2,3,4,5"])
    expect((await get(`/campaign/${id}/uses/days`)).value).toEqual([
      { day: "2026-03-02", uses: 1, amount: 2 },
      { day: "2026-03-03", uses: 2, amount: 0.3 },
      { day: "2026-03-10", uses: 1, amount: 0 },
    ])
    expect((await get(`/campaign/${id}/uses/days?from=2026-03-10`)).value).toHaveLength(1)
  })

  it("keeps a voided use with its reason, which is needed, and voids it once", async () => {
    const id = await create()
    await record(id, byPerson(0))
    expect(fieldsOf(await voidUse(id, "1", "elif", " "))).toEqual(["reason"])
    expect([(await voidUse(id, "2")).status, (await voidUse(id, "x")).status]).toEqual([404, 404])
    expect((await voidUse(id, "1")).status).toBe(200)
    expect((await voidUse(id, "1")).status).toBe(409)
    const { uses, ...counted } = await ledger(id)
    expect(uses[0].voided).toEqual({ at: expect.any(String), author: "Elif Yılmaz", reason: "İade edildi" })
    expect(counted).toEqual({ totalCount: 1, participantCount: 0, useCount: 0, amountUsed: 0, openingCount: 0 })
    await expectExact()
  })

  it("of the platform's campaign shows a company its own people, and takes uses from the platform alone", async () => {
    const id = await create({}, "admin")
    await record(id, { uses: [byPerson(0), { email: stranger.email }] }, "admin")
    const seen = async (who: Who) => (await ledger(id, "", who)).uses.map((use: { id: string }) => use.id)
    expect([await seen("admin"), await seen("elif"), await seen("mert")]).toEqual([["2", "1"], ["1"], ["2"]])
    expect([(await record(id, byPerson(1))).status, (await voidUse(id, "1")).status]).toEqual([403, 403])
  })

  it("is kept by the database: uses are not changed, taken away or voided twice", async () => {
    const id = await create()
    await record(id, { uses: [byPerson(0), byPerson(1)] })
    await voidUse(id, "1")
    const where = `where campaign_id = '${id}'`
    for (const statement of [
      `update campaign_uses set at = now() ${where} and number = 1`,
      `update campaign_uses set at = now(), voided_at = now() ${where} and number = 2`,
      `update campaign_uses set token_name = 'x' ${where} and number = 1`,
      `update campaign_uses set void_reason = 'x' ${where} and number = 1`,
      `delete from campaign_uses ${where}`,
      "truncate campaign_uses",
    ])
      await expect(signed.api.db.execute(statement).catch(error => Promise.reject(error.cause))).rejects.toThrow(/append-only/)
    expect(await signed.api.db.select().from(campaignUses)).toContainEqual(expect.objectContaining({ campaignId: id, number: 1 }))
  })
})

describe("a code", () => {
  type Code = { code: string; employeeId: string | null; employeeName: string | null; usedDate: string | null }
  const make = (id: string, given: object, who: Who = "elif") =>
    send("POST", `/campaign/${id}/codes`, who, { pattern: "KART-####-####", ...given })
  const codesOf = async (id: string, query = "") =>
    (await get(`/campaign/${id}/codes?pageSize=100${query}`)).value.codes as Code[]
  const stateOf = async (code = "", who: Who = "elif") => (await get(`/campaign/code/${encodeURIComponent(code)}`, who)).value
  const messageOf = async (id: string, code = "") => (await record(id, { code })).body.validationErrors[0]

  it("is used by whoever has it as often as a person may, counts as a person, and a void frees it", async () => {
    const id = await create({ participantLimit: 2 })
    expect((await make(id, { count: 3 })).value).toEqual({ batchId: expect.any(String), count: 3, remaining: 0 })
    const [first, second, third] = (await codesOf(id)).map(({ code }) => code)
    expect(await stateOf(first)).toEqual({ campaignId: id, title: "Sayılan kampanya", valid: true, used: false })
    const loose = ` ${first?.toLowerCase().replaceAll("-", "")} `
    const used = await record(id, { code: loose, reference: "K-1" })
    expect([used.status, used.value]).toEqual([200, [{ index: 0, id: "1", at: expect.any(String) }]])
    expect(await stateOf(first)).toMatchObject({ valid: false, used: true })
    expect(await messageOf(id, first)).toEqual({ propertyName: "code", errorMessage: "Bu kod daha önce kullanıldı." })
    expect((await record(id, { uses: [{ code: second }, { code: second }, { code: third }] })).value).toEqual([
      { index: 0, id: "2", at: expect.any(String) },
      { index: 1, errors: [{ field: "code", message: "Bu kod daha önce kullanıldı." }] },
      { index: 2, errors: [{ field: "code", message: "Kontenjan doldu." }] },
    ])
    expect(await stateOf(third)).toMatchObject({ valid: false, used: false })
    expect((await ledger(id)).uses[1]).toMatchObject({ employeeId: null, employeeName: null, code: first, source: "code" })
    expect((await codesOf(id, `&keyword=${first}`)).map(({ usedDate }) => usedDate)).toEqual([expect.any(String)])
    await voidUse(id, "1")
    expect(await stateOf(first)).toMatchObject({ valid: true, used: false })
    expect(await figures(id)).toEqual([1, 1, 0])
    await expectExact()
  })

  it("of a person is made once for each whom the campaign is offered to, and its uses are theirs", async () => {
    const id = await create({ tenantIds: [tenant.sub] })
    const made = await make(id, { personal: true })
    const ofSub = (await signed.api.db.select().from(users)).filter(row => row.tenantId === tenant.sub && row.status === 1)
    expect(made.value).toEqual({ batchId: expect.any(String), count: ofSub.length, remaining: 0 })
    expect((await make(id, { personal: true, pattern: "YENK-####-####" })).value).toEqual({
      batchId: null,
      count: 0,
      remaining: 0,
    })
    const [code] = await codesOf(id)
    expect(await stateOf(code?.code)).toMatchObject({ valid: true, used: false })
    await record(id, { employeeId: code?.employeeId })
    expect(await stateOf(code?.code)).toMatchObject({ valid: false, used: true })
    expect(await messageOf(id, code?.code)).toMatchObject({ propertyName: "code", errorMessage: "Bu kod daha önce kullanıldı." })
    await voidUse(id, "1")
    expect((await record(id, { code: code?.code })).value).toEqual([{ index: 0, id: "2", at: expect.any(String) }])
    expect((await ledger(id)).uses[0]).toMatchObject({
      employeeId: code?.employeeId,
      employeeName: code?.employeeName,
      source: "code",
    })
    await expectExact()
  })

  it("of another campaign, of others, mistyped or unknown is none, and only few are tried", async () => {
    const [id, other] = [await create(), await create()]
    await make(other, { count: 1 })
    const [code] = (await codesOf(other)).map(({ code }) => code)
    expect(await messageOf(id, code)).toEqual({ propertyName: "code", errorMessage: "Bu kampanyanın böyle bir kodu yok." })
    expect((await messageOf(id, `${code?.slice(0, -1)}0`)).propertyName).toBe("code")
    expect((await get(`/campaign/code/${code}`, "mert")).status).toBe(404)
    expect(fieldsOf(await make(id, { count: 1, pattern: "KART-##" }))).toEqual(["pattern"])
    const stateStatus = async (who: Who) => (await get(`/campaign/code/${code}`, who)).status
    for (const [who, other] of [
      ["mert", "elif"],
      ["elif", "admin"],
    ] as const) {
      const key = `unknown codes ${(await get("/api/auth/me", who)).value.userId}`
      const tried = await rowsOf<{ calls: number }>(signed.api.db, `select calls from limits where key = '${key}'`)
      expect([who, tried]).toEqual([who, [{ calls: 1 }]])
      // A demonstration takes a hundred times as many.
      await signed.api.db.execute(`update limits set calls = 30001 where key = '${key}'`)
      expect([await stateStatus(who), await stateStatus(other)]).toEqual([429, 200])
    }
    expect([(await record(id, { code })).status, (await record(id, byPerson(0))).status]).toEqual([429, 200])
    await signed.api.db.execute("delete from limits where key like 'unknown codes %'")
  })

  it("of the platform's campaign is not shown to the company whose person used it", async () => {
    const id = await create({ tenantIds: [tenant.sub] }, "admin")
    await make(id, { personal: true }, "admin")
    const [code] = (await get(`/campaign/${id}/codes?pageSize=1`, "admin")).value.codes as Code[]
    await record(id, { code: code?.code }, "admin")
    const seen = async (who: Who) => (await ledger(id, "", who)).uses.map((use: Code) => [use.employeeId, use.code])
    expect([await seen("admin"), await seen("elif")]).toEqual([[[code?.employeeId, code?.code]], [[code?.employeeId, null]]])
    expect((await get(`/campaign/${id}/codes`)).status).toBe(403)
  })

  itInLongRuns("is drawn anew where another campaign has it, which is said when nothing is left", async () => {
    const [id, other] = [await create(), await create()]
    const { value } = await make(other, { count: 1 })
    await signed.api.db.execute(`insert into campaign_codes (campaign_id, batch_id, code, is_personal, created_at)
      select '${other}', '${value.batchId}', code, false, now() from unnest('{${codesOfPattern("QQQ")}}'::text[]) code`)
    expect(fieldsOf(await make(id, { count: 3, pattern: "QQQ####" }))).toEqual(["pattern"])
    expect(await codesOf(id)).toEqual([])
  })
})

it("of a person who is permanently deleted names nobody, nor who recorded it by which token, and the figures stay", async () => {
  const id = await create({ usesPerPerson: null })
  const draft = { firstName: "Silinecek", lastName: "Kişi", phoneNumber: "0532 555 10 10", email: "silinecek@yesilova.example" }
  const person = (await send("POST", "/user/create", "elif", { ...draft, role: "tenantAdmin" })).value
  const token = await signed.api.signIn(person.email)
  const till = await signed.api.call("POST", "/token", {
    token,
    body: { name: "Silinecek kasa", scopes: ["campaigns.use"], days: 9 },
  })
  const uses = [{ employeeId: person.id, reference: "1" }, byPerson(0)]
  await signed.api.call("POST", `/campaign/${id}/uses`, { token: till.value.secret, body: { uses } })
  await send("POST", `/campaign/${id}/codes`, "elif", { pattern: "KART-####-####", count: 1 })
  await signed.api.db.execute(
    `update campaign_codes set person_id = '${person.id}', is_personal = true where campaign_id = '${id}'`,
  )
  const codes = () => rowsOf(signed.api.db, `select id from campaign_codes where person_id = '${person.id}'`)
  expect(await codes()).toHaveLength(1)
  expect((await ledger(id)).uses[1]).toMatchObject({
    employeeName: "Silinecek Kişi",
    author: "Silinecek Kişi",
    token: "Silinecek kasa",
  })
  expect((await send("DELETE", `/api/users/hard-delete/${person.id}`, "admin")).status).toBe(200)
  expect(await codes()).toEqual([])
  const left = await ledger(id)
  expect(left.uses[1]).toMatchObject({ employeeId: null, employeeName: null, author: "", token: null, reference: "1" })
  expect([left.participantCount, (await ledger(id, "&keyword=silinecek")).totalCount]).toEqual([2, 0])
  await expectExact()
})

describe("what a person is offered", () => {
  type Row = Record<string, unknown> & { id: string; tenantId: string | null; tenantIds: string[] }
  const offersOf = async (personId: string, who: Who = "elif", query = "pageSize=100") =>
    (await get(`/user/${personId}/offers?${query}`, who)).value as { offers: Row[]; totalCount: number }
  const idsOf = (rows: Row[]) => rows.map(({ id }) => id).sort()
  const activeFor = async (who: Who) => {
    const rows: Row[] = []
    for (let page = 0; ; page++) {
      const { campaigns } = (await get(`/campaign/list?status=2&pageSize=100&page=${page}`, who)).value
      rows.push(...campaigns)
      if (campaigns.length < 100) return rows
    }
  }

  it("are the active campaigns of the own company, of its parent and of the platform whose companies name it, or none", async () => {
    const made: string[] = []
    for (const [who, tenantIds] of [
      ["admin", []],
      ["admin", [tenant.sub]],
      ["admin", [tenant.theirs]],
      ["elif", []],
      ["elif", [tenant.own]],
      ["elif", [tenant.sub]],
      ["mert", []],
    ] as [Who, string[]][])
      made.push(await create({ tenantIds }, who))
    const state = { draft: { status: 0 }, paused: { status: 3 }, ahead: { startDate: "2026-03-20T00:00:00Z" } }
    const closed = [...Object.values(state), { endDate: "2026-03-09T00:00:00Z" }]
    const others = await Promise.all(closed.map(given => create(given)))
    const companies: { id: string; parentId: string | null }[] = (await get("/tenant/get-all", "admin")).value
    const active = await activeFor("admin")
    for (const [person, offered] of [
      [personAt(0), [0, 3, 4]],
      [ofSubsidiary, [0, 1, 3, 5]],
      [stranger, [0, 2, 6]],
    ] as [Person, number[]][]) {
      const parentId = companies.find(({ id }) => id === person.tenantId)?.parentId
      const isOffered = ({ tenantId, tenantIds }: Row) =>
        (tenantId === null || tenantId === person.tenantId || tenantId === parentId) &&
        (!tenantIds.length || tenantIds.includes(person.tenantId ?? ""))
      const { offers, totalCount } = await offersOf(person.id, "admin")
      const ids = idsOf(offers)
      expect(made.filter(id => ids.includes(id))).toEqual(offered.map(at => made[at]))
      expect(others.filter(id => ids.includes(id))).toEqual([])
      expect([ids, totalCount]).toEqual([idsOf(active.filter(isOffered)), ids.length])
    }
    const [all, second] = [await offersOf(ofSubsidiary.id), await offersOf(ofSubsidiary.id, "elif", "page=1&pageSize=2")]
    expect([idsOf(second.offers), second.totalCount]).toEqual([idsOf(all.offers.slice(2, 4)), all.totalCount])
  })

  it("have what is left for the person and for all, as a use would find it", async () => {
    const id = await create({ usesPerPerson: 2, participantLimit: 1, budget: 10.3 })
    const free = await create({ usesPerPerson: null })
    const leftFor = async (personId: string, campaignId = id) => {
      const offer = (await offersOf(personId)).offers.find(row => row.id === campaignId)
      return [offer?.usesLeft, offer?.placesLeft, offer?.amountLeft, offer?.usable]
    }
    const [one, two] = [personAt(0).id, personAt(1).id]
    expect([await leftFor(one), await leftFor(one, free)]).toEqual([
      [2, 1, 10.3, true],
      [null, null, null, true],
    ])
    await record(id, byPerson(0, { amount: 10.01 }))
    expect([await leftFor(one), await leftFor(two)]).toEqual([
      [1, 0, 0.29, true],
      [2, 0, 0.29, false],
    ])
    await record(id, byPerson(0, { amount: 0.28 }))
    expect(await leftFor(one)).toEqual([0, 0, 0.01, false])
    await voidUse(id, "1")
    await record(id, byPerson(0, { amount: 10.02 }))
    await send("PUT", "/campaign/update", "elif", { campaignId: id, usesPerPerson: 5, budget: 10.3 })
    expect(await leftFor(one)).toEqual([3, 0, 0, false])
  })

  it("are none where the person is inactive, an administrator of the platform or of an inactive company", async () => {
    const { db } = signed.api
    const count = async () => (await offersOf(personAt(0).id, "admin")).totalCount
    expect(await count()).toBeGreaterThan(0)
    await db.execute(`update users set status = 0 where id = '${personAt(0).id}'`)
    expect(await count()).toBe(0)
    await db.execute(`update users set status = 1 where id = '${personAt(0).id}'`)
    await db.execute(`update tenants set active_status = 0 where id = '${tenant.own}'`)
    expect(await count()).toBe(0)
    await db.execute(`update tenants set active_status = 1 where id = '${tenant.own}'`)
    const { userId } = (await get("/api/auth/me", "admin")).value
    expect((await offersOf(userId, "admin")).totalCount).toBe(0)
  })

  it("are of people and campaigns in reach alone", async () => {
    const person = personAt(0).id
    for (const [path, who, status] of [
      [`/user/${stranger.id}/offers`, "elif", 404],
      [`/user/${person}/offers`, "mert", 404],
      [`/user/${person}/offers`, "user", 403],
      ["/user/x/offers", "admin", 404],
    ] as const)
      expect([path, who, (await get(path, who)).status]).toEqual([path, who, status])
    const readable = new Set(idsOf(await activeFor("elif")))
    expect((await offersOf(ofSubsidiary.id)).offers.every(({ id }) => readable.has(id))).toBe(true)
  })
})

describe("200 calls at once", () => {
  /** Repeats a call that the limit of load did not admit. */
  const admitted = async (call: () => ReturnType<typeof record>) => {
    let answer = await call()
    while (answer.status === 503) answer = await call()
    return answer
  }

  it("let through what fits: the last places and the last lira", async () => {
    const [places, budget] = [await create({ participantLimit: 7 }), await create({ budget: 30, usesPerPerson: null })]
    const calls = Array.from({ length: 100 }, (_, at) => [
      admitted(() => record(places, byPerson(at))),
      admitted(() => record(budget, byPerson(at, { amount: 7 }))),
    ]).flat()
    const statuses = (await Promise.all(calls)).map(({ status }) => status)
    expect(statuses.filter(status => status === 200).length).toBe(7 + 4)
    expect(new Set(statuses)).toEqual(new Set([200, 400]))
    expect([await figures(places), await figures(budget)]).toEqual([
      [7, 7, 0],
      [4, 4, 28],
    ])
    await expectExact()
  })

  it("with one reference record one use", async () => {
    const id = await create({ usesPerPerson: null })
    const calls = Array.from({ length: 200 }, (_, at) => admitted(() => record(id, byPerson(at, { reference: "SON" }))))
    const values = (await Promise.all(calls)).map(({ value }) => value[0])
    expect(values.filter(({ known }) => !known).length).toBe(1)
    expect(new Set(values.map(value => value.id))).toEqual(new Set(["1"]))
    expect(await figures(id)).toEqual([1, 1, 0])
  })
})
