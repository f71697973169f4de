import { randomUUID } from "node:crypto"
import { describe, expect, it } from "vitest"
import type { Register } from "../../src/contract/draw-proof/proof"
import { doubtOf } from "../../src/contract/draw-proof/register"
import { statuses, voidReasons } from "../../src/contract/draws/draws"
import { reportAttack } from "../attacks"
import { allowedMs } from "../pace"
import { isLong, rounds, sample } from "../rounds"
import { createSteps, verifyAudit } from "./draw-kit"
import { signAll, startApi } from "./record-kit"
import { answersTo, createSurveyKit } from "./survey-kit"

/**
 * Attacks by who may sign in, repeated: an administrator of a company against its own people, its draws, strangers' mailboxes and
 * other companies (docs/security.md). A short run tries what no other test does, once.
 */
const { signed } = startApi({ env: { PUBLIC_URL: "https://konsol.example/" } })

const { call, must, department, survey, invite, tokens, open, answer, report } = createSurveyKit(() => signed)
const draws = createSteps(() => signed)
const day = 86_400_000
const later = async (ms: number) => {
  signed.api.advance(ms)
  signed.tokens = await signAll(signed.api)
}

type Operation = {
  security: { bearer: string[] }[]
  requestBody?: { content: Record<string, { schema: { properties?: Record<string, { type?: unknown }> } }> }
}

describe("a body of wrong values", () => {
  const secret = "s3cret-s3cret"
  /** Less than the 1 MiB of a body. */
  const wrong = Array.from({ length: 5_000 }, (_, at) => ({ [`${"k".repeat(150)}${at}`]: secret }))

  it("is refused with at most 100 messages, without its values, on every route", async () => {
    const { paths } = (await signed.api.call("GET", "/openapi.json")).body as { paths: Record<string, Record<string, Operation>> }
    const routes = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).flatMap(([method, { requestBody, security }]) => {
        const { properties = {} } = requestBody?.content["application/json"]?.schema ?? {}
        return Object.keys(properties).length ? [{ path, method, names: Object.keys(properties), security }] : []
      }),
    )
    const tried = sample(routes, 8)
    const { id } = await survey({ departmentIds: [] })
    let [largest, slowest, echoed, most] = [0, 0, 0, 0]
    for (const { path, method, names } of tried) {
      const body = Object.fromEntries(names.map(name => [name, wrong.slice(0, Math.ceil(wrong.length / names.length))]))
      const target = path.replace(/\{[^}]+\}/g, path.startsWith("/survey") ? id : randomUUID())
      const from = performance.now()
      const refused = await call(
        method.toUpperCase(),
        target,
        body,
        /^\/(category|tenant\/(admin|\{)|api\/company)/.test(path) ? "admin" : "elif",
      )
      slowest = Math.max(slowest, performance.now() - from)
      const text = JSON.stringify(refused.body)
      largest = Math.max(largest, text.length)
      if (text.includes(secret)) echoed++
      const errors = (refused.body?.validationErrors ?? []) as { propertyName: string }[]
      most = Math.max(most, errors.length)
      expect([path, refused.status < 500, errors.filter(({ propertyName }) => propertyName.length > 100)]).toEqual([
        path,
        true,
        [],
      ])
    }
    reportAttack("bodies of 5,000 wrong values", tried.length, echoed, `largest answer ${largest} characters`)
    expect([echoed, most, largest < 40_000, slowest < allowedMs(2_000)]).toEqual([0, 100, true, true])
  })
})

