import { afterAll, beforeAll, expect, it } from "vitest"
import { surveys, tenants } from "../../../../server/src/db/schema"
import { surveyAnswers, surveyTallies } from "../../../../server/src/db/survey-tables"
import { questionIdOf } from "../../../../server/src/resources/surveys/tallies"
import { growSurveys } from "../../../../server/src/seed/large/surveys"
import { answerErrors } from "../../../../src/contract/survey-answers"
import { questionErrors } from "../../../../src/contract/surveys"
import { createTestApi, type TestApi } from "../../../api"

const byId = (answers: object) => Object.fromEntries(Object.entries(answers).map(([key, value]) => [questionIdOf(key), value]))

let api: TestApi
beforeAll(async () => {
  api = await createTestApi()
})
afterAll(() => api.close())

it("surveys for measurements have answers that pass their questions, and are counted", async () => {
  const before = new Set((await api.db.select().from(surveys)).map(({ id }) => id))
  await growSurveys(api.db, { surveys: 14, answers: 2_000 }, () => {})
  const rows = (await api.db.select().from(surveys)).filter(({ id }) => !before.has(id))
  expect(rows).toHaveLength(14)
  expect(new Set(rows.map(({ tenantId }) => tenantId)).size).toBe(Math.min(14, await api.db.$count(tenants)))
  expect(rows.flatMap(({ questions }) => Object.keys(questionErrors({ questions })))).toEqual([])
  expect(
    rows
      .map(({ responseCount }) => responseCount)
      .sort((a, b) => b - a)
      .slice(0, 3),
  ).toEqual([1_000, 1_000, 0])
  const answers = await api.db.select().from(surveyAnswers)
  const tallies = await api.db.select().from(surveyTallies)
  for (const { id, questions } of rows) {
    const own = answers.filter(({ surveyId }) => surveyId === id)
    expect(own.flatMap(row => Object.keys(answerErrors(questions, byId(row.answers))))).toEqual([])
    const shown = tallies.filter(row => row.surveyId === id && row.questionId === "" && row.enteredOn !== null)
    expect(shown.reduce((sum, { people }) => sum + people, 0)).toBe(own.filter(({ enteredOn }) => enteredOn !== null).length)
  }
})
