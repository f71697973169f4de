import { describe, expect, it } from "vitest"
import { field, find, press, type, until } from "../kit"
import { consoleOnApi } from "../modules/kit"

/** A select field creates the option that is missing, for the role that may (docs/contract.md#categories, docs/contract.md#departments). */
const screen = consoleOnApi()
const labels = () => [...document.querySelectorAll("[role=option]")].map(option => option.textContent?.trim())
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
    await until(() => expect(field("categoryId").value).toBe("Bicycles"))
    const { value } = await screen.api().call("GET", "/category/list", { token: await screen.token("en") })
    expect(JSON.stringify(value)).toContain("Bicycles")
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
    await until(() => expect(find(".chip", "Uçurtma Ekibi")).toBeTruthy())
  })

  it("is not offered to the platform", async () => {
    await screen.open("en", "announcement-management/add")
    await typeInto("departmentIds", "Kite team")
    await until(() => expect(document.querySelector("[role=listbox]")).toBeTruthy())
    await until(() => expect(labels()).toEqual([]))
  })
})
