import { randomUUID } from "node:crypto"
import { beforeAll, describe, expect, it } from "vitest"
import { drawEntries as table } from "../../../server/src/db/draw-tables"
import { tenants, users } from "../../../server/src/db/schema"
import { fieldsOf, startApi, type Who } from "../record-kit"

/** Recorded entries of draws by time, and the list of participants (docs/contract.md#draw-entries). */
const { signed, tenant } = startApi()
let people: (typeof users.$inferSelect)[] = []
let stranger = ""
beforeAll(async () => {
  const { api } = signed
  const rows = (await api.db.select().from(users)).sort((a, b) => (a.email < b.email ? -1 : 1))
  people = rows.filter(row => row.tenantId === tenant.own && row.status === 1 && row.role === "User")
  stranger = rows.find(row => row.tenantId === tenant.theirs)?.id ?? ""
})

const send = (method: string, path: string, who: Who = "elif", body?: unknown, headers: Record<string, string> = {}) =>
  signed.api.call(method, path, { token: signed.tokens[who], body, headers: { "Accept-Language": "tr", ...headers } })

/** Entries are taken from 1 March to 20 March; it is 10 March, 09:00. */
const draft = {
  title: "Erken gelen kazanır",
  description: "İlk başvuranlar",
  method: 2,
  eligibility: 0,
  prizes: [{ name: "Kupa", type: 0, quantity: 2 }],
  startDate: "2026-03-01T00:00:00Z",
  endDate: "2026-03-20T09:00:00Z",
  drawDate: "2026-03-21T09:00:00Z",
  status: 1,
}
const create = async (given: object = {}) =>
  (await send("POST", "/draw/create", "elif", { ...draft, ...given })).value.id as string
const record = (id: string, body: object, who: Who = "elif", headers = {}) =>
  send("POST", `/draw/${id}/entries`, who, { imported: true, ...body }, headers)
const remove = (id: string, employeeId: string, who: Who = "elif") => send("DELETE", `/draw/${id}/entries/${employeeId}`, who)
const participants = async (id: string, query = "", who: Who = "elif") =>
  (await send("GET", `/draw/${id}/participants?pageSize=100${query}`, who)).value

const personAt = (at: number) => {
  const person = people[at]
  if (!person) throw new Error("The demonstration has too few people.")
  return person
}
const nameOf = (at: number) => `${personAt(at).firstName} ${personAt(at).lastName}`
const storedOf = async (id: string) =>
  new Map(
    (await signed.api.db.select().from(table)).flatMap(row =>
      row.drawId === id ? [[row.employeeId, row.enteredAt?.toISOString()] as const] : [],
    ),
  )
const auditOf = async (id: string) =>
  signed.api.db.query.audit.findMany({
    where: (row, { and, eq }) => and(eq(row.entityId, id), eq(row.action, "update")),
    orderBy: row => row.id,
  })

type Outcome = { index: number; employeeId?: string; at?: string; known?: boolean; errors?: { field: string; message: string }[] }