describe("a form that is submitted twice, without a key", () => {
  const none = { "Idempotency-Key": "" }
  const submit = (path: string, body: object, who: "elif" | "mert" = "elif") => call("POST", path, body, who, none)

  it("within 10 s by the same person with the same body is answered with the first, however many at once", async () => {
    let doubled = 0
    for (let round = 0; round < rounds; round++) {
      const body = { name: `Çift basılan ${round}` }
      const answers = await Promise.all(Array.from({ length: 8 }, () => submit("/brand/create", body)))
      if (new Set(answers.map(({ value }) => value?.id)).size !== 1) doubled++
      const { totalCount } = (await call("GET", `/brand/list?keyword=${encodeURIComponent(body.name)}`)).value
      expect(totalCount).toBe(1)
      expect((await submit("/brand/create", { ...body, description: "başka" })).value.id).not.toBe(answers[0]?.value.id)
    }
    reportAttack("forms submitted eight times at once", rounds, doubled)
    expect(doubled).toBe(0)
  })

  it("by another person, or after 10 s, is another one", async () => {
    const body = { name: "Ayrı istekler" }
    const first = (await submit("/brand/create", body)).value.id
    const other = (await submit("/brand/create", body, "mert")).value.id
    signed.api.advance(10_000)
    expect(new Set([first, other, (await submit("/brand/create", body)).value.id]).size).toBe(3)
  })

  it.each([
    ["a use", "/gift/list", "gifts", (id: string) => [`/gift/${id}/uses`, { amount: 1 }] as const, `/gift/:id/uses?pageSize=100`],
    [
      "a reply",
      "/feedback/list?status=1",
      "feedbacks",
      (id: string) => [`/feedback/respond`, { feedbackId: id, message: "Baktık." }] as const,
      `/feedback/:id`,
    ],
  ])("of %s adds one entry", async (_, list, rows, request, read) => {
    const records = (await call("GET", `${list}${list.includes("?") ? "&" : "?"}pageSize=100`)).value[rows] as { id: string }[]
    let done = false
    for (const { id } of records) {
      const count = async () =>
        JSON.stringify((await call("GET", read.replace(":id", id))).value).match(/"(createdDate|amount)"/g)?.length ?? 0
      const before = await count()
      const [path, body] = request(id)
      const answers = [await submit(path, body), await submit(path, body)]
      if (answers.some(({ status }) => status !== 200)) continue
      done = true
      const afterTwo = await count()
      await call("POST", path, body, "elif", { "Idempotency-Key": randomUUID() })
      const added = afterTwo - before
      expect([added, added > 0]).toEqual([(await count()) - afterTwo, true])
      break
    }
    expect(done).toBe(true)
  })
})

/** A skipped test counts as a failure. */
const describeInLongRuns = isLong ? describe : (_name: string, _tests: () => unknown) => {}

