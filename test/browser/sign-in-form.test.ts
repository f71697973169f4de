import type { Page } from "playwright-core"
import { describe, expect, it } from "vitest"
import { accounts, isWithinWindow, problemsOf, type View } from "./kit"
import { provideConsole } from "./provide-console"

/** The prerendered sign-in page: alive before React, in the visitor's language, taken over without loss. */

const { openPage } = provideConsole()

const field = (page: Page) => page.locator("input[type=email]")
const taken = (page: Page) =>
  page.waitForFunction(() => Object.keys(document.querySelector("form") ?? {}).some(key => key.startsWith("__react")))

/** The page, whose scripts wait for `release`; with the headings of all frames, and the codes that were asked for. */
const held = async (view: View = {}) => {
  const page = await openPage(view)
  let release: () => void = () => {}
  const gate = new Promise<void>(done => {
    release = done
  })
  await page.route(/\/assets\/(?!inline-refused).*\.js$/, async route => {
    await gate
    await route.continue().catch(() => undefined)
  })
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
  await field(page).waitFor()
  return { page, release, codes, frames }
}

describe("before React has come", () => {
  it("the page speaks English from the first frame on, its links work, and its form sends one code", async () => {
    const { page, release, codes, frames } = await held({ language: "en" })
    await expect.poll(frames).toEqual(["Sign in"])
    expect(await page.locator("html").getAttribute("lang")).toBe("en")
    await page.locator("a[href='/policy']").click()
    // Its own scripts are held as well, so it never loads completely.
    await page.waitForURL("**/policy", { waitUntil: "commit" })
    await page.goBack()
    await field(page).fill(accounts.yesilova)
    await page.locator("button[type=submit]").click()
    await expect.poll(() => codes.length).toBe(1)
    release()
    await page.waitForURL("**/verify")
    expect(codes).toHaveLength(1)
    expect(problemsOf(page)).toEqual([])
  })

  it("a button that was pressed is pressed again once there is something behind it, and what is typed stays", async () => {
    const { page, release, codes, frames } = await held()
    await field(page).pressSequentially(accounts.yesilova)
    await page.getByRole("button", { name: "English" }).click()
    release()
    await expect.poll(frames).toEqual(["Oturum açın", "Sign in"])
    await taken(page)
    expect(await field(page).inputValue()).toBe(accounts.yesilova)
    await field(page).press("Enter")
    await page.waitForURL("**/verify")
    expect(codes).toHaveLength(1)
  })
})

it("once React has come nothing was refused and nothing had to be drawn anew; the pages fit a window of 320 px", async () => {
  const page = await openPage({ width: 320, height: 640 })
  await page.goto("/login")
  const isLoaded = () => page.evaluate(() => performance.getEntriesByType("resource").some(({ name }) => name.includes("main")))
  expect([await isLoaded(), await isWithinWindow(page)]).toEqual([false, true])
  await page.mouse.move(20, 20, { steps: 2 })
  await taken(page)
  expect(problemsOf(page)).toEqual([])
  await field(page).fill(accounts.administrator)
  await page.keyboard.press("Enter")
  await page.locator("input[autocomplete=one-time-code]").waitFor()
  expect(await isWithinWindow(page)).toBe(true)
})
