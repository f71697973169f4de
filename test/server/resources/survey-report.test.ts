import { randomBytes } from "node:crypto"
import { describe, expect, it } from "vitest"
import { hashToken } from "../../../server/src/auth/secrets"
import { rowsOf } from "../../../server/src/db/open"
import { surveyInvitations } from "../../../server/src/db/survey-tables"
import { createRandom } from "../../../server/src/seed/random"
import { type SurveyReport, smallestGroup } from "../../../src/contract/surveys/report"
import { isLong, rounds } from "../../rounds"
import { signAll, startApi } from "../record-kit"
import { answersTo, createSurveyKit, questions } from "../survey-kit"

/** The report of a survey and its group rule (docs/contract.md#survey-report). */
const { signed } = startApi()

const { call, must, department, survey, tokens, answer, report } = createSurveyKit(() => signed)
const sql = <T>(text: string) => rowsOf<T>(signed.api.db, text)
const day = 86_400_000
const nextDay = async () => {
  signed.api.advance(day)
  signed.tokens = await signAll(signed.api)
}
const today = () => new Date(signed.api.now() + 3 * 3_600_000).toISOString().slice(0, 10)

type Asked = { id: string; questions: { id: string }[] }
type Values = Parameters<typeof answersTo>[1]
/** Answers with as many new tokens of a department, made without people. */
const respond = async (asked: Asked, departmentId: string | null, rows: Values[]) => {
  for (const values of rows) {
    const token = randomBytes(24).toString("base64url")
    await signed.api.db.insert(surveyInvitations).values({ tokenHash: hashToken(token), surveyId: asked.id, departmentId })
    const { status, body } = await answer(asked.id, token, answersTo(asked, values))
    if (status !== 200) throw new Error(JSON.stringify(body))
  }
}
const times = <T>(count: number, value: T): T[] => Array.from({ length: count }, () => value)
const figures = ({ options }: SurveyReport["questions"][number]) => options.map(({ label, count }) => `${label} ${count}`)

