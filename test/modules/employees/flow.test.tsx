import { beforeAll, describe, expect, it } from "vitest"
import { cache, i18n } from "../../../src/state/instances"
import { storeListPosition } from "../../../src/state/list-positions"
import { accounts } from "../../api"
import { act, click, field, find, press, rows, shows, text, type, until } from "../../kit"
import { consoleOnApi, envelope, saves } from "../kit"

/** Employees: list, form and the page of a person, by both roles, on the real API (docs/contract.md#employees). */
const screens = consoleOnApi()
const element = <E extends HTMLElement>(selector: string) => document.querySelector<E>(selector)
const addressed = (path: string) => until(() => expect(location.pathname + location.search).toBe(path))

type Person = Record<"id" | "email" | "lastName" | "role" | "phoneNumber" | "tenantName", string> & {
  status: number
  hiredAt: string | null
}

let count = 0
const employee = (members: object = {}) => ({
  firstName: "Nilüfer",
  lastName: `Işıkgör ${++count}`,
  email: `nilufer${count}@flow.example`,
  phoneNumber: "0532 111 22 33",
  ...members,
})
const create = async (members?: object): Promise<Person> =>
  (await screens.api().call("POST", "/user/create", { token: await screens.token("tr"), body: employee(members) })).value
const stored = async (id: string) => screens.api().call("GET", `/user/${id}`, { token: await screens.token("tr") })
const found = async (email: string, language: "tr" | "en" = "tr"): Promise<Person | undefined> => {
  const token = await screens.token(language)
  return (await screens.api().call("GET", `/user/list?keyword=${email}`, { token })).value.users[0]
}

const needed = () => {
  const { firstName, lastName, email, phoneNumber } = employee()
  return { firstName, lastName, email, phoneNumber }
}

describe("a new employee", () => {
  it("has a phone number as it was typed, a department made in the select, a title, a start date, a score, and an address that nobody has", async () => {
    const { email, ...names } = needed()
    await create({ email: "alinmis@flow.example" })
    await screens.open("tr", "employees/add")
    await until(() => expect(field("firstName")).toBeTruthy())
    expect(element("#hiredAt-note")?.textContent).toContain("çekiliş")
    for (const [id, value] of Object.entries({ ...names, email, phoneNumber: "0 (532) 111-22-33" })) await type(field(id), value)
    expect(text()).toContain("Gösterimi: (532) 111 22 33")
    await click(element("input[name=role][value=tenantAdmin]"))
    await type(field("departmentId"), "Uçurtma Atölyesi")
    await until(() => expect(element("[role=option]")?.textContent).toBe("“Uçurtma Atölyesi” oluştur"))
    await press(field("departmentId"), "Enter")
    await click(await until(() => find("dialog button", "Oluştur")))
    await until(() => expect(field("departmentId").value).toBe("Uçurtma Atölyesi"))
    await type(field("jobTitle"), "Uçurtma Ustası")
    await type(field("hiredAt"), "3.2.2024")
    await type(field("score"), "75")
    await type(field("email"), "alinmis@flow.example")
    await click(element(".action-bar [type=submit]"))
    await until(() => expect(element("#email-note")?.textContent).toContain("Bu e-posta adresi"))
    await type(field("email"), email)
    await click(element(".action-bar [type=submit]"))
    await shows("Çalışan başarıyla eklendi")
    const person = await found(email)
    await addressed(`/user/${person?.id}`)
    expect(person).toMatchObject({
      phoneNumber: "0 (532) 111-22-33",
      role: "tenantAdmin",
      departmentName: "Uçurtma Atölyesi",
      jobTitle: "Uçurtma Ustası",
      hiredAt: "2024-02-03",
      score: 75,
      tenantName: "Yeşilova Grup",
    })
    await shows("(532) 111 22 33")
    const named = ["h1", ".breadcrumb [aria-current]", ".card .identity bdi"].map(selector => element(`main ${selector}`))
    expect(named.map(name => name?.getAttribute("translate"))).toEqual(["no", "no", "no"])
  })

  it("with a hire date in the future is saved after a question with the date, and an edit asks about another date alone", async () => {
    const { email, ...names } = needed()
    const question = "1 Oca 2099 ileri bir tarih; doğru mu?"
    await screens.open("tr", "employees/add")
    await until(() => expect(field("hiredAt")).toBeTruthy())
    await type(field("hiredAt"), "1.1.1935")
    await shows("Bu tarih 70 yıldan eski.")
    for (const [id, value] of Object.entries({ ...names, email, hiredAt: "1.1.2099" })) await type(field(id), value)
    await click(element(".action-bar [type=submit]"))
    await shows(question)
    await click(find("dialog button", "Vazgeç"))
    await shows("İşe başlama tarihini kontrol edin.")
    expect(await found(email)).toBeUndefined()
    await click(element(".action-bar [type=submit]"))
    await shows(question)
    await click(find("dialog button", "Evet, kaydet"))
    await shows("Çalışan başarıyla eklendi")
    const person = await found(email)
    expect(person?.hiredAt).toBe("2099-01-01")
    await screens.open("tr", `employees/edit/${person?.id}`)
    await saves({ lastName: "Yeni" })()
    await addressed(`/user/${person?.id}`)
    expect((await found(email))?.lastName).toBe("Yeni")
  })
})

