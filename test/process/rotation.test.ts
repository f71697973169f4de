import { afterAll, expect, it } from "vitest"
import { startPostgres } from "../../scripts/postgres.mjs"
import { accounts } from "../api"
import { endAll, removeFolders, seeded, start } from "./kit"

/** Two processes whose secrets are rotated one after the other under load, as docs/operations.md#rotating-secrets has it. */
const stops: (() => Promise<unknown> | undefined)[] = []
afterAll(async () => {
  await endAll()
  for (const stop of stops) await stop()
  removeFolders()
})

type Pair = { token: string; refreshToken: string }
type Running = Awaited<ReturnType<typeof start>>
const pause = (ms: number) => new Promise(done => setTimeout(done, ms))
const secretsOf = (name: string) => ({ JWT_SECRET: `${name} tokens `.repeat(6), CODE_SECRET: `${name} codes `.repeat(6) })

it("no call fails and nobody is signed out, from the old secrets to the new ones alone", async () => {
  const postgres = await startPostgres()
  stops.push(postgres.stop)
  const dataDir = seeded()
  const [old, next] = [secretsOf("old"), secretsOf("new")]
  const launch = (secrets: Record<string, string>) => start(dataDir, { DATABASE_URL: postgres.url, ...secrets })
  const processes: (Running | undefined)[] = [await launch(old)]
  processes[1] = await launch(old)

  /** Sends a call to one of the processes that run, in turns, as a proxy does. */
  let turn = 0
  const call = async (path: string, init: RequestInit = {}) => {
    const running = processes.filter(one => one !== undefined)
    const answer = await fetch(`${running[turn++ % running.length]?.url}${path}`, init)
    return { status: answer.status, value: ((await answer.json()) as { value: unknown }).value }
  }
  const askForCode = async (email: string) => {
    await call(`/Auth/GetCode/${email}`)
    const mails = (await (await fetch(`${processes.find(Boolean)?.url}/outbox`)).json()) as { to: string; code: string }[]
    return mails.find(({ to }) => to === email)?.code
  }
  const enter = async (email: string, code: string | undefined) =>
    (await call(`/Auth/GetToken?email=${email}&code=${code}`)).value as Pair | null

  const failures: string[] = []
  let [calls, signedOut, refreshed, isOver] = [0, 0, 0, false]
  const person = async (pair: Pair) => {
    const read = () => call("/api/auth/me", { headers: { Authorization: `Bearer ${pair.token}` } })
    for (let number = 1; !isOver; number++) {
      calls++
      const { status } = await read()
      if (status !== 200) failures.push(`read ${status}`)
      if (number % 4 === 0) {
        calls++
        const body = JSON.stringify({ refreshToken: pair.refreshToken })
        const answer = await call("/api/auth/refresh", { method: "POST", body, headers: { "Content-Type": "application/json" } })
        if (answer.status === 200) [pair, refreshed] = [answer.value as Pair, refreshed + 1]
        else signedOut++
      }
      await pause(50)
    }
  }
  const people = []
  for (let count = 0; count < 10; count++) {
    const email = [accounts.elif, accounts.mert, accounts.admin][count % 3] ?? ""
    const pair = await enter(email, await askForCode(email))
    if (!pair) throw new Error(`${email} was not signed in.`)
    people.push(person(pair))
  }

  const restart = async (at: number, secrets: Record<string, string>) => {
    const stopped = processes[at]
    processes[at] = undefined
    await pause(500)
    stopped?.child.kill("SIGTERM")
    await stopped?.ended
    processes[at] = await launch(secrets)
    await pause(500)
  }
  const changeAt = Date.now() + 20_000
  const both = {
    ...next,
    JWT_SECRET_BEFORE: old.JWT_SECRET,
    CODE_SECRET_BEFORE: old.CODE_SECRET,
    SECRETS_CHANGE_AT: new Date(changeAt).toISOString(),
  }
  await restart(0, both)
  await restart(1, both)
  expect(Date.now()).toBeLessThan(changeAt)
  const code = await askForCode(accounts.user)
  await pause(changeAt - Date.now() + 1_000)
  // Asked for with the secret before, entered with the new one; ordinary people have no console, but the code is right.
  const entered = await call(`/Auth/GetToken?email=${accounts.user}&code=${code}`)
  await pause(2_000)
  const before = { calls, refreshed }
  await restart(0, next)
  await restart(1, next)
  await pause(1_000)
  isOver = true
  await Promise.all(people)
  expect([failures, signedOut]).toEqual([[], 0])
  expect(entered.status).toBe(200)
  expect(before.calls).toBeGreaterThan(100)
  expect(refreshed).toBeGreaterThan(before.refreshed)
})
