import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest"
import { tenants } from "../../../server/src/db/schema"
import { moduleDefaults } from "../../../src/contract/permissions/module-flags"
import type { Language } from "../../../src/core/text/i18n"
import { startToasts } from "../../../src/effects/toasts"
import { startUndo } from "../../../src/effects/undo"
import { flagsLoaded, flagsReset } from "../../../src/state/flags"
import { setNeeds } from "../../approval-kit"
import { withoutExtensions } from "../../extensions"
import { act, click, find, press, type, until } from "../../kit"
import { addDepartment } from "../../people"
import { consoleOnApi, envelope } from "../kit"

/** The calendar on the real API: what it shows, and moving dates with all that may refuse them. */
const screens = consoleOnApi()

const allOn = { ...moduleDefaults, reports: true }
let stops: (() => void)[] = []
beforeAll(async () => {
  await screens
    .api()
    .db.update(tenants)
    .set({ modules: { reports: true } })
})
beforeEach(() => {
  flagsLoaded(allOn)
  stops = [startToasts(), startUndo()]
})
afterEach(() => {
  flagsReset()
  for (const stop of stops) stop()
})

const path = "/user/calendar"
const month = "2031-05"
const days = (from: string, to: string) => ({
  startDate: `2031-05-${from}T06:00:00.000Z`,
  endDate: `2031-05-${to}T18:00:00.000Z`,
})

let count = 0
const newTitle = (words: string) => `${words} ${++count}`

const call = async (method: string, route: string, body?: object, language: Language = "tr") =>
  screens.api().call(method, route, { token: await screens.token(language), ...(body && { body }) })

const addCampaign = async (title: string, more: object = {}) => {
  const { value } = await call("GET", "/brand/list")
  const [brand] = value.brands
  const body = { title, description: "Açıklama", rewardType: 0, rewardValue: 10, brandId: brand.id, categoryId: brand.categoryId }
  return (await call("POST", "/campaign/create", { ...body, ...days("12", "16"), status: 2, ...more })).value.id as string
}

const addSurvey = async (title: string, more: object = {}) => {
  const questions = [{ text: "Memnun musunuz?", type: "yes_no", required: true }]
  const { value } = await call("POST", "/survey/create", { title, type: 2, questions, ...days("12", "16"), status: 1, ...more })
  return value.id as string
}

const addAnnouncement = async (title: string, more: object = {}) => {
  const body = { title, description: "Özet", body: "Metin", type: 3, ...days("12", "16"), status: 1, ...more }
  return (await call("POST", "/announcement/create", body)).value.id as string
}

const addDraw = async (title: string, more: object = {}) =>
  (
    await call("POST", "/draw/create", {
      title,
      description: "Açıklama",
      method: 0,
      eligibility: 0,
      prizes: [{ name: "Kitap", type: 0, quantity: 1, value: null, imageUrl: null }],
      ...days("12", "16"),
      drawDate: "2031-05-19T11:00:00.000Z",
      status: 1,
      ...more,
    })
  ).value.id as string

/** A draw whose entries are locked; its dates are in the past. */
const addLockedDraw = async (title: string) => {
  const dates = { startDate: "2026-02-02T06:00:00.000Z", endDate: "2026-02-06T18:00:00.000Z" }
  const who = { eligibility: 1, departmentId: await addDepartment(screens.api(), title, 3) }
  const id = await addDraw(title, { ...dates, ...who, drawDate: "2026-02-09T11:00:00.000Z" })
  expect((await call("POST", `/draw/${id}/lock`, {})).status).toBe(200)
  return id
}

const read = async (route: string) => (await call("GET", route)).value
const bars = (title: string) =>
  [...document.querySelectorAll<HTMLElement>(".schedule__bar")].filter(bar => bar.textContent?.includes(title))
const barDays = (title: string) => bars(title).map(bar => [bar.closest("td")?.dataset.cell?.slice(8), bar.dataset.length])
const dayButton = (day: string) => document.querySelector<HTMLElement>(`[data-day="2031-05-${day}"]`)
const dialog = () => document.querySelector<HTMLElement>("dialog[open]")
const toast = () => document.querySelector(".toast")?.textContent ?? ""

