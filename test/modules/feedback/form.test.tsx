import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import type { Feedback } from "../../../src/contract/feedback"
import type { Language } from "../../../src/core/text/i18n"
import { startToasts } from "../../../src/effects/toasts"
import { unsavedChanges } from "../../../src/state/instances"
import { act, click, field, find, heading, main, type, until } from "../../kit"
import { png } from "../../pictures"
import { consoleOnApi, envelope, saves, uploads } from "../kit"

/** Feedback that staff record: defaults, due time, person, company, files, and what a lost or failed call leaves. */
const screens = consoleOnApi()

const add = "feedback-management/add"

let stop = () => {}
beforeEach(() => {
  stop = startToasts()
})
afterEach(() => {
  stop()
  vi.restoreAllMocks()
})

const openForm = async (language: Language) => {
  await screens.open(language, add)
  await until(() => expect(field("subject")).toBeTruthy())
}

/** The stored feedback with a subject. */
const stored = async (subject: string, language: Language = "tr") => {
  const token = await screens.token(language)
  const { value } = await screens.api().call("GET", `/feedback/list?keyword=${encodeURIComponent(subject)}`, { token })
  const records = value.feedbacks.map(({ id }: { id: string }) => screens.api().call("GET", `/feedback/${id}`, { token }))
  return (await Promise.all(records)).map(({ value }) => value as Feedback)
}

const choose = async (id: string, label: string | RegExp) => {
  const select = field(id) as unknown as HTMLSelectElement
  const option = [...select.options].find(({ text }) => (typeof label === "string" ? text === label : label.test(text)))
  await act(async () => {
    select.value = option?.value ?? ""
    select.dispatchEvent(new Event("change", { bubbles: true }))
  })
}

/** Chooses an option of a combobox by its text. */
const pick = async (id: string, typed: string) => {
  await type(field(id), typed)
  await until(() => expect(document.querySelector("[role=option]")?.textContent).toContain(typed))
  await click(document.querySelector("[role=option]"))
}

const saved = (subject: string) => until(() => expect(heading()).toBe(subject))

it("begins with a complaint of medium priority, says until when each is to be answered, and is stored as new, without answers, files or assignee", async () => {
  vi.spyOn(Date, "now").mockReturnValue(Date.parse("2026-03-10T09:00:00Z"))
  await openForm("tr")
  expect(document.querySelector<HTMLInputElement>("input[name=type]:checked")?.closest("label")?.textContent).toMatch(/^Şikayet/)
  expect(find(".action-bar button", "Kaydet")).toBeTruthy()
  expect(document.querySelectorAll(".action-bar button")).toHaveLength(2)
  for (const [priority, hint] of [
    ["Kritik", "10 Mar 16:00 tarihine kadar yanıtlanmalı (4 saat içinde)."],
    ["Yüksek", "11 Mar 12:00 tarihine kadar yanıtlanmalı (1 gün içinde)."],
    ["Düşük", "17 Mar 12:00 tarihine kadar yanıtlanmalı (7 gün içinde)."],
    ["Orta", "13 Mar 12:00 tarihine kadar yanıtlanmalı (3 gün içinde)."],
  ] as const) {
    await choose("priority", priority)
    expect(document.getElementById("priority-note")?.textContent).toBe(hint)
  }
  await saves({ subject: "Varsayılan", description: "Açıklama" })()
  await saved("Varsayılan")
  await until(() => expect(document.querySelector(".toast")?.textContent).toContain("Geri bildirim oluşturuldu"))
  const [record] = await stored("Varsayılan")
  expect(record).toMatchObject({ type: 0, priority: 1, category: 3, status: 0, assignedTo: null, resolvedDate: null })
  expect(record).toMatchObject({ conversations: [], attachments: [], userName: "Elif Yılmaz" })
})

