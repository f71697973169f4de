import type { Browser, Page } from "playwright-core"
import { screens } from "../../src/app/screens/table"
import { accounts, openBrowser, openContext, type Product, signInByForm, startProduct } from "../browser/kit"
import { type Interaction, interactionOf, traceCategories } from "./interaction-trace"

/**
 * Every screen and what one does there, at a quarter of the machine's pace, from an input to the next paint
 * (docs/development.md#goals). The pointer rests on what it presses before the press. A page that is loaded is no interaction.
 */

const slowdown = 4
/** Targets of a screen, and of what opens on it. */
const [targetsMost, innerMost] = [12, 3]
/** What follows an input: timers, answers, animations, ms. */
const pauseMs = 150
/** Longer ones are printed at once, ms. */
const saidMs = 150
/** The pointer on a target before the press, ms. */
const hoverMs = 100

/** Keeps the print dialog closed. Runs in the page before its scripts. */
const neverPrint = () => Object.assign(globalThis, { print: () => {} })

type Target = { at: number; kind: "text" | "select" | "press"; name: string }

/** Marks the first visible target whose like was not tried. @param inside where targets are looked for @returns undefined: none is left */
const nextTarget = (page: Page, inside: string, tried: Set<unknown>): Promise<Target | undefined> =>
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

const openInteractions = async (browser: Browser, product: Product, email: string, say: (text: string) => void) => {
  const context = await openContext(browser, product)
  await context.addInitScript(neverPrint)
  const page = await context.newPage()
  page.on("dialog", dialog => dialog.accept().catch(() => {}))
  await signInByForm(page, email)
  const session = await context.newCDPSession(page)
  await session.send("Emulation.setCPUThrottlingRate", { rate: slowdown })
  const found: Interaction[] = []

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
    await browser.startTracing(page, { screenshots: false, categories: traceCategories })
    let trace: Buffer
    try {
      await act()
      await afterPaint()
      await page.waitForTimeout(pauseMs)
    } finally {
      trace = await browser.stopTracing()
    }
    const measured = interactionOf(trace)
    if (!measured) return
    found.push({ name, ...measured })
    if (Math.max(measured.ms, measured.cpuMs) > saidMs)
      say(`${Math.round(measured.ms)} ms, ${Math.round(measured.cpuMs)} ms of work: ${name}`)
  }
  /** Presses the pointer where it has rested. */
  const click = async (name: string, x: number, y: number) => {
    await page.mouse.move(x, y)
    await page.waitForTimeout(hoverMs)
    await measure(name, async () => {
      await page.mouse.down()
      await page.mouse.up()
    })
  }

  const tryTarget = async (screen: string, { at, kind, name }: Target) => {
    const target = page.locator(`[data-probe="${at}"]`)
    const box = await target.boundingBox({ timeout: 2_000 }).catch(() => null)
    if (!box) return
    if (kind === "select") {
      await target.focus()
      await measure(`${screen} · ↓ in ${name}`, () => page.keyboard.press("ArrowDown"))
      return
    }
    await click(`${screen} · click ${name}`, box.x + box.width / 2, box.y + box.height / 2)
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
  /** Opens a screen by the link to it; one without a link is opened without a measurement. */
  const go = async (path: string, name: string) => {
    const link = page.locator(`a[href="${path}"]:visible`).first()
    const box = (await link.count()) ? await link.boundingBox({ timeout: 2_000 }).catch(() => null) : null
    if (box && box.y > 0 && box.y + box.height < (page.viewportSize()?.height ?? 0))
      await click(`${name} · click on its link`, box.x + box.width / 2, box.y + box.height / 2)
    else await page.evaluate(path => history.pushState(null, "", path), path)
    await isShown()
  }
  return { page, found, measure, tryScreen, go, load, close: () => context.close() }
}

/** Whether a path begins with one of `only`, or equals one that ends with "$". */
const isChosen = (path: string, only: readonly string[]) =>
  only.some(begin => (begin.endsWith("$") ? `${path}$` === begin : path.startsWith(begin)))

type Run = { role: "Administrator" | "TenantAdmin"; only: readonly string[]; tried: Set<unknown>; say: (text: string) => void }

