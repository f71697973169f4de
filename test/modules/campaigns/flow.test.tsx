import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { startUndo } from "../../../src/effects/undo"
import { config } from "../../../src/state/config"
import { reachabilityReported } from "../../../src/state/connection"
import { cache, unsavedChanges } from "../../../src/state/instances"
import { accounts } from "../../api"
import { act, click, find, rows, text, type, until } from "../../kit"
import { consoleOnApi, envelope } from "../kit"

/** Campaign screens on the real API, with faults put between them. */
const screens = consoleOnApi()
const { calls } = screens
let stopUndo: () => void = () => {}

const open = (path: string, email?: string) => {
  // A page that is loaded knows of no lost call.
  reachabilityReported(true)
  return screens.openAs(path, email)
}

beforeEach(() => {
  stopUndo = startUndo()
})
afterEach(() => stopUndo())

describe("the list", () => {
  it("shows what the API has, eight to a page, with its total", async () => {
    await open("/user/campaigns")
    await until(() => expect(rows()).toHaveLength(8))
    expect(document.title).toContain("Kampanyalar")
    const token = await screens.token("tr")
    const { value } = await screens.api().call("GET", "/campaign/list", { token })
    expect(document.querySelector(".pager p")?.textContent).toBe(`1–8 / ${value.totalCount} kampanya`)
  })

  it("that fails says so, quotes the request, and comes on another try", async () => {
    screens.fault = request =>
      request.url.includes("/campaign/list") ? envelope(500, {}, { "X-Request-Id": "istek-42" }) : undefined
    await open("/user/campaigns")
    await until(() => expect(text()).toContain("Kampanyalar yüklenemedi"))
    expect(text()).toContain("500 · istek-42")
    screens.fault = () => undefined
    await click(find("button", "Yeniden dene"))
    await until(() => expect(rows()).toHaveLength(8))
  })

  it("that can't be loaded anew keeps its rows, says that they are old, and comes on another try", async () => {
    await open("/user/campaigns")
    await until(() => expect(rows()).toHaveLength(8))
    screens.fault = request => (request.url.includes("/campaign/list") ? envelope(503, {}) : undefined)
    await act(async () => cache.invalidate("campaigns"))
    await until(() => expect(text()).toContain("Kampanyalar yüklenemedi"))
    expect(rows()).toHaveLength(8)
    screens.fault = () => undefined
    await click(find(".alert button", "Yeniden dene"))
    await until(() => expect(text()).not.toContain("Kampanyalar yüklenemedi"))
    expect(rows()).toHaveLength(8)
  })

  it("that finds nothing says for what, and clears its filters", async () => {
    await open("/user/campaigns?keyword=bulunmaz")
    await until(() => expect(text()).toContain("“bulunmaz” için sonuç yok"))
    await click(find(".empty button", "Filtreleri temizle"))
    await until(() => expect(rows()).toHaveLength(8))
    expect(location.search).toBe("")
  })

  it("of a server that sends odd rows still stands", async () => {
    const odd = [{ id: 7 }, { id: "8", title: null, status: 99, rewardType: "percentage", rewardValue: 5, media: null }]
    screens.fault = request =>
      request.url.includes("/campaign/list")
        ? new Response(JSON.stringify({ Value: { Campaigns: odd, TotalCount: 2 }, IsSuccess: true }))
        : undefined
    await open("/user/campaigns")
    await until(() => expect(rows()).toHaveLength(2))
    expect(text()).toContain("Bilinmiyor")
    expect(text()).not.toContain("undefined")
  })
})

