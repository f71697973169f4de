import type { Page } from "playwright-core"
import { describe, expect, it } from "vitest"
import { png } from "../pictures"
import { accounts, axe, mark, problemsOf } from "./kit"
import { type Look, looks, sampleLooks } from "./look-kit"
import { provideProduct } from "./provide-product"

/** The whole life of a rich record, a campaign, by keyboard; and what only a browser shows of forms and lists. */
const { openAs } = provideProduct()

const words = {
  tr: {
    create: "Kampanya oluştur",
    name: "Kampanya adı",
    brand: "Marka",
    category: "Kategori",
    description: "Açıklama",
    rate: "İndirim oranı",
    start: "Başlangıç",
    end: "Bitiş",
    publish: "Kampanyayı yayımla",
    created: "Kampanya oluşturuldu",
    edit: "Düzenle",
    save: "Kaydet",
    updated: "Kampanya başarıyla güncellendi",
    remove: "Sil",
    removeLabel: "Kampanyayı sil",
    undo: "Geri al",
    undone: "İşlem geri alındı",
    actions: /işlemleri$/,
    search: "Kampanya veya marka ara",
    discard: "Kaydetmeden çık",
    stay: "Sayfada kal",
    required: "Kampanya adı gereklidir.",
  },
  en: {
    create: "Create campaign",
    name: "Campaign name",
    brand: "Brand",
    category: "Category",
    description: "Description",
    rate: "Discount rate",
    start: "Start",
    end: "End",
    publish: "Publish campaign",
    created: "Campaign created",
    edit: "Edit",
    save: "Save",
    updated: "Campaign updated",
    remove: "Delete",
    removeLabel: "Delete campaign",
    undo: "Undo",
    undone: "The change was undone",
    actions: /^Actions for/,
    search: "Search campaigns or brands",
    discard: "Leave without saving",
    stay: "Stay on page",
    required: "Campaign name is required.",
  },
} as const
type Words = (typeof words)["tr" | "en"]

const rows = (page: Page) => page.locator("tbody tr[data-row]")
const listed = (page: Page) => rows(page).first().waitFor()
const toast = (page: Page, text: string) => page.locator(".toast", { hasText: text }).first().waitFor()

/** Types into a field by its label; the keyboard alone from there on. */
const fill = async (page: Page, label: string, text: string) => {
  const field = page.getByLabel(label, { exact: false }).and(page.locator("input,textarea")).first()
  await field.focus()
  await page.keyboard.press("ControlOrMeta+A")
  await page.keyboard.type(text)
}
const choose = async (page: Page, id: string, text: string) => {
  await page.locator(`#${id}`).focus()
  await page.keyboard.type(text)
  await page.locator("[role=option]").first().waitFor()
  await page.keyboard.press("Enter")
}

const write = async (page: Page, w: Words, title: string) => {
  await fill(page, w.name, title)
  await choose(page, "brandId", "kose")
  await choose(page, "categoryId", "ev ve")
  await fill(page, w.description, "Deneme açıklaması")
  await fill(page, w.rate, "25")
  await fill(page, w.start, "01.02.2026")
  await fill(page, w.end, "31/12/2027")
}

const life = async (email: string, root: string, view: Look[3]) => {
  const { language } = view
  const w = words[language]
  const made = mark()
  const title = `Işıltı ${made}`
  const page = await openAs(email, view, `${root}/dashboard`)
  await listed(page)
  expect(await page.locator("h1").count()).toBe(1)

  // Make: a slip is pointed out at its field, which takes the focus; nothing typed is lost.
  await page.getByRole("link", { name: w.create }).first().focus()
  await page.keyboard.press("Enter")
  await page.waitForURL(`**${root}/campaigns/add`)
  await page.locator("#title").waitFor()
  await page.getByRole("button", { name: w.publish }).focus()
  await page.keyboard.press("Enter")
  await page.getByText(w.required).first().waitFor()
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe("title")
  expect(await axe(page)).toEqual([])
  await write(page, w, title)
  // Enter in a field of one line does not publish.
  await page.locator("#title").press("Enter")
  expect(await page.locator(".action-bar [aria-busy=true]").count()).toBe(0)
  await page.getByRole("button", { name: w.publish }).focus()
  await page.keyboard.press("Enter")
  await toast(page, w.created)
  await page.locator("h1", { hasText: title }).waitFor()

  // Edit.
  await page.getByRole("link", { name: w.edit }).focus()
  await page.keyboard.press("Enter")
  await page.locator("#title").waitFor()
  await fill(page, w.name, `${title} 2`)
  await page.getByRole("button", { name: w.save, exact: true }).focus()
  await page.keyboard.press("Enter")
  await toast(page, w.updated)
  await page.locator("h1", { hasText: `${title} 2` }).waitFor()

  // Find, with Turkish letters folded; the URL shows the search.
  await page.goto(`${root}/campaigns`)
  await listed(page)
  await page.getByRole("searchbox").focus()
  await page.keyboard.type(`isilti ${made} 2`)
  await page.waitForURL(/keyword=/)
  await rows(page)
    .filter({ hasText: `${title} 2` })
    .waitFor()
  await expect.poll(() => rows(page).count()).toBe(1)

  // Delete and take it back.
  await page.getByRole("button", { name: w.actions }).first().focus()
  await page.keyboard.press("Enter")
  await page.locator("[role=menuitem]").first().waitFor()
  await page.keyboard.press("End")
  await page.keyboard.press("Enter")
  await page.locator("dialog[open]").waitFor()
  expect(await axe(page)).toEqual([])
  await page.getByRole("button", { name: w.removeLabel }).focus()
  await page.keyboard.press("Enter")
  await page.locator(".empty").waitFor()
  await page.locator(".toast", { hasText: title }).getByRole("button", { name: w.undo, exact: true }).focus()
  await page.keyboard.press("Enter")
  await toast(page, w.undone)
  await rows(page)
    .filter({ hasText: `${title} 2` })
    .waitFor()

  expect(problemsOf(page)).toEqual([])
  await page.close()
}

