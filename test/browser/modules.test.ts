import { readFileSync } from "node:fs"
import type { Page } from "playwright-core"
import { expect, it } from "vitest"
import { accounts, axe, axeOfWholePage, callAs, mark, press, problemsOf, write } from "./kit"
import { provideProduct } from "./provide-product"

/** The whole life of a plain record, a partner, by keyboard. That of a rich one is in campaigns.test.ts. */
const { openAs } = provideProduct()

const rows = (page: Page) => page.locator("tbody tr[data-row]")
const rowOf = (page: Page, title: string) => rows(page).filter({ hasText: title })
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true })
/** A toast that offers a way back, by words of it. */
const undoOf = (page: Page, text: string | RegExp) =>
  page.locator(".toast", { hasText: text }).getByRole("button", { name: "Geri al", exact: true })
const selectAll = async (page: Page) => {
  for (const box of await page.locator("tbody input[type=checkbox]").all()) await press(box, "Space")
  await page.locator(".bulk-bar").waitFor()
}

it("a partner is made, edited, in conflict, found, exported, changed and deleted with others, and taken back", async () => {
  const title = `Yaşam ${mark()}`
  const others = [`${title} iki`, `=1+1 ${title}`]
  const page = await openAs(accounts.sarikum, { language: "tr" }, "/user/partner-management")
  const save = button(page, "Kaydet")
  await page.locator("tbody tr[data-row], .empty").first().waitFor()

  // Made.
  await press(page.getByRole("link", { name: "İş ortağı ekle" }).first())
  await write(page.locator("#name"), title)
  await write(page.locator("#location"), "Ankara")
  for (const [at, name] of ["Birinci Kişi", "İkinci Kişi"].entries()) {
    await press(page.locator("#contacts > div:last-child button"))
    await write(page.locator(`#contact-${at}-name`), name)
  }
  await write(page.locator("#contact-1-email"), "iki@ornek.example")
  // The second becomes the primary one.
  await press(page.locator("#contacts button.btn--ghost").first())
  await page.waitForFunction(() => (document.getElementById("contact-0-name") as HTMLInputElement).value === "İkinci Kişi")
  // Nothing lies partly below the action bar, which ends with the form.
  await page.evaluate(() => scrollTo({ top: document.documentElement.scrollHeight, behavior: "instant" }))
  expect(await axe(page)).toEqual([])
  await press(save)
  await page.getByRole("heading", { level: 1, name: title }).waitFor()
  const id = page.url().split("/").at(-1)

  // Edited while somebody else saves the same field: both versions stand side by side, and one's own is kept.
  await press(page.getByRole("link", { name: "Düzenle", exact: true }))
  await write(page.locator("#location"), "Sonradan değişti")
  await callAs(page, "PUT", "/brand/update", { id, name: title, location: "Başkası yazdı" })
  await press(save)
  const conflict = page.locator("dialog[open]")
  await conflict.getByText("Başkası yazdı").waitFor()
  expect(await axe(page)).toEqual([])
  await press(conflict.locator(".btn--primary"))
  await conflict.waitFor({ state: "detached" })
  await press(save)
  await page.getByRole("heading", { level: 1, name: title }).waitFor()
  await page.getByText("Sonradan değişti").first().waitFor()

  // Found, among the two that are there besides.
  for (const other of others) await callAs(page, "POST", "/brand/create", { name: other })
  await page.goto("/user/partner-management")
  // The way back outlives a reload, in the header.
  await press(page.getByRole("button", { name: /^Son işlemler, / }))
  await page.locator(".recent-actions li", { hasText: title }).getByRole("button", { name: "Geri al", exact: true }).waitFor()
  await page.keyboard.press("Escape")
  await write(page.locator("input[type=search]").first(), title)
  await expect.poll(() => new URL(page.url()).searchParams.get("keyword")).toBe(title)
  await expect.poll(() => rows(page).count()).toBe(3)

  // Exported: what was found, and no cell that a spreadsheet would run.
  await press(button(page, "Dışa aktar"))
  await page.locator("[role=menuitem]").first().waitFor()
  const [download] = await Promise.all([page.waitForEvent("download"), page.keyboard.press("Enter")])
  const lines = readFileSync(await download.path(), "utf8")
    .trim()
    .split("\r\n")
  const names = lines.map(line => line.split(";")[0])
  expect(names.slice(1).sort()).toEqual([`'${others[1]}`, title, others[0]].sort())

  // Many at once: changed and taken back, deleted and taken back.
  await selectAll(page)
  expect(await axeOfWholePage(page)).toEqual([])
  await press(page.locator(".bulk-bar .btn:not(.btn--ghost)").first())
  await expect.poll(() => rowOf(page, "Pasif").count()).toBe(3)
  await press(undoOf(page, /\b3\b/))
  await expect.poll(() => rowOf(page, "Pasif").count()).toBe(0)
  await selectAll(page)
  await press(page.locator(".bulk-bar .btn--danger"))
  await page.locator("dialog[open]").waitFor()
  await page.keyboard.press("Tab")
  await page.keyboard.press("Enter")
  await page.locator(".empty").waitFor()
  await press(undoOf(page, /\b3\b/))
  await expect.poll(() => rows(page).count()).toBe(3)

  // Deleted alone, from its menu, and taken back.
  const one = rowOf(page, others[0] ?? "")
  await press(one.locator(".table__actions button"))
  await page.locator("[role=menuitem]").first().waitFor()
  await page.keyboard.press("End")
  await page.keyboard.press("Enter")
  await page.getByRole("dialog").getByRole("button", { name: "İş ortağını sil" }).waitFor()
  await page.keyboard.press("Tab")
  await page.keyboard.press("Enter")
  await one.waitFor({ state: "detached" })
  await press(undoOf(page, others[0] ?? ""))
  await one.waitFor()
  expect(problemsOf(page)).toEqual([])
  await page.close()
})
