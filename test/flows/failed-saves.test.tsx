import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { reachabilityReported } from "../../src/state/connection"
import { unsavedChanges } from "../../src/state/instances"
import { accounts } from "../api"
import { hasExtensions } from "../extensions"
import { click, field, find, text, textOf, type, until } from "../kit"
import { consoleOnApi, envelope } from "../modules/kit"

/** A save that fails, or whose answer is lost, in the form of every kind (docs/console.md#forms). */
const screens = consoleOnApi()
const { calls } = screens
afterEach(() => {
  hasExtensions(true)
})

const submit = () => click(document.querySelector(".action-bar [type=submit]"))
const form = async (name = "") => {
  // A page that is loaded knows of no lost call.
  reachabilityReported(true)
  await screens.open("tr", "partner-management/add")
  await until(() => expect(field("name")).toBeTruthy())
  if (name) await type(field("name"), name)
}
const loseAnswers = () => {
  screens.isLost = call => call.startsWith("POST /backend/brand/create")
}
const saveLost = async () => {
  loseAnswers()
  await submit()
  await until(() => expect(text()).toContain("Ağ bağlantısı kurulamadı"))
  screens.isLost = () => false
}
/** Opens the form again with what was typed, as after a reload. */
const reload = async () => {
  await until(() => expect(localStorage.getItem(localStorage.key(0) ?? "")).toContain("unanswered"), 2_000)
  unsavedChanges.saveDraft()
  unsavedChanges.clear()
  await screens.close()
  await form()
  await click(find("button", "Geri yükle"))
}
const isCreated = () => until(() => expect(location.pathname).toMatch(/^\/user\/partner-management\/[\da-f-]{36}$/))
const named = async (name: string) => {
  const token = await screens.api().signIn(accounts.elif)
  const { value } = await screens.api().call("GET", `/brand/list?keyword=${encodeURIComponent(name)}`, { token })
  return value.totalCount as number
}

describe("a create whose answer was lost", () => {
  it("makes no second record after a reload", async () => {
    await form("Yanıtı kaybolan")
    await saveLost()
    await reload()
    await submit()
    await isCreated()
    expect(await named("Yanıtı kaybolan")).toBe(1)
  })

  it("and that was changed, lost, reloaded and changed again leads to the one record that stands", async () => {
    await form("Birinci ad")
    await saveLost()
    await type(field("name"), "İkinci ad")
    await saveLost()
    await reload()
    await type(field("name"), "Üçüncü ad")
    await submit()
    await until(() => expect(location.pathname).toMatch(/^\/user\/partner-management\/edit\/[\da-f-]{36}$/))
    await click(await until(() => find("button", "Geri yükle")))
    expect(field("name").value).toBe("Üçüncü ad")
    expect([await named("Birinci ad"), await named("İkinci ad"), await named("Üçüncü ad")]).toEqual([1, 0, 0])
  })

  describe("on a server without extensions", () => {
    beforeEach(() => {
      hasExtensions(false)
    })

    it("is not sent again before the person could look and agreed", async () => {
      await form("Belki kaydoldu")
      await saveLost()
      expect(text()).toContain("Kayıt oluşturulmuş olabilir")
      const link = find("a", "Listeyi kontrol et") as HTMLAnchorElement
      expect([link.getAttribute("href"), link.target]).toEqual(["/user/partner-management?keyword=Belki%20kaydoldu", "_blank"])
      await submit()
      await click(await until(() => find("dialog button", "Vazgeç")))
      await until(() => expect(text()).toContain("Kayıt yeniden gönderilmedi"))
      expect(await named("Belki kaydoldu")).toBe(1)
      // The same body within 10 s would be a repetition.
      screens.api().advance(11_000)
      await submit()
      await click(await until(() => find("dialog button", "Yeniden gönder")))
      await isCreated()
      expect(await named("Belki kaydoldu")).toBe(2)
    })

    it("is not sent again after a reload either", async () => {
      await form("Sonra kaydoldu")
      await saveLost()
      await reload()
      await submit()
      await until(() => expect(text()).toContain("Kayıt oluşturulmuş olabilir"))
      expect(await named("Sonra kaydoldu")).toBe(1)
    })
  })
})

it("the server's words stand at their fields, those of unknown fields in the summary; nothing typed is lost", async () => {
  await form("Akış denemesi")
  screens.break("POST /brand/create", () =>
    envelope(400, {
      validationErrors: [
        { propertyName: "Request.Name", errorMessage: "Bu ad kullanılıyor" },
        { propertyName: "Quota", errorMessage: "Kotanız doldu" },
      ],
    }),
  )
  await submit()
  await until(() => expect(textOf("#name-note")).toBe("Bu ad kullanılıyor"))
  expect(field("name").getAttribute("aria-invalid")).toBe("true")
  expect(textOf("[data-summary]")).toContain("Kotanız doldu")
  expect(field("name").value).toBe("Akış denemesi")
  expect(document.activeElement).toBe(field("name"))
  await type(field("name"), "Başka ad")
  expect(textOf("#name-note")).toBe("")
})

it("a failure says why, and what was typed stays", async () => {
  await form("Akış denemesi")
  const failed = "Bir hata oluştu. Lütfen daha sonra tekrar deneyin."
  const failures: [() => Response | Error, string][] = [
    [() => envelope(500), failed],
    [() => envelope(403), "Bu işlem için izniniz yok."],
    [() => new Response("<h1>502</h1>", { status: 502 }), failed],
    [() => envelope(200), "İş ortağı eklenemedi"],
    [() => new TypeError("fetch failed"), "Ağ bağlantısı kurulamadı. Bağlantınızı kontrol edip yeniden deneyin."],
    [() => envelope(429, {}, { "Retry-After": "9" }), "Çok fazla istek gönderildi. 9 saniye sonra yeniden deneyin."],
  ]
  for (const [answer, words] of failures) {
    calls.length = 0
    screens.fault = request => (request.method === "POST" ? answer() : undefined)
    await submit()
    await until(() => expect(textOf("[data-summary]")).toContain(words))
    expect(field("name").value).toBe("Akış denemesi")
    expect(calls.filter(call => call.startsWith("POST /backend/brand/create"))).toHaveLength(1)
  }
})

it("a form that was left while it saved reports the save, and leaves the next one alone", async () => {
  await form("Giderken kaydolan")
  let arrive = () => {}
  const arrived = new Promise<void>(done => {
    arrive = done
  })
  const send = globalThis.fetch
  globalThis.fetch = async (input, init) => {
    if (String(input).includes("/brand/create")) await arrived
    return send(input, init)
  }
  try {
    await submit()
    await click(find("nav a", "Kampanyalar"))
    await click(await until(() => find("dialog button", "Taslak olarak sakla ve çık")))
    const add = () => document.querySelector('main a[href$="/campaigns/add"]')
    await until(() => expect(add()).toBeTruthy())
    await click(add())
    await until(() => expect(field("title")).toBeTruthy())
    await type(field("title"), "Yazılmakta olan")
    arrive()
    await until(() => expect(textOf(".toaster")).toContain("Giderken kaydolan"))
  } finally {
    globalThis.fetch = send
  }
  expect(location.pathname).toBe("/user/campaigns/add")
  expect(field("title").value).toBe("Yazılmakta olan")
  expect(unsavedChanges.exist()).toBe(true)
  unsavedChanges.clear()
})