describe("a campaign's life", () => {
  it.each(sampleLooks(looks, 1))("%s", (_, ...look) => life(...look))
})

describe("unsaved work", () => {
  it("is left in silence when there is none, and asked about on every way out when there is", async () => {
    const w = words.tr
    const page = await openAs(accounts.yesilova, { language: "tr" }, "/user/campaigns")
    await listed(page)
    await page.getByRole("link", { name: w.create }).first().click()
    await page.locator("#title").waitFor()
    await page.goBack()
    await listed(page)

    await page.getByRole("link", { name: w.create }).first().click()
    await fill(page, w.name, "Yarım kalan")
    const asks = async (leave: () => Promise<unknown>) => {
      await leave()
      await page.locator("dialog[open]").waitFor()
      await page.getByRole("button", { name: w.stay }).click()
      await page.locator("dialog[open]").waitFor({ state: "detached" })
      expect(new URL(page.url()).pathname).toBe("/user/campaigns/add")
      expect(await page.locator("#title").inputValue()).toBe("Yarım kalan")
    }
    await asks(() => page.locator(".sidebar__nav a").first().click())
    await asks(() => page.locator(".breadcrumb a").first().click())
    await asks(() => page.getByRole("button", { name: "Vazgeç" }).click())
    await asks(() => page.evaluate(() => history.back()))

    let asked = false
    page.once("dialog", dialog => {
      asked = dialog.type() === "beforeunload"
      dialog.dismiss()
    })
    await page.close({ runBeforeUnload: true })
    await expect.poll(() => asked).toBe(true)

    await page.locator(".sidebar__nav a").first().click()
    await page.getByRole("button", { name: w.discard }).click()
    await listed(page)
    await page.close()
  })
})

describe("a list", () => {
  it("keeps its columns, filters and order over a reload and Back", async () => {
    const page = await openAs(accounts.yesilova, { language: "tr" }, "/user/campaigns")
    await listed(page)
    await page.getByRole("button", { name: "Sütunları seç" }).click()
    await page.getByRole("menuitemcheckbox", { name: "Kategori" }).click()
    await page.keyboard.press("Escape")
    await page.getByRole("columnheader", { name: "Kategori" }).waitFor()
    await page.getByRole("combobox", { name: "Kategori", exact: true }).click()
    await page.keyboard.type("mark")
    await page.getByRole("option", { name: "Market" }).click()
    await page.waitForURL(/categoryId=/)
    await page.getByRole("button", { name: "Kampanya", exact: true }).click()
    await page.waitForURL(/sortBy=title/)
    await page.locator("th[aria-sort=ascending]").waitFor()
    const url = page.url()
    await page.reload()
    await listed(page)
    expect(page.url()).toBe(url)
    await page.getByRole("columnheader", { name: "Kategori" }).waitFor()
    await page.goBack()
    await expect.poll(() => page.url()).not.toContain("sortBy=title")
    await page.getByRole("button", { name: "Market seçimini kaldır" }).click()
    await expect.poll(() => page.url()).not.toContain("categoryId")
    await page.getByRole("button", { name: "Sütunları seç" }).click()
    await page.getByRole("menuitemcheckbox", { name: "Kategori" }).click()
    await page.close()
  })
})

describe("pictures", () => {
  it("are chosen, shown, put in order by keyboard and kept", async () => {
    const page = await openAs(accounts.yesilova, { language: "tr" }, "/user/campaigns/add")
    await page.locator("#title").waitFor()
    const input = page.locator("input[type=file]")
    await input.setInputFiles([
      { name: "bir.png", mimeType: "image/png", buffer: Buffer.from(png(1)) },
      { name: "iki.png", mimeType: "image/png", buffer: Buffer.from(png(2)) },
      { name: "metin.png", mimeType: "image/png", buffer: Buffer.from("<svg/>") },
    ])
    await expect.poll(() => page.locator(".media-list li").count()).toBe(2)
    await page.getByText("Bu dosya PNG, JPEG, WebP veya GIF değil.").waitFor()
    const first = await page.locator(".media-list img").first().getAttribute("src")
    await page.getByRole("button", { name: "Görsel 1: sonraya al" }).focus()
    await page.keyboard.press("Enter")
    expect(await page.locator(".media-list img").nth(1).getAttribute("src")).toBe(first)
    await page.getByText("Görsel 1, 2. sıraya taşındı").waitFor({ state: "attached" })
    await page.getByRole("button", { name: "metin.png yüklemesini iptal et" }).click()
    await write(page, words.tr, "Resimli")
    await page.getByRole("button", { name: words.tr.publish }).click()
    await page.locator("h1", { hasText: "Resimli" }).waitFor()
    expect(await page.locator(".gallery img").nth(1).getAttribute("src")).toBe(first)
    await page.close()
  })
})
