import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import type { Language } from "../../../src/core/text/i18n"
import { startToasts } from "../../../src/effects/toasts"
import { startUndo } from "../../../src/effects/undo"
import { hasExtensions } from "../../extensions"
import { click, downloadOf, find, main, rows, search, until } from "../../kit"
import { consoleOnApi, envelope } from "../kit"

/** The list of feedback: figures, filters, due times, actions and export, for a company in Turkish and the platform in English. */
const screens = consoleOnApi()

const path = "feedback-management"

let stops: (() => void)[] = []
beforeEach(() => {
  stops = [startToasts(), startUndo()]
})
afterEach(() => {
  for (const stop of stops) stop()
  vi.restoreAllMocks()
})

const undo = async () => {
  await until(() => expect(document.querySelector(".toast button")).toBeTruthy())
  await click(find(".toast button", "Geri al"))
}
const cells = (label: string) => [...document.querySelectorAll(`td[data-label="${label}"]`)].map(cell => cell.textContent ?? "")
const notes = () => [...document.querySelectorAll(".table__main small")].map(note => note.textContent ?? "")
const isLoaded = () =>
  until(() => expect(document.querySelector(".table-wrap [aria-busy=true], table[aria-busy=true]")).toBeNull())

const openList = async (language: Language, query = "") => {
  await screens.open(language, path + query)
  await until(() => expect(rows().length).toBeGreaterThan(0))
}

const call = async <T,>(method: string, address: string, body?: object, language: Language = "tr") =>
  (await screens.api().call(method, address, { token: await screens.token(language), body })).value as T

/** Creates feedback of the company. */
const give = (subject: string, body: object = {}) =>
  call<{ id: string; tenantId: string }>("POST", "/feedback/create", { subject, description: "Açıklama", type: 0, ...body })

/** The calls of the list that the console makes while something is done. */
const listCalls = async (acts: () => Promise<unknown>) => {
  const { fetch } = globalThis
  const calls: string[] = []
  globalThis.fetch = async (input, init) => {
    const url = new URL(String(input), location.href)
    if (url.pathname.endsWith("/feedback/list")) calls.push(url.search)
    return fetch(input, init)
  }
  try {
    await acts()
  } finally {
    globalThis.fetch = fetch
  }
  return calls.map(query => Object.fromEntries(new URLSearchParams(query)))
}

describe("a row", () => {
  it.each<[Language, string, string, string, string]>([
    ["tr", "Kritik", "3 saat kaldı", "Yeni", "Şikayet · Ayşe Kaya"],
    ["en", "Critical", "in 3 hours", "New", "Complaint · Ayşe Kaya"],
  ])("in %s has kind, person, priority, status and the time that is left, exact in its title", async (language, ...shown) => {
    const [priority, due, status, note] = shown
    const subject = `Süre ${language}`
    vi.spyOn(Date, "now").mockImplementation(() => screens.api().now())
    await give(subject, { priority: 3, userName: "Ayşe Kaya", email: "ayse@ornek.example" })
    screens.api().advance(60_000)
    await openList(language, `?keyword=${encodeURIComponent(subject)}`)
    expect(rows()).toHaveLength(1)
    expect(notes()).toEqual([note])
    const [row] = rows()
    for (const word of [priority, due, status]) expect(row?.textContent).toContain(word)
    expect(row?.querySelector("time")?.title).toMatch(/^\d+ \S+ \d\d:\d\d$/)
  })

  it("has the company for the platform's staff, and the platform for its own, which can be filtered by", async () => {
    const { tenantId } = await give("Şirketli")
    const { name } = await call<{ name: string }>("GET", `/tenant/${tenantId}`)
    await openList("en", "?keyword=Şirketli")
    expect(cells("Company")).toEqual([name])
    await openList("tr", "?keyword=Şirketli")
    expect(cells("Şirket")).toEqual([])
    await call("POST", "/feedback/create", { subject: "Platformun", description: "Açıklama", type: 0 }, "en")
    await openList("en", "?keyword=Platformun&tenantId=platform")
    expect(cells("Company")).toEqual(["Platform"])
    await until(() => expect(document.querySelector<HTMLInputElement>("#filter-tenantId")?.value).toBe("Platform"))
  })
})

it("has the filter by company for a company where the address names one, from the first paint on", async () => {
  const { tenantId } = await give("Süzülen")
  await openList("tr", "?keyword=Süzülen")
  await isLoaded()
  expect(document.querySelector("#filter-tenantId")).toBeNull()
  await screens.close()
  await screens.open("tr", `${path}?tenantId=${tenantId}`)
  await until(() => expect(document.querySelector("main input[type=search]")).toBeTruthy())
  expect(document.querySelector("#filter-tenantId")).toBeTruthy()
})

