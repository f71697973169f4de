import { readFileSync } from "node:fs"
import type { Page } from "playwright-core"
import { expect, it } from "vitest"
import { accounts, axe, axeOfWholePage, mark, press, problemsOf, show, write } from "./kit"
import { callAs, provideConsole } from "./provide-console"

/** The whole life of a record by keyboard, and the ways out of a form with unsaved work. */
const { openAs } = provideConsole()

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
const focused = (page: Page) => page.evaluate(() => document.activeElement?.id)
const confirmed = async (page: Page) => {
  await page.locator("dialog[open]").waitFor()
  await page.keyboard.press("Tab")
  await page.keyboard.press("Enter")
}

it("a partner is made, edited in conflict, found, exported, changed and deleted with others, and taken back", async () => {
  const title = `Işıltı ${mark()}`
  const others = [`${title} iki`, `=1+1 ${title}`]
  const page = await openAs(accounts.sarikum, {}, "/user/partner-management")
  const save = button(page, "Kaydet")
  await page.locator("tbody tr[data-row], .empty").first().waitFor()

  // Made: a slip is pointed out at its field, which takes the focus.
  await press(page.getByRole("link", { name: "İş ortağı ekle" }).first())
  await page.locator("#name").waitFor()
  await press(save)
  await page.locator("#name[aria-invalid=true]").waitFor()
  await expect.poll(() => focused(page)).toBe("name")
  await page.keyboard.type(title)
  await write(page.locator("#location"), "Ankara")
  for (const [at, name] of ["Birinci Kişi", "İkinci Kişi"].entries()) {
    await press(page.locator("#contacts > div:last-child button"))
    await write(page.locator(`#contacts-${at}-name`), name)
  }
  // The second becomes the primary one.
  await press(page.locator("#contacts button.btn--ghost").first())
  await page.waitForFunction(() => (document.querySelector("#contacts input") as HTMLInputElement).value === "İkinci Kişi")
  // Nothing lies partly below the action bar, which ends with the form.
  await page.evaluate(() => scrollTo({ top: document.documentElement.scrollHeight, behavior: "instant" }))
  expect(await axe(page)).toEqual([])
  await press(save)
  await page.getByRole("heading", { level: 1, name: title }).waitFor()
  const id = page.url().split("/").at(-1)

  // Edited while somebody else saves the same field: both versions stand side by side, and one's own is kept.
  await press(page.getByRole("link", { name: "Düzenle", exact: true }))
  await write(page.locator("#location"), "Sonradan değişti")
  await callAs(accounts.sarikum, "PUT", "/brand/update", { id, name: title, location: "Başkası yazdı" })
  await press(save)
  const conflict = page.locator("dialog[open]")
  await conflict.getByText("Başkası yazdı").waitFor()
  expect(await axe(page, "dialog[open]")).toEqual([])
  await press(conflict.locator(".btn--primary"))
  await conflict.waitFor({ state: "detached" })
  await press(save)
  await page.getByRole("heading", { level: 1, name: title }).waitFor()
  await page.getByText("Sonradan değişti").first().waitFor()

  // Found with Turkish letters folded, among the two that are there besides.
  for (const name of others) await callAs(accounts.sarikum, "POST", "/brand/create", { name })
  await show(page, "/user/partner-management")
  await write(page.locator("input[type=search]").first(), title.replace("Işıltı", "isilti"))
  await expect.poll(() => rows(page).count()).toBe(3)

  // Exported: what was found, and no cell that a spreadsheet would run.
  await press(button(page, "Dışa aktar"))
  await page.locator("[role=menuitem]").first().waitFor()
  const [download] = await Promise.all([page.waitForEvent("download"), page.keyboard.press("Enter")])
  const [, ...lines] = readFileSync(await download.path(), "utf8")
    .trim()
    .split("\r\n")
  expect(lines.map(line => line.split(";")[0]).sort()).toEqual([`'${others[1]}`, title, others[0]].sort())

  // Many at once: changed and taken back, deleted and taken back.
  await selectAll(page)
  expect(await axeOfWholePage(page)).toEqual([])
  await press(page.locator(".bulk-bar .btn:not(.btn--ghost)").first())
  await expect.poll(() => rowOf(page, "Pasif").count()).toBe(3)
  await press(undoOf(page, /\b3\b/))
  await expect.poll(() => rowOf(page, "Pasif").count()).toBe(0)
  await selectAll(page)
  await press(page.locator(".bulk-bar .btn--danger"))
  await confirmed(page)
  await page.locator(".empty").waitFor()
  await press(undoOf(page, /\b3\b/))
  await expect.poll(() => rows(page).count()).toBe(3)

  // Deleted alone, from its menu, and taken back.
  const one = rowOf(page, others[0] ?? "")
  await press(one.locator(".table__actions button"))
  await page.locator("[role=menuitem]").first().waitFor()
  await page.keyboard.press("End")
  await page.keyboard.press("Enter")
  await page.locator("dialog[open]").waitFor()
  expect(await axe(page, "dialog[open]")).toEqual([])
  await confirmed(page)
  await one.waitFor({ state: "detached" })
  await press(undoOf(page, others[0] ?? ""))
  await one.waitFor()
  expect(problemsOf(page)).toEqual([])
})

it("unsaved work is left in silence when there is none, and asked about on every way out when there is", async () => {
  const page = await openAs(accounts.yesilova, {}, "/user/campaigns")
  const list = rows(page).first()
  const add = page.getByRole("link", { name: "Kampanya oluştur" }).first()
  await list.waitFor()
  await add.click()
  await page.locator("#title").waitFor()
  await page.goBack()
  await list.waitFor()

  await add.click()
  await page.locator("#title").fill("Yarım kalan")
  // Enter in a field of one line does not publish.
  await page.locator("#title").press("Enter")
  const asks = async (leave: () => Promise<unknown>) => {
    await leave()
    await page.locator("dialog[open]").waitFor()
    await button(page, "Sayfada kal").click()
    await page.locator("dialog[open]").waitFor({ state: "detached" })
    expect(new URL(page.url()).pathname).toBe("/user/campaigns/add")
    expect(await page.locator("#title").inputValue()).toBe("Yarım kalan")
  }
  await asks(() => page.locator(".sidebar__nav a").first().click())
  await asks(() => page.evaluate(() => history.back()))
  const asked = page.waitForEvent("dialog")
  await page.close({ runBeforeUnload: true })
  const dialog = await asked
  expect(dialog.type()).toBe("beforeunload")
  await dialog.dismiss()
  await page.locator(".sidebar__nav a").first().click()
  await button(page, "Sil ve çık").click()
  await list.waitFor()
})
