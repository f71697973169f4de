import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { App } from "../../../src/app/app"
import { loadRoute } from "../../../src/app/routing/prefetch"
import { cache, unsavedChanges } from "../../../src/state/instances"
import { signedOut, verified } from "../../../src/state/session"
import { dismissAll } from "../../../src/state/toasts"
import { act, click, find, mount, speak, text, type, until } from "../../kit"
import { uploads } from "../kit"
import { UploadRequest } from "../upload-request"

/**
 * What counts as success in each call on payment providers, as the person at the form sees it
 * (docs/contract.md#payment-provider-calls).
 */
const tokens = { token: "t", tokenExpiry: Date.now() + 900_000, refreshToken: "r", refreshExpiry: Date.now() + 9e8 }
const admin = { email: "a@p.example", role: "Administrator" as const, userId: "1" }
const record = { id: "7", name: "Köprü Ödeme", tenantId: null, tenantIds: [], categoryIds: [], status: 1 }

let answer: (method: string, path: string) => Response | undefined
let unmount = async () => {}
const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status })

beforeEach(() => {
  answer = () => undefined
  vi.stubGlobal("XMLHttpRequest", UploadRequest)
  vi.stubGlobal("fetch", async (url: string, init?: RequestInit) => {
    const path = String(url).replace(/^.*?\/backend/, "")
    const own = answer(init?.method ?? "GET", path)
    if (own) return own
    if (path.startsWith("/payment/7")) return json({ isSuccess: true, value: record })
    return json({ isSuccess: true, value: [] })
  })
})
afterEach(async () => {
  unsavedChanges.clear()
  await unmount()
  await act(async () => {
    signedOut("left")
    cache.clear()
    dismissAll()
  })
  vi.unstubAllGlobals()
  localStorage.clear()
})

const open = async (path: string) => {
  speak("tr")
  verified(admin, tokens)
  history.replaceState(null, "", path)
  await loadRoute(path)
  ;({ unmount } = await mount(<App />))
  await until(() => expect(document.getElementById("name")).toBeTruthy())
}
const base = "/admin/payment-management"

describe("an update", () => {
  const save = async (response: () => Response) => {
    answer = (method, path) => (method === "PUT" && path === "/payment/update" ? response() : undefined)
    await open(`${base}/edit/7`)
    await type(document.getElementById("name"), "Yeni ad")
    await click(find("button", "Kaydet"))
  }

  it.each<[string, () => Response]>([
    ["says that it was none", () => json({ isSuccess: false, errors: ["Hayır"] })],
    ["has another status", () => json({ isSuccess: false, status: 8 })],
    ["is no JSON", () => new Response("<html>")],
    ["is empty", () => new Response(null, { status: 204 })],
  ])("is a success on any 2xx, also when its body %s", async (_, response) => {
    await save(response)
    await until(() => expect(location.pathname).toBe(`${base}/7`))
  })

  it("shows validationErrors of a success on the form's fields, which stays open", async () => {
    await save(() =>
      json({
        isSuccess: true,
        value: record,
        validationErrors: [{ propertyName: "Website", errorMessage: "Adres yanıt vermiyor" }],
      }),
    )
    await until(() => expect(document.getElementById("website-note")?.textContent).toBe("Adres yanıt vermiyor"))
    expect(text()).toContain("Kaydedildi. Sunucunun uyarıları:")
    expect(location.pathname).toBe(`${base}/edit/7`)
  })

  it.each([
    [400, "Ödeme sağlayıcısı güncellenemedi"],
    [500, "Bir hata oluştu. Lütfen daha sonra tekrar deneyin."],
  ])("is a failure on %i", async (status, words) => {
    await save(() => json({ isSuccess: true }, status))
    await until(() => expect(text()).toContain(words))
    expect((document.getElementById("name") as HTMLInputElement).value).toBe("Yeni ad")
  })
})

describe("a create", () => {
  const save = async (response: () => Response) => {
    answer = (method, path) => (method === "POST" && path === "/payment/create" ? response() : undefined)
    await open(`${base}/add`)
    await type(document.getElementById("name"), "Yeni sağlayıcı")
    await click(find("button", "Kaydet"))
  }

  it("is a success with isSuccess true, or with status 0", async () => {
    await save(() => json({ isSuccess: false, status: 0, value: record }))
    await until(() => expect(location.pathname).toBe(`${base}/7`))
  })

  it("is a failure with another status", async () => {
    await save(() => json({ isSuccess: false, status: 8 }))
    await until(() => expect(text()).toContain("Ödeme sağlayıcısı eklenemedi"))
    expect(location.pathname).toBe(`${base}/add`)
  })
})

describe("a picture", () => {
  it("counts with status 0, and not with another", async () => {
    let status = 8
    answer = (_, path) =>
      path === "/payment/media" ? json({ isSuccess: false, status, value: "/backend/media/logo.png" }) : undefined
    await open(`${base}/add`)
    await uploads()
    await until(() => expect(text()).toContain("Görsel yüklenemedi: Yükleme başarısız oldu"))
    status = 0
    await click(find(".upload-item button", /yeniden yükle/))
    await until(() => expect(document.querySelector(".media-list img")?.getAttribute("src")).toBe("/backend/media/logo.png"))
  })
})

describe("a write", () => {
  it("shows in a list that was read before it", async () => {
    let name = "Köprü Ödeme"
    answer = (method, path) => {
      if (method === "PUT") name = "Yeni ad"
      return path.startsWith("/payment/list")
        ? json({ isSuccess: true, value: { payments: [{ ...record, name }], totalCount: 1 } })
        : undefined
    }
    await open(`${base}/edit/7`)
    const { listProviders } = await import("../../../src/modules/payments/api")
    const query = { page: 0, pageSize: 8 }
    const names = async () => (await cache.load(listProviders, query)).rows.map(row => row.name)
    expect(await names()).toEqual(["Köprü Ödeme"])
    await type(document.getElementById("name"), "Yeni ad")
    await click(find("button", "Kaydet"))
    await until(() => expect(location.pathname).toBe(`${base}/7`))
    expect(await names()).toEqual(["Yeni ad"])
  })
})
