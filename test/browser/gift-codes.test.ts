import { readFileSync } from "node:fs"
import type { Page } from "playwright-core"
import { expect, it } from "vitest"
import { isValidCode } from "../../src/core/hashing/check-character"
import { readQr } from "../read-qr"
import { accounts, axe, closeToasts, mark, problemsOf, signIn } from "./kit"
import { provideProduct } from "./provide-product"

/** A gift card's codes and ledger in a real browser: made, printed, exported, used, corrected. */
const { openPage } = provideProduct()

/** Makes a card through its form, which is open. @returns once its view stands */
const makeCard = async (page: Page, name: string) => {
  await page.locator("#cardName").fill(name)
  await page.locator("#maxUsage").fill("50")
  await page.locator(".action-bar button[type=submit]").click()
  await page.getByRole("heading", { level: 1, name }).waitFor()
}

const tab = (page: Page, name: string) => page.locator(".tabs").getByRole("link", { name, exact: true }).click()
const rows = (page: Page) => page.locator("tbody tr[data-row]")

it("a gift card gets codes, a printed sheet, a file, and a ledger", async () => {
  const page = await openPage({ language: "tr" })
  await signIn(page, accounts.sarikum, "/user/gift-management/add")
  await makeCard(page, `Kodlu ${mark()}`)
  // On a phone a toast lies over the tabs and the buttons below them.
  await closeToasts(page)

  await tab(page, "Kodlar")
  await page.locator(".empty").waitFor()
  await page.locator(".empty").getByRole("button", { name: "Kod üret" }).press("Enter")
  await page.locator("dialog[open]").waitFor()
  await page.keyboard.press("Escape")
  await page.locator("dialog").waitFor({ state: "detached" })
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe("Kod üret")
  await page.keyboard.press("Enter")
  await page.locator("#count").waitFor()
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe("count")
  await page.keyboard.press("Control+A")
  await page.keyboard.type("24")
  await page.locator("#pattern").fill("yaz-0###")
  await page.locator("dialog button[type=submit]").click()
  await page.locator("#pattern[aria-invalid=true]").waitFor()
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe("pattern")
  await page.locator("#pattern").fill("yaz-####-####")
  expect(await page.locator("dialog code").textContent()).toMatch(/^YAZ-[2-9A-HJ-NP-Z]{4}-[2-9A-HJ-NP-Z]{4}$/)
  expect(await axe(page)).toEqual([])
  await page.keyboard.press("Enter")
  await page.locator("dialog").waitFor({ state: "detached" })
  await rows(page).first().waitFor()
  // What opened the window is gone: the first row has the focus.
  await expect.poll(() => page.evaluate(() => document.activeElement?.closest("tr")?.sectionRowIndex)).toBe(0)
  expect(await rows(page).count()).toBe(20)
  expect(await axe(page)).toEqual([])
  const code = (await rows(page).first().locator("code").textContent()) ?? ""
  expect(isValidCode(code)).toBe(true)

  // The sheet: it alone is printed, and each QR code reads as the code beside it.
  await closeToasts(page)
  await page.evaluate(() => Object.assign(window, { print: () => {} }))
  await page.getByRole("button", { name: "Kodları yazdır", exact: true }).click()
  const dialog = page.locator("dialog[open]")
  await dialog.getByText("24").waitFor()
  expect(await axe(page)).toEqual([])
  await dialog.getByRole("button", { name: "Yazdır", exact: true }).click()
  await page.locator(".print-sheet").waitFor({ state: "attached" })
  expect(await page.locator(".print-sheet").isVisible()).toBe(false)
  await page.emulateMedia({ media: "print" })
  expect(await page.locator(".print-sheet").isVisible()).toBe(true)
  expect(await page.locator("main").isVisible()).toBe(false)
  expect(
    await page.evaluate(() => [...document.body.children].filter(one => getComputedStyle(one).display !== "none").length),
  ).toBe(1)
  const printed = await page.locator(".code-coupon").evaluateAll(coupons =>
    coupons.map(coupon => ({
      code: coupon.querySelector("code")?.textContent,
      size: Number(coupon.querySelector(".qr-code")?.getAttribute("viewBox")?.split(" ")[2]),
      path: coupon.querySelector(".qr-code path")?.getAttribute("d") ?? "",
    })),
  )
  expect(printed).toHaveLength(24)
  for (const { code: text, ...qr } of printed) expect(readQr(qr)).toBe(text)
  const pdf = (await page.pdf({ preferCSSPageSize: true, format: "A4" })).toString("latin1")
  expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(3)
  await page.emulateMedia({ media: null })
  await page.evaluate(() => dispatchEvent(new Event("afterprint")))
  await page.locator(".print-sheet").waitFor({ state: "detached" })

  // The file holds all codes, over all pages.
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.locator(".toast", { hasText: "dışa aktarıldı" }).waitFor(),
    page.getByRole("button", { name: "Dışa aktar", exact: true }).click(),
  ])
  await closeToasts(page)
  const lines = readFileSync(await download.path(), "utf8")
    .trim()
    .split("\r\n")
  expect(lines).toHaveLength(25)
  expect(
    lines
      .slice(1)
      .map(line => line.split(/[;,]/)[0])
      .sort(),
  ).toEqual(printed.map(one => one.code).sort())

  // A use, mistyped first; then its correction, from the ledger.
  await tab(page, "Kullanımlar")
  await page.locator(".empty").waitFor()
  expect(await axe(page)).toEqual([])
  await page.getByRole("button", { name: "Kullanım kaydet" }).click()
  const last = code.at(-1) === "2" ? "3" : "2"
  await page.locator("#code").fill(code.slice(0, -1) + last)
  await page.locator("dialog button[type=submit]").click()
  await page.locator("#code[aria-invalid=true]").waitFor()
  expect(await axe(page)).toEqual([])
  await page.locator("#code").fill(code.toLowerCase())
  await page.locator("#note").fill("Kasada okutuldu")
  await page.locator("dialog button[type=submit]").click()
  await rows(page).first().waitFor()
  expect(await rows(page).first().textContent()).toMatch(/Kasada okutuldu\+10 → 1/)
  await rows(page).first().locator(".table__actions button").press("Enter")
  await page.getByRole("menuitem", { name: "Düzeltme yap" }).press("Enter")
  await page.locator("#amount").press("Enter")
  await page.locator("#note[aria-invalid=true]").waitFor()
  await page.keyboard.type("Yanlış kart")
  await page.keyboard.press("Tab")
  await page.keyboard.press("Tab")
  await page.keyboard.press("Enter")
  await expect.poll(() => rows(page).count()).toBe(2)
  expect(await rows(page).first().textContent()).toMatch(/Yanlış kart−11 → 0/)
  expect(await axe(page)).toEqual([])
  expect(problemsOf(page)).toEqual([])
  await page.context().close()
})
