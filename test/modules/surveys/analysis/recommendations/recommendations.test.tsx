import { afterEach, describe, expect, it } from "vitest"
import { cache } from "../../../../../src/state/instances"
import { permissionsLoaded } from "../../../../../src/state/permissions"
import { withoutExtensions } from "../../../../extensions"
import { act, click, find, type, until } from "../../../../kit"
import { consoleOnApi, envelope } from "../../../kit"
import { button, element, form, plan, recommendation, reportOf, screenKit, shows, text, titles, toast } from "../screen-kit"

/** The recommendations of a survey, from the analysis to the decision. */
const screens = consoleOnApi()
const { make, open, recommendations, putPlans, putRecommendations } = screenKit(screens)
afterEach(() => act(async () => permissionsLoaded([])))

const save = async () => click(await button("Kaydet", element("[data-form]") ?? document))
const field = (id: string) => element<HTMLInputElement>(`[id="${id}"]`)
const select = (label: string, value: string) =>
  act(async () => {
    const found = element<HTMLSelectElement>(`select[aria-label="${label}"]`)
    if (!found) throw new Error(`There is no ${label}.`)
    found.value = value
    found.dispatchEvent(new Event("change", { bubbles: true }))
  })
const choose = async (menu: RegExp, item: string) => {
  await click(await button(menu))
  await click(await until(() => find("[role=menuitem]", item)))
}

describe("an analysis", () => {
  it("makes three recommendations, which are reviewed, the incomplete ones too, before any is stored", async () => {
    const { id } = await make()
    await open(id)
    await shows("Henüz öneri yok")
    expect(element(".tabs a[aria-current]")?.textContent?.trim()).toBe("Öneriler ve planlar")
    expect(document.querySelectorAll("nav.tabs")).toHaveLength(2)
    expect(element("h1")?.textContent).not.toBe("Öneriler")
    await click(await button("Analiz et"))
    await form()
    await shows("Yapay zekâ servisi bu kurulumda tanımlı değil.")
    await until(() => expect(field("items-2-title")?.value).toBeTruthy())
    await type(field("items-0-title"), "")
    await save()
    await shows("Öneri başlığı gereklidir.")
    expect(field("items-0-title")?.getAttribute("aria-invalid")).toBe("true")
    expect(field("items-1-title")?.getAttribute("aria-invalid")).toBeNull()
    expect(await recommendations(id)).toEqual([])

    await type(field("items-0-title"), "Kendi başlığım")
    const second = field("items-1-title")?.value ?? ""
    await click(find("button", `Kaldır: ${second}`))
    await click(await button("Geri al"))
    await until(() => expect(field("items-1-title")?.value).toBe(second))
    await click(find("button", `Kaldır: ${second}`))
    await until(() => expect(field("items-1-title")).toBeNull())
    await save()
    await toast("Öneriler kaydedildi")
    await until(() => expect(titles()).toHaveLength(2))

    const stored = await recommendations(id)
    expect(stored.map(({ title }) => title)[0]).toBe("Kendi başlığım")
    for (const { status, origin, confidence, confidenceFrom, actionItems } of stored) {
      expect([status, origin, confidenceFrom]).toEqual(["pending", "template", "template"])
      expect(confidence).toBeGreaterThanOrEqual(75)
      expect(confidence).toBeLessThanOrEqual(89)
      expect(actionItems.length).toBeGreaterThanOrEqual(4)
    }
    expect(text()).toContain("Şablondan")
    expect(text()).not.toContain("Güven")
  })

  it("keeps what was decided and written by hand, and replaces what is pending", async () => {
    const { id } = await make()
    await putRecommendations(id, [
      recommendation({ id: "a", title: "Kabul edilen", status: "accepted", origin: "ai" }),
      recommendation({ id: "b", title: "Bekleyen", origin: "template" }),
      recommendation({ id: "c", title: "Elle yazılan" }),
    ])
    await open(id)
    await click(await button("Yeniden analiz et"))
    await shows("bekleyen 1 öneriyi kaldır")
    await until(() => expect(field("items-2-title")?.value).toBeTruthy())
    await save()
    await until(() => expect(titles()).toHaveLength(5))
    const stored = (await recommendations(id)).map(({ title }) => title)
    expect(stored.slice(3)).toEqual(["Kabul edilen", "Elle yazılan"])
  })

  it.each<[number, string, boolean]>([
    [0, "Bu ankete henüz yanıt yok", true],
    [48, "Bu ankette yalnızca", false],
  ])("of %i answers says what they are worth", async (count, words, isShown) => {
    const { id } = await make()
    screens.break("GET /survey/report/", reportOf(count))
    await open(id)
    await shows("Henüz öneri yok")
    if (count) await shows(`${count} yanıta dayanır`)
    if (isShown) await shows(words)
    else expect(text()).not.toContain(words)
  })
})

