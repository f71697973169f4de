import { describe, expect, it } from "vitest"
import type { Language } from "../../../src/core/text/i18n"
import { cache } from "../../../src/state/instances"
import { hasExtensions } from "../../extensions"
import { click, element, find, rows, type, until } from "../../kit"
import { addDepartment } from "../../people"
import { consoleOnApi, envelope } from "../kit"

/** List, form and view of surveys, for both roles. */
const screens = consoleOnApi()

const question = { text: "Memnun musunuz?", type: "yes_no" }
const main = () => element("main")?.textContent ?? ""
const row = (title: string) => rows().find(other => other.textContent?.includes(title))
const listOf = (title: string) => `survey-management?keyword=${encodeURIComponent(title)}`

const send = async (language: Language, method: string, path: string, body?: unknown) =>
  screens.api().call(method, path, { token: await screens.token(language), body })
const create = async (language: Language, given: object) => {
  const answer = await send(language, "POST", "/survey/create", { type: 2, status: 1, questions: [question], ...given })
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300)
  return answer.value.id as string
}
const get = async (language: Language, id: string) => (await send(language, "GET", `/survey/${id}`)).value
const openMenu = async (title: string) => {
  await until(() => expect(row(title)).toBeTruthy())
  await click(row(title)?.querySelector(".table__actions button"))
}

describe("the list of surveys", () => {
  it("shows kind, period and status; publishes, closes and reopens what is not over", async () => {
    const title = "Yaşam döngüsü"
    const id = await create("tr", { title, status: 0, description: "İki soru" })
    const over = "Biten yaşam döngüsü"
    await create("tr", { title: over, startDate: "2026-01-01T00:00:00Z", endDate: "2026-01-02T00:00:00Z" })
    await screens.open("tr", `${listOf(title)}&sortBy=createdDate&sortOrder=asc`)
    await openMenu(title)
    for (const part of ["Nabız", "İki soru", "Taslak"]) expect(row(title)?.textContent).toContain(part)
    for (const [label, shown, status] of [
      ["Yayımla", "Aktif", 1],
      ["Kapat", "Kapandı", 2],
      ["Yeniden aç", "Aktif", 1],
    ] as const) {
      await click(find("[role=menuitem]", label))
      await until(() => expect(row(title)?.textContent).toContain(shown))
      expect((await get("tr", id)).status).toBe(status)
      await openMenu(title)
    }
    await openMenu(over)
    const items = [...document.querySelectorAll("[role=menuitem]")].map(({ textContent }) => textContent)
    expect(items.some(text => /Yeniden aç|Yayımla/.test(text ?? ""))).toBe(false)
  })

  it("sends the filters of its call", async () => {
    const title = "Süzülen anket"
    await create("tr", { title, type: 1, startDate: "2026-05-01T00:00:00Z", endDate: "2026-05-20T00:00:00Z" })
    for (const [query, count] of [
      ["type=1&startDate=2026-05-10&endDate=2026-05-11", 1],
      ["type=0", 0],
      ["startDate=2026-06-01", 0],
    ] as const) {
      await screens.open("tr", `${listOf(title)}&${query}`)
      await until(() => expect(element("table[aria-busy=true]")).toBeNull())
      await until(() => expect(count ? rows().length : Number(element(".empty") === null)).toBe(count))
      await screens.close()
    }
  })

  it("names the number of answers before a deletion", async () => {
    for (const [responseCount, text] of [
      [0, "raporu da görüntülenemez"],
      [12, "Bu ankete 12 yanıt verildi."],
    ] as const) {
      const title = `Silinen anket ${responseCount}`
      const id = await create("tr", { title })
      const { value } = await send("tr", "GET", `/survey/list?keyword=${encodeURIComponent(title)}`)
      const surveys = value.surveys.map((survey: object) => ({ ...survey, responseCount }))
      screens.break("GET /survey/list", () => new Response(JSON.stringify({ isSuccess: true, value: { ...value, surveys } })))
      await screens.open("tr", listOf(title))
      await openMenu(title)
      await click(find("[role=menuitem]", "Sil"))
      await until(() => expect(element("dialog[open]")?.textContent).toContain(text))
      expect(element("dialog[open]")?.textContent?.includes("yanıt verildi")).toBe(responseCount > 0)
      await click(element("dialog[open] .btn--danger-solid"))
      await until(async () => expect((await send("tr", "GET", `/survey/${id}`)).status).toBe(404))
    }
  })
})

