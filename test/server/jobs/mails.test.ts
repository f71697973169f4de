import { afterAll, beforeAll, beforeEach, expect, it } from "vitest"
import { jobs } from "../../../server/src/db/job-tables"
import { rowsOf } from "../../../server/src/db/open"
import { tenants } from "../../../server/src/db/schema"
import { createMailQueue, type MailKind } from "../../../server/src/jobs/mails"
import { MailDown } from "../../../server/src/mail/mail"
import { createTestApi, type TestApi } from "../../api"

let api: TestApi
let companies: string[] = []
beforeAll(async () => {
  api = await createTestApi()
  companies = (await api.db.select().from(tenants)).map(({ id }) => id).sort()
})
afterAll(() => api.close())
beforeEach(() => api.db.execute("delete from jobs"))

const hour = 3_600_000
const add = (count: number, tenantId: string | null, ageMs = 0) => {
  const at = new Date(api.now() - ageMs)
  const one = { kind: "report" as const, body: "{}", tenantId, createdAt: at, nextTryAt: at }
  return api.db.insert(jobs).values(Array.from({ length: count }, () => one))
}
const queueOf = (given: Partial<MailKind> = {}) => {
  const sent: (string | null)[] = []
  const send: MailKind["send"] = async (_, { tenantId }) => sent.push(tenantId)
  return { sent, queue: createMailQueue({ kind: "report", maxDoubts: 1, send, ...given }) }
}
const waiting = async () => (await rowsOf(api.db, "select from jobs where state = 'waiting'")).length

it("mails of one company after the other are sent, however many one of them has", async () => {
  const [large = "", small = "", third = ""] = companies
  await add(30, large)
  await add(2, small)
  await add(1, third)
  await add(1, null)
  const { sent, queue } = queueOf()
  await queue.send(api.deps, 10_000)
  expect(sent.slice(0, 6)).toEqual([null, large, small, third, large, small])
  expect([sent.length, await waiting()]).toEqual([34, 0])
})

it("the next call goes on with the next company", async () => {
  const [first = "", second = ""] = companies
  await add(3, first)
  await add(3, second)
  let left = 1
  const isReady = () => left-- > 0
  const { sent, queue } = queueOf()
  for (let call = 0; call < 3; call++) {
    left = 1
    await queue.send({ ...api.deps, isReady }, 10_000)
  }
  expect(sent).toEqual([first, second, first])
})

it("a mail that has waited for days for its first try is tried", async () => {
  await add(3, null, 60 * hour)
  const { sent, queue } = queueOf()
  await queue.send(api.deps, 10_000)
  expect(sent.length).toBe(3)
})

it.each([true, false])("a mail is given up a day after its first try; the server could be reached: %s", async isReached => {
  await add(450, null, 60 * hour)
  const away = async () => {
    throw new MailDown("away", { isUnsent: true })
  }
  const { queue } = queueOf(isReached ? { send: away } : {})
  const deps = isReached ? api.deps : { ...api.deps, mailer: { ...api.deps.mailer, open: away } }
  await queue.send(deps, 10_000)
  api.advance(24 * hour)
  await queue.send(deps, 10_000)
  expect(await waiting()).toBe(450)
  api.advance(1)
  await queue.send(deps, 10_000)
  expect(await waiting()).toBe(isReached ? 449 : 0)
})

it("as many are sent at the same time as the kind has connections", async () => {
  await add(12, null)
  let [now, most] = [0, 0]
  const send = async () => {
    most = Math.max(most, ++now)
    await new Promise(resolve => setTimeout(resolve, 20))
    now--
  }
  await queueOf({ send, connections: 4 }).queue.send(api.deps, 10_000)
  expect([most, await waiting()]).toEqual([4, 0])
})
