import { randomUUID } from "node:crypto"
import { beforeAll, beforeEach, describe, expect, it } from "vitest"
import { drawEntries, drawLocks, type drawReplacements, drawRounds, drawWinners } from "../../../server/src/db/draw-tables"
import { rowsOf } from "../../../server/src/db/open"
import { audit, draws, users } from "../../../server/src/db/schema"
import { nodeHashing } from "../../../server/src/hashing"
import { beaconRoundAfter, beaconTime } from "../../../src/contract/draw-proof/public-randomness"
import { verify } from "../../../src/contract/draw-proof/verify"
import { statuses, voidReasons, type Winner, winnerStates } from "../../../src/contract/draws/draws"
import { canonicalJson } from "../../../src/core/hashing/canonical-json"
import { utf8 } from "../../../src/core/hashing/hashing"
import { accounts } from "../../api"
import { isLong } from "../../rounds"
import { createSteps, verifyAudit } from "../draw-kit"
import { fieldsOf, startApi } from "../record-kit"

/** The steps of a draw: lock, rehearsal, run, void, custody, and the public proof (docs/contract.md#draw-lock). */
const { signed } = startApi()
let people: { id: string; name: string }[] = []
beforeAll(async () => {
  const { api } = signed
  const own = (await call("GET", "/tenant/getcurrenttenantid")).value
  const rows = await api.db.select().from(users)
  people = rows
    // A test deletes the winner, who must not be the one that signs in as the ordinary user.
    .filter(
      row => row.tenantId === own && row.role === "User" && row.status === 1 && !row.deletedAt && row.email !== accounts.user,
    )
    .map(row => ({ id: row.id, name: `${row.firstName} ${row.lastName}` }))
})

const { call, create, read, lock, rehearse, run, voidResult, setWinner, audit: readProof } = createSteps(() => signed)
const day = 86_400_000
const inDays = (days: number) => new Date(signed.api.now() + days * day).toISOString()

/** Seven people are enough for three winners, three reserves and one more. */
let group: string[] = []
beforeEach(() => {
  group = people.slice(0, 7).map(({ id }) => id)
})
const small = () => ({ eligibility: 1, employeeIds: group })
const drawn = async (given: object = {}) => {
  const id = await create({ ...small(), ...given })
  return { id, draw: (await run(id)).value as { winners: Winner[] } }
}
const stateOf = ({ state }: Winner) => winnerStates.name(state)
const firstError = (answer: { status: number; body: { errors: string[] } }) => [answer.status, answer.body.errors[0]]
const reason = (name: (typeof voidReasons.names)[number]) => voidReasons.value(name)
const state = (name: (typeof winnerStates.names)[number]) => winnerStates.value(name)

/** The history of a draw after its creation. */
const auditOf = async (id: string) =>
  (await signed.api.db.select().from(audit).orderBy(audit.id)).filter(({ entityId }) => entityId === id).slice(1)
const storedOf = async <T extends typeof drawLocks | typeof drawRounds | typeof drawWinners | typeof drawReplacements>(
  table: T,
  drawId: string,
) =>
  (await signed.api.db.select().from(table as typeof drawLocks)).filter(
    row => row.drawId === drawId,
  ) as unknown as T["$inferSelect"][]

/** The rounds of a draw in their order: PostgreSQL may return a changed row after the others. */
const roundsOf = async (id: string) => (await storedOf(drawRounds, id)).sort((one, other) => one.round - other.round)