/** Opens the month with one record alone, found by its title. */
const openMonth = async (title: string, language: Language = "tr", shown = month) => {
  await screens.open(language, `${path}?view=month&month=${shown}&keyword=${encodeURIComponent(title)}`, "tr")
  await until(() => expect(bars(title).length).toBeGreaterThan(0))
}

/** Moves the only record of a day to another start, by keyboard. */
const moveTo = async (day: string, start: string) => {
  await act(async () => dayButton(day)?.focus())
  await press(dayButton(day), "m")
  await until(() => expect(document.getElementById("startDate")).toBeTruthy())
  await type(document.getElementById("startDate"), start)
  await click(dialog()?.querySelector("[type=submit]"))
}

/** Presses a bar on a day and moves the pointer to another day. @returns releases it, without the click that follows */
const startDrag = async (bar: HTMLElement | undefined, from: string, to: string) => {
  const cell = (day: string) => document.querySelector(`td[data-cell="${day}"]`) as Element
  const pointer = (type: string, clientX: number) =>
    new PointerEvent(type, { bubbles: true, button: 0, isPrimary: true, pointerId: 1, pointerType: "mouse", clientX })
  const at = (day: string) => {
    document.elementsFromPoint = () => [cell(day)]
  }
  at(from)
  await act(async () => bar?.dispatchEvent(pointer("pointerdown", 0)))
  at(to)
  await act(async () => window.dispatchEvent(pointer("pointermove", 90)))
  return () => window.dispatchEvent(pointer("pointerup", 90))
}

