import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { type Browser, type BrowserContext, type CDPSession, chromium, type Page } from "playwright-core"
import { findChromium } from "../../scripts/chromium.mjs"
import { chromiumFlags } from "../browser/kit"
import { type Condition, type Instruments, instruments, type Watched } from "./instruments"
import { followTraffic, type Traffic } from "./traffic"

/** Journeys: each opens a page as a visitor does, and reads the page's own clock (ms since navigation or click). */

export type Storage = Awaited<ReturnType<BrowserContext["storageState"]>>
type Pace = { latency: number; down: number; up: number; slowdown: number }
/** Slow 4G and a slow machine; bits a second (docs/development.md#checks). */
const slow: Pace = { latency: 150, down: 1_600_000, up: 750_000, slowdown: 4 }
/** A line and a machine at which staff work. */
const daily: Pace = { latency: 40, down: 10_000_000, up: 5_000_000, slowdown: 2 }

type Instrumented = { bench: Instruments }

const first = (page: Page) => page.evaluate(() => (globalThis as unknown as Instrumented).bench.first)

const click = (page: Page, selector: string, condition: Condition, at = 0) =>
  page.evaluate(given => (globalThis as unknown as Instrumented).bench.click(...given), [selector, condition, at] as const)

type Visit = { page: Page; session: CDPSession; traffic: Traffic; close: () => Promise<void> }

type VisitOptions = { pace?: Pace; watched: Watched; storage?: Storage | undefined; context?: BrowserContext }

/** A visitor with an empty cache, whom `storage` signs in; or the one of a context, with what it has cached and stored. */
const visit = async (browser: Browser, url: string, { pace, watched, storage, ...given }: VisitOptions): Promise<Visit> => {
  const options = { baseURL: url, ...(storage && { storageState: storage }), locale: "tr-TR" }
  const context = given.context ?? (await browser.newContext(options))
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  const traffic = await followTraffic(session)
  if (pace) {
    const line = { downloadThroughput: pace.down / 8, uploadThroughput: pace.up / 8, latency: pace.latency }
    await session.send("Network.emulateNetworkConditions", { offline: false, ...line })
    await session.send("Emulation.setCPUThrottlingRate", { rate: pace.slowdown })
  }
  await page.addInitScript(instruments, watched)
  return { page, session, traffic, close: () => context.close() }
}

/** Ready and quiet: chunks and data that are fetched when idle have come. */
const settle = async ({ page, traffic }: Pick<Visit, "page" | "traffic">) => {
  await traffic.quiet()
  await page.waitForTimeout(200)
}

/** A list and its form: addresses, and selectors of what is clicked; and of what only the console has. */
export type Slice = {
  [name in "list" | "form" | "menu" | "add" | "next"]: string
} & { [name in "sort" | "record" | "back"]?: string }

/** What is measured: pages of a server, and who has signed in there. */
export type Subject = { url: string; login?: string; slice?: Slice; storage?: Storage }

/** The console's campaigns, seen by the platform. */
export const consoleSlice: Slice = {
  list: "/admin/campaigns",
  form: "/admin/campaigns/add",
  menu: 'nav a[href="/admin/campaigns"]',
  add: 'a[href="/admin/campaigns/add"]',
  next: '[aria-label="Sonraki sayfa"]',
  sort: "thead th:not([aria-sort=ascending], [aria-sort=descending]) button",
  record: "tbody .table__main a",
  back: ".breadcrumb a",
}

const loginOf = ({ login }: Subject) => {
  if (login === undefined) throw new Error("The subject has no sign-in page.")
  return login
}

const sliceOf = ({ slice, storage }: Subject) => {
  if (!slice || !storage) throw new Error("The subject has no list.")
  return { slice, storage }
}

/** The sign-in page: when its field is painted and styled, when it stands in the document, its weight, how long it blocked. */
const measureLogin = async (browser: Browser, subject: Subject) => {
  const visitor = await visit(browser, subject.url, { pace: slow, watched: "login" })
  const { page, traffic, close } = visitor
  await page.goto(loginOf(subject), { waitUntil: "commit" })
  await first(page)
  await settle(visitor)
  const figures = await page.evaluate(async () => {
    const { styled, typeable, blocked } = (globalThis as unknown as Instrumented).bench
    return { painted: styled(), typeable: await typeable, blocked: Math.max(blocked(), 1) }
  })
  await close()
  return { ...figures, loginKb: traffic.bytes() / 1000 }
}

/** When the sign-in form's button first leads to a call. */
const measureSubmit = async (browser: Browser, subject: Subject) => {
  const { page, close } = await visit(browser, subject.url, { pace: slow, watched: "submit" })
  await page.goto(loginOf(subject), { waitUntil: "commit" })
  const submit = await first(page)
  await close()
  return { submit }
}

