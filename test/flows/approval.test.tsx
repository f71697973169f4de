import { beforeAll, beforeEach, describe, expect, it } from "vitest"
import { approvableModules } from "../../src/contract/approvals"
import { accounts } from "../api"
import { setNeeds } from "../approval-kit"
import { withoutExtensions } from "../extensions"
import { click, find, press, shows, text, type, until } from "../kit"
import { consoleOnApi, envelope } from "../modules/kit"

/** A second person approves what goes live (docs/contract.md#approvals). The rules: test/server/resources/approvals.test.ts. */
const screens = consoleOnApi()
const field = (id: string) => document.getElementById(id) as HTMLInputElement | null
const submit = () => document.querySelector(".action-bar [type=submit]")

const send = async (method: string, path: string, body?: object, who: string = accounts.elif) =>
  screens.api().call(method, path, { token: await screens.api().signIn(who), body })

let company = ""
let made = 0
beforeAll(async () => {
  company = (await send("GET", "/tenant/getcurrenttenantid")).value
})
const set = (modules: readonly string[]) => setNeeds(screens.api(), company, modules)
beforeEach(() => set(approvableModules))

const body = (status: number) => ({
  title: `Onay akışı ${++made}`,
  description: "Kısa",
  body: "Metin",
  type: 0,
  startDate: "2026-03-01T00:00:00Z",
  endDate: "2099-04-01T00:00:00Z",
  status,
})
/** @returns the record; a live one is made while nothing needs approval */
const create = async (status: number, given: object = {}) => {
  await set([])
  const { value } = await send("POST", "/announcement/create", { ...body(status), ...given })
  await set(approvableModules)
  return value as { id: string; title: string }
}
const propose = (announcementId: string, change: object) =>
  send("PUT", "/announcement/update?propose=true", { announcementId, ...change })
const stored = async (id: string) => (await send("GET", `/announcement/${id}`)).value
const page = (id: string) => `announcement-management/${id}`

const labels = () => [...document.querySelectorAll("[role=menuitem]")].map(item => item.textContent)
/** Opens the menu of a row, again until the setting has arrived, on which its labels depend. */
const openMenu = (title: string, label: string) =>
  until(async () => {
    await click(find("button", `${title} işlemleri`))
    if (labels().includes(label)) return
    await click(find("button", `${title} işlemleri`))
    throw new Error(`The menu has no ${label}.`)
  })
const checkRow = (id: string) =>
  until(() => click(document.querySelector<HTMLElement>(`tr[data-row="${id}"] input[type=checkbox]`)))

describe("a live record", () => {
  it("is sent for approval by its form, stays as it is, and shows what waits", async () => {
    const { id, title } = await create(1)
    await screens.open("tr", `announcement-management/edit/${id}`)
    await until(() => expect(submit()?.textContent).toBe("Onaya gönder"))
    await type(field("title"), "Onaydan sonra")
    await type(field("approval-note"), "Yazım yanlışı")
    await click(submit())
    await shows("Onaya gönderildi")
    await until(() => expect(document.querySelector("h1")?.textContent).toBe(title))
    await shows("Siz gönderdiniz")
    expect(text()).toContain("Yazım yanlışı")
    const cells = [...document.querySelectorAll(".changes td")].map(cell => cell.textContent)
    expect(cells).toEqual([title, "Onaydan sonra"])
    expect((await stored(id)).title).toBe(title)
  })
})

