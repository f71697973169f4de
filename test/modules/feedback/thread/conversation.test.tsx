import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import type { Language } from "../../../../src/core/text/i18n"
import { startToasts } from "../../../../src/effects/toasts"
import { startUndo } from "../../../../src/effects/undo"
import { getFeedback } from "../../../../src/modules/feedback/api"
import { cache, i18n } from "../../../../src/state/instances"
import { act, click, find, main, type, until } from "../../../kit"
import { png } from "../../../pictures"
import { consoleOnApi, envelope } from "../../kit"

/** The page of feedback: its conversation, the composer, status, tracking and files, on the real API. */
const screens = consoleOnApi()

type Record = {
  id: string
  status: number
  priority: number
  type: number
  assignedTo: string | null
  assignedToName: string
  internalNotes: string
  resolutionStep: string
  attachments: { name: string }[]
  conversations: { type: number; message: string; isInternal: boolean; authorName: string; authorEmail: string }[]
}

let stops: (() => void)[] = []
let realFetch = globalThis.fetch
beforeEach(() => {
  stops = [startToasts(), startUndo()]
  realFetch = globalThis.fetch
})
afterEach(() => {
  for (const stop of stops) stop()
  globalThis.fetch = realFetch
  vi.restoreAllMocks()
})

/** A call by a person beside the page. */
const call = async <T,>(method: string, path: string, body?: object, language: Language = "tr") =>
  (await screens.api().call(method, path, { token: await screens.token(language), body })).value as T

const stored = (id: string) => call<Record>("GET", `/feedback/${id}`)

/** Creates feedback of Burak Çelik. */
const give = async (body: object = {}) =>
  (
    await call<Record>("POST", "/feedback/create", {
      subject: "Kod kabul edilmedi",
      description: "Hediye kartımın kodu geçmedi.",
      type: 0,
      priority: 1,
      userName: "Burak Çelik",
      email: "burak@ornek.example",
      ...body,
    })
  ).id

const open = async (id: string, language: Language = "tr") => {
  await screens.open(language, `feedback-management/${id}`)
  await until(() => expect(document.querySelector(".composer textarea")).toBeTruthy())
}
const area = () => document.querySelector<HTMLTextAreaElement>(".composer textarea")
const messages = () => [...document.querySelectorAll(".message > div")].map(({ textContent }) => textContent ?? "")
const lastMessage = () => [...document.querySelectorAll(".message")].at(-1)
const toasts = () => [...document.querySelectorAll(".toast b")].map(({ textContent }) => textContent)
const t = (key: Parameters<typeof i18n.t>[0], params?: Parameters<typeof i18n.t>[1]) => i18n.t(key, params)
const field = (id: string) => document.getElementById(id)
const dialog = () => document.querySelector("dialog[open]") ?? document.body

const sendByKeyboard = () =>
  act(async () => {
    area()?.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", ctrlKey: true, bubbles: true, cancelable: true }))
  })
const mode = (label: string) => click(find(".composer label", label).querySelector("input"))
const select = (element: Element | null, value: string) =>
  act(async () => {
    const control = element as HTMLSelectElement
    control.value = value
    control.dispatchEvent(new Event("change", { bubbles: true }))
  })
/** Loads the record again, as the page does from time to time. */
const reload = (id: string) => act(async () => void (await cache.load(getFeedback, id, true)))

/** Answers the calls of a path otherwise, after they reached the API or instead of it. */
const intercept = (path: string, answer: (pass: () => Promise<Response>, init?: RequestInit) => Promise<Response>) => {
  const next = globalThis.fetch
  globalThis.fetch = (input, init) => {
    const { pathname } = new URL(String(input), location.href)
    const pass = () => next(input, init)
    return pathname.startsWith(`/backend${path}`) ? answer(pass, init) : pass()
  }
}

/** Answers with a record of which members are replaced. */
const withMore = async (pass: () => Promise<Response>, more: object) => {
  const body = (await (await pass()).json()) as { value: object }
  return new Response(JSON.stringify({ ...body, value: { ...body.value, ...more } }))
}

