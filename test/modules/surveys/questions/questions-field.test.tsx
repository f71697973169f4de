import { describe, expect, it } from "vitest"
import type { Question } from "../../../../src/contract/surveys/surveys"
import { writeSurveyFile } from "../../../../src/modules/surveys/questions/survey-file"
import { accounts } from "../../../api"
import { act, click, downloadOf, find, press, type, until } from "../../../kit"
import { addDepartment } from "../../../people"
import { consoleOnApi, envelope } from "../../kit"

/** The questions of a survey in its form, on the real API. */
const console = consoleOnApi()
const { api } = console

const element = <E extends HTMLElement = HTMLElement>(selector: string) => document.querySelector<E>(selector)
const input = (id: string) => document.getElementById(id) as HTMLInputElement
const cards = () => [...document.querySelectorAll<HTMLElement>(".question-card")]
const titles = () => cards().map(card => card.querySelector(".question-card__title > span:nth-child(2)")?.textContent ?? "(open)")
const live = () => element(".question-editor > [role=status]:last-of-type")?.textContent
const focused = () => document.activeElement as HTMLElement
const options = () => [...document.querySelectorAll<HTMLInputElement>(".option-lines input")].map(({ value }) => value)
const submit = () => click(element(".action-bar [type=submit]"))
const dialog = () => element("dialog[open]")

const rating = (text: string): Question => ({ text, description: "", type: "rating", options: [], required: true })
const choice = (text: string, ...options: string[]): Question => ({
  text,
  description: "",
  type: "single_choice",
  options,
  required: true,
})

const opens = async (path: string, language: "tr" | "en" = "tr") => {
  await console.open(language, path)
  await until(() => expect(element(".question-editor")).toBeTruthy())
}
/** Adds a question of the n-th type of the menu: multiple, single, yes/no, rating. */
const add = async (index: number, text: string) => {
  await click(element(".question-editor > .btn--block"))
  await click(document.querySelectorAll("[role=menuitem]")[index])
  await until(() => expect(focused().id).toBe(`questions-${cards().length - 1}-text`))
  await type(focused(), text)
}
const store = async (questions: Question[], given: object = {}) => {
  const body = { title: "Servis anketi", description: "", type: 0, status: 0, questions, ...given }
  const answer = await api().call("POST", "/survey/create", { token: await api().signIn(accounts.elif), body })
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300)
  return answer.value as { id: string; title: string; questions: Question[] }
}
const stored = async (id: string) =>
  (await api().call("GET", `/survey/${id}`, { token: await api().signIn(accounts.elif) })).value as {
    title: string
    questions: Question[]
    responseCount: number
  }
const altKey = (target: Element | null, key: string) =>
  act(async () => {
    target?.dispatchEvent(new KeyboardEvent("keydown", { key, altKey: true, bubbles: true, cancelable: true }))
  })
const paste = (target: Element | null, text: string) =>
  act(async () => {
    const event = Object.assign(new Event("paste", { bubbles: true, cancelable: true }), {
      clipboardData: { getData: () => text },
    })
    target?.dispatchEvent(event)
  })
const choose = (file: File) =>
  act(async () => {
    const field = element<HTMLInputElement>("dialog input[type=file]")
    Object.defineProperty(field, "files", { configurable: true, value: [file] })
    field?.dispatchEvent(new Event("change", { bubbles: true }))
  })