describe("the lock", () => {
  it("publishes a commitment that verifies, and neither seed nor result", async () => {
    const id = await create(small())
    const before = await readProof(id)
    const { status, value } = await lock(id)
    expect([before.status, status, value.status]).toEqual([404, 200, statuses.value("closed")])
    expect(value.lock).toMatchObject({ round: 0, entryCount: 7, publicRandomness: { kind: 0 } })
    const { proof, report } = await verifyAudit(signed.api, id)
    expect([report.holds, report.lockHashes]).toEqual([true, [value.lock.lockHash]])
    expect(proof.rounds).toMatchObject([{ drawnAt: null, seed: null, publicValue: null, places: null, replacements: [] }])
    expect(value.winners).toEqual([])
  })

  it("answers again with the same lock, and refuses another source of randomness", async () => {
    const id = await create(small())
    const { lock: first } = (await lock(id, { publicRandomness: { kind: 1 } })).value
    expect((await lock(id)).value.lock).toEqual(first)
    expect((await lock(id, { publicRandomness: { kind: 1 } })).value.lock).toEqual(first)
    expect(firstError(await lock(id, { publicRandomness: { kind: 0 } }))).toEqual([
      409,
      "Çekiliş, dışarıdan katılan başka bir değerle zaten kilitlendi.",
    ])
    expect((await auditOf(id)).map(({ action }) => action)).toEqual(["lock"])
  })

  it.each([
    ["a draft", { status: 0 }, "önce yayımlayın"],
    ["a cancelled draw", { status: 4 }, "İptal edilen"],
    ["a draw without anybody", { eligibility: 0, method: 2 }, "kimse yok"],
  ])("refuses %s", async (_, given, words) => {
    const id = await create(given)
    const answer = await lock(id)
    expect([answer.status, answer.body.errors[0]]).toEqual([409, expect.stringContaining(words)])
    expect([(await read(id)).lock, (await readProof(id)).status]).toEqual([null, 404])
  })

  it("waits for the end of entries", async () => {
    const id = await create({ ...small(), endDate: inDays(1), drawDate: inDays(2) })
    expect(firstError(await lock(id))[1]).toContain("katılım bitmeden")
  })

  it("takes a round of the beacon that is to come, and no other", async () => {
    const id = await create(small())
    const past = beaconRoundAfter(signed.api.now()) - 1
    const far = beaconRoundAfter(signed.api.now() + 6 * 365 * 86_400_000)
    for (const round of [undefined, past, far, 2 ** 53 - 1])
      expect(fieldsOf(await lock(id, { publicRandomness: { kind: 2, round } }))).toEqual(["publicRandomness.round"])
    const publicRandomness = { kind: 2, round: past + 1 }
    expect((await lock(id, { publicRandomness })).value.lock.publicRandomness).toEqual(publicRandomness)
  })

  it("leaves the draw as it is but for cancelling it", async () => {
    const id = await create(small())
    const { value } = await lock(id)
    const fixed = "Kilitlenmiş bir çekiliş düzenlenemez."
    for (const change of [
      { title: "Başka" },
      { status: 0 },
      { status: 4, title: "Başka" },
      { drawDate: inDays(3) },
      { employeeIds: [] },
    ])
      expect(firstError(await call("PUT", "/draw/update", { id, ...change }))).toEqual([409, fixed])
    expect((await call("DELETE", `/draw/delete/${id}`)).status).toBe(409)
    // A text of an earlier release, which the call cleans.
    await rowsOf(signed.api.db, `update draws set title = E'\\u200b' || title where id = '${id}'`)
    const { lock: _, ...form } = value
    const cancelled = await call("PUT", "/draw/update", { ...form, status: 4 })
    expect([cancelled.status, cancelled.value.status, cancelled.value.lock]).toEqual([
      200,
      statuses.value("cancelled"),
      value.lock,
    ])
    expect((await call("PUT", "/draw/update", { id, status: 1 })).status).toBe(409)
    expect((await run(id)).status).toBe(409)
    expect((await verifyAudit(signed.api, id)).report.holds).toBe(true)
  })

  it("keeps a person who leaves, with the name of a winner until the person is forgotten", async () => {
    const { id, draw } = await drawn()
    const [winner] = draw.winners
    expect((await call("DELETE", `/api/users/delete/${winner?.employeeId}`)).status).toBe(200)
    expect((await read(id)).winners).toEqual(draw.winners)
    expect((await call("DELETE", `/api/users/hard-delete/${winner?.employeeId}`, undefined, "admin")).status).toBe(200)
    expect((await read(id)).winners[0]).toEqual({ ...winner, name: "", departmentName: null })
    expect((await verifyAudit(signed.api, id)).report.holds).toBe(true)
    people = people.filter(person => person.id !== winner?.employeeId)
  })
})

