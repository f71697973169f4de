import { expect, it } from "vitest"
import type { Language } from "../../src/core/text/i18n"
import { click, downloadOf, find, until } from "../kit"
import { consoleOnApi } from "../modules/kit"
import { sample } from "../rounds"

/** Files for work: a column for each value, in the language of the person (docs/console.md#exports). */
const screens = consoleOnApi()

const exportList = async (language: Language, path: string, columns: string) => {
  await screens.open(language, path)
  await until(() => expect(document.querySelectorAll("tbody tr[data-row]").length).toBeGreaterThan(0))
  await click(find("button", language === "tr" ? "Dışa aktar" : "Export"))
  return downloadOf(() => click(find("[role=menuitem]", columns)))
}

const stored = ["Oluşturulma", "Oluşturulma (ISO 8601)", "Son güncelleme", "Son güncelleme (ISO 8601)"]

const files: [string, RegExp, string[]][] = [
  [
    "announcement-management",
    /^duyurular-/,
    ["Başlık", "Kısa açıklama", "Sahibi", "Tür", "Yayın başlangıcı", "Yayın başlangıcı (ISO 8601)", "Yayın bitişi"].concat(
      ["Yayın bitişi (ISO 8601)", "Durum"],
      stored,
    ),
  ],
  [
    "partner-management",
    /^iş-ortakları-/,
    ["İş ortağı adı", "Kategori", "Sahibi", "Konum", "Birincil kişi", "E-posta", "Telefon", "Durum", ...stored],
  ],
  [
    "survey-management",
    /^anketler-/,
    ["Anket adı", "Tür", "Açıklama", "Sahibi", "Başlangıç", "Başlangıç (ISO 8601)", "Bitiş", "Bitiş (ISO 8601)", "Durum"].concat(
      ["Yanıt", "Soru sayısı"],
      stored,
    ),
  ],
  [
    "gift-management",
    /^hediye-kartları-/,
    ["Kart adı", "Marka", "Sahibi", "Geçerlilik başlangıcı", "Geçerlilik başlangıcı (ISO 8601)", "Geçerlilik bitişi"].concat(
      ["Geçerlilik bitişi (ISO 8601)", "Kullanım", "Kullanım sınırı", "Durum"],
      stored,
    ),
  ],
  [
    "feedback-management",
    /^geri-bildirimler-/,
    ["Konu", "Açıklama", "Tür", "Gönderen", "Gönderenin e-postası", "Mesaj sayısı", "Şirket", "Öncelik", "Durum"].concat(
      ["Yapılan işlem", "Yanıt süresi", "Yanıt süresi (ISO 8601)", "İlk yanıt süresi (dk)", "Çözüm süresi (dk)", "Atanan"],
      ["Kategori", "Oluşturulma", "Oluşturulma (ISO 8601)", "Çözüm tarihi", "Çözüm tarihi (ISO 8601)", "Son güncelleme"],
      ["Son güncelleme (ISO 8601)"],
    ),
  ],
]

it.each(sample(files, 2))("%s has a column for each value, and the name of its list", async (path, name, columns) => {
  const file = await exportList("tr", path, "Tüm sütunlar")
  expect(file.name).toMatch(name)
  const zoned = columns.map((column, at) => (columns[at + 1] === `${column} (ISO 8601)` ? `${column} (Europe/Istanbul)` : column))
  expect(file.lines[0]?.replace("\uFEFF", "").split(";")).toEqual(zoned)
})

it("writes phones as spreadsheets leave them, with the zero in front", async () => {
  const file = await exportList("tr", "employees?keyword=ahmet", "Görünen sütunlar")
  const at = file.lines[0]?.replace("\uFEFF", "").split(";").indexOf("Telefon") ?? -1
  const phones = file.lines.slice(1, -1).map(line => line.split(";")[at] ?? "")
  expect(phones.filter(Boolean).length).toBeGreaterThan(0)
  for (const phone of phones.filter(Boolean)) expect(phone).toMatch(/^0\d{3} \d{3} \d\d \d\d$/)
})

it("writes dates and numbers as spreadsheets of the language read them, and as the server has them", async () => {
  const [tr, en] = [
    await exportList("tr", "campaigns?sortBy=title&sortOrder=asc", "Görünen sütunlar"),
    await exportList("en", "campaigns?sortBy=title&sortOrder=asc", "Shown columns"),
  ]
  const column = (file: typeof tr, separator: string, header: string) => {
    const at = file.lines[0]?.replace("\uFEFF", "").split(separator).indexOf(header) ?? -1
    return file.lines.slice(1).map(line => line.split(separator)[at])
  }
  expect([tr.name, en.name].map(name => name.replace(/[\d-]+\.csv$/, ""))).toEqual(["kampanyalar", "campaigns"])
  expect(column(tr, ";", "Başlangıç (Europe/Istanbul)")).toEqual(
    expect.arrayContaining([expect.stringMatching(/^\d\d\.\d\d\.\d{4} \d\d:\d\d$/)]),
  )
  expect(column(en, ",", "Start (Europe/Istanbul)")).toEqual(
    expect.arrayContaining([expect.stringMatching(/^\d\d\/\d\d\/\d{4} \d\d:\d\d$/)]),
  )
  for (const instant of column(tr, ";", "Bitiş (ISO 8601)")) expect(instant).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
  for (const used of column(tr, ";", "Kullanan kişi")) expect(used).toMatch(/^\d*$/)
})