describe("the form of a survey", () => {
  const field = (id: string) => document.getElementById(id) as HTMLInputElement

  it("asks for a question before it is published, keeps what was typed, and stores a draft without questions", async () => {
    await screens.open("tr", "survey-management/add")
    await until(() => expect(field("title")).toBeTruthy())
    await type(field("title"), "Taslak anket")
    await type(field("description"), "Neden soruyoruz?")
    await click(element(".action-bar [type=submit]"))
    await until(() => expect(element("[data-form]")?.textContent).toContain("En az bir soru ekleyin."))
    expect(field("title").value).toBe("Taslak anket")
    await click(find("button", "Taslak olarak kaydet"))
    await until(() => expect(location.pathname).toMatch(/\/[\da-f-]{36}$/))
    await until(() => expect(main()).toContain("Neden soruyoruz?"))
    const id = location.pathname.split("/").at(-1) ?? ""
    expect(await get("tr", id)).toMatchObject({ title: "Taslak anket", status: 0, type: 0, startDate: null })
  })

  describe("for newcomers", () => {
    const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000)
    /** A draft of a survey of a department of newcomers. */
    const draftFor = async () => {
      const departmentId = await addDepartment(screens.api(), "Yeni bölüm", 24, { createdAt: daysAgo(7) })
      return create("tr", { title: "İlk anket", status: 0, departmentIds: [departmentId] })
    }
    const startOf = async (id: string) => (await get("tr", id)).startDate as string | null
    const start = () => until(() => find("button", /günü başlat$/))

    it("says what the report will show, and begins on the day from which it shows departments", async () => {
      const id = await draftFor()
      await screens.open("tr", `survey-management/edit/${id}`)
      await click(await start())
      expect(main()).toContain("Anket")
      await until(() => expect(main()).toContain("günü veya sonrasında başlıyor: raporda departmanlar da görünür."))
      expect(field("startDate").value).not.toBe("")
      expect(document.activeElement).toBe(field("startDate"))
      await screens.open("tr", `survey-management/${id}`)
      await until(() => expect(main()).toContain("Sorulan 24 kişiden 24 kişi son 14 günde eklendi"))
      expect(main()).toContain("Bu kişilerin yanıtları raporda görünmez.")
      await click(await start())
      await until(async () => expect(Date.parse((await startOf(id)) ?? "")).toBeGreaterThan(daysAgo(-7).getTime()))
      await until(() => expect(main()).toContain("raporda departmanlar da görünür."))
    })

    it("names what the report needs to be shown, and is silent where the server has no such call", async () => {
      for (const [report, words] of [
        ["whole", "Rapor, 20 kişi yanıtladığında şirketin bütünü için görünür"],
        ["joined", "ancak daha önce eklenmiş en az 5 kişininkiyle birlikte görünür"],
      ] as const) {
        screens.break("POST /survey/outlook", () =>
          envelope(200, { isSuccess: true, value: { people: 300, newcomers: 290, report, departmentsFrom: "2099-12-08" } }),
        )
        await screens.open("tr", "survey-management/add")
        await until(() => expect(main()).toContain(words))
        expect(main()).toContain("Sorulan 300 kişiden 290 kişi")
        cache.clear()
      }
      screens.break("POST /survey/outlook", () => envelope(404, { isSuccess: false, errors: [] }))
      await screens.open("tr", "survey-management/add")
      await until(() => expect(field("startDate")).toBeTruthy())
      expect(main()).not.toContain("son 14 günde eklendi")
    })
  })

  it("warns the platform of a chosen company whose survey module is off", async () => {
    const { value: companies } = await send("en", "GET", "/tenant/get-all")
    const [off, on] = companies as { id: string; name: string }[]
    if (!off || !on) throw new Error("There are no two companies.")
    expect((await send("en", "PUT", `/tenant/${off.id}/modules`, { surveyManagement: false })).status).toBe(200)
    const id = await create("en", { title: "Module off", tenantIds: [on.id] })
    await screens.open("en", `survey-management/edit/${id}`)
    await until(() => expect(main()).toContain(on.name))
    expect(main()).not.toContain("switched off")
    await click(element("#tenantIds"))
    await click(await until(() => find("[role=option]", off.name)))
    await until(() => expect(main()).toContain(`Surveys are switched off for ${off.name}`))
    expect(main()).not.toContain(`switched off for ${on.name}`)
  })

  it("reopens a survey whose end has passed, with a later end", async () => {
    const id = await create("tr", { title: "Süresi dolan anket", endDate: "2026-01-02T00:00:00Z" })
    expect((await get("tr", id)).status).toBe(2)
    await screens.open("tr", `survey-management/edit/${id}`)
    await until(() => expect(element("[role=switch]")).toBeTruthy())
    const isOpen = () => find("label.switch", /Yanıta açık/).querySelector("input") as HTMLInputElement
    expect(isOpen().checked).toBe(false)
    await click(isOpen())
    await type(field("endDate"), "02.01.2028")
    await click(element(".action-bar [type=submit]"))
    await until(() => expect(main()).toContain("2028"))
    expect((await get("tr", id)).status).toBe(1)
  })

  it("sends back as it came what nobody changed", async () => {
    const id = await create("tr", { title: "Yabancı anket" })
    const stored = await get("tr", id)
    const received = {
      ...stored,
      type: 9,
      status: "Active",
      questions: [{ ...stored.questions[0], weight: 3 }],
      endDate: undefined,
    }
    screens.break(`GET /survey/${id}`, () => new Response(JSON.stringify({ isSuccess: true, value: received })))
    await screens.open("tr", `survey-management/edit/${id}`)
    await until(() => expect(field("title")?.value).toBe("Yabancı anket"))
    const sent: Record<string, unknown>[] = []
    const pass = globalThis.fetch
    globalThis.fetch = async (input, init) => {
      if (init?.method === "PUT") sent.push(JSON.parse(String(init.body)))
      return init?.method === "PUT" ? new Response(JSON.stringify({ isSuccess: true, value: received })) : pass(input, init)
    }
    try {
      await type(field("title"), "Yabancı anket, yeni ad")
      await click(element(".action-bar [type=submit]"))
      await until(() => expect(sent).toHaveLength(1))
    } finally {
      globalThis.fetch = pass
    }
    expect(sent[0]).toMatchObject({ title: "Yabancı anket, yeni ad", type: 9, status: "Active", questions: received.questions })
    expect(sent[0]).not.toHaveProperty("endDate")
  })
})