describe("the run", () => {
  it.each([
    ["by chance", 0],
    ["by score", 1],
  ])("draws winners and reserves for each prize %s, and proves it", async (_, method) => {
    const id = await create({ ...small(), method })
    if (method === 1)
      for (const [at, employeeId] of group.entries())
        await signed.api.db.execute(`update users set score = ${at} where id = '${employeeId}'`)
    const { value } = await run(id)
    expect([value.status, value.winnerCount, value.drawnAt]).toEqual([statuses.value("drawn"), 3, inDays(0)])
    const winners = value.winners as Winner[]
    expect(winners.map(({ place, prize, reserve }) => [place, prize, reserve])).toEqual([
      [0, "Bisiklet", false],
      [1, "Bisiklet", false],
      [2, "Kitap", false],
      [3, "Bisiklet", true],
      [4, "Bisiklet", true],
      [5, "Kitap", true],
    ])
    expect(new Set(winners.map(({ employeeId }) => employeeId)).size).toBe(6)
    for (const winner of winners) {
      expect(winner).toMatchObject({
        name: people.find(person => person.id === winner.employeeId)?.name,
        reason: null,
        replaces: null,
      })
      expect([winner.score, stateOf(winner)]).toEqual([method === 1 ? group.indexOf(winner.employeeId) : null, "drawn"])
    }
    const { proof, report } = await verifyAudit(signed.api, id)
    expect([report.holds, report.checks.filter(check => check.failure)]).toEqual([true, []])
    expect(proof.rounds[0]?.places).toEqual(winners.map(({ ticket }) => (ticket ?? 0) - 1))
  })

  it("goes by the time of the entries", async () => {
    const id = await create({ eligibility: 0, method: 2, prizes: [{ name: "Kahve", type: 1, quantity: 1, value: null }] })
    const at = (hours: number) => new Date(signed.api.now() - 10 * day + hours * 3_600_000)
    const hours = [5, 1, 3]
    await signed.api.db
      .insert(drawEntries)
      .values(hours.map((hour, index) => ({ drawId: id, employeeId: group[index] ?? "", enteredAt: at(hour) })))
    const { value } = await run(id)
    expect(value.winners.map(({ employeeId }: Winner) => group.indexOf(employeeId))).toEqual([1, 2])
    const { proof, report } = await verifyAudit(signed.api, id)
    expect([report.holds, proof.entries.map(([, , time]) => time).sort()]).toEqual([
      true,
      hours.map(hour => at(hour).getTime()).sort(),
    ])
  })

  it("answers a drawn draw with the same result, also to who saw another version", async () => {
    const id = await create(small())
    const first = await run(id, {}, "elif", { "If-Match": '"1"' })
    expect([first.status, first.headers.get("ETag")]).toEqual([200, '"2"'])
    expect((await run(id, {}, "elif", { "If-Match": '"1"' })).value).toEqual(first.value)
    expect((await run(id, { publicValue: "başka" })).value).toEqual(first.value)
    expect((await auditOf(id)).map(({ action }) => action)).toEqual(["lock", "run"])
  })

  it("follows the version that the caller has seen", async () => {
    const id = await create(small())
    await call("PUT", "/draw/update", { id, title: "Ödüller değişti" })
    for (const step of [lock, run]) {
      const refused = await step(id, {}, "elif", { "If-Match": '"1"' })
      expect([refused.status, refused.value.title]).toEqual([409, "Ödüller değişti"])
    }
    expect([await read(id), (await storedOf(drawLocks, id)).length]).toMatchObject([{ lock: null }, 0])
  })

  it("waits for the draw date", async () => {
    const id = await create({ ...small(), drawDate: inDays(1) })
    for (const isLocked of [false, true]) {
      if (isLocked) await lock(id)
      expect(firstError(await run(id))).toEqual([409, "Çekiliş, çekiliş tarihinden önce yapılamaz."])
      expect((await read(id)).lock === null).toBe(!isLocked)
    }
  })

  it("mixes in what the witness says", async () => {
    const id = await create(small())
    await lock(id, { publicRandomness: { kind: 1 } })
    for (const publicValue of [undefined, "", "  ", "a".repeat(201), "\u202e", "İzmir\u202e 4721", "a\u200bb", "a\u0007"])
      expect(fieldsOf(await run(id, { publicValue }))).toEqual(["publicValue"])
    expect((await run(id, { publicValue: " I\u0307zmir 4721 " })).status).toBe(200)
    const { proof, report } = await verifyAudit(signed.api, id)
    expect([report.holds, proof.rounds[0]?.publicValue]).toEqual([true, "İzmir 4721"])
  })

  it("mixes in the beacon's round once it is published", async () => {
    const id = await create(small())
    const round = beaconRoundAfter(signed.api.now())
    await lock(id, { publicRandomness: { kind: 2, round } })
    const publicValue = "A".repeat(64)
    expect(firstError(await run(id, { publicValue }))[1]).toContain("henüz yayımlanmadı")
    signed.api.advance(beaconTime(round) - signed.api.now())
    expect(fieldsOf(await run(id, { publicValue: "xyz" }))).toEqual(["publicValue"])
    expect((await run(id, { publicValue })).status).toBe(200)
    expect((await verifyAudit(signed.api, id)).report.holds).toBe(true)
  })

  it("leaves places empty that nobody is left for", async () => {
    group = group.slice(0, 2)
    const { id, draw } = await drawn()
    expect(draw.winners.map(({ place }) => place)).toEqual([0, 1])
    expect((await verifyAudit(signed.api, id)).report.holds).toBe(true)
  })

  it("gives one result to many callers, half of whom lock", async () => {
    const id = await create(small())
    const callers = Array.from({ length: isLong ? 50 : 12 }, (_, at) => at)
    const answers = await Promise.all(callers.map(at => (at % 2 ? lock(id) : run(id))))
    expect(answers.map(({ status }) => status)).toEqual(callers.map(() => 200))
    const ran = answers.filter((_, at) => at % 2 === 0).map(({ value }) => value)
    expect(new Set(ran.map(({ winners }) => JSON.stringify(winners))).size).toBe(1)
    expect(new Set(answers.map(({ value }) => value.lock.lockHash)).size).toBe(1)
    expect((await storedOf(drawRounds, id)).length).toBe(1)
    expect((await auditOf(id)).map(({ action }) => action)).toEqual(["lock", "run"])
  })
})

