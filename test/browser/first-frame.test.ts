import { createServer } from "node:http"
import type { Page, Route } from "playwright-core"
import { describe, expect, it } from "vitest"
import { listen } from "../../scripts/free-port.mjs"
import { accounts } from "./kit"
import { provideConsole } from "./provide-console"

/** What a page is before React: its policy, its first frame in the theme that was chosen, its weight (docs/console.md#settings). */
const { openContext, openPage } = provideConsole()

/** What a page with an injection lets happen, and the directives that refused the rest. */
const injections = `
<script>globalThis.scriptRan = true</script>
<style>#injected { position: fixed }</style>
<div id="injected" style="color: rgb(1, 2, 3)"></div>
<svg onload="globalThis.handlerRan = true"></svg>`

it.each(["/login", "/policy", "/go"])(
  "the policy of %s refuses scripts, handlers and styles that are injected, and allows the build's own",
  async path => {
    const page = await openPage({ language: "en" })
    await page.addInitScript(() => {
      const refused: string[] = []
      Object.assign(globalThis, { refused })
      addEventListener("securitypolicyviolation", event => refused.push(`${event.effectiveDirective} ${event.blockedURI}`))
    })
    await page.route(`**${path}`, async route => {
      const response = await route.fetch()
      const body = (await response.text()).replace("<body>", `<body>${injections}`)
      await route.fulfill({ response, body })
    })
    await page.goto(path)
    const seen = await page.evaluate(() => {
      const { scriptRan, handlerRan, refused, boot } = globalThis as typeof globalThis & Record<string, unknown>
      const { position, color } = getComputedStyle(document.querySelector("#injected") as Element)
      const isStyled = position === "fixed" || color === "rgb(1, 2, 3)"
      return { scriptRan, handlerRan, isStyled, refused, hasBoot: boot !== undefined }
    })
    expect(seen).toEqual({
      scriptRan: undefined,
      handlerRan: undefined,
      isStyled: false,
      refused: ["script-src-elem inline", "style-src-elem inline", "style-src-attr inline", "script-src-attr inline"],
      hasBoot: true,
    })
  },
)