describe("a report", () => {
  it("counts each type of question, and gives the mean of marks", async () => {
    const departmentId = await department(6)
    const asked = await survey({ departmentIds: [departmentId] })
    const given: Values[] = [
      ["Çay", ["Ücret", "Servis"], true, 5],
      ["Çay", ["Ücret"], true, 4],
      ["Kahve", ["Yemek"], false, 4],
      ["Çay", ["Servis", "Yemek"], true, 1],
      ["Kahve", ["Ücret"], true, 3],
      ["Kahve", ["Ücret"], true, 3],
    ]
    const all = await tokens(asked.id)
    for (const [at, token] of all.entries())
      expect((await answer(asked.id, token, answersTo(asked, given[at] ?? []))).status).toBe(200)
    const found = await report(asked.id)
    expect(found.questions.map(question => [question.answered, figures(question)])).toEqual([
      [5, ["Çay 3", "Kahve 2"]],
      [5, ["Ücret 3", "Yemek 2", "Servis 2"]],
      [5, ["Evet 4", "Hayır 1"]],
      [5, ["1 1", "2 0", "3 1", "4 2", "5 1"]],
    ])
    expect(found.questions.map(({ average }) => average)).toEqual([undefined, undefined, undefined, 3.4])
    expect([found.responseCount, found.waiting, found.series]).toEqual([5, 1, [{ date: today(), count: 5 }]])
    expect(found.departments).toEqual([{ id: departmentId, name: expect.stringMatching(/^Bölüm/), count: 5 }])
    const english = await call("GET", `/survey/report/${asked.id}`, undefined, "elif", { "Accept-Language": "en" })
    expect(figures(english.value.value.questions[2])).toEqual(["Yes 4", "No 1"])
    expect((await call("GET", `/survey/${asked.id}`)).value.responseCount).toBe(6)
  })

  it("keeps the words of options that were changed since, and what was answered before another type", async () => {
    const departmentId = await department(0)
    const asked = await survey({ departmentIds: [departmentId] })
    await respond(asked, departmentId, [
      ...times(3, ["Çay", undefined, true, 5] as Values),
      ...times(2, ["Kahve", undefined, false, 1] as Values),
    ])
    const [first, second, third, fourth] = asked.questions
    await must("PUT", "/survey/update", {
      id: asked.id,
      questions: [
        { ...first, options: ["Demli çay", "Kahve"] },
        second,
        { ...third, type: "rating" },
        { ...fourth, type: "single_choice", options: ["1", "5"] },
      ],
    })
    const options = (await report(asked.id)).questions.map(question => question.options)
    expect(options[0]).toEqual([
      { label: "Demli çay", count: 0 },
      { label: "Kahve", count: 2 },
      { label: "Çay", count: 3, isFormer: true },
    ])
    expect(options[2]?.slice(5)).toEqual([
      { label: "Evet", count: 3, isFormer: true },
      { label: "Hayır", count: 2, isFormer: true },
    ])
    expect(options[3]).toEqual([
      { label: "1", count: 0 },
      { label: "5", count: 0 },
      { label: "5", count: 3, isFormer: true },
      { label: "1", count: 2, isFormer: true },
    ])
  })

  it("is narrowed by department and by the day on which answers entered", async () => {
    const [one, two] = [await department(0), await department(0)]
    const asked = await survey({ departmentIds: [one, two] })
    const days: string[] = []
    for (const [first, second] of [
      [5, 3],
      [4, 2],
      [1, 6],
    ] as const) {
      days.push(today())
      await respond(asked, one, times(first, ["Çay"] as Values))
      await respond(asked, two, times(second, ["Kahve"] as Values))
      await nextDay()
    }
    const [d1, d2, d3] = days
    // Day 1: 5 of the first. Day 2: 5 of the second, 4 of the first wait. Day 3: 5 of the first, 5 of the second, 1 waits.
    const rows: [string, number, string[]][] = [
      ["", 20, [`${d1} 5`, `${d2} 5`, `${d3} 10`]],
      [`?departmentId=${one}`, 10, [`${d1} 5`, `${d3} 5`]],
      [`?departmentId=${two}`, 10, [`${d2} 5`, `${d3} 5`]],
      [`?from=${d2}`, 15, [`${d2} 5`, `${d3} 10`]],
      [`?to=${d2}`, 10, [`${d1} 5`, `${d2} 5`]],
      [`?from=${d2}&to=${d2}`, 5, [`${d2} 5`]],
      [`?departmentId=${one}&from=${d2}&to=${d2}`, 0, []],
      [`?departmentId=${two}&to=${d2}T23:30:00Z`, 10, [`${d2} 5`, `${d3} 5`]],
      [`?from=${d3}&to=${d1}`, 0, []],
      ["?departmentId=x", 0, []],
      [`?departmentId=${asked.id}`, 0, []],
      ["?from=2026-02-30&to=yesterday", 20, [`${d1} 5`, `${d2} 5`, `${d3} 10`]],
    ]
    for (const [query, total, series] of rows) {
      const found = await report(asked.id, query)
      expect([query, found.responseCount, found.series.map(({ date, count }) => `${date} ${count}`)]).toEqual([
        query,
        total,
        series,
      ])
      expect([query, found.questions[0]?.answered, found.waiting]).toEqual([query, total, 1])
      expect(new Map(found.departments?.map(({ id, count }) => [id, count]))).toEqual(
        new Map([
          [one, 10],
          [two, 10],
        ]),
      )
    }
  })

  it("takes what waits in several departments as one group when the survey is closed, once, and not fewer than five", async () => {
    const [one, two] = [await department(0), await department(0)]
    const asked = await survey({ departmentIds: [one, two] })
    await respond(asked, one, times(4, ["Çay"] as Values))
    const set = (given: object) => must("PUT", "/survey/update", { id: asked.id, ...given })
    await set({ status: 2 })
    expect(await report(asked.id)).toMatchObject({ responseCount: 0, waiting: 4, series: [], departments: [] })
    await set({ status: 1 })
    await respond(asked, two, times(2, ["Kahve"] as Values))
    expect((await report(asked.id)).responseCount).toBe(0)
    await set({ status: 2 })
    const closed = today()
    const reports = await Promise.all(times(5, asked.id).map(id => report(id)))
    await nextDay()
    for (const found of [...reports, await report(asked.id)]) {
      expect(found).toMatchObject({ responseCount: 6, waiting: 0, series: [{ date: closed, count: 6 }], departments: [] })
      expect(figures(found.questions[0] as never)).toEqual(["Çay 4", "Kahve 2"])
    }
    expect((await report(asked.id, `?departmentId=${one}`)).responseCount).toBe(0)
  })

  it("of a survey that ended has its last group on its last day", async () => {
    const [one, two] = [await department(0), await department(0)]
    const endDate = new Date(signed.api.now() + day).toISOString()
    const asked = await survey({ departmentIds: [one, two], endDate })
    await respond(asked, one, times(3, ["Çay"] as Values))
    await respond(asked, two, times(3, ["Çay"] as Values))
    for (let days = 0; days < 3; days++) await nextDay()
    const { series, waiting } = await report(asked.id)
    expect([series, waiting]).toEqual([
      [{ date: new Date(Date.parse(endDate) + 3 * 3_600_000).toISOString().slice(0, 10), count: 6 }],
      0,
    ])
  })
})