describe("the person", () => {
  it("is an employee who is found by name", async () => {
    const token = await screens.token("tr")
    const { value } = await screens.api().call("GET", "/user/list?pageSize=20&status=1", { token })
    const users: { id: string; firstName: string; lastName: string; email: string }[] = value.users
    // One after the other: an account has a few searches at once.
    const isAlone = async ({ firstName, lastName }: (typeof users)[number]) => {
      const keyword = encodeURIComponent(`${firstName} ${lastName}`)
      const found = await screens.api().call("GET", `/user/list?pageSize=20&keyword=${keyword}`, { token })
      return found.value.totalCount === 1
    }
    let person: (typeof users)[number] | undefined
    for (const user of users) if (!person && (await isAlone(user))) person = user
    if (!person) throw new Error("Every employee has a namesake.")
    const { id, firstName, lastName, email } = person
    await openForm("tr")
    await pick("userId", `${firstName} ${lastName}`)
    await saves({ subject: "Çalışandan", description: "Açıklama" })()
    await saved("Çalışandan")
    expect((await stored("Çalışandan"))[0]).toMatchObject({ userId: id, userName: `${firstName} ${lastName}`, email })
  })

  it("without an account has a name and an e-mail address, which is checked", async () => {
    await openForm("tr")
    await click(find("label", "Hesabı olmayan").querySelector("input"))
    await saves({ subject: "Dışarıdan", description: "Açıklama", userName: "Ayşe Kaya", email: "ayse@" })()
    await until(() => expect(field("email").getAttribute("aria-invalid")).toBe("true"))
    await saves({ email: "ayse@ornek.example" })()
    await saved("Dışarıdan")
    const [record] = await stored("Dışarıdan")
    expect(record).toMatchObject({ userId: null, userName: "Ayşe Kaya", email: "ayse@ornek.example" })
  })

  it("of the platform's form is chosen after the company, and belongs to it", async () => {
    const token = await screens.token("en")
    const { value } = await screens.api().call("GET", "/tenant/get-all", { token })
    const { id, name } = value.find(({ name }: { name: string }) => name === "Sarıkum Lojistik")
    await openForm("en")
    expect(field("userId").disabled).toBe(true)
    expect(document.getElementById("userId-note")?.textContent).toBe("Choose a company first to choose an employee.")
    await pick("tenantId", name)
    expect(field("userId").disabled).toBe(false)
    await pick("userId", "Mert Aydın")
    await saves({ subject: "From Sarıkum", description: "Text" })()
    await saved("From Sarıkum")
    expect((await stored("From Sarıkum", "en"))[0]).toMatchObject({ tenantId: id, userName: "Mert Aydın" })
  })
})

describe("files", () => {
  const attach = async () => {
    await uploads(new File([png()], "logo.png"))
    await until(() => expect(document.querySelector(".attachments")?.textContent).toContain("logo.png"))
  }

  it("are uploaded, and attached to the feedback that was created", async () => {
    await openForm("tr")
    await attach()
    await saves({ subject: "Fotoğraflı", description: "Açıklama" })()
    await saved("Fotoğraflı")
    const [record] = await stored("Fotoğraflı")
    expect(record?.attachments.map(({ name }) => name)).toEqual(["logo.png"])
  })

  it.each([
    ["another save", "Yarım kalan", async () => {}],
    [
      "a save after the form was left and its draft restored",
      "Bırakılan",
      async () => {
        unsavedChanges.saveDraft()
        unsavedChanges.clear()
        await screens.close()
        await openForm("tr")
        await click(find("button", "Geri yükle"))
      },
    ],
  ])("that could not be attached are attached by %s, to the same feedback", async (_, subject, goOn) => {
    await openForm("tr")
    await attach()
    screens.break("PUT /feedback/update", () => envelope(500))
    await saves({ subject, description: "Açıklama" })()
    await until(() => expect(main()).toContain("Geri bildirim kaydedildi, ancak dosyalar eklenemedi"))
    expect(heading()).toBe("Yeni geri bildirim")
    screens.break()
    await goOn()
    await saves({ description: "Daha iyi bir açıklama" })()
    await saved(subject)
    const records = await stored(subject)
    expect(records.map(({ attachments }) => attachments.length)).toEqual([1])
    expect(records[0]?.description).toBe("Daha iyi bir açıklama")
  })
})

it("a create whose answer was lost is completed with what was changed since, and stays one", async () => {
  await openForm("tr")
  const { fetch } = globalThis
  globalThis.fetch = async (input, init) => {
    const answer = await fetch(input, init)
    if (!String(input).endsWith("/feedback/create")) return answer
    globalThis.fetch = fetch
    throw new TypeError("The answer was lost.")
  }
  await saves({ subject: "Kayıp yanıt", description: "Açıklama" })()
  await until(() => expect(document.querySelector("[data-summary]")).toBeTruthy())
  await saves({ description: "Sonradan yazılan" })()
  await saved("Kayıp yanıt")
  const records = await stored("Kayıp yanıt")
  expect(records.map(({ description }) => description)).toEqual(["Sonradan yazılan"])
})