describe("a rehearsal", () => {
  it.each([
    ["a draft", { status: 0 }, false],
    ["an open draw", { endDate: inDaysLater(1), drawDate: inDaysLater(1) }, false],
    ["a locked draw", {}, true],
  ])("of %s shows a sample that cannot pass for the result, and stores nothing", async (_, given, isLocked) => {
    const id = await create({ ...small(), ...given })
    if (isLocked) await lock(id)
    const before = await read(id)
    const { status, value } = await rehearse(id)
    expect([status, value.domain, value.entryCount, value.winners.length]).toEqual([200, "rehearsal", 7, 6])
    const report = await verify(utf8(canonicalJson(value.proof)), nodeHashing)
    expect([report.holds, report.checks.find(({ name }) => name === "domain")?.failure?.reason]).toEqual([false, "rehearsal"])
    expect(await read(id)).toEqual(before)
    expect((await storedOf(drawWinners, id)).length).toBe(0)
    expect((await auditOf(id)).at(-1)?.action).toBe("rehearse")
  })

  it.each([
    ["a drawn draw", {}, "değiştirilemez"],
    ["a cancelled draw", { status: 4 }, "İptal edilen"],
    ["a draw without anybody", { eligibility: 0, method: 2 }, "kimse yok"],
  ])("is refused for %s", async (_, given, words) => {
    const id = await create({ ...small(), ...given })
    if (words === "değiştirilemez") await run(id)
    const { status, body } = await rehearse(id)
    expect([status, body.errors[0]]).toEqual([409, expect.stringContaining(words)])
  })
})

