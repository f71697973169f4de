import type { Page } from "playwright-core"
import { expect, it } from "vitest"
import { sample } from "../rounds"
import { accounts, isWithinWindow, problemsOf, show, type View } from "./kit"
import { callAs, provideConsole } from "./provide-console"

/** Coupons at any width: the value takes two lines at most, and nothing widens the page (docs/console.md#layout). */
const { openAs } = provideConsole()

const long = "Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichen".repeat(2).slice(0, 100)

/** The reward type's number, the field, what is typed into it, and what the coupon shows of it. */
const rewards: [string, string, string, RegExp][] = [
  ["0", "rewardValue", "100", /100/],
  ["1", "rewardValue", "123456789012", /123[.,]456[.,]789/],
  ["3", "productName", "Kişiselleştirilmiş Termos, Yağmurluk ve Çok Amaçlı Kampçılık Seti", /Termos/],
  ["3", "productName", long, /Donau/],
]

/** Lines of the value, whether it is cut off sideways, and whether the coupon is within the window. */
const measure = (page: Page) =>
  page.evaluate(() => {
    const value = document.querySelector(".coupon__value") as HTMLElement
    const coupon = document.querySelector(".coupon") as HTMLElement
    return {
      lines: Math.round(value.offsetHeight / Number.parseFloat(getComputedStyle(value).lineHeight)),
      isCut: value.scrollWidth > value.clientWidth,
      isInside: coupon.getBoundingClientRect().right <= innerWidth,
    }
  })

/** Parts of coupons that do not line up in their row, and widths of the coupons that do not fill their cards. */
const misaligned = (page: Page) =>
  page.evaluate(() => {
    const rows = new Map<number, Element[]>()
    const narrow: number[] = []
    for (const row of document.querySelectorAll("tbody tr[data-row]")) {
      const { top, width } = row.getBoundingClientRect()
      rows.set(Math.round(top), [...(rows.get(Math.round(top)) ?? []), row])
      const own = row.querySelector(".coupon")?.getBoundingClientRect().width ?? 0
      if (width - own > 1 || own < 200) narrow.push(own)
    }
    const parts = [".identity .logo", ".coupon__title", ".coupon__foot", ".table__check", ".gift-status", ".table__actions"]
    const uneven = [...rows.values()].flatMap(row =>
      parts.filter(part => {
        const middles = row.map(card => {
          const { top, bottom } = card.querySelector(part)?.getBoundingClientRect() ?? { top: 0, bottom: 0 }
          return (top + bottom) / 2
        })
        return Math.max(...middles) - Math.min(...middles) > 1
      }),
    )
    return { uneven, narrow }
  })

const views: [string, View][] = [
  [accounts.yesilova, { width: 1366 }],
  [accounts.yesilova, { language: "en", width: 390, dark: true }],
  [accounts.sarikum, { language: "en", width: 1024, dark: true }],
  [accounts.sarikum, { width: 320 }],
]

it.each(sample(views, 1, 3))(
  "for %s with %o any reward fits its coupon, and any text the pages that show it",
  async (email, view) => {
    const page = await openAs(email, view, "/user/campaigns/add")
    await page.locator("#title").fill(long.repeat(2))
    for (const [type, field, text, shown] of rewards) {
      await page.locator(`label:has(input[name=rewardType][value="${type}"])`).click()
      await page.locator(`#${field}`).fill(text)
      await page.locator(".coupon__value").filter({ hasText: shown }).waitFor()
      const { lines, ...found } = await measure(page)
      const isWithin = await isWithinWindow(page)
      expect([text, lines <= 2, found, isWithin]).toEqual([text, true, { isCut: false, isInside: true }, true])
    }

    const made = async (path: string, body: object) => (await callAs<{ id: string }>(email, "POST", `/${path}/create`, body)).id
    const metadata = { [long.slice(0, 60)]: [long, true] }
    const gift = await made("gift", { cardName: long, description: long, metadata, status: 1 })
    const brand = await made("brand", {
      name: long,
      location: long,
      contactPersons: [long],
      emails: [""],
      phones: [""],
      status: 1,
    })
    const website = `https://${long.slice(0, 60)}.example`
    const provider = await made("payment", { name: long, address: long, website, status: 1 })
    const announcement = await made("announcement", { title: long, description: long, body: long, type: 0, status: 1 })
    page.on("dialog", dialog => dialog.accept())
    await page.goto("/user/gift-management")
    await page.locator("table:not([aria-busy=true]) tbody tr[data-row]").first().waitFor()
    expect(await misaligned(page)).toEqual({ uneven: [], narrow: [] })
    for (const path of [
      "gift-management",
      `gift-management/${gift}`,
      `gift-management/edit/${gift}`,
      "partner-management",
      `partner-management/${brand}`,
      `payment-management/${provider}`,
      `announcement-management/${announcement}`,
      "campaigns",
    ]) {
      if (path !== "gift-management") await show(page, `/user/${path}`)
      expect([path, await isWithinWindow(page)]).toEqual([path, true])
    }
    expect(problemsOf(page)).toEqual([])
  },
)
