import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import type { Page } from "playwright-core"
import { describe, expect, it } from "vitest"
import { accounts } from "./kit"
import { provideProduct } from "./provide-product"

/** The first frame is painted in the theme that was chosen, under the strict policy (docs/console.md#settings). */
const { openContext } = provideProduct()

type Row = [choice: string | undefined, systemDark: boolean, isDark: boolean]
const rows: Row[] = [
  [undefined, false, false],
  [undefined, true, true],
  ["light", true, false],
  ["dark", false, true],
  ["system", true, true],
  ["nonsense", false, false],
]

/** What a page with an injection lets happen, and the directives that refused the rest. */
const injections = `
<script>globalThis.scriptRan = true</script>
<style>#injected { position: fixed }</style>
<div id="injected" style="color: rgb(1, 2, 3)"></div>
<svg onload="globalThis.handlerRan = true"></svg>`

describe.each(["/login", "/policy", "/go"])("the policy of %s", path => {
  it("refuses scripts, handlers and styles that are injected into the page, and allows the build's own", async () => {
    const context = await openContext({ language: "en" })
    await context.addInitScript(() => {
      const refused: string[] = []
      Object.assign(globalThis, { refused })
      addEventListener("securitypolicyviolation", event => refused.push(`${event.effectiveDirective} ${event.blockedURI}`))
    })
    const page = await context.newPage()
    await page.route(`**${path}`, async route => {
      const response = await route.fetch()
      const body = (await response.text()).replace("<noscript>", `${injections}<noscript>`)
      await route.fulfill({ response, body })
    })
    await page.goto(path)
    const seen = await page.evaluate(() => {
      const { scriptRan, handlerRan, refused, boot } = globalThis as typeof globalThis & Record<string, unknown>
      const { position, color } = getComputedStyle(document.querySelector("#injected") as Element)
      return {
        scriptRan,
        handlerRan,
        isStyled: position === "fixed" || color === "rgb(1, 2, 3)",
        refused,
        hasBoot: boot !== undefined,
      }
    })
    expect(seen).toEqual({
      scriptRan: undefined,
      handlerRan: undefined,
      isStyled: false,
      refused: ["script-src-elem inline", "style-src-elem inline", "style-src-attr inline", "script-src-attr inline"],
      hasBoot: true,
    })
    await context.close()
  })
})

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
    const context = await openContext({ language: "en" })
    const page = await context.newPage()
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
    expect(atFirst.map(({ file }) => file).sort()).toEqual([
      "/assets/inline-refused.js",
      "/locales/en/common.json",
      "/locales/en/translation.json",
    ])
    expect(await page.evaluate(() => getComputedStyle(document.querySelector("#email") as Element).borderRadius)).toBe("8px")
    await page.mouse.move(20, 20, { steps: 2 })
    const later = async () => (await requests(page)).map(({ file }) => file)
    await expect.poll(later).toEqual(expect.arrayContaining(["/assets/main.js", "/assets/index.css"]))
    await context.close()
  })
})

