import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import type { Report } from "../../../src/contract/reports"
import { config, configure } from "../../../src/state/config"
import { flagsLoaded, flagsReset } from "../../../src/state/flags"
import { i18n } from "../../../src/state/instances"
import { permissionsLoaded, permissionsReset } from "../../../src/state/permissions"
import { withoutExtensions } from "../../extensions"
import { act, click, downloadOf, find, press, until } from "../../kit"
import { consoleOnApi, envelope } from "../kit"
import { cards, describeFailedReport, shows, text } from "../report-kit"

/** The reports of the console, with answers of servers of every kind. */
const screens = consoleOnApi()
const allOn = { reports: true }
beforeEach(() => {
  flagsLoaded(allOn)
  configure({ ...config, feedback: "api" })
})
const { feedback } = config
afterEach(() => {
  vi.useRealTimers()
  permissionsReset()
  configure({ ...config, feedback })
})
afterAll(flagsReset)

const report: Report = {
  module: "draws",
  from: "2026-05-01",
  to: "2026-05-03",
  previousFrom: "2026-04-28",
  previousTo: "2026-04-30",
  total: 48,
  previousTotal: 40,
  figures: [
    { name: "winners", value: 30, previous: 1 },
    { name: "entries", value: 5, previous: 0 },
    { name: "responses", value: 1, previous: 1 },
    { name: "resolutionRate", value: 81, previous: 75 },
    { name: "firstResponseMinutes", value: 195, previous: 130 },
    { name: "uses", value: null, previous: null },
    { name: "people", value: 4234, previous: null },
    { name: "somethingNew", value: 3, previous: 2 },
  ],
  statuses: [
    { value: "1", name: null, count: 36 },
    { value: "3", name: null, count: 11 },
    { value: "99", name: null, count: 1 },
  ],
  series: [
    { from: "2026-05-01", to: "2026-05-01", count: 20, previous: 4 },
    { from: "2026-05-02", to: "2026-05-02", count: 0, previous: 30 },
    { from: "2026-05-03", to: "2026-05-03", count: 28, previous: 6 },
  ],
  categories: null,
  companies: [
    { value: "c1", name: "=Yeşil; Ova", count: 30 },
    ...Array.from({ length: 13 }, (_, at) => ({ value: `c${at + 2}`, name: `Şirket ${at + 2}`, count: 1 })),
    { value: null, name: null, count: 5 },
  ],
  departments: [{ value: "d1", name: "Üretim", count: 48 }],
}
const answering = (value: unknown) => () => Response.json({ value, isSuccess: true, status: 0 })

const texts = (selector: string, root: ParentNode = document) => [...root.querySelectorAll(selector)].map(one => one.textContent)
const path = "reports?module=draws&from=2026-05-01&to=2026-05-03"
const open = async (answer: () => Response = answering(report), address = path, language: "tr" | "en" = "tr") => {
  screens.break("GET /report/", answer)
  await screens.open(language, address)
}

