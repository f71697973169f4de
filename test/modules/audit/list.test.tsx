import { describe, expect, it } from "vitest"
import type { Language } from "../../../src/core/text/i18n"
import { permissionsLoaded } from "../../../src/state/permissions"
import { withoutExtensions } from "../../extensions"
import { act, click, downloadOf, find, main, type, until } from "../../kit"
import { consoleOnApi, envelope } from "../kit"

/** The list of all changes in reach, for both roles. */
const screens = consoleOnApi()

const tokens: Partial<Record<Language, string>> = {}
const send = async (by: Language, method: string, path: string, body?: unknown) => {
  tokens[by] ??= await screens.token(by)
  const answer = await screens.api().call(method, path, { token: tokens[by], body })
  expect(answer.status, `${method} ${path}: ${JSON.stringify(answer.body)}`).toBeLessThan(300)
  return answer
}
const create = async (by: Language, path: string, body: object): Promise<string> => (await send(by, "POST", path, body)).value.id

const rows = () => [...document.querySelectorAll("table:not([aria-busy]) tbody tr[data-row]")]
const row = (...parts: string[]) => rows().find(other => parts.every(part => other.textContent?.includes(part)))
const dialog = () => document.querySelector("dialog[open]")
const compared = () => [...(dialog()?.querySelectorAll(".changes tbody tr") ?? [])].map(line => line.textContent)

describe("the audit log", () => {
  it("names kind, record, action and person, leads to the record, compares, and is exported, in English for the platform", async () => {
    const name = "Denetlenen kart"
    const id = await create("en", "/gift/create", { cardName: name })
    await send("en", "PUT", "/gift/update", { id, maxUsage: 5, terms: "Koşul" })
    await screens.open("en", "audit?entity=gift")
    const [person, email] = ["Platform Yöneticisi", "yonetici@platform.example"]
    await until(() => expect(row(name, "Updated", person)).toBeTruthy())
    expect(row(name, "Created")?.textContent).toContain("Gift card")
    await until(() => expect(row(name, "Updated")?.textContent).toContain("Terms"))
    expect(row(name)?.querySelector(".table__main a")?.getAttribute("href")).toBe(`/admin/gift-management/${id}`)
    const { lines } = await downloadOf(() => click(find("button", "Export")))
    const line = lines.find(other => other.includes(name) && other.includes("Updated")) ?? ""
    for (const part of [id, person, email, "maxUsage", "terms"]) expect(line).toContain(part)
    await click(row(name, "Updated")?.querySelector(".audit-action"))
    await until(() => expect(compared().join()).toContain("Koşul"))
    expect(dialog()?.textContent).toContain(`${person} (${email})`)
  })

  it("brings a deleted record back, and offers that to nobody who may not write the kind", async () => {
    const name = "Geri gelen"
    const id = await create("tr", "/payment/create", { name })
    await send("tr", "DELETE", `/payment/${id}`)
    await screens.open("tr", "audit?entity=payment")
    await until(() => expect(row(name, "Silindi")).toBeTruthy())
    expect(row(name)?.querySelector(".table__main a")).toBeNull()
    await act(async () => permissionsLoaded(["payments.read"]))
    await click(row(name, "Oluşturuldu")?.querySelector(".audit-action"))
    await until(() => expect(compared().length).toBeGreaterThan(0))
    expect([...(dialog()?.querySelectorAll("button") ?? [])].map(button => button.textContent)).toEqual(["Kapat"])
    await act(async () => permissionsLoaded([]))
    await click(find("dialog[open] button", "Bu sürüme dön"))
    await until(() => expect(dialog()?.querySelector(".btn--primary")).toBeTruthy())
    expect(dialog()?.querySelector("h2")?.textContent).toContain(name)
    await click(dialog()?.querySelector(".btn--primary"))
    await until(() => expect(row(name)?.querySelector(".table__main a")).toBeTruthy())
    expect((await send("tr", "GET", `/payment/${id}`)).value.name).toBe(name)
  })
})

/** Changes a partner as a program does. @returns its id */
const changeByProgram = async (name: string) => {
  const token = { name: "Bordro aktarımı", scopes: ["partners.write"] }
  const { secret } = (await send("tr", "POST", "/token", token)).value
  const byProgram = async (method: string, path: string, body: object) =>
    (await screens.api().call(method, path, { token: secret, body })).value
  const { id } = await byProgram("POST", "/brand/create", { name })
  await byProgram("PUT", "/brand/update", { id, location: "Ankara" })
  return id
}

it("names the access token after the person, in the list, in the dialog, in the file and in the record's history", async () => {
  const name = "Programın ortağı"
  const id = await changeByProgram(name)
  const by = "Elif Yılmaz · Bordro aktarımı"
  await screens.open("tr", "audit?entity=brand")
  await until(() => expect(row(name, "Güncellendi", by)).toBeTruthy())
  const { lines } = await downloadOf(() => click(find("button", "Dışa aktar")))
  expect(lines.find(line => line.includes(id))).toContain(by)
  await click(row(name, "Güncellendi")?.querySelector(".audit-action"))
  await until(() => expect(dialog()?.textContent).toContain("Elif Yılmaz (elif.yilmaz@yesilova.example) · Bordro aktarımı"))
  await screens.open("tr", `partner-management/${id}?tab=history`)
  await until(() => expect(document.querySelector(".change__head b")?.textContent).toBe(by))
})

