import { afterEach, describe, expect, it, vi } from "vitest"
import { startAccess } from "../../src/effects/access"
import { flags } from "../../src/state/flags"
import { cache } from "../../src/state/instances"
import { permissions } from "../../src/state/permissions"
import { accounts } from "../api"
import { act, click, find, text, type, until } from "../kit"
import { consoleOnApi } from "../modules/kit"

/** Menus, routes and actions follow the company's flags and the person's permissions (docs/console.md#access-to-modules). */
const screens = consoleOnApi()
let given: { permissions?: string[]; flags?: object } = {}
let stop = () => {}
afterEach(async () => {
  await screens.close()
  stop()
})

const json = (value: unknown) => new Response(JSON.stringify({ isSuccess: true, value }))
const open = async (path: string, what: typeof given, email: string = accounts.elif) => {
  given = what
  screens.fault = ({ url }) => {
    const { pathname } = new URL(url)
    if (pathname.endsWith("/tenant/izinler") && given.permissions) return json(given.permissions)
    return pathname.endsWith("/modules") && given.flags ? json(given.flags) : undefined
  }
  stop = startAccess()
  await screens.openAs(path, email)
  await until(() => expect([permissions.isLoading, email === accounts.admin || flags.all]).not.toContain(undefined))
  await until(() => expect(permissions.isLoading).toBe(false))
}

const rows = () => document.querySelectorAll("tbody tr[data-row]")
const menu = () => [...document.querySelectorAll(".sidebar__nav a")].map(link => link.getAttribute("href"))
const items = async () => {
  await until(() => expect(rows()).toHaveLength(8))
  await click(rows()[0]?.querySelector(".table__actions button"))
  return [...document.querySelectorAll("[role=menuitem]")].map(item => item.textContent)
}

describe("a module that the company has switched off", () => {
  it("has no menu entry, and its address says so", async () => {
    await open("/user/campaigns", { flags: { campaignManagement: false } })
    await until(() => expect(document.querySelector("h1")?.textContent).toBe("Bu modül şirketiniz için kapalı"))
    expect(menu()).not.toContain("/user/campaigns")
    expect(rows()).toHaveLength(0)
  })

  it("stays open for an administrator", async () => {
    await open("/admin/campaigns", { flags: { campaignManagement: false } }, accounts.admin)
    await until(() => expect(rows()).toHaveLength(8))
    expect(menu()).toContain("/admin/campaigns")
  })
})

describe("the dashboard's flag", () => {
  it("hides the figures and nothing else", async () => {
    await open("/user/dashboard", { flags: { dashboard: false } })
    await until(() => expect(rows()).toHaveLength(8))
    expect(document.querySelector(".stats")).toBeNull()
  })

  it("of a module with figures hides its own", async () => {
    const token = await screens.api().signIn(accounts.admin)
    const me = await screens.api().call("GET", "/api/auth/me", { token: await screens.api().signIn(accounts.elif) })
    const switchTo = (userManagement: boolean) =>
      screens.api().call("PUT", `/tenant/${me.value.tenantId}/modules`, { token, body: { userManagement } })
    await switchTo(false)
    await open("/user/dashboard", {})
    const labels = () => [...document.querySelectorAll(".stat__label")].map(label => label.textContent)
    await until(() => expect(labels()).toHaveLength(3))
    expect(labels()).not.toContain("Aktif çalışan")
    await switchTo(true)
  })
})

describe("somebody who may only look at campaigns", () => {
  const looking = { permissions: ["campaigns.read"] }

  it("sees the list without anything that changes it or takes it away", async () => {
    await open("/user/campaigns", looking)
    expect(await items()).toEqual(["Görüntüle"])
    for (const label of ["Kampanya oluştur", "Dışa aktar"]) expect(() => find("button,a", label)).toThrow()
    expect(document.querySelectorAll("input[type=checkbox]")).toHaveLength(0)
  })

  it("is refused the form", async () => {
    await open("/user/campaigns/add", looking)
    await until(() => expect(text()).toContain("Bu işlem için izniniz yok"))
    expect(document.getElementById("title")).toBeNull()
    expect(text()).toContain("Bu modülde yalnızca görüntüleme izniniz var")
  })
})