describe("a report", () => {
  it("shows its figures with the change in words, what charts show, what has no link, and what the table has beyond", async () => {
    await open()
    await shows("%20 arttı")
    expect([...document.querySelectorAll(".stat")].map(stat => texts("span, strong, a.small", stat).filter(Boolean))).toEqual([
      ["Çekilişler", "48", "%20 arttı", "Önceki dönem: 40"],
      ["Kazanan", "30", "1 → 30", "Önceki dönem: 1"],
      ["Katılım", "5", "Karşılaştırılacak veri yok", "Önceki dönem: 0"],
      ["Anket yanıtı", "1", "Değişmedi", "Önceki dönem: 1"],
      ["Çözüm oranı", "%81", "6 puan arttı", "Önceki dönem: %75"],
      ["Ortalama ilk yanıt süresi", "3 sa 15 dk", "%50 arttı", "Önceki dönem: 2 sa 10 dk"],
      ["Kullanım", "—", "Karşılaştırılacak veri yok", "Önceki dönem: —"],
      ["Çalışanlar (bugün)", "4.234"],
    ])
    // Slower answers are worse, a higher rate is better, more draws are neither.
    const tones = [...document.querySelectorAll<HTMLElement>(".report-change")].map(({ dataset }) => dataset.tone ?? "")
    expect(tones).toEqual(["", "success", "", "", "success", "danger", ""])

    await until(() => expect(cards()).toHaveLength(4))
    expect(texts(".chart title")).toEqual([
      "En yüksek: 3 May, 28",
      "En çok: Katılım açık: 36 · %75",
      "En çok: =Yeşil; Ova: 30 · %63",
      "En çok: Üretim: 48 · %100",
    ])
    const [, statuses, companies] = cards()
    // A bar is as long as its share of the track.
    const widths = [...(statuses?.querySelectorAll(".chart__track, .chart__mark") ?? [])].map(bar =>
      Number(bar.getAttribute("width")),
    )
    const [track = 0, ...rest] = widths
    expect(rest.map(width => Math.round((width / track) * 100))).toEqual([75, 100, 23, 100, 2])
    expect([...(statuses?.querySelectorAll(".chart a") ?? [])].map(link => link.getAttribute("aria-label"))).toEqual([
      "Katılım açık: 36 · %75",
      "Sonuçlandı: 11 · %23",
      "Bilinmiyor: 1 · %2",
    ])
    expect(text()).toContain("“Şirketsiz” kayıtlar listede ayrıca filtrelenemediği için bağlantısı yoktur.")
    expect(text()).toContain("En büyük 12 tanesi gösteriliyor; tabloda tümü var (15).")

    // The days are walked by arrow keys, which move between links.
    const links = [...(document.querySelector(".chart")?.querySelectorAll<SVGElement>("a") ?? [])]
    expect(links.map(link => link.getAttribute("tabindex"))).toEqual(["-1", "-1", "0"])
    expect(links.map(link => link.getAttribute("href"))).toEqual(
      ["2026-05-01", "2026-05-02", "2026-05-03"].map(day => `/user/draws?startDate=${day}&endDate=${day}`),
    )
    await act(async () => links[2]?.focus())
    for (const [key, at, name] of [
      ["ArrowLeft", 1, "2 May: 0 (önceki dönem 30)"],
      ["Home", 0, "1 May: 20 (önceki dönem 4)"],
      ["ArrowLeft", 0, "1 May: 20 (önceki dönem 4)"],
      ["End", 2, "3 May: 28 (önceki dönem 6)"],
    ] as const) {
      await press(document.activeElement, key)
      expect(links[at]).toBe(document.activeElement)
      expect(document.activeElement?.getAttribute("aria-label")).toBe(name)
    }

    await click(find("button", /Tablo olarak göster/, companies))
    expect(companies?.querySelectorAll("tbody tr")).toHaveLength(15)
    expect(companies?.querySelectorAll("tbody tr a")).toHaveLength(14)
  })

  it("speaks English", async () => {
    await open(answering(report), path, "en")
    await shows("20% up")
    expect(texts(".stat .report-change")).toContain("6 points up")
    expect(text()).toContain("1 – 3 May 2026 · Platform and all companies")
  })

  it("says whether its period is over", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: Date.parse("2026-05-31T09:00:00Z") })
    for (const [from, to, words] of [
      ["2026-05-01", "2026-05-03", undefined],
      ["2026-05-01", "2026-05-31", "Dönem henüz bitmedi: bugün, sayılan son gündür."],
      ["2998-12-01", "2999-01-01", "yalnızca planlanmış olanlar sayılır"],
    ] as const) {
      await open(answering(report), `reports?module=draws&from=${from}&to=${to}`)
      await shows("%20 arttı")
      if (words) expect(text()).toContain(words)
      else expect(text()).not.toMatch(/Dönem henüz|planlanmış/)
    }
  })

  it.each([
    ["draws", "", "Bu dönemde çekiliş yok", "Başka bir dönem seçin."],
    ["employees", "&departmentId=d1", "Bu dönemde işe başlayan yok", "Filtreleri temizleyin"],
  ])("of %s without rows says so", async (module, filter, title, more) => {
    await open(answering({ ...report, total: 0, statuses: [], series: [] }), `${path.replace("draws", module)}${filter}`)
    await shows(title)
    expect(text()).toContain(more)
    expect(cards()).toEqual([])
    expect(document.querySelectorAll(".stat").length).toBeGreaterThan(0)
    if (!filter) return
    await click(find(".empty button", i18n.t("ui.clearFilters")))
    expect(location.search).toBe("?module=employees&from=2026-05-01&to=2026-05-03")
  })

  describeFailedReport({
    open,
    answering,
    words: {
      refused: "Bu rapora erişiminiz yok",
      missing: "Bağlı sunucu raporları desteklemiyor.",
      failed: "Rapor yüklenemedi",
    },
  })

  it("of a server that leaves members out is shown without them", async () => {
    await open(answering({ Total: 3, Statuses: [{ Value: 1, Count: 3 }] }))
    await until(() => expect(texts(".stat strong")).toEqual(["3"]))
    expect(text()).toContain("Katılım açık")
  })

  it("of more than ten years is not asked for", async () => {
    let asked = 0
    await open(() => {
      asked++
      return answering(report)()
    }, "reports?module=draws&from=2001-01-01&to=2026-01-01")
    await shows("Dönem en çok on yıl olabilir. Daha kısa bir dönem seçin.")
    expect(asked).toBe(0)
  })
})