/** A deep link to the list, its next page, the form, back, the form again, back. */
const measureDeepLink = async (browser: Browser, subject: Subject) => {
  const { slice, storage } = sliceOf(subject)
  const visitor = await visit(browser, subject.url, { pace: slow, watched: "rows", storage })
  const { page, traffic, close } = visitor
  await page.goto(slice.list, { waitUntil: "commit" })
  const deepLink = await first(page)
  await settle(visitor)
  const rowsKb = traffic.bytes(deepLink) / 1000
  const nextPage = await click(page, slice.next, "otherRows")
  const turns = []
  for (let turn = 0; turn < 2; turn++) {
    await settle(visitor)
    const scrolled = await page.evaluate(() => (globalThis as unknown as Instrumented).bench.scroll())
    // The scroll event has been handled, and nobody leaves in the frame in which the page moves.
    await page.waitForTimeout(200)
    const form = await click(page, slice.add, "form")
    await settle(visitor)
    const { rows, place } = await page.evaluate(() => (globalThis as unknown as Instrumented).bench.back())
    turns.push({ form, back: Number.isNaN(place) ? rows : place, isKept: scrolled > 0 && !Number.isNaN(place) })
  }
  await close()
  const [opened, again] = turns
  return {
    deepLink,
    rowsKb,
    nextPage,
    formOpen: opened?.form ?? Number.NaN,
    formAgain: again?.form ?? Number.NaN,
    back: opened?.back ?? Number.NaN,
    scrollLost: turns.filter(({ isKept }) => !isKept).length,
  }
}

/** A deep link to the list for somebody who was there before: the HTTP cache has what it may keep. */
const measureWarm = async (browser: Browser, subject: Subject) => {
  const { slice, storage } = sliceOf(subject)
  const earlier = await visit(browser, subject.url, { watched: "rows", storage })
  const open = async ({ page }: Visit) => {
    await page.goto(slice.list, { waitUntil: "commit" })
    return first(page)
  }
  await open(earlier)
  await settle(earlier)
  const context = earlier.page.context()
  await earlier.page.close()
  const again = await visit(browser, subject.url, { pace: slow, watched: "rows", context })
  const warmLink = await open(again)
  await again.close()
  return { warmLink }
}

/** From the form to the list by the menu, which was hovered over before, or not. */
const measureMenu = async (browser: Browser, subject: Subject, isHovered: boolean) => {
  const { slice, storage } = sliceOf(subject)
  const visitor = await visit(browser, subject.url, { pace: slow, watched: "form", storage })
  const { page, close } = visitor
  await page.goto(slice.form, { waitUntil: "commit" })
  await first(page)
  await settle(visitor)
  if (isHovered) {
    await page.locator(slice.menu).first().hover()
    await page.waitForTimeout(150)
  }
  const time = await click(page, slice.menu, "rows")
  await close()
  return time
}

/** Puts what a session stores into a browser that keeps its profile on disk. */
const signInAs = async (context: BrowserContext, { url }: Subject, { cookies, origins }: Storage) => {
  await context.addCookies(cookies)
  const page = await context.newPage()
  await page.goto(`${url}/bench/l0`)
  const entries = origins.flatMap(({ localStorage }) => localStorage)
  await page.evaluate(stored => {
    for (const { name, value } of stored) localStorage.setItem(name, value)
  }, entries)
  await page.close()
}

/** The third visit to the list, from a profile on disk: by then the browser keeps compiled scripts. */
const measureThirdVisit = async (_: Browser, subject: Subject) => {
  const { slice, storage } = sliceOf(subject)
  const profile = mkdtempSync(join(tmpdir(), "campaigns-profile-"))
  let thirdLink = Number.NaN
  try {
    for (let number = 1; number <= 3; number++) {
      const options = { executablePath: findChromium(), args: chromiumFlags, baseURL: subject.url, locale: "tr-TR" }
      const context = await chromium.launchPersistentContext(profile, options)
      if (number === 1) await signInAs(context, subject, storage)
      const pace = number === 3 ? { pace: daily } : {}
      const visitor = await visit(context.browser() as Browser, subject.url, { ...pace, watched: "rows", context })
      await visitor.page.goto(slice.list, { waitUntil: "commit" })
      thirdLink = await first(visitor.page)
      await settle(visitor)
      // What was compiled is written to the disk some seconds later.
      if (number < 3) await visitor.page.waitForTimeout(3_000)
      await visitor.close()
    }
  } finally {
    rmSync(profile, { recursive: true, force: true })
  }
  return { thirdLink }
}