describe("the signed-in person", () => {
  let own: Person
  beforeAll(async () => {
    own = (await found(accounts.elif)) as Person
  })

  it("is told which members of their own record are fixed, can change the others, and reads why they cannot delete themselves", async () => {
    await screens.open("tr", `employees/edit/${own.id}`)
    await until(() => expect(field("firstName")).toBeTruthy())
    expect(text()).toContain("Kendi rolünüzü, durumunuzu veya şirketinizi değiştiremezsiniz.")
    expect(element("input[name=role], input[role=switch], #tenantId")).toBeNull()
    await saves({ score: "41" })()
    await addressed(`/user/${own.id}`)
    expect((await stored(own.id)).value).toMatchObject({ score: 41, role: "tenantAdmin", status: 1 })
    await until(() => expect(element(".page-header .icon-btn[aria-haspopup=menu]")).toBeTruthy())
    await click(element(".page-header .icon-btn[aria-haspopup=menu]"))
    await until(() => expect(find("[role=menuitem]", /^Sil/).textContent).toContain("Kendi hesabınızı silemezsiniz."))
    expect(find("[role=menuitem]", /^Sil/).getAttribute("aria-disabled")).toBe("true")
    expect(text()).not.toContain(i18n.t("employee.erase"))
  })

  it("is left out when they deactivate a selection", async () => {
    const other = await create({ lastName: own.email.split(/[.@]/)[1] })
    await screens.open("tr", "employees?keyword=y%C4%B1lmaz&sortBy=createdDate&sortOrder=desc&pageSize=100")
    await until(() => expect(document.querySelectorAll("tbody tr[data-row]").length).toBeGreaterThan(1))
    const rowOf = (id: string) =>
      [...document.querySelectorAll("tbody tr[data-row]")].find(row => row.querySelector(`a[href="/user/${id}"]`))
    await click(rowOf(own.id)?.querySelector("input"))
    await click(rowOf(other.id)?.querySelector("input"))
    await click(await until(() => find(".bulk-bar button", "Pasifleştir")))
    await until(() => expect(element("dialog[open]")?.textContent).toContain("Kendi rolünüzü, durumunuzu"))
    await click(element("dialog[open] [type=submit], dialog[open] .btn--primary"))
    await until(async () => expect((await stored(other.id)).value.status).toBe(0))
    expect((await stored(own.id)).value.status).toBe(1)
  })
})

