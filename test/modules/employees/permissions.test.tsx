import { afterEach, beforeAll, describe, expect, it } from "vitest"
import { startAccess } from "../../../src/effects/access"
import { permissions } from "../../../src/state/permissions"
import { accounts } from "../../api"
import { withoutExtensions } from "../../extensions"
import { act, click, find, shows, text, until } from "../../kit"
import { consoleOnApi, envelope } from "../kit"

/** The permissions of a company's administrator on the person's page (docs/contract.md#permissions-of-a-person). */
const screens = consoleOnApi()
const person = { id: "", elif: "", company: "" }
beforeAll(async () => {
  const [token, admin] = [await screens.token("tr"), await screens.token("en")]
  const { userId, tenantId } = (await screens.api().call("GET", "/api/auth/me", { token })).value
  const body = {
    firstName: "Ece",
    lastName: "Ak",
    email: "ece.ak@yesilova.example",
    phoneNumber: "0532 111 22 33",
    role: "tenantAdmin",
  }
  const made = await screens.api().call("POST", "/user/create", { token: admin, body: { ...body, tenantId } })
  Object.assign(person, { id: made.value.id, elif: userId, company: tenantId })
})

const admin = async (method: string, path: string, body?: unknown) => {
  const answer = await screens.api().call(method, path, { token: await screens.token("en"), body })
  expect(answer.status).toBe(200)
  return answer.value
}
const give = (list: string[], id = person.id) => admin("PUT", `/user/${id}/permissions`, list)
const stored = () => admin("GET", `/user/${person.id}/permissions`)
afterEach(async () => {
  await give([])
  await give([], person.elif)
})

const box = (label: string) => find("dialog[open] label.checkbox", label).querySelector("input") as HTMLInputElement
const openEditor = async (label: string) => {
  await click(await until(() => find("button", label)))
  await until(() => expect(document.querySelector("dialog[open] table")).toBeTruthy())
}