const keys = 30

/** A key in the first field of the form, median of {@link keys} from the key to the next paint. */
const measureKey = async (browser: Browser, subject: Subject) => {
  const { slice, storage } = sliceOf(subject)
  const visitor = await visit(browser, subject.url, { pace: slow, watched: "form", storage })
  await visitor.page.goto(slice.form, { waitUntil: "commit" })
  await first(visitor.page)
  await settle(visitor)
  await visitor.page.locator("main form input").first().focus()
  const times = await visitor.page.evaluate(count => (globalThis as unknown as Instrumented).bench.keys(count), keys)
  await visitor.close()
  return { key: times.sort((a, b) => a - b)[keys / 2] ?? Number.NaN }
}

const visitedRecords = 50

/** A list of 100 rows sorted by another column, and the way from list to record and back that staff go all morning. */
const measureMorning = async (browser: Browser, subject: Subject) => {
  const { slice, storage } = sliceOf(subject)
  const { sort, record, back } = slice
  if (!sort || !record || !back) return { sorted: Number.NaN, trip: Number.NaN }
  const visitor = await visit(browser, subject.url, { pace: daily, watched: "rows", storage })
  const { page, close } = visitor
  await page.goto(`${slice.list}?pageSize=100`, { waitUntil: "commit" })
  await first(page)
  await settle(visitor)
  const sorted = await click(page, sort, "otherRows")
  const trips = []
  for (let at = 0; at < visitedRecords; at++) {
    const there = await click(page, record, "record", at)
    trips.push(there + (await click(page, back, "rows")))
  }
  await close()
  return { sorted, trip: trips.sort((a, b) => a - b)[visitedRecords / 2] ?? Number.NaN }
}

/** What a subject's figures are made of, by the name under which a run is narrowed to some. */
export const journeys = {
  login: measureLogin,
  submit: measureSubmit,
  deep: measureDeepLink,
  warm: measureWarm,
  third: measureThirdVisit,
  key: measureKey,
  morning: measureMorning,
  menu: async (browser: Browser, subject: Subject) => ({ clickRows: await measureMenu(browser, subject, false) }),
  hover: async (browser: Browser, subject: Subject) => ({ hoverRows: await measureMenu(browser, subject, true) }),
}

/** What script and document hold on to between them is set free in more than one round. */
const countMemory = async ({ session, page }: Visit) => {
  for (let round = 0; round < 3; round++) {
    await session.send("HeapProfiler.collectGarbage")
    await page.waitForTimeout(100)
  }
  const { usedSize } = await session.send("Runtime.getHeapUsage")
  const { nodes, jsEventListeners } = await session.send("Memory.getDOMCounters")
  return { heap: usedSize, nodes, listeners: jsEventListeners }
}

/**
 * Opens a list for {@link measureMemory} in turns with others.
 * @returns `walk`, which goes so many times from list to form or back, unthrottled, and returns ms of each return trip; and counts
 */
export const openWalk = async (browser: Browser, subject: Subject) => {
  const { slice, storage } = sliceOf(subject)
  const visitor = await visit(browser, subject.url, { watched: "rows", storage })
  const { page } = visitor
  await page.goto(slice.list)
  await first(page)
  await settle(visitor)
  return {
    walk: async (navigations: number) => {
      const times = []
      for (let at = 0; at < navigations; at += 2)
        times.push((await click(page, slice.add, "form")) + (await click(page, slice.menu, "rows")))
      return times
    },
    count: async () => {
      await settle(visitor)
      return countMemory(visitor)
    },
    elements: () => page.evaluate(() => document.querySelectorAll("*").length),
    close: visitor.close,
  }
}

/**
 * Goes from list to form and back by their links, unthrottled. The garbage is collected before each look.
 * @param from navigations after which the first look is taken: what is made once (chunks, caches, formatters) is no growth
 * @returns MB and nodes held in the end, KB that each navigation added since the first look, and nodes and listeners added
 */
export const measureMemory = async (
  browser: Browser,
  url: string,
  slice: Slice,
  storage: Storage,
  navigations: number,
  from = 20,
) => {
  const { walk, count, close } = await openWalk(browser, { url, slice, storage })
  await walk(from)
  const before = await count()
  await walk(navigations - from)
  const after = await count()
  await close()
  return {
    heap: after.heap / 1e6,
    heapBefore: before.heap / 1e6,
    growth: (after.heap - before.heap) / 1000 / (navigations - from),
    alive: after.nodes,
    nodes: after.nodes - before.nodes,
    listeners: after.listeners - before.listeners,
  }
}
