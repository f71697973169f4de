import { afterEach, describe, expect, it } from "vitest"
import { hasExtensions } from "../extensions"
import { click, find, press, type, until } from "../kit"
import { consoleOnApi, envelope } from "../modules/kit"

/** Webhooks and access tokens on the real API (docs/console.md#connections). With a receiver: test/browser/connections.test.ts. */
const screens = consoleOnApi()

const text = () => document.body.textContent ?? ""
const shows = (words: string) => until(() => expect(text()).toContain(words))
const field = (id: string) => document.getElementById(id) as HTMLInputElement
const messageOf = (id: string) => document.getElementById(`${id}-note`)?.textContent
const submit = () => click(document.querySelector("dialog [type=submit]"))
const closed = () => until(() => expect(document.querySelector("dialog")).toBeNull())
const choose = async (id: string, option: string) => {
  await type(field(id), option)
  await until(() => find("[role=option]", new RegExp(`^${option}`)))
  await press(field(id), "Enter")
}
const chips = () => [...document.querySelectorAll("dialog .chip")].map(chip => chip.textContent)
/** The card with a title. */
const card = (title: string) => find("h2", title).closest<HTMLElement>(".card") as HTMLElement
const openCard = async (title: string, path = "connections", language: "tr" | "en" = "tr") => {
  await screens.open(language, path)
  await until(() => expect(card(title).querySelector(".waiting")).toBeNull())
}
const openForm = async (title: string, add: string) => {
  await openCard(title)
  await click(find("button", add, card(title)))
}
const openMenu = async (title: string, name: string) => {
  const menu = await until(() => find("button", `${name} işlemleri`, card(title)))
  await click(menu)
}

afterEach(() => {
  hasExtensions(true)
})

describe("the form of a webhook", () => {
  it("has the message of each field at the field, keeps what was typed when the server refuses the address, and shows the secret of a new one once", async () => {
    await openForm("Webhook uçları", "Webhook ucu ekle")
    await submit()
    expect([messageOf("url"), messageOf("events")]).toEqual([
      "http:// ya da https:// ile başlayan bir adres yazın.",
      "En az bir olay seçin.",
    ])
    expect(document.activeElement).toBe(field("url"))
    await type(field("url"), "https://10.0.0.1/kapı")
    await type(field("description"), "Bordro")
    await choose("events", "Kampanya · Yayımlandı")
    await choose("events", "Çekiliş · Sonuçlandı")
    await submit()
    await until(() => expect(messageOf("url")).toMatch(/özel ağ/))
    expect([field("url").value, field("description").value]).toEqual(["https://10.0.0.1/kapı", "Bordro"])
    expect(document.activeElement).toBe(field("url"))

    await type(field("url"), "https://93.184.216.34/kapı")
    await submit()
    const secret = await until(() => {
      expect(field("secret").value).toMatch(/^whsec_/)
      return field("secret").value
    })
    expect(text()).toContain("Bu anahtar bir daha gösterilmez")
    await press(document.activeElement, "Escape")
    expect(field("secret").value).toBe(secret)
    await click(find("dialog button", "Kapat"))
    await closed()
    await shows("Bordro")
    expect(card("Webhook uçları").textContent).toContain("2 olay")
    expect(document.documentElement.outerHTML).not.toContain(secret)
  })

  it("takes all events by one option, of which one remains when it is chosen, and is changed, paused, activated and deleted from its menu", async () => {
    await openForm("Webhook uçları", "Webhook ucu ekle")
    await type(field("url"), "https://93.184.216.35/menu")
    await choose("events", "Anket · Kapandı")
    await choose("events", "Tüm olaylar")
    expect(chips()).toEqual(["Tüm olaylar"])
    await choose("events", "Anket · Kapandı")
    expect(chips()).toEqual(["Anket · Kapandı"])
    await submit()
    await click(await until(() => find("dialog button", "Kapat")))
    const title = "93.184.216.35"
    const row = () => card("Webhook uçları").textContent ?? ""
    await openMenu("Webhook uçları", title)
    await click(find("[role=menuitem]", "Duraklat"))
    await until(() => expect(row()).toContain("Duraklatıldı"))
    await openMenu("Webhook uçları", title)
    await click(find("[role=menuitem]", "Aktifleştir"))
    await until(() => expect(row()).not.toContain("Duraklatıldı"))
    await openMenu("Webhook uçları", title)
    await click(find("[role=menuitem]", "Düzenle"))
    await type(field("description"), "Veri ambarı")
    await submit()
    await closed()
    await until(() => expect(row()).toContain("Veri ambarı"))
    await openMenu("Webhook uçları", "Veri ambarı")
    await click(find("[role=menuitem]", "Webhook ucunu sil"))
    await click(await until(() => find("dialog button", "Webhook ucunu sil")))
    await until(() => expect(row()).not.toContain("Veri ambarı"))
  })
})

