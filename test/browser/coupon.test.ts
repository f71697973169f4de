import type { Page } from "playwright-core"
import { describe, expect, it } from "vitest"
import { accounts, callAs, problemsOf, signIn, type View } from "./kit"
import { sampleLooks } from "./look-kit"
import { provideProduct } from "./provide-product"

/** Coupons at any width: the value takes two lines at most, and nothing widens the page (docs/console.md#layout). */
const { openPage } = provideProduct()

const long = "Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichen".repeat(2).slice(0, 100)

/** The reward type's number, the field, what is typed into it, and what the coupon shows of it. */
const rewards: [string, string, string, RegExp][] = [
  ["0", "rewardValue", "100", /100/],
  ["1", "rewardValue", "1250", /1[.,]250/],
  ["1", "rewardValue", "123456789012", /123[.,]456[.,]789/],
  ["3", "productName", "Kupa seti", /Kupa seti/],
  ["3", "productName", "Kişiselleştirilmiş Termos, Yağmurluk ve Çok Amaçlı Kampçılık Seti", /Termos/],
  ["3", "productName", long, /Donau/],
]

/** Lines of the value, whether it is cut off sideways, and by how many pixels the page is wider than the window. */
const measure = (page: Page) =>
  page.evaluate(() => {
    const value = document.querySelector(".coupon__value") as HTMLElement
    const coupon = document.querySelector(".coupon") as HTMLElement
    return {
      lines: Math.round(value.offsetHeight / Number.parseFloat(getComputedStyle(value).lineHeight)),
      isCut: value.scrollWidth > value.clientWidth,
      isInside: coupon.getBoundingClientRect().right <= innerWidth,
      wider: Math.max(0, document.documentElement.scrollWidth - document.documentElement.clientWidth),
    }
  })

/** Rows of coupons whose feet, marks or menus do not line up, by what differs. */
const misaligned = (page: Page) =>
  page.evaluate(() => {
    const rows = new Map<number, Element[]>()
    for (const row of document.querySelectorAll("tbody tr[data-row]")) {
      const top = Math.round(row.getBoundingClientRect().top)
      rows.set(top, [...(rows.get(top) ?? []), row])
    }
    const parts = [".identity .logo", ".coupon__title", ".coupon__foot", ".table__check", ".gift-status", ".table__actions"]
    return [...rows.values()].flatMap(row =>
      parts.filter(part => {
        const middles = row.map(card => {
          const { top, bottom } = card.querySelector(part)?.getBoundingClientRect() ?? { top: 0, bottom: 0 }
          return (top + bottom) / 2
        })
        return Math.max(...middles) - Math.min(...middles) > 1
      }),
    )
  })

/** Widths of the coupons that do not fill their cards. */
const narrow = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll("tbody tr[data-row]")].flatMap(row => {
      const width = row.querySelector(".coupon")?.getBoundingClientRect().width ?? 0
      return row.getBoundingClientRect().width - width > 1 || width < 200 ? [width] : []
    }),
  )

const views: [string, View & { language: "tr" | "en" }][] = [
  [accounts.yesilova, { language: "tr", width: 1366 }],
  [accounts.yesilova, { language: "en", width: 390, dark: true }],
  [accounts.sarikum, { language: "en", width: 1024, dark: true }],
  [accounts.sarikum, { language: "tr", width: 320 }],
]

describe.each(sampleLooks(views, 3))("%s with %o", (account, view) => {
  it("any reward fits the coupon, and any text the pages that show it", async () => {
    const page = await openPage(view)
    await signIn(page, account, "/user/campaigns/add")
    await page.locator("#title").fill(long.repeat(2))
    for (const [type, field, text, shown] of rewards) {
      await page.locator(`label:has(input[name=rewardType][value="${type}"])`).click()
      await page.locator(`#${field}`).fill(text)
      await page.locator(".coupon__value").filter({ hasText: shown }).waitFor()
      const found = await measure(page)
      expect([text, found]).toEqual([text, { lines: expect.any(Number), isCut: false, isInside: true, wider: 0 }])
      expect(found.lines).toBeLessThanOrEqual(2)
    }
    // Left as a draft; the records are made by calls and looked at.
    const made = async (path: string, body: object) => (await callAs<{ id: string }>(page, "POST", path, body)).id
    const gift = await made("/gift/create", {
      cardName: long,
      description: long,
      metadata: { [long.slice(0, 60)]: [long, true] },
      status: 1,
    })
    const brand = await made("/brand/create", {
      name: long,
      location: long,
      contactPersons: [long],
      emails: [""],
      phones: [""],
      status: 1,
    })
    const provider = await made("/payment/create", {
      name: long,
      address: long,
      website: `https://${long.slice(0, 60)}.example`,
      status: 1,
    })
    const announcement = await made("/announcement/create", { title: long, description: long, body: long, type: 0, status: 1 })
    page.on("dialog", dialog => dialog.accept())
    const row = page.locator("tbody tr[data-row]").first()
    const heading = page.locator("main h1", { hasText: long })
    for (const [path, ready] of [
      ["gift-management", row],
      [`gift-management/${gift}`, heading],
      [`gift-management/edit/${gift}`, page.locator("#cardName")],
      ["partner-management", row],
      [`partner-management/${brand}`, heading],
      [`payment-management/${provider}`, heading],
      [`announcement-management/${announcement}`, heading],
      ["campaigns", row],
    ] as const) {
      await page.goto(`/user/${path}`)
      await ready.waitFor()
      await page.locator("main [aria-busy=true]").first().waitFor({ state: "detached" })
      expect([
        path,
        await page.evaluate(() => Math.max(0, document.documentElement.scrollWidth - document.documentElement.clientWidth)),
      ]).toEqual([path, 0])
      if (path === "gift-management") expect([await misaligned(page), await narrow(page)]).toEqual([[], []])
    }
    expect(problemsOf(page)).toEqual([])
    await page.context().close()
  })
})
