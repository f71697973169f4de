import { beforeEach, describe, expect, it } from "vitest"
import { jobs } from "../../../server/src/db/job-tables"
import { audit, idempotencyKeys, users } from "../../../server/src/db/schema"
import type { Mail } from "../../../server/src/mail/mail"
import { messageMails } from "../../../server/src/resources/messages/mails"
import { type GiftCode, type GiveResult, giftCodeStates } from "../../../src/contract/gift-codes"
import { startApi, type Who } from "../record-kit"

/** Codes that are given to people, taken back, cancelled, mailed and filtered (docs/contract.md#given-codes). */
const { signed, tenant, send } = startApi()

const hour = 3_600_000
const card = async (count = 4, given: object = {}, who: Who = "elif") => {
  const id = (await send("POST", "/gift/create", who, { cardName: "Verilen kart", status: 1, ...given })).value.id as string
  await send("POST", `/gift/${id}/codes`, who, { count, pattern: "VER-####-####" })
  return id
}
const codesOf = async (id: string, query = "", who: Who = "elif") =>
  (await send("GET", `/gift/${id}/codes?pageSize=100${query}`, who)).value.codes as GiftCode[]
const give = (id: string, given: object, who: Who = "elif") => send("POST", `/gift/${id}/codes/give`, who, given)
const act = (id: string, action: string, ids: string[], who: Who = "elif") =>
  send("PUT", `/gift/${id}/codes`, who, { ids, action })
const outcomes = ({ value }: { value: GiveResult }) => value.rows.map(({ outcome }) => outcome)
const use = (id: string, code: string) => send("POST", `/gift/${id}/uses`, "elif", { code })

let number = 0
/** A new active person. */
const person = async (tenantId = tenant.own, more: object = {}) => {
  const email = `kod${++number}@yesilova.example`
  const values = { email, firstName: "Kişi", lastName: `No${number}`, tenantId, language: "tr", role: "User" as const, ...more }
  const now = new Date(signed.api.now())
  const [row] = await signed.api.db
    .insert(users)
    .values({ ...values, createdAt: now, updatedAt: now })
    .returning()
  if (!row) throw new Error("Nobody was stored.")
  return row
}

const sendDue = async () => {
  const mails: Mail[] = []
  const mailer = { open: async () => {}, send: async (mail: Mail) => void mails.push(mail) }
  await messageMails.send({ ...signed.api.deps, mailer }, 10_000)
  return mails
}
const run = (query: string) => signed.api.db.execute(query)
const codesWhere = (id: string) => signed.api.db.query.giftCodes.findMany({ where: (row, { eq }) => eq(row.giftId, id) })
beforeEach(() => run("delete from jobs where kind = 'message'"))