describe("the address of a report", () => {
  it("holds period, module, company and department, and leads back", async () => {
    await open(answering(report), "reports")
    await until(() => expect(document.querySelectorAll(".report-card strong").length).toBeGreaterThan(3))
    await click(find("nav a", "Çalışanlar", document.querySelector("main") as Element))
    await shows("Departmana göre")
    const period = find("main select", i18n.t("reporting.period")) as HTMLSelectElement
    const choose = (value: string) =>
      act(async () => {
        Object.getOwnPropertyDescriptor(HTMLSelectElement.prototype, "value")?.set?.call(period, value)
        period.dispatchEvent(new Event("change", { bubbles: true }))
      })
    await choose("lastMonth")
    expect(location.search).toBe("?module=employees&period=lastMonth")
    await choose("custom")
    expect(location.search).toMatch(/^\?module=employees&from=\d{4}-\d\d-01&to=\d{4}-\d\d-\d\d$/)
    await choose("last30Days")
    expect(location.search).toBe("?module=employees")
    await act(async () => history.go(-2))
    await until(() => expect(location.search).toBe("?module=employees&period=lastMonth"))
    expect(period.value).toBe("lastMonth")
    // Another module takes the period along.
    await click(find("nav a", "Duyurular", document.querySelector("main") as Element))
    expect(location.search).toBe("?module=announcements&period=lastMonth")
  })
})

describe("a downloaded report", () => {
  const menuItem = async (menu: RegExp | string, item: string, root: ParentNode = document) => {
    await click(find("button[aria-haspopup=menu]", menu, root))
    return click(find("[role=menuitem]", item))
  }

  it("holds a row for each figure; of a chart it holds its rows, also while the table is shown, for who may export", async () => {
    await open()
    await until(() => expect(cards()).toHaveLength(4))
    const { name, lines } = await downloadOf(() => menuItem(i18n.t("reporting.download"), i18n.t("ui.chart.csv")))
    expect(name).toMatch(/^rapor-çekilişler-.*\.csv$/)
    const rows = lines.map(line => line.replace("\uFEFF", ""))
    expect(rows[0]).toBe("Bölüm;Ad;İlk gün;İlk gün (ISO 8601);Son gün;Son gün (ISO 8601);Sayı;Pay (%);Önceki dönem")
    expect(rows).toContain("Özet;Çekilişler;01.05.2026;2026-05-01;03.05.2026;2026-05-03;48;;40")
    expect(rows).toContain("Özet;Çalışanlar (bugün);;;;;4234;;")
    expect(rows).toContain("Özet;Kullanım;01.05.2026;2026-05-01;03.05.2026;2026-05-03;;;")
    expect(rows).toContain("Zaman içinde;2 May;02.05.2026;2026-05-02;02.05.2026;2026-05-02;0;;30")
    expect(rows).toContain('Duruma göre;Sonuçlandı;01.05.2026;2026-05-01;03.05.2026;2026-05-03;11;"22,9";')
    // Nothing that a spreadsheet evaluates, and separators are quoted.
    expect(rows.some(row => row.startsWith('Şirkete göre;"\'=Yeşil; Ova";'))).toBe(true)
    expect(rows).toHaveLength(1 + 8 + 3 + 3 + 15 + 1)

    const [days, , companies] = cards() as HTMLElement[]
    for (const [card, count] of [
      [days, 3],
      [companies, 15],
    ] as const)
      for (const shown of ["chart", "table"]) {
        const { lines } = await downloadOf(() => menuItem(/Grafiği indir/, i18n.t("ui.chart.csv"), card))
        expect([shown, lines.length]).toEqual([shown, count + 1])
        if (shown === "chart") await click(find("button", /Tablo olarak göster/, card))
      }

    const written: string[] = []
    const clipboard = { writeText: async (text: string) => void written.push(text) }
    const spy = vi.spyOn(navigator, "clipboard", "get").mockReturnValue(clipboard as Clipboard)
    await click(find("button", i18n.t("reporting.copyLink")))
    spy.mockRestore()
    expect(written).toEqual([location.href])

    await act(async () => permissionsLoaded(["reports.read"]))
    expect(document.querySelectorAll(".chart-card button[aria-haspopup=menu]")).toHaveLength(0)
    expect(text()).not.toContain(i18n.t("reporting.download"))
  })

  it("is printed with its period, scope, figures and tables", async () => {
    const print = vi.fn()
    vi.stubGlobal("print", print)
    const blank = { from: "2026-05-04", to: "2026-05-04", count: 0, previous: 0 }
    try {
      await open(answering({ ...report, series: [...report.series, blank] }))
      await until(() => expect(cards()).toHaveLength(4))
      await menuItem(i18n.t("reporting.download"), i18n.t("reporting.print"))
      await until(() => expect(print).toHaveBeenCalledTimes(1))
      const sheet = document.querySelector(".print-sheet") as HTMLElement
      expect(sheet.querySelector("h1")?.textContent).toBe("Rapor: Çekilişler")
      for (const words of ["1 – 3 May", "28 – 30 Nis", "48 · %20 arttı · Önceki dönem: 40", "“Şirketsiz”", "ikisi de sıfır"])
        expect(sheet.textContent).toContain(words)
      expect(sheet.querySelectorAll("table")).toHaveLength(4)
      expect(sheet.querySelectorAll("tbody tr")).toHaveLength(3 + 3 + 15 + 1)
      expect(sheet.querySelectorAll("a")).toHaveLength(0)
      await act(async () => dispatchEvent(new Event("afterprint")))
      expect(document.querySelector(".print-sheet")).toBeNull()
    } finally {
      vi.unstubAllGlobals()
    }
  })
})

