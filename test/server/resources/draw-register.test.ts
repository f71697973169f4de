import { beforeAll, describe, expect, it } from "vitest"
import { nodeHashing } from "../../../server/src/hashing"
import type { Register } from "../../../src/contract/draw-proof/proof"
import { doubtOf, verifyRegister } from "../../../src/contract/draw-proof/register"
import { methods, statuses, voidReasons } from "../../../src/contract/draws/draws"
import { utf8 } from "../../../src/core/hashing/hashing"
import { chainOf } from "../../contract/draw-proof/independent"
import { createSteps, drawBody, verifyAudit } from "../draw-kit"
import { signAll, startApi } from "../record-kit"

/** The register of a company's draws (docs/draw-proof.md#register): what an administrator tries who wants another result. */
const { signed } = startApi()
const { call, create, read, lock, run, voidResult } = createSteps(() => signed)
/** Some people of the company: a draw of all takes seconds to lock and to verify. */
let few: object
beforeAll(async () => {
  const { users } = (await call("GET", "/user/list?role=user&status=1&pageSize=5")).value
  few = { eligibility: 1, employeeIds: users.map(({ id }: { id: string }) => id) }
})

const registerOf = async (companyId: string) => (await signed.api.call("GET", `/draw/register/${companyId}`)).value as Register
const verified = async (companyId: string) => {
  const register = await registerOf(companyId)
  const report = await verifyRegister(utf8(JSON.stringify(register)), nodeHashing, async () => {})
  expect([report.failure, report.hashes]).toEqual([null, chainOf(register)])
  return { ...register, hashes: report.hashes }
}
const own = async () => (await call("GET", "/tenant/getcurrenttenantid")).value as string
const cancel = (id: string) => call("PUT", "/draw/update", { id, status: statuses.value("cancelled") })
const redraw = { reason: voidReasons.value("error"), note: "Beğenmedim" }
/** Lets time pass; access tokens live for a quarter of an hour. */
const wait = async (ms: number) => {
  signed.api.advance(ms)
  signed.tokens = await signAll(signed.api)
}
const last = <T>(list: readonly T[]) => list.at(-1) as T

describe("who holds a draw", () => {
  it("stands in proof and register as it was at the lock, with how many organisers take no part", async () => {
    const company = await own()
    const [organiser = ""] = (few as { employeeIds: string[] }).employeeIds
    const id = await create({ ...few, organiserIds: [organiser] })
    const { entryCount } = (await lock(id)).value.lock
    expect(entryCount).toBe(4)
    await signed.api.db.execute(`update tenants set name = name || ' A.Ş.' where id = '${company}'`)
    expect((await call("PUT", "/draw/update", { id, organiserIds: [] })).status).toBe(409)
    await wait(3_600_000)
    await run(id)
    await voidResult(id, redraw)
    const { proof, report } = await verifyAudit(signed.api, id)
    const holder = { company: "Yeşilova Grup", organisers: 1 }
    expect([report.holds, proof.rules]).toEqual([true, expect.objectContaining(holder)])
    const { entries } = await verified(company)
    expect(entries.filter(({ drawId }) => drawId === id)).toEqual(Array(4).fill(expect.objectContaining(holder)))
    await signed.api.db.execute(`update tenants set name = 'Yeşilova Grup' where id = '${company}'`)
  })
})