describe("the first frame of the sign-in page", () => {
  it("holds the whole form, also when the page arrives in parts, and its decoration follows in the next one", async () => {
    const context = await openContext({ language: "en" })
    const html = await (await context.request.get("/login")).text()
    const at = html.indexOf('<div id="root">') + 40
    const server = createServer((request, response) => {
      if (request.url !== "/login") return response.writeHead(404).end()
      response.writeHead(200, { "Content-Type": "text/html; charset=utf-8" }).write(html.slice(0, at))
      return setTimeout(() => response.end(html.slice(at)), 500)
    }).listen(0, "127.0.0.1")
    await new Promise(listening => server.once("listening", listening))
    await context.addInitScript(() => {
      requestAnimationFrame(() => {
        const art = document.querySelector(".auth__art")
        const first = { field: !!document.querySelector("#email"), art: art && getComputedStyle(art).contentVisibility }
        Object.assign(globalThis, { first })
      })
    })
    const page = await context.newPage()
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/login`)
    const first = () => page.evaluate(() => (globalThis as { first?: unknown }).first)
    await expect.poll(first).toEqual({ field: true, art: "hidden" })
    const art = page.locator(".auth__art")
    await expect.poll(() => art.evaluate(one => getComputedStyle(one).contentVisibility)).toBe("visible")
    await context.close()
    server.close()
  })
})

describe("the icon of the tab", () => {
  it("is a picture in the page itself, so that no navigation requests it", async () => {
    const page = await (await openContext({ language: "en" })).newPage()
    await page.goto("/policy")
    await page.getByRole("heading", { level: 1 }).waitFor()
    const icon = page.locator("link[rel=icon]")
    expect(await icon.getAttribute("href")).toMatch(/^data:image\/svg\+xml,%3Csvg .*svg%3E$/)
    const size = await icon.evaluate(async ({ href }: HTMLLinkElement) => {
      const image = Object.assign(new Image(), { src: href })
      await image.decode()
      return image.naturalWidth
    })
    expect(size).toBeGreaterThan(0)
    await page.context().close()
  })
})

/** A host that sends its own policy, without the hashes of the build. */
describe("where a host's policy refuses what is inline", () => {
  const opened = async (path: string) => {
    const context = await openContext({ language: "en" })
    const page = await context.newPage()
    await page.route(`**${path}`, async route => {
      const response = await route.fetch()
      const headers = response.headers()
      const policy = headers["content-security-policy"]?.replace(/ 'sha256-[^']*'/g, "")
      await route.fulfill({ response, headers: { ...headers, "content-security-policy": policy ?? "" } })
    })
    await page.goto(path)
    return page
  }

  it("the sign-in page loads boot script and stylesheet as files, speaks the visitor's language, and goes on to the code", async () => {
    const page = await opened("/login")
    await page.getByRole("heading", { name: "Sign in" }).waitFor()
    const radius = () => page.locator("#email").evaluate(field => getComputedStyle(field).borderRadius)
    await expect.poll(radius).toBe("8px")
    await page.locator("#email").fill(accounts.sarikum)
    await page.getByRole("button", { name: "Send code" }).click()
    await page.waitForURL("**/verify")
    await page.context().close()
  })

  it("the other pages speak the visitor's language as well", async () => {
    const page = await opened("/policy")
    await page.getByRole("heading", { level: 1, name: "Privacy policy" }).waitFor()
    await page.context().close()
  })
})

describe("the first frame", () => {
  it.each(rows)("with %s chosen, on a system that is dark: %s", async (choice, dark, isDark) => {
    const context = await openContext({ dark, language: "tr" })
    await context.addInitScript(theme => {
      if (theme && !localStorage.getItem("settings")) localStorage.setItem("settings", JSON.stringify({ theme }))
      // What stands at the first frame, before the console's own script could have run.
      requestAnimationFrame(() => {
        Object.assign(globalThis, { firstFrame: document.body && getComputedStyle(document.body).backgroundColor })
      })
    }, choice)
    const page = await context.newPage()
    await page.goto("/login")
    const seen = await page.evaluate(() => {
      const last = getComputedStyle(document.body).backgroundColor
      return { first: (globalThis as { firstFrame?: string | null }).firstFrame ?? last, last }
    })
    expect(seen.first).toBe(seen.last)
    const isLight = await page.evaluate(() => {
      const canvas = new OffscreenCanvas(1, 1).getContext("2d")
      if (!canvas) throw new Error("There is no canvas.")
      canvas.fillStyle = getComputedStyle(document.body).backgroundColor
      canvas.fillRect(0, 0, 1, 1)
      return (canvas.getImageData(0, 0, 1, 1).data[0] ?? 0) > 128
    })
    expect(isLight).toBe(!isDark)
    await context.close()
  })
})
