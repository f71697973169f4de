import type { Page } from "playwright-core"
import { describe, expect, it } from "vitest"
import { axe, axeOfWholePage, callAs, mark, press, problemsOf, shot } from "./kit"
import { isWithinWindow, looks } from "./look-kit"
import { provideProduct } from "./provide-product"

/** The history of a record and the audit log by keyboard, for both roles, languages and sizes. */
const { openAs } = provideProduct()

const words = {
  tr: {
    history: "Geçmiş",
    restore: "Bu sürüme dön",
    restored: "Önceki sürüme dönüldü",
    undo: "Geri al",
    location: "Konum",
    kind: "Kayıt türü",
    partner: "İş ortağı",
    action: "Güncellendi",
    clear: "Filtreleri temizle",
  },
  en: {
    history: "History",
    restore: "Restore this version",
    restored: "Version restored",
    undo: "Undo",
    location: "Location",
    kind: "Kind of record",
    partner: "Partner",
    action: "Updated",
    clear: "Clear filters",
  },
}

const views = looks.slice(0, 2)

const rows = (page: Page) => page.locator("table:not([aria-busy=true]) tbody tr[data-row]")
const dialog = (page: Page) => page.locator("dialog[open]")

/** A partner that was changed twice. */
const changedPartner = async (page: Page) => {
  const name = `Geçmiş ${mark()}`
  const { id } = await callAs<{ id: string }>(page, "POST", "/brand/create", { name, location: "Ankara" })
  await callAs(page, "PUT", "/brand/update", { id, location: "İzmir" })
  await callAs(page, "PUT", "/brand/update", { id, description: "Uzun bir metin. ".repeat(40) })
  return { id, name }
}

describe("the history of a record", () => {
  it.each(views)("%s: read, expanded, and an earlier version restored and undone by keyboard", async (_, account, root, view) => {
    const w = words[view.language]
    const page = await openAs(account, view)
    const { id, name } = await changedPartner(page)
    await page.goto(`${root}/partner-management/${id}`)
    await press(page.getByRole("link", { name: w.history, exact: true }))
    const entries = page.locator(".history > li")
    await entries.nth(2).waitFor()
    expect(await entries.count()).toBe(3)
    await press(entries.nth(0).locator(".changes button"))
    expect(await entries.nth(0).locator(".changes button").getAttribute("aria-expanded")).toBe("true")
    await press(entries.nth(2).locator("summary"))
    await entries.nth(2).locator(".changes").getByText(name).waitFor()
    expect(await axeOfWholePage(page)).toEqual([])
    expect(await isWithinWindow(page)).toBe(true)
    await shot(page, `history-record-${view.language}`)

    await press(entries.nth(2).getByRole("button", { name: w.restore }))
    await dialog(page).locator(".changes").getByText("İzmir").waitFor()
    expect(await axe(page)).toEqual([])
    await shot(page, `history-restore-${view.language}`)
    await press(dialog(page).getByRole("button", { name: w.restore, exact: true }))
    await entries.nth(3).waitFor()
    await page.getByText(w.restored, { exact: true }).first().waitFor()
    await press(page.getByRole("button", { name: w.undo, exact: true }).first())
    await entries.nth(4).waitFor()
    expect((await callAs<{ location: string }>(page, "GET", `/brand/${id}`)).location).toBe("İzmir")
    expect(problemsOf(page)).toEqual([])
    await page.close()
  })
})

describe("the audit log", () => {
  it.each(views)("%s: filtered, compared and closed by keyboard", async (_, account, root, view) => {
    const w = words[view.language]
    const page = await openAs(account, view)
    const { name } = await changedPartner(page)
    await page.goto(`${root}/audit`)
    await rows(page).filter({ hasText: name }).first().waitFor()
    expect(await axeOfWholePage(page)).toEqual([])
    expect(await isWithinWindow(page)).toBe(true)
    await shot(page, `audit-list-${view.language}`)

    const kind = page.getByRole("combobox", { name: w.kind })
    await kind.focus()
    await page.keyboard.type(w.partner)
    await page.getByRole("option", { name: w.partner, exact: true }).waitFor()
    await page.keyboard.press("ArrowDown")
    await page.keyboard.press("Enter")
    await page.waitForURL(/entity=brand/)
    const entry = rows(page).filter({ hasText: name }).filter({ hasText: w.action }).last()
    await entry.waitFor()
    await press(entry.getByRole("button", { name: w.action, exact: true }))
    await dialog(page).locator(".changes").getByText("İzmir").waitFor()
    expect(await dialog(page).locator(".changes tbody th").allTextContents()).toEqual([w.location])
    expect(await axe(page)).toEqual([])
    await shot(page, `audit-entry-${view.language}`)
    await page.keyboard.press("Escape")
    await dialog(page).waitFor({ state: "detached" })
    await press(page.getByRole("button", { name: w.clear }))
    await page.waitForURL(url => !url.search.includes("entity"))
    expect(problemsOf(page)).toEqual([])
    await page.close()
  })
})