describe("one entry", () => {
  it("is of a person by id or e-mail address, now unless it says when, and is in the history", async () => {
    const id = await create()
    const [first, second] = [personAt(0), personAt(1)]
    const now = new Date(signed.api.now()).toISOString()
    const made = await record(id, { employeeId: first.id.toUpperCase() })
    expect([made.status, made.value]).toEqual([200, [{ index: 0, employeeId: first.id, at: now }]])
    const at = "2026-03-05T10:00:00+03:00"
    const byMail = await record(id, { email: ` ${second.email.toUpperCase()} `, at })
    expect(byMail.value).toEqual([{ index: 0, employeeId: second.id, at: "2026-03-05T07:00:00.000Z" }])
    expect(await storedOf(id)).toEqual(
      new Map([
        [first.id, now],
        [second.id, "2026-03-05T07:00:00.000Z"],
      ]),
    )
    const [, entry] = await auditOf(id)
    expect([entry?.entity, entry?.actorEmail, entry?.tenantId, entry?.after]).toEqual([
      "draw",
      "elif.yilmaz@yesilova.example",
      tenant.own,
      { entries: [{ employeeId: second.id, at: "2026-03-05T07:00:00.000Z", recordedAt: now }] },
    ])
    expect((await send("GET", `/draw/${id}`)).headers.get("ETag")).toBe('"1"')
  })

  it("that is not imported names no time: an administrator cannot date a friend back", async () => {
    const id = await create()
    const [first, friend] = [personAt(0), personAt(1)]
    await record(id, { employeeId: first.id, imported: false })
    signed.api.advance(1_000)
    const at = "2026-03-01T00:00:00.001Z"
    for (const imported of [undefined, null, false])
      expect(fieldsOf(await record(id, { employeeId: friend.id, at, imported }))).toEqual(["at"])
    expect((await record(id, { entries: [{ employeeId: friend.id, at }], imported: false })).value[0].errors[0].field).toBe("at")
    expect([...(await storedOf(id)).keys()]).toEqual([first.id])
  })

  it("counts from the earliest time on, whichever comes first", async () => {
    const id = await create()
    const { id: employeeId } = personAt(0)
    await record(id, { employeeId, at: "2026-03-05T00:00:00Z" })
    const later = await record(id, { employeeId, at: "2026-03-06T00:00:00Z" })
    expect(later.value).toEqual([{ index: 0, employeeId, at: "2026-03-05T00:00:00.000Z", known: true }])
    expect(await auditOf(id)).toHaveLength(1)
    await record(id, { employeeId, at: "2026-03-04T00:00:00Z" })
    expect(await storedOf(id)).toEqual(new Map([[employeeId, "2026-03-04T00:00:00.000Z"]]))
  })

  const refused: [string, (at: typeof personAt) => object, string, string][] = [
    ["nobody", () => ({}), "employeeId", "Bu çalışan, çekilişin şirketinde bulunamadı."],
    ["an unknown id", () => ({ employeeId: randomUUID() }), "employeeId", "Bu çalışan, çekilişin şirketinde bulunamadı."],
    ["what is no id", () => ({ employeeId: "x" }), "employeeId", "Bu çalışan, çekilişin şirketinde bulunamadı."],
    ["another company's person", () => ({ employeeId: stranger }), "employeeId", "Bu çalışan, çekilişin şirketinde bulunamadı."],
    ["an unknown address", () => ({ email: "kimse@yesilova.example" }), "email", "Bu çalışan, çekilişin şirketinde bulunamadı."],
    [
      "a moment before the start",
      at => ({ employeeId: at(0).id, at: "2026-02-28T23:59:59.999Z" }),
      "at",
      "Başlangıç ile bitiş arasında bir zaman yazın.",
    ],
    [
      "a moment ahead",
      at => ({ employeeId: at(0).id, at: new Date(signed.api.now() + 1_000).toISOString() }),
      "at",
      "Gelecekte olmayan bir zaman yazın.",
    ],
    ["no moment", at => ({ employeeId: at(0).id, at: "dün" }), "at", "Geçerli bir tarih ve saat yazın."],
    ["an id in numbers", () => ({ employeeId: 5 }), "employeeId", "Değer beklenen biçimde değil."],
  ]
  it("of who cannot take part, or at a time that cannot be, is refused at its field", async () => {
    const id = await create()
    for (const [what, body, propertyName, errorMessage] of refused) {
      const answer = await record(id, body(personAt))
      expect([what, answer.status, answer.body.validationErrors]).toEqual([what, 400, [{ propertyName, errorMessage }]])
    }
    expect([(await storedOf(id)).size, await auditOf(id)]).toEqual([0, []])
  })

  it("is refused to who does not meet the draw's conditions", async () => {
    const { db } = signed.api
    const inactive = (await db.select().from(users)).find(row => row.tenantId === tenant.own && row.status === 0)
    const id = await create({ eligibility: 1, employeeIds: [personAt(0).id], departmentId: null, excludeLastDraws: 1 })
    const messageOf = async (employeeId: string) => (await record(id, { employeeId })).body.validationErrors[0]?.errorMessage
    expect(await messageOf(inactive?.id ?? "")).toBe("Bu çalışan pasif durumda.")
    expect(await messageOf(personAt(1).id)).toBe("Bu çalışan katılım koşulunu karşılamıyor.")
    expect((await record(id, { employeeId: personAt(0).id })).status).toBe(200)
  })

  it("after the end needs a time before it", async () => {
    const id = await create({ startDate: "2026-03-01", endDate: "2026-03-09T00:00:00Z", drawDate: "2026-03-12" })
    const { id: employeeId } = personAt(0)
    expect(fieldsOf(await record(id, { employeeId }))).toEqual(["at"])
    expect(fieldsOf(await record(id, { employeeId, at: "2026-03-09T00:00:00Z" }))).toEqual(["at"])
    expect((await record(id, { employeeId, at: "2026-03-08T23:59:59.999Z" })).status).toBe(200)
  })

  it.each([
    ["that takes all who are eligible", { method: 0 }, "Bu çekilişe katılım eklenmez; koşulları karşılayan herkes katılır."],
    ["by score", { method: 1 }, "Bu çekilişe katılım eklenmez; koşulları karşılayan herkes katılır."],
    ["that is a draft", { status: 0 }, "Çekiliş yayında olmadığı için katılım eklenemiyor."],
    ["that is cancelled", { status: 4 }, "Çekiliş yayında olmadığı için katılım eklenemiyor."],
  ])("is not taken by a draw %s", async (_, given, message) => {
    const id = await create(given)
    for (const answer of [await record(id, { employeeId: personAt(0).id }), await remove(id, personAt(0).id)])
      expect([answer.status, answer.body.errors[0]]).toEqual([409, message])
    expect((await storedOf(id)).size).toBe(0)
  })

  it("is taken back before the lock, once", async () => {
    const id = await create()
    const { id: employeeId } = personAt(0)
    await record(id, { employeeId, at: "2026-03-05T00:00:00Z" })
    expect((await remove(id, employeeId)).value).toBe(true)
    expect((await remove(id, employeeId)).status).toBe(404)
    expect((await storedOf(id)).size).toBe(0)
    expect((await auditOf(id)).at(-1)).toMatchObject({
      before: { entries: [{ employeeId, at: "2026-03-05T00:00:00.000Z" }] },
      after: { entries: [] },
    })
  })
})

