import type { Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { isLong } from "../rounds"
import { accounts, axe, openPage as openPageOf, type Product, problemsOf, shot, signIn, startProduct, type View } from "./kit"
import { provideProduct } from "./provide-product"

/**
 * The pages that anybody may open: each by its own address, in every look, with and without a session
 * (docs/console.md#public-pages).
 */

const controller = { title: "Örnek Kampanya A.Ş.", address: "Kadıköy, İstanbul", contact: "kvkk@ornek.example" }

const { browser, openPage, product } = provideProduct()
let named: Product
beforeAll(async () => {
  const env = {
    CONTROLLER_TITLE: controller.title,
    CONTROLLER_ADDRESS: controller.address,
    CONTROLLER_CONTACT: controller.contact,
  }
  named = await startProduct({ env, flags: ["--liftoff-only"] })
})
afterAll(() => named?.stop())

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
const open = async (path: string, view: View = {}, from = product()) => {
  const page = await openPageOf(browser(), from, view)
  await page.goto(path)
  await ready(page, path)
  return page
}
const close = (page: Page) => page.context().close()
const heading = (page: Page) => page.locator("h1").textContent()
const overflow = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
const active = (page: Page) => page.evaluate(() => document.activeElement?.textContent?.trim())

/**
 * The looks of a page in a language. Both languages together meet each width in each theme; a long run takes all in each
 * language.
 */
const looksIn = (language: "tr" | "en") => {
  const isDarkOnDesk = language === "en"
  const looks = [
    { width: 1280, dark: isDarkOnDesk },
    { width: 390, dark: !isDarkOnDesk },
  ]
  return isLong ? [...looks, { width: 390, dark: isDarkOnDesk }, { width: 1280, dark: !isDarkOnDesk }] : looks
}

describe("opened by its address", () => {
  it.each(["tr", "en"] as const)("each page stands whole, on a desk and on a phone, light and dark: %s", async language => {
    const page = await openPage({ language })
    const show = async ({ width, dark }: { width: number; dark: boolean }) => {
      await page.setViewportSize({ width, height: 800 })
      await page.emulateMedia({ colorScheme: dark ? "dark" : "light" })
    }
    const views = looksIn(language)
    for (const path of paths) {
      // Each is opened in the look in which the one before was left.
      await page.goto(path)
      await ready(page, path)
      for (const view of views) {
        await show(view)
        expect(await heading(page)).toBe(headings[path][language === "tr" ? 0 : 1])
        expect(await page.title()).toContain(headings[path][language === "tr" ? 0 : 1])
        expect(await page.locator("html").getAttribute("lang")).toBe(language)
        expect([path, view, await overflow(page)]).toEqual([path, view, 0])
        expect([path, view, ...(await axe(page))]).toEqual([path, view])
        await shot(page, `public${path.replaceAll("/", "-")}-${language}-${view.width}${view.dark ? "-dark" : ""}`)
      }
      views.reverse()
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
    await page.mouse.move(20, 20)
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
  it("name who answers for the data where the deployment says it", async () => {
    const page = await open("/kvkk", {}, named)
    const facts = page.locator(".legal__facts").first()
    for (const text of Object.values(controller)) expect(await facts.textContent()).toContain(text)
    expect(await facts.locator("a").getAttribute("href")).toBe(`mailto:${controller.contact}`)
    expect(await page.locator("mark").count()).toBe(0)
    await close(page)
  })

  it("show a gap for each thing that it does not say", async () => {
    const page = await open("/policy")
    expect(await page.locator("mark").allTextContents()).toEqual(Array(3).fill("Bu kurulumda henüz belirtilmedi"))
    await close(page)
  })

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

  it("have one order of headings and no section without a name", async () => {
    for (const path of long) {
      const page = await open(path)
      const levels = await page.locator("h1, h2, h3, h4").evaluateAll(found => found.map(({ tagName }) => tagName))
      expect(levels.filter(level => level === "H1")).toHaveLength(1)
      expect(levels[0]).toBe("H1")
      expect(new Set(levels.slice(1))).toEqual(new Set(["H2"]))
      const ids = await page.locator(".legal__text section").evaluateAll(found => found.map(({ id }) => id))
      expect(await page.locator(".legal__contents a").evaluateAll(found => found.map(link => link.getAttribute("href")))).toEqual(
        ids.map(id => `#${id}`),
      )
      await close(page)
    }
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
    await shot(page, "public-kvkk-print")
    await close(page)
  })

  it("that can't be had say so, and come on another try", async () => {
    const page = await openPage()
    await page.route("**/legal.json", route => route.abort())
    await page.goto("/kvkk")
    const retry = page.getByRole("button", { name: "Yeniden dene" })
    await retry.waitFor()
    expect(await heading(page)).toBe(headings["/kvkk"][0])
    expect(await axe(page)).toEqual([])
    await shot(page, "public-kvkk-failed")
    await page.unroute("**/legal.json")
    await retry.click()
    await ready(page, "/kvkk")
    await close(page)
  })
})

describe("without a password", () => {
  it.each(["/forgot-password", "/reset-password"])("%s sends a code by keyboard alone and goes on to it", async path => {
    const page = await open(`${path}?email=${accounts.sarikum}`)
    await page.locator("input[type=email]").focus()
    await page.locator("input[type=email]").fill(accounts.sarikum)
    await page.keyboard.press("Enter")
    await page.waitForURL("**/verify")
    expect(await page.locator("main").textContent()).toContain(accounts.sarikum)
    expect(problemsOf(page)).toEqual([])
    await close(page)
  })

  it("the address of a link stands in the field, and goes nowhere by itself", async () => {
    const page = await openPage()
    const sent: string[] = []
    page.on("request", request => request.url().includes("GetCode") && sent.push(request.url()))
    await page.goto(`/reset-password?email=${encodeURIComponent(accounts.yesilova)}`)
    await page.locator("h1").waitFor()
    expect(await page.locator("input[type=email]").inputValue()).toBe(accounts.yesilova)
    expect(sent).toEqual([])
    await close(page)
  })
})

describe("with a session", () => {
  it("each page stands, and leads back to the person's own console", async () => {
    const page = await openPage()
    await signIn(page, accounts.yesilova)
    for (const path of ["/forgot-password", "/reset-password", "/policy", "/kvkk", "/access-denied"] as const) {
      await page.goto(path)
      await ready(page, path)
      expect([path, await heading(page)]).toEqual([path, headings[path][0]])
      expect([path, ...(await axe(page))]).toEqual([path])
      await shot(page, `public${path.replaceAll("/", "-")}-signed-in`)
      await page.getByRole("link", { name: "Konsola dön" }).click()
      await page.waitForURL("**/user/dashboard")
    }
    expect(problemsOf(page)).toEqual([])
    await close(page)
  })

  it("a deep link leads to its page at once, and an administrator's to the company's twin", async () => {
    const page = await openPage()
    await signIn(page, accounts.yesilova, `/go?to=${encodeURIComponent("/admin/campaigns?page=2&sortBy=title")}`)
    await page.waitForURL("**/user/campaigns?page=2&sortBy=title")
    await page.goto("/go?to=//evil.example/user/campaigns")
    await page.waitForURL("**/user/dashboard")
    await close(page)
  })
})

describe("a deep link without a session", () => {
  it("leads to its page after the code", async () => {
    const page = await openPage()
    await page.goto(`/go?to=${encodeURIComponent("/admin/campaigns?page=2")}`)
    await page.waitForURL("**/login")
    await page.locator("input[type=email]").fill(accounts.yesilova)
    await page.keyboard.press("Enter")
    await page.locator("input[autocomplete=one-time-code]").waitFor()
    const mail = (await product().outbox()).find(({ to, code }) => to === accounts.yesilova && code)
    await page.locator("input[autocomplete=one-time-code]").pressSequentially(mail?.code ?? "")
    await page.waitForURL("**/user/campaigns?page=2")
    expect(problemsOf(page)).toEqual([])
    await close(page)
  })
})
