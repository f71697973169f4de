import { afterEach, describe, expect, it } from "vitest"
import { startAccess } from "../../../src/effects/access"
import { permissions, permissionsReset } from "../../../src/state/permissions"
import { click, field, find, shows, text, until } from "../../kit"
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
  it("is shown on the profile, and saved without a status, with everything else as it was", async () => {
    const before = await own()
    screens.api().advance(1_000)
    await screens.open("tr", "/user/profile")
    await click(await until(() => find("a", "Şirket bilgilerini düzenle")))
    await until(() => expect(location.search).toBe("?company"))
    await until(() => expect(field("phone")).toBeTruthy())
    expect([field("name"), field("status"), field("primaryColor")]).toEqual([null, null, null])
    let body: object = {}
    const fetched = globalThis.fetch
    globalThis.fetch = async (input, init) => {
      if (init?.method === "PUT") body = JSON.parse(String(init.body))
      return fetched(input, init)
    }
    await saves({ phone: "0212 555 30 30" })()
    await until(() => expect(location.pathname + location.search).toBe("/user/profile"))
    globalThis.fetch = fetched
    expect(body).toMatchObject({ tenantId: before.id, name: before.name, primaryColor: before.primaryColor })
    expect(Object.keys(body)).not.toContain("activeStatus")
    await shows("(212) 555 30 30")
    const { updatedDate, ...after } = await own()
    expect(after).toEqual({ ...before, phone: "0212 555 30 30", updatedDate: undefined })
    expect(updatedDate).not.toBe(before.updatedDate)
  })

  it("keeps what was typed when it is refused, and is compared when it was changed meanwhile", async () => {
    await opens()
    const refusals: [object, string, status?: number][] = [
      [{}, "Şirket güncellenirken bilinmeyen bir hata oluştu"],
      [{ validationErrors: [{ propertyName: "phone", errorMessage: "Hatalı" }] }, "Hatalı"],
      [{}, "İstenilen kaynak bulunamadı", 404],
      [{ status: 2, isSuccess: false, errors: ["Olmadı"] }, "Olmadı", 200],
    ]
    for (const [body, words, status = 400] of refusals) {
      screens.break("PUT /tenant/update", () => envelope(status, body))
      await saves({ phone: "0212 555 30 32" })()
      await shows(words)
      expect(field("phone").value).toBe("0212 555 30 32")
    }
    screens.break()
    const { id } = await own()
    expect((await send("PUT", "/tenant/admin/update", { tenantId: id, phone: "0212 555 30 34" }, "en")).status).toBe(200)
    await saves({})()
    await until(() => expect(document.querySelector("dialog[open]")?.textContent).toContain("0212 555 30 34"))
  })

  it("is saved by a server that answers status 1", async () => {
    await opens()
    screens.break("PUT /tenant/update", () => envelope(200, { status: 1, isSuccess: false }))
    await saves({ phone: "0212 555 30 31" })()
    await until(() => expect(location.search).toBe(""))
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