describe("many entries", () => {
  it("have an outcome each, in the order of the rows", async () => {
    const id = await create()
    const [one, two, three] = [personAt(0), personAt(1), personAt(2)]
    const at = "2026-03-05T00:00:00.000Z"
    const rows: object[] = [
      { employeeId: one.id, at },
      { email: two.email, at },
      { email: "kimse@yesilova.example" },
      { employeeId: two.id, at: "2026-03-04T00:00:00Z" },
      { employeeId: 5 },
      { employeeId: three.id, at: "2026-04-01T00:00:00Z" },
      { employeeId: stranger, at: "x" },
    ]
    const { status, value } = await record(id, { entries: rows })
    const summary = (value as Outcome[]).map(({ errors, ...outcome }) => (errors ? errors.map(({ field }) => field) : outcome))
    expect([status, summary]).toEqual([
      200,
      [
        { index: 0, employeeId: one.id, at },
        { index: 1, employeeId: two.id, at: "2026-03-04T00:00:00.000Z" },
        ["email"],
        { index: 3, employeeId: two.id, at: "2026-03-04T00:00:00.000Z", known: true },
        ["employeeId"],
        ["at"],
        ["employeeId", "at"],
      ],
    ])
    expect(value.map((row: Outcome) => row.index)).toEqual([0, 1, 2, 3, 4, 5, 6])
    expect([...(await storedOf(id)).keys()].sort()).toEqual([one.id, two.id].sort())
    expect(await auditOf(id)).toHaveLength(1)
  })

  it("are refused as a whole where they are none, or more than 1,000", async () => {
    const id = await create()
    for (const entries of [[], [null], Array.from({ length: 1001 }, () => ({}))])
      expect([entries.length, (await record(id, { entries })).status]).toEqual([entries.length, 400])
  })

  it("of thirty calls at once are all there, each person once", async () => {
    const id = await create()
    const some = people.slice(0, 5)
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, n) =>
        record(id, { employeeId: some[n % 5]?.id, at: `2026-03-05T00:00:${String(29 - n).padStart(2, "0")}Z` }),
      ),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    const stored = await storedOf(id)
    expect([...stored.keys()].sort()).toEqual(some.map(({ id }) => id).sort())
    expect([...stored.values()].every(at => String(at) <= "2026-03-05T00:00:04.000Z")).toBe(true)
  })
})

