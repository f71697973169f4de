import { afterEach, describe, expect, it } from "vitest"
import { startAccess } from "../../../src/effects/access"
import { permissions, permissionsReset } from "../../../src/state/permissions"
import { click, field, find, shows, text, type, until } from "../../kit"
import { consoleOnApi, envelope, saves } from "../kit"

/** A company's administrator edits the contact data of the own company on the profile (docs/contract.md#company-calls). */
const screens = consoleOnApi()
const send = async (method: string, path: string, body?: unknown, by: "tr" | "en" = "tr") =>
  screens.api().call(method, path, { token: await screens.token(by), body })
const own = async () => (await send("GET", "/tenant/mytenant")).value
const opens = async () => {
  await screens.open("tr", "/user/profile?company")
  await until(() => expect(field("phone")).toBeTruthy())
}

describe("the own company", () => {
  it("is shown on the profile, and saved with everything else as it was", async () => {
    const before = await own()
    screens.api().advance(1_000)
    await screens.open("tr", "/user/profile")
    await click(await until(() => find("a", "Şirket bilgilerini düzenle")))
    await until(() => expect(location.search).toBe("?company"))
    await until(() => expect(field("phone")).toBeTruthy())
    expect([field("name"), field("status"), field("primaryColor")]).toEqual([null, null, null])
    await saves({ phone: "0212 555 30 30" })()
    await until(() => expect(location.pathname + location.search).toBe("/user/profile"))
    await shows("(212) 555 30 30")
    const { updatedDate, ...after } = await own()
    expect(after).toEqual({ ...before, phone: "0212 555 30 30", updatedDate: undefined })
    expect(updatedDate).not.toBe(before.updatedDate)
  })

  it("sends no status, and what nobody touched as it came", async () => {
    await opens()
    let body: Record<string, unknown> = {}
    const fetched = globalThis.fetch
    globalThis.fetch = async (input, init) => {
      if (init?.method === "PUT") body = JSON.parse(String(init.body))
      return fetched(input, init)
    }
    await saves({ domain: "yesilova.example" })()
    await until(() => expect(location.search).toBe(""))
    globalThis.fetch = fetched
    const { id, name, primaryColor } = await own()
    expect(body).toMatchObject({ tenantId: id, name, primaryColor, domain: "yesilova.example" })
    expect(Object.keys(body)).not.toContain("activeStatus")
  })

  it.each([
    ["status 0", 200, { status: 0, isSuccess: false }, true],
    ["status 1", 200, { status: 1, isSuccess: false }, true],
    ["status 2", 200, { status: 2, isSuccess: false, errors: ["Olmadı"] }, false],
  ])("is saved by a server that answers %s: %i", async (_, status, body, isSaved) => {
    await opens()
    screens.break("PUT /tenant/update", () => envelope(status, body))
    await saves({ phone: "0212 555 30 31" })()
    if (isSaved) await until(() => expect(location.search).toBe(""))
    else await shows("Olmadı")
  })

  it.each([
    ["without words", () => envelope(400), "Şirket güncellenirken bilinmeyen bir hata oluştu"],
    ["with fields", () => envelope(400, { validationErrors: [{ propertyName: "phone", errorMessage: "Hatalı" }] }), "Hatalı"],
    ["where the call is missing", () => envelope(404), "İstenilen kaynak bulunamadı"],
  ])("keeps what was typed when it is refused %s", async (_, answer, words) => {
    await opens()
    screens.break("PUT /tenant/update", answer)
    await saves({ phone: "0212 555 30 32" })()
    await shows(words)
    expect(field("phone").value).toBe("0212 555 30 32")
  })

  it("is compared when it was changed meanwhile", async () => {
    await opens()
    await type(field("phone"), "0212 555 30 33")
    const { id } = await own()
    expect((await send("PUT", "/tenant/admin/update", { tenantId: id, phone: "0212 555 30 34" }, "en")).status).toBe(200)
    await saves({})()
    await until(() => expect(document.querySelector("dialog[open]")?.textContent).toContain("0212 555 30 34"))
  })
})

describe("without the permission of the own company", () => {
  const give = async (list: string[]) => {
    const { userId } = (await send("GET", "/api/auth/me")).value
    expect((await send("PUT", `/user/${userId}/permissions`, list, "en")).status).toBe(200)
  }
  afterEach(async () => {
    await give([])
    permissionsReset()
  })

  it("the data is shown and not edited", async () => {
    await give(["companies.read"])
    for (const path of ["/user/profile", "/user/profile?company"]) {
      await screens.open("tr", path)
      const stop = startAccess()
      await until(() => expect(permissions.list).toEqual(["companies.read"]))
      await shows(path.includes("?") ? "Bu modülü kullanma izniniz yok" : "Bu işlem için izniniz yok.")
      expect([field("phone"), document.querySelector('a[href="/user/profile?company"]')]).toEqual([null, null])
      stop()
      await screens.close()
    }
  })
})

describe("the profile of the platform's staff", () => {
  it("has no company", async () => {
    await screens.open("en", "/admin/profile?company")
    await shows("Active sessions")
    expect([field("phone"), text().includes("Your company")]).toEqual([null, false])
  })
})
