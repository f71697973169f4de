import type { BrowserContext, CDPSession, Locator, Page } from "playwright-core"
import { beforeAll, describe, expect, it } from "vitest"
import { countRenders, type Work } from "../bench/render-counter"
import { followTraffic, type Traffic } from "../bench/traffic"
import { accounts, signInByForm } from "./kit"
import { provideProduct } from "./provide-product"

/** What journeys cost, in figures that do not depend on the machine's pace (docs/operations.md#goals). */

type Count = "requests" | "kilobytes" | "elements" | "commits" | "renders" | "nodes"

/** The most that each journey may cost: what is measured and at most 5 % more. */
const limits = {
  "sign-in page": { requests: 4, kilobytes: 23, elements: 95 },
  "deep link to a list": { requests: 17, kilobytes: 187, elements: 515, commits: 4, renders: 245 },
  "deep link to the dashboard": { requests: 19, kilobytes: 190, elements: 565, commits: 6, renders: 278 },
  "menu entry": { requests: 3, commits: 5, renders: 216 },
  "next page": { requests: 1, commits: 2, renders: 109 },
  // The first fields are committed before the others.
  "form, first": { requests: 0, commits: 3, renders: 110 },
  "form, again": { requests: 0, commits: 3, renders: 110 },
  "back to the list": { requests: 0, commits: 1, renders: 22 },
  "20 turns between list and form": { nodes: 870 },
} satisfies Record<string, Partial<Record<Count, number>>>

type Journey = keyof typeof limits
type Counts = Partial<Record<Count, number>>

/** Expects no count above its limit, and prints all, by which limits are set. */
const expectWithin = (journey: Journey, counts: Counts, requests: string[] = []) => {
  const shown = Object.entries(counts).map(([name, count]) => `${Math.round(count)} ${name}`)
  process.stdout.write(`counts: ${journey}: ${shown.join(", ")}\n`)
  const allowed: Counts = limits[journey]
  const over = Object.entries(counts).flatMap(([name, count]) =>
    count > (allowed[name as Count] ?? 0) ? [`${count} ${name} of ${allowed[name as Count]}`] : [],
  )
  expect({ over, requests: over.length ? requests : [] }).toEqual({ over: [], requests: [] })
}

const { openContext } = provideProduct()
let storage: Awaited<ReturnType<BrowserContext["storageState"]>>
beforeAll(async () => {
  const context = await openContext()
  await signInByForm(await context.newPage(), accounts.administrator)
  storage = await context.storageState()
  await context.close()
})

/** Whether a request belongs to the console: pictures depend on the records. */
const isOurs = (path: string) => !path.startsWith("/backend/media/")

type Visitor = {
  page: Page
  session: CDPSession
  traffic: Traffic
  /** Waits until nothing is on its way and nothing is left to render. @returns what has been made and sent since the last look */
  look: () => Promise<Work & { requests: string[] }>
}

/**
 * Opens a path with an empty cache, and waits until the element is shown and nothing is on its way.
 * @param idle whether what waits for the browser to be idle runs: prefetched files and data
 */
const open = async (path: string, shown: string, { isSignedIn = true, idle = true } = {}): Promise<Visitor> => {
  const context = await openContext({ reducedMotion: true })
  if (isSignedIn) {
    await context.addCookies(storage.cookies)
    const entries = storage.origins.flatMap(({ localStorage }) => localStorage)
    await context.addInitScript(entries => {
      for (const { name, value } of entries) if (localStorage.getItem(name) === null) localStorage.setItem(name, value)
    }, entries)
  }
  await context.addInitScript(countRenders)
  await context.addInitScript(() => {
    // On a slow machine nothing grows stale sooner.
    const now = Date.now()
    Date.now = () => now
  })
  await context.addInitScript(runsIdle => {
    const { requestIdleCallback, setTimeout } = globalThis
    const untilIdle = async () => {
      // What is deferred is rendered after the next paint.
      for (let turn = 0; turn < 2; turn++) {
        await new Promise(done => requestAnimationFrame(done))
        await new Promise(done => requestIdleCallback(done))
      }
    }
    Object.assign(globalThis, { untilIdle })
    // The page waits 150 ms for data and shows less where it is late (src/main.tsx). Here no answer is late.
    globalThis.setTimeout = ((run: () => void, ms = 0) => setTimeout(run, ms * 100)) as typeof setTimeout
    // A page on a loaded machine is seldom idle.
    globalThis.requestIdleCallback = (run: unknown) => (runsIdle ? Number(setTimeout(run as () => void)) : 0)
    globalThis.cancelIdleCallback = clearTimeout
  }, idle)
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  const traffic = await followTraffic(session)
  let seen = 0
  const look = async () => {
    let before: number
    do {
      before = traffic.requests().length
      await traffic.quiet()
      await page.evaluate(() => (globalThis as unknown as { untilIdle: () => Promise<void> }).untilIdle())
    } while (traffic.requests().length > before)
    const work = await page.evaluate(() => {
      const { work } = globalThis as unknown as { work: Work }
      const { commits, renders } = work
      Object.assign(work, { commits: 0, renders: 0 })
      return { commits, renders }
    })
    const all = traffic.requests()
    const requests = all.slice(seen).filter(isOurs)
    seen = all.length
    return { ...work, requests }
  }
  await page.goto(path)
  await page.locator(shown).first().waitFor()
  return { page, session, traffic, look }
}

