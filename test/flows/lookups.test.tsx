import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { departments, users } from "../../server/src/db/schema"
import { startToasts } from "../../src/effects/toasts"
import { startUndo } from "../../src/effects/undo"
import { withoutExtensions } from "../extensions"
import { click, element, field, find, heading, main, press, rows, shows, text, type, until } from "../kit"
import { consoleOnApi } from "../modules/kit"

/** Categories and departments are kept in order on a page of their own (docs/console.md#categories-and-departments). */
const screen = consoleOnApi()
let stops: (() => void)[] = []
beforeEach(() => {
  stops = [startToasts(), startUndo()]
})
afterEach(() => {
  for (const stop of stops) stop()
})

const rowOf = (name: string) => rows().find(row => row.textContent?.includes(name))
const choose = async (name: string, item: string) => {
  await until(() => expect(rowOf(name)).toBeTruthy())
  await click(rowOf(name)?.querySelector("[aria-haspopup=menu]"))
  await click(find("[role=menuitem]", item))
}
const undo = async () => {
  await until(() => expect(find(".toast button", /Geri al|Undo/)).toBeTruthy())
  await click(find(".toast button", /Geri al|Undo/))
}
const search = async (name: string) => {
  await until(() => expect(element("input[type=search]")).toBeTruthy())
  await type(element("input[type=search]"), name)
  await press(element("input[type=search]"), "Enter")
}

/** Adds departments of the company. @param people how many are in the first one */
const addDepartments = async (names: string[], people = 0) => {
  const { db, call } = screen.api()
  const tenantId = (await call("GET", "/tenant/getcurrenttenantid", { token: await screen.token("tr") })).value
  const made = await db
    .insert(departments)
    .values(names.map(name => ({ name, tenantId })))
    .returning()
  const person = { lastName: "Uçar", role: "User" as const, tenantId, departmentId: made[0]?.id }
  const all = Array.from({ length: people }, (_, at) => ({
    ...person,
    firstName: `Can ${at}`,
    email: `${at}.${made[0]?.id}@x.example`,
  }))
  if (people) await db.insert(users).values(all)
}

describe("the departments of a company", () => {
  it("are found by name with their use, and renamed with an undo", async () => {
    await addDepartments(["Işık ekibi"], 2)
    await screen.open("tr", "departments")
    await until(() => expect(heading()).toBe("Departmanlar"))
    await search("isik")
    await until(() => expect(rows().length).toBe(1))
    expect(rowOf("Işık ekibi")?.textContent).toContain("2 çalışan")
    await choose("Işık ekibi", "Yeniden adlandır")
    await until(() => expect(field("name").value).toBe("Işık ekibi"))
    await type(field("name"), "İnsan kaynakları")
    await click(find("dialog button", "Kaydet"))
    await shows("Bu adda bir departman zaten var.")
    await type(field("name"), "Işık ve ses")
    await click(find("dialog button", "Kaydet"))
    await until(() => expect(rowOf("Işık ve ses")).toBeTruthy())
    await undo()
    await until(() => expect(rowOf("Işık ekibi")).toBeTruthy())
  })

  it("are merged after the dialog has named what moves, with one undo", async () => {
    await addDepartments(["Saha A", "Saha B"], 3)
    await screen.open("tr", "departments?keyword=saha")
    await choose("Saha A", "Başka biriyle birleştir")
    await shows("3 çalışan")
    await type(field("into"), "saha b")
    await until(() => expect(find("[role=option]", "Saha B")).toBeTruthy())
    await press(field("into"), "Enter")
    await click(find("dialog button", "Birleştir"))
    await shows("Birleştirildi, 3 kayıt taşındı")
    await until(() => expect(rowOf("Saha B")?.textContent).toContain("3 çalışan"))
    expect(rowOf("Saha A")).toBeUndefined()
    await undo()
    await until(() => expect(rowOf("Saha A")?.textContent).toContain("3 çalışan"))
  })

  it("are retired while people are in them, offered again, and deleted when nobody is", async () => {
    await addDepartments(["Depo gece"], 1)
    await addDepartments(["Depo boş"])
    await screen.open("tr", "departments?keyword=depo")
    await choose("Depo gece", "Kullanımdan kaldır")
    await shows("1 çalışan), yeni kayıtlarda seçilemez")
    await click(find("dialog button", "Kullanımdan kaldır"))
    await until(() => expect(rowOf("Depo gece")?.textContent).toContain("Kullanımdan kalktı"))
    await choose("Depo gece", "Yeniden kullanıma aç")
    await until(() => expect(rowOf("Depo gece")?.textContent).not.toContain("Kullanımdan kalktı"))
    await choose("Depo boş", "Sil")
    await click(find("dialog button", "Sil"))
    await until(() => expect(rowOf("Depo boş")).toBeUndefined())
  })

  it("say what to do where there are none, and that a search finds none", async () => {
    await screen.openAs("/user/departments", "mert.aydin@sarikum.example")
    await shows("Henüz departman yok")
    await search("yok böyle")
    await shows("“yok böyle” için sonuç yok")
  })

  it("stay with their records, and are no choice of a new one", async () => {
    await addDepartments(["Eski birim"], 1)
    await screen.open("tr", "departments?keyword=eski")
    await choose("Eski birim", "Kullanımdan kaldır")
    await click(find("dialog button", "Kullanımdan kaldır"))
    await until(() => expect(rowOf("Eski birim")?.textContent).toContain("Kullanımdan kalktı"))
    await screen.show("/user/announcement-management/add")
    await until(() => expect(field("departmentIds")).toBeTruthy())
    await type(field("departmentIds"), "Eski birim")
    await until(() => expect(text()).toContain("“Eski birim” oluştur"))
    expect([...document.querySelectorAll("[role=option]")].map(option => option.textContent?.trim())).toEqual([
      "“Eski birim” oluştur",
    ])
    const link = find("a", "Departmanları düzenle") as HTMLAnchorElement
    expect([link.getAttribute("href"), link.target]).toEqual(["/user/departments", "_blank"])
  })
})

describe("the platform", () => {
  it("has its categories, and its own departments on a second tab", async () => {
    await screen.open("en", "categories")
    await until(() => expect(rows().length).toBeGreaterThan(5))
    expect(heading()).toBe("Categories and departments")
    await click(find(".tabs a", "Departments"))
    await until(() => expect(rowOf("Lojistik")).toBeTruthy())
    expect(main()).not.toContain("Saha B")
    await choose("Lojistik", "Merge with another one")
    await type(field("into"), "a")
    const offered = () => [...document.querySelectorAll("[role=option]")].map(option => option.textContent?.trim())
    await until(() => expect(offered()).toContain("Pazarlama"))
    expect(offered()).not.toContain("Saha B")
  })
})

describe("a server without the calls", () => {
  it("has a sentence in place of the list, and no link to it", async () => {
    withoutExtensions()
    await screen.open("tr", "departments")
    await shows("Bu sunucuda kategoriler ve departmanlar düzenlenemiyor.")
    await screen.show("/user/employees/add")
    await until(() => expect(field("departmentId")).toBeTruthy())
    expect(text()).not.toContain("Departmanları düzenle")
  })
})
