import { describe, expect, it } from "vitest"
import { click, field, find, press, textOf, type, until } from "../kit"
import { consoleOnApi } from "../modules/kit"

/** A select field creates the option that is missing, for the role that may (docs/contract.md#categories, docs/contract.md#departments). */
const screen = consoleOnApi()
const labels = () => [...document.querySelectorAll("[role=option]")].map(option => option.textContent?.trim())
const names = async (kind: "category" | "department", language: "tr" | "en") =>
  JSON.stringify((await screen.api().call("GET", `/${kind}/list`, { token: await screen.token(language) })).value)
const typeInto = async (id: string, text: string) => {
  await until(() => expect(field(id)).toBeTruthy())
  await type(field(id), text)
}

describe("a category that is missing", () => {
  it("is created in place by the platform, by keyboard, and chosen", async () => {
    await screen.open("en", "campaigns/add")
    await typeInto("categoryId", "Bicycles")
    await until(() => expect(labels()).toEqual(["Create “Bicycles”"]))
    await press(field("categoryId"), "Enter")
    await until(() => expect(textOf("dialog h2")).toBe("Create “Bicycles”?"))
    expect(await names("category", "en")).not.toContain("Bicycles")
    await click(find("dialog button", "Create"))
    await until(() => expect(field("categoryId").value).toBe("Bicycles"))
    expect(await names("category", "en")).toContain("Bicycles")
  })

  it("is not created when the question with its name is answered with no", async () => {
    await screen.open("en", "campaigns/add")
    await typeInto("categoryId", "mar")
    await until(() => expect(labels().at(-1)).toBe("Create “mar”"))
    await press(field("categoryId"), "ArrowUp")
    await press(field("categoryId"), "Enter")
    await until(() => expect(textOf("dialog h2")).toBe("Create “mar”?"))
    await click(find("dialog button", "Cancel"))
    await until(() => expect(document.querySelector("dialog")).toBeNull())
    expect(await names("category", "en")).not.toContain('"mar"')
    expect(field("categoryId").value).not.toBe("mar")
  })

  it("is not offered to a company", async () => {
    await screen.open("tr", "campaigns/add")
    await typeInto("categoryId", "Uçurtma")
    await until(() => expect(document.querySelector("[role=listbox]")).toBeTruthy())
    await until(() => expect(labels()).toEqual([]))
  })
})

describe("a department that is missing", () => {
  it("is created in place by a company, by keyboard, and chosen", async () => {
    await screen.open("tr", "announcement-management/add")
    await typeInto("departmentIds", "Uçurtma Ekibi")
    await until(() => expect(labels()).toEqual(["“Uçurtma Ekibi” oluştur"]))
    await press(field("departmentIds"), "Enter")
    await until(() => expect(textOf("dialog h2")).toBe("“Uçurtma Ekibi” oluşturulsun mu?"))
    expect(await names("department", "tr")).not.toContain("Uçurtma Ekibi")
    await click(find("dialog button", "Oluştur"))
    await until(() => expect(find(".chip", "Uçurtma Ekibi")).toBeTruthy())
  })

  it("is not offered to the platform", async () => {
    await screen.open("en", "announcement-management/add")
    await typeInto("departmentIds", "Kite team")
    await until(() => expect(document.querySelector("[role=listbox]")).toBeTruthy())
    await until(() => expect(labels()).toEqual([]))
  })
})