describe("the permissions of another administrator", () => {
  it("are given by module and verb, starting from a preset, and shown in words", async () => {
    await screens.open("tr", `/user/${person.id}`)
    await shows("Tüm modüllere tam erişim")
    await openEditor("İzinleri düzenle")
    await click(find("dialog[open] .segmented label", "Yalnızca görüntüleme").querySelector("input"))
    expect([box("Kampanyalar: Düzenleme").checked, box("Kampanyalar: Görüntüleme").checked]).toEqual([false, true])
    expect([box("Kampanyalar: Görüntüleme").disabled, box("Kampanyalar: Düzenleme").disabled]).toEqual([true, false])
    await click(box("Kampanyalar: Düzenleme"))
    await click(box("Kampanyalar: Dışa aktarma"))
    await click(box("Çekilişler: Yürütme"))
    await click(find("dialog[open] button", "Kaydet"))
    await until(() => expect(document.querySelector("dialog[open]")).toBeNull())
    const list = await stored()
    expect(list).toEqual(expect.arrayContaining(["draws.read", "draws.run", "gifts.read"]))
    expect(list.filter((entry: string) => entry.startsWith("campaigns."))).toEqual([])
    await shows("Çekilişlergörüntüleme, yürütme")
    expect(text()).toContain("1 işlem geri alınabilir")
  })

  it("that were changed are not lost without a question nor by a refusal; changed meanwhile they are compared by module", async () => {
    await screens.open("tr", `/user/${person.id}`)
    await openEditor("İzinleri düzenle")
    const editor = document.querySelector("dialog[open]")
    await click(box("Kampanyalar: Düzenleme"))
    const ways = [
      () => click(find("button", "Vazgeç", editor ?? undefined)),
      () => act(async () => editor?.dispatchEvent(new MouseEvent("mousedown", { bubbles: true }))),
    ]
    for (const leave of ways) {
      await leave()
      await shows("Kaydetmeden çıkılsın mı?")
      expect(document.querySelector("dialog[open]:last-of-type")?.textContent).toContain("Kampanyalar")
      await click(find("dialog[open] button", "Sayfada kal"))
      expect(box("Kampanyalar: Düzenleme").checked).toBe(false)
    }
    for (const [status, words] of [
      [403, "Bu işlem için izniniz yok."],
      [404, "Bağlı sunucu bu işlemi desteklemiyor."],
    ] as const) {
      screens.break("PUT /user/", () => envelope(status))
      await click(find("dialog[open] button", "Kaydet"))
      await shows(words)
      expect(box("Kampanyalar: Düzenleme").checked).toBe(false)
    }
    screens.break()
    await give(["gifts.read"])
    await click(find("dialog[open] button", "Kaydet"))
    await until(() => expect(document.querySelectorAll("dialog[open]")).toHaveLength(2))
    expect(document.querySelector(".conflict tbody")?.textContent).toMatch(/Kampanyalar.*Hediye kartları/)
    const takes = document.querySelectorAll("dialog[open]")[1]?.querySelector(".dialog__foot .btn--primary")
    await click(takes)
    await click(find("dialog[open] button", "Kaydet"))
    await until(() => expect(document.querySelector("dialog[open]")).toBeNull())
    expect(await stored()).toEqual(["campaigns.read", "campaigns.export", "gifts.read"])

    await openEditor("İzinleri düzenle")
    await click(box("Çekilişler: Düzenleme"))
    await click(find("dialog[open] button", "Vazgeç"))
    await click(await until(() => find("dialog[open] button", "Kaydetmeden çık")))
    await until(() => expect(document.querySelector("dialog[open]")).toBeNull())
    await openEditor("İzinleri düzenle")
    await click(find("dialog[open] button", "Vazgeç"))
    expect(document.querySelector("dialog[open]")).toBeNull()
  })

  it("cannot be given in modules that are off, which is said", async () => {
    await admin("PUT", `/tenant/${person.company}/modules`, { surveyManagement: false })
    await screens.open("en", `/user/${person.id}`)
    await openEditor("Edit permissions")
    await until(() => expect(find("dialog[open] th", "Surveys Off")).toBeTruthy())
    expect([box("Surveys: Edit").disabled, box("Draws: Edit").disabled]).toEqual([true, false])
    await admin("PUT", `/tenant/${person.company}/modules`, { surveyManagement: true })
  })

  it("are explained once on a server without them", async () => {
    withoutExtensions()
    screens.break(`GET /user/${person.id}/permissions`, () => envelope(404))
    await screens.open("tr", `/user/${person.id}`)
    await shows("Bağlı sunucu kişiye özel izinleri desteklemiyor.")
    expect(() => find("button", "İzinleri düzenle")).toThrow()
  })
})

describe("permissions that one may not give", () => {
  it("are not there for people of another role, and are shown with the reason: the own ones", async () => {
    const { users } = await admin("GET", `/user/list?keyword=${accounts.user}`)
    await screens.open("tr", `/user/${users[0].id}`)
    await shows(accounts.user)
    expect(text()).not.toContain("Tüm modüllere tam erişim")
    await screens.open("tr", `/user/${person.elif}`)
    await shows("Kendi izinlerinizi değiştiremezsiniz.")
    await shows("Tüm modüllere tam erişim")
    expect(() => find("button", "İzinleri düzenle")).toThrow()
  })

  it("are shown with the reason: another's, while one is restricted", async () => {
    await give(["gifts.read"], person.elif)
    await screens.open("tr", `/user/${person.id}`)
    const stop = startAccess()
    await until(() => expect(permissions.list).toEqual(["gifts.read"]))
    await shows("İzinleri yalnızca kendi izinleri kısıtlı olmayan bir yönetici verebilir.")
    expect(() => find("button", "İzinleri düzenle")).toThrow()
    stop()
  })
})