describe("the overview", () => {
  const names = () => texts("main nav a").map(name => name?.trim())

  it("has a card for each module, and a failed call leaves the others", async () => {
    await open(answering({ ...report, total: 12, previousTotal: 0 }), "reports")
    await until(() => expect(texts(".report-card strong")).toEqual(Array(7).fill("12")))
    expect(text()).toMatch(/İşe başlayanlar12.*Çalışanlar \(bugün\): 4\.234/)
    await screens.close()
    screens.break("GET /report/draws", () => envelope(500))
    await screens.open("tr", "reports?period=lastMonth")
    await until(() => expect(document.querySelectorAll(".report-card strong")).toHaveLength(6))
    const failed = document.querySelector(".report-card [role=alert]")?.closest("section")
    expect(failed?.getAttribute("aria-label")).toBe("Çekilişler")
    screens.break("GET /report/draws", answering(report))
    await click(find("button", /Yeniden dene/, failed as Element))
    await until(() => expect(failed?.textContent).toContain("48"))
  })

  it("says once that the server has no reports", async () => {
    withoutExtensions()
    await open(() => envelope(404), "reports")
    await shows("Bağlı sunucu raporları desteklemiyor.")
    await until(() => expect(document.querySelectorAll(".report-card")).toHaveLength(0))
    expect(document.querySelectorAll(".empty")).toHaveLength(1)
  })

  it("leaves out modules that are off, and says why where an address names one", async () => {
    flagsLoaded({ ...allOn, campaignManagement: false, userManagement: false })
    await open(answering(report), "reports")
    await until(() => expect(document.querySelectorAll(".report-card strong")).toHaveLength(5))
    expect(names()).toEqual(["Genel bakış", "Çekilişler", "Duyurular", "Anketler", "Hediye kartları", "Geri bildirimler"])
    await screens.close()
    await screens.open("tr", "reports?module=campaigns")
    await shows("Bu rapora erişiminiz yok")
    expect(document.querySelectorAll(".stat")).toHaveLength(0)
  })

  it("is closed while reports are off", async () => {
    flagsLoaded({ reports: false })
    await screens.open("tr", "reports")
    await until(() => expect(document.querySelector("main")?.textContent).toContain(i18n.t("shell.moduleOff")))
    expect(document.querySelectorAll(".report-card")).toHaveLength(0)
  })
})