describe("a draw that is repeated until it is liked", () => {
  it("leaves each try in the register, and the copy names what it copies and how many came before", async () => {
    const company = await own()
    const before = (await verified(company)).entries.length
    const first = await create(few)
    await lock(first)
    await run(first)
    await voidResult(first, redraw)
    expect((await cancel(first)).status).toBe(200)
    // Of everybody: more entries than one statement stores.
    const copy = await create({ copyOf: first, title: "Yıl sonu çekilişi (kopya)" })
    const { entryCount } = (await lock(copy)).value.lock
    const lastPage = await call("GET", `/draw/${copy}/participants?pageSize=100&page=${Math.floor((entryCount - 1) / 100)}`)
    expect([entryCount > 2_000, last(lastPage.value.entries)]).toMatchObject([true, { ticket: entryCount }])
    await wait(3_600_000)
    await run(copy)

    const { entries, hashes } = await verified(company)
    const tries = entries.slice(before)
    expect(tries.map(({ event, drawId, round, reason, copyOf }) => [event, drawId, round, reason, copyOf])).toEqual([
      ["locked", first, 0, null, null],
      ["drawn", first, 0, null, null],
      ["voided", first, 0, "error", null],
      ["locked", first, 1, "error", null],
      ["cancelled", first, 1, null, null],
      ["locked", copy, 0, null, first],
      ["drawn", copy, 0, null, first],
    ])
    const { proof, report } = await verifyAudit(signed.api, copy)
    const number = before + 6
    expect([report.holds, proof.rounds[0]?.lock.register]).toEqual([
      true,
      { companyId: company, number, previous: hashes[number - 2], copyOf: first },
    ])
    expect((await read(copy)).register).toEqual({ number, hash: hashes[number - 1] })
    expect(tries[5]?.lockHash).toBe(report.lockHashes[0])
  })

  it.each([
    ["locked and drawn in one call", {}, 0, "hurried"],
    ["drawn a moment before its lock is an hour old", {}, 3_599_999, "hurried"],
    ["drawn an hour after its lock", {}, 3_600_000, undefined],
    ["drawn at once with a witness's value", { publicRandomness: { kind: 1 } }, 0, undefined],
  ])("%s: its proof is told apart", async (_, given, age, doubt) => {
    const id = await create(few)
    if (age || "publicRandomness" in given) await lock(id, given)
    await wait(age)
    expect((await run(id, { publicValue: "7" })).status).toBe(200)
    const { proof, report } = await verifyAudit(signed.api, id)
    expect([report.holds, doubtOf(proof)]).toEqual([true, doubt])
  })

  it("whose times were imported afterwards has in its proof when each was recorded", async () => {
    const id = await create({ method: methods.value("firstComeFirstServed") })
    const tenantId = await own()
    const people = await signed.api.db.query.users.findMany({
      where: (row, { and, eq }) => and(eq(row.tenantId, tenantId), eq(row.status, 1), eq(row.role, "User")),
      limit: 2,
    })
    const now = signed.api.now()
    const entries = people.map(({ id: employeeId }, place) => ({
      employeeId,
      at: new Date(now - (9 + place) * 86_400_000).toISOString(),
    }))
    expect((await call("POST", `/draw/${id}/entries`, { entries, imported: true })).status).toBe(200)
    await lock(id)
    await wait(3_600_000)
    await run(id)
    const { proof, report } = await verifyAudit(signed.api, id)
    const times = proof.entries.map(([, , time, recorded]) => [time, recorded]).sort()
    expect([report.holds, times]).toEqual([true, entries.map(({ at }) => [Date.parse(at), now]).sort()])
  })

  it("is registered as reopened when its cancellation is undone", async () => {
    const id = await create(few)
    await lock(id)
    const { headers } = await cancel(id)
    expect((await call("POST", `/undo/${headers.get("Undo-Token")}`)).status).toBe(200)
    await run(id)
    const events = (await verified(await own())).entries.filter(({ drawId }) => drawId === id).map(({ event }) => event)
    expect(events).toEqual(["locked", "cancelled", "reopened", "drawn"])
  })
})

describe("the register", () => {
  it("has consecutive numbers for draws that are locked and drawn at once", async () => {
    const company = await own()
    const ids = await Promise.all(Array.from({ length: 8 }, () => create(few)))
    const before = (await verified(company)).entries.length
    const answers = await Promise.all(ids.flatMap(id => [lock(id), run(id)]))
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    const { entries } = await verified(company)
    expect(entries.map(({ number }) => number)).toEqual(entries.map((_, at) => at + 1))
    expect(entries).toHaveLength(before + 16)
    for (const id of ids) expect((await verifyAudit(signed.api, id)).report.holds).toBe(true)
  })

  it("is open to everybody, of one company alone, and names nobody", async () => {
    const company = await own()
    const { entries } = await registerOf(company)
    const other = (await call("GET", "/tenant/getcurrenttenantid", undefined, "mert")).value
    const ofOther = (await verified(other)).entries.map(({ drawId }) => drawId)
    expect(entries.filter(({ drawId }) => ofOther.includes(drawId))).toEqual([])
    expect(Object.keys(last(entries)).sort()).toEqual([
      "at",
      "company",
      "copyOf",
      "drawId",
      "event",
      "lockHash",
      "number",
      "organisers",
      "previous",
      "reason",
      "round",
      "title",
    ])
    for (const id of [crypto.randomUUID(), "x"]) expect((await signed.api.call("GET", `/draw/register/${id}`)).status).toBe(404)
  })

  it("takes no other company's draw for the copied one", async () => {
    const foreign = (await call("POST", "/draw/create", drawBody(signed.api.now()), "mert")).value.id as string
    for (const copyOf of [foreign, crypto.randomUUID(), "x", ""]) {
      const id = await create({ ...few, copyOf })
      await lock(id)
      expect(last((await registerOf(await own())).entries)).toMatchObject({ drawId: id, copyOf: null })
    }
  })
})

describe("a downloaded register", () => {
  const change = async (edit: (register: Register) => void) => {
    const register = structuredClone(await registerOf(await own()))
    edit(register)
    return (await verifyRegister(utf8(JSON.stringify(register)), nodeHashing, async () => {})).failure
  }
  it.each<[string, (register: Register) => void, string]>([
    ["without an entry in its midst", ({ entries }) => entries.splice(1, 1), "number"],
    [
      "without an entry, numbered again",
      register => {
        register.entries = register.entries.toSpliced(0, 1).map((entry, at) => ({ ...entry, number: at + 1 }))
      },
      "previous",
    ],
    ["with another title", ({ entries }) => Object.assign(entries[0] ?? {}, { title: "Başka" }), "previous"],
    ["with an earlier end", ({ entries }) => Object.assign(last(entries), { at: "1990-01-01T00:00:00.000Z" }), "time"],
    ["with an event that cannot follow", ({ entries }) => Object.assign(last(entries), { event: "reopened" }), "event"],
    ["with a member more", register => Object.assign(register, { note: "" }), "form"],
    ["without entries", register => Object.assign(register, { entries: [] }), "form"],
  ])("%s does not hold", async (_, edit, reason) => {
    expect((await change(edit))?.reason).toBe(reason)
  })
})