describe("custody", () => {
  it.each([
    [["notified", "delivered"], 200],
    [["delivered"], 200],
    [["delivered", "notified"], 409],
    [["delivered", "declined"], 409],
    [["notified", "notified"], 409],
    [["declined", "delivered"], 409],
    [["drawn"], 400],
    [["void"], 400],
  ] as const)("takes %j with %i in the end", async (states, last) => {
    const { id } = await drawn()
    const answers = []
    for (const name of states) answers.push(await setWinner(id, 0, { state: state(name) }))
    expect(answers.map(({ status }) => status)).toEqual([...states.slice(1).map(() => 200), last])
  })

  it("lets reserves move up in their order, then whoever is drawn next, then nobody", async () => {
    const { id, draw } = await drawn()
    const idAt = (place: number) => draw.winners[place]?.employeeId
    const seen: (number | null | undefined)[][] = []
    for (const place of [0, 3, 4, 6]) {
      const { status, value } = await setWinner(id, place, { state: state("declined"), note: "İstemedi" })
      expect(status).toBe(200)
      seen.push([
        value.winnerCount,
        ...value.winners.filter((winner: Winner) => winner.replaces === 0).map((winner: Winner) => winner.place),
      ])
    }
    expect(seen).toEqual([
      [3, 3],
      [3, 3, 4],
      [3, 3, 4, 6],
      [2, 3, 4, 6],
    ])
    const { winners } = await read(id)
    expect(winners.map((winner: Winner) => [stateOf(winner), winner.reserve, winner.prize])).toEqual([
      ["declined", false, "Bisiklet"],
      ["drawn", false, "Bisiklet"],
      ["drawn", false, "Kitap"],
      ["declined", false, "Bisiklet"],
      ["declined", false, "Bisiklet"],
      ["drawn", true, "Kitap"],
      ["declined", false, "Bisiklet"],
    ])
    expect(winners[6].employeeId).toBe(group.find(one => !draw.winners.some(({ employeeId }) => employeeId === one)))
    expect([winners[3].employeeId, winners[0].reason]).toEqual([idAt(3), reason("declined")])
    const { proof, report } = await verifyAudit(signed.api, id)
    expect([report.holds, proof.rounds[0]?.replacements.map(({ place }) => place)]).toEqual([true, [0, 0, 0, 0]])
  })

  it("skips a reserve who dropped out, and takes one out without anybody moving up", async () => {
    const { id } = await drawn()
    expect((await setWinner(id, 3, { state: state("delivered") })).status).toBe(409)
    expect((await setWinner(id, 3, { state: state("expired") })).value.winnerCount).toBe(3)
    const { value } = await voidResult(id, { reason: reason("ineligible"), note: "İşten ayrılmış", place: 1 })
    expect(value.winners.find((winner: Winner) => winner.replaces === 1).place).toBe(4)
    expect([stateOf(value.winners[1]), value.winners[1].reason]).toEqual(["void", reason("ineligible")])
    const { proof, report } = await verifyAudit(signed.api, id)
    expect([report.holds, proof.rounds[0]?.replacements.map(({ place, position }) => [place, position === null])]).toEqual([
      true,
      [
        [3, true],
        [1, false],
      ],
    ])
  })

  it("is of winners who are there", async () => {
    const { id } = await drawn()
    for (const place of ["9", "x", "-1", "1.5", "99999999999"])
      expect((await setWinner(id, place, { state: 1 })).status).toBe(404)
    expect((await voidResult(id, { reason: reason("error"), note: "Yok", place: 9 })).status).toBe(404)
    const waiting = await create(small())
    expect((await setWinner(waiting, 0, { state: 1 })).status).toBe(409)
  })
})

