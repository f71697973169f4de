import { readFileSync } from "node:fs"
import type { Page } from "playwright-core"
import { describe, expect, it } from "vitest"
import { isLong } from "../rounds"
import { accounts, axe, axeOfWholePage, callAs, mark, press, problemsOf, shot, write } from "./kit"
import { type Language, type Look, phone } from "./look-kit"
import { provideProduct } from "./provide-product"

/** Announcements, partners, payment providers, gift cards and surveys: each record's whole life by keyboard, for both roles and languages. */
const { openAs } = provideProduct()

type Life = {
  path: string
  /** The call's path before its verb, and the member that names the record in an update. */
  call: string
  id: string
  /** The field that names the record. */
  name: string
  /** A second field, which an edit changes. */
  second: string
  /** What a create needs besides the name. */
  needed: object
  fill: (page: Page) => Promise<void>
  /** Words by language: [button that creates, button that saves a new one, a record after the second action of many, the number of them that were deleted]. */
  words: Record<Language, { create: string; save: string; remove: string; changed: string }>
}

const inactive = { tr: "Pasif", en: "Inactive" }
const lives: Life[] = [
  {
    path: "announcement-management",
    call: "/announcement",
    id: "announcementId",
    name: "title",
    second: "description",
    needed: { description: "Özet", body: "Metin", type: 0, status: 1 },
    fill: async page => {
      await write(page.locator("#description"), "Kısa özet")
      await write(page.locator("#body"), "Bir paragraf.\n\n- bir\n- iki https://ornek.example")
    },
    words: {
      tr: { create: "Duyuru oluştur", save: "Duyuruyu yayımla", remove: "Duyuruyu sil", changed: "Arşivlendi" },
      en: { create: "Create announcement", save: "Publish announcement", remove: "Delete announcement", changed: "Archived" },
    },
  },
  {
    path: "partner-management",
    call: "/brand",
    id: "id",
    name: "name",
    second: "location",
    needed: {},
    fill: async page => {
      await write(page.locator("#location"), "Ankara")
      for (const [at, name] of ["Birinci Kişi", "İkinci Kişi"].entries()) {
        await press(page.locator("#contacts > div:last-child button"))
        await write(page.locator(`#contact-${at}-name`), name)
      }
      await write(page.locator("#contact-1-email"), "iki@ornek.example")
      // The second becomes the primary one.
      await press(page.locator("#contacts button.btn--ghost").first())
      await page.waitForFunction(() => (document.getElementById("contact-0-name") as HTMLInputElement).value === "İkinci Kişi")
    },
    words: {
      tr: { create: "İş ortağı ekle", save: "Kaydet", remove: "İş ortağını sil", changed: inactive.tr },
      en: { create: "Add partner", save: "Save", remove: "Delete partner", changed: inactive.en },
    },
  },
  {
    path: "payment-management",
    call: "/payment",
    id: "id",
    name: "name",
    second: "address",
    needed: {},
    fill: async page => {
      await write(page.locator("#email"), "destek@ornek.example")
      await write(page.locator("#website"), "https://ornek.example")
    },
    words: {
      tr: { create: "Sağlayıcı ekle", save: "Kaydet", remove: "Sağlayıcıyı sil", changed: inactive.tr },
      en: { create: "Add provider", save: "Save", remove: "Delete provider", changed: inactive.en },
    },
  },
  {
    path: "gift-management",
    call: "/gift",
    id: "id",
    name: "cardName",
    second: "description",
    needed: {},
    fill: async page => {
      await write(page.locator("#maxUsage"), "250")
      await press(page.locator("#metadata > div:last-child button"))
      await write(page.locator("#metadata-0-key"), "tedarikci")
      await write(page.locator("#metadata-0-value"), '{"kod": [1, 2]}')
    },
    words: {
      tr: { create: "Hediye kartı oluştur", save: "Kaydet", remove: "Hediye kartını sil", changed: inactive.tr },
      en: { create: "Create gift card", save: "Save", remove: "Delete gift card", changed: inactive.en },
    },
  },
  {
    path: "survey-management",
    call: "/survey",
    id: "id",
    name: "title",
    second: "description",
    needed: { type: 0, status: 1, questions: [{ text: "Memnun musunuz?", type: "yes_no" }] },
    fill: async page => {
      await write(page.locator("#description"), "Bir dakikanızı ayırın")
      await press(page.locator("#questions .btn--block"))
      await page.locator("[role=menuitem]").first().waitFor()
      await page.keyboard.press("End")
      await page.keyboard.press("ArrowUp")
      await page.keyboard.press("Enter")
      await write(page.locator("#questions li input").first(), "Memnun musunuz?")
    },
    words: {
      tr: { create: "Anket oluştur", save: "Anketi yayımla", remove: "Anketi sil", changed: "Kapandı" },
      en: { create: "Create survey", save: "Publish survey", remove: "Delete survey", changed: "Closed" },
    },
  },
]

