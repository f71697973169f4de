import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { findPostgres, startPostgres } from "../../scripts/postgres.mjs"
import { type Opened, openPostgres, rowsOf } from "../../server/src/db/open"
import { categories } from "../../server/src/db/schema"

/** Statements that break after some of their rows have come, as one does whose time is over. */
const broken = "select 10 / (6 - g) as number from generate_series(1, 9) g"

if (findPostgres() === undefined)
  it("statements are not tested here: PostgreSQL is not installed", () => expect(findPostgres()).toBeUndefined())
else
  describe("a statement on PostgreSQL", () => {
    let postgres: Awaited<ReturnType<typeof startPostgres>>
    let opened: Opened
    beforeAll(async () => {
      postgres = await startPostgres()
      opened = await openPostgres(postgres.url)
      await opened.db.execute("create table categories (id uuid default gen_random_uuid(), name text)")
      await opened.db.execute("insert into categories (name) values ('a'), ('b')")
    })
    afterAll(async () => {
      await opened?.close()
      await postgres?.stop()
    })

    it("that breaks after five rows leaves no empty places in the results that follow, in either kind of query", async () => {
      const { db } = opened
      for (let round = 0; round < 20; round++) {
        const answers = await Promise.all([
          ...Array.from({ length: 12 }, () => db.execute(broken).then(String, () => "broken")),
          ...Array.from({ length: 12 }, () => rowsOf<{ n: number }>(db, "select g as n from generate_series(1, 2) g")),
          ...Array.from({ length: 12 }, () => db.select({ name: categories.name }).from(categories).orderBy(categories.name)),
          ...Array.from({ length: 3 }, () =>
            db.transaction(tx => tx.select({ name: categories.name }).from(categories).limit(1)),
          ),
          ...Array.from({ length: 3 }, () => rowsOf(db, "select 1 where false")),
        ])
        expect(answers.slice(0, 12)).toEqual(Array(12).fill("broken"))
        for (const answer of answers.slice(12, 24)) expect([...answer]).toEqual([{ n: 1 }, { n: 2 }])
        for (const answer of answers.slice(24, 36)) expect(answer).toEqual([{ name: "a" }, { name: "b" }])
        for (const answer of answers.slice(36, 39)) expect(answer).toHaveLength(1)
        for (const answer of answers.slice(39)) expect(answer).toHaveLength(0)
      }
    })
  })