describe("voiding the result", () => {
  it("appends a round over the same entries, which is drawn again, and keeps the one before", async () => {
    const { id, draw } = await drawn()
    await setWinner(id, 0, { state: state("declined") })
    const before = await verifyAudit(signed.api, id)
    const again = await voidResult(id, { reason: reason("rules"), note: "Ödül sayısı yanlış duyuruldu" })
    expect([again.status, again.value.status, again.value.winners]).toEqual([200, statuses.value("closed"), []])
    expect(again.value).toMatchObject({ drawnAt: null, winnerCount: 0, lock: { round: 1, entryCount: 7 } })
    expect((await verifyAudit(signed.api, id)).report.holds).toBe(true)
    expect((await voidResult(id, { reason: reason("rules"), note: "Yine" })).status).toBe(409)
    expect((await setWinner(id, 0, { state: 1 })).status).toBe(409)
    signed.api.advance(1000)
    const { value } = await run(id)
    expect([value.status, value.lock.round, value.winners.length]).toEqual([statuses.value("drawn"), 1, 6])
    const { proof, report } = await verifyAudit(signed.api, id)
    expect([report.holds, proof.rounds.map(({ lock }) => lock.reason)]).toEqual([true, [null, "rules"]])
    expect(proof.rounds[0]).toEqual(before.proof.rounds[0])
    expect(proof.rounds[0]?.places).toEqual(draw.winners.map(({ ticket }) => (ticket ?? 0) - 1))
    expect(JSON.stringify(proof)).not.toContain("duyuruldu")
  })

  it("leaves out who was ineligible, in the lock and in every later round, unless they are let in", async () => {
    const { id, draw } = await drawn()
    const voided = draw.winners[1] as Winner
    const { value } = await voidResult(id, { reason: reason("ineligible"), note: "Katılamaz", place: 1 })
    const { employeeId, name, ticket } = voided
    expect([value.ineligible, value.canRedraw]).toEqual([[{ employeeId, name, ticket }], true])
    for (const [round, excludeIneligible] of [undefined, undefined, false].entries()) {
      await voidResult(id, { reason: reason("error"), note: "Liste", excludeIneligible })
      expect((await rehearse(id)).value.entryCount).toBe(round < 2 ? 6 : 7)
      expect((await read(id)).lock.entryCount).toBe(round < 2 ? 6 : 7)
      const { winners } = (await run(id)).value as { winners: Winner[] }
      const { proof, report } = await verifyAudit(signed.api, id)
      expect([report.holds, proof.rounds.at(-1)?.lock.ineligible]).toEqual([true, round < 2 ? [Number(ticket) - 1] : undefined])
      if (round < 2) expect(winners.map(winner => winner.employeeId)).not.toContain(employeeId)
    }
  })

  it("is refused by order of entry while it can change nothing", async () => {
    const entered = async (gap: number) => {
      const id = await create({ method: 2, prizes: [{ name: "Kahve", type: 1, quantity: 1, value: null }] })
      const start = signed.api.now() - 10 * day
      const entries = group.slice(0, 4).map((employeeId, at) => ({ employeeId, at: new Date(start + at * gap).toISOString() }))
      expect((await call("POST", `/draw/${id}/entries`, { entries, imported: true })).status).toBe(200)
      await run(id)
      return id
    }
    const redraw = { reason: reason("error"), note: "Yeniden" }
    const [apart, together] = [await entered(1_000), await entered(0)]
    expect([(await read(apart)).canRedraw, (await read(together)).canRedraw]).toEqual([false, true])
    expect(firstError(await voidResult(apart, redraw))).toEqual([409, expect.stringContaining("sonuç değişmez")])
    expect((await voidResult(together, redraw)).status).toBe(200)
    await voidResult(apart, { reason: reason("ineligible"), note: "Katılamaz", place: 0 })
    expect([(await read(apart)).canRedraw, (await voidResult(apart, redraw)).status]).toEqual([true, 200])
    const { winners } = (await run(apart)).value as { winners: Winner[] }
    expect([winners.map(winner => winner.employeeId), (await read(apart)).canRedraw]).toEqual([group.slice(1, 3), false])
    expect((await verifyAudit(signed.api, apart)).report.holds).toBe(true)
  })

  it("refuses what is no reason for it, at its field", async () => {
    const { id } = await drawn()
    const refused: [object, string][] = [
      [{}, "reason"],
      [{ reason: reason("rules") }, "note"],
      [{ reason: reason("rules"), note: " " }, "note"],
      [{ reason: reason("ineligible"), note: "a" }, "reason"],
      [{ reason: reason("entries"), note: "a" }, "reason"],
      [{ reason: reason("declined"), note: "a" }, "reason"],
      [{ reason: reason("rules"), note: "a", place: 0 }, "reason"],
      [{ reason: reason("error"), note: "a", place: -1 }, "place"],
      [{ reason: reason("error"), note: "a", publicRandomness: { kind: 2 } }, "publicRandomness.round"],
    ]
    for (const [body, field] of refused) {
      const answer = await voidResult(id, body)
      expect([body, answer.status, fieldsOf(answer)]).toEqual([body, 400, [field]])
    }
    expect((await read(id)).lock.round).toBe(0)
  })
})

