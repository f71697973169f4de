import { afterEach, beforeAll, describe, expect, it } from "vitest"
import type { Language } from "../../../src/core/text/i18n"
import {
  addFeedback,
  assignFeedback,
  feedbackCompanyOptions,
  feedbackStats,
  getFeedback,
  listFeedback,
  replyToFeedback,
  searchAssignees,
  searchPeople,
  setFeedbackStatus,
  uploadFeedbackFile,
} from "../../../src/modules/feedback/api"
import { config } from "../../../src/state/config"
import { cache } from "../../../src/state/instances"
import { act, click, find, main, rows, speak, type, until } from "../../kit"
import { consoleOnApi, envelope } from "../kit"

/** The desk on sample data, against a server that has no call of feedback (docs/contract.md#feedback-source). */
const screens = consoleOnApi()

let sent: string[] = []
beforeAll(() => {
  config.feedback = "memory"
  const next = globalThis.fetch
  globalThis.fetch = async (input, init) => {
    const { pathname } = new URL(String(input), location.href)
    if (!pathname.startsWith("/backend/feedback/")) return next(input, init)
    sent.push(`${init?.method ?? "GET"} ${pathname}`)
    return envelope(404)
  }
})
afterEach(() => {
  const calls = sent
  sent = []
  expect(calls).toEqual([])
})

const toasts = () => [...document.querySelectorAll(".toast")].map(({ textContent }) => textContent).join(" ")
const row = (subject: string) => rows().find(({ textContent }) => textContent?.includes(subject))
const shown = (text: string) => until(() => expect(main()).toContain(text))
const field = (id: string) => document.getElementById(id)
const draft = {
  type: 0,
  subject: "Işık yanmıyor",
  description: "Koridor karanlık.",
  userId: "",
  userName: "",
  email: "",
  priority: 2,
  category: 1,
  tenantId: "",
}
let keys = 0
const key = () => ({ idempotencyKey: `memory-key-${++keys}-0000` })

const samples = {
  tr: { subject: "Kampanya kodu kasada geçmiyor" },
  en: { subject: "Campaign code is refused at the till" },
}

const words = {
  replied: "Reply added",
  statusUpdated: "Feedback status updated",
  resolve: "Mark as resolved",
  resolved: "Resolved",
  remove: "Delete",
}