describe("the month", () => {
  it("shows a bar on its days, moves the focus over days and months by keyboard, and opens a day", async () => {
    const title = newTitle("Gezinti")
    await addCampaign(title)
    await openMonth(title)
    expect(barDays(title)).toEqual([["12", "5"]])
    expect(bars(title)[0]?.getAttribute("aria-label")).toContain(`Kampanya: ${title}, `)
    expect(dayButton("12")?.getAttribute("aria-label")).toMatch(/^12 Mayıs 2031 Pazartesi, 1 kayıt$/)
    expect(dayButton("17")?.getAttribute("aria-label")).toMatch(/ 0 /)
    await act(async () => dayButton("01")?.focus())
    const steps = [
      ["ArrowRight", "2031-05-02"],
      ["ArrowDown", "2031-05-09"],
      ["End", "2031-05-11"],
      ["Home", "2031-05-05"],
      ["ArrowLeft", "2031-05-04"],
      ["ArrowUp", "2031-04-27"],
      ["PageDown", "2031-05-27"],
      ["PageUp", "2031-04-27"],
      ["PageDown", "2031-05-27"],
    ] as const
    for (const [key, day] of steps) {
      await press(document.activeElement, key)
      await until(() => expect([key, (document.activeElement as HTMLElement).dataset.day]).toEqual([key, day]))
    }
    expect(location.search).toContain("month=2031-05")
    await until(() => expect(bars(title)).toHaveLength(1))
    await click(dayButton("13"))
    await until(() => expect(dialog()?.textContent).toContain(title))
    expect(dialog()?.textContent).toContain("Sürüyor")
    await click(find("dialog[open] button", /Kampanya/))
    await until(() => expect(dialog()?.querySelector("a")?.getAttribute("href")).toMatch(/^\/user\/campaigns\//))
  })

  it("sends a move for approval where its company asks for it, and shows the record hollow until then", async () => {
    const title = newTitle("Onaylı")
    await addCampaign(title)
    const tenantId = await read("/tenant/getcurrenttenantid")
    await call("PUT", "/approval/settings", { tenantId, modules: ["campaigns"] })
    await openMonth(title)
    await moveTo("12", "13.05.2031")
    await until(() => expect(toast()).toContain("Onaya gönderildi"))
    await setNeeds(screens.api(), tenantId, [])
    await until(() => expect(bars(title)[0]?.dataset.approval).toBe("waiting"))
    expect(barDays(title)).toEqual([["12", "5"]])
    expect(bars(title)[0]?.getAttribute("aria-label")).toContain("Onay bekliyor")
  })

  it("goes to a day that is typed, and keeps what is typed until it is a day", async () => {
    await screens.open("tr", `${path}?view=month&month=${month}`)
    await until(() => expect(dayButton("01")?.tabIndex).toBe(0))
    const field = () => document.querySelector<HTMLInputElement>(".schedule-bar__jump input")
    expect(field()?.value).toBe("01.05.2031")
    for (const text of ["", "1", "17.0", "17.06.20"]) {
      await type(field(), text)
      expect([field()?.value, document.activeElement === field()]).toEqual([text, true])
    }
    await type(field(), "17.06.2031")
    await until(() => expect(document.querySelector<HTMLElement>('[data-day="2031-06-17"]')?.tabIndex).toBe(0))
    expect([field()?.value, document.activeElement === field()]).toEqual(["17.06.2031", true])
    expect(location.search).toContain("month=2031-06")
  })

  it("lists what has no start below the month, until the month in which it ends", async () => {
    const title = newTitle("Başlangıçsız")
    await addAnnouncement(title, { startDate: null, status: 0 })
    const openDrafts = (shown: string) =>
      screens.open("tr", `${path}?view=month&month=${shown}&phases=inactive&keyword=${encodeURIComponent(title)}`)
    await openDrafts("2031-04")
    await until(() => expect(document.querySelector(".schedule-row")?.textContent).toContain(title))
    expect(find("h2", "Başlangıç veya bitiş tarihi olmayanlar")).toBeTruthy()
    await screens.close()
    await openDrafts(month)
    await until(() => expect(barDays(title)).toEqual([["16", "1"]]))
    expect(document.querySelector(".schedule-row")).toBeNull()
  })

  it("shows chosen kinds, what is live or planned, the rest on demand, which never runs, and in the agenda what starts, ends and is drawn", async () => {
    const title = newTitle("Durumlar")
    await addDraw(`${title} çekilişi`)
    await addCampaign(`${title} planlı`)
    await addCampaign(`${title} taslak`, { status: 0 })
    await openMonth(title)
    await until(() => expect(bars(title)).toHaveLength(3))
    const drawDay = bars(title).find(bar => bar.closest("td")?.dataset.cell === "2031-05-19")
    expect(drawDay?.textContent).toMatch(new RegExp(`^${title} çekilişi`))
    expect(drawDay?.title).toMatch(new RegExp(`^Çekiliş günü: ${title} çekilişi`))
    const choose = (kind: string) => click(find(".schedule-choices label", kind).querySelector("input"))
    await choose("Kampanyalar")
    await until(() => expect(bars(title).map(bar => bar.dataset.kind)).toEqual(["draws", "draws"]))
    expect(location.search).toContain("kinds=draws%2Cannouncements%2Csurveys")
    await choose("Kampanyalar")
    await choose("Çekilişler")
    await until(() => expect(bars(title).map(bar => bar.textContent)).toEqual([`${title} planlı Planlandı`]))
    await until(() => expect(document.body.textContent).toContain("Durumu seçili olmayan 1 kayıt gizli."))
    await click(find("button", "Tümünü göster"))
    await until(() => expect(bars(title)).toHaveLength(2))
    expect(location.search).toContain("phases=live%2Cplanned%2Cinactive%2Cended")
    await click(dayButton("13"))
    await until(() => expect(document.querySelectorAll("dialog .schedule-row")).toHaveLength(2))
    const rows = [...document.querySelectorAll("dialog .schedule-row")].map(row => row.textContent)
    expect(rows.filter(row => row?.includes("Sürüyor"))).toEqual([expect.stringContaining("planlı")])

    await screens.open("tr", `${path}?view=agenda&month=${month}&kinds=draws&keyword=${encodeURIComponent(title)}`)
    await until(() => expect(document.querySelectorAll(".schedule-row")).toHaveLength(3))
    const agenda = [...document.querySelectorAll(".schedule-agenda > section")].flatMap(section =>
      [...section.querySelectorAll(".schedule-row")].map(row => [
        section.querySelector("h3")?.textContent?.slice(0, 8),
        /Başlıyor|Bitiyor|Çekiliş günü/.exec(row.textContent ?? "")?.[0],
      ]),
    )
    expect(agenda).toEqual([
      ["12 Mayıs", "Başlıyor"],
      ["16 Mayıs", "Bitiyor"],
      ["19 Mayıs", "Çekiliş günü"],
    ])
  })

  it("names the owner of each entry where there are several", async () => {
    const title = newTitle("Sahipler")
    await addCampaign(`${title} şirketin`)
    const { value } = await call("GET", "/brand/list", undefined, "en")
    const [brand] = value.brands
    const body = { description: "Açıklama", rewardType: 0, rewardValue: 10, brandId: brand.id, categoryId: brand.categoryId }
    await call("POST", "/campaign/create", { ...body, title: `${title} ortak`, ...days("12", "16"), status: 2 }, "en")
    await openMonth(title)
    expect(bars(title).map(bar => bar.textContent)).toEqual([
      `${title} ortak Platform · Planlandı`,
      `${title} şirketin Yeşilova Grup · Planlandı`,
    ])
  })

  it("names holidays, and says where religious ones are not known", async () => {
    await screens.open("tr", `${path}?view=month&month=2026-05`)
    await until(() =>
      expect(document.querySelector(`[data-day="2026-05-26"]`)?.getAttribute("aria-label")).toContain("Kurban Bayramı arifesi"),
    )
    expect(document.querySelector(`[data-day="2026-05-30"]`)?.getAttribute("aria-label")).toContain("Kurban Bayramı 4. gün")
    expect(document.body.textContent).not.toContain("tanımlı değil")
    await screens.close()
    await screens.open("tr", `${path}?view=month&month=2036-05`)
    await until(() => expect(document.body.textContent).toContain("2036 yılının dini bayram tarihleri"))
  })

  it("lists overlapping campaigns with how many days they share, and marks them", async () => {
    const title = newTitle("Çakışan")
    await addCampaign(`${title} A`)
    await addCampaign(`${title} B`, days("15", "20"))
    await openMonth(title)
    await until(() => expect(document.querySelector(".schedule-overlaps")?.textContent).toContain("2 gün çakışıyor"))
    expect(document.querySelectorAll(".schedule-overlaps li")).toHaveLength(1)
    for (const bar of bars(title)) expect(bar.getAttribute("aria-label")).toContain("çakışma var")
  })

  it("shows the next 30 days in the agenda of the current month, on its last day too", async () => {
    vi.setSystemTime("2031-05-31T09:00:00Z")
    const title = newTitle("Yaklaşan")
    const from = (day: string) => ({ startDate: `2031-06-${day}T06:00:00.000Z`, endDate: "2031-07-20T18:00:00.000Z" })
    await addCampaign(`${title} son gün`, from("29"))
    await addCampaign(`${title} sonraki gün`, from("30"))
    await screens.open("tr", `${path}?view=agenda&keyword=${encodeURIComponent(title)}`)
    await until(() => expect(document.querySelectorAll(".schedule-row")).toHaveLength(1))
    expect(document.querySelector(".schedule-row")?.textContent).toContain("son gün")
    expect(find("h2", "31 May – 29 Haz")).toBeTruthy()
    await click(find("button[aria-label]", "Sonraki ay"))
    await until(() => expect(document.querySelectorAll(".schedule-row")).toHaveLength(2))
    expect(find("h2", "Haziran 2031")).toBeTruthy()
  })

  it("has low weeks before the current one, and no others", async () => {
    vi.setSystemTime("2031-05-28T09:00:00Z")
    const title = newTitle("Haftalar")
    await addCampaign(title)
    await openMonth(title)
    const past = () =>
      [...document.querySelectorAll("tr[data-past] td:first-child")].map(cell => (cell as HTMLElement).dataset.cell)
    expect(past()).toEqual(["2031-04-28", "2031-05-05", "2031-05-12", "2031-05-19"])
    await press(document.querySelector('[data-day="2031-05-28"]'), "PageUp")
    await until(() => expect(document.querySelector('[data-day="2031-04-28"]')).toBe(document.activeElement))
    expect(past()).toEqual([])
  })

  it("counts what has no room on a day by kind", async () => {
    const title = newTitle("Dolu")
    for (const number of [1, 2, 3, 4]) await addCampaign(`${title} ${number}`)
    await addDraw(`${title} 5`)
    await addAnnouncement(`${title} 6`)
    await openMonth(title)
    const more = () => document.querySelector<HTMLElement>('td[data-cell="2031-05-13"] .schedule__more')
    await until(() => expect(more()?.querySelector("b")?.textContent).toBe("13 Mayıs 2031 Salı: 1 çekiliş, 1 duyuru daha"))
    expect([...(more()?.querySelectorAll("span") ?? [])].map(({ textContent }) => textContent)).toEqual(["1", "1"])
    expect([...(more()?.querySelectorAll("span") ?? [])].map(span => span.dataset.kind)).toEqual(["draws", "announcements"])
    await click(more())
    await until(() => expect(dialog()?.querySelectorAll(".schedule-row")).toHaveLength(6))
  })

  it("says what failed, loads again, and is read from the lists where the server lacks the call", async () => {
    const title = newTitle("Listeden")
    await addCampaign(title)
    screens.break("GET /calendar/list", () => envelope(500))
    await screens.open("tr", `${path}?view=month&month=${month}&keyword=${encodeURIComponent(title)}`)
    await until(() => expect(document.body.textContent).toContain("Takvim yüklenemedi"))
    withoutExtensions()
    screens.break("GET /calendar/list", () => envelope(404))
    await click(find("button", "Yeniden dene"))
    await until(() => expect(bars(title).length).toBeGreaterThan(0))
    expect(document.body.textContent).not.toContain("Takvim yüklenemedi")
    expect(barDays(title)).toEqual([["12", "5"]])
    expect(bars(title)[0]?.dataset.movable).toBe("true")
  })
})

describe("moving dates", () => {
  it("moves a campaign with its end: not after Esc, after a question where its status changes, again where the save fails; with undo", async () => {
    const title = newTitle("Taşınan")
    const id = await addCampaign(title)
    const stays = async () => {
      await until(() => expect(barDays(title)).toEqual([["12", "5"]]))
      expect(await read(`/campaign/${id}`)).toMatchObject(days("12", "16"))
    }
    await openMonth(title)
    const release = await startDrag(bars(title)[0], "2031-05-12", "2031-05-13")
    await press(document.body, "Escape")
    expect(document.querySelector(".schedule__ghost")).toBeNull()
    await act(async () => {
      release()
      bars(title)[0]?.click()
    })
    expect([dialog(), toast()]).toEqual([null, ""])
    await stays()

    await moveTo("12", "20.11.2020")
    await until(() => expect(dialog()?.textContent).toContain("Planlandı → Sona erdi"))
    await click(find("dialog[open] button", "Vazgeç"))
    await stays()

    screens.break("PUT /campaign/update", () => envelope(500))
    await moveTo("12", "20.05.2031")
    await until(() => expect(toast()).toContain("Bir hata oluştu"))
    await stays()
    screens.break()
    await click(find(".toast button", "Yeniden dene"))
    await until(() => expect(document.body.textContent).toContain("Tarihler taşındı"))
    await until(() => expect(barDays(title)).toEqual([["20", "5"]]))
    expect(await read(`/campaign/${id}`)).toMatchObject(days("20", "24"))
    await click(find(".toast button", "Geri al"))
    await stays()
  })

  it("compares the dates with newer ones that are stored, changes both ends, and refuses an end before the start in the form's words", async () => {
    const title = newTitle("Uçlar")
    const id = await addCampaign(title)
    await openMonth(title)
    await call("PUT", "/campaign/update", { campaignId: id, ...days("13", "17") })
    const release = await startDrag(bars(title)[0], "2031-05-12", "2031-05-20")
    await act(async () => release())
    await until(() => expect(dialog()?.querySelectorAll(".conflict tbody tr")).toHaveLength(2))
    expect(await read(`/campaign/${id}`)).toMatchObject(days("13", "17"))
    await click(dialog()?.querySelector(".btn--primary"))
    await until(() => expect(barDays(title)).toEqual([["20", "5"]]))
    await until(async () => expect(await read(`/campaign/${id}`)).toMatchObject(days("20", "24")))

    await act(async () => dayButton("21")?.focus())
    await press(dayButton("21"), "m")
    await until(() => expect(document.getElementById("startDate")).toBeTruthy())
    await click(dialog()?.querySelector("input[type=checkbox]"))
    await type(document.getElementById("endDate"), "01.05.2031")
    await click(dialog()?.querySelector("[type=submit]"))
    await until(() => expect(document.getElementById("endDate-note")?.textContent).toBe("Bitiş, başlangıçtan sonra olmalıdır."))
    await type(document.getElementById("endDate"), "28.05.2031")
    await click(dialog()?.querySelector("[type=submit]"))
    await until(async () => expect(await read(`/campaign/${id}`)).toMatchObject(days("20", "28")))
  })

  it("moves a draw with its draw date, a survey and an announcement, and changes nothing but their dates", async () => {
    const title = newTitle("Yalnız tarih")
    const moves = [
      ["12", "14", `/draw/${await addDraw(title)}`, { ...days("14", "18"), drawDate: "2031-05-21T11:00:00.000Z" }],
      ["05", "07", `/survey/${await addSurvey(title, days("05", "06"))}`, days("07", "08")],
      ["26", "28", `/announcement/${await addAnnouncement(title, days("26", "27"))}`, days("28", "29")],
    ] as const
    const before = await Promise.all(moves.map(([, , route]) => read(route)))
    await openMonth(title)
    for (const [at, [from, to, route, after]] of moves.entries()) {
      await until(() => expect(dayButton(from)).toBeTruthy())
      await moveTo(from, `${to}.05.2031`)
      await until(async () => expect(await read(route)).toEqual({ ...before[at], ...after, updatedDate: expect.any(String) }))
      await until(() => expect(dialog()).toBeNull())
    }
  })

  it("does not move a draw from its lock on, and says why", async () => {
    const title = newTitle("Kilitli")
    const id = await addLockedDraw(title)
    const before = await read(`/draw/${id}`)
    await openMonth(title, "tr", "2026-02")
    const day = document.querySelector<HTMLElement>('[data-day="2026-02-03"]')
    await act(async () => day?.focus())
    await press(day, "m")
    await until(() => expect(dialog()?.textContent).toContain("Kilitlenmiş bir çekiliş düzenlenemez."))
    expect([...(dialog()?.querySelectorAll(".dialog__foot button") ?? [])].map(button => button.textContent)).toEqual(["Kapat"])
    await click(find("dialog[open] .dialog__foot button", "Kapat"))

    const release = await startDrag(bars(title)[0], "2026-02-02", "2026-02-04")
    expect(document.querySelector(".schedule__ghost")?.textContent).toContain(title)
    await act(async () => release())
    await until(() => expect(toast()).toContain("Kilitlenmiş bir çekiliş düzenlenemez."))
    expect(toast()).toContain(`“${title}” taşınamadı`)
    expect(await read(`/draw/${id}`)).toEqual(before)
  })

  it("offers no move of the platform's records, and says so", async () => {
    const title = newTitle("Platform")
    const { value } = await call("GET", "/brand/list", undefined, "en")
    const brand = value.brands.find((row: { tenantId: string | null }) => row.tenantId === null)
    const body = {
      title,
      description: "Açıklama",
      rewardType: 0,
      rewardValue: 10,
      brandId: brand.id,
      categoryId: brand.categoryId,
    }
    await call("POST", "/campaign/create", { ...body, ...days("12", "16"), status: 2 }, "en")
    await openMonth(title)
    expect(bars(title)[0]?.dataset.movable).toBeUndefined()
    await act(async () => dayButton("12")?.focus())
    await press(dayButton("12"), "m")
    await until(() => expect(document.body.textContent).toContain("Bu günde taşıyabileceğiniz kayıt yok."))
    await click(bars(title)[0])
    await until(() => expect(dialog()?.textContent).toContain("Platforma ait"))
    expect([...(dialog()?.querySelectorAll("button") ?? [])].map(button => button.textContent)).not.toContain("Taşı")
  })
})

describe("access", () => {
  it("leaves out the kinds that are off, and is closed without reports", async () => {
    flagsLoaded({ ...allOn, surveyManagement: false })
    await screens.open("tr", path)
    await until(() => expect(document.querySelector(".schedule-choices")).toBeTruthy(), 5_000)
    const names = [...document.querySelectorAll(".schedule-choices [data-kind]")].map(label => label.textContent)
    expect(names).toEqual(["Kampanyalar", "Çekilişler", "Duyurular"])
    await screens.close()
    flagsLoaded({ ...allOn, reports: false })
    await screens.open("tr", path)
    await until(() => expect(document.querySelector(".empty")).toBeTruthy(), 5_000)
    expect(document.querySelector(".schedule")).toBeNull()
  })

  it("has the reason as its heading where all kinds are off", async () => {
    const off = { campaignManagement: false, drawsManagement: false, surveyManagement: false, announcements: false }
    flagsLoaded({ ...allOn, ...off })
    await screens.open("tr", path)
    const reason = "Takvimdeki modüllerin hiçbirini görüntüleyemiyorsunuz"
    await until(() => expect(document.querySelector("h1")?.textContent).toBe(reason), 5_000)
  })
})
