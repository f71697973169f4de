import type { Page } from "playwright-core"
import { describe, expect, it } from "vitest"
import { accounts, axe, callAs, mark, press, problemsOf, shot, signInByForm, type View, write } from "./kit"
import { isWithinWindow } from "./look-kit"
import { provideProduct } from "./provide-product"

/** Companies by keyboard: the page of a company for the platform, and that of a subsidiary for its company. */
const { openAs, openContext, product } = provideProduct()

type Look = View & { language: "tr" | "en" }
const desk = { width: 1280, height: 844 }
const phone = { width: 390, height: 844, dark: true }

const rows = (page: Page) => page.locator("table:not([aria-busy=true]) tbody tr[data-row]")

/** The page of the only company or subsidiary with this name. */
const pathOf = async (page: Page, name: string, base: string) => {
  const companies = await callAs<{ id: string; name: string }[]>(page, "GET", "/tenant/get-all")
  return `${base}/${companies.find(company => company.name === name)?.id}`
}

const words = {
  tr: {
    parts: ["Modüller", "Yöneticiler", "Bağlı şirketler", "Çalışanlar"],
    off: "Anketler kapatıldı",
    surveys: "Anketler",
    undo: "Geri al",
    invite: "Yönetici davet et",
    send: "Davet gönder",
    sent: "Davet gönderildi",
    remove: "Yöneticiliği kaldır",
    fixed: "Modülleri platform yöneticisi açar ve kapatır.",
  },
  en: {
    parts: ["Modules", "Administrators", "Subsidiaries", "Employees"],
    off: "Surveys switched off",
    surveys: "Surveys",
    undo: "Undo",
    invite: "Invite administrator",
    send: "Send invitation",
    sent: "Invitation sent",
    remove: "Remove as administrator",
    fixed: "The platform administrator switches modules on and off.",
  },
}

describe.each([
  { language: "tr", ...desk },
  { language: "en", ...phone },
] as Look[])("the page of a company, in $language at $width px", look => {
  const { language } = look
  const w = words[language]
  const tabs = (page: Page) => page.locator(".tabs a")
  const surveys = (page: Page) => page.getByRole("switch", { name: w.surveys, exact: true })

  it("shows its parts by keyboard, and nothing for axe to report", async () => {
    const page = await openAs(accounts.administrator, look)
    await page.goto(await pathOf(page, "Yeşilova Grup", "/admin/company-management"))
    await page.locator(".stats:not([aria-busy]) strong").first().waitFor()
    await page.locator("progress").waitFor()
    expect(await axe(page)).toEqual([])
    await shot(page, `company-overview-${language}`)
    for (const [at, part] of w.parts.entries()) {
      await press(tabs(page).getByText(part, { exact: true }))
      await (at === 0 ? surveys(page) : rows(page).first()).waitFor()
      // A tab that is open is in view, also where the tabs are wider than the page.
      expect(await page.locator(".tabs [aria-current]").evaluate(tab => tab.getBoundingClientRect().right <= innerWidth)).toBe(
        true,
      )
      expect(await axe(page)).toEqual([])
      await shot(page, `company-tab${at}-${language}`)
    }
    expect(await isWithinWindow(page)).toBe(true)
    expect(problemsOf(page)).toEqual([])
    await page.close()
  })

  it("switches a module off, and on again by its undo", async () => {
    const page = await openAs(accounts.administrator, look)
    await page.goto(`${await pathOf(page, "Sarıkum Lojistik", "/admin/company-management")}?tab=modules`)
    await surveys(page).waitFor()
    // An attempt that failed may have left it off.
    if (!(await surveys(page).isChecked())) await press(surveys(page), "Space")
    await surveys(page).and(page.locator(":checked")).waitFor()
    await press(surveys(page), "Space")
    await surveys(page).and(page.locator(":not(:checked)")).waitFor()
    const toast = page.locator(".toast", { hasText: w.off })
    await toast.waitFor()
    expect(await axe(page)).toEqual([])
    await press(toast.getByRole("button", { name: w.undo, exact: true }))
    await surveys(page).and(page.locator(":checked")).waitFor()
    expect(problemsOf(page)).toEqual([])
    await page.close()
  })

  it("invites an administrator, who can sign in until removed", async () => {
    const email = `yeni.${mark()}@sarikum.example`
    const page = await openAs(accounts.administrator, look)
    await page.goto(`${await pathOf(page, "Sarıkum Lojistik", "/admin/company-management")}?tab=admins`)
    await rows(page).first().waitFor()
    await press(page.getByRole("button", { name: w.invite, exact: true }))
    await write(page.locator("#email"), email)
    await write(page.locator("#firstName"), "Yeni")
    await write(page.locator("#lastName"), "Yönetici")
    expect(await axe(page)).toEqual([])
    await press(page.locator("dialog").getByRole("button", { name: w.send, exact: true }))
    await page.locator(".toast", { hasText: w.sent }).waitFor()
    const row = rows(page).filter({ hasText: email })
    await row.waitFor()
    expect((await product().outbox()).some(mail => mail.to === email && !mail.code)).toBe(true)

    const context = await openContext({ language })
    const invited = await context.newPage()
    await signInByForm(invited, email)
    await expect.poll(() => new URL(invited.url()).pathname).toBe("/user/dashboard")

    await press(row.locator(".table__actions button"))
    await press(page.getByRole("menuitem", { name: w.remove }))
    await press(page.locator("dialog").getByRole("button", { name: w.remove }))
    await row.waitFor({ state: "detached" })
    await invited.goto("/user/campaigns")
    await invited.waitForURL(/\/login/)
    await context.close()
    expect(problemsOf(page)).toEqual([])
    await page.close()
  })

  it("of a subsidiary shows its administrator what only the platform changes", async () => {
    const page = await openAs(accounts.yesilova, look)
    await page.goto(`${await pathOf(page, "Yeşilova Enerji", "/user/company-subsidiary")}?tab=modules`)
    await page.getByText(w.fixed).waitFor()
    expect(await surveys(page).isDisabled()).toBe(true)
    expect(await axe(page)).toEqual([])
    await shot(page, `subsidiary-modules-${language}`)
    expect(problemsOf(page)).toEqual([])
    await page.close()
  })
})

