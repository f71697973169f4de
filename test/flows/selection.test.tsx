import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { feedbacks } from "../../server/src/db/schema"
import { startUndo } from "../../src/effects/undo"
import { missing } from "../../src/state/features"
import { cache, i18n } from "../../src/state/instances"
import { act, click, downloadOf, field, find, rows, textOf, type, until } from "../kit"
import { consoleOnApi, envelope } from "../modules/kit"

/** Selected records and what is done with them (docs/console.md#selection, docs/console.md#bulk-actions). */
const screens = consoleOnApi()
let stopUndo = () => {}
beforeEach(() => {
  stopUndo = startUndo()
})
afterEach(() => stopUndo())

const box = (row: Element | undefined) => row?.querySelector("input[type=checkbox]")
const titleOf = (row: Element | undefined) => row?.querySelector(".table__main a")?.textContent ?? ""
const titles = (selector: string) => [...document.querySelectorAll(`${selector} li b`)].map(name => name.textContent)
const buttons = () => [...document.querySelectorAll(".bulk-bar button")].map(button => button.textContent)
const loaded = (count = 8) => until(() => expect(rows()).toHaveLength(count))
const bar = () => find(".bulk-bar", i18n.t("ui.selection"))

const openList = async (path: string, count?: number) => {
  await screens.open("tr", path)
  await loaded(count)
}
const shiftClick = (element: Element | null | undefined) =>
  act(async () => {
    element?.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, shiftKey: true }))
  })
const add = async (title: string, status: number, endDate = "2099-01-01T00:00:00.000Z") => {
  const token = await screens.token("tr")
  const call = (path: string) => screens.api().call("GET", path, { token })
  const brandId = (await call("/brand/list?pageSize=1")).value.brands[0].id
  const categoryId = (await call("/category/list")).value[0].id
  const startDate = "2020-01-01T00:00:00.000Z"
  const body = { title, description: "d", brandId, categoryId, rewardType: 0, rewardValue: 5, startDate, endDate, status }
  const { value } = await screens.api().call("POST", "/campaign/create", { token, body })
  return value.id as string
}
const statusOf = async (id: string) =>
  (await screens.api().call("GET", `/campaign/${id}`, { token: await screens.token("tr") })).value.status as number