describe("records in a list", () => {
  it("are sent for approval by the menu of a row and by the bar, which name it so, and are found by the sender", async () => {
    const mark = `Satırlar${++made}`
    const menu = await create(1, { title: `${mark} menü` })
    const bar = await create(1, { title: `${mark} çubuk` })
    const draft = await create(0, { title: `${mark} taslak` })
    await screens.open("tr", `announcement-management?keyword=${mark}`)
    await openMenu(menu.title, "Onaya gönder: Arşivle")
    const items = () => [...document.querySelectorAll<HTMLElement>("[role=menuitem]")]
    const remove = items().find(item => item.textContent?.startsWith("Sil"))
    expect(remove?.textContent).toContain("Yayındaki kayıt onaysız silinemez.")
    await click(items().find(item => item.textContent === "Onaya gönder: Arşivle"))
    await shows(`Onaya gönderilsin mi: ${menu.title}?`)
    await type(field("confirm-note"), "Süresi doldu")
    await click(find("dialog button[type=submit]", "Onaya gönder: Arşivle"))
    const proposal = async (id: string) => (await send("GET", `/announcement/${id}/proposal`)).value
    await until(async () => expect(await proposal(menu.id)).toMatchObject({ note: "Süresi doldu" }))

    await openMenu(draft.title, "Onaya gönder")
    expect(labels()).not.toContain("Yayımla")
    await click(find("button", `${draft.title} işlemleri`))
    await checkRow(draft.id)
    await click(await until(() => find(".bulk-bar button", "Onaya gönder")))
    await click(find("dialog button", "Onaya gönder (1)"))
    await shows("Onaya gönderildi: 1")
    expect(await stored(draft.id)).toMatchObject({ status: 0, approval: "waiting" })

    await until(() => expect(document.querySelector("dialog[open]")).toBeNull())
    await checkRow(bar.id)
    await click(await until(() => find(".bulk-bar button", "Onaya gönder: Arşivle")))
    await shows("1 değişiklik onaya gönderilecek.")
    await type(field("approval-note"), "Kampanya bitti")
    await click(find("dialog button", "Onaya gönder: Arşivle (1)"))
    await until(async () => expect(await stored(bar.id)).toMatchObject({ status: 1, approval: "waiting" }))
    expect((await proposal(bar.id)).note).toBe("Kampanya bitti")

    await screens.open("tr", `announcement-management?attention=sent&keyword=${mark}`)
    await until(() => expect(document.querySelector(`tr[data-row="${bar.id}"]`)?.textContent).toContain("Onay bekliyor"))
    expect(text()).toContain("Onaya gönderdikleriniz")
  })
})

describe("a draft", () => {
  it("is created with a change that waits when it was to be published", async () => {
    await screens.open("tr", "announcement-management/add")
    await until(() => expect(submit()?.textContent).toBe("Onaya gönder"))
    for (const [id, words] of Object.entries(body(0)).filter(([name]) => ["title", "description", "body"].includes(name)))
      await type(field(id), String(words))
    await click(submit())
    await shows("Onaya gönderildi")
    await shows("Siz gönderdiniz")
    const id = location.pathname.split("/").at(-1) ?? ""
    expect(await stored(id)).toMatchObject({ status: 0, approval: "waiting" })
  })

  it("of a draw names in its next step that it waits, with one primary action", async () => {
    const { draws } = (await send("GET", "/draw/list?status=0&pageSize=1")).value
    const [{ id }] = draws
    await send("PUT", "/draw/update?propose=true", { id, status: 1 })
    const primary = () => [...document.querySelectorAll("main .btn--primary")].map(button => button.textContent)
    await screens.open("en", `draws/${id}`)
    await shows("Its publication is waiting for approval.")
    await until(() => expect(primary()).toEqual(["Approve"]))
    await send("DELETE", `/draw/${id}/proposal`)
  })

  it("of a draw is sent for approval by the menu of its page and its next step", async () => {
    const { draws } = (await send("GET", "/draw/list?status=0&pageSize=1")).value
    const [{ id, title }] = draws
    await screens.open("tr", `draws/${id}`)
    await until(() => expect(find("main .btn--primary", "Onaya gönder")).toBeTruthy())
    await click(find("button", `${title} işlemleri`))
    expect(find("[role=menuitem]", "Onaya gönder")).toBeTruthy()
  })

  it("is published by its form as before where nothing needs approval", async () => {
    await set(["draws"])
    const { id } = await create(0)
    await set(["draws"])
    await screens.open("tr", `announcement-management/edit/${id}`)
    await until(() => expect(submit()?.textContent).toBe("Duyuruyu yayımla"))
    await click(submit())
    await until(async () => expect((await stored(id)).status).toBe(1))
  })
})

describe("who sent a change", () => {
  it("goes on editing from it, and withdraws it", async () => {
    const { id, title } = await create(1)
    await propose(id, { title: "İlk hâli" })
    await screens.open("tr", page(id))
    await click(await until(() => find("a", "Düzenlemeye devam et")))
    await until(() => expect(field("title")?.value).toBe("İlk hâli"))
    await type(field("title"), "İkinci hâli")
    await click(submit())
    await until(() => expect([...document.querySelectorAll(".changes td")].at(-1)?.textContent).toBe("İkinci hâli"))
    await click(find("button", "Geri çek"))
    await shows("Değişiklik geri çekildi")
    await until(() => expect(document.querySelector(".changes")).toBeNull())
    expect(await stored(id)).toMatchObject({ title, approval: null })
  })
})