describe("a recommendation", () => {
  it("is accepted, refused and deleted, with undo at its place, and found by its status", async () => {
    const { id } = await make()
    await putRecommendations(id, [recommendation(), recommendation({ id: "r2", title: "Ekranları yenileyin", impact: "High" })])
    await open(id)
    await until(() => expect(titles()).toHaveLength(2))
    // At the top of its card, beside what it is about.
    const menu = await button("Ortak ofis günü belirleyin işlemleri")
    expect(menu.compareDocumentPosition(find("h2", "Ortak ofis günü belirleyin"))).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
    await click(await button("Kabul et"))
    await toast("Öneri kabul edildi")
    await until(async () => expect((await recommendations(id))[0]?.status).toBe("accepted"))
    await select("Durum", "pending")
    expect(titles()).toEqual(["Ekranları yenileyin"])
    await click(await button("Reddet"))
    await toast("Öneri reddedildi")
    await until(() => expect(titles()).toEqual([]))
    await click(await button("Geri al", element(".toaster") ?? document))
    await until(() => expect(titles()).toEqual(["Ekranları yenileyin"]))
    await select("Durum", "")
    await select("Etki", "High")
    expect(titles()).toEqual(["Ekranları yenileyin"])
    await until(async () => expect((await recommendations(id)).map(({ status }) => status)).toEqual(["accepted", "pending"]))

    await select("Etki", "")
    await choose(/Ortak ofis günü belirleyin/, "Sil")
    await toast("Öneri silindi")
    await until(() => expect(titles()).toEqual(["Ekranları yenileyin"]))
    await click(await button("Geri al", element(".toaster") ?? document))
    await until(() => expect(titles()).toEqual(["Ortak ofis günü belirleyin", "Ekranları yenileyin"]))
    await until(async () => expect((await recommendations(id)).map(({ id }) => id)).toEqual(["r1", "r2"]))
  })

  it("is written by hand, and its confidence computed from the question that it rests on", async () => {
    const { id, questions } = await make()
    const question = questions[0]?.id ?? ""
    screens.break("GET /survey/report/", () =>
      Response.json({
        isSuccess: true,
        value: {
          surveyId: id,
          title: "Nabız",
          responseCount: 500,
          questions: [{ id: question, text: "Önerir misiniz?", type: "yes_no", answered: 412, options: [] }],
          series: [],
        },
      }),
    )
    await open(id, "/new")
    await form()
    await until(() => expect(field("title")).toBeTruthy())
    await save()
    await shows("En az dört adım yazın.")
    await type(field("title"), "Ortak gün")
    for (const index of [0, 1, 2, 3]) await type(field(`actionItems-${index}`), `Adım ${index}`)
    await click(find("button", "Gösterge ekle"))
    await type(element('[aria-label="Gösterge 1: ad"]'), "Kopuk hissedenler")
    await type(element('[aria-label="Gösterge 1: değer"]'), "%46")
    await select("Gösterge 1: soru", question)
    await save()
    await toast("Öneri kaydedildi")
    await shows("Güven %95 · 412 yanıta göre")
    expect(element("dl a")?.getAttribute("href")).toBe(`/user/survey-management/${id}?tab=report#question-${question}`)
    expect(await recommendations(id)).toMatchObject([
      { title: "Ortak gün", origin: "manual", confidenceFrom: "sampleSize", basedOn: 412 },
    ])
  })
})

describe("the address of a recommendation", () => {
  it("gives it the focus, however it is written", async () => {
    const { id } = await make()
    await putRecommendations(id, [recommendation(), recommendation({ id: "r2" }), recommendation({ id: "%" })])
    for (const [hash, focused] of [
      ["#recommendation-r2", "recommendation-r2"],
      ["#recommendation-%25", "recommendation-%"],
      ["#%F0%9F", ""],
    ] as const) {
      await open(id, hash)
      await until(() => expect(titles()).toHaveLength(3))
      if (focused) await until(() => expect(document.activeElement?.id).toBe(focused))
      else expect(document.activeElement?.id).not.toContain("recommendation-")
    }
  })

  it.each(["", "/plans"])("is linked from a plan that was made of it, on the page with %j", async search => {
    const { id } = await make()
    await putRecommendations(id, [recommendation(), recommendation({ id: "r%2" })])
    await putPlans(id, [plan({ source: "recommendation", recommendationId: "r%2" })])
    await open(id, search)
    const source = () => find("[data-plan] a", "Öneriden")
    await until(() => expect(source()).toBeTruthy())
    await click(source())
    await until(() => expect(document.activeElement?.id).toBe("recommendation-r%2"))
  })
})