describe("the selection", () => {
  it("says how many of its records are not in this view, shows them, in the question of an action too, and lets them go", async () => {
    await openList("campaigns")
    const [first, second] = rows().map(titleOf)
    await click(box(rows()[0]))
    await click(box(rows()[1]))
    await until(() => expect(bar().textContent).not.toContain("bu görünümde değil"))
    await click(find(".pager a", "Sayfa 2"))
    await until(() => expect(titleOf(rows()[0])).not.toBe(first))
    await click(box(rows()[0]))
    await until(() => expect(bar().textContent).toContain("3 kayıt seçili2 tanesi bu görünümde değil"))
    await click(find(".bulk-bar button", "Seçilenleri göster"))
    expect(titles("dialog")).toEqual([first, second, titleOf(rows()[0])])
    expect(textOf("dialog li")).toContain("Bu görünümde değil")
    await click(find("dialog button", `Seçimden çıkar: ${first}`))
    await click(find("dialog button", "Görünmeyenleri çıkar (1)"))
    expect(textOf(".bulk-bar b")).toBe("1 kayıt seçili")

    // The question of an action names every record, also those that are not in view.
    await click(box(rows()[1]))
    const selected = [0, 1].map(at => titleOf(rows()[at]))
    await click(find(".pager a", "Sayfa 1"))
    await until(() => expect(titleOf(rows()[0])).toBe(first))
    await click(find(".bulk-bar button", "Sil"))
    expect(titles("dialog")).toEqual(selected)
    expect(textOf("dialog li")).toContain("Bu görünümde değil")
    await click(find("dialog button", "Vazgeç"))
    expect(textOf(".bulk-bar b")).toBe("2 kayıt seçili")
  })

  it("is announced from the first record on; the focus goes to a row when it is cleared, and when a record is deleted", async () => {
    const [gone, kept] = ["Odaktan silinen", "Odakta kalan"]
    for (const title of [gone, kept]) await add(title, 0)
    await openList("campaigns?keyword=Odakta&sortBy=title&sortOrder=desc", 2)
    const region = document.querySelector("main > p[role=status]")
    await click(box(rows()[0]))
    expect(region?.textContent).toBe("1 kayıt seçili")
    const clear = find(".bulk-bar button", "Seçimi kaldır")
    clear.focus()
    await click(clear)
    await until(() => expect(document.activeElement?.textContent).toBe(gone))
    await click(rows()[0]?.querySelector(".table__actions button"))
    await click(find("[role=menuitem]", "Sil"))
    await click(find("dialog button", "Kampanyayı sil"))
    await until(() => expect(rows()).toHaveLength(1))
    expect(document.activeElement?.textContent).toBe(kept)
  })

  it("offers what applies to its records, and takes all records of the filter, also those of other pages", async () => {
    await openList("campaigns?status=4")
    await click(box(rows()[0]))
    for (const label of ["Yayımla", "Duraklat"]) expect(buttons()).not.toContain(label)
    expect(buttons()).toContain("Sil")
    await click(box(rows()[0]))
    const total = Number(textOf(".tabs [aria-current] .tabs__count"))
    expect(total).toBeGreaterThan(8)
    await click(box(rows()[0]))
    await click(find(".bulk-bar button", `${total} kaydın tümünü seç`))
    await until(() => expect(textOf(".bulk-bar b")).toBe(`${total} kayıt seçili`))
    expect(rows().every(row => row.getAttribute("aria-selected") === "true")).toBe(true)
    // What is done is not offered, on no page of the filter, until a record is let go.
    expect(buttons()).not.toContain(`${total} kaydın tümünü seç`)
    await click(find(".pager a", "Sayfa 2"))
    await loaded(Math.min(8, total - 8))
    expect(buttons()).not.toContain(`${total} kaydın tümünü seç`)
    await click(box(rows()[0]))
    expect(buttons()).toContain(`${total} kaydın tümünü seç`)
  })

  it("takes the rows between two with Shift, in either direction, lets them go alike, and is exported on its own", async () => {
    await openList("campaigns")
    await click(box(rows()[5]))
    await shiftClick(box(rows()[2]))
    expect(rows().map(row => row.getAttribute("aria-selected"))).toEqual(
      [0, 0, 1, 1, 1, 1, 0, 0].map(isSelected => String(isSelected === 1)),
    )
    await shiftClick(box(rows()[3]))
    expect(textOf(".bulk-bar b")).toBe("2 kayıt seçili")
    await click(find(".bulk-bar button", "Seçilenleri dışa aktar"))
    const { lines } = await downloadOf(() => click(find("[role=menuitem]", "Tüm sütunlar")))
    const chosen = rows()
      .filter(row => row.getAttribute("aria-selected") === "true")
      .map(titleOf)
    expect(
      lines
        .slice(1)
        .map(line => line.split(";")[0])
        .toSorted(),
    ).toEqual(chosen.toSorted())
  })
})