describe("the page of a person", () => {
  it("leads back to the list of the role, to the list that was left, or to the page that linked to it", async () => {
    const person = await create()
    const back = (label: string, href: string) =>
      until(() => {
        expect(element(".breadcrumb a")?.textContent).toBe(label)
        expect(element(".breadcrumb a")?.getAttribute("href")).toBe(href)
      })
    await screens.open("tr", `/user/${person.id}`)
    await back("Çalışanlar", "/user/employees")
    storeListPosition("/user/users", { path: "/user/users", search: "?keyword=ya", scrollY: 0 })
    await screens.open("tr", `/user/${person.id}`)
    await back("Kullanıcılar", "/user/users?keyword=ya")
    const from = { label: "Yeşilova Grup", href: "/admin/company-management/7" }
    await screens.open("tr", "users")
    await act(async () => history.pushState({ from }, "", `/user/${person.id}`))
    await back(from.label, from.href)
  })

  it("opens the form to a platform administrator, who returns to the page, and erases the person after a plain warning", async () => {
    const person = await create()
    await screens.open("en", `/user/${person.id}`)
    await until(() => expect(element(`a[href="/user/${person.id}?edit"]`)).toBeTruthy())
    await click(element(`a[href="/user/${person.id}?edit"]`))
    await saves({ phoneNumber: "02325551010" })()
    await addressed(`/user/${person.id}`)
    await shows("(232) 555 10 10")
    expect((await stored(person.id)).value.phoneNumber).toBe("02325551010")
    await click(await until(() => find("button", "Delete permanently")))
    await until(() => expect(element("dialog[open]")?.textContent).toContain(i18n.t("employee.eraseText")))
    await click(element("dialog[open] .btn--danger-solid"))
    await addressed("/user/users")
    await until(async () => expect((await stored(person.id)).status).toBe(404))
  })
})

describe("the list of users", () => {
  it("shows the platform the company of each person, filters by it, and changes nothing", async () => {
    const person = await create()
    await screens.open("en", `/user/users?keyword=${person.email}`)
    await until(() => expect(element(`tbody a[href="/user/${person.id}"]`)).toBeTruthy())
    expect(element("tbody [data-label=Company]")?.textContent).toBe("Yeşilova Grup")
    // The address breaks after its @ alone.
    const breaks = [...document.querySelectorAll("tbody .identity wbr")].map(
      ({ previousSibling }) => previousSibling?.textContent,
    )
    expect(breaks.filter(text => text?.includes("@"))).toEqual([expect.stringMatching(/^[^@]+@$/)])
    expect(field("filter-tenantId")).toBeTruthy()
    expect(element(`main a[href$="/add"]`)).toBeNull()
    await click(element("tbody .table__actions button"))
    expect([...document.querySelectorAll("[role=menuitem]")].map(item => item.textContent)).toEqual(["View"])
  })

  it("is filtered by company where a company has subsidiaries, and has no such filter where it has none", async () => {
    await screens.open("tr", "/user/employees")
    await until(() => expect(rows().length).toBeGreaterThan(0))
    await until(() => expect(field("filter-tenantId")).toBeTruthy())
    await screens.close()
    await screens.api().db.execute(`update tenants set parent_id = null
      where parent_id = (select tenant_id from users where email = '${accounts.mert}')`)
    cache.invalidate("companies")
    await screens.openAs("/user/employees", accounts.mert)
    await until(() => expect(rows().length).toBeGreaterThan(0))
    expect(field("filter-tenantId")).toBeNull()
  })

  it("has for a company those with a role, and a way to add one", async () => {
    const person = await create({ role: "tenantAdmin" })
    await create()
    await screens.open("tr", "/user/users?sortBy=createdDate&sortOrder=desc")
    await until(() => expect(element(`tbody a[href="/user/${person.id}"]`)).toBeTruthy())
    const roles = [...document.querySelectorAll("tbody [data-label=Rol]")].map(({ textContent }) => textContent)
    expect([...new Set(roles)]).toEqual(["Şirket yöneticisi"])
    expect(text()).toContain("Bu konsolu kullanan şirket yöneticileriniz.")
    await click(find("main a", "Yönetici ekle"))
    await until(() => expect(element<HTMLInputElement>("input[name=role]:checked")?.value).toBe("tenantAdmin"))
  })
})

it("an update that the server does not offer says so, and keeps what was typed", async () => {
  const person = await create()
  screens.break(`PUT /api/users/update/${person.id}`, () => envelope(405))
  await screens.open("tr", `employees/edit/${person.id}`)
  await saves({ firstName: "Başka" })()
  await shows("Bağlı sunucu çalışanları değiştirmeyi ve silmeyi desteklemiyor.")
  expect(field("firstName").value).toBe("Başka")
})