describe("the answers to an open question", () => {
  const open = { text: "Neden?", type: "text", required: false }
  const ask = (departmentIds: string[], given = {}) => survey({ departmentIds, questions: [...questions, open], ...given })
  type Texts = { texts: string[]; totalCount: number }
  const read = (asked: Asked, query = ""): Promise<Texts> =>
    must("GET", `/survey/report/${asked.id}/texts?questionId=${asked.questions.at(-1)?.id}${query}`)
  /** Texts of people who all choose the same. */
  const write = (asked: Asked, departmentId: string, texts: (string | undefined)[]) =>
    respond(
      asked,
      departmentId,
      texts.map(text => ["Çay", undefined, undefined, undefined, text]),
    )

  it("are shown in groups of five to the question, by department and day, as they were written", async () => {
    const [one, two] = [await department(0), await department(0)]
    const asked = await ask([one, two])
    const shown = async (query = "") => {
      const { texts, totalCount } = await read(asked, query)
      const { answered, options } = (await report(asked.id, query.replace("&", "?"))).questions[4] ?? {}
      expect([totalCount, answered, options]).toEqual([texts.length, texts.length, []])
      return texts.sort()
    }
    await write(asked, one, ["a", "b", "c", "d"])
    expect(await shown()).toEqual([])
    // A group of five people, of whom four wrote.
    await write(asked, one, [undefined])
    expect(await shown()).toEqual([])
    await write(asked, two, ["f", "f", " <b>g</b>\u200b ", "h", "i"])
    expect(await shown()).toEqual(["<b>g</b>", "f", "f", "h", "i"])
    const first = today()
    await nextDay()
    await write(asked, one, ["e", undefined, undefined, undefined, undefined])
    const rows: [string, string[]][] = [
      [`&departmentId=${one}`, ["a", "b", "c", "d", "e"]],
      [`&departmentId=${two}`, ["<b>g</b>", "f", "f", "h", "i"]],
      [`&to=${first}`, ["<b>g</b>", "f", "f", "h", "i"]],
      [`&departmentId=${one}&to=${first}`, []],
      [`&from=${today()}`, ["a", "b", "c", "d", "e"]],
    ]
    for (const [query, texts] of rows) expect([query, await shown(query)]).toEqual([query, texts])
  })

  it("stand beside no other answer of their person once they have entered, and in an order that knows no time", async () => {
    const departmentId = await department(0)
    const texts = Array.from({ length: 25 }, (_, at) => `yanıt ${at}`)
    const orders = await Promise.all(
      [texts, texts.toReversed()].map(async given => {
        const asked = await ask([departmentId])
        await write(asked, departmentId, given)
        const pages = await Promise.all(
          ["a", "a&page=1", "b"].map(seed =>
            read(asked, `&seed=${seed}`).then(({ texts, totalCount }) => [totalCount, ...texts]),
          ),
        )
        const kept = await sql<{ found: number }>(
          `select count(*)::int as found from survey_answers where survey_id = '${asked.id}' and answers::text like '%yanıt%'`,
        )
        expect(kept).toEqual([{ found: 0 }])
        const rows = await sql<{ text: string }>(`select text from survey_texts where survey_id = '${asked.id}'`)
        expect(rows.map(({ text }) => text)).not.toEqual(given)
        return pages
      }),
    )
    expect(orders[1]).toEqual(orders[0])
    const [first = [], second = [], other] = orders[0] ?? []
    expect([first[0], first.length, second.length]).toEqual([25, 21, 6])
    expect(new Set([...first, ...second])).toEqual(new Set([25, ...texts]))
    expect(other).not.toEqual(first)
  })

  it("of several departments are one group when the survey is closed", async () => {
    const [one, two] = [await department(0), await department(0)]
    const asked = await ask([one, two])
    await write(asked, one, ["a", "b", "c"])
    await write(asked, two, ["d", "e"])
    await must("PUT", "/survey/update", { id: asked.id, status: 2 })
    expect((await report(asked.id)).questions[4]?.answered).toBe(5)
    expect((await read(asked)).texts.sort()).toEqual(["a", "b", "c", "d", "e"])
    expect((await read(asked, `&departmentId=${one}`)).totalCount).toBe(0)
  })

  it("are those of a survey of one's own, and of a question that is open", async () => {
    const departmentId = await department(0)
    const asked = await ask([departmentId])
    await write(asked, departmentId, ["a", "b", "c", "d", "e"])
    const path = `/survey/report/${asked.id}/texts?questionId=`
    const [first] = asked.questions
    for (const [query, total] of [
      [`${path}${asked.questions[4]?.id}`, 5],
      [`${path}${first?.id}`, 0],
      [`${path}x`, 0],
      [path, 0],
    ] as const)
      expect([query, (await must("GET", query)).totalCount]).toEqual([query, total])
    expect((await call("GET", `${path}x`, undefined, "mert")).status).toBe(404)
    await must("PUT", "/survey/update", { id: asked.id, questions: asked.questions.slice(0, 4) })
    expect((await must("GET", `${path}${asked.questions[4]?.id}`)).totalCount).toBe(0)
  })
})