describe("giving codes", () => {
  it("gives each named person one free code, once, and says of each what became of them", async () => {
    const id = await card()
    const [one, other, away, stranger] = [
      await person(),
      await person(tenant.sub),
      await person(tenant.own, { status: 0 }),
      await person(tenant.theirs),
    ]
    const given = { employeeIds: [one.id], emails: [` ${other.email.toUpperCase()}`, away.email, stranger.email, one.email] }
    const checked = await give(id, { ...given, check: true })
    expect((await codesOf(id)).every(({ state }) => state === "free")).toBe(true)
    const answer = await give(id, given)
    expect([answer.status, answer.value]).toEqual([200, checked.value])
    expect(answer.value).toEqual({
      rows: [
        { employeeId: one.id, name: `Kişi ${one.lastName}`, outcome: "given" },
        { employeeId: other.id, name: `Kişi ${other.lastName}`, outcome: "given" },
        { employeeId: null, name: away.email, outcome: "unknown" },
        { employeeId: null, name: stranger.email, outcome: "unknown" },
      ],
      free: 4,
    })
    expect((await codesOf(id, "&state=given")).map(({ employeeId }) => employeeId).sort()).toEqual([one.id, other.id].sort())
    expect(outcomes(await give(id, { employeeIds: [one.id] }))).toEqual(["holds"])
    const logged = (await signed.api.db.select().from(audit)).find(row => row.entityId === id && row.entity === "giftbatch")
    expect(logged?.after).toMatchObject({ codes: "give", count: 2, employeeIds: expect.arrayContaining([one.id, other.id]) })
  })

  it("takes the chosen codes alone, and leaves people without one once they are used up", async () => {
    const id = await card()
    const [first] = await codesOf(id)
    const employeeIds = [(await person()).id, (await person()).id]
    expect(outcomes(await give(id, { employeeIds, codeIds: [first?.id] }))).toEqual(["given", "noCode"])
    expect((await codesOf(id, "&state=given")).map(({ code }) => code)).toEqual([first?.code])
  })

  it("gives those of a department of the company, and none of an expired or a foreign card", async () => {
    const { value } = await send("POST", "/department/create", "elif", { name: "Kod Birimi" })
    const departmentId = value.id as string
    const [inside] = [await person(tenant.own, { departmentId }), await person()]
    const id = await card()
    expect((await give(id, { departmentId })).value.rows).toEqual([expect.objectContaining({ employeeId: inside.id })])
    const over = await card(2, { validityEnd: new Date(signed.api.now() - hour).toISOString() })
    expect([(await give(over, { departmentId })).status, (await codesOf(over, "&state=expired")).length]).toEqual([409, 2])
    for (const who of ["mert", "user"] as const)
      for (const answer of [await give(id, { departmentId }, who), await act(id, "cancel", ["1"], who)])
        expect([403, 404]).toContain(answer.status)
  })

  it("is undone as a whole, unless a code was used since", async () => {
    const id = await card()
    const employeeIds = [(await person()).id, (await person()).id]
    const token = (await give(id, { employeeIds })).headers.get("Undo-Token")
    expect((await send("POST", `/undo/${token}`, "mert")).status).toBe(404)
    expect((await send("POST", `/undo/${token}`)).status).toBe(200)
    expect((await codesOf(id, "&state=free")).length).toBe(4)
    const again = (await give(id, { employeeIds })).headers.get("Undo-Token")
    const [given] = await codesOf(id, "&state=given")
    await use(id, given?.code ?? "")
    expect((await send("POST", `/undo/${again}`)).status).toBe(409)
    expect((await codesOf(id, "&state=given")).length).toBe(1)
  })
})

describe("a code", () => {
  it("that is cancelled is refused when it is used, until the undo; a used one is not cancelled", async () => {
    const id = await card(2)
    const [lost, used] = await codesOf(id)
    if (!lost || !used) throw new Error("No codes.")
    await use(id, used.code)
    const { value } = await act(id, "cancel", [lost.id, used.id, "999999999"])
    expect(value).toEqual([
      { index: 0, outcome: "changed", undoToken: expect.any(String) },
      { index: 1, outcome: "refused", errors: [expect.objectContaining({ message: expect.stringMatching(/kullanıldı/) })] },
      { index: 2, outcome: "refused", errors: [expect.anything()] },
    ])
    const refused = await use(id, lost.code)
    expect([refused.status, refused.body.errors]).toEqual([409, ["Bu kod iptal edildi; kullanılamaz."]])
    await send("POST", `/undo/${value[0].undoToken}`)
    expect((await use(id, lost.code)).status).toBe(200)
  })

  it("that was taken back is free for others; one that its person knows by mail is cancelled", async () => {
    const id = await card()
    const [one, other] = [await person(), await person()]
    await give(id, { employeeIds: [one.id] })
    await give(id, { employeeIds: [other.id], mail: true })
    const given = await codesOf(id, "&state=given")
    await act(
      id,
      "takeBack",
      given.map(({ id }) => id),
    )
    const after = await codesOf(id)
    const stateOf = (who: { id: string }) => after.find(({ id }) => id === given.find(row => row.employeeId === who.id)?.id)
    expect(stateOf(one)).toMatchObject({ state: "free", employeeId: null, givenDate: null })
    expect(stateOf(other)).toMatchObject({ state: "cancelled", employeeId: other.id, isMailed: true })
  })

  it("has the same state in the filter as in its row", async () => {
    const id = await card(40, { validityEnd: new Date(signed.api.now() + hour).toISOString() })
    const at = `'${new Date(signed.api.now()).toISOString()}'`
    const personId = (await person()).id
    const all = await codesWhere(id)
    for (const [place, { id }] of all.entries())
      await run(`update gift_codes set used_at = ${place & 1 ? at : "null"}, cancelled_at = ${place & 2 ? at : "null"},
        person_id = ${place & 4 ? `'${personId}'` : "null"} where id = ${id}`)
    const compare = async () => {
      const rows = await codesOf(id)
      for (const state of giftCodeStates)
        expect((await codesOf(id, `&state=${state}`)).map(row => row.id)).toEqual(
          rows.filter(row => row.state === state).map(row => row.id),
        )
      return new Set(rows.map(({ state }) => state))
    }
    expect(await compare()).toEqual(new Set(["free", "given", "used", "cancelled"]))
    await send("PUT", "/gift/update", "elif", {
      id,
      cardName: "Biten",
      validityEnd: new Date(signed.api.now() - hour).toISOString(),
    })
    expect(await compare()).toEqual(new Set(["expired", "used", "cancelled"]))
    expect(await codesOf(id, "&state=başka")).toEqual([])
  })
})