describe("the form", () => {
  const fill = async () => {
    await until(() => expect(document.getElementById("title")).toBeTruthy())
    await type(document.getElementById("title"), "Akış denemesi")
    await type(document.getElementById("description"), "Açıklama")
    for (const [id, part] of [
      ["brandId", "moda"],
      ["categoryId", "giyim"],
    ] as const) {
      await type(document.getElementById(id), part)
      await until(() => expect(document.querySelector("[role=option]")).toBeTruthy())
      await act(async () =>
        document.querySelector("[role=option]")?.dispatchEvent(new Event("pointerdown", { bubbles: true, cancelable: true })),
      )
    }
    await type(document.getElementById("rewardValue"), "12,5")
    await type(document.getElementById("startDate"), "1.4.2026")
    await type(document.getElementById("endDate"), "30/04/2026")
  }

  const titled = async (title: string) => {
    const { value } = await screens.api().call("GET", `/campaign/list?keyword=${encodeURIComponent(title)}`, {
      token: await screens.api().signIn(accounts.elif),
    })
    return value.totalCount as number
  }
  /** Publishes while the answer is lost on the way. */
  const publishLost = async (title: string) => {
    await open("/user/campaigns/add")
    await fill()
    await type(document.getElementById("title"), title)
    screens.isLost = call => call.startsWith("POST /backend/campaign/create")
    await click(find("button", "Kampanyayı yayımla"))
    await until(() => expect(text()).toContain("Ağ bağlantısı kurulamadı"))
    screens.isLost = () => false
  }

  it("whose answer was lost makes no second record after a reload and its draft", async () => {
    await publishLost("Yanıtı kaybolan")
    await until(() => expect(localStorage.length).toBeGreaterThan(0), 2_000)
    unsavedChanges.saveDraft()
    unsavedChanges.clear()
    await screens.close()
    await open("/user/campaigns/add")
    await click(find("button", "Geri yükle"))
    await click(find("button", "Kampanyayı yayımla"))
    await until(() => expect(location.pathname).toMatch(/^\/user\/campaigns\/[\da-f-]{36}$/))
    expect(await titled("Yanıtı kaybolan")).toBe(1)
  })

  describe("on a server without extensions, whose answer was lost,", () => {
    beforeEach(() => {
      config.extensions = false
    })
    afterEach(() => {
      config.extensions = true
    })

    it("is not sent again before the person could look and agreed", async () => {
      await publishLost("Belki kaydoldu")
      expect(text()).toContain("Kayıt oluşturulmuş olabilir")
      const link = find("a", "Listeyi kontrol et") as HTMLAnchorElement
      expect([link.getAttribute("href"), link.target]).toEqual(["/user/campaigns?keyword=Belki%20kaydoldu", "_blank"])
      await click(find("button", "Kampanyayı yayımla"))
      await until(() => find("dialog button", "Yeniden gönder"))
      expect(await titled("Belki kaydoldu")).toBe(1)
      await click(find("dialog button", "Vazgeç"))
      await until(() => expect(text()).toContain("Kayıt yeniden gönderilmedi"))
      expect(await titled("Belki kaydoldu")).toBe(1)
      // The same body within 10 s would be a repetition.
      screens.api().advance(11_000)
      await click(find("button", "Kampanyayı yayımla"))
      await click(await until(() => find("dialog button", "Yeniden gönder")))
      await until(() => expect(location.pathname).toMatch(/^\/user\/campaigns\/[\da-f-]{36}$/))
      expect(await titled("Belki kaydoldu")).toBe(2)
    })

    it("says so after a reload as well", async () => {
      await publishLost("Sonra kaydoldu")
      await until(() => expect(localStorage.getItem(localStorage.key(0) ?? "")).toContain("unanswered"), 2_000)
      unsavedChanges.saveDraft()
      unsavedChanges.clear()
      await screens.close()
      await open("/user/campaigns/add")
      await click(find("button", "Geri yükle"))
      await click(find("button", "Kampanyayı yayımla"))
      await until(() => expect(text()).toContain("Kayıt oluşturulmuş olabilir"))
      expect(await titled("Sonra kaydoldu")).toBe(1)
    })
  })

  it("whose answer was lost and that was changed since leads to the record that stands already", async () => {
    await publishLost("Önceki ad")
    await type(document.getElementById("title"), "Sonraki ad")
    await click(find("button", "Kampanyayı yayımla"))
    await until(() => expect(location.pathname).toMatch(/^\/user\/campaigns\/edit\/[\da-f-]{36}$/))
    await until(() => find("button", "Geri yükle"))
    await click(find("button", "Geri yükle"))
    expect((document.getElementById("title") as HTMLInputElement).value).toBe("Sonraki ad")
    expect([await titled("Önceki ad"), await titled("Sonraki ad")]).toEqual([1, 0])
  })

  it("whose answers were lost, reloaded and changed, leads to the one record that stands", async () => {
    await publishLost("Birinci ad")
    await type(document.getElementById("title"), "İkinci ad")
    screens.isLost = call => call.startsWith("POST /backend/campaign/create")
    await click(find("button", "Kampanyayı yayımla"))
    await until(() => expect(text()).toContain("Ağ bağlantısı kurulamadı"))
    screens.isLost = () => false
    await until(() => expect(localStorage.getItem(localStorage.key(0) ?? "")).toContain("unanswered"), 2_000)
    unsavedChanges.saveDraft()
    unsavedChanges.clear()
    await screens.close()
    await open("/user/campaigns/add")
    await click(find("button", "Geri yükle"))
    await type(document.getElementById("title"), "Üçüncü ad")
    await click(find("button", "Kampanyayı yayımla"))
    await until(() => expect(location.pathname).toMatch(/^\/user\/campaigns\/edit\/[\da-f-]{36}$/))
    expect([await titled("Birinci ad"), await titled("İkinci ad"), await titled("Üçüncü ad")]).toEqual([1, 0, 0])
  })

  it("is not offered to a company for a record of the platform's", async () => {
    const { value } = await screens
      .api()
      .call("GET", "/campaign/list?pageSize=100", { token: await screens.api().signIn(accounts.elif) })
    const platform = value.campaigns.find(({ tenantId }: { tenantId: string | null }) => tenantId === null)
    await open(`/user/campaigns/edit/${platform.id}`)
    await until(() => expect(text()).toContain("Bu kayıt platforma ait"))
    expect(document.getElementById("title")).toBeNull()
  })

  it("saves what was typed, in the wire's own form", async () => {
    await open("/user/campaigns/add")
    await fill()
    await click(find("button", "Kampanyayı yayımla"))
    await until(() => expect(location.pathname).toMatch(/^\/user\/campaigns\/[\da-f-]{36}$/))
    const id = location.pathname.split("/").at(-1)
    const { value } = await screens.api().call("GET", `/campaign/${id}`, { token: await screens.api().signIn(accounts.elif) })
    expect(value).toMatchObject({
      title: "Akış denemesi",
      rewardValue: 12.5,
      startDate: "2026-03-31T21:00:00.000Z",
      endDate: "2026-04-30T20:59:00.000Z",
      participantLimit: null,
    })
    expect(text()).toContain("Kampanya oluşturuldu")
  })

  it("compares the value of a percentage under a name that fits each reward", async () => {
    const token = await screens.api().signIn(accounts.elif)
    const { value } = await screens.api().call("GET", "/campaign/list?pageSize=100", { token })
    const own = value.campaigns.find(
      (row: { tenantId: string | null; rewardType: number; status: number }) =>
        row.tenantId && !row.rewardType && row.status === 2,
    )
    await open(`/user/campaigns/edit/${own.id}`)
    await until(() => expect((document.getElementById("rewardValue") as HTMLInputElement)?.value).toBeTruthy())
    await screens.api().call("PUT", "/campaign/update", { token, body: { campaignId: own.id, terms: "Bu arada eklendi" } })
    await type(document.getElementById("rewardValue"), "77")
    await click(document.querySelector(".action-bar [type=submit]"))
    await until(() => expect(text()).toContain("Bu kayıt siz düzenlerken değişti"))
    const labels = [...document.querySelectorAll("dialog tbody th")].map(head => head.textContent)
    expect(labels).toContain("İndirim")
  })

  it("puts the server's words on their fields, and those of unknown fields in the summary; nothing typed is lost", async () => {
    screens.fault = request =>
      request.method === "POST"
        ? envelope(400, {
            validationErrors: [
              { propertyName: "Request.Title", errorMessage: "Bu ad kullanılıyor" },
              { propertyName: "Quota", errorMessage: "Kotanız doldu" },
            ],
          })
        : undefined
    await open("/user/campaigns/add")
    await fill()
    await click(find("button", "Kampanyayı yayımla"))
    await until(() => expect(text()).toContain("Bu ad kullanılıyor"))
    const title = document.getElementById("title") as HTMLInputElement
    expect(title.getAttribute("aria-invalid")).toBe("true")
    expect(document.getElementById("title-note")?.textContent).toBe("Bu ad kullanılıyor")
    expect(document.querySelector("[data-summary]")?.textContent).toContain("Kotanız doldu")
    expect(title.value).toBe("Akış denemesi")
    expect(document.activeElement).toBe(title)
    await type(title, "Başka ad")
    expect(document.getElementById("title-note")).toBeNull()
  })

  it("that fails says why, and keeps what was typed", async () => {
    await open("/user/campaigns/add")
    await fill()
    const failed = "Bir hata oluştu. Lütfen daha sonra tekrar deneyin."
    const failures: [() => Response | Error, string][] = [
      [() => envelope(500), failed],
      [() => envelope(403), "Bu işlem için izniniz yok."],
      [() => new Response("<h1>502</h1>", { status: 502 }), failed],
      [() => envelope(200), "Kampanya oluşturulamadı"],
      [() => new TypeError("fetch failed"), "Ağ bağlantısı kurulamadı. Bağlantınızı kontrol edip yeniden deneyin."],
      [() => envelope(429, {}, { "Retry-After": "9" }), "Çok fazla istek gönderildi. 9 saniye sonra yeniden deneyin."],
    ]
    for (const [answer, words] of failures) {
      calls.length = 0
      screens.fault = request => (request.method === "POST" ? answer() : undefined)
      await click(find("button", "Kampanyayı yayımla"))
      await until(() => expect(document.querySelector("[data-summary]")?.textContent).toContain(words))
      expect((document.getElementById("title") as HTMLInputElement).value).toBe("Akış denemesi")
      expect(find("button", "Taslak olarak kaydet")).toBeTruthy()
      expect(calls.filter(call => call.startsWith("POST /backend/campaign/create"))).toHaveLength(1)
    }
  })

  it("sent twice after a lost answer makes one record", async () => {
    await open("/user/campaigns/add")
    await fill()
    await type(document.getElementById("title"), "Bir tek kayıt")
    let isFirst = true
    screens.isLost = call => {
      const isLost = isFirst && call.startsWith("POST")
      if (isLost) isFirst = false
      return isLost
    }
    await click(find("button", "Kampanyayı yayımla"))
    await until(() => expect(text()).toContain("Ağ bağlantısı kurulamadı"))
    await click(find("button", "Kampanyayı yayımla"))
    await until(() => expect(location.pathname).toMatch(/^\/user\/campaigns\/[\da-f-]{36}$/))
    const { value } = await screens
      .api()
      .call("GET", "/campaign/list?keyword=bir%20tek", { token: await screens.api().signIn(accounts.elif) })
    expect(value.totalCount).toBe(1)
  })
})

describe("a record of another company", () => {
  it("is not found, like one that never was", async () => {
    const token = await screens.api().signIn(accounts.mert)
    const mine = (await screens.api().call("GET", "/tenant/getcurrenttenantid", { token })).value
    const list = (await screens.api().call("GET", "/campaign/list?pageSize=100", { token })).value.campaigns
    const { id } = list.find((row: { tenantId: string }) => row.tenantId === mine)
    await open(`/user/campaigns/edit/${id}`)
    await until(() => expect(text()).toContain("İstenilen kaynak bulunamadı"))
  })
})
