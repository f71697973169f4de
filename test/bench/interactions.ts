import type { Browser, Page } from "playwright-core"
import { routes } from "../../src/app/routes"
import { accounts, openBrowser, openContext, type Product, signInByForm, startProduct } from "../browser/kit"

/**
 * Every screen and what one does there, at a quarter of the machine's pace, from an input to the next paint: what the page's main
 * thread worked, which other work of the machine does not change, and what passed by Event Timing (docs/operations.md#goals).
 */

const slowdown = 4
/** Targets of a screen, and of what opens on it. */
const [targetsMost, innerMost] = [12, 3]
/** What follows an input: timers, answers, animations, ms. */
const pauseMs = 150

/** `cpuMs`: work of the main thread; `ms`: what passed. */
export type Interaction = { name: string; cpuMs: number; ms: number }

type Timing = { startTime: number; duration: number }

/** Collects the browser's entries as `probe`. Runs in the page before its scripts. */
const observe = () => {
  const probe: Timing[] = []
  Object.assign(globalThis, { probe, print: () => {} })
  new PerformanceObserver(list => {
    for (const entry of list.getEntries() as (PerformanceEntry & { interactionId?: number })[])
      if (entry.interactionId) probe.push({ startTime: entry.startTime, duration: entry.duration })
  }).observe({ type: "event", durationThreshold: 16, buffered: true } as PerformanceObserverInit)
}

type Target = { at: number; kind: "text" | "select" | "press"; name: string }

/** Marks the first visible target whose like was not tried. @param inside where targets are looked for @returns undefined: none is left */
const nextTarget = (page: Page, inside: string, tried: Set<string>): Promise<Target | undefined> =>
  page.evaluate(
    ({ inside, tried }) => {
      const selector = "button, summary, select, textarea, input, [role=tab], [role=option], [role=menuitem]"
      const roots = [...document.querySelectorAll(inside)].filter(one => one.getClientRects().length)
      for (const one of roots.flatMap(root => [...root.querySelectorAll<HTMLElement>(selector)])) {
        const { type } = one as HTMLInputElement
        const isOff = (one as HTMLInputElement).disabled || one.getAttribute("aria-disabled") === "true"
        if (isOff || !one.checkVisibility({ checkVisibilityCSS: true }) || type === "file" || type === "submit") continue
        const row = one.closest("tbody tr")
        const text = (one.getAttribute("aria-label") ?? one.closest("label")?.textContent ?? one.textContent ?? "").trim()
        const label = row ? "in a row" : text.replace(/[\d.,]+/g, "0").slice(0, 32)
        const name = `${one.getAttribute("role") ?? one.localName}${type && one.localName === "input" ? `[${type}]` : ""}.${[...one.classList].join(".")} ${label}`
        if (tried.includes(name)) continue
        const isText = one.localName === "textarea" || /^(text|search|email|tel|url|number|password)$/.test(type)
        const at = Number(document.documentElement.dataset.probes ?? 0) + 1
        document.documentElement.dataset.probes = String(at)
        one.dataset.probe = String(at)
        one.scrollIntoView({ block: "center", behavior: "instant" })
        const kind: Target["kind"] =
          one.localName === "select" ? "select" : isText && one.localName !== "button" ? "text" : "press"
        return { at, kind, name }
      }
    },
    { inside, tried: [...tried] },
  )

const opened = "dialog[open], [popover]:popover-open"

