import type { Page } from "playwright-core"
import { describe, expect, it } from "vitest"
import { axe, problemsOf, type View } from "./kit"
import { phone } from "./look-kit"
import { provideProduct } from "./provide-product"

/**
 * The pages that anybody may open, as a browser shows them (docs/console.md#public-pages). Their words, with and without a
 * session: test/app/pages/public-pages.test.tsx.
 */

const { openPage } = provideProduct()

const headings = {
  "/login": ["Oturum açın", "Sign in"],
  "/forgot-password": ["Hesaba erişim", "Account access"],
  "/reset-password": ["Parola gerekmiyor", "No password needed"],
  "/policy": ["Gizlilik politikası", "Privacy policy"],
  "/kvkk": ["KVKK aydınlatma metni", "Personal data notice (KVKK)"],
  "/access-denied": ["Bu konsola erişim izniniz yok", "You don’t have access to this console"],
} as const

const long = ["/policy", "/kvkk"] as const
const paths = Object.keys(headings) as (keyof typeof headings)[]

const ready = async (page: Page, path: string) => {
  await page.locator("h1").waitFor()
  if (long.some(text => path.startsWith(text))) await page.locator(".legal__text section").last().waitFor()
}
const open = async (path: string, view: View = {}) => {
  const page = await openPage(view)
  await page.goto(path)
  await ready(page, path)
  return page
}
const close = (page: Page) => page.context().close()
const heading = (page: Page) => page.locator("h1").textContent()
const overflow = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
const active = (page: Page) => page.evaluate(() => document.activeElement?.textContent?.trim())

describe("opened by its address", () => {
  it("each page stands whole, in light on a desk and in dark on a phone", async () => {
    const page = await openPage({ language: "tr" })
    for (const path of paths) {
      await page.setViewportSize({ width: 1280, height: 800 })
      await page.emulateMedia({ colorScheme: "light" })
      await page.goto(path)
      await ready(page, path)
      expect(await heading(page)).toBe(headings[path][0])
      expect(await page.title()).toContain(headings[path][0])
      expect([path, ...(await axe(page))]).toEqual([path])
      await page.setViewportSize(phone)
      await page.emulateMedia({ colorScheme: "dark" })
      expect([path, await overflow(page), ...(await axe(page))]).toEqual([path, 0])
    }
    expect(problemsOf(page)).toEqual([])
    await close(page)
  })

  it.each(long)("%s comes again on reload, and speaks the other language without one", async path => {
    const page = await open(path, { language: "tr" })
    await page.reload()
    await ready(page, path)
    const sections = await page.locator(".legal__text section").count()
    await page.getByRole("button", { name: /English/ }).click()
    await expect.poll(() => heading(page)).toBe(headings[path][1])
    expect(await page.locator(".legal__text section").count()).toBe(sections)
    expect(await page.locator("main").textContent()).not.toMatch(/legal\./)
    await page.reload()
    await ready(page, path)
    expect(await heading(page)).toBe(headings[path][1])
    expect(problemsOf(page)).toEqual([])
    await close(page)
  })

  it("a section's own address leads to it", async () => {
    const page = await open("/kvkk#rights")
    await expect
      .poll(() => page.evaluate(() => document.getElementById("rights")?.getBoundingClientRect().top ?? 999))
      .toBeLessThan(100)
    await close(page)
  })

  it("signing in pays nothing for the long texts", async () => {
    const page = await open("/login")
    const asked = () => page.evaluate(() => performance.getEntriesByType("resource").map(({ name }) => name))
    await page.mouse.move(20, 20, { steps: 2 })
    await page.waitForFunction(() => Object.keys(document.querySelector("form") ?? {}).some(key => key.startsWith("__react")))
    expect((await asked()).filter(name => /legal|public-pages/.test(name))).toEqual([])
    await page.locator("a[href='/kvkk']").click()
    await ready(page, "/kvkk")
    expect((await asked()).filter(name => /legal\.json/.test(name))).toHaveLength(1)
    await close(page)
  })

  it("the links beneath the sign-in form work before React has come", async () => {
    const page = await openPage()
    await page.route(/\/assets\/(?!inline-refused).*\.js$/, async route => {
      if (page.url().endsWith("/login")) await new Promise(done => setTimeout(done, 60_000))
      await route.continue().catch(() => undefined)
    })
    await page.goto("/login", { waitUntil: "commit" })
    await page.locator("a[href='/policy']").click()
    await page.waitForURL("**/policy")
    await ready(page, "/policy")
    await page.unrouteAll({ behavior: "ignoreErrors" })
    await close(page)
  })
})

describe("the long texts", () => {
  it("are read by keyboard: from the contents to a section, and back to where one came from", async () => {
    const page = await open("/policy")
    const first = page.locator(".legal__contents a").first()
    await page.locator(".back-link").focus()
    await page.keyboard.press("Tab")
    expect(await active(page)).toBe(await first.textContent())
    expect(await first.evaluate(link => getComputedStyle(link).outlineStyle)).toBe("solid")
    await page.keyboard.press("Enter")
    await expect.poll(() => new URL(page.url()).hash).toBe("#scope")
    expect(await heading(page)).toBe(headings["/policy"][0])
    await page.locator(".back-link").focus()
    await page.keyboard.press("Enter")
    await page.waitForURL("**/login")
    await close(page)
  })

  it("print as dark letters on white, without what only a screen needs", async () => {
    const page = await open("/kvkk", { dark: true })
    await page.emulateMedia({ media: "print", colorScheme: "dark" })
    const looks = await page.evaluate(() => ({
      scheme: getComputedStyle(document.documentElement).colorScheme,
      hidden: [".legal__contents", ".legal__foot", ".back-link", ".segmented"].map(
        name => getComputedStyle(document.querySelector(name) as Element).display,
      ),
    }))
    expect(looks).toEqual({ scheme: "light", hidden: ["none", "none", "none", "none"] })
    await close(page)
  })
})
