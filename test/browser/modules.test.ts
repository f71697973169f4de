import type { Browser, Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { accounts, axe, openBrowser, openPage, type Product, problemsOf, shot, signIn, startProduct, type View } from "./kit"

/** Announcements, partners, payment providers and gift cards: each record's whole life, for both roles and languages. */
let product: Product
let browser: Browser
beforeAll(async () => {
  product = await startProduct()
  browser = await openBrowser()
}, 60_000)
afterAll(async () => {
  await browser.close()
  await product.stop()
})

type Life = {
  path: string
  /** The field that names the record. */
  name: string
  fill: (page: Page) => Promise<void>
  /** Words of the module by language: [button that creates, button that saves a new one, button that deletes]. */
  words: Record<"tr" | "en", { create: string; save: string; remove: string }>
  /** A second field that an edit changes. */
  second: string
}

const lives: Life[] = [
  {
    path: "announcement-management",
    name: "title",
    second: "description",
    fill: async page => {
      await page.locator("#description").fill("Kısa özet")
      await page.locator("#body").fill("Bir paragraf.\n\n- bir\n- iki https://ornek.example")
    },
    words: {
      tr: { create: "Duyuru oluştur", save: "Duyuruyu yayımla", remove: "Duyuruyu sil" },
      en: { create: "Create announcement", save: "Publish announcement", remove: "Delete announcement" },
    },
  },
  {
    path: "partner-management",
    name: "name",
    second: "location",
    fill: async page => {
      await page.locator("#location").fill("Ankara")
      for (const [at, name] of ["Birinci Kişi", "İkinci Kişi"].entries()) {
        await page.locator("#contacts > div:last-child button").click()
        await page.locator(`#contact-${at}-name`).fill(name)
      }
      await page.locator("#contact-1-email").fill("iki@ornek.example")
      // The second becomes the primary one.
      await page.locator("#contacts button.btn--ghost").first().click()
      await expect.poll(() => page.locator("#contact-0-name").inputValue()).toBe("İkinci Kişi")
    },
    words: {
      tr: { create: "İş ortağı ekle", save: "Kaydet", remove: "İş ortağını sil" },
      en: { create: "Add partner", save: "Save", remove: "Delete partner" },
    },
  },
  {
    path: "payment-management",
    name: "name",
    second: "address",
    fill: async page => {
      await page.locator("#email").fill("destek@ornek.example")
      await page.locator("#website").fill("https://ornek.example")
    },
    words: {
      tr: { create: "Sağlayıcı ekle", save: "Kaydet", remove: "Sağlayıcıyı sil" },
      en: { create: "Add provider", save: "Save", remove: "Delete provider" },
    },
  },
  {
    path: "gift-management",
    name: "cardName",
    second: "description",
    fill: async page => {
      await page.locator("#maxUsage").fill("250")
      await page.locator("#metadata > div:last-child button").click()
      await page.locator("#metadata-0-key").fill("tedarikci")
      await page.locator("#metadata-0-value").fill('{"kod": [1, 2]}')
    },
    words: {
      tr: { create: "Hediye kartı oluştur", save: "Kaydet", remove: "Hediye kartını sil" },
      en: { create: "Create gift card", save: "Save", remove: "Delete gift card" },
    },
  },
]

const looks: [string, string, "/user" | "/admin", View & { language: "tr" | "en" }][] = [
  ["a company's, in Turkish, on a desk", accounts.sarikum, "/user", { language: "tr", width: 1280 }],
  [
    "the platform's, in English, on a phone, in the dark",
    accounts.administrator,
    "/admin",
    { language: "en", width: 390, dark: true },
  ],
]

const undo = { tr: "Geri al", en: "Undo" }
const removeItem = { tr: "Sil", en: "Delete" }
const edit = { tr: "Düzenle", en: "Edit" }
const save = { tr: "Kaydet", en: "Save" }
const rowOf = (page: Page, title: string) => page.locator("tbody tr[data-row]", { hasText: title })

const search = async (page: Page, title: string) => {
  await page.locator("input[type=search], .filter-bar input").first().fill(title)
  await expect.poll(() => new URL(page.url()).searchParams.get("keyword")).toBe(title)
}

describe.each(lives)("$path", ({ path, name, second, fill, words }) => {
  it.each(looks)("%s: made, found, edited, deleted and taken back", async (_, account, root, view) => {
    const { language } = view
    const w = words[language]
    const title = `Yaşam ${path} ${language}`
    const page = await openPage(browser, product, view)
    await signIn(page, account)
    await page.goto(`${root}/${path}`)
    await page.locator("tbody tr[data-row], .empty").first().waitFor()
    expect(await axe(page)).toEqual([])

    await page.getByRole("link", { name: w.create }).first().click()
    await page.locator(`#${name}`).fill(title)
    await fill(page)
    expect(await axe(page)).toEqual([])
    await shot(page, `${path}-form-${language}`)
    await page.locator(".action-bar").getByRole("button", { name: w.save, exact: true }).click()
    await page.getByRole("heading", { level: 1, name: title }).waitFor()
    expect(await axe(page)).toEqual([])
    await shot(page, `${path}-view-${language}`)

    await page.getByRole("link", { name: edit[language], exact: true }).click()
    await page.locator(`#${second}`).fill("Sonradan değişti")
    await page.locator(".action-bar").getByRole("button", { name: save[language], exact: true }).click()
    await page.getByRole("heading", { level: 1, name: title }).waitFor()
    await page.getByText("Sonradan değişti").first().waitFor()

    await page.goto(`${root}/${path}`)
    await search(page, title)
    await rowOf(page, title).first().waitFor()
    expect(await page.locator("tbody tr[data-row]").count()).toBe(1)
    await rowOf(page, title).locator(".c-act button").click()
    await page.getByRole("menuitem", { name: removeItem[language], exact: true }).click()
    await page.getByRole("dialog").getByRole("button", { name: w.remove }).click()
    await rowOf(page, title).first().waitFor({ state: "detached" })
    await page.locator(".toast", { hasText: title }).getByRole("button", { name: undo[language] }).click()
    await rowOf(page, title).first().waitFor()
    expect(problemsOf(page)).toEqual([])
    await page.context().close()
  })
})

describe("two people at one partner", () => {
  it("the second sees both versions and keeps their own", async () => {
    const first = await openPage(browser, product, { language: "tr" })
    await signIn(first, accounts.yesilova)
    await first.goto("/user/partner-management/add")
    await first.locator("#name").fill("İki kişilik ortak")
    await first.locator(".action-bar button[type=submit]").click()
    await first.getByRole("heading", { level: 1, name: "İki kişilik ortak" }).waitFor()
    const url = first.url().replace(/\/([^/]+)$/, "/edit/$1")
    const second = await first.context().newPage()
    for (const page of [first, second]) {
      await page.goto(url)
      await page.locator("#name").waitFor()
    }
    await first.locator("#location").fill("Bursa")
    await first.locator(".action-bar button[type=submit]").click()
    await first.getByText("Bursa").first().waitFor()
    await second.locator("#description").fill("İkincinin yazdığı")
    await second.locator(".action-bar button[type=submit]").click()
    const dialog = second.locator("dialog[open]")
    await dialog.waitFor()
    expect(await axe(second)).toEqual([])
    await dialog.locator(".btn--primary").click()
    await dialog.waitFor({ state: "detached" })
    await second.locator(".action-bar button[type=submit]").click()
    await second.getByRole("heading", { level: 1, name: "İki kişilik ortak" }).waitFor()
    for (const words of ["İkincinin yazdığı", "Bursa"]) await second.getByText(words).first().waitFor()
    await first.context().close()
  })
})

describe("a company that takes the platform's providers over", () => {
  it("chooses among those that it does not use yet, and uses them then", async () => {
    const page = await openPage(browser, product, { language: "tr" })
    await signIn(page, accounts.sarikum)
    await page.goto("/user/payment-management/add-transfer")
    const box = page.locator("main input[type=checkbox]").first()
    await box.waitFor()
    const count = await page.locator("main input[type=checkbox]").count()
    expect(await axe(page)).toEqual([])
    await shot(page, "add-transfer")
    await box.check()
    await page.locator(".action-bar .btn--primary").click()
    await page.waitForURL("**/user/payment-management")
    await page.goto("/user/payment-management/add-transfer")
    await page.locator("main input[type=checkbox], .empty").first().waitFor()
    expect(await page.locator("main input[type=checkbox]").count()).toBe(count - 1)
    await page.context().close()
  })
})
