import type { Page } from "playwright-core"
import { describe, expect, it } from "vitest"
import { png } from "../pictures"
import { accounts, axe, write as fill, mark, problemsOf } from "./kit"
import { type Language, type Look, looks, sampleLooks, texts } from "./look-kit"
import { provideProduct } from "./provide-product"

/** The whole life of a rich record, a campaign, by keyboard; and what only a browser shows of forms and lists. */
const { openAs } = provideProduct()

const wordsOf = (language: Language) => {
  const t = texts(language)
  const of = (key: string) => t[key] ?? key
  return {
    create: of("campaign.create"),
    publish: of("campaign.publish"),
    created: of("campaign.created"),
    edit: of("ui.edit"),
    save: of("ui.save"),
    updated: of("campaign.updated"),
    removeLabel: of("campaign.removeLabel"),
    undo: of("ui.undo"),
    undone: of("ui.undone"),
    discard: of("ui.leave"),
    stay: of("ui.stay"),
    required: of("campaign.titleRequired"),
  }
}
const rows = (page: Page) => page.locator("tbody tr[data-row]")
const listed = (page: Page) => rows(page).first().waitFor()
const toast = (page: Page, text: string) => page.locator(".toast", { hasText: text }).first().waitFor()

const choose = async (page: Page, id: string, text: string) => {
  await page.locator(`#${id}`).focus()
  await page.keyboard.type(text)
  await page.locator("[role=option]").first().waitFor()
  await page.keyboard.press("Enter")
}

const write = async (page: Page, title: string) => {
  await fill(page.locator("#title"), title)
  await choose(page, "brandId", "kose")
  await choose(page, "categoryId", "ev ve")
  await fill(page.locator("#description"), "Deneme açıklaması")
  await fill(page.locator("#rewardValue"), "25")
  await fill(page.locator("#startDate"), "01.02.2026")
  await fill(page.locator("#endDate"), "31/12/2027")
}

const life = async (email: string, root: string, view: Look[3]) => {
  const { language } = view
  const w = wordsOf(language)
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
  await write(page, title)
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
  await fill(page.locator("#title"), `${title} 2`)
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
  await page.locator(".table__actions button").first().focus()
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
    const w = wordsOf("tr")
    const page = await openAs(accounts.yesilova, { language: "tr" }, "/user/campaigns")
    await listed(page)
    await page.getByRole("link", { name: w.create }).first().click()
    await page.locator("#title").waitFor()
    await page.goBack()
    await listed(page)

    await page.getByRole("link", { name: w.create }).first().click()
    await fill(page.locator("#title"), "Yarım kalan")
    const asks = async (leave: () => Promise<unknown>) => {
      await leave()
      await page.locator("dialog[open]").waitFor()
      await page.getByRole("button", { name: w.stay, exact: true }).click()
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
    await write(page, "Resimli")
    await page.getByRole("button", { name: wordsOf("tr").publish }).click()
    await page.locator("h1", { hasText: "Resimli" }).waitFor()
    expect(await page.locator(".gallery img").nth(1).getAttribute("src")).toBe(first)
    await page.close()
  })
})
