import { spawn } from "node:child_process"
import { text } from "node:stream/consumers"
import { afterAll, afterEach, expect, it } from "vitest"
import { endAll, removeFolders, seeded, signIn, start } from "./kit"

/** The program of docs/read-from-a-program.md, with a token, against the server. */
afterEach(endAll)
afterAll(removeFolders)

const read = async (env: Record<string, string>) => {
  const child = spawn(process.execPath, ["docs/examples/read-employees.mjs"], { env, stdio: ["ignore", "pipe", "pipe"] })
  const ended = new Promise<number | null>(done => child.once("exit", done))
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr)])
  return { code: await ended, lines: output.split("\n").filter(Boolean), errors }
}

it("a program reads every employee once, page by page, and ends with the sentence of a refusal", async () => {
  const { url, port } = await start(seeded())
  const session = { Authorization: `Bearer ${await signIn(url)}` }
  const answer = await fetch(`${url}/token`, {
    method: "POST",
    headers: { ...session, "Content-Type": "application/json" },
    body: JSON.stringify({ name: "Bordro aktarımı", scopes: ["employees.read"], days: 90 }),
  })
  const { value } = (await answer.json()) as { value: { token: { id: string }; secret: string } }
  const list = await fetch(`${url}/user/list?pageSize=1`, { headers: session })
  const { totalCount } = ((await list.json()) as { value: { totalCount: number } }).value
  const env = { CONSOLE_URL: `http://127.0.0.1:${port}`, CONSOLE_TOKEN: value.secret }

  const { code, lines, errors } = await read(env)
  expect([code, errors]).toEqual([0, ""])
  const people = lines.map(line => JSON.parse(line) as Record<string, unknown>)
  expect(new Set(people.map(({ id }) => id)).size).toBe(totalCount)
  expect([totalCount > 100, people.length]).toEqual([true, totalCount])
  expect(people[0]).toEqual({
    id: expect.any(String),
    firstName: expect.any(String),
    lastName: expect.any(String),
    email: expect.stringContaining("@"),
    departmentName: people[0]?.departmentName,
  })

  expect((await fetch(`${url}/token/${value.token.id}`, { method: "DELETE", headers: session })).status).toBe(200)
  const refused = await read(env)
  expect([refused.code, refused.lines]).toEqual([1, []])
  expect(refused.errors).toContain("401 The access token is not valid")
})
