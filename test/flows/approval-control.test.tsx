import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { rowsOf } from "../../server/src/db/open"
import { departments } from "../../server/src/db/schema"
import { type ApprovalSetting, approvableModules } from "../../src/contract/approvals"
import type { Language } from "../../src/core/text/i18n"
import { startAccess } from "../../src/effects/access"
import { getSettings } from "../../src/modules/approvals/api"
import { cache } from "../../src/state/instances"
import { accounts } from "../api"
import { addAdministrator, administratorBody, newAddress, setNeeds } from "../approval-kit"
import { act, click, field, find, rows, shows, text, type, until } from "../kit"
import { dialog, drawScreens, element } from "../modules/draws/kit"
import { envelope, resetConsole } from "../modules/kit"

/** That nobody gets around the approval by a second person, as it is shown. The rules: test/server/resources/approval-control.test.ts. */
const screens = drawScreens()
const { send, create, get } = screens

let own = ""
let sub = { id: "", name: "" }
let stop = () => {}
const set = (needs: readonly string[], owner = own) => setNeeds(screens.api(), owner, needs)
beforeAll(async () => {
  own = (await send("GET", "/tenant/getcurrenttenantid")).value
  const all = (await send("GET", "/tenant/get-all")).value as { id: string; name: string; parentId: string }[]
  sub = all.find(({ parentId }) => parentId === own) ?? sub
})
beforeEach(async () => {
  for (const owner of [own, sub.id, "platform"]) await set([], owner)
})
afterEach(async () => {
  stop()
  stop = () => {}
  await rowsOf(screens.api().db, "update users set status = 0 where last_name in ('Ak', 'Kişi')")
})

const add = (given: object = {}) => addAdministrator(screens.api(), own, given)
const settingOf = async (owner: string | null = own): Promise<ApprovalSetting> =>
  (await send("GET", "/approval/settings", undefined, accounts.admin)).value.find(
    ({ tenantId }: ApprovalSetting) => tenantId === owner,
  )
/** Shows a page to somebody, who knows nothing of what the person before has read. */
const openAs = async (path: string, email?: string, language?: Language) => {
  await resetConsole()
  await screens.open(path, email, language)
}
const button = (name: string) => until(() => find("button", name))
/** The switch of a requirement, whose label a hint may follow. */
const toggle = (name: string) =>
  until(() => find("label.switch", new RegExp(`^${name}`)).querySelector("input") as HTMLInputElement)

describe("the setting's card", () => {
  it("switches a requirement on at once; what is switched off waits for a second person, who returns or approves it on their own page", async () => {
    const second = await add()
    await openAs("/user/profile")
    const draws = () => toggle("Çekilişler")
    screens.break(({ method }) => (method === "PUT" ? envelope(400) : undefined))
    await click(await draws())
    await shows("Onay ayarı kaydedilemedi")
    await until(async () => expect(await draws()).toMatchObject({ checked: false, disabled: false }))
    screens.break(() => undefined)
    await click(await draws())
    await shows("Onay zorunlu oldu")
    await until(async () => expect((await toggle("Çekiliş katılımları")).checked).toBe(true))
    expect((await toggle("Çekilişin yapılması")).checked).toBe(false)
    expect((await settingOf()).modules).toEqual(["draws", "draws.entries"])

    const switchOff = async () => {
      await until(async () => expect(await draws()).toMatchObject({ checked: true, disabled: false }))
      await click(await draws())
      await shows("Onay zorunluluğu kalkacak")
    }
    await switchOff()
    await shows("Onaya gönderildi")
    expect(text()).toContain("Siz gönderdiniz")
    expect(text()).not.toContain("Onay zorunluluğu kalktı")
    expect(text()).not.toContain("ikinci bir yönetici yok")
    expect((await draws()).checked).toBe(true)
    expect(document.querySelector("main .alert .btn--primary")).toBeNull()
    await click(await draws())
    await until(async () => expect((await settingOf()).change).toBeNull())
    await until(() => expect(text()).not.toContain("Onay zorunluluğu kalkacak"))
    await switchOff()

    await openAs("/user/profile", second.email, "en")
    await shows("Narrowing this setting waits for approval")
    expect(text()).toContain("Elif Yılmaz")
    expect((await toggle("Draws")).disabled).toBe(true)
    await click(await button("Return"))
    await until(async () => expect(await settingOf()).toMatchObject({ modules: ["draws", "draws.entries"], change: null }))
    await send("PUT", "/approval/settings", { tenantId: own, modules: ["draws"] })
    await act(async () => void (await cache.load(getSettings, undefined, true)))
    await click(await button("Approve"))
    await shows("Approval setting updated")
    await until(async () => expect((await toggle("Entries of draws")).checked).toBe(false))
    expect(await settingOf()).toMatchObject({ modules: ["draws"], change: null })
  })

  it("is disabled for a restricted administrator, with the reason", async () => {
    const restricted = await add({ permissions: ["companies.read", "companies.write", "announcements.write"] })
    stop = startAccess()
    await openAs("/user/profile", restricted.email)
    await shows("Bu ayarı yalnızca izinleri kısıtlı olmayan bir yönetici değiştirebilir.")
    const inputs = [...document.querySelectorAll<HTMLInputElement>("main label.switch input")]
    expect(inputs.filter(({ disabled }) => disabled)).toHaveLength(approvableModules.length)
    const { status, body } = await send("PUT", "/approval/settings", { tenantId: own, modules: ["surveys"] }, restricted.email)
    expect([status, JSON.stringify(body)]).toEqual([403, expect.stringContaining("yalnızca izinleri kısıtlı olmayan")])
  })

  it("tells who is alone, or with restricted ones, that the platform is the second person", async () => {
    await openAs("/user/profile")
    await shows("yalnızca platform yöneticileri onaylayabilir")
    await add({ permissions: ["announcements.read"] })
    await act(async () => void (await cache.load(getSettings, undefined, true)))
    await shows("bu ayarın daraltılmasına platform karar verir")
    await click(await toggle("Anketler"))
    await until(async () => expect((await settingOf()).modules).toEqual(["surveys"]))
    await until(async () => expect(await toggle("Anketler")).toMatchObject({ checked: true, disabled: false }))
    await click(await toggle("Anketler"))
    await shows("Onay zorunluluğu kalkacak: Anketler.")
    await openAs(`/admin/company-management/${own}?tab=modules`, accounts.admin)
    await click(await button("Onayla"))
    await shows("Onay ayarı güncellendi")
    expect((await settingOf()).modules).toEqual([])
  })

  it("of the platform says that it has no second administrator, and sets the days of new people", async () => {
    await openAs("/admin/profile", accounts.admin)
    await shows("Platformun değişiklikleri onaylayabilecek ikinci bir yöneticisi yok")
    expect(field("waitDays")).toBeTruthy()
  })
})