describe("the page of a partner", () => {
  const partner = async () => {
    const { value } = await screens
      .api()
      .call("GET", "/brand/list?pageSize=1", { token: await screens.api().signIn(accounts.elif) })
    return `/user/partner-management/${value.brands[0].id}`
  }
  const card = () => [...document.querySelectorAll("h2")].find(heading => heading.textContent === "Kullanıldığı yerler")

  it("names the campaigns and gift cards that use it, and asks for no campaigns where they are switched off", async () => {
    const path = await partner()
    await open(path, {})
    await until(() => expect(card()).toBeTruthy())
    await screens.close()
    stop()
    cache.clear()
    screens.calls.length = 0
    await open(path, { flags: { campaignManagement: false } })
    await until(() => expect(screens.calls.join()).toContain("GET /backend/gift/list"))
    expect(screens.calls.join()).not.toContain("GET /backend/campaign/list")
  })
})

describe("somebody with unknown permissions only", () => {
  it("is not restricted", async () => {
    await open("/user/campaigns", { permissions: ["whatever", "campaign.read"] })
    expect(await items()).toContain("Düzenle")
    find("a", "Kampanya oluştur")
    find("button", "Dışa aktar")
  })
})

describe("what is taken away while the console is open", () => {
  const admin = async (method: string, path: string, body?: unknown) => {
    const answer = await screens.api().call(method, path, { token: await screens.api().signIn(accounts.admin), body })
    expect(answer.status).toBe(200)
    return answer.value
  }
  const elif = async () =>
    (await screens.api().call("GET", "/api/auth/me", { token: await screens.api().signIn(accounts.elif) })).value
  const give = async (list: string[]) => admin("PUT", `/user/${(await elif()).userId}/permissions`, list)
  const switchTo = async (campaignManagement: boolean) =>
    admin("PUT", `/tenant/${(await elif()).tenantId}/modules`, { campaignManagement })

  afterEach(async () => {
    vi.useRealTimers()
    await give([])
    await switchTo(true)
  })

  it("closes the buttons as soon as a call is refused", async () => {
    await open("/user/campaigns", {})
    await until(() => expect(rows()).toHaveLength(8))
    find("a", "Kampanya oluştur")
    await give(["campaigns.read"])
    expect(await items()).toContain("Sil")
    await click(find("[role=menuitem]", "Sil"))
    await click(await until(() => find("dialog[open] button", /sil$/i)))
    await until(() => expect(document.querySelector(".toast")?.textContent).toContain("izniniz yok"))
    await until(() => expect(() => find("a", "Kampanya oluştur")).toThrow())
    expect(rows()).toHaveLength(8)
  })

  it.each([
    ["a permission", () => give(["campaigns.read"]), "Bu modülde yalnızca görüntüleme izniniz var"],
    ["a module", () => switchTo(false), "Bu modül şirketiniz için kapalı"],
  ])("leaves what was typed readable where %s was taken, and keeps it as a draft", async (_, take, later) => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "Date"], now: Date.now() })
    await open("/user/campaigns/add", {})
    await until(() => expect(document.getElementById("title")).not.toBeNull())
    await type(document.getElementById("title"), "Yarım kalan kampanya")
    await take()
    await act(async () => void vi.advanceTimersByTime(60_000))
    await until(() => expect(text()).toContain("Bu sayfada artık kaydedemezsiniz"))
    const field = document.getElementById("title") as HTMLInputElement
    expect([field.value, document.activeElement]).toEqual(["Yarım kalan kampanya", field])
    expect(JSON.stringify({ ...localStorage })).toContain("Yarım kalan kampanya")
    await click(find(".sidebar__nav a", "İş ortakları"))
    await until(() => expect(location.pathname).toBe("/user/partner-management"))
    expect(document.querySelector("dialog[open]")).toBeNull()
    expect(JSON.stringify({ ...localStorage })).toContain("Yarım kalan kampanya")
    await screens.close()
    await screens.show("/user/campaigns/add")
    await until(() => expect(text()).toContain(later))
  })

  it("closes the route and the menu entry of a module that is switched off, within a minute", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "Date"], now: Date.now() })
    await open("/user/campaigns/add", {})
    await until(() => expect(document.getElementById("title")).not.toBeNull())
    await switchTo(false)
    await act(async () => void vi.advanceTimersByTime(60_000))
    await until(() => expect(text()).toContain("Bu modül şirketiniz için kapalı"))
    expect([menu().includes("/user/campaigns"), document.getElementById("title")]).toEqual([false, null])
    await switchTo(true)
    await act(async () => void vi.advanceTimersByTime(60_000))
    await until(() => expect(menu()).toContain("/user/campaigns"))
  })
})

it("the header names the current page where the sidebar does not, and marks it in its menu", async () => {
  await open("/user/reports", {})
  const button = await until(() => find(".topbar [aria-haspopup=menu]", "Diğer modüllerRaporlar"))
  await click(button)
  expect([...document.querySelectorAll("[role=menuitem][aria-current=page]")].map(item => item.textContent)).toEqual(["Raporlar"])
})