describe("the cards of questions", () => {
  it("ask in open words, and name an option that is chosen alone, which keeps this under another text", async () => {
    await opens("survey-management/add")
    await type(input("title"), "Açık sorular")
    await add(4, "Neden?")
    await add(0, "Hangileri?")
    await press(focused(), "Enter")
    await paste(focused(), "Ücret\nYemek\nHiçbiri")
    const select = () => element<HTMLSelectElement>("[id^=questions-][id$=-exclusive]")
    await act(async () => {
      Object.getOwnPropertyDescriptor(HTMLSelectElement.prototype, "value")?.set?.call(select(), "Hiçbiri")
      select()?.dispatchEvent(new Event("change", { bubbles: true }))
    })
    await type(document.querySelectorAll(".option-lines input")[2], "Hiçbirini istemem")
    expect(select()?.value).toBe("Hiçbirini istemem")
    expect(cards()[0]?.textContent).toContain("en çok 1.000 karakter")
    await submit()
    await until(() => expect(location.pathname).toMatch(/survey-management\/[\w-]{36}$/))
    const { questions } = await stored(location.pathname.split("/").at(-1) ?? "")
    expect(questions.map(({ type, options, exclusive }) => [type, options, exclusive])).toEqual([
      ["text", [], undefined],
      ["multiple_choice", ["Ücret", "Yemek", "Hiçbirini istemem"], "Hiçbirini istemem"],
    ])
    await until(() => expect(element("main")?.textContent).toContain("Hiçbirini istemem (tek başına seçilir)"))
  })

  it("are added from the menu of types, saved in their order, and come back with ids", async () => {
    await opens("survey-management/add")
    await type(input("title"), "Yeni anket")
    await add(3, "Memnun musunuz?")
    await add(1, "Kaç gün?")
    await press(focused(), "Enter")
    expect(focused().id).toBe("questions-1-options-0")
    await type(focused(), "Bir")
    await press(focused(), "Enter")
    await type(focused(), "İki")
    await press(focused(), "Enter")
    expect(options()).toEqual(["Bir", "İki", ""])
    expect(titles()).toEqual(["Memnun musunuz?", "(open)"])
    await submit()
    await until(() => expect(location.pathname).toMatch(/survey-management\/[\w-]{36}$/))
    const { questions } = await stored(location.pathname.split("/").at(-1) ?? "")
    expect(questions).toMatchObject([rating("Memnun musunuz?"), choice("Kaç gün?", "Bir", "İki")])
  })

  it("move by Alt and an arrow key with the focus, are announced, and stop at the ends", async () => {
    const { id } = await store(["A", "B", "C"].map(rating))
    await opens(`survey-management/edit/${id}`)
    const title = cards()[0]?.querySelector<HTMLElement>(".question-card__title") ?? null
    title?.focus()
    await altKey(title, "ArrowDown")
    expect(titles()).toEqual(["B", "A", "C"])
    expect(focused()).toBe(title)
    expect(live()).toBe("Soru 3 sorunun 2. sırasına taşındı")
    await altKey(title, "ArrowDown")
    await altKey(title, "ArrowDown")
    expect(titles()).toEqual(["B", "C", "A"])
    const up = find("button", "3. soruyu yukarı taşı")
    up.focus()
    await click(up)
    expect(titles()).toEqual(["B", "A", "C"])
    expect(focused()).toBe(up)
  })

  it("are copied without their id, and removed with an undo in their place", async () => {
    const { id } = await store([rating("A"), choice("B", "x", "y"), rating("C")])
    await opens(`survey-management/edit/${id}`)
    await click(find("button", "2. soruyu çoğalt"))
    expect(focused()).toBe(input("questions-3-text"))
    await type(focused(), "B2")
    await click(find("button", "2. soruyu sil"))
    expect(focused().textContent).toBe("Geri al")
    expect(titles()).toEqual(["A", "(open)", "C"])
    await click(find("button", "1. soruyu aşağı taşı"))
    await click(element("[data-action=restore]"))
    expect(titles()).toEqual(["B", "(open)", "A", "C"])
    expect(focused().closest(".question-card")).toBe(cards()[0])
    await submit()
    await until(() => expect(location.pathname).not.toContain("edit"))
    const { questions } = await stored(id)
    expect(questions.map(({ text }) => text)).toEqual(["B", "B2", "A", "C"])
    expect(questions[1]?.options).toEqual(["x", "y"])
    expect(new Set(questions.map(question => question.id)).size).toBe(4)
  })
})

describe("the options of a question", () => {
  it("are kept while its type has none, removed by Backspace, moved by Alt and an arrow key, and made of pasted lines up to their limit", async () => {
    const { id } = await store([choice("A", "x", "y")])
    await opens(`survey-management/edit/${id}`)
    await click(element(".question-card__title"))
    const select = element<HTMLSelectElement>("[id='questions-0-type']")
    const pick = (value: string) =>
      act(async () => {
        if (select) select.value = value
        select?.dispatchEvent(new Event("change", { bubbles: true }))
      })
    await pick("rating")
    expect(options()).toEqual([])
    await pick("multiple_choice")
    expect(options()).toEqual(["x", "y"])
    await act(async () => input("questions-0-options-1").focus())
    await press(focused(), "Enter")
    await paste(focused(), "- Bir\n- İki\n- Üç")
    expect(options()).toEqual(["x", "y", "Bir", "İki", "Üç"])
    expect(focused().id).toBe("questions-0-options-4")
    await altKey(focused(), "ArrowUp")
    expect(options()).toEqual(["x", "y", "Bir", "Üç", "İki"])
    expect(focused().id).toBe("questions-0-options-3")
    expect(titles()).toEqual(["(open)"])
    await type(focused(), "")
    await press(focused(), "Backspace")
    expect(options()).toEqual(["x", "y", "Bir", "İki"])
    expect(focused().id).toBe("questions-0-options-2")
    await paste(input("questions-0-options-3"), Array.from({ length: 60 }, (_, index) => `S${index}`).join("\n"))
    expect(options()).toHaveLength(50)
    expect(document.body.textContent).toContain("Yapıştırılan son 13 satır alınmadı")
    expect(find("button", "Seçenek ekle")).toHaveProperty("disabled", true)
  })
})