describe("the form of a record", () => {
  const submit = () => document.querySelector(".action-bar [type=submit]")?.textContent
  const choose = async (name: string) => {
    await click(element("#tenantIds"))
    await click(await until(() => find("[role=option]", name)))
  }

  it("names the approval that a company needs to which the record is offered", async () => {
    await set(["announcements"], sub.id)
    await openAs("/user/announcement-management/add")
    await until(() => expect(submit()).toBe("Duyuruyu yayımla"))
    await choose(sub.name)
    await until(() => expect(submit()).toBe("Onaya gönder"))
  })

  it("names that of the owner, of an offered company and of its parent to the platform", async () => {
    await set(["announcements"])
    await openAs("/admin/announcement-management/add", accounts.admin)
    await until(() => expect(submit()).toBe("Duyuruyu yayımla"))
    await choose(sub.name)
    await until(() => expect(submit()).toBe("Onaya gönder"))
  })

  it("names that of a company that a live record was offered to before", async () => {
    const body = { title: "Sunulan", description: "Kısa", body: "Metin", type: 0, status: 1, tenantIds: [sub.id] }
    const dates = { startDate: "2026-03-01T00:00:00Z", endDate: "2099-04-01T00:00:00Z" }
    const { value } = await send("POST", "/announcement/create", { ...body, ...dates })
    await set(["announcements"], sub.id)
    await openAs(`/user/announcement-management/edit/${value.id}`)
    await until(() => expect(submit()).toBe("Onaya gönder"))
    await openAs(`/user/announcement-management?keyword=Sunulan`)
    await click(await button("Sunulan işlemleri"))
    await until(() => find("[role=menuitem]", "Onaya gönder: Arşivle"))
  })
})

it("the open menu of a row takes the label of the setting that arrives", async () => {
  const id = await create({ title: "Menüdeki", status: 0, ...screens.ahead })
  await set(["draws"])
  screens.break(({ url }) => (url.endsWith("/approval/settings") ? envelope(200, { value: [], isSuccess: true }) : undefined))
  await openAs("/user/draws?keyword=Menüdeki")
  await until(() => expect(rows().map(row => row.getAttribute("data-row"))).toEqual([id]))
  await click(await button("Menüdeki işlemleri"))
  expect(find("[role=menuitem]", "Yayımla")).toBeTruthy()
  screens.break(() => undefined)
  await act(async () => {
    await cache.load(getSettings, undefined, true)
  })
  await until(() => find("[role=menuitem]", "Onaya gönder"))
  expect(() => find("[role=menuitem]", "Yayımla")).toThrow()
})

