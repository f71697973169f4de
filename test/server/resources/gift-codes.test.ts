import { describe, expect, it } from "vitest"
import { audit, giftBatches, giftCodes, idempotencyKeys } from "../../../server/src/db/schema"
import { codeAlphabet, isValidCode } from "../../../src/core/hashing/check-character"
import { allowedMs } from "../../pace"
import { readQr } from "../../read-qr"
import { itInLongRuns } from "../../rounds"
import { codesOfPattern } from "../codes-kit"
import { fieldsOf, startApi, type Who } from "../record-kit"

/** Batches of a gift card's codes (docs/contract.md#gift-codes). */
const { signed, send } = startApi()

const card = async (who: Who = "elif", given: object = {}) =>
  (await send("POST", "/gift/create", who, { cardName: "Kodlu kart", ...given })).value.id as string
const make = (id: string, count = 10, pattern = "YAZ-####-####", who: Who = "elif", headers = {}) =>
  send("POST", `/gift/${id}/codes`, who, { count, pattern }, headers)
const list = (id: string, query = "", who: Who = "elif") => send("GET", `/gift/${id}/codes?pageSize=100${query}`, who)

type Code = { id: string; code: string; batchId: string; usedDate: string | null; qr: { size: number; path: string } }
const codesOf = async (id: string, query = "") => (await list(id, query)).value.codes as Code[]

/** A skipped test counts as a failure. */