describe("a bulk action", () => {
  it("names people with their addresses, which tell namesakes apart", async () => {
    await openList("employees")
    await click(box(rows()[0]))
    await click(find(".bulk-bar button", "Sil"))
    expect(textOf("dialog li b + span")).toMatch(/^\S+@yesilova\.example · Yeşilova .+$/)
  })

  it("says before what it skips and why, and after what happened", async () => {
    const [paused, draft, over] = [
      await add("Toplu duraklayan", 1),
      await add("Toplu taslak", 0),
      await add("Toplu süresi geçen taslak", 0, "2021-01-01T00:00:00.000Z"),
    ]
    await openList("campaigns?keyword=Toplu&sortBy=title&sortOrder=asc", 3)
    for (const row of rows()) await click(box(row))
    await click(find(".bulk-bar button", "Yayımla"))
    expect(titles("dialog ul:first-of-type")).toEqual(["Toplu taslak"])
    expect(textOf("dialog")).toContain("2 kayıt atlanacak")
    expect(textOf("dialog")).toContain("Toplu süresi geçen taslakBitiş tarihi geçmiş")
    expect(textOf("dialog")).toContain("Toplu duraklayanDurumu: Aktif")
    await click(find("dialog button", "Yayımla (1)"))
    await until(() => expect(textOf(".toast")).toContain("1 kampanya yayımlandı · 2 kayıt atlandıToplu taslak"))
    expect([await statusOf(paused), await statusOf(draft), await statusOf(over)]).toEqual([2, 2, 0])
    expect(document.querySelector(".bulk-bar")).toBeNull()
  })

  it("runs at once when nothing is skipped, hidden or destroyed; toast and recent actions name the first of many", async () => {
    const ids: string[] = []
    for (const title of ["Çoklu bir", "Çoklu dört", "Çoklu iki", "Çoklu üç"]) ids.push(await add(title, 1))
    await openList("campaigns?keyword=Çoklu&sortBy=title&sortOrder=asc", 4)
    const pause = async (named: string, count: number) => {
      await click(find(".bulk-bar button", "Duraklat"))
      await until(() => expect(textOf(".toast p")).toBe(named))
      await click(document.querySelector(".counted-panel__button"))
      expect(textOf(".counted-panel li b")).toBe(named)
      expect(textOf(".counted-panel li small")).toContain(`${count} kampanya duraklatıldı`)
    }
    for (const row of rows()) await click(box(row))
    await pause("Çoklu bir ve 3 kayıt daha", 4)
    expect(await Promise.all(ids.map(statusOf))).toEqual([3, 3, 3, 3])
  })

  it("whose failure is one offers a repetition where it may mend", async () => {
    await add("Silinemeyen", 1)
    await openList("campaigns?keyword=Silinemeyen", 1)
    for (const [status, offered] of [
      [403, ["Kapat"]],
      [503, ["Kapat", "Kalanları yeniden dene"]],
    ] as const) {
      screens.break("DELETE /campaign/delete", () => envelope(status))
      if (!rows()[0]?.querySelector("input:checked")) await click(box(rows()[0]))
      await click(find(".bulk-bar button", "Sil"))
      await click(find("dialog button", "Sil (1)"))
      await until(() => expect(titles(".bulk-results").concat(titles("dialog"))).toContain("Silinemeyen"))
      expect([...document.querySelectorAll("dialog button")].map(button => button.textContent)).toEqual(offered)
      await click(find("dialog button", "Kapat"))
      await until(() => expect(document.querySelector("dialog[open]")).toBeNull())
    }
  })

  it("skips what belongs to the platform, for a company", async () => {
    const token = await screens.token("tr")
    const { value } = await screens.api().call("GET", "/campaign/list?pageSize=100&status=2", { token })
    const platform = value.campaigns.find((row: { tenantId: string | null }) => row.tenantId === null)
    await openList(`campaigns?keyword=${encodeURIComponent(platform.title)}`, 1)
    await click(box(rows()[0]))
    expect(textOf(".bulk-bar")).toContain("Seçilenlere uygulanabilecek işlem yok")
    await add(`${platform.title} bizim`, 1)
    await act(async () => cache.invalidate("campaigns"))
    await loaded(2)
    for (const row of rows()) if (row.getAttribute("aria-selected") === "false") await click(box(row))
    await click(find(".bulk-bar button", "Duraklat"))
    expect(textOf("dialog")).toContain("Platforma ait")
    await click(find("dialog button", "Duraklat (1)"))
    await until(() => expect(textOf(".toast")).toContain("1 kampanya duraklatıldı · 1 kayıt atlandı"))
    expect(textOf("dialog")).toBe("")
  })
})