describe("the proof that everybody may read", () => {
  it("is missing alike for unknown draws and for those that are not locked", async () => {
    const open = await create(small())
    const answers = [await readProof(open), await readProof(randomUUID()), await readProof("x")]
    for (const { status, body } of answers) expect([status, body]).toEqual([404, answers[0]?.body])
  })

  it("names nobody and no department, and holds no secret", async () => {
    const { id } = await drawn()
    await setWinner(id, 0, { state: state("declined"), note: "Gizli not" })
    await voidResult(id, { reason: reason("error"), note: "Gizli gerekçe" })
    const text = JSON.stringify((await readProof(id)).body)
    const [locked] = await storedOf(drawLocks, id)
    const rounds = await roundsOf(id)
    const secrets = [locked?.saltKey, rounds[1]?.seed, "Gizli", ...people.flatMap(person => [person.id, person.name])]
    expect(secrets.filter(secret => !secret || text.includes(secret))).toEqual([])
    expect(text).toContain(rounds[0]?.seed ?? "-")
  })

  it("is sent once to who keeps it, compressed to who can read that", async () => {
    const { id } = await drawn()
    const plain = await signed.api.fetch(`/backend/draw/${id}/audit`)
    const tag = plain.headers.get("ETag") ?? ""
    const { value } = (await plain.json()) as { value: { digest: string } }
    expect([tag, plain.headers.get("Cache-Control")]).toEqual([`W/"${value.digest}"`, "no-cache"])
    const known = await signed.api.fetch(`/backend/draw/${id}/audit`, { headers: { "If-None-Match": tag } })
    expect([known.status, await known.text()]).toEqual([304, ""])
    const gzip = await signed.api.fetch(`/backend/draw/${id}/audit`, { headers: { "Accept-Encoding": "gzip" } })
    expect([gzip.headers.get("Content-Encoding"), gzip.headers.get("Content-Type")]).toEqual(["gzip", "application/json"])
    await setWinner(id, 0, { state: state("declined") })
    const changed = await signed.api.fetch(`/backend/draw/${id}/audit`, { headers: { "If-None-Match": tag } })
    expect(changed.status).toBe(200)
  })
})

describe("what is committed to", () => {
  it("is in no history: neither seeds nor salts", async () => {
    const { id } = await drawn()
    await voidResult(id, { reason: reason("error"), note: "Liste eksikti" })
    const [locked] = await storedOf(drawLocks, id)
    const rounds = await roundsOf(id)
    const text = JSON.stringify([await auditOf(id), (await call("GET", `/draw/${id}`)).body])
    for (const secret of [locked?.saltKey, ...rounds.map(({ seed }) => seed)]) expect(text).not.toContain(secret)
    expect((await auditOf(id)).map(({ action }) => action)).toEqual(["lock", "run", "void"])
  })

  it("is undone by nobody", async () => {
    const id = await create(small())
    const edited = await call("PUT", "/draw/update", { id, title: "Değişti" })
    expect((await run(id)).status).toBe(200)
    const undo = await call("POST", `/undo/${edited.headers.get("Undo-Token")}`)
    expect([undo.status, (await read(id)).title]).toEqual([409, "Değişti"])
  })

  it("is the platform's to decide too", async () => {
    const id = await create(small())
    expect((await run(id, {}, "admin")).status).toBe(200)
    expect((await signed.api.db.select().from(draws)).find(row => row.id === id)?.intent).toBe("drawn")
  })
})

function inDaysLater(days: number) {
  return new Date(Date.parse("2026-06-01") + days * day).toISOString()
}
