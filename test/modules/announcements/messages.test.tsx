import { expect, it } from "vitest"
import { startUndo } from "../../../src/effects/undo"
import { click, find, until } from "../../kit"
import { consoleOnApi, saves } from "../kit"

const screens = consoleOnApi()

it("the message of three fields stands once above the form, and each field has its own", async () => {
  await screens.open("tr", "announcement-management/add")
  await saves({})()
  const summary = () => document.querySelector("[data-summary]")
  await until(() => expect(summary()?.querySelector("b")?.textContent).toBe("3 alan düzeltilmeli"))
  expect(summary()?.querySelector("p")?.textContent).toBe("Başlık, açıklama ve içerik gereklidir")
  const own = ["Başlık gereklidir.", "Açıklama gereklidir.", "İçerik gereklidir."]
  expect([...(summary()?.querySelectorAll("li") ?? [])].map(({ textContent }) => textContent)).toEqual(own)
  expect(["title", "description", "body"].map(id => document.getElementById(`${id}-note`)?.textContent)).toEqual(own)
})

it("is published by its button, not by Enter in a field, and its toast makes it a draft again", async () => {
  const stop = startUndo()
  await screens.open("tr", "announcement-management/add")
  const title = () => document.getElementById("title") as HTMLInputElement
  await until(() => expect(title()).toBeTruthy())
  const enter = new KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true })
  title().dispatchEvent(enter)
  expect(enter.defaultPrevented).toBe(true)
  await saves({ title: "Erken yayımlanan", description: "Özet", body: "Metin" })()
  await until(() => expect(document.querySelector("h1")?.textContent).toBe("Erken yayımlanan"))
  const status = async () => {
    const id = location.pathname.split("/").at(-1)
    return (await screens.api().call("GET", `/announcement/${id}`, { token: await screens.token("tr") })).value.status
  }
  expect(await status()).toBe(1)
  await click(await until(() => find(".toast button", "Geri al")))
  await until(() => expect(document.querySelector(".page-header")?.textContent).toContain("Taslak"))
  expect(await status()).toBe(0)
  stop()
})

it("a form whose record is no draft saves by Enter", async () => {
  await screens.open("tr", "partner-management/add")
  await until(() => expect(document.getElementById("name")).toBeTruthy())
  const enter = new KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true })
  document.getElementById("name")?.dispatchEvent(enter)
  expect(enter.defaultPrevented).toBe(false)
})
