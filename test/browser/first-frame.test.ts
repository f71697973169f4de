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
    const response = await page.goto("/login", { waitUntil: "networkidle" })
    // What arrives before the first acknowledgement: 10 segments of 1,460 bytes, headers included.
    const { responseBodySize, responseHeadersSize } = (await response?.request().sizes()) ?? {}
    expect((responseBodySize ?? 0) + (responseHeadersSize ?? 0)).toBeLessThan(14_600)
    // The icon of the tab is fetched when the browser shows one.
    const atFirst = (await requests(page)).filter(({ file }) => file !== "/favicon.svg")
    expect(atFirst.filter(({ isBlocking }) => isBlocking)).toEqual([])
    expect(atFirst.map(({ file }) => file).sort()).toEqual([
      "/assets/inline-refused.js",
      "/locales/en/common.json",
      "/locales/en/translation.json",
    ])
    expect(await page.evaluate(() => getComputedStyle(document.querySelector("#email") as Element).borderRadius)).toBe("8px")
    await page.mouse.move(20, 20)
    const later = async () => (await requests(page)).map(({ file }) => file)
    await expect.poll(later).toEqual(expect.arrayContaining(["/assets/react.js", "/assets/index.css"]))
    await context.close()
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
