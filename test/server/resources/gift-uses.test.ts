import { describe, expect, it } from "vitest"
import { audit, giftCodes, gifts, idempotencyKeys } from "../../../server/src/db/schema"
import { createRandom } from "../../../server/src/seed/random"
import { codeAlphabet } from "../../../src/core/hashing/check-character"
import { reportAttack } from "../../attacks"
import { isLong } from "../../rounds"
import { fieldsOf, startApi, type Who } from "../record-kit"

/** The ledger of a gift card's uses (docs/contract.md#gift-uses). */
const { signed, send } = startApi()

const card = async (given: object = {}, who: Who = "elif") =>
  (await send("POST", "/gift/create", who, { cardName: "Sayılan kart", ...given })).value.id as string
const record = (id: string, given: object = {}, who: Who = "elif", headers = {}) =>
  send("POST", `/gift/${id}/uses`, who, given, headers)
const ledger = async (id: string, who: Who = "elif", query = "") =>
  (await send("GET", `/gift/${id}/uses?pageSize=100${query}`, who)).value
const codesOf = async (id: string, count: number) => {
  await send("POST", `/gift/${id}/codes`, "elif", { count, pattern: "YAZ-####-####" })
  const { value } = await send("GET", `/gift/${id}/codes?pageSize=100`)
  return value.codes.map(({ code }: { code: string }) => code) as string[]
}
const usedDate = async (id: string, code: string) =>
  (await send("GET", `/gift/${id}/codes?keyword=${code}`)).value.codes[0].usedDate as string | null

type Use = { amount: number; before: number; after: number; code: string | null }

/** A ledger as it is stored, oldest first. */
const entriesOf = (id: string) =>
  signed.api.db.query.giftUses.findMany({ where: (row, { eq }) => eq(row.giftId, id), orderBy: row => row.id })

/** What must hold of every ledger, read from the database itself. */
const expectSound = async (id: string) => {
  const gift = await signed.api.db.query.gifts.findFirst({ where: (row, { eq }) => eq(row.id, id) })
  const rows = await entriesOf(id)
  let sum = 0
  for (const row of rows) {
    expect([row.before, row.after]).toEqual([sum, sum + row.amount])
    sum += row.amount
  }
  expect([gift?.used, (await send("GET", `/gift/${id}`)).value.used]).toEqual([sum, sum])
  return rows.length
}

