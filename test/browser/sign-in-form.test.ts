import { describe, expect, it } from "vitest"
import { accounts, problemsOf } from "./kit"
import { isWithinWindow } from "./look-kit"
import { provideProduct } from "./provide-product"

/** The prerendered sign-in page: alive before React, in the visitor's language, taken over without loss. */

const { openContext, openPage } = provideProduct()

const held = async (language: "tr" | "en" = "tr") => {
  const context = await openContext({ language })
  const page = await context.newPage()
  let release: () => void = () => {}
  const gate = new Promise<void>(done => {
    release = done
  })
  await page.route(/\/assets\/(?!inline-refused).*\.js$/, async route => {
    await gate
    await route.continue()
  })
  // What the heading said in each frame that the browser drew.
  await page.addInitScript(() => {
    const seen = new Set<string>()
    Object.assign(globalThis, { seen })
    const look = () => {
      const text = document.querySelector("h1")?.textContent
      if (text) seen.add(text)
      requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  })
  const frames = () => page.evaluate(() => [...(globalThis as unknown as { seen: Set<string> }).seen])
  const codes: string[] = []
  page.on("request", request => {
    if (request.url().includes("GetCode")) codes.push(request.url())
  })
  await page.goto("/login", { waitUntil: "commit" })
  await page.locator("input[type=email]").waitFor()
  return { page, release, codes, frames }
}

describe("before React has come", () => {
  it.each([
    ["tr", "Oturum açın"],
    ["en", "Sign in"],
  ] as const)("the page speaks %s from the first frame on", async (language, heading) => {
    const { page, frames } = await held(language)
    await expect.poll(frames).not.toEqual([])
    expect(await frames()).toEqual([heading])
    expect(await page.locator("html").getAttribute("lang")).toBe(language)
    await page.context().close()
  })

  it("the form sends one code, and React goes on to the code's page with it", async () => {
    const { page, release, codes } = await held()
    await page.locator("input[type=email]").fill("elif.yilmaz@yesilova.example")
    await page.locator("button[type=submit]").click()
    await expect.poll(() => codes.length).toBe(1)
    release()
    await page.waitForURL("**/verify")
    expect(codes).toHaveLength(1)
    expect(problemsOf(page)).toEqual([])
    await page.context().close()
  })

  it("a button that was pressed is pressed again once there is something behind it", async () => {
    const { page, release, frames } = await held("tr")
    await page.getByRole("button", { name: "English" }).click()
    release()
    await expect.poll(frames).toEqual(["Oturum açın", "Sign in"])
    await page.context().close()
  })

  it("what is typed stays when React takes over", async () => {
    const { page, release, codes } = await held()
    await page.locator("input[type=email]").pressSequentially("elif.yilmaz@yesilova.example")
    release()
    await page.waitForFunction(() => Object.keys(document.querySelector("form") ?? {}).some(key => key.startsWith("__react")))
    expect(await page.locator("input[type=email]").inputValue()).toBe("elif.yilmaz@yesilova.example")
    await page.keyboard.press("Enter")
    await page.waitForURL("**/verify")
    expect(codes).toHaveLength(1)
    await page.context().close()
  })
})

describe("once React has come", () => {
  it.each(["tr", "en"] as const)("nothing was refused and nothing had to be drawn anew: %s", async language => {
    const page = await openPage({ language })
    await page.goto("/login")
    expect(await page.evaluate(() => performance.getEntriesByType("resource").some(({ name }) => name.includes("main")))).toBe(
      false,
    )
    await page.mouse.move(20, 20, { steps: 2 })
    await page.waitForFunction(() => Object.keys(document.querySelector("form") ?? {}).some(key => key.startsWith("__react")))
    expect(problemsOf(page)).toEqual([])
    await page.context().close()
  })
})

it("the pages of a sign-in fit a window of 320 px", async () => {
  const page = await openPage({ language: "tr", width: 320, height: 640 })
  await page.goto("/login")
  expect(await isWithinWindow(page)).toBe(true)
  await page.locator("input[type=email]").fill(accounts.administrator)
  await page.keyboard.press("Enter")
  await page.locator("input[autocomplete=one-time-code]").waitFor()
  expect(await isWithinWindow(page)).toBe(true)
})
