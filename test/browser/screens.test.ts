import type { Page } from "playwright-core"
import { beforeAll, describe, expect, it } from "vitest"
import { accounts, axeOfWholePage, press, problemsOf, shot } from "./kit"
import { isWithinWindow, phone } from "./look-kit"
import { provideProduct } from "./provide-product"

/**
 * Every screen once by axe: in light on a desk, in dark on a phone; one language for each role. What needs more than one press
 * to be there is scanned where a test opens it.
 */
const { openAs } = provideProduct()

const desk = { width: 1280, height: 800 }

/** Paths below the area of the role; `*` is the first record of the list. After `>`: the button that opens a menu or dialog there. */
const groups = {
  company: {
    account: accounts.yesilova,
    area: "/user",
    language: "tr",
    paths: [
      ["dashboard"],
      ["campaigns", "campaigns > Dışa aktar", "campaigns > Sütunları seç", "campaigns/*", "campaigns/add"],
      ["draws", "draws/*", "draws/add"],
      ["announcement-management", "announcement-management/*", "announcement-management/add"],
      ["survey-management", "survey-management/*", "survey-management/add"],
      ["partner-management", "partner-management/*", "partner-management/*?tab=history", "partner-management/add"],
      ["payment-management", "payment-management/*", "payment-management/add"],
      ["payment-management/add-transfer"],
      ["gift-management", "gift-management/*", "gift-management/add"],
      ["feedback-management", "feedback-management/*", "feedback-management/* > Hazır yanıtlar"],
      ["feedback-management/add"],
      ["employees", "employees/*", "employees/add"],
      ["employees/bulk-upload"],
      ["company-subsidiary", "company-subsidiary/*", "company-subsidiary/*?tab=modules", "company-subsidiary/add"],
      ["reports"],
      ["calendar"],
      ["audit"],
      ["profile"],
    ],
  },
  platform: {
    account: accounts.administrator,
    area: "/admin",
    language: "en",
    paths: [
      ["campaigns", "campaigns/add"],
      [
        "company-management",
        "company-management/*",
        ...["modules", "admins", "subsidiaries", "employees"].map(tab => `company-management/*?tab=${tab}`),
        "company-management/*?tab=admins > Invite administrator",
        "company-management/add",
      ],
      ["/user/users", "/user/users/*"],
      ["gift-management"],
      ["feedback-management"],
      ["profile"],
    ],
  },
} as const

/** Shows a path without loading the console anew. */
const show = async (page: Page, path: string) => {
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

describe.each(Object.entries(groups))("a screen of the %s", (role, { account, area, language, paths }) => {
  let page: Page
  beforeAll(async () => {
    page = await openAs(account, { language }, "/kvkk")
  })

  it.each(paths.map(paths => [paths[0], paths] as const))("%s, and what it leads to", async (_, [list, ...others]) => {
    let record = ""
    for (const entry of [list, ...others]) {
      const [place = "", opener] = entry.split(" > ")
      const [listed = "", below] = place.split("*")
      await page.setViewportSize(desk)
      await page.emulateMedia({ colorScheme: "light" })
      const path = below !== undefined ? record + below : listed.startsWith("/") ? listed : `${area}/${listed}`
      if (path !== (await page.evaluate(() => location.pathname + location.search))) await show(page, path)
      if (entry === list && others.length)
        record = (await page.locator("tbody tr[data-row] a").first().getAttribute("href")) ?? ""
      if (opener) await press(page.getByRole("button", { name: opener, exact: true }))
      const opened = page.locator("dialog[open], [role=menu]:visible")
      if (opener) await opened.waitFor()
      const name = `${role}-${entry.replace(/\W+/g, "-")}`
      const light = await axeOfWholePage(page)
      await shot(page, name)
      await page.setViewportSize(phone)
      await page.emulateMedia({ colorScheme: "dark" })
      const dark = await axeOfWholePage(page)
      await shot(page, `${name}-dark`)
      expect({ entry, light, dark, fits: await isWithinWindow(page) }).toEqual({ entry, light: [], dark: [], fits: true })
      if (opener) await page.keyboard.press("Escape")
      await opened.waitFor({ state: "detached" })
    }
    expect(problemsOf(page)).toEqual([])
  })
})
