import type { Page } from "playwright-core"
import { describe, expect, it } from "vitest"
import { accounts, axe, mark, press, problemsOf, shot, type View, write } from "./kit"
import { provideProduct } from "./provide-product"

/** Employees by keyboard: the working list of a company, and the list of users and the page of a person for the platform. */
const { openAs } = provideProduct()

type Look = View & { language: "tr" | "en" }
const desk = { width: 1280, height: 844 }
const phone = { width: 390, height: 844, dark: true }

let numbers = 0

const rows = (page: Page) => page.locator("table:not([aria-busy=true]) tbody tr[data-row]")
const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name })

const words = {
  tr: {
    add: "Çalışan ekle",
    save: "Kaydet",
    created: "Çalışan başarıyla eklendi",
    create: /oluştur$/,
    edit: "Düzenle",
    inactive: "Pasif",
    deactivate: "Pasifleştir",
    undo: "Geri al",
    fixed: "Kendi rolünüzü, durumunuzu veya şirketinizi değiştiremezsiniz.",
    users: "Kullanıcılar",
    company: "Şirket",
    erase: "Kalıcı olarak sil",
  },
  en: {
    add: "Add employee",
    save: "Save",
    created: "Employee added",
    create: /^Create /,
    edit: "Edit",
    inactive: "Inactive",
    deactivate: "Deactivate",
    undo: "Undo",
    fixed: "You can’t change your own role, status or company.",
    users: "Users",
    company: "Company",
    erase: "Delete permanently",
  },
}

describe.each([
  { language: "tr", ...desk },
  { language: "en", ...phone },
] as Look[])("a company's administrator, in $language at $width px", look => {
  const { language } = look
  const w = words[language]

  it("adds, finds, edits, deactivates and takes back an employee", async () => {
    const made = mark()
    const [firstName, lastName, department] = ["Kübra", `Türkçeci ${made}`, `Rüzgâr ${made}`]
    const name = `${firstName} ${lastName}`
    const page = await openAs(accounts.yesilova, look, "/user/employees")
    await rows(page).first().waitFor()
    expect(await axe(page)).toEqual([])
    await shot(page, `employees-list-${language}`)

    await press(page.getByRole("link", { name: w.add }).first())
    await write(page.locator("#firstName"), firstName)
    await write(page.locator("#lastName"), lastName)
    await write(page.locator("#email"), `kubra.${made}@yesilova.example`)
    await write(page.locator("#phoneNumber"), "0 532 444 55 66")
    await page.getByText("(532) 444 55 66").waitFor()
    await press(page.locator("input[name=role]:checked"), "ArrowRight")
    expect(await page.locator("input[name=role]:checked").inputValue()).toBe("tenantAdmin")
    await write(page.locator("#departmentId"), department)
    await page.getByRole("option", { name: w.create }).waitFor()
    await page.keyboard.press("Enter")
    await expect.poll(() => page.locator("#departmentId").inputValue()).toBe(department)
    await write(page.locator("#hiredAt"), "1.2.2024")
    expect(await axe(page)).toEqual([])
    await shot(page, `employees-form-${language}`)
    await press(page.locator(".action-bar").getByRole("button", { name: w.save, exact: true }))
    await Promise.all([heading(page, name).waitFor(), page.locator(".toast", { hasText: w.created }).waitFor()])
    expect(await axe(page)).toEqual([])
    await shot(page, `employees-view-${language}`)

    await press(page.getByRole("link", { name: w.edit, exact: true }))
    await write(page.locator("#score"), "12")
    await press(page.locator(".action-bar").getByRole("button", { name: w.save, exact: true }))
    await heading(page, name).waitFor()
    await page.locator("dd", { hasText: "12" }).first().waitFor()

    await page.goto("/user/employees")
    await write(page.locator("input[type=search]").first(), name)
    await expect.poll(() => new URL(page.url()).searchParams.get("keyword")).toBe(name)
    await expect.poll(() => rows(page).count()).toBe(1)
    await press(rows(page).locator("input[type=checkbox]"), "Space")
    await press(page.locator(".bulk-bar").getByRole("button", { name: w.deactivate, exact: true }))
    await rows(page).filter({ hasText: w.inactive }).waitFor()
    await press(page.locator(".toast").getByRole("button", { name: w.undo, exact: true }).first())
    await expect.poll(() => rows(page).filter({ hasText: w.inactive }).count()).toBe(0)
    expect(problemsOf(page)).toEqual([])
    await page.close()
  })

  it("reads what is fixed on their own record, and that they cannot delete themselves", async () => {
    const page = await openAs(accounts.yesilova, look, `/user/employees?keyword=${encodeURIComponent(accounts.yesilova)}`)
    await expect.poll(() => rows(page).count()).toBe(1)
    await press(rows(page).locator(".table__main a"))
    await heading(page, "Elif Yılmaz").waitFor()
    await press(page.locator(".page-header [aria-haspopup=menu]"))
    await page.locator("[role=menuitem][aria-disabled=true]").waitFor()
    expect(await axe(page)).toEqual([])
    await page.keyboard.press("Escape")
    await press(page.getByRole("link", { name: w.edit, exact: true }))
    await page.getByText(w.fixed).waitFor()
    expect(await page.locator("input[name=role]").count()).toBe(0)
    expect(await axe(page)).toEqual([])
    await page.close()
  })
})