describe("a use", () => {
  it("is one, unless it says more, and is told with its author, time, before and after", async () => {
    const id = await card({ maxUsage: 10 })
    const first = await record(id)
    expect([first.status, first.value]).toEqual([
      200,
      {
        id: expect.any(String),
        code: null,
        amount: 1,
        before: 0,
        after: 1,
        note: "",
        author: "Elif Yılmaz",
        createdDate: new Date(signed.api.now()).toISOString(),
      },
    ])
    const second = await record(id, { amount: 3, note: "  Kasada  " })
    expect(second.value).toMatchObject({ amount: 3, before: 1, after: 4, note: "Kasada" })
    expect(await ledger(id)).toEqual({ uses: [second.value, first.value], totalCount: 2, used: 4, maxUsage: 10 })
    const { value } = await send("GET", "/gift/list?pageSize=100&sortBy=used&sortOrder=desc")
    expect(value.gifts.find((row: { id: string }) => row.id === id).used).toBe(4)
    await expectSound(id)
  })

  it("is paged, newest first", async () => {
    const id = await card()
    for (let at = 1; at <= 10; at++) await record(id, { amount: at })
    const { value } = await send("GET", `/gift/${id}/uses?page=1&pageSize=4`)
    expect([value.totalCount, value.uses.map((use: Use) => use.amount)]).toEqual([10, [6, 5, 4, 3]])
  })

  it("of a code marks it as used, and a code is used once", async () => {
    const id = await card()
    const [code = ""] = await codesOf(id, 2)
    const made = await record(id, { code: ` ${code.toLowerCase()} ` })
    expect(made.value).toMatchObject({ code, amount: 1 })
    expect(await usedDate(id, code)).toBe(made.value.createdDate)
    const again = await record(id, { code }, "elif", { "Accept-Language": "en-GB" })
    expect([again.status, again.value, again.body.errors]).toEqual([409, null, ["This code has been used already."]])
    expect(await expectSound(id)).toBe(1)
  })

  it.each([
    ["no hyphens", (code: string) => code.replaceAll("-", "")],
    ["hyphens in other places", (code: string) => code.replaceAll("-", "").replace(/(.{5})/, "$1-")],
    ["spaces for hyphens", (code: string) => code.replaceAll("-", " ")],
    ["what a message has around it", (code: string) => ` “${code.toLowerCase().replaceAll("-", "\u2011")}”. `],
    ["what nobody sees", (code: string) => `\u202a${[...code.replaceAll("-", "_")].join("\u200b")}\u202c`],
  ])("of a code that was typed with %s is one of that code of the card", async (_, typed) => {
    const id = await card()
    const other = await card()
    const [code = ""] = await codesOf(id, 2)
    expect((await record(other, { code: typed(code) })).status).toBe(400)
    expect((await record(id, { code: typed(code) })).value).toMatchObject({ code, amount: 1 })
    expect(await usedDate(id, code)).not.toBeNull()
    expect((await record(id, { code: typed(code) })).status).toBe(409)
  })

  it("taken back frees its code again", async () => {
    const id = await card()
    const [code = "", other = ""] = await codesOf(id, 2)
    await record(id, { code })
    expect((await record(id, { code: other, amount: -1, note: "Yanlış" })).status).toBe(409)
    const back = await record(id, { code, amount: -1, note: "Yanlış kart" })
    expect(back.value).toMatchObject({ code, amount: -1, before: 1, after: 0 })
    expect(await usedDate(id, code)).toBeNull()
    expect((await record(id, { code })).value.after).toBe(1)
    expect(await expectSound(id)).toBe(3)
  })

  it("of a code for several, which earlier releases took, is taken back in parts; the last one frees the code", async () => {
    const id = await card()
    const [code = ""] = await codesOf(id, 1)
    const made = await record(id, { code })
    await signed.api.db.execute(`insert into gift_uses (gift_id, code_id, amount, before, after, note, author_id, author, created_at)
      select gift_id, code_id, 4, 1, 5, note, author_id, author, created_at from gift_uses where gift_id = '${id}'`)
    await signed.api.db.execute(`update gifts set used = 5 where id = '${id}'`)
    const back = (amount: number) => record(id, { code, amount, note: "Yanlış" })
    expect((await back(-2)).value).toMatchObject({ before: 5, after: 3 })
    expect(await usedDate(id, code)).toBe(made.value.createdDate)
    expect((await record(id, { code })).status).toBe(409)
    expect((await back(-4)).status).toBe(409)
    expect((await back(-3)).value.after).toBe(0)
    expect(await usedDate(id, code)).toBeNull()
    expect(await expectSound(id)).toBe(4)
  })

  it("may reach the limit and not exceed it; no more is taken back than was used", async () => {
    const id = await card({ maxUsage: 5 })
    expect((await record(id, { amount: 6 })).status).toBe(409)
    expect((await record(id, { amount: 5 })).value.after).toBe(5)
    const over = await record(id, {}, "elif", { "Accept-Language": "en-GB" })
    expect([over.status, over.body.errors[0]]).toEqual([409, "This would exceed the card’s usage limit."])
    const below = await record(id, { amount: -6, note: "Hepsi" }, "elif", { "Accept-Language": "tr" })
    expect([below.status, below.body.errors[0]]).toEqual([409, "Kayıtlı kullanımdan fazlası geri alınamaz."])
    expect((await record(id, { amount: -5, note: "Hepsi" })).value.after).toBe(0)
    expect(await expectSound(id)).toBe(2)
  })

  it.each([
    ["inactive", { status: 0 }, "pasif"],
    ["expired", { validityEnd: "2026-03-09T00:00:00Z" }, "süresi doldu"],
    ["not valid yet", { validityStart: "2026-03-11T00:00:00Z" }, "henüz başlamadı"],
  ])("of a card that is %s is refused with the reason; a correction is not", async (_, given, words) => {
    const id = await card()
    await record(id, { amount: 2 })
    await send("PUT", "/gift/update", "elif", { id, ...given })
    const answer = await record(id, {}, "elif", { "Accept-Language": "tr" })
    expect([answer.status, answer.value, answer.body.errors[0]]).toEqual([409, null, expect.stringContaining(words)])
    expect((await record(id, { amount: -1, note: "Fazla yazılmış" })).value.after).toBe(1)
    expect(await expectSound(id)).toBe(2)
  })

  it("keeps the limit from being lowered beneath it", async () => {
    const id = await card({ maxUsage: 10 })
    await record(id, { amount: 8 })
    const limit = async (maxUsage: number | null) => {
      const { status, body } = await send("PUT", "/gift/update", "elif", { id, maxUsage })
      return [status, body.validationErrors?.[0]?.propertyName]
    }
    expect(await limit(7)).toEqual([400, "maxUsage"])
    expect(await limit(8)).toEqual([200, undefined])
    expect((await record(id)).status).toBe(409)
    expect((await record(id, { amount: -1, note: "Fazla" })).value.after).toBe(7)
    expect(await limit(7)).toEqual([200, undefined])
    expect(await limit(null)).toEqual([200, undefined])
  })

  const refused: [string, object, string][] = [
    ["nothing", { amount: 0 }, "amount"],
    ["more than is counted", { amount: 1_000_001 }, "amount"],
    ["a correction without a note", { amount: -1 }, "note"],
    ["a correction with a blank note", { amount: -1, note: "  " }, "note"],
    ["a long note", { note: "a".repeat(501) }, "note"],
    ["a code of other letters", { code: "YAZ-0000-0000" }, "code"],
    ["a code of Turkish letters", { code: "ŞİŞ-2222" }, "code"],
    ["a mistyped code", { code: "YAZ-2345-6789" }, "code"],
    ["an unknown code", { code: "2222" }, "code"],
  ]
  it("with what its fields do not take is refused at them", async () => {
    const id = await card()
    for (const [what, given, field] of refused) {
      const answer = await record(id, given)
      expect([what, answer.status, fieldsOf(answer)]).toEqual([what, 400, [field]])
    }
    expect(await expectSound(id)).toBe(0)
  })

  it("takes no code of another card, and does not tell whether there is one", async () => {
    const [id, other] = [await card(), await card()]
    const [code = ""] = await codesOf(other, 1)
    const [foreign, unknown] = [await record(id, { code }), await record(id, { code: "2222" })]
    expect([foreign.status, foreign.body]).toEqual([400, unknown.body])
    expect(await usedDate(other, code)).toBeNull()
  })

  it("that was refused is not remembered for its key", async () => {
    const id = await card({ maxUsage: 2 })
    await record(id, { amount: 2 })
    const key = { "Idempotency-Key": "use-2" }
    expect((await record(id, {}, "elif", key)).status).toBe(409)
    await record(id, { amount: -1, note: "Düzeltme" })
    expect((await record(id, {}, "elif", key)).value.after).toBe(2)
  })
})

