import { afterEach, describe, expect, it, vi } from "vitest"
import { addDays } from "../../../../../src/core/dates/dates"
import { permissionsLoaded } from "../../../../../src/state/permissions"
import { settings } from "../../../../../src/state/settings"
import { withoutExtensions } from "../../../../extensions"
import { act, click, downloadOf, find, type, until } from "../../../../kit"
import { consoleOnApi } from "../../../kit"
import { button, element, form, plan, recommendation, screenKit, shows, text, titles, toast, today } from "../screen-kit"

/** The action plans of a survey: made, worked through, handed out. */
const screens = consoleOnApi()
const { make, open, plans, putPlans, putRecommendations } = screenKit(screens)
afterEach(() =>
  act(async () => {
    permissionsLoaded([])
    settings.layout = {}
  }),
)

const save = async () => click(await button("Kaydet", element("[data-form]") ?? document))
const field = (id: string) => element<HTMLInputElement>(`[id="${id}"]`)
/** The checkbox of a task on a card. */
const task = (name: string) =>
  until(() => {
    const label = find(".card .checkbox", name)
    return label.querySelector("input") as HTMLInputElement
  })
/** The status of the board's column in which a plan stands. */
const columnOf = (title: string) =>
  [...document.querySelectorAll(".plan-board > section")]
    .find(section => [...section.querySelectorAll("h3")].some(({ textContent }) => textContent === title))
    ?.querySelector("h2 .badge")?.textContent
const taskNames = () => [...document.querySelectorAll<HTMLInputElement>(".task-row .control")].map(({ value }) => value)