const openInteractions = async (browser: Browser, product: Product, email: string) => {
  const context = await openContext(browser, product)
  await context.addInitScript(observe)
  const page = await context.newPage()
  page.on("dialog", dialog => dialog.accept().catch(() => {}))
  await signInByForm(page, email)
  const session = await context.newCDPSession(page)
  await session.send("Emulation.setCPUThrottlingRate", { rate: slowdown })
  const found: Interaction[] = []

  await session.send("Performance.enable", { timeDomain: "threadTicks" })
  const worked = async () => {
    const { metrics } = await session.send("Performance.getMetrics")
    return 1000 * (metrics.find(({ name }) => name === "TaskDuration")?.value ?? Number.NaN)
  }
  const afterPaint = () =>
    page.evaluate(
      () =>
        new Promise<void>(done => {
          requestAnimationFrame(() => {
            const { port1, port2 } = new MessageChannel()
            port1.onmessage = () => done()
            port2.postMessage(0)
          })
        }),
    )

  /** Acts, and keeps what was measured from the act to the next paint. */
  const measure = async (name: string, act: () => Promise<unknown>) => {
    await afterPaint()
    const from = await page.evaluate(() => performance.now())
    const before = await worked()
    await act()
    await afterPaint()
    const cpuMs = (await worked()) - before
    await page.waitForTimeout(pauseMs)
    const ms = await page.evaluate(async from => {
      await new Promise(done => requestAnimationFrame(() => setTimeout(done)))
      const { probe } = globalThis as unknown as { probe: Timing[] }
      return Math.max(0, ...probe.filter(({ startTime }) => startTime >= from).map(({ duration }) => duration))
    }, from)
    found.push({ name, cpuMs, ms })
  }

  const tryTarget = async (screen: string, { at, kind, name }: Target) => {
    const target = page.locator(`[data-probe="${at}"]`)
    const box = await target.boundingBox({ timeout: 2_000 }).catch(() => null)
    if (!box) return
    const click = () => page.mouse.click(box.x + box.width / 2, box.y + box.height / 2)
    if (kind === "select") {
      await target.focus()
      await measure(`${screen} · ↓ in ${name}`, () => page.keyboard.press("ArrowDown"))
      return
    }
    await measure(`${screen} · click ${name}`, click)
    if (kind === "text") await measure(`${screen} · type in ${name}`, () => page.keyboard.press("1"))
  }

  /** Tries the targets of a screen, and those of what they open. */
  const tryScreen = async (screen: string, inside: string, most = targetsMost) => {
    const address = page.url()
    const tried = new Set<string>()
    while (tried.size < most) {
      const target = await nextTarget(page, inside, tried)
      if (!target) break
      tried.add(target.name)
      await tryTarget(screen, target)
      const inner = new Set<string>()
      while (inner.size < innerMost && (await page.locator(opened).count())) {
        const next = await nextTarget(page, opened, inner)
        if (!next) break
        inner.add(next.name)
        await tryTarget(`${screen} · in what ${target.name} opens`, next)
      }
      for (let tries = 0; tries < 3 && (await page.locator(opened).count()); tries++)
        await measure(`${screen} · close what ${target.name} opens`, () => page.keyboard.press("Escape"))
      if (new URL(page.url()).pathname !== new URL(address).pathname) await load(address)
    }
  }

  const isShown = async () => {
    await page.locator("main h1").first().waitFor({ timeout: 30_000 })
    await page
      .waitForFunction(() => !document.querySelector("main [aria-busy=true]"), undefined, { timeout: 15_000 })
      .catch(() => {})
  }
  const load = async (path: string) => {
    await page.goto(path)
    await isShown()
  }
  /** Opens a screen as a link does. */
  const go = async (path: string, name: string) => {
    await measure(`${name} · open`, () => page.evaluate(path => history.pushState(null, "", path), path))
    await isShown()
  }
  return { page, found, measure, tryScreen, go, load, close: () => context.close() }
}

type Run = { role: "Administrator" | "TenantAdmin"; only: string; tried: Set<string>; say: (text: string) => void }

