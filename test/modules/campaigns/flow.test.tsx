import { describe, expect, it } from "vitest"
import { cache } from "../../../src/state/instances"
import { accounts } from "../../api"
import { act, click, find, rows, text, type, until } from "../../kit"
import { consoleOnApi, envelope } from "../kit"

/** Campaign screens on the real API, with faults put between them. */
const screens = consoleOnApi()
const open = (path: string) => screens.openAs(path)

describe("the list", () => {
  it("shows what the API has, keeps it and says that it is old when it cannot be loaded anew, and what it finds nothing for", async () => {
    await open("/user/campaigns")
    await until(() => expect(rows()).toHaveLength(8))
    expect(document.title).toContain("Kampanyalar")
    const token = await screens.token("tr")
    const { value } = await screens.api().call("GET", "/campaign/list", { token })
    expect(document.querySelector(".pager p")?.textContent).toBe(`1–8 / ${value.totalCount} kampanya`)

    screens.fault = request => (request.url.includes("/campaign/list") ? envelope(503, {}) : undefined)
    await act(async () => cache.invalidate("campaigns"))
    await until(() => expect(text()).toContain("Kampanyalar yüklenemedi"))
    expect(rows()).toHaveLength(8)
    screens.fault = () => undefined
    await click(find(".alert button", "Yeniden dene"))
    await until(() => expect(text()).not.toContain("Kampanyalar yüklenemedi"))
    expect(rows()).toHaveLength(8)

    await type(document.querySelector("input[type=search]"), "bulunmaz")
    await until(() => expect(text()).toContain("“bulunmaz” için sonuç yok"))
    await click(find(".empty button", "Filtreleri temizle"))
    await until(() => expect(rows()).toHaveLength(8))
    expect(location.search).toBe("")
  })
})

describe("the setup of a company", () => {
  it("names what is left of the company's own work above the list, until it is done or hidden", async () => {
    const setup = () =>
      [...document.querySelectorAll("section.card")].find(card => card.textContent?.includes("Şirketinizin kurulumu"))
    await open("/user/dashboard")
    await until(() => expect(rows()).toHaveLength(8))
    expect(setup()).toBeUndefined()
    const { db } = screens.api()
    await db.execute(`update tenants set phone = '' where name = 'Yeşilova Grup'`)
    cache.clear()
    await open("/user/dashboard")
    await until(() => expect(setup()?.querySelectorAll("li")).toHaveLength(2))
    expect(setup()?.querySelector("a")?.getAttribute("href")).toBe("/user/profile?company")
    expect([...(setup()?.querySelectorAll(".badge") ?? [])].map(({ textContent }) => textContent)).toEqual([
      "Bekliyor",
      "Tamamlandı",
    ])
    await click(find("section.card button", "Gizle"))
    await until(() => expect(setup()).toBeUndefined())
    await open("/user/dashboard")
    await until(() => expect(rows()).toHaveLength(8))
    expect(setup()).toBeUndefined()
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
})