/** The end of the conversation is out of sight. */
const scrollUp = () => {
  vi.spyOn(HTMLOListElement.prototype, "getBoundingClientRect").mockReturnValue({ bottom: innerHeight + 500 } as DOMRect)
  return act(async () => void dispatchEvent(new Event("scroll")))
}

describe("the composer", () => {
  it("says that an empty reply is none, keeps a refused one with the reason, and adds what is sent by Ctrl Enter", async () => {
    const id = await give({ priority: 3 })
    await open(id)
    const dueNote = () => document.querySelector(".card__head .badge")?.textContent
    expect(dueNote()).toMatch(/^Yanıt: .+ kaldı$|^Yanıt: .+ gecikti$/)
    const region = document.querySelector(".composer__notes [aria-live=polite]")
    await sendByKeyboard()
    expect(region?.textContent).toBe("Bir yanıt yazın.")
    expect(area()?.getAttribute("aria-invalid")).toBe("true")

    await type(area(), "Kodu kontrol ediyoruz")
    for (const [status, reason] of [
      [500, "error.generic"],
      [404, "error.notOffered"],
    ] as const) {
      screens.break("POST /feedback/respond", () => envelope(status))
      await sendByKeyboard()
      await until(() => expect(document.querySelector(".composer [role=alert]")?.textContent).toContain(t(reason)))
      expect(area()?.value).toBe("Kodu kontrol ediyoruz")
    }
    screens.break()
    // For a server that does not name the author itself.
    let sent: object = {}
    intercept("/feedback/respond", async (pass, init) => {
      sent = JSON.parse(String(init?.body))
      return pass()
    })
    await sendByKeyboard()
    await until(() => expect(messages()).toEqual(["Hediye kartımın kodu geçmedi.", "Kodu kontrol ediyoruz"]))
    await until(() => expect(toasts()).toContain(t("feedback.replied")))
    expect(area()?.value).toBe("")
    expect(sent).toMatchObject({ authorName: "Elif Yılmaz", authorEmail: "elif.yilmaz@yesilova.example" })
    await until(() => expect(dueNote()).toMatch(/içinde yanıtlandı$/))

    await mode(t("feedback.mode.note"))
    await type(area(), "Sağlayıcıya soruldu")
    await sendByKeyboard()
    await until(() => expect(toasts()).toContain(t("feedback.noteAdded")))
    await until(() => expect(lastMessage()?.textContent).toContain("Sağlayıcıya soruldu"))
    expect(lastMessage()?.hasAttribute("data-internal")).toBe(true)
    expect(lastMessage()?.textContent).toContain(t("feedback.internalNote"))

    await mode(t("feedback.mode.record"))
    expect([field("authorName"), field("authorEmail")].map(input => (input as HTMLInputElement).value)).toEqual([
      "Burak Çelik",
      "burak@ornek.example",
    ])
    await type(area(), "Ben eşiyim, teşekkürler")
    await type(field("authorName"), "Ece Çelik")
    await type(field("authorEmail"), "ece")
    await sendByKeyboard()
    expect(field("authorEmail-note")?.textContent).toBe(t("auth.emailInvalid"))
    await type(field("authorEmail"), "ece@ornek.example")
    await sendByKeyboard()
    await until(async () =>
      expect((await stored(id)).conversations).toMatchObject([
        { message: "Kodu kontrol ediyoruz", type: 0, isInternal: false, authorName: "Elif Yılmaz" },
        { message: "Sağlayıcıya soruldu", type: 0, isInternal: true },
        { authorName: "Ece Çelik", authorEmail: "ece@ornek.example", type: 1, isInternal: false },
      ]),
    )
  })

  it("says how a reply reaches the person: with an account, with an address alone, with neither, by mail", async () => {
    const id = await give({ userName: undefined, email: undefined })
    let more = {}
    intercept(`/feedback/${id}`, pass => withMore(pass, more))
    await open(id)
    for (const [words, next] of [
      ["Elif Yılmaz yanıtı kendi uygulamasında görür", { userId: null, email: "burak@ornek.example" }],
      ["Yanıtı burak@ornek.example adresine siz iletin.", { userId: null, email: "" }],
      ["Yanıt yalnızca bu yazışmada görünür.", { mailsAnswers: true, email: "burak@ornek.example" }],
      ["Yanıt burak@ornek.example adresine e-postayla gider.", {}],
    ] as const) {
      await until(() => expect(main()).toContain(words))
      await mode(t("feedback.mode.note"))
      expect(main()).not.toContain(words)
      await mode(t("feedback.mode.answer"))
      more = next
      await reload(id)
    }
  })

  it("has what was typed after the page was left and opened again", async () => {
    const id = await give()
    await open(id)
    await mode(t("feedback.mode.note"))
    await type(area(), "Yarım kalan not")
    await screens.close()
    await open(id)
    expect(area()?.value).toBe("Yarım kalan not")
    expect((find(".composer label", t("feedback.mode.note")).querySelector("input") as HTMLInputElement).checked).toBe(true)
    await sendByKeyboard()
    await until(() => expect(messages()).toContain("Yarım kalan not"))
    for (const left of ["", "Vazgeçilen", ""]) {
      if (left !== area()?.value) await type(area(), left)
      await screens.close()
      await open(id)
      expect(area()?.value).toBe(left)
    }
  })

  it("repeats an unanswered reply with its key, although somebody else has written since and a repetition was refused", async () => {
    const id = await give()
    await open(id)
    const keys: (string | null)[] = []
    intercept("/feedback/respond", async (pass, init) => {
      keys.push(new Headers(init?.headers).get("Idempotency-Key"))
      return keys.length > 2 ? pass() : envelope(keys.length > 1 ? 400 : 502)
    })
    const sendAgain = async (expected: number) => {
      await sendByKeyboard()
      await until(() => expect(keys).toHaveLength(expected))
      await until(() => expect(area()?.readOnly).toBe(false))
    }
    // The conversation cannot be loaded either, so that it does not tell whether the reply has arrived.
    let isUnreachable = true
    intercept(`/feedback/${id}`, pass => (isUnreachable ? Promise.resolve(envelope(502)) : pass()))
    await type(area(), "Bir kez yazılır")
    await sendAgain(1)
    await until(() => expect(document.querySelector(".composer [role=alert]")?.textContent).toContain(t("ui.mayHaveArrived")))
    isUnreachable = false
    await call("POST", "/feedback/respond", { feedbackId: id, message: "Araya giren", type: 1 }, "en")
    await reload(id)
    await until(() => expect(messages()).toContain("Araya giren"))
    await sendAgain(2)
    await sendAgain(3)
    await until(() => expect(area()?.value).toBe(""))
    expect(new Set(keys).size).toBe(1)
    expect((await stored(id)).conversations).toHaveLength(2)
  })

  it("is cleared when the conversation shows that a reply without an answer has arrived", async () => {
    const id = await give()
    await open(id)
    intercept("/feedback/respond", async pass => {
      await pass()
      return envelope(502)
    })
    await type(area(), "Ulaşmış olan yanıt")
    await sendByKeyboard()
    await until(() => expect(area()?.value).toBe(""))
    expect(messages()).toContain("Ulaşmış olan yanıt")
    expect((await stored(id)).conversations).toHaveLength(1)
  })
})

