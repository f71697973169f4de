import { afterAll, beforeAll, expect, it } from "vitest"
import { rowsOf } from "../../../server/src/db/open"
import { categories } from "../../../server/src/db/schema"
import { createTestApi, type TestApi } from "../../api"

let api: TestApi
beforeAll(async () => {
  api = await createTestApi()
})
afterAll(() => api.close())

/** A statement that breaks after some of its rows have come, as one does whose time is over. */
const broken = "select 10 / (6 - g) as number from generate_series(1, 9) g"

it("a statement that breaks after five rows leaves no empty places in the results that follow, in either kind of query", async () => {
  const { db } = api
  const known = () => db.select({ name: categories.name }).from(categories).orderBy(categories.name).limit(2)
  const [first, second] = await known()
  const rounds = process.env.TEST_DATABASE_URL ? 20 : 1
  for (let round = 0; round < rounds; round++) {
    const answers = await Promise.all([
      ...Array.from({ length: 12 }, () => db.execute(broken).then(String, () => "broken")),
      ...Array.from({ length: 12 }, () => rowsOf<{ n: number }>(db, "select g as n from generate_series(1, 2) g")),
      ...Array.from({ length: 12 }, known),
      ...Array.from({ length: 3 }, () => db.transaction(tx => tx.select({ name: categories.name }).from(categories).limit(1))),
      ...Array.from({ length: 3 }, () => rowsOf(db, "select 1 where false")),
    ])
    expect(answers.slice(0, 12)).toEqual(Array(12).fill("broken"))
    for (const answer of answers.slice(12, 24)) expect([...answer]).toEqual([{ n: 1 }, { n: 2 }])
    for (const answer of answers.slice(24, 36)) expect(answer).toEqual([first, second])
    for (const answer of answers.slice(36, 39)) expect(answer).toHaveLength(1)
    for (const answer of answers.slice(39)) expect(answer).toHaveLength(0)
  }
})