describeInLongRuns("an administrator of a company", () => {
  it("singles out nobody with made-up employees", async () => {
    let [tried, shown] = [0, 0]
    for (let round = 0; round < rounds; round++)
      for (const madeUp of [1, 4, 5, 9]) {
        const real = 1 + (round % 4)
        const departmentId = await department(real)
        await department(madeUp, { departmentId, createdAt: new Date(signed.api.now() - (round % 14) * day) })
        const asked = await survey({ departmentIds: [departmentId] })
        const links = await tokens(asked.id)
        for (const [at, token] of links.entries())
          expect((await answer(asked.id, token, answersTo(asked, [at ? "Çay" : "Kahve"]))).status).toBe(200)
        if (round % 2) await must("PUT", "/survey/update", { id: asked.id, status: 2 })
        tried++
        if ((await report(asked.id)).responseCount > 0) shown++
      }
    reportAttack("groups of made-up employees and one to four people", tried, shown)
    expect(shown).toBe(0)
  })

  it("asks nobody twice by deleting and adding people", async () => {
    let again = 0
    for (let round = 0; round < rounds; round++) {
      const departmentId = await department(1)
      const [person] = await signed.api.db.query.users.findMany({ where: (row, { eq }) => eq(row.departmentId, departmentId) })
      const asked = await survey({ departmentIds: [departmentId] })
      await invite(asked.id)
      await call("DELETE", `/api/users/${round % 2 ? "hard-delete" : "delete"}/${person?.id}`, undefined, "admin")
      await department(1, { departmentId, email: person?.email ?? "" })
      again += (await invite(asked.id)).value.invited
    }
    reportAttack("people deleted and added again", rounds, again)
    expect(again).toBe(0)
  })

  it("repeats no draw without a trace", async () => {
    const company = await must("GET", "/tenant/getcurrenttenantid")
    const registerOf = async () => ((await signed.api.call("GET", `/draw/register/${company}`)).value as Register).entries
    let hidden = 0
    let copyOf: string | undefined
    const before = (await registerOf()).length
    for (let round = 0; round < rounds; round++) {
      const id = await draws.create({ ...(copyOf && { copyOf }), title: `Beğenilene kadar ${round}` })
      await draws.run(id)
      const { proof, report } = await verifyAudit(signed.api, id)
      await draws.voidResult(id, { reason: voidReasons.value("error"), note: "Beğenmedim" })
      expect((await call("PUT", "/draw/update", { id, status: statuses.value("cancelled") })).status).toBe(200)
      const events = (await registerOf()).filter(({ drawId }) => drawId === id).map(({ event }) => event)
      const isShown =
        report.holds &&
        doubtOf(proof) === "hurried" &&
        proof.rounds[0]?.lock.register?.copyOf === (copyOf ?? null) &&
        events.join() === "locked,drawn,voided,locked,cancelled"
      if (!isShown) hidden++
      copyOf = id
    }
    const entries = (await registerOf()).slice(before)
    reportAttack("draws run, voided, cancelled and copied", rounds, hidden, `${entries.length} entries in the register`)
    expect([hidden, entries.length]).toEqual([0, 5 * rounds])
  })

  it("sends no more mails to strangers than the day allows", async () => {
    await later(day)
    const departmentIds = [await department(300, {}, "mert")]
    const before = signed.api.outbox.length
    let [wanted, refused] = [0, 0]
    for (let lot = 0; lot < 2 * rounds || (!refused && lot < 20); lot++) {
      wanted += 300
      const { status } = await invite((await survey({ departmentIds }, "mert")).id, { mail: true }, "mert")
      if (status === 429) refused++
    }
    const people = Number(
      (
        await signed.api.db.query.users.findMany({
          where: (row, { eq, and, isNull }) => and(eq(row.status, 1), isNull(row.deletedAt)),
        })
      ).length,
    )
    const sent = signed.api.outbox.length - before
    reportAttack(
      "mails to 300 strangers",
      wanted,
      Math.max(0, sent - Math.max(200, 2 * people)),
      `${sent} sent, ${refused} lots refused`,
    )
    expect([sent < wanted, refused > 0]).toEqual([true, true])
  })

  it("puts no picture of another host on the page of respondents", async () => {
    const asked = await survey({ departmentIds: [await department(1)] })
    const [token = ""] = await tokens(asked.id)
    const tenantId = await must("GET", "/tenant/getcurrenttenantid")
    const hash = "a".repeat(64)
    const logos = [
      ...["https://", "http://", "//", "HTTPS://", "https:\\\\", "data:image/png;base64,"].map(
        start => `${start}tracker.example/a.png`,
      ),
      `https://tracker.example/backend/media/${hash}.png`,
      `//tracker.example/backend/media/${hash}.png`,
      `/backend/media/${hash}.png?https://tracker.example`,
      `/backend/media/${hash}.png#@tracker.example`,
      `/backend/media/../${hash}.png`,
      `/backend/media/${hash}.svg`,
      `/backend/media/${hash}.png/../../x`,
      `\t/backend/media/${hash}.png`,
    ]
    let shown = 0
    for (const logo of logos) {
      await signed.api.db.execute(`update tenants set logo = '${logo}' where id = '${tenantId}'`)
      if ((await open(token)).value.company.logo) shown++
    }
    reportAttack("logos of other hosts on the page of respondents", logos.length, shown)
    expect(shown).toBe(0)
  })
})

describeInLongRuns("one account with 60 sorted lists at once", () => {
  it("at most doubles the time of another company's list", async () => {
    const { tokens } = signed
    const list = async () => {
      const from = performance.now()
      const { status } = await signed.api.call("GET", "/campaign/list?pageSize=20", { token: tokens.mert })
      return { ms: performance.now() - from, status }
    }
    const median = (times: number[]) => times.sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0
    const alone: number[] = []
    for (let at = 0; at < 30; at++) alone.push((await list()).ms)
    let isOver = false
    let answered = 0
    let refused = 0
    const attack = Array.from({ length: 60 }, async (_, at) => {
      while (!isOver) {
        const { status } = await signed.api.call("GET", `/user/list?sortBy=name&pageSize=100&keyword=a&page=${at}`, {
          token: tokens.elif,
        })
        status === 429 ? refused++ : answered++
        await new Promise(done => setTimeout(done, status === 429 ? 50 : 0))
      }
    })
    const beside: number[] = []
    const failed: number[] = []
    // The first refusals come after half a second.
    while (beside.length < 60 || !refused) {
      const { ms, status } = await list()
      beside.push(ms)
      if (status !== 200) failed.push(status)
    }
    isOver = true
    await Promise.all(attack)
    const [before, during] = [median(alone), median(beside)]
    const figures = `list alone ${before.toFixed(1)} ms, beside ${during.toFixed(1)} ms at the median; ${answered} answered, ${refused} times 429`
    reportAttack("lists of another company beside 60 sorted ones", beside.length, failed.length, figures)
    expect(failed).toEqual([])
    expect(refused).toBeGreaterThan(0)
    expect(during).toBeLessThan(allowedMs(2 * before + 20))
  })
})
