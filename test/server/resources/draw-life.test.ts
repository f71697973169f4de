import { beforeAll, describe, expect, it } from "vitest"
import { users } from "../../../server/src/db/schema"
import { methods, redrawReasons, voidReasons, type Winner, winnerStates } from "../../../src/contract/draws/draws"
import { canonical, commitmentOf, verifyIndependently } from "../../contract/draw-proof/independent"
import { sample } from "../../rounds"
import { createSteps } from "../draw-kit"
import { startApi, type Who } from "../record-kit"

/** The whole life of a draw over the API, each step verified by the second implementation of docs/draw-proof.md. */
const { signed } = startApi()
let people: (typeof users.$inferSelect)[] = []
beforeAll(async () => {
  const { api } = signed
  const own = (await call("GET", "/tenant/getcurrenttenantid")).value
  const rows = (await api.db.select().from(users)).sort((a, b) => (a.email < b.email ? -1 : 1))
  people = rows
    .filter(row => row.tenantId === own && row.role === "User" && row.status === 1 && (row.score ?? 0) > 0)
    .slice(0, 12)
})

const { call, create, lock, run, voidResult, setWinner, audit: readProof } = createSteps(() => signed)

type Participant = { employeeId: string; ticket: number; weight: number; at: string | null; receipt: string }
const participants = async (id: string, who: Who = "elif") =>
  (await call("GET", `/draw/${id}/participants?pageSize=100`, undefined, who)).value as {
    entries: Participant[]
    totalCount: number
  }
const counts = async (id: string) =>
  (await call("GET", `/draw/${id}/funnel`)).value.stages.map(({ count }: { count: number }) => count) as number[]

type File = { entries: [string, number, number, number?][]; rounds: { places: number[] | null; replacements: object[] }[] }

/** Reads the public proof and verifies it. @returns the file, and the position that holds each place */
const verified = async (id: string) => {
  const { value } = await readProof(id)
  const verdict = verifyIndependently(Buffer.from(canonical(value)))
  if (!verdict.holds) throw new Error(verdict.message)
  return { ...verdict, file: value as File }
}

/** Winners and reserves who hold a place must be those of the proof. */
const expectHeld = (winners: Winner[], holders: readonly (number | null)[]) => {
  const isOut = ({ state }: Winner) => ["declined", "expired", "void"].includes(winnerStates.name(state) ?? "")
  const held = new Set(winners.filter(winner => !isOut(winner)).map(({ ticket }) => ticket))
  expect(held).toEqual(new Set(holders.flatMap(position => (position === null ? [] : [position + 1]))))
}

describe.each(sample(methods.names, 2))("a draw: %s", method => {
  it("is checked from its entries to its last round by who was not there", async () => {
    const isByTime = method === "firstComeFirstServed"
    const id = await create({
      method: methods.value(method),
      eligibility: 1,
      employeeIds: people.map(person => person.id),
      departmentId: null,
    })

    // Entries: of twelve people, nine by time, of whom some at the same.
    if (isByTime) {
      const at = (minute: number) => new Date(signed.api.now() - 10 * 86_400_000 + minute * 60_000).toISOString()
      const entries = people.slice(0, 9).map((person, n) => ({ employeeId: person.id, at: at(Math.floor(n / 4)) }))
      expect((await call("POST", `/draw/${id}/entries`, { entries, imported: true })).value).toHaveLength(9)
    }
    const expected = isByTime ? 9 : 12
    expect(await counts(id)).toEqual([expect.any(Number), expect.any(Number), 12, 12, 12, expected])
    const before = await participants(id)
    expect([before.totalCount, before.entries.every(({ receipt, ticket }) => receipt === null && ticket === null)]).toEqual([
      expected,
      true,
    ])

    // Lock: the list is that of before, and each receipt opens the person's entry.
    const { value: locked } = await lock(id, { publicRandomness: { kind: 1 } })
    const first = await verified(id)
    expect(first.lockHashes).toEqual([locked.lock.lockHash])
    const { entries } = await participants(id)
    expect(entries.map(({ ticket }) => ticket)).toEqual(first.file.entries.map((_, at) => at + 1))
    expect(entries.map(({ employeeId }) => employeeId).sort()).toEqual(before.entries.map(row => row.employeeId).sort())
    for (const { employeeId, receipt, ticket, weight, at } of entries) {
      const [named, salt = ""] = receipt.split(".")
      const [commitment, ...figures] = first.file.entries[ticket - 1] ?? []
      expect([named, commitmentOf(id, employeeId, Buffer.from(salt, "hex"))]).toEqual([employeeId, commitment])
      expect(figures).toEqual([weight, at ? Date.parse(at) : 0, ...(at ? [signed.api.now()] : [])])
    }
    const scores = new Map(people.map(person => [person.id, person.score]))
    if (method === "scoreBased") for (const { employeeId, weight } of entries) expect(weight).toBe(scores.get(employeeId))

    // From now on nothing of it changes, whoever comes or goes.
    const late = await call("POST", `/draw/${id}/entries`, { employeeId: people[10]?.id })
    expect([late.status, (await call("DELETE", `/draw/${id}/entries/${people[0]?.id}`)).status]).toEqual([409, 409])
    const [leaver] = entries
    await call("PUT", `/api/users/update/${leaver?.employeeId}`, { status: 0 })
    expect((await counts(id)).at(-1)).toBe(expected)
    expect((await participants(id)).entries).toEqual(entries)
    await call("PUT", `/api/users/update/${leaver?.employeeId}`, { status: 1 })

    // Run, decline, replacement.
    expect((await run(id)).status).toBe(400)
    const { value: drawn } = await run(id, { publicValue: "Kırmızı 7" })
    const second = await verified(id)
    expect(second.lockHashes).toEqual(first.lockHashes)
    expectHeld(drawn.winners, second.holders)
    if (isByTime) {
      const times = second.file.rounds[0]?.places?.map(position => second.file.entries[position]?.[2])
      expect(times).toEqual([...(times ?? [])].sort((a, b) => Number(a) - Number(b)))
    }
    await setWinner(id, 0, { state: winnerStates.value("declined") })
    const { value: replaced } = await call("GET", `/draw/${id}`)
    expect(replaced.winners.find(({ replaces }: Winner) => replaces === 0)).toBeDefined()
    expectHeld(replaced.winners, (await verified(id)).holders)
    await voidResult(id, { place: 2, reason: voidReasons.value("ineligible"), note: "Sözleşmesi bitmiş" })
    const third = await verified(id)
    expectHeld((await call("GET", `/draw/${id}`)).value.winners, third.holders)
    expect(third.file.rounds[0]?.replacements).toHaveLength(2)

    // Redraw: a round more over the same entries; the one before stays in the file.
    const redrawn = await voidResult(id, { reason: voidReasons.value(redrawReasons[0]), note: "Ödül listesi yanlıştı" })
    expect(redrawn.status).toBe(200)
    const fourth = await verified(id)
    expect([fourth.file.entries, fourth.file.rounds[0]]).toEqual([third.file.entries, third.file.rounds[0]])
    expect((await participants(id)).entries).toEqual(entries)
    const { value: again } = await run(id)
    const last = await verified(id)
    expectHeld(again.winners, last.holders)
    expect([last.lockHashes.length, last.lockHashes[0]]).toEqual([2, locked.lock.lockHash])
  })
})