describe("an action plan", () => {
  it("is made from a recommendation, reviewed, worked through and done", async () => {
    const { id } = await make()
    await putRecommendations(id, [recommendation()])
    await open(id)
    await click(await button("Aksiyon planı oluştur"))
    await form()
    await until(() => expect(field("owner")?.value).toBe("İnsan Kaynakları"))
    const [year, month, day] = addDays(today(), 14).split("-")
    expect(field("dueDate")?.value).toBe(`${day}.${month}.${year}`)
    await shows("Hazır şablon kullanıldı")
    expect(await plans(id)).toEqual([])
    await save()
    await toast("Plan kaydedildi")
    await until(() => expect(titles()).toHaveLength(1))
    const [stored] = await plans(id)
    expect(stored).toMatchObject({
      recommendationId: "r1",
      progress: 0,
      status: "planned",
      fromAi: false,
      owner: "İnsan Kaynakları",
    })

    const title = stored?.title ?? ""
    expect(columnOf(title)).toBe("Planlandı")
    for (const [index, { name }] of (stored?.tasks ?? []).entries()) {
      const box = await task(name)
      box.focus()
      await click(box)
      await until(() => expect(columnOf(title)).toBe(index === (stored?.tasks.length ?? 0) - 1 ? "Tamamlandı" : "Sürüyor"))
      expect(document.activeElement).toBe(await task(name))
    }
    await until(async () => expect(await plans(id)).toMatchObject([{ progress: 100, status: "done" }]))
    const link = await until(() => find("article a", "Öneriden"))
    expect(link.getAttribute("href")).toBe(`/user/survey-management/recommendation/${id}#recommendation-r1`)
  })

  it("of a person's own has tasks that are added, renamed, ordered, completed, and removed with undo", async () => {
    const { id } = await make()
    await open(id, "/plans")
    await click(await button("Yeni plan"))
    await form()
    await until(() => expect(taskNames()).toEqual([""]))
    await save()
    await shows("Plan başlığı gereklidir.")
    await shows("En az bir görev ekleyin.")
    await type(field("title"), "Kendi planım")
    const rows = () => [...document.querySelectorAll<HTMLInputElement>(".task-row .control")]
    await type(rows()[0], "Bir")
    for (const [index, name] of ["İki", "Üç", ""].entries()) {
      await click(find("button", "Görev ekle"))
      if (name) await type(rows()[index + 1], name)
    }
    await click(find("button", "Görev 3: yukarı taşı"))
    expect(taskNames()).toEqual(["Bir", "Üç", "İki", ""])
    await click(find("button", "Kaldır: Üç"))
    expect(taskNames()).toEqual(["Bir", "İki", ""])
    await click(find("button", "Geri al"))
    expect(taskNames()).toEqual(["Bir", "Üç", "İki", ""])
    await click(element('[aria-label="Görev 1 tamamlandı"]'))
    await type(field("dueDate"), "31.12.2030")
    await save()
    await toast("Plan kaydedildi")
    expect(await plans(id)).toMatchObject([
      {
        title: "Kendi planım",
        dueDate: "2030-12-31",
        source: "manual",
        progress: 33,
        tasks: [
          { name: "Bir", completed: true },
          { name: "Üç", completed: false },
          { name: "İki", completed: false },
        ],
      },
    ])
  })

  it("has a person who is responsible, found by address and shown by name, on card and in file; a text without one", async () => {
    const { id } = await make()
    const token = await screens.token("tr")
    const { value } = await screens.api().call("GET", "/user/list?pageSize=50&status=1", { token })
    const [person] = (value.users as { id: string; firstName: string; lastName: string; email: string }[]).slice(-1)
    const name = `${person?.firstName} ${person?.lastName}`
    await putPlans(id, [plan({ dueDate: "2030-12-31" })])
    await open(id, "/plans/edit/p1")
    await form()
    await until(() => expect([field("ownerId")?.value, field("owner")?.value]).toEqual(["", "İnsan Kaynakları"]))
    await type(field("ownerId"), person?.email ?? "")
    await click(await until(() => find("[role=option]", new RegExp(name))))
    expect([field("ownerId")?.value, field("owner")]).toEqual([name, null])
    await save()
    await toast("Plan kaydedildi")
    await until(() =>
      expect(find("article h3", "Ergonomi planı").closest("article")?.querySelector(".facts")?.textContent).toContain(name),
    )
    expect(await plans(id)).toMatchObject([{ ownerId: person?.id, owner: name }])
    const { lines } = await downloadOf(() => click(find("button", "CSV indir")))
    expect(lines[1]).toContain(`;${name};Bütçe;`)

    await open(id, "/plans/edit/p1")
    await form()
    await until(() => expect(field("ownerId")?.value).toBe(name))
    await click(find("button", `${name} seçimini kaldır`))
    await type(field("owner"), "Satın Alma")
    await save()
    await until(async () => expect(await plans(id)).toMatchObject([{ ownerId: null, owner: "Satın Alma" }]))
  })

  it("stands under its status, and is marked when it is late or due in three days", async () => {
    const dues: [number, boolean, string, string][] = [
      [-1, false, "Gecikti", "gecikti"],
      [-1, true, "Tamamlandı", ""],
      [0, false, "Planlandı", "yaklaşıyor"],
      [3, false, "Planlandı", "yaklaşıyor"],
      [4, false, "Planlandı", ""],
    ]
    const { id } = await make()
    const tasks = (isDone: boolean) => plan().tasks.map(task => ({ ...task, completed: isDone }))
    await putPlans(
      id,
      dues.map(([days, isDone], at) =>
        plan({ id: `p${at}`, title: `Plan ${at}`, dueDate: addDays(today(), days), tasks: tasks(isDone) }),
      ),
    )
    await open(id, "/plans")
    await until(() => expect(titles()).toHaveLength(dues.length))
    const shown = dues.map((_, at) => {
      const card = find("article h3", `Plan ${at}`).closest("article")
      return [columnOf(`Plan ${at}`), /gecikti|yaklaşıyor/.exec(card?.querySelector(".facts")?.textContent ?? "")?.[0] ?? ""]
    })
    expect(shown).toEqual(dues.map(([, , status, mark]) => [status, mark]))
  })
})

describe("a task that is completed in place", () => {
  it("is shown at once, and taken back with a message when it cannot be saved", async () => {
    const { id } = await make()
    await putPlans(id, [plan()])
    await open(id, "/plans")
    const box = await task("Bütçe")
    let end = () => {}
    const body = new ReadableStream({
      start: controller => {
        end = () => controller.close()
      },
    })
    screens.break(`PUT /survey/${id}/action-plans`, () => new Response(body, { status: 500 }))
    await click(box)
    await until(() => expect(columnOf("Ergonomi planı")).toBe("Sürüyor"))
    expect((await task("Bütçe")).checked).toBe(true)
    end()
    await toast("Bir hata oluştu. Lütfen daha sonra tekrar deneyin.")
    await until(async () => expect((await task("Bütçe")).checked).toBe(false))
    expect(columnOf("Ergonomi planı")).toBe("Planlandı")
    expect(await plans(id)).toMatchObject([{ progress: 0 }])
  })

  it("keeps what was completed right before it, and what somebody else completed or deleted meanwhile", async () => {
    const { id } = await make()
    await putPlans(id, [plan()])
    await open(id, "/plans")
    await task("Bütçe")
    await putPlans(id, [plan({ tasks: plan().tasks.map(one => ({ ...one, completed: one.name === "Teslim" })) })])
    await act(async () => {
      for (const name of ["Bütçe", "Teklif"]) (find(".card .checkbox", name).querySelector("input") as HTMLElement).click()
    })
    await until(async () => expect(await plans(id)).toMatchObject([{ progress: 100 }]))
    await until(() => expect(columnOf("Ergonomi planı")).toBe("Tamamlandı"))

    // Of a plan that somebody has deleted nothing is saved, and the current state is shown.
    const box = await task("Bütçe")
    const second = plan({ id: "p2", title: "İkinci plan", tasks: [{ id: "x", name: "Tek", completed: false }] })
    await putPlans(id, [second])
    await click(box)
    await toast("Bu kaydı başka biri değiştirdi. Güncel hâli gösteriliyor.")
    await until(() => expect(titles()).toEqual(["İkinci plan"]))
    expect(await plans(id)).toHaveLength(1)
  })
})

