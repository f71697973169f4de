import type { Page } from "playwright-core"
import { describe, expect, it } from "vitest"
import { accounts, axe, axeOfWholePage, callAs, problemsOf, shot } from "./kit"
import { provideProduct } from "./provide-product"

/** Permissions of a person, and the contact data of one's own company, by keyboard (docs/contract.md#permissions). */
const { openAs } = provideProduct()

let numbers = 0

const words = {
  tr: { edit: "İzinleri düzenle", everything: "Her şey", readOnly: "Yalnızca görüntüleme", write: "Kampanyalar: Düzenleme" },
  en: { edit: "Edit permissions", everything: "Everything", readOnly: "View only", write: "Campaigns: Edit" },
} as const
const create = "Kampanya oluştur"
const refusal = "Bu işlem için izniniz yok."

const dialog = (page: Page) => page.locator("dialog[open]")
const isOffered = (page: Page) => page.locator("main").getByRole("link", { name: create, exact: true }).isVisible()
/** The person comes back to the window after 5 s: what is permitted is read again. */
const comeBack = async (page: Page, isExpected: boolean) =>
  expect
    .poll(
      async () => {
        await page.clock.fastForward(5_000)
        await page.evaluate(() => dispatchEvent(new Event("focus")))
        return isOffered(page)
      },
      { timeout: 60_000, interval: 250 },
    )
    .toBe(isExpected)

const save = async (page: Page) => {
  await dialog(page).locator("button[type=submit]").press("Enter")
  await dialog(page).waitFor({ state: "detached" })
}

describe.each([
  ["in Turkish on a desk", { language: "tr", width: 1280 }],
  ["in English on a phone, in the dark", { language: "en", width: 390, dark: true }],
] as const)("permissions taken away by the platform, %s", (_, view) => {
  it("close buttons and pages of the other session, and open them again", async () => {
    const w = words[view.language]
    const page = await openAs(accounts.administrator, view, `/user/users?keyword=${encodeURIComponent(accounts.yesilova)}`)
    const href = (await page.locator("tbody tr[data-row] a[href^='/user/']").first().getAttribute("href")) ?? ""
    // An attempt that failed may have left a restriction.
    await callAs(page, "PUT", `${href}/permissions`, [])
    await page.goto(href)

    const company = await openAs(accounts.yesilova, { language: "tr", width: 1280 })
    await company.clock.install({ time: new Date() })
    await company.goto("/user/campaigns")
    await company.locator("tbody tr[data-row]").first().waitFor()
    await expect.poll(() => isOffered(company)).toBe(true)

    const edit = page.getByRole("button", { name: w.edit })
    await edit.press("Enter")
    await dialog(page).getByRole("checkbox", { name: w.write }).press(" ")
    expect(await dialog(page).getByRole("checkbox", { name: w.write }).isChecked()).toBe(false)
    expect(await axe(page)).toEqual([])
    await shot(page, `permissions-${view.language}`)
    await save(page)
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe(w.edit)
    expect(await axeOfWholePage(page)).toEqual([])

    await comeBack(company, false)
    await company.goto("/user/campaigns/add")
    await company.getByText(refusal).first().waitFor()
    expect(await company.locator("#title").count()).toBe(0)
    await company.goto("/user/campaigns")
    await company.locator("tbody tr[data-row]").first().waitFor()

    await edit.press("Enter")
    await dialog(page).getByText(w.everything, { exact: true }).click()
    await save(page)
    await comeBack(company, true)
    for (const one of [company, page]) {
      expect(problemsOf(one)).toEqual([])
      await one.close()
    }
  })
})

describe.each([
  ["in Turkish on a desk", { language: "tr", width: 1280 }, "Şirket bilgilerini düzenle", "0232 555 10 "],
  ["in English on a phone, in the dark", { language: "en", width: 390, dark: true }, "Edit company details", "023255510"],
] as const)("the contact data of one's own company, %s", (_, view, edit, beginning) => {
  it("are edited from the profile", async () => {
    // A number that the company does not have, so that the edit changes something.
    const last = String(++numbers).padStart(2, "0")
    const page = await openAs(accounts.yesilova, view, "/user/profile")
    await page.getByRole("link", { name: edit }).press("Enter")
    await page.locator("#phone").fill("12")
    await page.keyboard.press("Control+s")
    await page.locator("#phone[aria-invalid=true]").waitFor()
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe("phone")
    expect(await axe(page)).toEqual([])
    await shot(page, `own-company-${view.language}`)
    await page.locator("#phone").fill(beginning + last)
    await page.locator(".action-bar button[type=submit]").press("Enter")
    await page.getByText(`(232) 555 10 ${last}`).waitFor()
    expect(new URL(page.url()).search).toBe("")
    expect(await axeOfWholePage(page)).toEqual([])
    expect(problemsOf(page)).toEqual([])
    await page.close()
  })
})