it("a canned reply is inserted at the cursor with the person's name; staff save, change and delete their own", async () => {
  await open(await give())
  await type(area(), "Önce. Sonra.")
  area()?.setSelectionRange(5, 5)
  await click(find(".composer button", t("feedback.cannedReplies")))
  await click(find("[role=menuitem]", t("feedback.canned.resolved")))
  expect(area()?.value).toMatch(/^Önce\.[^{}]*Burak Çelik,[^{}]* Sonra\.$/)

  await type(area(), "Sayın Burak Çelik, kayıt alındı.")
  await click(find(".composer button", t("feedback.cannedReplies")))
  await click(find("[role=menuitem]", t("feedback.cannedSave")))
  await until(() => expect(field("text")).toBeTruthy())
  expect(dialog().textContent).toContain(t("feedback.cannedStored"))
  expect((field("text") as HTMLTextAreaElement).value).toBe("Sayın {ad}, kayıt alındı.")
  await click(find("dialog [type=submit]", t("ui.save")))
  expect(field("title-note")?.textContent).toBe(t("feedback.cannedTitleRequired"))
  await type(field("title"), "Kayıt alındı")
  await click(find("dialog [type=submit]", t("ui.save")))
  await until(() => expect(document.querySelector("dialog[open]")).toBeNull())

  await screens.close()
  await open(await give({ userName: "Ece Ak" }))
  await click(find(".composer button", t("feedback.cannedReplies")))
  await click(find("[role=menuitem]", "Kayıt alındı"))
  expect(area()?.value).toBe("Sayın Ece Ak, kayıt alındı.")

  await click(find(".composer button", t("feedback.cannedReplies")))
  await click(find("[role=menuitem]", t("feedback.cannedManage")))
  await until(() => expect(document.querySelector("dialog[open] li")).toBeTruthy())
  await click(find("dialog button", t("feedback.cannedRemove", { title: "Kayıt alındı" })))
  expect(dialog().textContent).toContain(t("feedback.cannedNone"))
  expect(document.activeElement?.textContent).toBe(t("feedback.cannedAdd"))
  await click(document.activeElement)
  expect(document.activeElement).toBe(field("title"))
})

