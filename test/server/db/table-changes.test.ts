import { expect, it } from "vitest"
import { createReadChanges } from "../../../server/src/db/table-changes"

/** Marks of tables on a database that several processes write (docs/operations.md#kept-lists). */
const open = () => {
  const database = { brands: 2, gifts: 5, changing: [] as string[], isAway: false }
  const sent: string[] = []
  const changes = createReadChanges(async statement => {
    const kind = /pg_locks/.test(statement) ? "changing" : /concat_ws/.test(statement) ? "counts" : "names"
    sent.push(kind)
    if (database.isAway) throw new Error("away")
    if (kind === "names") return ["brands", "gifts"]
    const counts = `${database.brands} ${database.gifts}`
    const changing = [...database.changing]
    await new Promise(done => setTimeout(done, 5))
    return kind === "counts" ? [counts] : changing
  })
  return { changes, database, sent }
}

it("one statement reads the mark of tables that have not changed, for all calls that wait", async () => {
  const { changes, sent } = open()
  const first = await changes.mark(["brands"])
  expect(sent).toEqual(["names", "counts", "changing"])
  sent.length = 0
  const running = changes.mark(["brands"])
  await new Promise(done => setTimeout(done, 1))
  const others = ["brands", "gifts", "brands"].map(table => changes.mark([table]))
  expect(await running).toBe(first)
  expect((await Promise.all(others))[0]).toBe(first)
  expect(sent).toEqual(["counts", "counts"])
})

it("a reading that began before a call is not the call's", async () => {
  const { changes, database } = open()
  const first = await changes.mark(["brands"])
  const running = changes.mark(["brands"])
  await new Promise(done => setTimeout(done, 1))
  database.brands++
  const later = changes.mark(["brands"])
  expect(await running).toBe(first)
  expect(await later).not.toBe(first)
})

it("a table has no mark while a transaction that has changed it runs, and others have", async () => {
  const { changes, database, sent } = open()
  database.changing = ["brands"]
  expect(await changes.mark(["brands", "gifts"])).toBeUndefined()
  expect(await changes.mark(["gifts"])).toBeTypeOf("string")
  database.changing = []
  const mark = await changes.mark(["brands", "gifts"])
  expect(mark).toBeTypeOf("string")
  sent.length = 0
  // Whoever changes it now has not counted yet, and has another count afterwards.
  database.changing = ["brands"]
  expect(await changes.mark(["brands", "gifts"])).toBe(mark)
  expect(sent).toEqual(["counts"])
  expect(await changes.mark(["users"])).toBeUndefined()
})

it("marks of before a lost connection do not come again, and a reading that failed is followed by another one", async () => {
  const { changes, database } = open()
  const mark = await changes.mark(["brands"])
  database.isAway = true
  await expect(changes.mark(["brands"])).rejects.toThrow("away")
  changes.lost()
  database.isAway = false
  expect(await changes.mark(["brands"])).toBeTypeOf("string")
  expect(await changes.mark(["brands"])).not.toBe(mark)
})
