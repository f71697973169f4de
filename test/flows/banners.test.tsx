import { afterEach, describe, expect, it } from "vitest"
import { reachabilityReported } from "../../src/state/connection"
import { unsavedChanges } from "../../src/state/instances"
import { release } from "../../src/state/release"
import { hasExtensions } from "../extensions"
import { act, click, field, find, textOf, type, until } from "../kit"
import { consoleOnApi, envelope } from "../modules/kit"

/** Banners of a page, and the question before unsaved work is lost (docs/console.md#banners). */
const screen = consoleOnApi()
afterEach(() => {
  hasExtensions(true)
  release.isReplaced = false
  reachabilityReported(true)
})

const banners = () => [...document.querySelectorAll("main .alert > div > b")].map(({ textContent }) => textContent)
const save = () => click(document.querySelector(".action-bar [type=submit]"))
const form = async (name = "") => {
  await screen.open("tr", "partner-management/add")
  await until(() => expect(field("name")).toBeTruthy())
  if (name) await type(field("name"), name)
}
const draft = async (name: string) => {
  await form(name)
  unsavedChanges.saveDraft()
  unsavedChanges.clear()
  await screen.close()
}
const lose = (isLost: boolean) => act(async () => reachabilityReported(!isLost))

describe("of several banners only the first is shown:", () => {
  it("connection, release, draft; and the next one once its cause is gone", async () => {
    await draft("Yarım")
    await form()
    expect(banners()).toEqual(["Kaydedilmemiş yazdıklarınız var"])
    await act(async () => {
      release.isReplaced = true
    })
    expect(banners()).toEqual(["Konsolun yeni bir sürümü var"])
    await lose(true)
    expect(banners()).toEqual(["Sunucuya ulaşılamıyor"])
    await lose(false)
    expect(banners()).toEqual(["Konsolun yeni bir sürümü var"])
  })

  it("what became of the save stands before the connection, and says when that is back", async () => {
    await form("Çevrimdışı")
    screen.break("POST /brand/create", () => {
      reachabilityReported(false)
      throw new TypeError("offline")
    })
    await save()
    await until(() => expect(banners()).toEqual([expect.stringMatching(/^Ağ bağlantısı kurulamadı/)]))
    await lose(true)
    expect(banners()).toHaveLength(1)
    await lose(false)
    expect([banners().length, textOf("[data-summary] [data-tone=info] b")]).toEqual([
      1,
      "Bağlantı geri geldi; yeniden kaydedebilirsiniz.",
    ])
  })

  it("a create that may have succeeded is told below the failure, not beside it", async () => {
    hasExtensions(false)
    await form("Belki")
    screen.break("POST /brand/create", () => {
      throw new TypeError("cut off")
    })
    await save()
    await until(() => expect(textOf("[data-summary]")).toContain("Kayıt oluşturulmuş olabilir"))
    expect(banners()).toHaveLength(1)
    expect(find("[data-summary] a", "Listeyi kontrol et")).toBeTruthy()
  })
})

it("the request id of a failed read stands once", async () => {
  screen.break("GET /brand/list", () => {
    const answer = envelope(500)
    answer.headers.set("X-Request-Id", "istek-7")
    return answer
  })
  await screen.open("tr", "partner-management")
  await until(() => expect(textOf("main")).toContain("istek-7"))
  expect(textOf("main").split("istek-7")).toHaveLength(2)
})

describe("the question before unsaved work is left", () => {
  const kept = " Taslak olarak saklarsanız yazdıklarınız bu tarayıcıda 7 gün kalır; formu yeniden açtığınızda önerilir."
  const asked = async () => {
    await click(find(".action-bar button", "Vazgeç"))
    await until(() => expect(document.querySelector("dialog[open]")).toBeTruthy())
    const words = textOf("dialog[open] p")
    await click(find("dialog[open] button", "Sayfada kal"))
    return words
  }

  it("names what a new record loses, and what is kept", async () => {
    await draft("Öteki")
    await form("Yeni")
    await type(field("location"), "İzmir")
    expect(await asked()).toBe(`Değişen alanlar: İş ortağı adı, Konum. Kayıt oluşturulmaz.${kept} Diğer taslağınız saklanır.`)
  })

  it("says of a stored record that it stays", async () => {
    const token = await screen.token("tr")
    const body = { name: "Kayıtlı", tenantIds: [], contacts: [] }
    const { value } = await screen.api().call("POST", "/brand/create", { token, body })
    await screen.open("tr", `partner-management/edit/${value.id}`)
    await until(() => expect(field("location")).toBeTruthy())
    await type(field("location"), "Bursa")
    expect(await asked()).toBe(`Değişen alanlar: Konum. Kayıtlı bilgiler değişmez.${kept}`)
  })
})