describe("the conversation", () => {
  it("shows who wrote what, names an unknown kind of author as unknown, and counts what arrives after another was taken back", async () => {
    const id = await give()
    const entry = (type: unknown, message: string, more: object = {}) => ({
      id: message,
      type,
      message,
      authorName: `Yazan ${message}`,
      createdDate: "2026-11-19T08:00:00Z",
      ...more,
    })
    let conversations = [
      entry(0, "yönetici", { attachments: [{ name: "fis.png", url: "https://ornek.example/fis.png", size: 325_632 }] }),
      entry(1, "kişi"),
      entry(2, "sistem"),
      entry(9, "bilinmeyen"),
      entry("admin", "iç", { isInternal: true }),
      entry(1, "tehlikeli", { attachments: [{ name: "x.png", url: "javascript:alert(1)", size: null }] }),
    ]
    intercept(`/feedback/${id}`, pass => withMore(pass, { type: 7, priority: "acil", conversations }))
    await open(id)
    const of = (text: string) => [...document.querySelectorAll("ol.stack > li")].find(item => item.textContent?.includes(text))
    expect(of("yönetici")?.textContent).toContain("318 KB")
    expect(of("yönetici")?.querySelector("a img")).toBeTruthy()
    expect(of("kişi")?.querySelector(".badge")).toBeNull()
    expect(of("sistem")?.className).toBe("thread-event")
    expect(of("bilinmeyen")?.querySelector(".badge")?.textContent).toBe("Bilinmiyor")
    expect(of("iç")?.querySelector(".badge")?.textContent).toBe("İç not")
    expect(of("tehlikeli")?.querySelector("a, img")).toBeNull()
    expect(document.querySelector("header.page-header")?.textContent).toContain("Bilinmiyor")
    expect((field("priority") as HTMLSelectElement).selectedOptions[0]?.textContent).toBe("Bilinmiyor")

    await scrollUp()
    conversations = conversations.slice(0, -1)
    await reload(id)
    await until(() => expect(messages()).not.toContain("tehlikeli"))
    conversations = [...conversations, entry(1, "sonraki")]
    await reload(id)
    await until(() => expect(document.querySelector(".thread-notice")?.textContent).toBe("1 yeni mesaj"))
  })

  it("shows the latest entries of a long one first, and the others on demand", async () => {
    const id = await give()
    const conversations = Array.from({ length: 60 }, (_, at) => ({ id: String(at), type: 1, message: `Mesaj ${at}` }))
    intercept(`/feedback/${id}`, pass => withMore(pass, { conversations }))
    await open(id)
    expect(messages()).toHaveLength(31)
    expect(messages().slice(0, 2)).toEqual(["Hediye kartımın kodu geçmedi.", "Mesaj 30"])
    await click(find("button", t("feedback.earlierMessages", { count: 30 })))
    expect(messages()).toHaveLength(61)
  })

  it("announces what somebody else does: a message, one out of sight, a status, the deletion", async () => {
    const id = await give()
    await open(id)
    const status = () => document.querySelector("ol.stack ~ [role=status]")?.textContent
    const ownStatus = () => document.querySelector("aside [role=status]")?.textContent
    await call("POST", "/feedback/respond", { feedbackId: id, message: "Görünürde", type: 1 })
    await reload(id)
    await until(() => expect(status()).toBe("1 yeni mesaj"))
    expect(document.querySelector(".thread-notice")).toBeNull()
    await scrollUp()
    await call("POST", "/feedback/respond", { feedbackId: id, message: "Aşağıda", type: 1 }, "en")
    await call("POST", "/feedback/respond", { feedbackId: id, message: "Daha aşağıda", type: 1 }, "en")
    await reload(id)
    await until(() => expect(document.querySelector(".thread-notice")?.textContent).toBe("2 yeni mesaj"))
    await click(document.querySelector(".thread-notice"))
    expect(document.activeElement?.textContent).toContain("Aşağıda")
    expect(document.querySelector(".thread-notice")).toBeNull()
    await type(area(), "Kendi yanıtım")
    await sendByKeyboard()
    await until(() => expect(messages()).toContain("Kendi yanıtım"))
    expect(document.querySelector(".thread-notice")).toBeNull()

    await call("PUT", "/feedback/status", { id, status: 4, response: "" }, "en")
    await reload(id)
    await until(() => expect(ownStatus()).toContain("Durum: Bekliyor"))
    expect(document.querySelector(".page-header .badge")?.textContent).toBe("Bekliyor")

    await type(area(), "Yazdığım")
    await call("DELETE", `/feedback/delete/${id}`)
    await act(async () => void (await cache.load(getFeedback, id, true).catch(() => undefined)))
    await until(() => expect(main()).toContain("Feedback bulunamadı"))
    expect(area()?.value).toBe("Yazdığım")
  })
})

