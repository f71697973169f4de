import { type ChildProcess, spawn } from "node:child_process"
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs"
import { createRequire } from "node:module"
import { tmpdir } from "node:os"
import { dirname, join, resolve } from "node:path"
import { type Browser, type BrowserContext, chromium, type Locator, type Page } from "playwright-core"
import { findChromium } from "../../scripts/chromium.mjs"
import { freePort } from "../../scripts/free-port.mjs"
import { slowdown } from "../pace"
import { shiftClock } from "../setup/shift-clock.mjs"

/** The built product and a real Chromium. Needs `npm run build` before. */

/** Tests and bench both run from the root. */
const ownRoot = resolve(process.cwd())

export type Mail = { to: string; subject: string; text: string; code?: string; createdAt: string }

export type Product = {
  url: string
  dataDir: string
  /** Newest first (docs/operations.md#modes). */
  outbox: () => Promise<Mail[]>
  /** Everything that the server has printed so far. */
  printed: () => string
  /** Stops cleanly, and removes the data folder that it made. */
  stop: () => Promise<void>
}

const ended = (child: ChildProcess) =>
  child.exitCode !== null || child.signalCode !== null
    ? Promise.resolve()
    : new Promise<void>(done => {
        child.once("exit", () => done())
      })

export type ProductOptions = { env?: Record<string, string>; flags?: string[]; dataDir?: string; root?: string }

/** Milliseconds that a start may take (docs/development.md#goals). */
const startLimit = 60_000

/**
 * @param env settings (docs/operations.md#configuration), over a demonstration on a free port
 * @param flags options of Node
 * @param dataDir a folder that stays; without one the demonstration is a copy of the run's, where there is one
 * @param root a built tree; by default this one
 */
export const startProduct = async (options: ProductOptions = {}): Promise<Product> => {
  const { env = {}, flags = [], dataDir, root = ownRoot } = options
  const entry = join(root, "dist/server/main.js")
  if (!existsSync(entry)) throw new Error("dist/ is missing: run `npm run build` first.")
  const { TEST_DATA_DIR: seeded } = process.env
  // Removed with the run's, where a product ends with its worker.
  const folder = dataDir ?? mkdtempSync(join(seeded ? dirname(seeded) : tmpdir(), "campaigns-data-"))
  if (!dataDir && seeded) cpSync(seeded, folder, { recursive: true })
  const port = env.PORT ?? String(await freePort())
  const url = `http://127.0.0.1:${port}`
  const { DATABASE_URL: _, SMTP_URL: __, ...inherited } = process.env
  const child = spawn(process.execPath, [...flags, entry], {
    cwd: root,
    env: { ...inherited, HOST: "127.0.0.1", PORT: port, DATA_DIR: folder, MODE: "demo", NODE_ENV: "production", ...env },
  })
  // A benchmark that is stopped early.
  const endWithProcess = () => {
    child.kill("SIGKILL")
    if (!dataDir) rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
  process.once("exit", endWithProcess)
  child.once("exit", () => process.off("exit", endWithProcess))
  let output = ""
  for (const stream of [child.stdout, child.stderr]) stream.on("data", chunk => (output += chunk))

  const isReady = () =>
    fetch(`${url}/backend/healthz`, { signal: AbortSignal.timeout(startLimit) }).then(
      ({ ok }) => ok,
      () => false,
    )
  for (const limit = Date.now() + startLimit * slowdown(); !(await isReady()); await new Promise(done => setTimeout(done, 50)))
    if (child.exitCode !== null || Date.now() > limit) {
      child.kill("SIGKILL")
      throw new Error(`The product did not start.\n${output}`)
    }

  return {
    url,
    dataDir: folder,
    outbox: async () => (await fetch(`${url}/backend/outbox`)).json() as Promise<Mail[]>,
    printed: () => output,
    stop: async () => {
      child.kill("SIGTERM")
      await ended(child)
      if (!dataDir) rmSync(folder, { recursive: true, force: true })
    },
  }
}

export const chromiumFlags = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--enable-precise-memory-info",
]