describe.each([
  { language: "en", ...desk, dark: true },
  { language: "tr", ...phone, dark: false },
] as Look[])("a platform administrator, in $language at $width px", look => {
  const { language } = look
  const w = words[language]

  it("filters users by company, edits a person on their page, and is led back to the list", async () => {
    // A number that nobody has, so that the edit changes something.
    const last = String(++numbers).padStart(2, "0")
    const page = await openAs(accounts.administrator, look, "/user/users")
    await rows(page).first().waitFor()
    expect(await axe(page)).toEqual([])
    await shot(page, `users-list-${language}`)
    await write(page.locator("#filter-tenantId"), "Sarıkum Lojistik")
    await page.getByRole("option", { name: "Sarıkum Lojistik" }).waitFor()
    await page.keyboard.press("Enter")
    await expect.poll(() => new URL(page.url()).searchParams.has("tenantId")).toBe(true)
    await rows(page).first().waitFor()
    await expect
      .poll(async () => new Set(await rows(page).locator(`[data-label="${w.company}"]`).allTextContents()))
      .toEqual(new Set(["Sarıkum Lojistik"]))
    const list = page.url()

    await press(rows(page).first().locator(".table__main a"))
    await page.getByRole("button", { name: w.erase }).waitFor()
    expect(new URL(page.url()).pathname).toMatch(/^\/user\/[\w-]{36}$/)
    expect(await axe(page)).toEqual([])
    await shot(page, `person-${language}`)

    await press(page.getByRole("link", { name: w.edit, exact: true }))
    await page.locator("#firstName").waitFor()
    // The path stays the same, and the focus does not fall out of the page.
    await expect.poll(() => page.evaluate(() => document.activeElement?.closest("main")?.id)).toBe("main")
    expect(await axe(page)).toEqual([])
    await write(page.locator("#phoneNumber"), `0 212 999 88 ${last}`)
    await press(page.locator(".action-bar").getByRole("button", { name: w.save, exact: true }))
    await page.locator("dd", { hasText: `(212) 999 88 ${last}` }).waitFor()
    await expect.poll(() => page.evaluate(() => document.activeElement?.closest("main")?.id)).toBe("main")

    await press(page.locator(".breadcrumb").getByRole("link", { name: w.users }))
    await rows(page).first().waitFor()
    expect(page.url()).toBe(list)
    expect(problemsOf(page)).toEqual([])
    await page.close()
  })
})
