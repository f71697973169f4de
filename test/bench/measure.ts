import type { Browser, BrowserContext, CDPSession, Page } from "playwright-core"

/** One figure each: opens a page as a visitor would, and reads the page's own clock (ms since navigation or click). */

export type Storage = Awaited<ReturnType<BrowserContext["storageState"]>>
type Conditions = { isSlow: boolean }

/** Slow 4G and a slow machine (docs/operations.md#checks). */
const network = { offline: false, latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 }
const slowdown = 4

/** Runs in the page before its scripts: what is waited for, by name, and a clock that stops after the paint. */
const instruments = () => {
  const all = (selector: string) =>
    [...document.querySelectorAll<HTMLElement>(selector)].filter(one => one.getClientRects().length > 0)
  const firstRow = () => all("tbody td a")[0]?.textContent
  const login = () => all("input[type=email]")[0] as HTMLInputElement | undefined
  let before: string | null | undefined
  const conditions: Record<string, () => boolean> = {
    login: () => login()?.disabled === false,
    rows: () => all("tbody td a").length >= 8,
    otherRows: () => all("tbody td a").length > 0 && firstRow() !== before,
    form: () => all("main form input").length > 0,
  }
  const until = (name: string) =>
    new Promise<number>(done => {
      const look = () => {
        if (!conditions[name]?.()) return requestAnimationFrame(look)
        // A message is handled after the frame in which the condition held was painted.
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = () => done(performance.now())
        port2.postMessage(0)
      }
      requestAnimationFrame(look)
    })
  const click = (selector: string, name: string) => {
    before = firstRow()
    const target = all(selector)[0]
    if (!target) throw new Error(`There is no ${selector} to click.`)
    const from = performance.now()
    target.click()
    return until(name).then(to => to - from)
  }

  /** When a submit first leads to a call: typed and tried anew in each frame. The call itself goes nowhere. */
  const submitted = new Promise<number>(done => {
    const real = fetch
    globalThis.fetch = (input, options) => {
      if (!String(input).includes("GetCode")) return real(input, options)
      done(performance.now())
      return new Promise(() => {})
    }
  })
  const submitWorks = () => {
    let isOver = false
    submitted.then(() => {
      isOver = true
    })
    const attempt = () => {
      if (isOver) return
      const field = login()
      if (field) {
        if (!field.value) {
          Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(field, "a@b.example")
          field.dispatchEvent(new Event("input", { bubbles: true }))
        }
        // What no script takes would leave the page.
        addEventListener("submit", event => event.preventDefault(), { once: true })
        field.form?.requestSubmit()
      }
      requestAnimationFrame(attempt)
    }
    requestAnimationFrame(attempt)
    return submitted
  }

  /** From when on the field takes typing: it stands in the document, enabled. Its paint is a figure of its own. */
  const typeable = new Promise<number>(done => {
    const look = () => {
      const field = document.querySelector<HTMLInputElement>("input[type=email]")
      if (field && !field.disabled) done(performance.now())
      else setTimeout(look, 1)
    }
    look()
  })

  let blocked = 0
  new PerformanceObserver(entries => {
    for (const { duration } of entries.getEntries()) blocked += duration - 50
  }).observe({ type: "longtask", buffered: true })

  Object.assign(globalThis, { bench: { until, click, submitWorks, typeable, blocked: () => blocked } })
}

type Instruments = {
  bench: {
    until: (name: string) => Promise<number>
    click: (selector: string, name: string) => Promise<number>
    submitWorks: () => Promise<number>
    typeable: Promise<number>
    blocked: () => number
  }
}

const until = (page: Page, name: string) => page.evaluate(name => (globalThis as unknown as Instruments).bench.until(name), name)

export const click = (page: Page, selector: string, name: string) =>
  page.evaluate(([selector, name]) => (globalThis as unknown as Instruments).bench.click(selector, name), [
    selector,
    name,
  ] as const)

type Visit = { page: Page; session: CDPSession; bytes: () => number; close: () => Promise<void> }

/** A visitor with an empty cache; `storage` signs them in. */
export const visit = async (browser: Browser, url: string, { isSlow }: Conditions, storage?: Storage): Promise<Visit> => {
  const context = await browser.newContext({ baseURL: url, ...(storage && { storageState: storage }), locale: "tr-TR" })
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  let total = 0
  await session.send("Network.enable")
  session.on("Network.loadingFinished", ({ encodedDataLength }) => {
    total += encodedDataLength
  })
  if (isSlow) {
    await session.send("Network.emulateNetworkConditions", network)
    await session.send("Emulation.setCPUThrottlingRate", { rate: slowdown })
  }
  await page.addInitScript(instruments)
  return { page, session, bytes: () => total, close: () => context.close() }
}