export const openBrowser = (): Promise<Browser> => chromium.launch({ executablePath: findChromium(), args: chromiumFlags })

export type View = { width?: number; height?: number; dark?: boolean; language?: "tr" | "en"; motion?: boolean }

export const phone = { width: 390, height: 844 }

const problems = new WeakMap<Page, string[]>()

/** What went wrong unseen: uncaught errors, console errors, refusals by the content security policy. */
export const problemsOf = (page: Page): string[] => problems.get(page) ?? []

const follow = (page: Page) => {
  const found: string[] = []
  problems.set(page, found)
  page.on("pageerror", error => found.push(error.message))
  page.on("console", message => {
    // An answer of 4xx is the business of the test that caused it.
    if (message.type() === "error" && !message.text().startsWith("Failed to load resource")) found.push(message.text())
  })
}

/** A context of its own, without motion: nothing is shared with another visitor. Paths are relative to the product. */
export const openContext = async (browser: Browser, product: { url: string }, view: View = {}): Promise<BrowserContext> => {
  const { width = 1280, height = 800, dark = false, language, motion = false } = view
  const context = await browser.newContext({
    baseURL: product.url,
    viewport: { width, height },
    colorScheme: dark ? "dark" : "light",
    reducedMotion: motion ? "no-preference" : "reduce",
    locale: language === "en" ? "en-GB" : "tr-TR",
  })
  context.setDefaultTimeout(60_000)
  const { TEST_CLOCK_SHIFT } = process.env
  if (TEST_CLOCK_SHIFT) await context.addInitScript(shiftClock, Number(TEST_CLOCK_SHIFT))
  if (language) await context.addCookies([{ name: "i18nextLng", value: language, url: product.url }])
  context.on("page", follow)
  return context
}

export const openPage = async (browser: Browser, product: { url: string }, view: View = {}): Promise<Page> =>
  (await openContext(browser, product, view)).newPage()

/** Presses a key on an element, as a person without a pointer does. */
export const press = async (target: Locator, key = "Enter"): Promise<void> => {
  await target.focus()
  await target.page().keyboard.press(key)
}

/** Replaces a field's text by keyboard. */
export const write = async (target: Locator, text: string): Promise<void> => {
  await press(target, "ControlOrMeta+A")
  await target.page().keyboard.type(text)
}

/** The newest code that was mailed to an address after `since` (epoch ms). */
export const codeFor = async ({ url }: { url: string }, email: string, since: number): Promise<string> => {
  for (const limit = Date.now() + 60_000; Date.now() < limit; await new Promise(done => setTimeout(done, 50))) {
    const mails = (await (await fetch(`${url}/backend/outbox`)).json()) as Mail[]
    const mail = mails.find(({ to, code, createdAt }) => to === email && code && Date.parse(createdAt) >= since)
    if (mail?.code) return mail.code
  }
  throw new Error(`No code was mailed to ${email}.`)
}

export const accounts = {
  administrator: "yonetici@platform.example",
  yesilova: "elif.yilmaz@yesilova.example",
  sarikum: "mert.aydin@sarikum.example",
  user: "kullanici@yesilova.example",
}

/** Signs in as a person does: address, code from the outbox, six digits. Ends where the role lands. */
export const signInByForm = async (page: Page, email: string): Promise<void> => {
  const since = Date.now() - 1000
  await page.goto("/login")
  await page.locator("input[type=email]").fill(email)
  await page.locator("form button[type=submit]").click()
  const field = page.locator("input[autocomplete=one-time-code]")
  await field.waitFor()
  await field.pressSequentially(await codeFor({ url: new URL(page.url()).origin }, email, since))
  await page.waitForURL(/\/(dashboard|access-denied)/)
}

let marks = 0
/** A word of three letters that no name had before: a test that runs again finds what an earlier run made, and must not meet it. */
export const mark = (): string => {
  const at = marks++
  return [400, 20, 1].map(place => "bcdfghjklmnprstvyzae"[Math.floor(at / place) % 20]).join("")
}