describe("the status", () => {
  const openDialog = async (label: Parameters<typeof i18n.t>[0]) => {
    await click(find("button", t(label)))
    await until(() => expect(dialog().querySelector("#status")).toBeTruthy())
  }
  const save = () => click(find("dialog [type=submit]", t("feedback.changeStatus")))

  it("becomes resolved, with response, note and step", async () => {
    const id = await give()
    await open(id)
    await openDialog("feedback.resolve")
    expect((field("status") as HTMLSelectElement).selectedOptions[0]?.textContent).toBe(t("feedback.status.resolved"))
    expect(field("resolutionStep-note")?.textContent).toBe(t("feedback.resolutionHint"))
    await click(find("dialog button", t("feedback.cannedReplies")))
    await click(find("[role=menuitem]", t("feedback.canned.resolved")))
    expect((field("response") as HTMLTextAreaElement).value).toContain("Burak Çelik")
    await type(field("response"), "Yeni kodunuz gönderildi")
    await type(field("resolutionStep"), "Kod yenilendi")
    await type(field("internalNotes"), "Sağlayıcı hatası")
    await save()
    await until(() => expect(toasts()).toContain(t("feedback.statusUpdated")))
    await until(() => expect(messages()).toContain("Yeni kodunuz gönderildi"))
    expect(main()).toContain("Kod yenilendi")
    expect(document.querySelector(".internal-notes")?.textContent).toContain("Sağlayıcı hatası")
    expect(main()).toContain(t("feedback.resolvedAt"))
    expect(await stored(id)).toMatchObject({ status: 2, resolutionStep: "Kod yenilendi", internalNotes: "Sağlayıcı hatası" })
  })

  it("is compared before it is overwritten when somebody else has changed it", async () => {
    const id = await give()
    await open(id)
    await openDialog("feedback.resolve")
    await call("PUT", "/feedback/status", { id, status: 3, response: "", internalNotes: "Yinelenen kayıt" }, "en")
    await save()
    await until(() => expect(document.querySelector(".conflict")).toBeTruthy())
    const rows = [...document.querySelectorAll(".conflict tbody tr")].map(row =>
      [...row.children].map(({ textContent }) => textContent?.replace(/^.*: /, "")),
    )
    expect(rows).toEqual([
      ["Durum", "Çözüldü", "Reddedildi"],
      ["İç notlar", "—", "Yinelenen kayıt"],
    ])
    expect((await stored(id)).status).toBe(3)
    await click(find("dialog button", t("ui.takeChoice")))
    await save()
    await until(async () => expect(await stored(id)).toMatchObject({ status: 2, internalNotes: "Yinelenen kayıt" }))
  })

  it("is not left with a text before a question that names it is answered, and is changed although somebody replied meanwhile", async () => {
    const id = await give()
    await open(id)
    await openDialog("feedback.resolve")
    await type(field("response"), "Uzun bir yanıt")
    const isOpen = () => document.querySelector("#response") !== null
    const answer = (label: "ui.stay" | "ui.leave") =>
      click([...document.querySelectorAll("dialog[open] button")].find(button => button.textContent === t(label)))
    for (const [label, expected] of [
      ["ui.stay", true],
      ["ui.leave", false],
    ] as const) {
      await click(find("dialog button", t("ui.cancel")))
      await until(() => expect(document.body.textContent).toContain("Kaybolacak değişiklikler: Kişiye yanıt."))
      await answer(label)
      await until(() => expect(isOpen()).toBe(expected))
    }
    await openDialog("feedback.resolve")
    await click(find("dialog button", t("ui.cancel")))
    await until(() => expect(isOpen()).toBe(false))

    await openDialog("feedback.resolve")
    await call("POST", "/feedback/respond", { feedbackId: id, message: "Araya giren", type: 1 }, "en")
    await save()
    await until(() => expect(toasts()).toContain(t("feedback.statusUpdated")))
    expect(await stored(id)).toMatchObject({ status: 2, conversations: [{ message: "Araya giren" }] })
  })
})