describe("a bulk edit", () => {
  const openEdit = async () => {
    await click(await until(() => find(".bulk-bar button", "Düzenle")))
    await until(() => find("dialog button", "Uygula"))
  }
  const select = (id: string, value: number | string) =>
    act(async () => {
      const field = document.getElementById(id) as HTMLSelectElement
      field.value = String(value)
      field.dispatchEvent(new Event("change", { bubbles: true }))
    })

  it("sets a member of all 300 records of the filter; its undo leaves the one that was changed since", async () => {
    const token = await screens.token("tr")
    const call = (method: string, path: string, body?: object) => screens.api().call(method, path, { token, body })
    const tenantId = (await call("GET", "/tenant/getcurrenttenantid")).value
    const given = { tenantId, type: 0, description: "d", priority: 1, category: 3, status: 0 }
    const made = Array.from({ length: 300 }, (_, at) => ({ ...given, subject: `Yığın ${at}`, ...(at === 7 && { priority: 3 }) }))
    const stored = await screens.api().db.insert(feedbacks).values(made).returning()
    const priorities = async () => {
      const kept = (await screens.api().db.select().from(feedbacks)).filter(({ subject }) => subject.startsWith("Yığın "))
      return [1, 3].map(priority => kept.filter(row => row.priority === priority).length)
    }

    await openList("feedback-management?keyword=Yığın")
    await click(box(rows()[0]))
    await click(await until(() => find(".bulk-bar button", "300 kaydın tümünü seç")))
    await until(() => expect(textOf(".bulk-bar b")).toBe("300 kayıt seçili"))
    await openEdit()
    expect(textOf("dialog")).toContain("Düzenle: 300 kayıt")
    await select("member", "priority")
    await click(find("dialog button", "Uygula"))
    expect(textOf("dialog .field-error[id]")).toBe("Yeni değeri seçin.")
    await select("priority", 3)
    await click(find("dialog button", "Uygula"))
    await until(() => expect(titles("dialog")).toHaveLength(300))
    await click(find("dialog button", "Düzenle (300)"))
    await until(() => expect(textOf(".toast")).toContain("299 kayıt değiştirildi · 1 kayıtta değer zaten buydu"), 90_000)
    expect([await priorities(), document.querySelector(".bulk-bar")]).toEqual([[0, 300], null])

    await call("PUT", "/feedback/status", { id: stored[0]?.id, status: 1 })
    await click(find(".toast button", "Geri al"))
    await until(() => expect(textOf(".toast[data-tone=danger]")).toContain("299 değişiklikten 298 tanesi geri alındı"), 90_000)
    expect(await priorities()).toEqual([298, 2])
  }, 240_000)

  it("names what is refused, which stays selected", async () => {
    await add("Tarihi uyan", 0)
    const token = await screens.token("tr")
    const late = await add("Tarihi uymayan", 0)
    const change = { campaignId: late, startDate: "2098-01-01T00:00:00.000Z" }
    await screens.api().call("PUT", "/campaign/update", { token, body: change })
    await openList("campaigns?keyword=Tarihi&sortBy=title&sortOrder=asc", 2)
    for (const row of rows()) await click(box(row))
    await openEdit()
    await type(field("endDate"), "01.02.2097")
    await click(find("dialog button", "Uygula"))
    await until(() => expect(textOf(".bulk-results")).toBe("Tarihi uymayanBitiş, başlangıçtan sonra olmalıdır."))
    expect(textOf(".toast")).toContain("1 kayıt değiştirildi")
    await click(find("dialog button", "Kapat"))
    expect([textOf(".bulk-bar b"), titleOf(rows().find(row => row.getAttribute("aria-selected") === "true"))]).toEqual([
      "1 kayıt seçili",
      "Tarihi uymayan",
    ])
  })

  it("is absent where the server has no call for it, once that is known", async () => {
    await add("Çağrısız", 0)
    await openList("campaigns?keyword=Çağrısız", 1)
    missing["records.bulkEdit"] = true
    await click(box(rows()[0]))
    await until(bar)
    expect(buttons()).not.toContain("Düzenle")
    delete missing["records.bulkEdit"]
  })
})