describe("two people", () => {
  it("change different recommendations: both changes stay; of one the current decision is shown, and nothing overwritten", async () => {
    const { id } = await make()
    const [first, second] = [recommendation(), recommendation({ id: "r2", title: "İkinci" })]
    await putRecommendations(id, [first, second])
    await open(id)
    await until(() => expect(titles()).toHaveLength(2))
    await putRecommendations(id, [first, { ...second, title: "Başkasının başlığı" }])
    await click(await button("Kabul et"))
    await until(() => expect(titles()).toContain("Başkasının başlığı"))
    await until(async () =>
      expect((await recommendations(id)).map(({ title, status }) => [title, status])).toEqual([
        [first.title, "accepted"],
        ["Başkasının başlığı", "pending"],
      ]),
    )

    const accept = await button("Kabul et")
    await putRecommendations(id, [first, { ...second, status: "refused" }])
    await click(accept)
    await toast("Bu kaydı başka biri değiştirdi. Güncel hâli gösteriliyor.")
    await until(() => expect(text()).toContain("Reddedildi"))
    expect((await recommendations(id))[1]?.status).toBe("refused")
  })

  it("edit the same members: both versions are compared; a save that fails or whose record was deleted keeps what was typed", async () => {
    const { id } = await make()
    await putRecommendations(id, [recommendation()])
    await open(id, "/edit/r1")
    await until(() => expect(field("title")?.value).toBe("Ortak ofis günü belirleyin"))
    await type(field("title"), "Benim başlığım")
    await type(field("category"), "İş birliği")
    screens.break(`PUT /survey/${id}/recommendations`, () => envelope(405))
    await save()
    await until(() => expect(element("[data-summary]")?.textContent).toContain("bu işlemi desteklemiyor"))
    expect(field("title")?.value).toBe("Benim başlığım")
    screens.break()
    await putRecommendations(id, [recommendation({ title: "Onların başlığı", status: "accepted" })])
    await save()
    await until(() => expect(element("dialog[open]")?.textContent).toContain("Onların başlığı"))
    expect(element("dialog[open]")?.textContent).toContain("Benim başlığım")
    await click(find("dialog button", "Seçimi uygula"))
    await putRecommendations(id, [])
    await save()
    await shows("Siz düzenlerken bu kayıt silindi")
    expect(field("title")?.value).toBe("Benim başlığım")
    await save()
    await toast("Öneri kaydedildi")
    expect(await recommendations(id)).toMatchObject([{ title: "Benim başlığım", category: "İş birliği" }])
  })
})

describe("a server without the calls", () => {
  it("keeps recommendations in the browser, and says so; one that has them later takes them only when the person asks", async () => {
    withoutExtensions()
    const { id } = await make()
    screens.break(`GET /survey/${id}/`, () => envelope(404))
    await open(id)
    await shows("Yalnızca bu tarayıcıda saklanıyor")
    await click(await button("Analiz et"))
    await until(() => expect(field("items-2-title")?.value).toBeTruthy())
    await save()
    await until(() => expect(titles()).toHaveLength(3))
    const key = Object.keys(localStorage).find(name => name.startsWith("surveyDocuments:"))
    expect(key?.endsWith(`:${id}`)).toBe(true)
    expect(JSON.parse(localStorage.getItem(key ?? "") ?? "{}").recommendations).toHaveLength(3)
    await screens.close()
    screens.break()
    await open(id)
    await shows("Bu tarayıcıda 3 kayıt daha var")
    expect(await recommendations(id)).toEqual([])
    await click(await button("Sunucuya aktar"))
    await until(() => expect(titles()).toHaveLength(3))
    await until(() => expect(text()).not.toContain("kayıt daha var"))
    expect(await recommendations(id)).toHaveLength(3)
  })

  it("but without the survey says that the survey is missing", async () => {
    await open("00000000-0000-4000-8000-000000000000")
    await shows("Anket silinmiş veya bağlantı değişmiş olabilir.")
  })
})

describe("the form of an entry", () => {
  const heading = () => element("h1")?.textContent

  it("that is not there any more, or could not be loaded, has that as its heading", async () => {
    const { id } = await make()
    await open(id, "/edit/gone")
    await until(() => expect(heading()).toBe("Bu kayıt artık yok"))
    await screens.close()
    cache.clear()
    screens.break(`GET /survey/${id}/action-plans`, () => envelope(500))
    await open(id, "/plans/new")
    await until(() => expect(heading()).toBe("Öneriler ve planlar yüklenemedi"))
  })
})

describe("who may not write", () => {
  it("reads, and is offered nothing else", async () => {
    const { id } = await make()
    await putRecommendations(id, [recommendation()])
    permissionsLoaded(["surveys.read"])
    await open(id)
    await until(() => expect(titles()).toEqual(["Ortak ofis günü belirleyin"]))
    expect([...document.querySelectorAll("main article button, main .page-header .btn")]).toEqual([])
    await shows("Bu modülde yalnızca görüntüleme yetkiniz var.")
  })

  it("because the platform owns the survey reads that its owner sees them", async () => {
    const { id } = await make("en")
    await screens.open("tr", `survey-management/recommendation/${id}`)
    await shows("Öneriler anketin sahibine aittir")
    expect(document.querySelectorAll("main article")).toHaveLength(0)
  })

  it("the platform's staff analyses its own survey in English", async () => {
    const { id } = await make("en")
    await open(id, "", "en")
    await click(await button("Analyse"))
    await form()
    await shows("Review recommendations")
    await until(() => expect(field("items-2-title")?.value).toBeTruthy())
    await click(find("[data-form] button", "Save"))
    await until(() => expect(titles()).toHaveLength(3))
  })
})