const words = {
  tr: { undo: "Geri al", recent: /^Son işlemler, /, edit: "Düzenle", save: "Kaydet", export: "Dışa aktar", separator: ";" },
  en: { undo: "Undo", recent: /^Recent actions, /, edit: "Edit", save: "Save", export: "Export", separator: "," },
}

/**
 * Each module is seen by both roles, in both languages and both sizes; two modules after each other meet all four pairs. In a
 * short run a module's record lives whole in one of its looks, and in the other until it is made; four modules meet all looks.
 */
const looks: [Look, Look][] = [
  [
    ["a company's, in Turkish, on a desk", accounts.sarikum, "/user", { language: "tr" }],
    [
      "the platform's, in English, on a phone, in the dark",
      accounts.administrator,
      "/admin",
      { language: "en", ...phone, dark: true },
    ],
  ],
  [
    ["a company's, in English, on a phone", accounts.sarikum, "/user", { language: "en", ...phone }],
    ["the platform's, in Turkish, on a desk, in the dark", accounts.administrator, "/admin", { language: "tr", dark: true }],
  ],
]

const rows = (page: Page) => page.locator("tbody tr[data-row]")
const rowOf = (page: Page, title: string) => rows(page).filter({ hasText: title })
/** A toast that offers a way back, by words of it. */
const undoOf = (page: Page, text: string | RegExp, language: Language) =>
  page.locator(".toast", { hasText: text }).getByRole("button", { name: words[language].undo, exact: true })
const selectAll = async (page: Page) => {
  for (const box of await page.locator("tbody input[type=checkbox]").all()) await press(box, "Space")
  await page.locator(".bulk-bar").waitFor()
}

const isWhole = (life: Life, look: Look) => {
  const module = lives.indexOf(life)
  return isLong || looks[module % 2]?.indexOf(look) === Math.ceil(module / 2) % 2
}

/** The looks of a module's record, each with its name and with what is done in it. */
const looksOf = (life: Life) =>
  (looks[lives.indexOf(life) % 2] as [Look, Look]).map(
    look =>
      [
        look[0],
        isWhole(life, look)
          ? "made, edited, in conflict, found, exported, many at once, deleted and taken back"
          : "made, found and selected",
        look,
      ] as const,
  )