describe("a step of a draw that needs a second person", () => {
  const winner = async (id: string) => (await get(id)).winners[0] as { name: string; place: number }
  const run = async (id: string) => expect((await send("POST", `/draw/${id}/run`, {})).status).toBe(200)
  const lock = async (id: string) => expect((await send("POST", `/draw/${id}/lock`, {})).status).toBe(200)

  type Row = {
    step: string
    /** Takes the steps before. */
    before: (id: string) => Promise<unknown>
    open: (id: string) => Promise<unknown>
    label: string
    language: "tr" | "en"
    /** What the page says that waits, and what it must not say. */
    waits: string
    never: string
  }
  const steps: Row[] = [
    {
      step: "the lock",
      before: async () => undefined,
      open: async () => click(await button("Onaya gönder: Katılımcıları kilitle")),
      label: "Onaya gönder: Katılımcıları kilitle",
      language: "tr",
      waits: "Çekilişi kilitleme",
      never: "Kilit kodunu",
    },
    {
      step: "the drawing",
      before: lock,
      open: async () => click(await button("Send for approval: Draw winners")),
      label: "Send for approval: Draw winners",
      language: "en",
      waits: "Draw the winners",
      never: "has been drawn",
    },
    {
      step: "a redraw",
      before: run,
      open: async () => {
        await click(await button("Onaya gönder: Çekilişi yinele"))
        await type(await until(() => element("dialog textarea")), "Kural yanlış")
      },
      label: "Onaya gönder: Çekilişi yinele",
      language: "tr",
      waits: "Sonucu geçersiz kılma",
      never: "Kilit kodunu",
    },
    {
      step: "a winner who drops out",
      before: run,
      open: async id => {
        await click(await button(`${(await winner(id)).name} işlemleri`))
        await click(await until(() => find("[role=menuitem]", "Onaya gönder: Reddetti olarak işaretle")))
      },
      label: "Onaya gönder: Reddetti olarak işaretle",
      language: "tr",
      waits: "Kazananı düşürme",
      never: "sonuçtan çıkarıldı",
    },
  ]
  it.each(steps)("is sent for approval: $step", async ({ before, open, label, language, waits, never }) => {
    const id = await create({ title: "Onaylı çekiliş" })
    await before(id)
    const stored = await get(id)
    await set(["draws", "draws.drawing"])
    await openAs(`/user/draws/${id}`, accounts.elif, language)
    await open(id)
    await type(await until(() => element("#approval-note")), "Salonda yapılacak")
    await click(await until(() => find("dialog button[type=submit]", label)))
    await shows(language === "tr" ? "İkinci bir yöneticinin onayına gönderildi" : "Sent to a second administrator for approval")
    await until(() => expect(dialog()).toBeNull())
    await shows(waits)
    await shows(language === "tr" ? "Siz gönderdiniz" : "Sent by you")
    await shows("Salonda yapılacak")
    expect(text()).not.toContain(never)
    expect(() => find("a", /^(Düzenlemeye devam et|Continue editing)$/)).toThrow()
    // The step that waits is not offered again.
    expect(() => find(".button-row button", label)).toThrow()
    expect(await get(id)).toMatchObject({ lock: stored.lock, winners: stored.winners, approval: "waiting" })
  })

  it("has its own words where nobody else is needed", async () => {
    const id = await create()
    await set(["draws"])
    await openAs(`/user/draws/${id}`)
    await click(await button("Katılımcıları kilitle"))
    await until(() => find("dialog button[type=submit]", "Katılımcıları kilitle"))
  })
})

