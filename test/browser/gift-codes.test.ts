import { readFileSync } from "node:fs"
import type { Page } from "playwright-core"
import { expect, it } from "vitest"
import { readQr } from "../read-qr"
import { accounts, axe, closeToasts, mark, press, problemsOf } from "./kit"
import { callAs, provideConsole } from "./provide-console"

/** A gift card's codes and ledger in a real browser: dialogs, the printed sheet, and its file. Their rules: test/modules/gifts. */
const { openAs } = provideConsole()

const rows = (page: Page) => page.locator("tbody tr[data-row]")
const activeId = (page: Page) => page.evaluate(() => document.activeElement?.id)

it("a gift card gets codes, a printed sheet, a file, and a ledger", async () => {
  const card = { cardName: `Kodlu ${mark()}`, maxUsage: 50, status: 1 }
  const { id } = await callAs<{ id: string }>(accounts.sarikum, "POST", "/gift/create", card)
  const page = await openAs(accounts.sarikum, {}, `/user/gift-management/${id}?tab=codes`)
  const dialog = page.locator("dialog[open]")

  await press(page.locator(".empty").getByRole("button", { name: "Kod üret" }))
  await dialog.waitFor()
  await page.keyboard.press("Escape")
  await dialog.waitFor({ state: "detached" })
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe("Kod üret")
  await page.keyboard.press("Enter")
  await page.locator("#count").waitFor()
  await expect.poll(() => activeId(page)).toBe("count")
  await page.locator("#count").fill("24")
  await page.locator("#pattern").fill("yaz-0###")
  await page.locator("dialog button[type=submit]").click()
  await page.locator("#pattern[aria-invalid=true]").waitFor()
  await expect.poll(() => activeId(page)).toBe("pattern")
  expect(await axe(page, "dialog[open]")).toEqual([])
  await page.locator("#pattern").fill("yaz-####-####")
  await page.keyboard.press("Enter")
  await dialog.waitFor({ state: "detached" })
  await rows(page).first().waitFor()
  // What opened the window is gone: the first row has the focus.
  await expect.poll(() => page.evaluate(() => document.activeElement?.closest("tr")?.sectionRowIndex)).toBe(0)
  expect(await rows(page).count()).toBe(20)
  expect(await axe(page, "main")).toEqual([])
  const code = (await rows(page).first().locator("code").textContent()) ?? ""

  // The sheet: it alone is printed, and each QR code reads as the code beside it.
  await closeToasts(page)
  await page.evaluate(() => Object.assign(window, { print: () => {} }))
  await page.getByRole("button", { name: "Kodları yazdır", exact: true }).click()
  await dialog.getByText("24").waitFor()
  expect(await axe(page, "dialog[open]")).toEqual([])
  await dialog.getByRole("button", { name: "Yazdır", exact: true }).click()
  const sheet = page.locator(".print-sheet")
  await sheet.waitFor({ state: "attached" })
  expect(await sheet.isVisible()).toBe(false)
  await page.emulateMedia({ media: "print" })
  expect(
    await page.evaluate(() =>
      [...document.body.children].filter(one => getComputedStyle(one).display !== "none").map(one => one.className),
    ),
  ).toEqual([expect.stringContaining("print-sheet")])
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
  await sheet.waitFor({ state: "detached" })

  // The file holds all codes, over all pages.
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Dışa aktar", exact: true }).click(),
  ])
  const [, ...lines] = readFileSync(await download.path(), "utf8")
    .trim()
    .split("\r\n")
  expect(lines.map(line => line.split(/[;,]/)[0]).sort()).toEqual(printed.map(one => one.code).sort())

  // A use; then its correction, from the ledger.
  await page.locator(".tabs").getByRole("link", { name: "Kullanımlar", exact: true }).click()
  await page.locator(".empty").waitFor()
  await page.getByRole("button", { name: "Kullanım kaydet" }).click()
  await page.locator("#code").fill(code.toLowerCase())
  expect(await axe(page, "dialog[open]")).toEqual([])
  await page.locator("dialog button[type=submit]").click()
  await rows(page).first().waitFor()
  await press(rows(page).first().locator(".table__actions button"))
  await press(page.getByRole("menuitem", { name: "Düzeltme yap" }))
  await page.locator("#note").fill("Yanlış kart")
  await page.keyboard.press("Tab")
  await page.keyboard.press("Tab")
  await page.keyboard.press("Enter")
  await expect.poll(() => rows(page).count()).toBe(2)
  expect(await axe(page, "main")).toEqual([])
  expect(problemsOf(page)).toEqual([])
})