describe("another person", () => {
  it("reads the note, the status that approval gives the record now and whose pictures can change, and approves it", async () => {
    const { id } = await create(0)
    const media = [{ url: "https://cdn.example/a.png", orderNo: 1 }]
    const change = { title: "Onaylanan ad", status: 1, startDate: "2098-03-01T00:00:00Z", media }
    await propose(id, { ...change, approvalNote: "Bayramdan önce" })
    await screens.open("en", page(id))
    await shows("Note of the sender")
    expect(text()).toContain("Bayramdan önce")
    await shows("Pictures of other sites: cdn.example")
    const cells = [...document.querySelectorAll(".changes tr")].find(row => row.textContent?.startsWith("Status"))
    expect(cells?.textContent).toContain("Scheduled")
    const approve = await until(() => find("button", "Approve"))
    expect([...document.querySelectorAll("main .btn--primary")]).toEqual([approve])
    await click(approve)
    await until(() => expect(document.querySelector("h1")?.textContent).toBe("Onaylanan ad"))
    expect((await stored(id)).approval).toBeNull()
    await shows("Change approved")
  })

  it("returns it with a comment, which is needed, and which the sender reads on the page and in the form", async () => {
    const { id } = await create(0)
    await propose(id, { status: 1 })
    await screens.open("en", page(id))
    await click(await until(() => find("button", "Return")))
    await click(find("dialog button[type=submit]", "Return"))
    await shows("Write what needs to be corrected.")
    await type(document.querySelector("dialog textarea"), "Wrong dates")
    await click(find("dialog button[type=submit]", "Return"))
    await until(async () => expect((await stored(id)).approval).toBe("returned"))
    await shows("Returned by")
    expect(text()).toContain("Wrong dates")

    await screens.open("tr", page(id))
    await shows("Wrong dates")
    expect([...document.querySelectorAll("button")].some(button => button.textContent === "Onayla")).toBe(false)
    await click(find("a", "Düzenlemeye devam et"))
    await until(() => expect(field("title")).toBeTruthy())
    expect(text()).toContain("Platform Yöneticisi geri gönderdi")
    expect(text()).toContain("Wrong dates")
  })

  it("decides on nothing that was sent since, sees how it differs, and decides then", async () => {
    const { id, title } = await create(1)
    await propose(id, { title: "Görülen" })
    await screens.open("en", page(id))
    await until(() => find("button", "Return"))
    await shows("Görülen")
    await propose(id, { title: "Görülmeyen" })
    await click(find("button", "Return"))
    await type(document.querySelector("dialog textarea"), "Başlık yanlış")
    await click(find("dialog button[type=submit]", "Return"))
    await shows("The change has been sent again since")
    const [since] = [...document.querySelectorAll(".changes")].map(table => table.textContent)
    expect([since?.includes("Görülen"), since?.includes("Görülmeyen")]).toEqual([true, true])
    expect(document.activeElement?.textContent).toContain("The change has been sent again since")
    expect(await stored(id)).toMatchObject({ title, approval: "waiting" })
    await click(find("button", "Approve"))
    await until(async () => expect(await stored(id)).toMatchObject({ title: "Görülmeyen", approval: null }))
  })

  it("learns who withdrew it meanwhile, and goes on to the record", async () => {
    const { id } = await create(1)
    await propose(id, { title: "Geri çekilecek" })
    await screens.open("en", page(id))
    await until(() => find("button", "Approve"))
    await send("DELETE", `/announcement/${id}/proposal`)
    await click(find("button", "Approve"))
    await shows("withdrew the change")
    expect(text()).toContain("Elif Yılmaz withdrew the change")
    expect(document.activeElement?.textContent).toContain("withdrew the change")
    expect(text()).not.toContain("could not be found")
    await click(find("button", "Show the record"))
    expect(text()).not.toContain("withdrew the change")
    expect(document.activeElement?.id).toBe("main")
  })

  it("decides as before on a server that sends no version of a proposal", async () => {
    const { id } = await create(1)
    await propose(id, { title: "Sürümsüz" })
    const { value } = await send("GET", `/announcement/${id}/proposal`, undefined, accounts.admin)
    const { note: _, returned: __, ...before } = value
    screens.break(`GET /announcement/${id}/proposal`, () => envelope(200, { value: before, isSuccess: true }))
    await screens.open("en", page(id))
    await click(await until(() => find("button", "Approve")))
    await until(async () => expect((await stored(id)).title).toBe("Sürümsüz"))
  })

  it("sees both differences of a record that was changed since, and cannot approve", async () => {
    const { id, title } = await create(0)
    await propose(id, { status: 1 })
    await send("PUT", "/announcement/update", { announcementId: id, title: "Bu arada değişti" })
    await screens.open("en", page(id))
    await shows("The record has been changed since")
    const tables = [...document.querySelectorAll(".changes")].map(table => table.textContent)
    expect(tables[0]).toContain(title)
    expect(tables[0]).toContain("Bu arada değişti")
    expect(tables[1]).toContain("Draft")
    expect((find("button", "Approve") as HTMLButtonElement).disabled).toBe(true)
  })
})