describe("the filters", () => {
  it.each<[string, string, () => boolean]>([
    ["status", "2", () => cells("Durum").every(cell => cell === "Çözüldü")],
    ["overdue", "true", () => cells("Yanıt süresi").every(cell => cell.endsWith("gecikti"))],
    ["createdTo", "2020-01-01", () => rows().length === 0],
  ])("%s of the address decides the rows", async (name, value, holds) => {
    await screens.open("tr", `${path}?${name}=${value}`)
    await until(() => expect(document.querySelector("tbody tr[data-row], .empty")).toBeTruthy())
    await isLoaded()
    expect(rows().length > 0).toBe(name !== "createdTo")
    expect(holds()).toBe(true)
  })

  it("leave blank ones out of the call, and stand in the address", async () => {
    const calls = await listCalls(async () => {
      await openList("tr", "?keyword=%20&type=&priority=2")
      await click(find("button", /^Geciken/))
      await until(() => expect(search().overdue).toBe("true"))
      await isLoaded()
    })
    const paging = { page: "0", pageSize: "8", sortBy: "createdDate", sortOrder: "desc" }
    expect(calls[0]).toEqual({ ...paging, priority: "2" })
    const urgent = { sortBy: "dueDate", sortOrder: "asc" }
    expect(calls.at(-1)).toEqual({ ...paging, ...urgent, overdue: "true", priority: "2" })
    expect(search()).toEqual({ ...urgent, overdue: "true", priority: "2" })
  })

  it("find the person to whom feedback is assigned by name, and name the one of the address", async () => {
    const { feedbacks } = await call<{ feedbacks: { assignedTo: string; assignedToName: string }[] }>(
      "GET",
      "/feedback/list?status=2&pageSize=100",
    )
    const { assignedTo, assignedToName } = feedbacks.find(({ assignedTo }) => assignedTo) ?? {}
    await openList("tr", `?assignedTo=${assignedTo}`)
    await until(() => expect(document.querySelector<HTMLInputElement>("#filter-assignedTo")?.value).toBe(assignedToName))
    expect(new Set(cells("Atanan"))).toEqual(new Set([assignedToName]))
  })

  it("say of a server that knows no due times that it cannot leave the others out", async () => {
    screens.break("GET /feedback/list", () =>
      envelope(200, { isSuccess: true, value: { feedbacks: [{ id: "1", subject: "Eski" }], totalCount: 1 } }),
    )
    hasExtensions(false)
    await screens.open("tr", `${path}?overdue=true`)
    await until(() => expect(main()).toContain("Bağlı sunucu bu filtreyi desteklemiyor"))
    hasExtensions(true)
  })
})

describe("the figures", () => {
  const figures = () => [...document.querySelectorAll<HTMLElement>(".stats .stat")]
  const numberOf = (figure: Element) => Number(figure.querySelector("strong")?.textContent)
  const shownTotal = () => Number(/of (\d+) items?/.exec(main())?.[1] ?? 0)

  it("lead to lists of as many items, and follow the company that is chosen", async () => {
    const labels = ["Total", "New", "In progress", "Resolved", "Complaints", "Suggestions", "Overdue", "Resolution rate"]
    const { tenantId } = await give("Rakam")
    await openList("en", `?tenantId=${tenantId}`)
    await until(() => expect(figures().map(figure => figure.querySelector(".stat__label")?.textContent)).toEqual(labels))
    await until(() => expect(numberOf(figures()[0] as Element)).toBe(shownTotal()))
    for (const at of labels.keys()) {
      const figure = figures()[at] as HTMLElement
      if (figure.tagName !== "A") continue
      const expected = numberOf(figure)
      await click(figure)
      await until(() => expect(shownTotal()).toBe(expected))
      expect(search().tenantId).toBe(tenantId)
    }
  })

  it("are absent where the server has none, and the list is there", async () => {
    screens.break("GET /feedback/stats", () => envelope(404))
    await openList("tr")
    expect(figures()).toEqual([])
  })
})

describe("the menu of a row", () => {
  const openMenu = async () => {
    await click(rows()[0]?.querySelector(".table__actions button"))
    await until(() => expect(document.querySelector("[role=menuitem]")).toBeTruthy())
  }
  const items = () => [...document.querySelectorAll("[role=menuitem]")].map(item => item.textContent)

  it("assigns the feedback to the person who reads it, and does not offer it again", async () => {
    await give("Üstlenilecek")
    await openList("tr", "?keyword=Üstlenilecek")
    await openMenu()
    expect(items()).toEqual(["Görüntüle", "Bana ata", "Sil"])
    await click(find("[role=menuitem]", "Bana ata"))
    await until(() => expect(cells("Atanan")).toEqual(["Elif Yılmaz"]))
    await until(() => expect(document.querySelector(".toast")?.textContent).toContain("Geri bildirim atandı"))
    await openMenu()
    expect(items()).toEqual(["Görüntüle", "Sil"])
  })
})

it("many are deleted together, and undone together", async () => {
  for (const at of [1, 2]) await give(`Toplu ${at}`)
  await openList("tr", "?keyword=Toplu")
  await click(document.querySelector("thead input[type=checkbox]"))
  await click(find(".bulk-bar button", "Sil"))
  await until(() => expect(document.querySelector("dialog[open]")?.textContent).toContain("2 geri bildirim silinsin mi?"))
  await click(document.querySelector("dialog[open] .btn--danger-solid"))
  await until(() => expect(document.querySelector(".empty")).toBeTruthy())
  await undo()
  await until(() => expect(rows()).toHaveLength(2))
})

it("exports an item a line, with minutes, due date, step and messages also where their columns are hidden", async () => {
  const { id } = await give("Dışa aktarılacak", { priority: 1 })
  await call("PUT", "/feedback/status", { id, status: 2, response: "Çözdük", resolutionStep: "Kod yenilendi" })
  await openList("tr", `?keyword=${encodeURIComponent("Dışa aktarılacak")}`)
  await click(find("button", "Dışa aktar"))
  const { name, lines } = await downloadOf(() => click(find("[role=menuitem]", "Görünen sütunlar")))
  expect(name).toMatch(/^geri-bildirimler-/)
  expect(lines).toHaveLength(2)
  const head = lines[0]?.replace("\uFEFF", "").split(";") ?? []
  const values = lines[1]?.split(";") ?? []
  const of = (label: string) => values[head.indexOf(label)]
  expect(of("İlk yanıt süresi (dk)")).toBe("0")
  expect(of("Çözüm süresi (dk)")).toBe("0")
  expect(of("Yanıt süresi (ISO 8601)")).toBe("")
  expect(of("Yapılan işlem")).toBe("Kod yenilendi")
  expect(of("Mesaj sayısı")).toBe("1")
})