describe("messages", () => {
  it("of the rules stand at their question, open it, and are linked from the summary", async () => {
    await opens("survey-management/add")
    await type(input("title"), "Yeni anket")
    await add(3, "")
    await add(1, "Kaç gün?")
    await click(cards()[1]?.querySelector(".question-card__title"))
    expect(titles()).toEqual(["Metni yazılmamış soru", "Kaç gün?"])
    await submit()
    await until(() => expect(focused()).toBe(input("questions-0-text")))
    const links = [...document.querySelectorAll<HTMLElement>("[data-summary] a")]
    expect(links.map(link => link.textContent)).toEqual(["Soru 1: Soru metni gereklidir.", "Soru 2: En az iki seçenek yazın."])
    await click(links[1])
    expect(focused().id).toBe("questions-1-options")
    await type(input("questions-0-text"), "Memnun musunuz?")
    expect(document.querySelectorAll("[data-summary] a")).toHaveLength(1)
  })

  it("of the server stand at their question until it changes, in any spelling of the path", async () => {
    const { id } = await store([rating("A"), choice("B", "x", "y")])
    await opens(`survey-management/edit/${id}`)
    console.break("PUT /survey/update", () =>
      envelope(400, {
        validationErrors: [
          { propertyName: "Questions[1].Options[0]", errorMessage: "Bu seçenek yasak." },
          { propertyName: "questions.0.text", errorMessage: "Bu metin yasak." },
        ],
      }),
    )
    await type(input("title"), "Başka")
    await submit()
    await until(() => expect(focused()).toBe(input("questions-0-text")))
    expect(cards()[0]?.textContent).toContain("Bu metin yasak.")
    expect(cards()[1]?.textContent).toContain("Bu seçenek yasak.")
    await type(input("questions-0-text"), "A2")
    expect(document.body.textContent).not.toContain("Bu metin yasak.")
    expect(cards()[1]?.textContent).toContain("Bu seçenek yasak.")
  })
})

describe("the preview", () => {
  it("names required questions without an answer, and sends nothing", async () => {
    const { id } = await store([rating("A"), { ...choice("B", "x", "y"), required: false }])
    await opens(`survey-management/edit/${id}`)
    await click(find("button", "Önizle"))
    const send = () => find("dialog[open] button", "Gönder")
    await click(send())
    expect(dialog()?.textContent).toContain("Bu soruyu yanıtlayın.")
    expect(focused().matches("dialog input[type=radio]")).toBe(true)
    await click(focused())
    await click(send())
    expect(dialog()?.textContent).toContain("Çalışan anketi bu yanıtlarla gönderebilir")
    expect((await stored(id)).responseCount).toBe(0)
  })
})

describe("a survey as a file", () => {
  const importFile = async (content: string, name = "anket.json") => {
    await click(find("button", "Anketi dosya olarak al veya indir"))
    await click(find("[role=menuitem]", "Dosyadan soru al"))
    await until(() => expect(dialog()).toBeTruthy())
    await choose(new File([content], name))
  }
  const file = writeSurveyFile({ title: "Dosya", description: "D", type: 2, questions: [choice("Dosyadan", "a", "b")] })

  it("is exported, and imported behind the questions or in their place, with undo", async () => {
    const { id } = await store([rating("A")])
    await opens(`survey-management/edit/${id}`)
    const { name, lines } = await downloadOf(async () => {
      await click(find("button", "Anketi dosya olarak al veya indir"))
      await click(find("[role=menuitem]", "Dosya olarak indir (JSON)"))
    })
    expect(name).toMatch(/^servis-anketi-.*\.json$/)
    expect(JSON.parse(lines.join("\n"))).toEqual({
      format: "survey/1",
      title: "Servis anketi",
      description: "",
      type: 0,
      questions: [rating("A")],
    })

    await importFile(file)
    await until(() => expect(dialog()?.textContent).toContain("anket.json: 1 soru"))
    await click(find("dialog button", "Sona ekle"))
    expect(titles()).toEqual(["A", "Dosyadan"])
    expect(input("title").value).toBe("Servis anketi")

    await importFile(file)
    await until(() => expect(dialog()?.textContent).toContain("anket.json: 1 soru"))
    await click(find("dialog button", "Mevcutların yerine koy"))
    expect(titles()).toEqual(["Dosyadan"])
    expect(input("title").value).toBe("Dosya")
    await click(find(".alert button", "Geri al"))
    expect(titles()).toEqual(["A", "Dosyadan"])
    expect(input("title").value).toBe("Servis anketi")
  })

  it("that cannot be read is refused in words, and the form stays as it is", async () => {
    const { id } = await store([rating("A")])
    await opens(`survey-management/edit/${id}`, "tr")
    await importFile("<!doctype html>")
    await until(() => expect(dialog()?.textContent).toContain("Dosya geçerli bir JSON dosyası değil."))
    await choose(new File([JSON.stringify({ questions: [rating("A"), { text: "B", type: "essay" }] })], "b.json"))
    await until(() => expect(dialog()?.textContent).toContain("2. sorunun türü bilinmiyor: “essay”."))
    await choose(new File(["x".repeat(1024 * 1024 + 1)], "c.json"))
    await until(() => expect(dialog()?.textContent).toContain("Dosya 1 MB sınırını aşıyor."))
    expect(find("dialog button", "Sona ekle")).toHaveProperty("disabled", true)
    await click(find("dialog button", "Vazgeç"))
    expect(titles()).toEqual(["A"])
  })
})

