import type { Page } from "playwright-core"
import { describe, expect, it } from "vitest"
import { png } from "../pictures"
import { accounts, axe, axeOfWholePage, mark, problemsOf, shot, signIn, signInByForm } from "./kit"
import { type Look, looks, sampleLooks } from "./look-kit"
import { provideProduct } from "./provide-product"

/** A campaign's whole life as staff live it: by keyboard, in both languages, for both roles, on a desk and on a phone. */
const { openAs, openPage } = provideProduct()

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

/** A browser of its own. Without motion, so that what is looked at stands still. */
const open = () => openPage({ reducedMotion: true })

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
  const name = `campaign-${language}-${view.width ?? "desk"}`
  const made = mark()
  const title = `Işıltı ${made}`
  const page = await openAs(email, view, `${root}/dashboard`)
  await listed(page)
  expect(await page.locator("h1").count()).toBe(1)
  expect(await axe(page)).toEqual([])
  await shot(page, `${name}-list`)

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
  await shot(page, `${name}-form`)
  await page.getByRole("button", { name: w.publish }).focus()
  await page.keyboard.press("Enter")
  await toast(page, w.created)
  await page.locator("h1", { hasText: title }).waitFor()
  expect(await axe(page)).toEqual([])
  await shot(page, `${name}-view`)

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
  await shot(page, `${name}-none`)
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
  it.each(sampleLooks(looks))("%s", (_, ...look) => life(...look))
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

  it("is offered back after a crash, and not applied by itself", async () => {
    const w = words.tr
    const page = await open()
    await signIn(page, accounts.yesilova, "/user/campaigns/add")
    await fill(page, w.name, "Çökmeden önce")
    await page.getByText("bu tarayıcıda saklandı").waitFor()
    const again = await page.context().newPage()
    await page.close()
    await again.goto("/user/campaigns/add")
    await again.getByText("Kaydedilmemiş bir taslağınız var").waitFor()
    expect(await again.locator("#title").inputValue()).toBe("")
    await again.getByRole("button", { name: "Geri yükle" }).click()
    expect(await again.locator("#title").inputValue()).toBe("Çökmeden önce")
    await again.context().close()
  })
})

describe("two people on one record", () => {
  it("the second one sees both versions field by field and chooses", async () => {
    const w = words.tr
    const first = await open()
    const second = await open()
    await signIn(first, accounts.yesilova, "/user/campaigns/add")
    await signIn(second, accounts.yesilova)
    await write(first, w, "İki kişilik")
    await first.getByRole("button", { name: w.publish }).click()
    await first.locator("h1", { hasText: "İki kişilik" }).waitFor()
    const path = new URL(first.url()).pathname.replace("/campaigns/", "/campaigns/edit/")
    for (const page of [first, second]) {
      await page.goto(path)
      await page.locator("#title").waitFor()
    }
    await fill(first, w.name, "Birincinin adı")
    await first.getByRole("button", { name: w.save, exact: true }).click()
    await toast(first, w.updated)
    await fill(second, w.name, "İkincinin adı")
    await fill(second, w.description, "İkincinin açıklaması")
    await second.getByRole("button", { name: w.save, exact: true }).click()
    const dialog = second.locator("dialog[open]")
    await dialog.waitFor()
    expect(await axe(second)).toEqual([])
    await shot(second, "conflict")
    await dialog.getByLabel("Birincinin adı", { exact: false }).check()
    await dialog.getByRole("button", { name: "Seçimi uygula" }).click()
    expect(await second.locator("#title").inputValue()).toBe("Birincinin adı")
    expect(await second.locator("#description").inputValue()).toBe("İkincinin açıklaması")
    await second.getByRole("button", { name: w.save, exact: true }).click()
    await toast(second, w.updated)
    await first.context().close()
    await second.context().close()
  })
})