const formWords = {
  tr: { survey: "Anketler", addEmail: "E-posta adresi ekle", addSubsidiary: "Bağlı şirket ekle" },
  en: { survey: "Surveys", addEmail: "Add e-mail address", addSubsidiary: "Add subsidiary" },
}

describe.each([
  { language: "tr", ...desk },
  { language: "en", ...phone },
] as Look[])("the form of a company, in $language at $width px", look => {
  const w = formWords[look.language]
  const base = "/admin/company-management"

  it("is filled by keyboard, shows the colours live, and creates company, module and subsidiary", async () => {
    const name = `Marmara Cam ${mark()}`
    const email = `yonetim.${mark()}@cam.example`
    const page = await openAs(accounts.administrator, look, `${base}/add`)
    await write(page.locator("#name"), name)
    await press(page.getByRole("button", { name: w.addEmail, exact: true }))
    await page.locator("#emails-0").waitFor()
    await write(page.locator("#emails-0"), email)
    await write(page.locator("#primaryColor"), "#7fb069")
    await write(page.locator("#secondaryColor"), "#6366f1")
    // The middle tone of the secondary colour is shown in a nearer shade, which the form takes over.
    const shades = page.locator(".alert button")
    await shades.last().waitFor()
    const shade = await shades.last().textContent()
    await press(shades.last())
    const chosen = await page.locator("#secondaryColor").inputValue()
    expect(shade).toContain(chosen)
    expect(chosen).not.toBe("#6366F1")
    const frame = page.locator(".brand-frame[data-theme=light]")
    expect(await frame.evaluate(scope => getComputedStyle(scope).getPropertyValue("--brand-secondary"))).toBe(chosen)
    // Every measured pair passes.
    expect(await page.locator(".contrast td .badge").count()).toBe(10)
    expect(await page.locator(".contrast [data-tone=danger]").count()).toBe(0)
    await press(page.getByRole("switch", { name: w.survey, exact: true }), "Space")
    await press(page.getByRole("button", { name: w.addSubsidiary, exact: true }))
    await page.locator("#subsidiary-0-name").waitFor()
    await write(page.locator("#subsidiary-0-name"), `${name} Lojistik`)
    expect(await axe(page)).toEqual([])
    await shot(page, `company-form-${look.language}`)
    expect(await isWithinWindow(page)).toBe(true)
    await press(page.locator(".action-bar [type=submit]"))
    await page.getByRole("heading", { level: 1, name, exact: true }).waitFor()
    expect((await product().outbox()).some(mail => mail.to === email)).toBe(true)
    expect(problemsOf(page)).toEqual([])
    await page.close()
  })

  it("deletes a subsidiary once its name is typed", async () => {
    const company = `Ege Granit ${mark()}`
    const name = `${company} Lojistik`
    const page = await openAs(accounts.administrator, look)
    await callAs(page, "POST", "/tenant/admin/create", { name: company, subTenants: [{ name }] })
    await page.goto(`${base}?keyword=${encodeURIComponent(name)}`)
    const row = rows(page).filter({ hasText: name })
    await press(row.locator(".table__actions button"))
    await press(page.getByRole("menuitem").last())
    await page.locator("#confirm-name").waitFor()
    expect(await axe(page)).toEqual([])
    await page.keyboard.press("Enter")
    await page.locator("#confirm-name[aria-invalid]").waitFor()
    await page.keyboard.type(name)
    await page.keyboard.press("Enter")
    await row.waitFor({ state: "detached" })
    expect(problemsOf(page)).toEqual([])
    await page.close()
  })
})
