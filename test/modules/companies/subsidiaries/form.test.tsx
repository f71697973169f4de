import { describe, expect, it } from "vitest"
import { click, element, find, type, until } from "../../../kit"
import { consoleOnApi, envelope, saves } from "../../kit"

/** Subsidiaries in a company's console on the real API. */
const screens = consoleOnApi()
const root = "/user/company-subsidiary"
const call = async (method: string, path: string, body?: object) =>
  screens.api().call(method, path, { token: await screens.token("tr"), ...(body && { body }) })
/** How many subsidiaries the company has: tests of this file add some. */
const total = async () => {
  const { value: own } = await call("GET", "/tenant/mytenant")
  return (await call("GET", `/tenant/${own.id}/subsidiaries`)).value.totalCount as number
}
const rows = () => document.querySelectorAll("tbody tr[data-row]")

describe("subsidiaries", () => {
  it("are listed without the company itself, created, edited and deactivated", async () => {
    const count = await total()
    expect(count).toBeGreaterThanOrEqual(3)
    await screens.open("tr", root)
    await until(() => expect(rows()).toHaveLength(count))
    expect([...rows()].map(row => row.querySelector("a")?.textContent)).not.toContain("Yeşilova Grup")
    await screens.close()

    await screens.open("tr", `${root}/add`)
    await saves({ name: "Yeşilova Tohum" })()
    await until(() => expect(location.pathname).toMatch(/\/company-subsidiary\/[\da-f-]{36}$/))
    const id = location.pathname.split("/").at(-1)
    await screens.close()

    await screens.open("tr", `${root}/edit/${id}`)
    await saves({ phone: "0232 555 10 10" })()
    await until(() => expect(location.pathname).toBe(`${root}/${id}`))
    expect((await call("GET", `/tenant/${id}`)).value).toMatchObject({ name: "Yeşilova Tohum", phone: "0232 555 10 10" })
    await screens.close()

    await screens.open("tr", `${root}?keyword=Tohum`)
    await until(() => expect(rows()).toHaveLength(1))
    await click(element("tbody tr[data-row] .table__actions button"))
    expect([...document.querySelectorAll("[role=menuitem]")].map(({ textContent }) => textContent)).not.toContain("Sil")
    await click(find("[role=menuitem]", "Pasifleştir"))
    await until(() => expect(rows()[0]?.textContent).toContain("Pasif"))
  })

  it("are not offered to the administrator of a subsidiary", async () => {
    const own = () => envelope(200, { isSuccess: true, value: { id: "x", name: "Yeşilova Gıda", parentId: "y" } })
    const count = await total()
    screens.break("GET /tenant/mytenant", own)
    await screens.open("tr", root)
    await until(() => expect(document.body.textContent).toContain("Bağlı bir şirketin kendi bağlı şirketleri olamaz."))
    await until(() => expect(rows()).toHaveLength(count))
    expect(element(`a[href$="${root}/add"]`)).toBeNull()
    await screens.close()
    await screens.open("tr", `${root}/add`)
    await until(() => expect(element(".empty")?.textContent).toContain("Bağlı bir şirketin kendi bağlı şirketleri olamaz."))
    expect(element(".action-bar")).toBeNull()
    expect(document.querySelectorAll("h1")).toHaveLength(1)
  })
})

describe("a list of texts in a form", () => {
  it("is filled, checked line by line, shortened, and saved without empty lines", async () => {
    await screens.open("en", `${root}/add`, "tr")
    await until(() => expect(element("#name")).toBeTruthy())
    await type(element("#name"), "Yeşilova Fide")
    for (const text of ["bir@x.example", "iki", ""]) {
      await click(find("#emails button", "Add e-mail address"))
      await type([...document.querySelectorAll("#emails input")].at(-1), text)
    }
    await click(element(".action-bar [type=submit]"))
    await until(() => expect(element("#emails-1-note")?.textContent).toBeTruthy())
    expect(element("#emails-0-note")).toBeNull()
    await click(find("#emails button", "Remove iki"))
    await click(element(".action-bar [type=submit]"))
    await until(() => expect(location.pathname).toMatch(/\/company-subsidiary\/[\da-f-]{36}$/))
    const { value } = await call("GET", `/tenant/${location.pathname.split("/").at(-1)}`)
    expect(value.emails).toEqual(["bir@x.example"])
  })
})
