import { describe, expect, it } from "vitest"
import { click, find, main, until } from "../kit"
import { consoleOnApi, envelope } from "../modules/kit"

/** A record that cannot be read: only an answer that it does not exist says so; other failures offer to try again. */
const screens = consoleOnApi()

const modules = [
  ["partner-management", "/brand", "brands", "İş ortağı"],
  ["feedback-management", "/feedback", "feedbacks", "Geri bildirim"],
] as const

describe.each(modules)("the page of %s", (path, call, member, name) => {
  it("says that it could not be loaded, and loads it when asked again", async () => {
    const { value } = await screens.api().call("GET", `${call}/list?pageSize=1`, { token: await screens.token("tr") })
    const [record] = value[member]
    screens.break(`GET ${call}/${record.id}`, () => envelope(500))
    await screens.open("tr", `${path}/${record.id}`)
    await until(() => expect(document.querySelector("h1")?.textContent).toBe(`${name} yüklenemedi`))
    expect(main()).not.toContain("bulunamadı")
    screens.break()
    await click(find("button", "Yeniden dene"))
    await until(() => expect(main()).toContain(record.title ?? record.name ?? record.cardName ?? record.subject))
  })
})

describe("the page of a subsidiary that does not exist", () => {
  it("says so", async () => {
    await screens.open("tr", "company-subsidiary/00000000-0000-4000-8000-000000000000")
    await until(() => expect(main()).toContain("Şirket bulunamadı"))
  })
})

describe("the own company on the profile", () => {
  it("is not called missing where the server fails", async () => {
    screens.break("GET /tenant/", () => envelope(500))
    await screens.open("tr", "profile")
    await until(() => expect(main()).toContain("Şirket yüklenemedi"))
  })
})