describe("whose entries they are", () => {
  it("a subsidiary's administrator sees no draw of the company above, and its people take part in it", async () => {
    const { db } = signed.api
    const sub = (await db.select().from(tenants)).find(row => row.parentId === tenant.own)
    const email = "kura@yesilova-alt.example"
    const values = { email, firstName: "Su", lastName: "Koç", role: "TenantAdmin" as const, tenantId: sub?.id ?? "" }
    const [person] = await db.insert(users).values(values).returning()
    const token = await signed.api.signIn(email)
    const id = await create()
    expect((await record(id, { email })).value).toMatchObject([{ employeeId: person?.id }])
    for (const path of ["", "/participants", "/funnel"])
      expect((await signed.api.call("GET", `/draw/${id}${path}`, { token })).status).toBe(404)
  })
})

describe("the participants", () => {
  it("of a draw by time are its recorded entries, earliest first, with whether they count", async () => {
    const id = await create()
    const times = ["2026-03-05T00:00:00.000Z", "2026-03-03T00:00:00.000Z", "2026-03-04T00:00:00.000Z"]
    await record(id, { entries: times.map((at, n) => ({ employeeId: personAt(n).id, at })) })
    const { entries, totalCount } = await participants(id)
    expect(totalCount).toBe(3)
    expect(entries.map(({ name, at }: { name: string; at: string }) => [name, at])).toEqual([
      [nameOf(1), times[1]],
      [nameOf(2), times[2]],
      [nameOf(0), times[0]],
    ])
    expect(entries[0]).toEqual({
      employeeId: personAt(1).id,
      name: nameOf(1),
      departmentName: expect.any(String),
      ticket: null,
      weight: 1,
      at: times[1],
      eligible: true,
      receipt: null,
    })
    await send("PUT", `/api/users/update/${personAt(2).id}`, "elif", { status: 0 })
    const counted = (await participants(id)).entries.map(({ eligible }: { eligible: boolean }) => eligible)
    expect(counted).toEqual([true, false, true])
    await send("PUT", `/api/users/update/${personAt(2).id}`, "elif", { status: 1 })
    // A later start leaves earlier entries out.
    await send("PUT", "/draw/update", "elif", { id, startDate: "2026-03-03T12:00:00Z" })
    expect((await participants(id)).entries.map(({ eligible }: { eligible: boolean }) => eligible)).toEqual([false, true, true])
  })

  it("of other draws are who would take part, by name, and are searched and paged", async () => {
    const employeeIds = people.slice(0, 6).map(({ id }) => id)
    const id = await create({ method: 1, eligibility: 1, employeeIds, departmentId: null })
    const all = await participants(id, "&sortBy=weight&sortOrder=desc")
    const weights = people
      .slice(0, 6)
      .map(({ score }) => score ?? 0)
      .filter(Boolean)
      .sort((a, b) => b - a)
    expect(all.entries.map(({ weight }: { weight: number }) => weight)).toEqual(weights)
    expect(all.entries.every((row: { at: null; receipt: null }) => row.at === null && row.receipt === null)).toBe(true)
    const { entries } = await participants(id, `&keyword=${encodeURIComponent(personAt(0).email)}`)
    expect(entries.map(({ employeeId }: { employeeId: string }) => employeeId)).toEqual([personAt(0).id])
    const second = await send("GET", `/draw/${id}/participants?page=1&pageSize=2`)
    expect([second.value.entries.length, second.value.totalCount]).toEqual([2, weights.length])
  })
})