/** Tries every screen of a role that was not `tried` in another. @param only the beginning of the paths to which the run is narrowed */
const tryRole = async (browser: Browser, product: Product, { role, only, tried, say }: Run) => {
  const visitor = await openInteractions(browser, product, role === "Administrator" ? accounts.administrator : accounts.yesilova)
  const { page, measure, tryScreen, go, load } = visitor
  const ids = new Map<string, string>()
  const start = role === "Administrator" ? "/admin/dashboard" : "/user/dashboard"
  for (const { path, access, base, kind, screen: name } of routes) {
    if (access === "public" || !access.includes(role) || !path.startsWith(only) || tried.has(name)) continue
    const id = ids.get(base)
    if (path.includes(":") && !id) continue
    tried.add(name)
    const address = path.replace(/:\w+/, id ?? "")
    const screen = `${role === "Administrator" ? "platform" : "company"} ${path}`
    say(screen)
    try {
      // What a form holds asks before it is left.
      if (kind === "add" || kind === "edit") {
        await load(start)
      }
      await go(address, screen)
      if (kind === "list") {
        const links = await page
          .locator("main a[href]")
          .evaluateAll(
            (all, base) => all.map(one => one.getAttribute("href") ?? "").filter(href => href.startsWith(`${base}/`)),
            base,
          )
        const found = links
          .map(href => href.slice(base.length + 1).split("?")[0] ?? "")
          .find(rest => rest && !/\/|^add/.test(rest))
        if (found) ids.set(base, found)
      }
      await tryScreen(screen, "main")
      if (kind !== "list") await load(start)
    } catch (error) {
      process.stderr.write(`${screen}: ${String(error).slice(0, 300)}\n`)
      await load(start)
    }
  }
  if (start.startsWith(only)) {
    await load(start)
    await measure(`${start} · open the palette`, () => page.keyboard.press("Control+k"))
    for (const key of ["k", "a", "ArrowDown"]) await measure(`${start} · ${key} in the palette`, () => page.keyboard.press(key))
    await page.keyboard.press("Escape")
    await tryScreen(`${role} frame`, "header, aside, body > div > nav", 20)
  }
  await visitor.close()
  return visitor.found
}

export type InteractionsOptions = {
  rounds: number
  before?: string | undefined
  only?: string | undefined
  say: (text: string) => void
}

/** The least of each interaction's times over the rounds, the slowest first: what a machine does besides only adds. */
const least = (all: Interaction[]) => {
  const byName = new Map<string, Interaction>()
  for (const { name, ms, cpuMs } of all) {
    const known = byName.get(name)
    byName.set(name, { name, ms: Math.min(ms, known?.ms ?? ms), cpuMs: Math.min(cpuMs, known?.cpuMs ?? cpuMs) })
  }
  return [...byName.values()].sort((a, b) => b.cpuMs - a.cpuMs)
}

/** @returns a table of the slowest interactions by the work until the next paint, with another built tree's times where there is one */
export const interactions = async ({ rounds, before, only = "/", say }: InteractionsOptions) => {
  const browser = await openBrowser()
  const results: Record<string, Interaction[]> = { now: [], before: [] }
  try {
    for (let round = 1; round <= rounds; round++)
      for (const [name, root] of [["now", undefined], ...(before ? [["before", before]] : [])] as [
        string,
        string | undefined,
      ][]) {
        const product = await startProduct(root ? { root } : {})
        const tried = new Set<string>()
        try {
          for (const role of ["Administrator", "TenantAdmin"] as const) {
            say(`Round ${round} of ${rounds}, ${name}, ${role}`)
            results[name]?.push(...(await tryRole(browser, product, { role, only, tried, say })))
          }
        } finally {
          await product.stop()
        }
      }
  } finally {
    await browser.close()
  }
  const now = least(results.now ?? [])
  const older = new Map(least(results.before ?? []).map(one => [one.name, one]))
  const line = (cells: (string | number)[]) => cells.map(cell => String(cell).padStart(8)).join(" ")
  const lines = now.slice(0, 40).map(({ name, ms, cpuMs }) => {
    const earlier = older.get(name)
    return `${line([earlier ? Math.round(earlier.cpuMs) : "", Math.round(cpuMs), Math.round(ms)])}  ${name}`
  })
  const slow = now.filter(({ cpuMs }) => cpuMs > 200).length
  return [
    `${now.length} interactions at ${slowdown}× CPU, ${slow} over 200 ms of work to the next paint.`,
    "",
    `${line(["before", "now", "passed"])}  ms to the next paint: work of the main thread before and now, what passed`,
    ...lines,
  ].join("\n")
}