describe("many records", () => {
  it("are chosen, paused together, and taken back together", async () => {
    const page = await openAs(accounts.sarikum, { language: "tr" }, "/user/campaigns?status=2")
    await listed(page)
    await page.getByLabel("Bu sayfadaki tüm kayıtları seç").check()
    await page.locator(".bulk-bar").waitFor()
    expect(await axeOfWholePage(page)).toEqual([])
    const before = Number(await page.locator(".tabs [aria-current] .tabs__count").textContent())
    await page.locator(".bulk-bar").getByRole("button", { name: "Duraklat" }).click()
    // What belongs to the platform can't be paused by a company: the question names it with its reason.
    const question = page.locator("dialog[open]")
    await question.getByText("Platforma ait").first().waitFor()
    expect(await axe(page)).toEqual([])
    await question.getByRole("button", { name: "Duraklat" }).click()
    const done = page.locator(".toast", { hasText: /kampanya duraklatıldı · \d+ kayıt atlandı/ })
    await done.first().waitFor()
    await expect
      .poll(async () => Number(await page.locator(".tabs [aria-current] .tabs__count").textContent()))
      .toBeLessThan(before)
    await done.getByRole("button", { name: "Geri al" }).click()
    await toast(page, "İşlem geri alındı")
    await expect.poll(async () => Number(await page.locator(".tabs [aria-current] .tabs__count").textContent())).toBe(before)
    await page.close()
  })

  it("are exported as filtered, sorted and visible, all pages", async () => {
    const page = await openAs(accounts.yesilova, { language: "tr" }, "/user/campaigns?status=4&sortBy=title&sortOrder=asc")
    await listed(page)
    const total = Number(await page.locator(".tabs [aria-current] .tabs__count").textContent())
    await page.getByRole("button", { name: "Dışa aktar" }).click()
    expect(await axe(page)).toEqual([])
    const waiting = page.waitForEvent("download")
    await page.getByRole("menuitem", { name: "Görünen sütunlar" }).click()
    const download = await waiting
    expect(download.suggestedFilename()).toMatch(/^kampanyalar-\d{4}-\d\d-\d\d\.csv$/)
    const { readFileSync } = await import("node:fs")
    const text = readFileSync(await download.path(), "utf8")
    expect(text.startsWith("\uFEFF")).toBe(true)
    const lines = text.slice(1).trimEnd().split("\r\n")
    expect(lines[0]).toBe(
      "Kampanya;Marka;Kategori;Ödül türü;Ödül;İndirim oranı;İndirim tutarı;Para birimi;Başlangıç;Başlangıç (ISO 8601);Bitiş;Bitiş (ISO 8601);Durum;Kullanım;Kullanım sınırı",
    )
    expect(lines).toHaveLength(total + 1)
    expect(lines.slice(1).every(line => line.includes("Sona erdi"))).toBe(true)
    await page.close()
  })

  it("keep their columns, page size and filters over a reload and Back", async () => {
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

describe("a copy", () => {
  it("opens as a draft with its own name and offers to shift the dates", async () => {
    const page = await openAs(accounts.yesilova, { language: "tr" }, "/user/campaigns?status=4")
    await listed(page)
    await page.getByRole("button", { name: words.tr.actions }).first().click()
    await page.getByRole("menuitem", { name: "Çoğalt" }).click()
    await page.locator("#title").waitFor()
    expect(await page.locator("#title").inputValue()).toMatch(/\(kopya\)$/)
    const before = await page.locator("#startDate").inputValue()
    await page.getByRole("button", { name: "Tarihleri kaydır" }).click()
    expect(await page.locator("#startDate").inputValue()).not.toBe(before)
    await page.getByRole("button", { name: "Taslağı kaydet" }).click()
    await page.locator("h1", { hasText: "(kopya)" }).waitFor()
    await page.locator(".badge", { hasText: "Taslak" }).first().waitFor()
    await page.close()
  })
})

describe("a record that is not there", () => {
  it("says so and leads back", async () => {
    const page = await openAs(accounts.yesilova, { language: "tr" }, "/user/campaigns/00000000-0000-4000-8000-000000000000")
    await page.getByText("İstenilen kaynak bulunamadı").waitFor()
    await page.getByRole("link", { name: "Kampanyalar sayfasına dön" }).click()
    await listed(page)
    await page.close()
  })
})

describe("the ordinary user", () => {
  it("is refused, told why, and keeps nothing", async () => {
    const page = await open()
    await signInByForm(page, accounts.user)
    expect(new URL(page.url()).pathname).toBe("/access-denied")
    await page.getByText("Bu konsola erişim izniniz yok").waitFor()
    await page.getByText(accounts.user).waitFor()
    expect(await axe(page)).toEqual([])
    expect(await page.evaluate(() => [localStorage.accessToken, localStorage.refreshToken, localStorage.user])).toEqual(
      [null, null, null].map(() => undefined),
    )
    await page.goto("/user/campaigns")
    await page.waitForURL("**/login")
    await page.context().close()
  })
})