describe("the mails", () => {
  it("are listed with what became of them, and one that was not sent is sent again", async () => {
    await openCard("E-postalar")
    const email = `yeni-${Date.now()}@yesilova.example`
    const person = { firstName: "Ece", lastName: "Koç", email, phoneNumber: "0532 555 10 10", role: "tenantAdmin" }
    const { call } = screens.api()
    await call("POST", "/user/create", { token: await screens.token("tr"), body: person })
    await screens.api().db.execute("update jobs set state = 'failed' where kind = 'message'")
    await click(find("a", "E-postaları göster"))
    const row = await until(() => find("tr", new RegExp(email)))
    expect(row.textContent).toMatch(/Kampanya Konsolu’na davet edildiniz.*Ece Koç.*Gönderilemedi.*Davet/)
    await click(find("button", /işlemleri/, row))
    await click(find("[role=menuitem]", "Yeniden gönder"))
    await until(() => expect(find("tr", new RegExp(email)).textContent).toContain("Gönderildi"))
    const choice = () => find("label", "Açık").querySelector("input")
    await click(choice())
    await until(() => expect(choice()?.checked).toBe(true))
    await screens.open("tr", "connections?mails")
    await until(() => expect(choice()?.checked).toBe(true))
  })
})

describe("the form of an access token", () => {
  it("shows the token once, with a message at each wrong field before", async () => {
    await openForm("Erişim anahtarları", "Erişim anahtarı oluştur")
    await type(field("days"), "400")
    await submit()
    expect(["name", "scopes", "days"].map(messageOf)).toEqual([
      "Anahtara bir ad verin.",
      "En az bir kapsam seçin.",
      "1 ile 365 arasında bir gün sayısı yazın.",
    ])
    await type(field("name"), "Bordro aktarımı")
    await type(field("days"), "30")
    await choose("scopes", "Çalışanlar · Okuma ve değiştirme")
    await submit()
    const token = await until(() => {
      expect(field("secret").value).toMatch(/^cck_/)
      return field("secret").value
    })
    await click(find("dialog button", "Kapat"))
    await until(() => expect(card("Erişim anahtarları").textContent).toContain("Bordro aktarımı"))
    expect(document.documentElement.outerHTML).not.toContain(token)
    expect(card("Erişim anahtarları").textContent).toContain(token.slice(0, 8))

    await openMenu("Erişim anahtarları", "Bordro aktarımı")
    await click(find("[role=menuitem]", "Anahtarı iptal et"))
    await click(await until(() => find("dialog button", "Anahtarı iptal et")))
    await until(() => expect(card("Erişim anahtarları").textContent).not.toContain("Bordro aktarımı"))
  })

  it("reads all records by one scope, beside which it may change those of a module", async () => {
    await openForm("Erişim anahtarları", "Erişim anahtarı oluştur")
    await choose("scopes", "Kampanyalar · Okuma")
    await choose("scopes", "Tüm kayıtları okuma")
    await choose("scopes", "Çalışanlar · Okuma ve değiştirme")
    expect(chips()).toEqual(["Tüm kayıtları okuma", "Çalışanlar · Okuma ve değiştirme"])
  })

  it("of the platform has no scopes", async () => {
    await openCard("Access tokens", "connections", "en")
    await click(find("button", "Create access token", card("Access tokens")))
    expect([field("name"), field("scopes")]).toEqual([expect.anything(), null])
    await type(field("name"), "Veri ambarı")
    await submit()
    await until(() => expect(field("secret").value).toMatch(/^cck_/))
    await click(find("dialog button", "Close"))
    await until(() => expect(card("Access tokens").textContent).toContain("Read all records"))
  })
})

describe("a server without the calls", () => {
  const sentences = ["Bağlı sunucu webhook göndermiyor.", "Bağlı sunucu erişim anahtarı vermiyor."]

  it("that has no extensions is not asked", async () => {
    hasExtensions(false)
    await screens.open("tr", "connections")
    for (const sentence of sentences) await shows(sentence)
    expect(card("Webhook uçları").querySelector("button")).toBeNull()
    expect(screens.calls.filter(call => /\/(webhook|token)/.test(call))).toEqual([])
  })

  it.each([500, 405])("whose call is answered by %i is asked again by a button", async status => {
    screens.fault = ({ url }) => (/\/webhook$/.test(url) ? envelope(status) : undefined)
    await screens.open("tr", "connections")
    await shows("Webhook uçları yüklenemedi")
    screens.fault = () => undefined
    await click(find("button", "Yeniden dene", card("Webhook uçları")))
    await until(() => expect(text()).not.toContain("Webhook uçları yüklenemedi"))
  })
})