describe("plans are handed out", () => {
  it("as a list, as CSV with a row for each task, and on paper", async () => {
    const { id } = await make()
    const tasks = [
      { id: "a", name: "=Bütçe", completed: true },
      { id: "b", name: "Teklif", completed: false },
    ]
    await putPlans(id, [plan({ dueDate: "2030-12-31", tasks }), plan({ id: "p2", title: "Erken plan", dueDate: "2030-01-15" })])
    await open(id, "/plans")
    await until(() => expect(titles()).toHaveLength(2))
    await act(async () => element<HTMLInputElement>(".segmented input[value=table]")?.click())
    await until(() =>
      expect([...document.querySelectorAll("tbody tr .table__main")].map(({ textContent }) => textContent)).toEqual([
        "Erken plan",
        "Ergonomi planı",
      ]),
    )
    expect(find("tbody a", "Erken plan").getAttribute("href")).toContain("/plans/edit/p2")

    const { name, lines } = await downloadOf(() => click(find("button", "CSV indir")))
    expect(name).toMatch(/^nabız-aksiyon-planları-.*\.csv$/)
    expect(lines).toHaveLength(6)
    expect(lines[0]?.replace("\uFEFF", "").split(";").slice(0, 3)).toEqual(["Aksiyon planı", "Durum", "İlerleme (%)"])
    expect(lines[4]).toContain("Ergonomi planı;Sürüyor;50;31.12.2030;2030-12-31;İnsan Kaynakları;'=Bütçe;Evet")

    const print = vi.fn()
    vi.stubGlobal("print", print)
    await click(find("button", "Yazdır"))
    await until(() => expect(element(".print-sheet")?.textContent).toContain("☑ =Bütçe"))
    expect(element(".print-sheet")?.textContent).toContain("☐ Teklif")
    expect(print).toHaveBeenCalledOnce()
  })
})

describe("a server without the call", () => {
  it("lets the browser keep plans of this survey alone, also after a reload", async () => {
    withoutExtensions()
    const { id } = await make()
    screens.break(`GET /survey/${id}/action-plans`, () => new Response("", { status: 404 }))
    await open(id, "/plans")
    await shows("Yalnızca bu tarayıcıda saklanıyor")
    await click(await button("Yeni plan"))
    await form()
    await until(() => expect(taskNames()).toEqual([""]))
    await type(field("title"), "Yerel plan")
    await type(element(".task-row .control"), "Yerel görev")
    await save()
    await until(() => expect(titles()).toEqual(["Yerel plan"]))
    await click(await task("Yerel görev"))
    await until(() => expect(columnOf("Yerel plan")).toBe("Tamamlandı"))
    await screens.close()
    await open(id, "/plans")
    await until(() => expect(columnOf("Yerel plan")).toBe("Tamamlandı"))

    const other = await make()
    await screens.close()
    screens.break(`GET /survey/${other.id}/action-plans`, () => new Response("", { status: 405 }))
    await open(other.id, "/plans")
    await shows("Henüz aksiyon planı yok")
    screens.break()
    expect(await plans(id)).toEqual([])
  })
})

describe("who may not write", () => {
  it("sees the plans, and neither their boxes nor their menus work", async () => {
    const { id } = await make()
    await putPlans(id, [plan()])
    permissionsLoaded(["surveys.read"])
    await open(id, "/plans")
    expect((await task("Bütçe")).disabled).toBe(true)
    expect(document.querySelectorAll("article button")).toHaveLength(0)
    expect(text()).not.toContain("Yeni plan")
    expect(text()).not.toContain("CSV indir")
    await screens.close()
    permissionsLoaded(["surveys.read"])
    await open(id, "/plans/edit/p1")
    await until(() => expect(titles()).toBeTruthy())
    expect(element("[data-form]")).toBeNull()
  })
})