describe("a survey with answers", () => {
  let made = 0
  /** A survey that one person answered. */
  const answered = async () => {
    const token = await api().signIn(accounts.elif)
    const departmentIds = [await addDepartment(api(), `Yanıtlayanlar ${++made}`, 1)]
    const survey = await store([choice("Kaç gün?", "Bir", "İki"), rating("Memnun musunuz?")], { status: 1, departmentIds })
    const { value } = await api().call("POST", `/survey/${survey.id}/invitations`, { token, body: {} })
    const given = survey.questions.map(({ id, type }) => ({ questionId: id, value: type === "rating" ? 4 : "Bir" }))
    const answer = await api().call("POST", `/survey/${survey.id}/answers`, {
      body: { token: value.tokens[0].token, answers: given },
    })
    expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300)
    return survey
  }

  it("is saved without a question when nothing changes their meaning; what does is marked, and asked about before it is saved", async () => {
    const { id } = await answered()
    await opens(`survey-management/edit/${id}`)
    await until(() => expect(document.body.textContent).toContain("Bu ankete 1 yanıt verildi"))
    await click(find("button", "1. soruyu aşağı taşı"))
    await click(find(".action-bar button", "Kaydet ve sayfada kal"))
    await until(async () => expect((await stored(id)).questions.map(({ text }) => text)).toEqual(["Memnun musunuz?", "Kaç gün?"]))
    expect(dialog()).toBeNull()
    await click(find("button", "1. soruyu aşağı taşı"))
    await click(cards()[0]?.querySelector(".question-card__title"))
    await type(input("questions-0-description"), "Ofiste")
    expect(element(".question-card__changes")).toBeNull()
    await type(input("questions-0-options-1"), "2")
    expect(cards()[0]?.querySelector(".question-card__changes")?.textContent).toBe("Seçenek değişti: İki → 2")
    await click(find("button", "2. soruyu sil"))
    await submit()
    await until(() => expect(dialog()?.textContent).toContain("Soru kaldırıldı"))
    expect(dialog()?.textContent).toContain("Soru 1: Kaç gün?")
    await click(find("dialog button", "Vazgeç"))
    await until(() => expect(element("[data-summary]")?.textContent).toContain("Kaydedilmedi"))
    expect((await stored(id)).questions).toHaveLength(2)
    await submit()
    await until(() => expect(dialog()).toBeTruthy())
    await click(find("dialog button", "Yine de kaydet"))
    await until(() => expect(location.pathname).not.toContain("edit"))
    expect((await stored(id)).questions).toMatchObject([{ options: ["Bir", "2"], description: "Ofiste" }])
  })

  it("becomes a copy with the changes instead, and stays as it is", async () => {
    const { id } = await answered()
    await opens(`survey-management/edit/${id}`)
    await click(find("button", "2. soruyu sil"))
    await submit()
    await until(() => expect(dialog()).toBeTruthy())
    await click(find("dialog button", "Kopya oluştur"))
    await until(() => expect(location.pathname).not.toContain(id))
    const copy = await stored(location.pathname.split("/").at(-1) ?? "")
    expect(copy).toMatchObject({ title: "Servis anketi (kopya)", questions: [{ text: "Kaç gün?" }], responseCount: 0 })
    expect(await stored(id)).toMatchObject({ title: "Servis anketi", responseCount: 1 })
    await until(() => expect(input("title")?.value).toBe("Servis anketi (kopya)"))
  })
})
