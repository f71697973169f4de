import { describe, expect, it } from "vitest"
import { click, find, rows, shows, text, textOf, until } from "../../kit"
import { consoleOnApi } from "../kit"

/** A company and the providers of the platform: what it uses is marked, and can be given up (docs/contract.md#platform-providers). */
const screens = consoleOnApi()

let made = 0
/** A provider of the platform that nobody uses. */
const offered = async () => {
  const name = `Aaa Sağlayıcı ${++made}`
  const token = await screens.token("en")
  const { value } = await screens.api().call("POST", "/payment/create", { token, body: { name, status: 1 } })
  return { id: value.id as string, name }
}
const tenantIds = async (id: string) =>
  (await screens.api().call("GET", `/payment/${id}`, { token: await screens.token("en") })).value.tenantIds as string[]
const row = (name: string) => rows().find(({ textContent }) => textContent?.includes(name))

describe("a provider of the platform", () => {
  it("that a company does not use is not active for it, and is marked once it is added", async () => {
    const { id, name } = await offered()
    await screens.open("tr", "payment-management?sortBy=name&sortOrder=asc")
    await until(() => expect(row(name)?.textContent).toContain("Kullanılmıyor"))
    expect(row(name)?.textContent).not.toContain("Aktif")
    await screens.open("tr", "payment-management/add-transfer")
    await until(() => find("label", new RegExp(name)))
    await click(find("label", new RegExp(name)).querySelector("input"))
    await click(find("button", "1 sağlayıcıyı ekle"))
    await until(() => expect(row(name)?.textContent).toContain("Kullanılıyor"))
    expect(await tenantIds(id)).toHaveLength(1)
    await click(find("button", /^Kullanılıyor/))
    await until(() => expect(rows().length).toBeGreaterThan(0))
    expect(rows().every(({ textContent }) => !textContent?.includes("Kullanılmıyor"))).toBe(true)
  })

  it("is given up on its page, and taken back by the undo", async () => {
    const { id, name } = await offered()
    await screens.open("tr", `payment-management/${id}`)
    await until(() => expect(textOf("h1")).toContain(name))
    expect(textOf("main .badge")).toBe("Kullanılmıyor")
    await click(find("button", "Kullanmaya başla"))
    await shows("Sağlayıcı artık kullanılıyor")
    await until(() => expect(textOf("main .badge")).toBe("Kullanılıyor"))
    await click(find("button", "Kullanımı bırak"))
    await shows("Sağlayıcı artık kullanılmıyor")
    await until(async () => expect(await tenantIds(id)).toEqual([]))
    await click(find(".toast button", "Geri al"))
    await until(async () => expect(await tenantIds(id)).toHaveLength(1))
    await until(() => expect(textOf("main .badge")).toBe("Kullanılıyor"))
  })

  it("is active for the platform", async () => {
    const { id, name } = await offered()
    await screens.open("en", `payment-management/${id}`)
    await until(() => expect(textOf("h1")).toContain(name))
    expect(textOf("main .badge")).toBe("Active")
    expect(text()).not.toContain("Start using")
  })
})