describe("the page of a survey", () => {
  it("shows the questions as they are asked, and who is asked", async () => {
    const choice = { text: "Hangi gün?", type: "single_choice", options: ["Salı", "Perşembe"], required: false }
    const id = await create("tr", { title: "Görünen anket", questions: [question, choice] })
    await screens.open("tr", `survey-management/${id}`)
    await until(() => expect(main()).toContain("Hangi gün?"))
    for (const part of ["2 soru", "Soru 1", "Evet / Hayır", "Soru 2", "Tek seçim", "Salı", "Perşembe", "Tüm departmanlar"])
      expect(main()).toContain(part)
  })

  it("of the platform shows a company its questions, without participation, report and history", async () => {
    const id = await create("en", { title: "Platformun anketi" })
    await screens.open("tr", `survey-management/${id}`)
    await until(() => expect(main()).toContain("Memnun musunuz?"))
    expect(main()).toContain("Bu kayıt platforma ait.")
    expect(main()).not.toContain("Katılım")
    expect(document.querySelector("main .tabs")).toBeNull()
  })

  it("asks a server without extensions for no invitations", async () => {
    const id = await create("tr", { title: "Eklentisiz anket" })
    let asked = 0
    screens.break(`GET /survey/${id}/invitations`, () => {
      asked++
      return envelope(404)
    })
    hasExtensions(false)
    try {
      await screens.open("tr", `survey-management/${id}`)
      await until(() => expect(main()).toContain("Bağlı sunucu anket davetlerini desteklemiyor."))
      expect(asked).toBe(0)
    } finally {
      hasExtensions(true)
    }
  })
})