it("from the list, another person reviews row after row by key and menu, and approves several as they were shown", async () => {
  const mark = `Liste${++made}`
  for (const title of ["A", "B", "C"]) {
    const { id } = await create(1, { title: `${mark} ${title}` })
    await propose(id, { title: `Yeni ${title}` })
  }
  await screens.open("en", `announcement-management?attention=approval&sortBy=title&keyword=${mark}`)
  const ids = () => [...document.querySelectorAll("tr[data-row]")].map(row => row.getAttribute("data-row") ?? "")
  await until(() => expect(ids()).toHaveLength(3))
  const [first = "", second = "", third = ""] = ids()
  const dialog = () => document.querySelector("dialog[open]")
  const change = (title: string) => until(() => expect(dialog()?.querySelector(".changes")?.textContent).toContain(title))

  await click(document.querySelector(`tr[data-row="${first}"] .table__actions button`))
  await click(await until(() => find("[role=menuitem]", "Review the change")))
  await change("Yeni A")
  await click(find("dialog button", "Close"))
  await until(() => expect(dialog()).toBeNull())
  await press(document.querySelector(`tr[data-row="${first}"] a`), "p")
  await change("Yeni A")
  await click(find("dialog button", "Next record"))
  await change("Yeni B")
  await click(await until(() => find("dialog button", "Approve")))
  await until(async () => expect((await stored(second)).approval).toBeNull())
  expect((await stored(first)).approval).toBe("waiting")
  await click(await until(() => find("dialog button", "Close")))
  await until(() => expect(dialog()).toBeNull())

  for (const id of [first, third]) await click(document.querySelector(`tr[data-row="${id}"] input[type=checkbox]`))
  await click(await until(() => find(".bulk-bar button", "Approve")))
  await until(() => find("dialog button", "Approve (2)"))
  await propose(third, { title: "Görülmeyen" })
  await click(find("dialog button", "Approve (2)"))
  await shows("The change is another one by now.")
  expect([(await stored(first)).approval, (await stored(third)).approval]).toEqual([null, "waiting"])
  await click(await until(() => find("dialog button", "Approve (1)")))
  await until(async () => expect((await stored(third)).title).toBe("Görülmeyen"))
  await until(() => expect(dialog()).toBeNull())
})

describe("a conflict", () => {
  it("names who changed the record, not who returned a proposal since", async () => {
    const { id } = await create(0)
    await screens.open("en", `announcement-management/edit/${id}`)
    await until(() => expect(field("title")?.value).toBeTruthy())
    await send("PUT", "/announcement/update", { announcementId: id, title: "Bu arada değişti" })
    await propose(id, { status: 1 })
    await send("POST", `/announcement/${id}/proposal/return`, { comment: "Tarihler" }, accounts.admin)
    await type(field("title"), "Platformdan")
    await click(submit())
    await shows("Changed by Elif Yılmaz")
  })
})

it("the setting is one sentence where a server has none", async () => {
  withoutExtensions()
  screens.break("GET /approval/settings", () => envelope(404))
  await screens.open("tr", "profile")
  await shows("Bağlı sunucu ikinci kişinin onayını desteklemiyor.")
})

describe("an edit while a change of somebody else waits", () => {
  const proposeAsOther = (announcementId: string) =>
    send("PUT", "/announcement/update?propose=true", { announcementId, title: "Başkasının" }, accounts.admin)
  const link = () => find("a", "Bekleyen değişikliğe git")

  it("is refused with a link to that change, which keeps what was typed", async () => {
    const { id } = await create(1)
    await screens.open("tr", `announcement-management/edit/${id}`)
    await until(() => expect(field("title")).toBeTruthy())
    await type(field("title"), "Benim başlığım")
    expect((await proposeAsOther(id)).status).toBe(202)
    await click(submit())
    const open = await until(link)
    expect(text().match(/Önce onun sonuçlanması gerekir/g)).toHaveLength(1)
    await click(open)
    await until(() => expect(location.pathname).toBe(`/user/${page(id)}`))
    expect(document.querySelector("dialog[open]")).toBeNull()

    await screens.open("tr", `announcement-management/edit/${id}`)
    await shows("Kaydedilmemiş yazdıklarınız var")
    expect(document.querySelector(".drafts li")?.textContent).toContain("Benim başlığım")
  })

  it("names that change from the start", async () => {
    const { id } = await create(1)
    await proposeAsOther(id)
    await screens.open("tr", `announcement-management/edit/${id}`)
    await shows("Başka birinin gönderdiği değişiklik onay bekliyor")
    expect(link()).toBeTruthy()
  })
})