describe("tracking", () => {
  it("changes priority and type at once, and back, one after the other without a question about one's own", async () => {
    const id = await give()
    const before = await stored(id)
    await open(id)
    for (const [member, value] of [
      ["priority", "3"],
      ["type", "1"],
    ] as const) {
      await select(field(member), value)
      await until(async () => expect((await stored(id))[member]).toBe(Number(value)))
      await until(() => expect(document.querySelector(".toast button")).toBeTruthy())
      await click(find(".toast button", "Geri al"))
      await until(async () => expect((await stored(id))[member]).toBe(before[member]))
      await until(() => expect((field(member) as HTMLSelectElement).value).toBe(String(before[member])))
    }
    let release = () => {}
    const isHeld = new Promise<void>(done => (release = done))
    let calls = 0
    intercept("/feedback/update", async pass => {
      if (++calls === 1) await isHeld
      return pass()
    })
    for (const priority of ["2", "3"]) await select(field("priority"), priority)
    expect((field("priority") as HTMLSelectElement).value).toBe("3")
    await act(async () => release())
    await until(async () => expect((await stored(id)).priority).toBe(3))
    await until(() => expect((field("priority") as HTMLSelectElement).value).toBe("3"))
    expect(document.querySelector(".conflict")).toBeNull()
  })

  it("assigns to oneself first, or to whoever of the staff may have it", async () => {
    const staff = async (query: string, language: Language) =>
      (await call<{ totalCount: number }>("GET", `/user/list?status=1&role=${query}`, undefined, language)).totalCount
    const id = await give()
    const { tenantId } = await call<{ tenantId: string }>("GET", `/feedback/${id}`)
    const options = () => document.querySelectorAll("[role=option]")
    await open(id, "en")
    await click(field("assignee"))
    const expected = (await staff(`tenantAdmin&tenantId=${tenantId}`, "en")) + (await staff("administrator", "en"))
    await until(() => expect(options()).toHaveLength(expected))
    await screens.close()

    await open(id)
    await click(field("assignee"))
    await until(() => expect(options()[0]?.textContent).toContain("Bana ata"))
    expect(options()).toHaveLength(await staff("tenantAdmin", "tr"))
    await click(options()[0])
    await until(async () => expect((await stored(id)).assignedToName).toBe("Elif Yılmaz"))
    await until(() => expect(toasts()).toContain("Geri bildirim atandı"))
    await until(() => expect((field("assignee") as HTMLInputElement).value).toBe("Elif Yılmaz"))
    await click(find("button", t("ui.removeChoice", { name: "Elif Yılmaz" })))
    await until(async () => expect((await stored(id)).assignedTo).toBeNull())
  })

  it("asks before it overwrites what somebody else has chosen, and not for a change of something else", async () => {
    const id = await give()
    await open(id)
    await call("PUT", "/feedback/update", { id, category: 1 }, "en")
    await select(field("priority"), "2")
    await until(async () => expect(await stored(id)).toMatchObject({ priority: 2, category: 1 }))
    expect(document.querySelector(".conflict")).toBeNull()
    await call("PUT", "/feedback/update", { id, priority: 3 }, "en")
    await select(field("priority"), "0")
    await until(() => expect(document.querySelector(".conflict")).toBeTruthy())
    expect(document.querySelector(".conflict tbody")?.textContent).toMatch(/Düşük.*Kritik/)
    expect((await stored(id)).priority).toBe(3)
    await click(find("dialog button", t("ui.takeChoice")))
    await until(async () => expect((await stored(id)).priority).toBe(0))
  })

  it("reads the record before a change where the server has no versions", async () => {
    const id = await give()
    intercept("/feedback/", async pass => {
      const answer = await pass()
      const headers = new Headers(answer.headers)
      headers.delete("ETag")
      return new Response(await answer.text(), { status: answer.status, headers })
    })
    await open(id)
    await call("PUT", "/feedback/update", { id, priority: 3 }, "en")
    await select(field("priority"), "0")
    await until(() => expect(document.querySelector(".conflict")).toBeTruthy())
    expect((await stored(id)).priority).toBe(3)
  })
})