describe("the desk on sample data", () => {
  it("lists the samples in the person's language, follows its change, and finds them", async () => {
    await screens.open("tr", "feedback-management?pageSize=100")
    await shown(samples.tr.subject)
    await act(async () => speak("en"))
    await shown(samples.en.subject)
    await screens.open("tr", `feedback-management?keyword=${encodeURIComponent("KAMPANYA kodu")}`)
    await shown(samples.tr.subject)
    await until(() => expect(document.querySelector("table")?.getAttribute("aria-busy")).not.toBe("true"))
    const { rows: found } = await cache.load(listFeedback, { keyword: "KAMPANYA kodu" })
    expect(found.map(({ tenantName }) => tenantName)).toContain("Yeşilova Grup")
  })

  it("adds an item, and deletes it", async () => {
    const subject = "Yeni kayıt"
    await screens.open("tr", "feedback-management/add")
    await until(() => expect(field("subject")).toBeTruthy())
    await type(field("subject"), subject)
    await type(field("description"), "Koridor karanlık.")
    await click(document.querySelector(".action-bar [type=submit]"))
    await until(() => expect(toasts()).toContain("Geri bildirim oluşturuldu"))
    await screens.close()
    await screens.open("tr", `feedback-management?keyword=${encodeURIComponent(subject)}`)
    await until(() => expect(rows()).toHaveLength(1))
    await click(row(subject)?.querySelector(".table__actions button"))
    await click(find("[role=menuitem]", "Sil"))
    await until(() => expect(document.querySelector("dialog[open] .btn--danger-solid")).toBeTruthy())
    await click(document.querySelector("dialog[open] .btn--danger-solid"))
    await until(() => expect(rows()).toHaveLength(0))
    // Without a token nothing is offered to take back.
    expect(toasts()).not.toContain("Geri al")
  })

  it("answers a person, resolves the item and deletes it on its page, by the platform", async () => {
    await screens.open("en", "feedback-management/add")
    const subject = "Bir günün işi"
    await until(() => expect(field("subject")).toBeTruthy())
    const { value } = await addFeedback({ ...draft, subject, tenantId: "" }, key())
    await screens.close()
    await screens.open("en", `feedback-management/${(value as { id: string }).id}`)
    await until(() => expect(document.querySelector(".composer textarea")).toBeTruthy())
    await type(document.querySelector(".composer textarea"), "Bakıyoruz")
    await click(document.querySelector(".composer [type=submit]"))
    await until(() => expect([...document.querySelectorAll(".message")].at(-1)?.textContent).toContain("Bakıyoruz"))
    await until(() => expect(toasts()).toContain(words.replied))
    await click(find("main button", words.resolve))
    await until(() => expect(field("response")).toBeTruthy())
    await type(field("response"), "Düzeltildi")
    await click(document.querySelector("dialog[open] [type=submit]"))
    await until(() => expect(toasts()).toContain(words.statusUpdated))
    await until(() => expect([...document.querySelectorAll(".message")].at(-1)?.textContent).toContain("Düzeltildi"))
    expect(document.querySelector("main h1")?.parentElement?.textContent).toContain(words.resolved)
    await click(find("main button", new RegExp(subject)))
    await click(find("[role=menuitem]", words.remove))
    await until(() => expect(document.querySelector("dialog[open] .btn--danger-solid")).toBeTruthy())
    await click(document.querySelector("dialog[open] .btn--danger-solid"))
    await until(() => expect(location.pathname).toMatch(/feedback-management$/))
    await until(() => expect(rows().length).toBeGreaterThan(1))
    expect(row(subject)).toBeUndefined()
  })

  it("has a report of its own", async () => {
    await screens.open("en", "reports?module=feedback")
    await until(() => expect(document.querySelector("main [aria-current][href*='module=feedback']")).toBeTruthy())
    await shown("Akasya Tekstil")
  })

  it("says what is missing as the sample data does", async () => {
    await screens.open("tr", "feedback-management/yok")
    await shown("Feedback bulunamadı")
  })
})

const record = async (id: string) => (await getFeedback(id)).record

