import type { Page } from "playwright-core"
import { expect, it } from "vitest"
import { axe, isWithinWindow, phone, press, problemsOf } from "./kit"
import { provideConsole } from "./provide-console"

/**
 * The pages that anybody may open, as a browser shows them (docs/console.md#public-pages). Their words, with and without a
 * session: test/app/pages/public-pages.test.tsx.
 */

const { openPage } = provideConsole()

const headings = {
  "/login": "Oturum açın",
  "/forgot-password": "Hesaba erişim",
  "/reset-password": "Parola gerekmiyor",
  "/policy": "Gizlilik politikası",
  "/kvkk": "KVKK aydınlatma metni",
  "/access-denied": "Bu konsola erişim izniniz yok",
}

const ready = async (page: Page, heading: string) => {
  await page.locator("h1", { hasText: heading }).waitFor()
  if (/\/(policy|kvkk)/.test(page.url())) await page.locator(".legal__text section").last().waitFor()
}

it("each page stands whole, in light on a desk and in dark on a phone", async () => {
  const page = await openPage()
  for (const [path, heading] of Object.entries(headings)) {
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.emulateMedia({ colorScheme: "light" })
    await page.goto(path)
    await ready(page, heading)
    expect(await page.title()).toContain(heading)
    expect([path, ...(await axe(page))]).toEqual([path])
    await page.setViewportSize(phone)
    await page.emulateMedia({ colorScheme: "dark" })
    expect([path, await isWithinWindow(page), ...(await axe(page))]).toEqual([path, true])
  }
  expect(problemsOf(page)).toEqual([])
})

it("the long texts load on demand, and are read by keyboard, by the address of a section, in the other language and on paper", async () => {
  const page = await openPage({ dark: true })
  const asked = () =>
    page.evaluate(() =>
      performance
        .getEntriesByType("resource")
        .map(({ name }) => name)
        .filter(name => /legal|public-pages/.test(name)),
    )
  await page.goto("/login")
  await page.mouse.move(20, 20, { steps: 2 })
  await page.waitForFunction(() => Object.keys(document.querySelector("form") ?? {}).some(key => key.startsWith("__react")))
  expect(await asked()).toEqual([])
  await page.locator("a[href='/policy']").click()
  await ready(page, headings["/policy"])
  expect((await asked()).filter(name => /legal\.json/.test(name))).toHaveLength(1)

  const first = page.locator(".legal__contents a").first()
  await press(page.locator(".back-link"), "Tab")
  const active = () => page.evaluate(() => document.activeElement?.textContent?.trim())
  expect(await active()).toBe(await first.textContent())
  expect(await first.evaluate(link => getComputedStyle(link).outlineStyle)).toBe("solid")
  await page.keyboard.press("Enter")
  await expect.poll(() => new URL(page.url()).hash).toBe("#scope")
  await press(page.locator(".back-link"))
  await page.waitForURL("**/login")

  await page.goto("/kvkk#rights")
  const top = () => page.evaluate(() => document.getElementById("rights")?.getBoundingClientRect().top ?? 999)
  await expect.poll(top).toBeLessThan(100)
  const sections = await page.locator(".legal__text section").count()
  await page.getByRole("button", { name: /English/ }).click()
  await ready(page, "Personal data notice (KVKK)")
  await page.reload()
  await ready(page, "Personal data notice (KVKK)")
  expect(await page.locator(".legal__text section").count()).toBe(sections)
  expect(await page.locator("main").textContent()).not.toMatch(/legal\./)
  await page.emulateMedia({ media: "print", colorScheme: "dark" })
  const looks = await page.evaluate(() => ({
    scheme: getComputedStyle(document.documentElement).colorScheme,
    hidden: [".legal__contents", ".legal__foot", ".back-link", ".auth__top > :last-child"].map(
      name => getComputedStyle(document.querySelector(name) as Element).display,
    ),
  }))
  expect(looks).toEqual({ scheme: "light", hidden: ["none", "none", "none", "none"] })
  expect(problemsOf(page)).toEqual([])
})