describe("the group rule", () => {
  type Filter = { department: string; from: string; to: string }
  /** The people of a report, then the people of each question: what a reader can subtract. */
  type Read = Filter & { step: number; counts: number[] }

  /** Every answer, counted anew from what is stored, must stand in the tallies once it has entered. */
  const recount = async (id: string) => {
    const expand = `jsonb_each(answers) question, jsonb_array_elements(case jsonb_typeof(question.value) when 'array'
      then question.value else jsonb_build_array(question.value) end) chosen`
    const entered = `survey_id = '${id}' and entered_on is not null`
    const raw = await sql<{ row: string }>(
      `select row from (
        select ':null:' || count(*) as row from survey_answers where ${entered} having count(*) > 0
        union all select question.key || ':null:' || count(*) from survey_answers, jsonb_each(answers) question where ${entered} group by question.key
        union all select question_id || ':null:' || count(*) from survey_texts where ${entered} group by question_id
        union all select question.key || ':' || (chosen.value)::text || ':' || count(*) from survey_answers, ${expand} where ${entered}
          group by question.key, chosen.value) counted`,
    )
    const tallies = await sql<{ row: string }>(
      `select question_id || ':' || option || ':' || sum(people) as row from survey_tallies where survey_id = '${id}'
        and option <> 'known' group by question_id, option`,
    )
    expect(tallies.map(({ row }) => row).sort()).toEqual(raw.map(({ row }) => row).sort())
    return raw.length
  }

  /** Answers of each day. */
  const phases = isLong ? [16, 16, 12] : [7, 6]

  it.each(Array.from({ length: rounds }, (_, at) => at + 1))(
    "holds between any two reports, by department, date and time of reading (data %i)",
    async seed => {
      const random = createRandom(20_261_122 + seed)
      const departments = [await department(0), await department(0), await department(0)]
      const open = { text: "Neden?", type: "text", required: false }
      const asked = await survey({ departmentIds: departments, questions: [...questions, open] })
      const days = [today()]
      const reads: Read[] = []
      const read = async (step: number) => {
        const ranges = days.flatMap((from, at) => days.slice(at).map(to => ({ from, to })))
        for (const { from, to } of [{ from: "", to: "" }, ...ranges])
          for (const departmentId of ["", ...departments]) {
            const found = await report(asked.id, `?departmentId=${departmentId}&from=${from}&to=${to}`)
            const counts = [found.responseCount, ...found.questions.map(({ answered }) => answered)]
            reads.push({ step, department: departmentId, from: from || "0", to: to || "9", counts })
            // A choice among options is told of whole groups alone.
            const [single, , yesNo, rating] = found.questions
            for (const question of [single, yesNo, rating])
              expect(question?.options.reduce((sum, { count }) => sum + count, 0)).toBe(question?.answered)
          }
      }
      const set = (status: number) => must("PUT", "/survey/update", { id: asked.id, status })
      let step = 0
      for (const phase of phases) {
        for (let answers = 0; answers < phase; answers++) {
          const departmentId =
            random.pick([departments[0], departments[0], departments[0], departments[1], departments[1], departments[2], null]) ??
            null
          const values: Values = [
            random.pick(["Çay", "Kahve"]),
            random.chance(0.3) ? [random.pick(["Ücret", "Yemek"]), "Servis"] : undefined,
            random.chance(0.6) ? random.chance(0.5) : undefined,
            random.chance(0.9) ? random.whole(1, 5) : undefined,
            random.chance(0.6) ? `yanıt ${step}` : undefined,
          ]
          await respond(asked, departmentId, [values])
          step++
          // Two reports that a group of fewer than five is between are told apart at every second answer too.
          if (isLong || step % 2) await read(step)
        }
        // Closing lets what waits enter as one group; a survey can be opened again.
        await set(2)
        await read(++step)
        expect(await recount(asked.id)).toBeGreaterThan(1)
        await set(1)
        await nextDay()
        days.push(today())
      }
      let compared = 0
      const isGroup = (difference: number) => difference === 0 || difference >= smallestGroup
      const contains = (large: Read, small: Read) =>
        small.step <= large.step &&
        (large.department === "" || large.department === small.department) &&
        large.from <= small.from &&
        small.to <= large.to
      for (const large of reads)
        for (const small of reads) {
          if (!contains(large, small)) continue
          compared++
          for (const [at, count] of large.counts.entries())
            if (!isGroup(count - (small.counts[at] ?? 0))) expect.fail(`${JSON.stringify(large)} less ${JSON.stringify(small)}`)
        }
      // The whole less every department: those without one.
      for (const whole of reads.filter(({ department }) => department === "")) {
        const parts = reads.filter(
          one => one.department !== "" && one.step === whole.step && one.from === whole.from && one.to === whole.to,
        )
        expect(parts).toHaveLength(departments.length)
        for (const [at, count] of whole.counts.entries())
          expect(isGroup(count - parts.reduce((sum, { counts }) => sum + (counts[at] ?? 0), 0))).toBe(true)
      }
      expect(compared).toBeGreaterThan(isLong ? 10_000 : 300)
      expect(reads.at(-1)?.step).toBe(step)
    },
    120_000,
  )
})