describe("an entry that needs a second person", () => {
  const entered = async (id: string) => (await send("GET", `/draw/${id}/participants`)).value.entries
  const open = async (given: object = {}) => {
    const id = await create({ method: 2, ...screens.ahead, ...given })
    const { users } = (await send("GET", `/user/list?tenantId=${own}&pageSize=1&status=1&sortBy=name`)).value
    const [person] = users as { id: string; email: string; firstName: string; lastName: string }[]
    return { id, person: person ?? { id: "", email: "", firstName: "", lastName: "" } }
  }
  const show = async (id: string) => {
    await set(["draws", "draws.entries"])
    await openAs(`/user/draws/${id}?tab=participants`)
  }
  const sent = async (id: string) => {
    await shows("İkinci bir yöneticinin onayına gönderildi")
    await shows("Katılımları değiştirme")
    expect((await get(id)).approval).toBe("waiting")
  }

  it("is sent for approval when it is added", async () => {
    const { id, person } = await open()
    await show(id)
    await click(await button("Onaya gönder: Katılım ekle"))
    await until(() => expect(dialog()).toBeTruthy())
    await type(element("dialog [role=combobox]"), `${person.firstName} ${person.lastName}`)
    await click(await until(() => find("[role=option]", new RegExp(person.email))))
    await type(element("#approval-note"), "Gişeden gelen")
    await click(find("dialog button[type=submit]", "Onaya gönder: Katılım ekle"))
    await sent(id)
    await shows("Gişeden gelen")
    expect(text()).not.toContain("Katılım kaydedildi")
    expect(await entered(id)).toEqual([])
  })

  it("is sent for approval when it is imported, which the report says", async () => {
    const { id, person } = await open()
    await show(id)
    await click(await button("Onaya gönder: Dosyadan aktar"))
    await until(() => expect(element("dialog input[type=file]")).toBeTruthy())
    const lines = ["E-posta;Katılım zamanı", `${person.email};01.03.2026 10:00:05`, "nobody@nowhere.example;01.03.2026 10:00"]
    const input = element("dialog input[type=file]") as HTMLInputElement
    Object.defineProperty(input, "files", { configurable: true, value: [new File([lines.join("\n")], "katilimlar.csv")] })
    await act(async () => input.dispatchEvent(new Event("change", { bubbles: true })))
    await shows("katilimlar.csv dosyasında 2 satır bulundu.")
    await click(find("dialog button", "Onaya gönder: Katılımları kaydet"))
    await shows("1 katılım onaya gönderildi")
    expect(dialog()?.textContent).toContain("1 satır kaydedilmedi.")
    expect(dialog()?.textContent).not.toContain("katılım kaydedildi")
    expect(await entered(id)).toEqual([])
  })

  it("is sent for approval when it is deleted", async () => {
    const { id, person } = await open()
    const body = { employeeId: person.id, at: "2026-03-01T09:00:00Z", imported: true }
    expect((await send("POST", `/draw/${id}/entries`, body)).status).toBe(200)
    await show(id)
    await click(await button(`${person.firstName} ${person.lastName} işlemleri`))
    await click(await until(() => find("[role=menuitem]", "Onaya gönder: Katılımı sil")))
    await click(await until(() => find("dialog button", "Onaya gönder: Katılımı sil")))
    await sent(id)
    expect(text()).not.toContain("Katılım silindi")
    expect(await entered(id)).toHaveLength(1)
  })
})

describe("the history", () => {
  /** An announcement that an administrator approved whom the sender had added. */
  const approvedByNew = async () => {
    const [department] = await screens.api().db.select().from(departments)
    const email = newAddress()
    const made = await send("POST", "/user/create", administratorBody(email, department?.id ?? ""))
    expect([made.status, made.body.validationErrors]).toEqual([200, []])
    await set(["announcements"])
    const body = { title: "Kendi kendine", description: "Kısa", body: "Metin", type: 0, status: 1 }
    const dates = { startDate: "2026-03-01T00:00:00Z", endDate: "2099-04-01T00:00:00Z" }
    const { value } = await send("POST", "/announcement/create?propose=true", { ...body, ...dates })
    return { id: value.id as string, email }
  }
  const cells = (root: ParentNode | null | undefined) =>
    [...(root?.querySelectorAll(".changes tbody tr") ?? [])].map(row => row.textContent ?? "")

  it("names that the sender had added the approver, as the page and the audit log do", async () => {
    const { id, email } = await approvedByNew()
    await openAs(`/user/announcement-management/${id}`, email)
    await shows("Değişikliği gönderen kişi sizi")
    await click(await button("Onayla"))
    await until(async () => expect((await send("GET", `/announcement/${id}`)).value).toMatchObject({ approval: null, status: 1 }))
    const log = "Onaylayanı gönderen ekledi"
    await openAs(`/user/announcement-management/${id}?tab=history`, accounts.elif)
    await shows(log)
    expect(text()).not.toContain("approver.added")
    await openAs("/user/audit?entity=announcement&action=approve", accounts.elif)
    await click(await until(() => element("tbody .audit-action")))
    await until(() => expect(cells(dialog()).join("\n")).toContain(log))
    expect(cells(dialog()).join("\n")).not.toContain("approver.added")
  })

  it("has the setting in words", async () => {
    await send("PUT", "/approval/settings", { tenantId: own, modules: ["draws", "draws.drawing"] })
    await openAs(`/admin/company-management/${own}?tab=history`, accounts.admin)
    await until(() => expect(cells(document).join("\n")).toContain("İkinci kişinin onayı"))
    expect(cells(document).join("\n")).toContain("Çekilişler, Çekilişin yapılması")
  })
})