describe.each(lives)("$path", life => {
  const { path, call, name, second } = life

  it.concurrent.for(looksOf(life))("%s: %s", async ([, , look], { expect }) => {
    const [, account, root, view] = look
    const { language } = view
    const w = { ...life.words[language], ...words[language] }
    const title = `Yaşam ${path} ${mark()}`
    const others = [`${title} iki`, `=1+1 ${title}`]
    const page = await openAs(account, view, `${root}/${path}`)
    const bar = page.locator(".action-bar")
    await page.locator("tbody tr[data-row], .empty").first().waitFor()
    expect(await axe(page)).toEqual([])

    // Made.
    await press(page.getByRole("link", { name: w.create }).first())
    await write(page.locator(`#${name}`), title)
    await life.fill(page)
    // Nothing lies partly below the action bar, which ends with the form.
    await page.evaluate(() => scrollTo({ top: document.documentElement.scrollHeight, behavior: "instant" }))
    expect(await axe(page)).toEqual([])
    await shot(page, `${path}-form-${language}`)
    await press(bar.getByRole("button", { name: life.words[language].save, exact: true }))
    await page.getByRole("heading", { level: 1, name: title }).waitFor()
    expect(await axe(page)).toEqual([])
    await shot(page, `${path}-view-${language}`)
    const id = page.url().split("/").at(-1)
    if (!isWhole(life, look)) {
      await page.goto(`${root}/${path}?keyword=${encodeURIComponent(title)}`)
      await rowOf(page, title).waitFor()
      await selectAll(page)
      expect(await axeOfWholePage(page)).toEqual([])
      expect(problemsOf(page)).toEqual([])
      await page.close()
      return
    }

    // Edited while somebody else saves the same field: both versions stand side by side, and one's own is kept.
    await press(page.getByRole("link", { name: w.edit, exact: true }))
    await write(page.locator(`#${second}`), "Sonradan değişti")
    await callAs(page, "PUT", `${call}/update`, { [life.id]: id, [name]: title, ...life.needed, [second]: "Başkası yazdı" })
    await press(bar.getByRole("button", { name: w.save, exact: true }))
    const conflict = page.locator("dialog[open]")
    await conflict.getByText("Başkası yazdı").waitFor()
    expect(await axe(page)).toEqual([])
    await shot(page, `${path}-conflict-${language}`)
    await press(conflict.locator(".btn--primary"))
    await conflict.waitFor({ state: "detached" })
    await press(bar.getByRole("button", { name: w.save, exact: true }))
    await page.getByRole("heading", { level: 1, name: title }).waitFor()
    await page.getByText("Sonradan değişti").first().waitFor()

    // Found, among the two that are there besides.
    for (const other of others) await callAs(page, "POST", `${call}/create`, { [name]: other, ...life.needed })
    await page.goto(`${root}/${path}`)
    // The way back outlives a reload, in the header.
    await press(page.getByRole("button", { name: w.recent }))
    await page.locator(".recent-actions li", { hasText: title }).getByRole("button", { name: w.undo, exact: true }).waitFor()
    await page.keyboard.press("Escape")
    await write(page.locator("input[type=search]").first(), title)
    await expect.poll(() => new URL(page.url()).searchParams.get("keyword")).toBe(title)
    await expect.poll(() => rows(page).count()).toBe(3)

    // Exported: what was found, and no cell that a spreadsheet would run.
    await press(page.getByRole("button", { name: w.export, exact: true }))
    await page.locator("[role=menuitem]").first().waitFor()
    const [download] = await Promise.all([page.waitForEvent("download"), page.keyboard.press("Enter")])
    const lines = readFileSync(await download.path(), "utf8")
      .trim()
      .split("\r\n")
    const names = lines.map(line => line.split(w.separator)[0])
    expect(names.slice(1).sort()).toEqual([`'${others[1]}`, title, others[0]].sort())

    // Many at once: changed and taken back, deleted and taken back.
    await selectAll(page)
    expect(await axeOfWholePage(page)).toEqual([])
    await shot(page, `${path}-list-${language}`)
    await press(page.locator(".bulk-bar .btn:not(.btn--ghost)").first())
    await expect.poll(() => rowOf(page, w.changed).count()).toBe(3)
    await press(undoOf(page, /\b3\b/, language))
    await expect.poll(() => rowOf(page, w.changed).count()).toBe(0)
    await selectAll(page)
    await press(page.locator(".bulk-bar .btn--danger"))
    await page.locator("dialog[open]").waitFor()
    await page.keyboard.press("Tab")
    await page.keyboard.press("Enter")
    await page.locator(".empty").waitFor()
    await press(undoOf(page, /\b3\b/, language))
    await expect.poll(() => rows(page).count()).toBe(3)

    // Deleted alone, from its menu, and taken back.
    const one = rowOf(page, others[0] ?? "")
    await press(one.locator(".table__actions button"))
    await page.locator("[role=menuitem]").first().waitFor()
    await page.keyboard.press("End")
    await page.keyboard.press("Enter")
    await page.getByRole("dialog").getByRole("button", { name: w.remove }).waitFor()
    await page.keyboard.press("Tab")
    await page.keyboard.press("Enter")
    await one.waitFor({ state: "detached" })
    await press(undoOf(page, others[0] ?? "", language))
    await one.waitFor()
    expect(problemsOf(page)).toEqual([])
    await page.close()
  })
})

describe("a company that takes the platform's providers over", () => {
  it("chooses among those that it does not use yet, and uses them then", async () => {
    const page = await openAs(accounts.sarikum, { language: "tr" }, "/user/payment-management/add-transfer")
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
    await page.close()
  })
})
