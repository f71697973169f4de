import { describe, expect, it } from "vitest"
import type { SurveyReport } from "../../../../../src/contract/surveys/report"
import { i18n } from "../../../../../src/state/instances"
import { act, click, downloadOf, find, press, until } from "../../../../kit"
import { consoleOnApi } from "../../../kit"
import { cards, describeFailedReport, shows, text } from "../../../report-kit"
import { screenKit } from "../screen-kit"

/** The report of a survey in the console, with answers of servers of every kind. */
const screens = consoleOnApi()

const report: SurveyReport = {
  surveyId: "s",
  title: "Nabız",
  responseCount: 48,
  waiting: 3,
  questions: [
    {
      id: "q1",
      text: "Hangi yan hak?",
      type: "multiple_choice",
      answered: 48,
      options: [
        { label: "Yemek", count: 30 },
        { label: "=Servis", count: 12 },
        { label: "Otopark", count: 6, isFormer: true },
      ],
    },
    {
      id: "q2",
      text: "Önerir misiniz?",
      type: "yes_no",
      answered: 40,
      options: [
        { label: "Evet", count: 30 },
        { label: "Hayır", count: 10 },
      ],
    },
    {
      id: "q3",
      text: "Memnuniyet",
      type: "rating",
      answered: 8,
      average: 4.25,
      options: [
        { label: "4", count: 6 },
        { label: "5", count: 2 },
      ],
    },
  ],
  series: [
    { date: "2026-05-01", count: 20 },
    { date: "2026-05-03", count: 28 },
  ],
  departments: [
    { id: "d2", name: "Üretim", count: 8 },
    { id: "d1", name: "Finans", count: 20 },
  ],
}
const answering = (value: unknown) => () => Response.json({ value: { value }, isSuccess: true, status: 0 })

const { make } = screenKit(screens)
/** Opens the report of a new survey whose report call is answered like this. */
const open = async (answer?: () => Response, search = "", language: "tr" | "en" = "tr") => {
  const { id } = await make(language)
  if (answer) screens.break("GET /survey/report/", answer)
  await screens.open(language, `survey-management/${id}?tab=report${search}`)
  return id
}
const titles = () => [...document.querySelectorAll(".chart title")].map(({ textContent }) => textContent)

