import { afterAll, beforeAll, expect, it } from "vitest"
import { rowsOf } from "../../../server/src/db/open"
import { cleanTexts, type UncleanText } from "../../../server/src/operations/clean-texts"
import { createTestApi, type TestApi } from "../../api"

let api: TestApi
beforeAll(async () => {
  api = await createTestApi()
})
afterAll(() => api.close())

const run = async (isDry: boolean) => {
  const found: UncleanText[] = []
  await cleanTexts(api.db, isDry, text => found.push(text))
  return found.map(({ table, column, after, isKept }) => [`${table}.${column}`, after, isKept])
}

it("texts of an earlier release are listed and cleaned: not those of locked draws, and no name that another record has", async () => {
  expect(await run(true)).toEqual([])
  const change = (statement: string) => rowsOf(api.db, statement)
  const someone = "(select id from users where deleted_at is null order by id limit 1)"
  await change(`update users set first_name = E'Ece\\u200b', phone_number = E'0532\\u2011111\\u201022' where id = ${someone}`)
  await change(
    "insert into departments (name) values (E'Gu\\u0308venlik'), ('Güvenlik'), (E'Gece\\u00a0vardiyası'), ('Ar  ve  Ge')",
  )
  await change("update gifts set api_integration_code = E'a\\u200bb' where id = (select min(id::text)::uuid from gifts)")
  const locked = "(select min(id::text)::uuid from draws where round is not null)"
  await change(`update draws set title = E'a\\u200bb' where id = ${locked}`)
  const texts = [
    ["users.first_name", "Ece", false],
    ["users.phone_number", "0532-111-22", false],
    ["departments.name", "Güvenlik", false],
    ["departments.name", "Gece vardiyası", false],
    ["departments.name", "Ar ve Ge", false],
  ]
  const sorted = (rows: unknown[]) => rows.map(row => JSON.stringify(row)).sort()
  expect(sorted(await run(true))).toEqual(sorted(texts))
  const kept = texts.map(row => (row[1] === "Güvenlik" ? [row[0], row[1], true] : row))
  expect(sorted(await run(false))).toEqual(sorted(kept))
  expect(await run(true)).toEqual([["departments.name", "Güvenlik", false]])
})