describe("the balance", () => {
  it("is the sum of its entries, when twenty arrive at once", async () => {
    const id = await card({ maxUsage: 12 })
    const answers = await Promise.all(Array.from({ length: 20 }, () => record(id)))
    expect(answers.map(answer => answer.status).sort()).toEqual([...Array(12).fill(200), ...Array(8).fill(409)])
    expect(answers.flatMap(answer => (answer.status === 200 ? [answer.value.after] : [])).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 12 }, (_, at) => at + 1),
    )
    expect(await expectSound(id)).toBe(12)
  })

  it("counts one of twenty who use the same code at once", async () => {
    const id = await card()
    const [code = ""] = await codesOf(id, 1)
    const answers = await Promise.all(Array.from({ length: 20 }, () => record(id, { code })))
    const taken = answers.filter(answer => answer.status === 200).length
    reportAttack("uses of one gift code at once", answers.length, taken - 1)
    expect(taken).toBe(1)
    expect(await expectSound(id)).toBe(1)
  })

  it("is the sum of its entries, whatever was tried in whatever order", async () => {
    const random = createRandom(20_260_505)
    const id = await card({ maxUsage: 40 })
    const codes = await codesOf(id, 10)
    for (let round = 0; round < (isLong ? 15 : 6); round++)
      await Promise.all(
        Array.from({ length: 6 }, () =>
          record(id, {
            amount: random.whole(-9, 12),
            note: random.chance(0.9) ? "Deneme" : "",
            ...(random.chance(0.5) && { code: random.pick(codes) }),
          }),
        ),
      )
    expect(await expectSound(id)).toBeGreaterThan(0)
    // A code is used exactly while something of its use is left, and never less than nothing.
    const rows = await entriesOf(id)
    for (const code of (await signed.api.db.select().from(giftCodes)).filter(row => row.giftId === id)) {
      const left = rows.filter(row => row.codeId === code.id).reduce((sum, row) => sum + row.amount, 0)
      expect([left >= 0, code.usedAt !== null]).toEqual([true, left > 0])
    }
  })

  it("stays when an edit of the card is taken back", async () => {
    const id = await card()
    const change = await send("PUT", "/gift/update", "elif", { id, cardName: "Yeni ad" })
    await record(id, { amount: 4 })
    expect((await send("POST", `/undo/${change.headers.get("Undo-Token")}`)).status).toBe(200)
    const { value, headers } = await send("GET", `/gift/${id}`)
    expect([value.cardName, value.used]).toEqual(["Sayılan kart", 4])
    // Using a card is no edit of it: nobody's form is out of date for that.
    expect(headers.get("ETag")).toBe('"3"')
  })

  it("can't be written by who edits the card", async () => {
    const id = await card({ used: 7 })
    expect((await send("GET", `/gift/${id}`)).value.used).toBe(0)
    await send("PUT", "/gift/update", "elif", { id, used: 7 })
    expect((await send("GET", `/gift/${id}`)).value.used).toBe(0)
  })

  it("of the demonstration's cards holds as well, with codes that prove themselves", async () => {
    const rows = await signed.api.db.select().from(gifts)
    const used = rows.filter(row => row.tenantId === null && row.used > 0)
    expect(used.length).toBeGreaterThanOrEqual(3)
    for (const { id, maxUsage, used: sum } of used) {
      const uses = await entriesOf(id)
      expect(uses.reduce((total, row) => total + row.amount, 0)).toBe(sum)
      expect(sum).toBeLessThanOrEqual(maxUsage ?? sum)
      for (const row of uses) expect(row.createdAt.getTime()).toBeLessThan(signed.api.now())
      const { value } = await send("GET", `/gift/${id}/codes?pageSize=100`, "admin")
      expect(value.codes.length).toBeGreaterThan(20)
      for (const { code } of value.codes) expect([...code].every(letter => `${codeAlphabet}-`.includes(letter))).toBe(true)
    }
  })
})

describe("the ledger", () => {
  it("of a platform card is read by a company, without codes, and written by the platform alone", async () => {
    const { value: all } = await send("GET", "/gift/list?pageSize=100", "admin")
    const used = all.gifts.find((row: { used: number; tenantId: string | null }) => row.used > 0 && row.tenantId === null)
    const [whole, seen] = [await ledger(used.id, "admin"), await ledger(used.id, "elif")]
    expect(whole.uses.some((use: Use) => use.code)).toBe(true)
    expect(seen).toEqual({ ...whole, uses: whole.uses.map((use: Use) => ({ ...use, code: null })) })
    const answer = await record(used.id)
    expect([answer.status, answer.value]).toEqual([403, null])
    expect((await ledger(used.id)).totalCount).toBe(whole.totalCount)
  })

  it("is itself the history of uses: no code of it stands in the audit", async () => {
    const id = await card()
    const [code = ""] = await codesOf(id, 1)
    await record(id, { code }, "elif", { "Idempotency-Key": "use-3" })
    const kept = [await signed.api.db.select().from(audit), await signed.api.db.select().from(idempotencyKeys)]
    expect(JSON.stringify(kept)).not.toContain(code)
  })
})