describe("the report of a survey", () => {
  it("begins with a calm page while nobody has answered", async () => {
    await open(answering({ ...report, responseCount: 0, waiting: undefined, questions: [], series: [], departments: [] }))
    await shows("Henüz yanıt yok")
    expect(document.querySelectorAll("[aria-label=Özet]")).toHaveLength(1)
    expect(cards()).toEqual([])
    expect(document.querySelector("main .filter-bar")).toBeNull()
  })

  it("shows the texts of an open question alone, page by page, and neither in the file nor where there are few", async () => {
    const open5 = {
      id: "q9",
      text: "Neden?",
      type: "text" as const,
      answered: 23,
      options: [{ label: "serbest yazı", count: 23 }],
    }
    const few = { ...open5, id: "q8", text: "Başka?", answered: 0 }
    const asked: string[] = []
    const { id } = await make("tr")
    screens.fault = ({ url }) => {
      const { pathname, searchParams } = new URL(url)
      if (!pathname.includes("/survey/report/")) return undefined
      if (!pathname.endsWith("/texts")) return answering({ ...report, questions: [open5, few, ...report.questions] })()
      asked.push(`${searchParams.get("questionId")} ${searchParams.get("page")} ${searchParams.get("departmentId")}`)
      const isFew = searchParams.get("questionId") === "q8"
      const value = isFew
        ? { texts: ["tek yanıt"], totalCount: 4 }
        : { texts: [`<b>sayfa ${searchParams.get("page")}</b>`], totalCount: 23 }
      return Response.json({ value, isSuccess: true, status: 0 })
    }
    await screens.open("tr", `survey-management/${id}?tab=report&department=d1`)
    await shows("<b>sayfa 0</b>")
    const [card, other] = [...document.querySelectorAll<HTMLElement>("section[id^=question-]")]
    await until(() => expect(other?.textContent).toContain("en az 5 kişi"))
    expect(card?.textContent).toContain("23 yanıttan 1–20 arası")
    expect(text()).not.toMatch(/tek yanıt|serbest yazı/)
    await click(find("button", "Sonraki sayfa", card))
    await shows("<b>sayfa 1</b>")
    expect(asked.toSorted()).toEqual(["q8 0 d1", "q9 0 d1", "q9 1 d1"])
    await click(find("button", "Raporu indir"))
    const { lines } = await downloadOf(() => click(find("[role=menuitem]", "Sonuçlar (CSV)")))
    expect(lines.join()).toContain("Neden?")
    expect(lines.join()).not.toContain("sayfa")
  })

  it("shows summary, charts with their findings, days by arrow keys, tables, former options and why answers wait", async () => {
    await open(answering(report))
    await shows("3 yanıt rapora girmeyi bekliyor")
    expect(titles()).toEqual([
      "En çok seçilen: Yemek: 30 · %63",
      "Evet: 30 · %75; Hayır: 10 · %25",
      "Ortalama puan 4,3, 8 yanıt",
      "En çok yanıt 3 May günü: 28",
    ])
    expect(text()).toContain("Otopark (eski seçenek)")
    expect(text()).toContain("5 kişiden küçük grupların yanıtları")
    expect(document.querySelectorAll(".chart__mark--muted")).toHaveLength(1)
    expect(cards().map(({ id }) => id)).toEqual(["question-q1", "question-q2", "question-q3", ""])

    const chart = document.querySelector("[role=slider]")
    const value = () => chart?.getAttribute("aria-valuetext")
    expect(value()).toBe("En çok yanıt 3 May günü: 28")
    for (const [key, said] of [
      ["ArrowRight", "1 May: 20 yanıt"],
      ["ArrowRight", "2 May: 0 yanıt"],
      ["End", "3 May: 28 yanıt"],
      ["ArrowRight", "3 May: 28 yanıt"],
      ["ArrowLeft", "2 May: 0 yanıt"],
      ["Home", "1 May: 20 yanıt"],
    ] as const) {
      await press(chart, key)
      expect(value()).toBe(said)
    }

    for (const card of cards()) await click(find("button", /Tablo olarak göster/, card))
    const rows = cards().map(card =>
      [...card.querySelectorAll("tbody tr")].map(row => [...row.children].map(cell => cell.textContent)),
    )
    expect(rows[0]).toEqual([
      ["Yemek", "30", "%63"],
      ["=Servis", "12", "%25"],
      ["Otopark (eski seçenek)", "6", "%13"],
    ])
    expect(rows[2]?.map(([mark]) => mark)).toEqual(["1", "2", "3", "4", "5"])
    expect(rows[3]).toEqual([
      ["1 May", "20"],
      ["3 May", "28"],
    ])
    expect(titles()).toEqual([])
    await click(find("button", /Grafik olarak göster/, cards()[0]))
    expect(titles()).toHaveLength(1)
    await click(find("button", "Raporu indir"))
    const { lines } = await downloadOf(() => click(find("[role=menuitem]", "Günlere göre yanıtlar (CSV)")))
    expect(lines.slice(1)).toEqual(["01.05.2026;2026-05-01;20", "03.05.2026;2026-05-03;28"])
  })

  it("of a company's first survey says which answers are on no day, and which of them wait", async () => {
    await open(answering({ ...report, undated: 40, newcomers: 40, waiting: 7, waitingNewcomers: 6 }))
    await shows("40 yanıt bir bütün olarak gösteriliyor")
    for (const part of ["40 yanıt yeni eklenenlerden", "6 tanesi, davetlerden önceki 14 gün", "40 yanıt hiçbir güne yazılmadı"])
      expect(text()).toContain(part)
    await click(find("button", "Raporu indir"))
    const { lines } = await downloadOf(() => click(find("[role=menuitem]", "Günlere göre yanıtlar (CSV)")))
    expect(lines.at(-1)).toBe(";;40")
  })

  it("of newcomers alone, of whom too few answered, says what they wait for, and nothing of departments", async () => {
    await open(
      answering({ ...report, responseCount: 0, waiting: 18, waitingNewcomers: 18, questions: [], series: [], departments: [] }),
    )
    await shows("20 kişi yanıtladığında bir bütün olarak rapora girer")
    expect(text()).not.toMatch(/bir departman/)
  })

  it("is filtered by its address, keeps what is shown while another filter loads, and is cleared", async () => {
    const asked: string[] = []
    let release = () => {}
    let held: Promise<void> | undefined
    const { id } = await make()
    const answered = globalThis.fetch
    globalThis.fetch = async (input, init) => {
      const { pathname, search } = new URL(String(input), location.href)
      if (!pathname.includes("/survey/report/")) return answered(input, init)
      asked.push(search)
      await held
      return answering(search ? { ...report, responseCount: 20, waiting: undefined } : report)()
    }
    try {
      await screens.open("tr", `survey-management/${id}?tab=report&department=d1`)
      await shows("Filtresiz toplam")
      expect(asked).toEqual(["?departmentId=d1"])
      expect(document.querySelector<HTMLInputElement>("#report-department")?.placeholder).toBe("Finans")
      held = new Promise(done => {
        release = done
      })
      await click(find("button", i18n.t("ui.clearFilters")))
      await until(() => expect(asked).toEqual(["?departmentId=d1", ""]))
      expect(location.search).toBe("?tab=report")
      expect(cards()).toHaveLength(4)
      expect(document.querySelector(".report")?.getAttribute("data-stale")).toBe("true")
      await act(async () => release())
      await shows("3 yanıt rapora girmeyi bekliyor")
      expect(document.querySelector(".report")?.hasAttribute("data-stale")).toBe(false)
    } finally {
      globalThis.fetch = answered
    }
  })

  it("says where a filter leaves too few answers, and leads back", async () => {
    await open(
      answering({ ...report, responseCount: 0, questions: [], series: [] }),
      "&department=gone&from=2026-05-01&to=2026-05-02",
    )
    await shows("Bu filtrelerle gösterilecek yanıt yok")
    expect(document.querySelector(".report [role=status]")?.textContent).toBe("Yanıt: 0")
    expect(document.querySelector<HTMLInputElement>("#report-department")?.placeholder).toBe("Seçilen departman")
    await click(find(".empty button", i18n.t("ui.clearFilters")))
    expect(location.search).toBe("?tab=report")
  })

  describeFailedReport({
    open,
    answering,
    words: {
      refused: "Bu raporu yalnızca anketin sahibi görebilir",
      missing: "Sunucuda bu anketin raporu yok",
      failed: "Rapor yüklenemedi",
    },
  })

  it("of a server without extensions is shown without filters and days", async () => {
    await open(() =>
      Response.json({
        Value: {
          Value: {
            Value: {
              SurveyId: 7,
              ResponseCount: 9,
              Questions: [
                { Id: 1, Text: "Matris", Type: "Matrix", Answered: 9, Options: [{ Label: "A", Count: 9 }] },
                { Id: 2, Text: "Boş", Type: "Rating", Answered: 9, Average: 4.5 },
              ],
            },
          },
        },
        IsSuccess: true,
      }),
    )
    await shows("1. Matris")
    expect(text()).toContain("Tek seçim · 9 yanıt")
    expect(text()).toContain("Ortalama 4,5")
    expect(text()).toContain("Sunucu bu sorunun yanıt dağılımını göndermedi.")
    expect(document.querySelector("#report-department, .date-range")).toBeNull()
    expect(cards()).toHaveLength(2)
  })

  it("gives the question of the address the focus", async () => {
    const { id } = await make()
    const [first, second, third] = report.questions
    screens.break("GET /survey/report/", answering({ ...report, questions: [{ ...first, id: "👍" }, second, third] }))
    for (const [hash, focused] of [
      ["#question-q2", "question-q2"],
      ["#question-%F0%9F%91%8D", "question-👍"],
      ["#question-%F0%9F", ""],
      ["#main", ""],
    ] as const) {
      await screens.open("tr", `survey-management/${id}?tab=report${hash}`)
      await until(() => expect(cards()).toHaveLength(4))
      if (focused) await until(() => expect(document.activeElement?.id).toBe(focused))
      else expect(document.activeElement?.id).not.toContain("question-")
    }
  })

  it.each([
    [
      "tr",
      ";",
      "Raporu indir",
      "Sonuçlar (CSV)",
      ["1", "Hangi yan hak?", "Çoklu seçim", "Yemek", "30", "62,5", "48", ""],
      "4,25",
    ],
    [
      "en",
      ",",
      "Download report",
      "Results (CSV)",
      ["1", "Hangi yan hak?", "Multiple choice", "Yemek", "30", "62.5", "48", ""],
      "4.25",
    ],
  ] as const)("is downloaded as a harmless CSV in %s", async (language, separator, menu, item, first, mean) => {
    await open(answering(report), "", language)
    await until(() => expect(cards()).toHaveLength(4))
    if (language === "en") {
      await shows("3 responses are waiting to enter the report")
      expect(titles()[0]).toBe("Chosen most often: Yemek: 30 · 63%")
    }
    await click(find("button", menu))
    const { name, lines } = await downloadOf(() => click(find("[role=menuitem]", item)))
    expect(name).toMatch(/\.csv$/)
    const cells = lines.map(line => line.split(separator).map(cell => cell.replace(/^"(.*)"$/, "$1")))
    expect(cells).toHaveLength(1 + 3 + 2 + 5)
    expect(cells[1]).toEqual(first)
    expect(cells[2]?.[3]).toBe("'=Servis")
    expect(cells.at(-1)?.at(-1)).toBe(mean)
  })
})
