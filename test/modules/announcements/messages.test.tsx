import { expect, it } from "vitest"
import { until } from "../../kit"
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