it("has who made an access token and what it may do, and what became of a webhook, without its secret", async () => {
  const url = "https://1.1.1.1/bordro"
  const { webhook } = (await send("tr", "POST", "/webhook", { url, description: "Bordro", events: ["brand.created"] })).value
  await send("tr", "POST", `/webhook/${webhook.id}/secret`)
  await send("tr", "PUT", `/webhook/${webhook.id}`, { state: "paused" })
  const { token } = (await send("tr", "POST", "/token", { name: "Ambar", scopes: ["gifts.read"] })).value
  await send("tr", "DELETE", `/token/${token.id}`)
  await screens.open("tr", "audit")
  await until(() => expect(row("Ambar", "Oluşturuldu", "Elif Yılmaz")?.textContent).toContain("Erişim anahtarı"))
  await click(row("Ambar", "Silindi")?.querySelector(".audit-action"))
  await until(() => expect(compared().join()).toContain("gifts.read"))
  await click(find("dialog[open] button", "Kapat"))
  expect(row(url, "Oluşturuldu", "Elif Yılmaz")?.textContent).toContain("Webhook")
  expect(row(url, "Anahtarı yenilendi")).toBeTruthy()
  await click(row(url, "Güncellendi")?.querySelector(".audit-action"))
  await until(() => expect(compared().join()).toContain("paused"))
})

it("has a bulk upload as one entry, which opens with its counts and refused rows, and leads to its people", async () => {
  const [email, lastName] = ["toplu.kisi@yesilova.example", "Toplueklenen"]
  const person = { firstName: "Ece", lastName, email, phoneNumber: "0532 555 10 10" }
  const upload = { id: "dosya", file: "yeni çalışanlar.xlsx", rows: 3, unchanged: 1, skipped: 0 }
  const users = [
    { ...person, row: 2 },
    { ...person, email: "x", row: 3 },
  ]
  await send("tr", "POST", "/user/bulk", { users, upload })
  await screens.open("tr", "audit")
  await until(() => expect(row(upload.file, "Toplu yüklendi", "Eklendi: 1, Reddedildi: 1")).toBeTruthy())
  expect(row(lastName)).toBeUndefined()
  await click(row(upload.file)?.querySelector(".audit-action"))
  const facts = [...(dialog()?.querySelectorAll(".facts > div") ?? [])].map(fact => fact.textContent)
  expect(facts).toEqual(["Dosyadaki satır3", "Eklendi1", "Güncellendi0", "Reddedildi1", "Değişmedi1", "Gönderilmedi0"])
  expect(dialog()?.querySelector("li")?.textContent).toBe(
    "Satır 3: Geçerli bir e-posta adresi yazın; Türkçe harf ve boşluk içeremez.",
  )
  await click(find("dialog[open] a", "Kişileri göster"))
  await until(() => expect(row(lastName, "Oluşturuldu")).toBeTruthy())
  expect([rows().length, dialog()]).toEqual([1, null])
  await click(find("button", "Bir toplu yüklemenin satırları filtresini kaldır"))
  await until(() => expect(row(upload.file)).toBeTruthy())
})

describe("the filters of the audit log", () => {
  it("stand in the address: kind, action, person and company", async () => {
    const own = await create("tr", "/brand/create", { name: "Şirketin ortağı" })
    await create("en", "/brand/create", { name: "Platformun ortağı" })
    await send("tr", "PUT", "/brand/update", { id: own, name: "Şirketin yeni ortağı" })
    const { tenantId } = (await send("tr", "GET", `/brand/${own}`)).value
    await screens.open("en", `audit?entity=brand&tenantId=${tenantId}&pageSize=100`)
    await until(() => expect(row("Şirketin yeni ortağı", "Updated")).toBeTruthy())
    expect(row("Platformun ortağı")).toBeUndefined()
    expect(row("Şirketin yeni ortağı")?.textContent).toContain("Yeşilova Grup")
    await type(document.querySelector("search input[type=search]"), "yok böyle biri")
    await until(() => expect(main()).toContain("Clear filters"))
    expect(location.search).toContain("keyword=yok")
    await click(find("button", "Clear filters"))
    await until(() => expect(row("Platformun ortağı")).toBeTruthy())
    expect(location.search).toBe("?pageSize=100")
  })

  it("leave out modules that the company has switched off", async () => {
    const { value: id } = await send("tr", "GET", "/tenant/getcurrenttenantid")
    await create("tr", "/brand/create", { name: "Kapalı modülün kaydı" })
    await send("en", "PUT", `/tenant/${id}/modules`, { partnerManagement: false })
    try {
      await screens.open("tr", "audit")
      await until(() => expect(rows().length).toBeGreaterThan(0))
      expect(row("Kapalı modülün kaydı")).toBeUndefined()
    } finally {
      await send("en", "PUT", `/tenant/${id}/modules`, { partnerManagement: true })
    }
  })
})

describe("the audit log without entries", () => {
  it("says that nothing was changed, that it could not be loaded, or that the connected server keeps no history", async () => {
    screens.break("GET /audit/list", () => envelope(500))
    await screens.open("en", "audit")
    await until(() => expect(main()).toContain("The history could not be loaded"))
    screens.break("GET /audit/list", () => envelope(200, { isSuccess: true, value: { entries: [], totalCount: 0 } }))
    await click(find("button", "Try again"))
    await until(() => expect(main()).toContain("No changes yet"))
    withoutExtensions()
    screens.break("GET /audit/list", () => envelope(404))
    await screens.open("en", "audit?page=2")
    await until(() => expect(main()).toContain("The connected server keeps no history"))
    expect(document.querySelector("main button")).toBeNull()
  })
})
