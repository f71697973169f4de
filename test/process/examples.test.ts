import { spawn } from "node:child_process"
import { text } from "node:stream/consumers"
import { afterAll, beforeAll, expect, it } from "vitest"
import { endAll, removeFolders, seeded, signIn, start } from "./kit"

/** The programs of docs/connect-a-program.md, each with a token, against the server. */
let url = ""
let env: Record<string, string> = {}
let session = {}
beforeAll(async () => {
  const server = await start(seeded())
  url = server.url
  env = { CONSOLE_URL: `http://127.0.0.1:${server.port}` }
  session = { Authorization: `Bearer ${await signIn(url)}`, "Content-Type": "application/json" }
})
afterAll(async () => {
  await endAll()
  removeFolders()
})

const call = async <T>(path: string, init: RequestInit = {}) =>
  ((await (await fetch(url + path, { headers: session, ...init })).json()) as { value: T }).value

const post = <T>(path: string, body: object) => call<T>(path, { method: "POST", body: JSON.stringify(body) })

const tokenFor = (...scopes: string[]) =>
  post<{ token: { id: string }; secret: string }>("/token", { name: "Örnek program", scopes, days: 90 })

type Row = Record<string, unknown> & { id: string }

/** Runs a program to its end. @returns its exit code, the objects that it wrote, a line each, and its errors */
const run = async (program: string, given: Record<string, string>, input = "") => {
  const child = spawn(process.execPath, [`docs/examples/${program}.mjs`], { env: { ...env, ...given } })
  child.stdin.end(input)
  const ended = new Promise<number | null>(done => child.once("exit", done))
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr)])
  const rows = output.split("\n").filter(Boolean)
  return { code: await ended, rows: rows.map(row => JSON.parse(row) as Row), errors }
}

it("a program reads every employee once, page by page, and ends with the sentence of a refusal", async () => {
  const { token, secret } = await tokenFor("employees.read")
  const { totalCount } = await call<{ totalCount: number }>("/user/list?pageSize=1")
  const { code, rows: people, errors } = await run("read-employees", { CONSOLE_TOKEN: secret })
  expect([code, errors]).toEqual([0, ""])
  expect(new Set(people.map(({ id }) => id)).size).toBe(totalCount)
  expect([totalCount > 100, people.length]).toEqual([true, totalCount])
  expect(people[0]).toEqual({
    id: expect.any(String),
    firstName: expect.any(String),
    lastName: expect.any(String),
    email: expect.stringContaining("@"),
    departmentName: people[0]?.departmentName,
  })

  const changed = people.at(-1) as Row
  const SINCE = new Date().toISOString()
  await call(`/api/users/update/${changed.id}`, { method: "PUT", body: JSON.stringify({ firstName: "Değişen" }) })
  const { rows: since } = await run("read-employees", { CONSOLE_TOKEN: secret, SINCE })
  expect(since).toEqual([{ ...changed, firstName: "Değişen" }])

  await call(`/token/${token.id}`, { method: "DELETE" })
  const refused = await run("read-employees", { CONSOLE_TOKEN: secret })
  expect([refused.code, refused.rows]).toEqual([1, []])
  expect(refused.errors).toContain("401 The access token is not valid")
})

it("a till records uses, and what it sends again is recorded once; an application shows what a person is offered", async () => {
  const [{ secret: till }, { secret: app }] = [await tokenFor("campaigns.use"), await tokenFor("campaigns.read")]
  const company = await call<string>("/tenant/getcurrenttenantid")
  const { campaigns } = await call<{ campaigns: Row[] }>("/campaign/list?pageSize=1")
  const { users } = await call<{ users: Row[] }>("/user/list?pageSize=100&role=user")
  const person = users.find(({ tenantId, status }) => tenantId === company && status === 1) as Row
  const day = 86_400_000
  const [startDate, endDate] = [-1, 1].map(days => new Date(Date.now() + days * day).toISOString())
  const draft = { description: "…", rewardType: 0, rewardValue: 10, status: 2, startDate, endDate, participantLimit: 1 }
  const { categoryId, brandId } = campaigns[0] as Row
  const create = (given: object) => post<Row>("/campaign/create", { ...draft, categoryId, brandId, ...given })
  const subsidiaries = await call<Row[]>("/tenant/get-all")
  const other = subsidiaries.find(({ id }) => id !== company) as Row
  const { id } = await create({ title: "Herkese" })
  await create({ title: "Başka şirkete", tenantIds: [other.id] })
  await create({ title: "Taslak", status: 0 })

  const lines = [person, users.find(({ status }) => status === 0) as Row].map(({ email }, at) => ({
    email,
    reference: `FIS-${at}`,
  }))
  const input = lines.map(line => JSON.stringify(line)).join("\n")
  const first = await run("record-uses", { CONSOLE_TOKEN: till, CAMPAIGN: id }, input)
  expect([first.code, first.errors]).toEqual([0, ""])
  expect(first.rows).toEqual([
    { reference: "FIS-0", use: "1", known: false },
    { reference: "FIS-1", refused: "This employee is inactive." },
  ])
  const again = await run("record-uses", { CONSOLE_TOKEN: till, CAMPAIGN: id }, input)
  expect(again.rows[0]).toEqual({ reference: "FIS-0", use: "1", known: true })
  expect(await call(`/campaign/${id}`)).toMatchObject({ participantCount: 1, useCount: 1 })

  const offers = await run("offers-of-a-person", { CONSOLE_TOKEN: app, EMPLOYEE: person.id })
  expect([offers.code, offers.errors]).toEqual([0, ""])
  expect(offers.rows.find(row => row.id === id)).toMatchObject({ usable: false, usesLeft: 0 })
  const titles = offers.rows.map(({ title }) => title)
  expect(titles).toContain("Herkese")
  expect(titles).not.toContain("Başka şirkete")
  expect(titles).not.toContain("Taslak")
})