describe("a batch", () => {
  it("has as many codes as were asked for, each of the pattern, sound and different", async () => {
    const id = await card()
    const made = await make(id, 60, "YAZ-####-#2#")
    expect(made.value).toEqual({ batchId: expect.stringMatching(/^[\da-f-]{36}$/), count: 60 })
    const codes = await codesOf(id)
    expect(codes).toHaveLength(60)
    expect(new Set(codes.map(({ code }) => code)).size).toBe(60)
    for (const { code, batchId, usedDate } of codes) {
      expect(code).toMatch(new RegExp(`^YAZ-[${codeAlphabet}]{4}-[${codeAlphabet}]2[${codeAlphabet}]$`))
      expect([code, isValidCode(code)]).toEqual([code, true])
      expect([batchId, usedDate]).toEqual([made.value.batchId, null])
    }
  })

  itInLongRuns("of a thousand takes well under two seconds, and so does a page of a hundred, each with its QR code", async () => {
    const id = await card()
    const from = performance.now()
    expect((await make(id, 1000)).status).toBe(200)
    expect(performance.now() - from).toBeLessThan(allowedMs(2_000))
    const listed = performance.now()
    const { codes, totalCount } = (await list(id)).value
    expect(performance.now() - listed).toBeLessThan(allowedMs(2_000))
    expect([codes.length, totalCount]).toEqual([100, 1000])
  })

  it("takes small letters and spaces for what they mean", async () => {
    const id = await card()
    await make(id, 1, " yaz-#### #### ")
    const [made] = await codesOf(id)
    expect(made?.code).toMatch(/^YAZ-\w{8}$/)
  })

  itInLongRuns("draws every character about as often", async () => {
    const id = await card()
    await make(id, 1000, "#".repeat(33))
    const counts = new Map<string, number>()
    for (const { code } of await signed.api.db.select().from(giftCodes))
      if (code.length === 33) for (const character of code) counts.set(character, (counts.get(character) ?? 0) + 1)
    expect([...counts.keys()].sort()).toEqual([...codeAlphabet].sort())
    // 33,000 characters, 1,031 of each; six standard deviations are 190.
    for (const [character, count] of counts) expect([character, Math.abs(count - 33_000 / 32) < 190]).toEqual([character, true])
  })

  it("never repeats a code, over many batches of a pattern that is nearly used up, of any card", async () => {
    const ids = [await card(), await card("mert")]
    // 32³ combinations: batches of three are the most that they allow, and some draw twice.
    for (let round = 0; round < 8; round++) await make(ids[round % 2] ?? "", 3, "ZZZ####", round % 2 ? "mert" : "elif")
    const all = (await signed.api.db.select().from(giftCodes)).map(({ code }) => code).filter(code => /^ZZZ.{4}$/.test(code))
    expect([all.length, new Set(all).size]).toEqual([24, 24])
  })

  itInLongRuns("draws anew what another card has, and says so when nothing is left", async () => {
    const [ours, theirs] = [await card(), await card("mert")]
    const { value } = await make(theirs, 1, "QQQ-########", "mert")
    // All that the pattern can make but 40 is taken.
    const codes = codesOfPattern("QQQ")
    await signed.api.db.execute(
      `insert into gift_codes (gift_id, batch_id, code, created_at)
        select '${theirs}', '${value.batchId}', code, now() from unnest('{${codes.slice(40)}}'::text[]) code`,
    )
    const before = await signed.api.db.$count(giftBatches)
    const answer = await make(ours, 3, "QQQ####")
    expect([answer.status, fieldsOf(answer)]).toEqual([400, ["pattern"]])
    expect(await signed.api.db.$count(giftBatches)).toBe(before)
    expect((await list(ours)).value.totalCount).toBe(0)
  })

  const refused: [string, object, string[]][] = [
    ["none", { count: 0 }, ["count"]],
    ["more than a thousand", { count: 1001 }, ["count"]],
    ["a short pattern", { count: 1, pattern: "###" }, ["pattern"]],
    ["a long pattern", { count: 1, pattern: "#".repeat(41) }, ["pattern"]],
    ["a look-alike", { count: 1, pattern: "K0D-####-####" }, ["pattern"]],
    ["a letter I", { count: 1, pattern: "INDIRIM-####" }, ["pattern"]],
    ["a Turkish letter", { count: 1, pattern: "ŞUBAT-####-####" }, ["pattern"]],
    ["another sign", { count: 1, pattern: "YAZ_####-####" }, ["pattern"]],
    ["a formula", { count: 1, pattern: "=####-####" }, ["pattern"]],
    ["nothing random", { count: 1, pattern: "YAZYAZ" }, ["pattern"]],
    ["the check character alone", { count: 1, pattern: "YAZ#" }, ["pattern"]],
    ["room for three, four being asked for", { count: 4, pattern: "YAZ-####" }, ["pattern"]],
    ["room for hundreds, a thousand being asked for", { count: 1000, pattern: "#####" }, ["pattern"]],
  ]
  it("with what its fields do not take is refused at them, in the caller's language", async () => {
    const id = await card()
    for (const [what, given, fields] of refused) {
      const body = { pattern: "YAZ-####-####", ...given }
      const answer = await send("POST", `/gift/${id}/codes`, "elif", body, { "Accept-Language": "en-GB" })
      expect([what, answer.status, fieldsOf(answer)]).toEqual([what, 400, fields])
      expect(answer.body.validationErrors[0].errorMessage).toMatch(/^(?:Enter|The|This|Use) /)
    }
    expect((await list(id)).value.totalCount).toBe(0)
  })
})