it.each(["/login", "/go"])(
  "%s asks for a newer browser where the colours of the console are unknown and no script runs",
  async path => {
    const page = await openPage()
    const sentence = page.getByText("This page needs a current browser")
    await page.goto(path)
    expect(await sentence.isVisible()).toBe(false)
    const age = async (route: Route) => {
      const response = await route.fetch()
      const body = (await response.text())
        .replace(/ integrity="[^"]*"/g, "")
        .replace(/light-dark\(/g, "unknown(")
        .replace(/<script>[\s\S]*?<\/script>/, "<script>newer syntax</script>")
      const { "content-security-policy": _, ...headers } = response.headers()
      await route.fulfill({ response, headers, body })
    }
    await page.route(`**${path}`, age)
    await page.route("**/*.css", age)
    await page.route("**/*.js", route => route.abort())
    await page.goto(path)
    await sentence.waitFor()
    expect(await sentence.evaluate(element => getComputedStyle(element).color)).toBe("rgb(0, 0, 0)")
  },
)

describe("the sign-in page", () => {
  type Timing = PerformanceResourceTiming & { renderBlockingStatus: string }
  const requests = (page: Page) =>
    page.evaluate(() =>
      (performance.getEntriesByType("resource") as Timing[]).map(({ name, renderBlockingStatus }) => ({
        file: new URL(name).pathname.replace(/-[A-Z0-9]{8}(?=\.)/, ""),
        isBlocking: renderBlockingStatus === "blocking",
      })),
    )

  it("paints with its one document: dictionaries and a fallback come after it, the rest on the first input", async () => {
    const page = await openPage({ language: "en" })
    const response = await page.goto("/login", { waitUntil: "load" })
    // Browsers send such events to a page that appears under a pointer at rest.
    await page.evaluate(() => {
      for (let i = 0; i < 2; i++) document.body.dispatchEvent(new PointerEvent("pointermove", { bubbles: true }))
    })
    await page.waitForLoadState("networkidle")
    // What arrives before the first acknowledgement: 10 segments of 1,460 bytes, headers included.
    const { responseBodySize, responseHeadersSize } = (await response?.request().sizes()) ?? {}
    expect((responseBodySize ?? 0) + (responseHeadersSize ?? 0)).toBeLessThan(14_600)
    const atFirst = await requests(page)
    expect(atFirst.filter(({ isBlocking }) => isBlocking)).toEqual([])
    expect(atFirst.map(({ file }) => file).sort()).toEqual(["/assets/inline-refused.js", "/locales/en/translation.json"])
    expect(await page.evaluate(() => getComputedStyle(document.querySelector("#email") as Element).borderRadius)).toBe("8px")
    // The icon of the tab is a picture in the page itself.
    const icon = page.locator("link[rel=icon]")
    expect(await icon.getAttribute("href")).toMatch(/^data:image\/svg\+xml,%3Csvg .*svg%3E$/)
    await page.mouse.move(20, 20, { steps: 2 })
    const later = async () => (await requests(page)).map(({ file }) => file)
    await expect.poll(later).toEqual(expect.arrayContaining(["/assets/main.js", "/assets/index.css"]))
  })

  it("holds the whole form in its first frame, also when it arrives in parts, and its decoration in the next one", async () => {
    const context = await openContext({ language: "en" })
    const html = await (await context.request.get("/login")).text()
    const at = html.indexOf('<div id="root">') + 40
    const server = createServer((request, response) => {
      if (request.url !== "/login") return response.writeHead(404).end()
      response.writeHead(200, { "Content-Type": "text/html; charset=utf-8" }).write(html.slice(0, at))
      return setTimeout(() => response.end(html.slice(at)), 500)
    })
    const port = await listen(server)
    await context.addInitScript(() => {
      requestAnimationFrame(() => {
        const art = document.querySelector(".auth__art")
        const first = { field: !!document.querySelector("#email"), art: art && getComputedStyle(art).contentVisibility }
        Object.assign(globalThis, { first })
      })
    })
    const page = await context.newPage()
    await page.goto(`http://127.0.0.1:${port}/login`)
    const first = () => page.evaluate(() => (globalThis as { first?: unknown }).first)
    await expect.poll(first).toEqual({ field: true, art: "hidden" })
    const art = page.locator(".auth__art")
    await expect.poll(() => art.evaluate(one => getComputedStyle(one).contentVisibility)).toBe("visible")
    server.close()
  })

  it("where a host's policy refuses what is inline, loads it as files, in the visitor's language, and goes on to the code", async () => {
    const page = await openPage({ language: "en" })
    await page.route("**/login", async route => {
      const response = await route.fetch()
      const headers = response.headers()
      const policy = headers["content-security-policy"]?.replace(/ 'sha256-[^']*'/g, "")
      await route.fulfill({ response, headers: { ...headers, "content-security-policy": policy ?? "" } })
    })
    await page.goto("/login")
    await page.getByRole("heading", { name: "Sign in" }).waitFor()
    const radius = () => page.locator("#email").evaluate(field => getComputedStyle(field).borderRadius)
    await expect.poll(radius).toBe("8px")
    await page.locator("#email").fill(accounts.sarikum)
    await page.getByRole("button", { name: "Send code" }).click()
    await page.waitForURL("**/verify")
  })
})

it("the first frame has the theme that was chosen, or the system's", async () => {
  const page = await openPage()
  await page.addInitScript(() => {
    // What stands at the first frame, before the console's own script could have run.
    requestAnimationFrame(() => {
      Object.assign(globalThis, { firstFrame: document.body && getComputedStyle(document.body).backgroundColor })
    })
  })
  await page.goto("/login")
  for (const [choice, system, shown] of [
    [undefined, "light", "light"],
    [undefined, "dark", "dark"],
    ["light", "dark", "light"],
    ["dark", "light", "dark"],
    ["system", "dark", "dark"],
    ["nonsense", "light", "light"],
  ] as const) {
    await page.evaluate(theme => {
      if (theme) localStorage.setItem("settings", JSON.stringify({ theme }))
      else localStorage.removeItem("settings")
    }, choice)
    await page.emulateMedia({ colorScheme: system })
    await page.reload()
    const seen = await page.evaluate(() => {
      const last = getComputedStyle(document.body).backgroundColor
      const canvas = new OffscreenCanvas(1, 1).getContext("2d")
      if (!canvas) throw new Error("There is no canvas.")
      canvas.fillStyle = last
      canvas.fillRect(0, 0, 1, 1)
      const isLight = (canvas.getImageData(0, 0, 1, 1).data[0] ?? 0) > 128
      const first = (globalThis as { firstFrame?: string | null }).firstFrame ?? last
      return { isSteady: first === last, shown: isLight ? "light" : "dark" }
    })
    expect([choice, system, seen]).toEqual([choice, system, { isSteady: true, shown }])
  }
})