/** Ready and quiet: chunks and data that are fetched when idle have come. */
export const settle = async (page: Page) => {
  await page.waitForLoadState("networkidle")
  await page.waitForTimeout(600)
}

const slow = { isSlow: true }

/** The sign-in page: when one can type, when the field is painted, when submitting works, what it weighed, how long it blocked. */
export const measureLogin = async (browser: Browser, url: string, path: string, hasSubmit: boolean) => {
  const first = await visit(browser, url, slow)
  await first.page.goto(path, { waitUntil: "commit" })
  const painted = await until(first.page, "login")
  const typeable = await first.page.evaluate(() => (globalThis as unknown as Instruments).bench.typeable)
  await settle(first.page)
  const kilobytes = first.bytes() / 1000
  const blocked = await first.page.evaluate(() => (globalThis as unknown as Instruments).bench.blocked())
  await first.close()
  if (!hasSubmit) return { typeable, painted, kilobytes, blocked, submit: typeable }
  const second = await visit(browser, url, slow)
  await second.page.goto(path, { waitUntil: "commit" })
  const submit = await second.page.evaluate(() => (globalThis as unknown as Instruments).bench.submitWorks())
  await second.close()
  return { typeable, painted, kilobytes, blocked, submit }
}

export type Slice = { list: string; form: string; menu: string; add: string; next: string }

/** The console's campaigns, seen by the platform. */
export const consoleSlice: Slice = {
  list: "/admin/campaigns",
  form: "/admin/campaigns/add",
  menu: 'nav a[href="/admin/campaigns"]',
  add: 'a[href="/admin/campaigns/add"]',
  next: '[aria-label="Sonraki sayfa"]',
}

/** List and form: deep link, click on a menu entry with and without a hover before it, next page, form, back. */
export const measureSlice = async (browser: Browser, url: string, slice: Slice, storage: Storage) => {
  const deep = await visit(browser, url, slow, storage)
  await deep.page.goto(slice.list, { waitUntil: "commit" })
  const deepLink = await until(deep.page, "rows")
  await settle(deep.page)
  const nextPage = await click(deep.page, slice.next, "otherRows")
  await settle(deep.page)
  const formOpen = await click(deep.page, slice.add, "form")
  await settle(deep.page)
  const back = await deep.page.evaluate(async () => {
    const from = performance.now()
    history.back()
    return (await (globalThis as unknown as Instruments).bench.until("rows")) - from
  })
  await deep.close()

  const toRows = async (isHovered: boolean) => {
    const { page, close } = await visit(browser, url, slow, storage)
    await page.goto(slice.form, { waitUntil: "commit" })
    await until(page, "form")
    await settle(page)
    if (isHovered) {
      await page.locator(slice.menu).first().hover()
      await page.waitForTimeout(150)
    }
    const time = await click(page, slice.menu, "rows")
    await close()
    return time
  }
  return { deepLink, nextPage, formOpen, back, clickRows: await toRows(false), hoverRows: await toRows(true) }
}

/** What script and document hold on to between them is set free in more than one round. */
const counts = async ({ session, page }: Visit) => {
  for (let round = 0; round < 3; round++) {
    await session.send("HeapProfiler.collectGarbage")
    await page.waitForTimeout(100)
  }
  const { usedSize } = await session.send("Runtime.getHeapUsage")
  const { nodes, jsEventListeners } = await session.send("Memory.getDOMCounters")
  return { heap: usedSize, nodes, listeners: jsEventListeners }
}

/**
 * Goes from list to form and back by their links, unthrottled. The garbage is collected before each look.
 * @param from navigations after which the first look is taken: what is made once (chunks, caches, formatters) is no growth
 * @returns MB held in the end, KB that each navigation added since the first look, and nodes and listeners added
 */
export const measureMemory = async (
  browser: Browser,
  url: string,
  slice: Slice,
  storage: Storage,
  navigations: number,
  from = 20,
) => {
  const visitor = await visit(browser, url, { isSlow: false }, storage)
  await visitor.page.goto(slice.list)
  await until(visitor.page, "rows")
  await settle(visitor.page)
  const turn = async () => {
    await click(visitor.page, slice.add, "form")
    await click(visitor.page, slice.menu, "rows")
  }
  for (let at = 0; at < from; at += 2) await turn()
  await settle(visitor.page)
  const before = await counts(visitor)
  for (let at = from; at < navigations; at += 2) await turn()
  await settle(visitor.page)
  const after = await counts(visitor)
  await visitor.close()
  return {
    heap: after.heap / 1e6,
    heapBefore: before.heap / 1e6,
    growth: (after.heap - before.heap) / 1000 / (navigations - from),
    nodes: after.nodes - before.nodes,
    listeners: after.listeners - before.listeners,
  }
}