/** Chooses files of the first input within an element. */
const choose = async (root: string, files = [new File([png()], "fiş.png")]) => {
  const input = document.querySelector<HTMLInputElement>(`${root} input[type=file]`)
  if (!input) throw new Error("There is no input.")
  Object.defineProperty(input, "files", { configurable: true, value: files })
  await act(async () => void input.dispatchEvent(new Event("change", { bubbles: true })))
}

it("files that are chosen together are all attached, also when their uploads end together", async () => {
  const id = await give()
  await open(id)
  let uploaded = 0
  let release = () => {}
  const areUploaded = new Promise<void>(done => (release = done))
  intercept("/feedback/media", async pass => {
    const answer = await pass()
    if (++uploaded === 3) release()
    return answer
  })
  intercept("/feedback/update", pass => areUploaded.then(pass))
  await choose(
    "aside",
    [1, 2, 3].map(shade => new File([png(shade)], `${shade}.png`)),
  )
  await until(async () =>
    expect((await stored(id)).attachments.map(({ name }) => name).sort()).toEqual(["1.png", "2.png", "3.png"]),
  )
})

describe("files", () => {
  beforeEach(() => {
    intercept(
      "/feedback/media",
      async () => new Response(JSON.stringify({ value: { url: "https://ornek.example/fis.png" }, isSuccess: true })),
    )
    intercept("/feedback/respond", async (_, init) => {
      sent = JSON.parse(String(init?.body))
      return new Response(JSON.stringify({ value: {}, isSuccess: true }))
    })
    intercept("/feedback/update", async (_, init) => {
      sent = JSON.parse(String(init?.body))
      return new Response(JSON.stringify({ value: {}, isSuccess: true }))
    })
  })
  let sent: { attachments?: object[] } = {}

  it("are attached to a reply, removed, and sent with it; to the feedback at once", async () => {
    await open(await give())
    const sentFile = [{ name: "fiş.png", url: "https://ornek.example/fis.png" }]
    await choose(".composer")
    await until(() => expect(document.querySelector(".composer .attachment")?.textContent).toContain("fiş.png"))
    await click(find(".composer button", t("feedback.removeFile", { name: "fiş.png" })))
    expect(document.querySelector(".composer .attachment")).toBeNull()
    await choose(".composer")
    await until(() => expect(document.querySelector(".composer .attachment")).toBeTruthy())
    await type(area(), "Fişi ekledim")
    await sendByKeyboard()
    await until(() => expect(sent).toMatchObject({ message: "Fişi ekledim", attachments: sentFile }))
    await choose("aside")
    await until(() => expect(sent).toMatchObject({ attachments: sentFile, id: expect.anything() }))
    await until(() => expect(toasts()).toContain("Dosya yüklendi"))
  })
})