/** Tries every screen of a role that was not `tried` in another. @param only the paths to which the run is narrowed, see {@link isChosen} */
const tryRole = async (browser: Browser, product: Product, { role, only, tried, say }: Run) => {
  const visitor = await openInteractions(
    browser,
    product,
    role === "Administrator" ? accounts.administrator : accounts.yesilova,
    say,
  )
  const { page, measure, tryScreen, go, load } = visitor
  const ids = new Map<string, string>()
  const start = role === "Administrator" ? "/admin/dashboard" : "/user/dashboard"
  for (const { path, access, base, kind, component } of screens) {
    if (access === "public" || !access.includes(role) || !isChosen(path, only) || tried.has(component)) continue
    const id = ids.get(base)
    if (path.includes(":") && !id) continue
    tried.add(component)
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
        const rows = await page.locator("main [data-row]").evaluateAll(all => all.map(one => (one as HTMLElement).dataset.row))
        const links = await page
          .locator("main a[href]")
          .evaluateAll(
            (all, base) => all.map(one => one.getAttribute("href") ?? "").filter(href => href.startsWith(`${base}/`)),
            base,
          )
        const found =
          rows[0] ??
          links.map(href => href.slice(base.length + 1).split("?")[0] ?? "").find(rest => rest && !/\/|^add/.test(rest))
        if (found) ids.set(base, found)
      }
      await tryScreen(screen, "main")
      if (kind !== "list") await load(start)
    } catch (error) {
      process.stderr.write(`${screen}: ${String(error).slice(0, 300)}\n`)
      await load(start)
    }
  }
  if (isChosen(start, only)) {
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
  only?: readonly string[] | undefined
  say: (text: string) => void
}

/** The least of each interaction's times over the rounds, the slowest first: what a machine does besides only adds. */
const least = (all: Interaction[]) => {
  const byName = new Map<string, Interaction>()
  for (const one of all) {
    const known = byName.get(one.name) ?? one
    byName.set(one.name, {
      name: one.name,
      ms: Math.min(one.ms, known.ms),
      cpuMs: Math.min(one.cpuMs, known.cpuMs),
      renderingMs: Math.min(one.renderingMs, known.renderingMs),
    })
  }
  return [...byName.values()].sort((a, b) => b.cpuMs - a.cpuMs)
}

const shown = 60

/** @returns a table of the slowest interactions by the work until the next paint, with another built tree's times where there is one */
export const interactions = async ({ rounds, before, only = ["/"], say }: InteractionsOptions) => {
  const browser = await openBrowser()
  const results: Record<string, Interaction[]> = { now: [], before: [] }
  const trees: [string, string | undefined][] = [["now", undefined], ...(before ? [["before", before] as [string, string]] : [])]
  const roles = (["Administrator", "TenantAdmin"] as const).filter(role =>
    screens.some(({ access, path }) => access !== "public" && access.includes(role) && isChosen(path, only)),
  )
  try {
    for (let round = 1; round <= rounds; round++)
      for (const [name, root] of trees) {
        const product = await startProduct(root ? { root } : {})
        const tried = new Set<unknown>()
        try {
          for (const role of roles) {
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
  const line = (cells: (string | number)[]) => cells.map(cell => String(cell).padStart(9)).join(" ")
  const timesOf = (one: Interaction | undefined) =>
    one ? [one.ms, one.cpuMs, one.renderingMs].map(ms => Math.round(ms)) : ["", "", ""]
  const lines = now.slice(0, shown).map(one => `${line([...timesOf(older.get(one.name)), ...timesOf(one)])}  ${one.name}`)
  const over = (all: Iterable<Interaction>, of: "ms" | "cpuMs") => [...all].filter(one => one[of] > 200).length
  return [
    `${now.length} interactions at ${slowdown}× CPU: ${over(now, "ms")} passed 200 ms until the next paint, ${over(now, "cpuMs")} worked longer.`,
    ...(before
      ? [`${older.size} before: ${over(older.values(), "ms")} passed 200 ms, ${over(older.values(), "cpuMs")} worked longer.`]
      : []),
    "",
    "ms until the next paint: what passed (Event Timing), work of the main thread, of it style, layout and paint",
    line([...(before ? ["before", "work", "render"] : ["", "", ""]), "now", "work", "render"]),
    ...lines,
  ].join("\n")
}