describe("the list of codes", () => {
  it("is paged, newest first, and filtered by batch and by a part of the code", async () => {
    const id = await card()
    const first = await make(id, 30, "BAHAR-####-####")
    signed.api.advance(1_000)
    const second = await make(id, 20, "GRZ-####-####")
    const { value } = await send("GET", `/gift/${id}/codes`)
    expect([value.codes.length, value.totalCount]).toEqual([8, 50])
    expect(value.batches).toEqual([
      { id: second.value.batchId, count: 20, createdDate: expect.any(String) },
      { id: first.value.batchId, count: 30, createdDate: expect.any(String) },
    ])
    const pages = await Promise.all(
      Array.from({ length: 7 }, (_, page) => send("GET", `/gift/${id}/codes?pageSize=8&page=${page}`)),
    )
    const seen = pages.flatMap(page => page.value.codes as Code[]).map(row => row.id)
    expect([seen.length, new Set(seen).size]).toEqual([50, 50])
    expect((await list(id, `&batchId=${first.value.batchId}`)).value.totalCount).toBe(30)
    expect((await list(id, "&batchId=x")).value.totalCount).toBe(0)
    expect((await list(id, "&keyword=grz-")).value.totalCount).toBe(20)
    expect((await list(id, `&keyword=${encodeURIComponent("%")}`)).value.totalCount).toBe(0)
    const [one] = await codesOf(id)
    expect((await codesOf(id, `&keyword=${one?.code.slice(3).toLowerCase()}`)).map(row => row.code)).toEqual([one?.code])
    expect((await codesOf(id, `&keyword=${one?.code.replaceAll("-", "")}`)).map(row => row.code)).toEqual([one?.code])
    const pasted = encodeURIComponent(`“${one?.code.slice(2).replaceAll("-", "\u2013")}”.`)
    expect((await codesOf(id, `&keyword=${pasted}`)).map(row => row.code)).toEqual([one?.code])
  })

  it("draws each code as a QR code that reads as the code, its quiet zone left free", async () => {
    const id = await card()
    for (const pattern of ["#####", "YAZ-####-####", "#".repeat(40)]) await make(id, 2, pattern)
    for (const { code, qr } of await codesOf(id)) expect(readQr(qr)).toBe(code)
    const texts = ["HTTPS://CONSOLE.EXAMPLE/GO/DRAW/41", "A"]
    const { value } = await send("POST", "/qr", "elif", { texts })
    expect(value.map(readQr)).toEqual(texts)
    for (const [who, given, status] of [
      ["elif", [], 400],
      ["elif", [""], 400],
      ["elif", ["A".repeat(301)], 400],
      ["elif", Array(101).fill("A"), 400],
      ["user", ["A"], 403],
    ] as const)
      expect([given.length, (await send("POST", "/qr", who, { texts: given })).status]).toEqual([given.length, status])
  })
})

describe("codes are bearer values", () => {
  it("that only who may change the card may make or see", async () => {
    const platform = await card("admin")
    expect((await make(platform, 1, "YAZ-####-####", "admin")).status).toBe(200)
    expect((await send("GET", `/gift/${platform}`)).status).toBe(200)
    for (const answer of [await list(platform), await make(platform)]) expect([answer.status, answer.value]).toEqual([403, null])
  })

  it("of one card are not listed with another's", async () => {
    const [one, other] = [await card(), await card()]
    await make(one, 3)
    const { value } = await make(other, 4)
    expect((await list(one, `&batchId=${value.batchId}`)).value.totalCount).toBe(0)
    expect((await list(one)).value.batches).toHaveLength(1)
  })

  it("that stand in no history and in no kept answer; who made a batch is told", async () => {
    const id = await card()
    const { value } = await make(id, 2, "YAZ-####-####", "elif", { "Idempotency-Key": "batch-2" })
    const codes = (await codesOf(id)).map(({ code }) => code)
    const kept = JSON.stringify([await signed.api.db.select().from(audit), await signed.api.db.select().from(idempotencyKeys)])
    for (const code of codes) expect(kept).not.toContain(code)
    const { value: history } = await send("GET", `/audit/list?entityId=${value.batchId}`)
    expect(history.entries).toEqual([
      expect.objectContaining({
        entity: "giftbatch",
        action: "create",
        actorEmail: "elif.yilmaz@yesilova.example",
        after: { giftId: id, cardName: expect.stringMatching(/./), pattern: "YAZ-####-####", count: 2 },
      }),
    ])
  })

  it("of a deleted card are out of sight with it", async () => {
    const id = await card()
    await make(id, 1)
    await send("DELETE", `/gift/${id}`)
    expect([(await list(id)).status, (await make(id)).status]).toEqual([404, 404])
  })
})