describe("the mail of a code", () => {
  it("goes once to its person, in their language, and the code stands nowhere else", async () => {
    const until = new Date(signed.api.now() + 48 * hour).toISOString()
    const id = await card(3, { cardName: "Yaz kartı", description: "250 TL değerinde", validityEnd: until })
    const [one, other] = [await person(tenant.own, { language: "en" }), await person()]
    await give(id, { employeeIds: [one.id] })
    const [code] = await codesOf(id, "&state=given")
    if (!code) throw new Error("No code.")
    await act(id, "mail", [code.id])
    expect((await act(id, "mail", [code.id])).value).toEqual([{ index: 0, outcome: "unchanged" }])
    const stored = JSON.stringify([
      await signed.api.db.select().from(jobs),
      await signed.api.db.select().from(audit),
      await signed.api.db.select().from(idempotencyKeys),
      (await send("GET", "/message?pageSize=100")).value,
    ])
    expect(stored).toContain(other.tenantId)
    expect(stored).not.toContain(code.code)
    const mails = signed.api.outbox.filter(({ to }) => to === one.email)
    expect(mails).toHaveLength(1)
    expect(mails[0]).toMatchObject({ subject: "Your gift card: Yaz kartı" })
    for (const part of [code.code, "250 TL değerinde", "Valid until:"]) expect(JSON.stringify(mails[0])).toContain(part)
    expect((await send("GET", "/message?pageSize=100", "mert")).value.messages).toEqual([])
  })

  it("does not go out once the code was cancelled", async () => {
    const id = await card()
    const { id: personId } = await person()
    const [row] = await codesWhere(id)
    const messageId = "3f0d1f6e-5a53-4c1b-9a55-0b6f1c0a7e99"
    const at = new Date(signed.api.now())
    await run(`update gift_codes set person_id = '${personId}', given_at = now(), mail_id = '${messageId}', cancelled_at = now()
      where id = ${row?.id}`)
    const body = JSON.stringify({ path: "", params: { title: "Kart" } })
    const job = {
      kind: "message" as const,
      type: "giftCode",
      messageId,
      recordId: personId,
      about: id,
      tenantId: tenant.own,
      body,
    }
    await signed.api.db.insert(jobs).values({ ...job, createdAt: at, nextTryAt: at })
    expect(await sendDue()).toEqual([])
    expect((await signed.api.db.select().from(jobs)).filter(row => row.messageId === messageId)).toEqual([])
  })

  it("leaves nothing of a person who is erased: an unused code is cancelled", async () => {
    const id = await card()
    const { id: personId } = await person()
    const token = (await give(id, { employeeIds: [personId] })).headers.get("Undo-Token")
    await send("DELETE", `/api/users/hard-delete/${personId}`, "admin")
    expect((await send("POST", `/undo/${token}`)).status).toBe(409)
    expect(await codesOf(id, "&state=cancelled")).toEqual([expect.objectContaining({ employeeId: null })])
    expect((await codesWhere(id)).filter(code => code.personId === personId)).toEqual([])
  })
})
