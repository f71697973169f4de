import { expect, it } from "vitest"
import { rowsOf } from "../../../server/src/db/open"
import { type AnswerRow, storeAnswers } from "../../../server/src/resources/surveys/tallies"
import { createRandom } from "../../../server/src/seed/random"
import { allowedMs } from "../../pace"
import { rounds } from "../../rounds"
import { startApi } from "../record-kit"
import { createSurveyKit, questions } from "../survey-kit"

/** Reports of large surveys on the embedded database: TEST_ROUNDS multiplies the answers, and the times are printed. */
const largest = 100_000
const sizes = [100, 1_000, 10_000].map(answers => Math.min(answers * rounds, largest))
const allowed = 1_500
const departmentCount = 12
const days = 60

const { signed } = startApi()

const { call, department, survey } = createSurveyKit(() => signed)
const start = Date.UTC(2026, 0, 1)
const dayOf = (at: number) => new Date(start + at * 86_400_000).toISOString().slice(0, 10)

/** Answers to two questions of each type, spread over departments and days. */
const answersOf = (
  asked: { questions: { id: string; type: string; options: string[] }[] },
  departments: string[],
  count: number,
) => {
  const random = createRandom(count)
  return Array.from({ length: count }, (): AnswerRow => {
    const values = asked.questions.map(({ id, type, options }) => {
      if (type === "rating") return [id, random.whole(1, 5)]
      if (type === "yes_no") return [id, random.chance(0.7)]
      const option = random.pick(options) ?? ""
      return [id, type === "single_choice" ? option : options.filter(one => one === option || random.chance(0.3))]
    })
    return {
      departmentId: random.pick(departments) ?? null,
      day: dayOf(random.whole(0, days - 1)),
      answers: Object.fromEntries(values),
    }
  })
}

it("are read in less than 1.5 s, in a time that grows much less than the answers", async () => {
  const departments: string[] = []
  for (let at = 0; at < departmentCount; at++) departments.push(await department(0))
  const took: number[] = []
  for (const size of sizes) {
    const asked = await survey({ questions: [...questions, ...questions].map(question => ({ ...question, required: false })) })
    const rows = answersOf(asked, departments, size)
    const from = performance.now()
    await signed.api.db.transaction(async tx => {
      await tx.execute("set local statement_timeout = 0")
      await storeAnswers(tx, asked.id, rows)
    })
    const stored = performance.now() - from
    await signed.api.db.execute("analyze")
    const times: Record<string, number> = {}
    for (const [name, query] of [
      ["first", ""],
      ["whole", ""],
      ["department", `?departmentId=${departments[3]}`],
      ["month", `?from=${dayOf(0)}&to=${dayOf(30)}`],
    ] as const) {
      const began = performance.now()
      const { status, value } = await call("GET", `/survey/report/${asked.id}${query}`)
      times[name] = performance.now() - began
      expect([size, name, status]).toEqual([size, name, 200])
      const { responseCount, waiting, series } = value.value
      if (name === "whole") expect([responseCount + waiting, series.length <= days]).toEqual([size, true])
      if (name === "month") expect(series.at(-1).date <= dayOf(30)).toBe(true)
      expect(times[name]).toBeLessThan(allowedMs(allowed))
    }
    took.push(Math.min(times.first ?? 0, times.whole ?? 0))
    const [tallies] = await rowsOf<{ rows: number }>(
      signed.api.db,
      `select count(*)::int as rows from survey_tallies where survey_id = '${asked.id}'`,
    )
    const told = Object.entries(times).map(([name, ms]) => `${name} ${Math.round(ms)} ms`)
    process.stdout.write(`${size} answers: ${told.join(", ")}; ${tallies?.rows} tallies, stored in ${Math.round(stored)} ms\n`)
  }
  // Ten times the answers take less than five times as long once the tallies are full.
  const [, small = 0, large = 0] = took
  expect(large).toBeLessThan(Math.max(5 * small, allowedMs(150)))
  expect(sizes.at(-1)).toBeLessThanOrEqual(largest)
}, 300_000)
