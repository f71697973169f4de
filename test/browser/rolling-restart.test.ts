import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, describe, expect, it } from "vitest"
import { freePort } from "../../scripts/free-port.mjs"
import { deployedSite, startNginx } from "../../scripts/nginx.mjs"
import { startPostgres } from "../../scripts/postgres.mjs"
import { rounds } from "../rounds"
import { accounts, codeFor, openPage, type Product, problemsOf, signInByForm, startProduct } from "./kit"
import { sharedBrowser } from "./provide-console"

/** Restarts: each process once, TEST_ROUNDS times. */
const restarts = 2 * rounds
const pause = (ms: number) => new Promise(done => setTimeout(done, ms))

const stops: (() => Promise<unknown> | undefined)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop()
})

describe("two processes behind nginx, restarted one after the other", () => {
  it(`fail no call and tell a session nothing, ${restarts} times`, async () => {
    const postgres = await startPostgres()
    stops.push(postgres.stop)
    const ports = [await freePort(), await freePort()]
    const processes: Product[] = []
    const dataDir = mkdtempSync(join(tmpdir(), "campaigns-data-"))
    stops.push(async () => rmSync(dataDir, { recursive: true, force: true }))
    const start = async (at: number) => {
      const env = { PORT: String(ports[at]), DATABASE_URL: postgres.url, TRUSTED_PROXY: "1", DRAIN_SECONDS: "5" }
      processes[at] = await startProduct({ env, flags: ["--liftoff-only"], dataDir })
    }
    await start(0)
    stops.push(() => processes[0]?.stop())
    await start(1)
    stops.push(() => processes[1]?.stop())
    const port = await freePort()
    const nginx = startNginx(deployedSite(port, ports))
    stops.push(nginx.stop)
    const url = `http://127.0.0.1:${port}`

    const page = await openPage(await sharedBrowser(), { url }, { language: "tr" })
    stops.push(() => page.context().close())
    await signInByForm(page, accounts.administrator)
    await page.goto("/admin/partner-management")

    // Another account than the page's: the quota of reads is by account.
    const since = Date.now() - 1000
    await fetch(`${url}/backend/Auth/GetCode/${accounts.yesilova}`)
    const code = await codeFor({ url }, accounts.yesilova, since)
    const signedIn = await fetch(`${url}/backend/Auth/GetToken?email=${accounts.yesilova}&code=${code}`)
    const authorization = `Bearer ${((await signedIn.json()) as { value: { token: string } }).value.token}`

    const failures: string[] = []
    let [calls, isOver] = [0, false]
    const call = async (method: string, path: string, body?: object) => {
      calls++
      const headers = { Authorization: authorization, "Content-Type": "application/json" }
      const answer = await fetch(`${url}/backend${path}`, { method, headers, body: body && JSON.stringify(body) }).catch(String)
      const text = typeof answer === "string" ? answer : answer.ok ? "" : `${answer.status} ${await answer.text()}`
      if (text) failures.push(`${method} ${path}: ${text}`)
      else if (typeof answer !== "string") await answer.arrayBuffer()
    }
    const caller = async (name: string) => {
      for (let number = 0; !isOver; number++) {
        await call("GET", `/campaign/list?pageSize=10&page=${number % 5}`)
        await call("POST", "/brand/create", { name: `${name} ${number}` })
        await pause(20)
      }
    }
    const visitor = async () => {
      const paths = ["/admin/campaigns", "/admin/partner-management", "/admin/draws"]
      for (let number = 0; !isOver; number++) {
        await page
          .locator(`nav a[href="${paths[number % paths.length]}"]:visible`)
          .first()
          .click()
        await page.waitForTimeout(250)
        failures.push(...(await page.locator(".toast, .banner, [role=alert]:not(:empty)").allInnerTexts()).filter(Boolean))
      }
    }
    const load = [...["Ada", "Bora", "Can", "Derya", "Ece", "Fuat"].map(caller), visitor()]
    for (let number = 0; number < restarts; number++) {
      await processes[number % 2]?.stop()
      await start(number % 2)
      await pause(1_500)
    }
    isOver = true
    await Promise.all(load)
    process.stdout.write(`${restarts} restarts behind nginx, ${calls} calls, ${failures.length} failed\n`)
    expect(failures, nginx.log()).toEqual([])
    expect(problemsOf(page)).toEqual([])
  })
})