const elements = (page: Page) => page.evaluate(() => document.querySelectorAll("*").length)

const list = "/admin/campaigns"
const rows = "table:not([aria-busy=true]) tbody td a"
const field = "main form input"
const menuEntry = (page: Page) => page.locator(`nav a[href="${list}"]`).first()
const addLink = (page: Page) => page.locator(`a[href="${list}/add"]`).first()

type Opened = [journey: Journey, path: string, shown: string, isSignedIn: boolean]
const opened: Opened[] = [
  ["sign-in page", "/login", "input[type=email]", false],
  ["deep link to a list", list, rows, true],
  ["deep link to the dashboard", "/admin/dashboard", "main h2", true],
]

/** Acts, waits for what is to be seen, and compares what that took with its limits. */
const step = async (visitor: Visitor, journey: Journey, act: () => Promise<unknown>, shown: Locator) => {
  await visitor.look()
  await act()
  await shown.first().waitFor()
  const { requests, commits, renders } = await visitor.look()
  expectWithin(journey, { requests: requests.length, commits, renders }, requests)
}

describe("what journeys cost", () => {
  it.each(opened)("%s", async (journey, path, shown, isSignedIn) => {
    const { page, traffic, look } = await open(path, shown, { isSignedIn, idle: false })
    const { requests, commits, renders } = await look()
    const counts = {
      requests: requests.length,
      kilobytes: traffic.bytes(undefined, isOurs) / 1000,
      elements: await elements(page),
    }
    expectWithin(journey, isSignedIn ? { ...counts, commits, renders } : counts, requests)
    await page.context().close()
  })

  it("a deep link requests before its rows only what the text of its page names", async () => {
    const { page, traffic, look } = await open(list, rows, { idle: false })
    const { requests } = await look()
    // Options of filters.
    const later = ["/backend/brand/list", "/backend/category/list", "/backend/tenant/get-all"]
    expect(traffic.requestsOfScripts().filter(isOurs).sort()).toEqual(later)
    expect(requests.slice(-later.length).sort()).toEqual(later)
    await page.context().close()
  })

  it("list, next page, form, back", async () => {
    const visitor = await open(list, rows)
    const { page } = visitor
    const next = page.locator('[aria-label="Sonraki sayfa"]')
    const second = page.locator('.pager [aria-current="page"]', { hasText: "2" })
    await step(visitor, "next page", () => next.click(), second)
    await step(visitor, "form, first", () => addLink(page).click(), page.locator(field))
    await step(visitor, "back to the list", () => page.goBack(), page.locator(rows))
    await step(visitor, "form, again", () => addLink(page).click(), page.locator(field))
    await page.context().close()
  })

  it("a menu entry", async () => {
    const visitor = await open(`${list}/add`, field)
    // The pointer is somewhere else, as a finger is.
    await step(visitor, "menu entry", () => menuEntry(visitor.page).dispatchEvent("click"), visitor.page.locator(rows))
    await visitor.page.context().close()
  })

  it("20 turns between list and form", async () => {
    const { page, session, look } = await open(list, rows)
    for (let turn = 0; turn < 20; turn++) {
      await addLink(page).click()
      await page.locator(field).first().waitFor()
      await menuEntry(page).click()
      await page.locator(rows).first().waitFor()
    }
    await look()
    for (let round = 0; round < 3; round++) await session.send("HeapProfiler.collectGarbage")
    const { nodes } = await session.send("Memory.getDOMCounters")
    expectWithin("20 turns between list and form", { nodes })
    await page.context().close()
  })
})