describe("the calls on sample data", () => {
  const sampleOf = async (language: Language) => {
    await screens.open(language, "feedback-management")
    await shown(samples[language].subject)
    const { rows: all } = await cache.load(listFeedback, { keyword: samples[language].subject })
    const [first] = all
    if (!first) throw new Error("There is no sample.")
    return first
  }

  it("reply, set the status, assign and attach, with the messages of the specification", async () => {
    const { id } = await sampleOf("tr")
    const file = new File(["kanıt"], "kanit.png", { type: "image/png" })
    const url = await uploadFeedbackFile(file, 1, {})
    const reply = { message: "Bakıyoruz", type: 0, isInternal: false, authorName: "", authorEmail: "" }
    const attachments = [{ name: file.name, url }]
    const [staff] = await searchAssignees()("selin", new AbortController().signal)
    const answers = [
      await replyToFeedback(id, { ...reply, attachments }, key()),
      await setFeedbackStatus(id, { status: 2, response: "Düzeltildi" }),
      await assignFeedback(id, { id: staff?.value ?? "", name: "" }),
    ]
    expect(answers.map(({ message, undoToken }) => [message, undoToken])).toEqual([
      ["Yanıt eklendi", undefined],
      ["Geri bildirimin durumu güncellendi", undefined],
      ["Geri bildirim atandı", undefined],
    ])
    const { conversations, ...changed } = await record(id)
    expect(changed).toMatchObject({ status: 2, assignedToName: "Selin Arslan", resolvedDate: expect.any(String) })
    expect(conversations).toMatchObject([
      { message: "Bakıyoruz", authorName: "Elif Yılmaz", attachments: [{ name: "kanit.png", url, size: file.size }] },
      { message: "Düzeltildi", authorName: "Elif Yılmaz" },
    ])
  })

  it("hold every kind, status, priority and category, due and overdue ones, notes and files", async () => {
    await sampleOf("en")
    const { rows: all } = await cache.load(listFeedback, { pageSize: 100 })
    expect(all.length).toBeGreaterThanOrEqual(28)
    const values = (name: "type" | "status" | "priority" | "category") => new Set(all.map(item => item[name])).size
    expect([values("type"), values("status"), values("priority"), values("category")]).toEqual([2, 5, 4, 4])
    const figures = await cache.load(feedbackStats, "")
    expect([figures.total, figures.overdue]).toEqual([all.length, all.filter(({ isOverdue }) => isOverdue).length])
    expect(figures.overdue).toBeGreaterThan(1)
    expect(all.some(({ dueDate, isOverdue }) => dueDate && !isOverdue)).toBe(true)
    const now = Date.now()
    const records = await Promise.all(all.map(({ id }) => record(id)))
    for (const item of records) {
      const dates = [item.createdDate, ...item.conversations.map(entry => entry.createdDate), item.resolvedDate, item.updatedDate]
      const times = dates.flatMap(date => (date ? [Date.parse(date)] : []))
      expect([item.id, times.every(time => time <= now), times]).toEqual([item.id, true, [...times].sort((a, b) => a - b)])
      expect([item.id, JSON.stringify(item)]).toEqual([item.id, expect.not.stringContaining("samples.")])
    }
    expect(records.some(({ internalNotes }) => internalNotes)).toBe(true)
    expect(records.flatMap(({ attachments }) => attachments).every(({ size, url }) => size > 0 && url.startsWith("blob:"))).toBe(
      true,
    )
    const isInternal = records.flatMap(({ conversations }) => conversations.filter(entry => entry.isInternal))
    expect(isInternal.length).toBeGreaterThan(0)
  })

  it("offer the fixed companies to the platform, and the own one to a company", async () => {
    await sampleOf("en")
    const labels = async () => (await cache.load(feedbackCompanyOptions, undefined, true)).map(({ label }) => label)
    const fixed = ["Akasya Tekstil", "Bozkır Gıda", "Çınar Sağlık", "Deniz Turizm", "Emek İnşaat"]
    expect((await labels()).slice(0, 5)).toEqual(fixed)
    const { rows: found } = await cache.load(listFeedback, { tenantId: "bozkir" })
    expect(new Set(found.map(({ tenantName }) => tenantName))).toEqual(new Set(["Bozkır Gıda"]))
    await addFeedback({ ...draft, tenantId: "cinar" }, key())
    await screens.close()
    await sampleOf("tr")
    expect(await labels()).toEqual(["Yeşilova Grup"])
    const { rows: own } = await cache.load(listFeedback, { pageSize: 100 })
    expect(new Set(own.map(({ tenantName }) => tenantName))).toEqual(new Set(["Yeşilova Grup"]))
  })

  it("keep what a company adds for the platform, and what the platform has from a company", async () => {
    await sampleOf("tr")
    const { value } = await addFeedback({ ...draft, subject: "Asansör durdu" }, key())
    const { id } = value as { id: string }
    await screens.close()
    const foreign = await sampleOf("en")
    expect((await cache.load(listFeedback, { keyword: "asansor" })).rows).toMatchObject([{ id, tenantName: "Yeşilova Grup" }])
    await screens.close()
    await sampleOf("tr")
    await expect(record(foreign.id)).rejects.toMatchObject({ status: 404 })
  })

  it("name the staff and the signed-in person, and the people of the samples", async () => {
    await sampleOf("tr")
    const { signal } = new AbortController()
    expect((await searchAssignees()("", signal)).map(({ label }) => label)).toEqual([
      "Elif Yılmaz",
      "Selin Arslan",
      "Emre Doğan",
      "Derya Aksoy",
      "Onur Şahin",
      "Gamze Polat",
    ])
    expect((await searchPeople("")("isil", signal)).map(({ label }) => label)).toEqual(["Işıl Güneş"])
    const { value } = await addFeedback({ ...draft, userId: "isil-gunes" }, key())
    expect(value).toMatchObject({ userName: "Işıl Güneş", email: "isil.gunes@ornek.example" })
  })
})