/**
 * Shows a path without loading the console anew, as its links do. Ends once the page has changed and has loaded.
 * @param path below the origin
 */
export const show = async (page: Page, path: string): Promise<void> => {
  const before = await page.evaluate(path => {
    const shown = document.querySelector("main")?.textContent
    history.pushState(null, "", path)
    return shown
  }, path)
  await page.waitForFunction(
    before => {
      const main = document.querySelector("main")
      return main?.querySelector("h1") && main.textContent !== before && !main.querySelector("[aria-busy=true], .skeleton")
    },
    before,
    { polling: 50 },
  )
}

/** Closes the toasts that are shown: they may lie over what is pressed next, and close by themselves at some time. */
export const closeToasts = async (page: Page): Promise<void> => {
  const toasts = page.locator(".toast")
  await toasts.locator("> .icon-btn").evaluateAll(buttons => {
    for (const button of buttons) (button as HTMLElement).click()
  })
  await toasts.first().waitFor({ state: "detached" })
}

/** Whether the page is no wider than its window. */
export const isWithinWindow = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)

const axeSource = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8")

type AxeResult = { violations: { id: string; help: string; nodes: { target: unknown[]; failureSummary?: string }[] }[] }

/** Transitions that take longer than this are not waited for, ms: they are no transitions, but the time that a toast stays. */
const transitionMs = 2_000

type AxeOptions = {
  /** Rules that are checked; all by default. */
  rules?: string[]
  /** Parts that are left out. */
  exclude?: string[]
}

/**
 * What axe finds on the page as it stands, one line per element; empty when nothing (WCAG 2.2 AA and best practices).
 * @param within a part of the page that is scanned alone
 */
export const axe = async (page: Page, within = "html", { rules, exclude = [] }: AxeOptions = {}): Promise<string[]> => {
  // Transitions end before the scan. A paused one, as of a toast under the pointer, may never end.
  const isInjected = await page.evaluate(async limitMs => {
    const ends = document
      .getAnimations()
      .filter(({ effect, playState }) => playState === "running" && Number(effect?.getComputedTiming().endTime) <= limitMs)
      .map(animation => animation.finished.catch(() => undefined))
    await Promise.race([Promise.all(ends), new Promise(done => setTimeout(done, limitMs))])
    return "axe" in globalThis
  }, transitionMs)
  // Handed over by the debugger, so that the page's own policy stays in force.
  if (!isInjected) await page.evaluate(axeSource)
  const { violations } = await page.evaluate(
    async ({ include, exclude, rules }) => {
      const { axe } = globalThis as unknown as {
        axe: { configure: (spec: object) => void; run: (context: object, options: object) => Promise<AxeResult> }
      }
      // Copies of the elements' source take a tenth of the scan, and nobody reads them.
      axe.configure({ noHtml: true })
      return axe.run(
        { include, exclude },
        { resultTypes: ["violations"], rules: { "target-size": { enabled: true } }, ...(rules && { runOnly: rules }) },
      )
    },
    { include: [within], exclude, rules },
  )
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(
      ({ target, failureSummary }) => `${id}: ${help} · ${target.join(" ")} · ${failureSummary?.split("\n")[1]?.trim() ?? ""}`,
    ),
  )
}

/** As `axe`, in a window in which the whole page has room: what sticks to its edges covers no part of a list. */
export const axeOfWholePage = async (page: Page): Promise<string[]> => {
  const size = page.viewportSize() ?? { width: 1280, height: 800 }
  const height = await page.evaluate(() => document.documentElement.scrollHeight)
  await page.setViewportSize({ ...size, height: Math.max(size.height, height + 200) })
  const found = await axe(page)
  await page.setViewportSize(size)
  return found
}

/** Writes a screenshot to the folder that SHOTS names; without it does nothing. */
export const shot = async (page: Page, name: string): Promise<void> => {
  const folder = process.env.SHOTS
  if (!folder) return
  mkdirSync(folder, { recursive: true })
  await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true })
}
