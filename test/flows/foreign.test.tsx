import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest"
import { parseTokens } from "../../src/api/http"
import { screens } from "../../src/app/screens/table"
import { blank as announcement, draftOf as announcementDraftOf } from "../../src/contract/announcements"
import { blank as campaign, draftOf as campaignDraftOf } from "../../src/contract/campaigns"
import { blankFields as companyFields } from "../../src/contract/companies"
import { blankDraft as company } from "../../src/contract/company-drafts"
import { blank as draw } from "../../src/contract/draws/draws"
import { bodyOf, blank as employee } from "../../src/contract/employees"
import { blank as feedback } from "../../src/contract/feedback"
import { blank as gift, draftOf as giftDraftOf } from "../../src/contract/gifts"
import { blank as partner, draftOf as partnerDraftOf } from "../../src/contract/partners"
import { blank as payment, draftOf as paymentDraftOf } from "../../src/contract/payments"
import { moduleFlagsOf } from "../../src/contract/permissions/module-flags"
import { blank as survey } from "../../src/contract/surveys/surveys"
import { KeyedError } from "../../src/core/http/errors"
import { addAnnouncement, getAnnouncement, removeAnnouncement, updateAnnouncement } from "../../src/modules/announcements/api"
import { addCampaign, getCampaign, removeCampaign, updateCampaign } from "../../src/modules/campaigns/api"
import {
  addCompany,
  addSubsidiary,
  removeCompany,
  updateCompany,
  updateOwnCompany,
  updateSubsidiary,
} from "../../src/modules/companies/api"
import { addDraw, updateDraw } from "../../src/modules/draws/api"
import { addEmployee, postEmployee } from "../../src/modules/employees/api"
import {
  addFeedback,
  assignFeedback,
  removeFeedback,
  replyToFeedback,
  setFeedbackStatus,
  updateFeedback,
} from "../../src/modules/feedback/api"
import { addGift, getGift, removeGift, updateGift } from "../../src/modules/gifts/api"
import { addPartner, getPartner, removePartner, updatePartner } from "../../src/modules/partners/api"
import { addProvider, getProvider, removeProvider, updateProvider } from "../../src/modules/payments/api"
import { addSurvey, updateSurvey } from "../../src/modules/surveys/api"
import { config } from "../../src/state/config"
import { flagsLoaded } from "../../src/state/flags"
import { cache, unsavedChanges } from "../../src/state/instances"
import { verified } from "../../src/state/session"
import { settings } from "../../src/state/settings"
import { hasExtensions } from "../extensions"
import type { Shape } from "../foreign/records"
import { type ForeignServer, foreignCode, startForeignServer } from "../foreign/server"
import { act, click, find, press, speak, text, type, until } from "../kit"
import { resetConsole, saves, showPage } from "../modules/kit"
import { UploadRequest } from "../modules/upload-request"
import { sample } from "../rounds"
import { textsAnswer } from "../texts"

/** The console on a server of the specification's section 7 that has no extensions. In a browser: test/browser/foreign.test.ts. */
let api: ForeignServer
let unmount = async () => {}
const before = { ...config }

beforeAll(async () => {
  api = await startForeignServer()
  speak("tr")
  Object.assign(config, { apiBaseUrl: api.url, feedback: "api" })
  hasExtensions(false)
  vi.stubGlobal("XMLHttpRequest", UploadRequest)
  vi.stubGlobal("fetch", async (input: string, init?: RequestInit) =>
    input.startsWith("/locales/") ? textsAnswer(input) : api.fetch(input, init),
  )
})
afterAll(async () => {
  Object.assign(config, before)
  vi.unstubAllGlobals()
  await api.stop()
})
afterEach(async () => {
  unsavedChanges.clear()
  await unmount()
  unmount = async () => {}
  await resetConsole()
  api.reset()
  api.received.length = 0
  api.unknown.clear()
})

const signIn = async (path: string) => {
  api.switches.role = path.startsWith("/admin") ? "Administrator" : "TenantAdmin"
  const answer = await api.fetch(`${api.url}/Auth/GetToken?email=ada@deniz.example&code=${foreignCode}`)
  const { user, tokens } = parseTokens({ value: (await answer.json()).value, status: 200 }, Date.now())
  verified(user, tokens)
  // As the frame's effects read them.
  flagsLoaded(moduleFlagsOf({ reports: true }))
}
const open = async (path: string) => {
  await signIn(path)
  unmount = await showPage(path)
}

const main = () => document.querySelector("main")
const notOffered = "Bağlı sunucu bu işlemi desteklemiyor."
const sent = (call: string) => api.received.filter(({ method, path }) => `${method} ${path}` === call)
const button = (name: string | RegExp) => until(() => find("button", name))
const choose = async (menu: string, item: string) => {
  await click(await button(menu))
  await click(await until(() => find("[role=menuitem]", item)))
}
/** What the list can be filtered and, where it is sorted, sorted by, beside its keyword and status. */
const choices = () =>
  [...document.querySelectorAll("main search :is(select, [role=combobox])")].map(control => control.getAttribute("aria-label"))
const confirm = () => until(() => click(document.querySelector("dialog[open] .btn--danger-solid, dialog[open] .btn--primary")))

/** Record 2 of each kind; of companies a subsidiary. */
const ids: Record<string, string> = { "company-management": "12", "company-subsidiary": "31" }
const pages = screens
  .filter(({ access }) => access !== "public")
  .map(({ path }) => path.replace(/:\w+/, ids[path.split("/")[2] ?? ""] ?? "2"))

const settled = () =>
  until(() => {
    expect(main()?.querySelector("h1")).toBeTruthy()
    expect(main()?.querySelector(".skeleton, [aria-busy=true]")).toBeNull()
  })

it.each(sample(pages, Math.ceil(pages.length * 0.2)))("shows %s, and each of its tabs", async path => {
  await open(path)
  await settled()
  for (const tab of document.querySelectorAll("main [role=tab]")) {
    await click(tab)
    await settled()
    expect(tab.getAttribute("aria-selected")).toBe("true")
  }
  expect(document.querySelector(".toast[data-tone=danger]")).toBeNull()
  expect([...api.unknown]).toEqual([])
})

it.each([
  ["/user/campaigns", ["Mavi Kahve · Gıda", "Bilinmiyor", "—"]],
  ["/user/announcement-management", ["Bilinmiyor", "—"]],
  ["/user/partner-management", ["Kültür", "Bilinmiyor", "—"]],
  ["/user/payment-management", ["Bilinmiyor", "—"]],
  ["/user/gift-management", ["Bilinmiyor", "—"]],
  ["/user/employees", ["Satış", "Şirket yöneticisi", "Bilinmiyor", "905320000000", "—"]],
  ["/admin/company-management", ["Aktif", "Bilinmiyor", "—"]],
])("on %s are names beside ids, and codes that are unknown, missing or named", async (path, words) => {
  await open(path)
  await settled()
  const rows = document.querySelector("tbody")?.textContent ?? ""
  expect(words.filter(word => !rows.includes(word))).toEqual([])
})

/** Members in camelCase and ids as texts: how the console sends them. Metadata belongs to people. */
const normal = (value: unknown, name = ""): unknown => {
  if (Array.isArray(value)) return value.map(entry => normal(entry, name === "categories" ? "id" : name.replace(/Ids$/, "Id")))
  if (typeof value === "number") return name === "id" || name.endsWith("Id") ? String(value) : value
  if (typeof value !== "object" || value === null || name === "metadata") return value
  const named = Object.entries(value).map(([given, content]) => {
    const known = given.charAt(0).toLowerCase() + given.slice(1)
    return [known, normal(content, known)]
  })
  return Object.fromEntries(named)
}
const readOnly = ["id", "tenantId", "participantCount", "createdDate", "updatedDate"]

type Loaded = { record: never; received: object }
const edits: [kind: string, get: object, update: unknown, draftOf: unknown, text: string, idName: string][] = [
  ["campaign", getCampaign, updateCampaign, campaignDraftOf, "description", "campaignId"],
  ["announcement", getAnnouncement, updateAnnouncement, announcementDraftOf, "description", "announcementId"],
  ["brand", getPartner, updatePartner, partnerDraftOf, "location", "id"],
  ["payment", getProvider, updateProvider, paymentDraftOf, "address", "id"],
  ["gift", getGift, updateGift, giftDraftOf, "description", "id"],
]

describe.each(edits)("a %s", (kind, get, update, draftOf, text, idName) => {
  // Codes that are named, unknown and missing.
  it.each([1, 2, 3])("%d is edited, and what was not touched goes back as it came", async id => {
    await signIn("/user/")
    const { categoryIds, ...before } = normal(api.record(kind, id)) as Shape
    const category = kind === "brand" ? { categoryId: (categoryIds as string[])[0] } : categoryIds ? { categoryIds } : {}
    const { record, received } = (await cache.load(get as typeof getCampaign, String(id))) as Loaded
    const draft = { ...(draftOf as (record: object) => object)(record), [text]: "Sonradan değişti" }
    await (update as (id: string, draft: object, options: object) => Promise<unknown>)(String(id), draft, { received })
    expect(sent(`PUT /${kind}/update`)).toHaveLength(1)
    const expected = Object.entries(before).filter(([name]) => !readOnly.includes(name))
    expect(sent(`PUT /${kind}/update`)[0]?.body).toEqual({
      ...Object.fromEntries(expected),
      ...category,
      [text]: "Sonradan değişti",
      [idName]: String(id),
    })
  })
})

it.each([13, 14])("company %d is edited, and what was not touched goes back as it came", async id => {
  await open(`/admin/company-management/edit/${id}`)
  const { Industry, CompanySize, ActiveStatus, VisualIdentity } = api.record("tenant", id) ?? {}
  await saves({ description: "Değişti" })()
  await until(() => expect(sent("PUT /tenant/admin/update")).toHaveLength(1))
  const body = sent("PUT /tenant/admin/update")[0]?.body
  expect(body).toMatchObject({ tenantId: String(id), description: "Değişti", contactPersons: ["Ada Deniz"] })
  // Unknown ones count as 0 (specification, section 5), missing ones are missing.
  const known = [Industry, CompanySize].map(value => value && 0)
  expect([body?.industry, body?.companySize, body?.activeStatus]).toEqual([...known, ActiveStatus])
  expect(normal(body?.visualIdentity)).toEqual(normal(VisualIdentity))
})

describe("what only extensions give is not offered:", () => {
  it("sorting in a list", async () => {
    await open("/user/gift-management?sortBy=status")
    await settled()
    expect(document.querySelectorAll("th button")).toHaveLength(0)
    expect(api.received.filter(({ path, query }) => path.endsWith("gift/list") && "sortBy" in query)).toEqual([])
  })

  it("departments of an announcement, and the role of an employee as a filter", async () => {
    await open("/user/announcement-management/add")
    await until(() => expect(document.getElementById("tenantIds")).toBeTruthy())
    expect(document.getElementById("departmentIds")).toBeNull()
    await unmount()
    await open("/user/employees")
    await until(() => expect(document.getElementById("filter-departmentId")).toBeTruthy())
    expect(choices()).toEqual(["Departman", "Sırala"])
  })
})

describe("a draw without an owner, by a company", () => {
  it("is edited: what was not touched goes back as it came", async () => {
    const id = api.copy("draw", 1, "title", "Uzun çekiliş")
    await open(`/user/draws/edit/${id}`)
    await saves({ title: "Yaz çekilişi" })()
    await until(() => expect(sent("PUT /draw/update")).toHaveLength(1))
    const { media: _, id: __, ...before } = { ...api.record("draw", 1) }
    const { media, ...body } = sent("PUT /draw/update")[0]?.body ?? {}
    expect(body).toEqual({ ...before, id: String(id), title: "Yaz çekilişi" })
    expect(media).toHaveLength(2)
  })

  it("is published, and cancelled", async () => {
    const id = api.copy("draw", 2, "title", "Kısa çekiliş")
    await open(`/user/draws/${id}`)
    await choose("Kısa çekiliş işlemleri", "Yayımla")
    await until(() => expect(api.record("draw", id)?.status).toBe(1))
    await until(() => expect(text()).toContain("Katılım açık"))
    await choose("Kısa çekiliş işlemleri", "Çekilişi iptal et")
    await confirm()
    await until(() => expect(api.record("draw", id)?.status).toBe(4))
  })
})

it("a new draw of the platform names its company before anything is sent", async () => {
  await open("/admin/draws/add")
  await saves({ title: "Şirketsiz çekiliş" })()
  await until(() => expect(text()).toContain("Bir şirket seçin."))
  expect(sent("POST /draw/create")).toEqual([])
})

describe("what the server does not offer is said once, and what was typed stays", () => {
  it.each([
    ["draw", "draws", "Çekilişi sil"],
    ["survey", "survey-management", "Anketi sil"],
  ])("the deletion of a %s", async (kind, path) => {
    api.copy(kind, 2, "title", "Kalan kayıt")
    await open(`/user/${path}?keyword=Kalan`)
    await choose("Kalan kayıt işlemleri", "Sil")
    await confirm()
    await until(() => expect(text().split(notOffered)).toHaveLength(2))
    expect(text()).toContain("Kalan kayıt")
    // What is opened later leaves it out.
    await unmount()
    unmount = await showPage(`/user/${path}?keyword=Kalan`)
    await click(await button("Kalan kayıt işlemleri"))
    await until(() => find("[role=menuitem]", "Düzenle"))
    expect(() => find("[role=menuitem]", "Sil")).toThrow()
  })

  it("the change of an employee, whose body holds the rest as it came", async () => {
    await open("/user/employees/edit/2")
    await saves({ firstName: "Değişen" })()
    await until(() => expect(text()).toContain("Bağlı sunucu çalışanları değiştirmeyi ve silmeyi desteklemiyor."))
    expect(document.querySelector<HTMLInputElement>("#firstName")?.value).toBe("Değişen")
    const [call] = sent("PUT /api/users/update/2")
    expect(call?.body).toMatchObject({ firstName: "Değişen", role: "auditor", status: 9 })
  })

  it("the change of a survey", async () => {
    await open("/user/survey-management/edit/2")
    await saves({ title: "Değişen anket" })()
    await until(() => expect(text().split(notOffered)).toHaveLength(2))
    expect(document.querySelector<HTMLInputElement>("#title")?.value).toBe("Değişen anket")
  })

  it.each([
    ["/admin/campaigns/add", "categoryId", "POST /category/create"],
    ["/user/employees/add", "departmentId", "POST /department/create"],
  ])("a new option on %s", async (path, field, call) => {
    await open(path)
    const input = await until(() => document.querySelector<HTMLInputElement>(`#${field}`) ?? Promise.reject())
    await type(input, "Uçurtma")
    await until(() => find("[role=option]", "“Uçurtma” oluştur"))
    await press(input, "Enter")
    await click(await until(() => find("dialog button", "Oluştur")))
    await until(() => expect(text()).toContain(notOffered))
    expect([input.value, sent(call).length]).toEqual(["Uçurtma", 1])
  })

  it("the funnel of a draft, which is asked for once", async () => {
    await open("/user/draws/edit/2")
    await until(() => expect(text()).toContain("Bu sunucu katılımcı sayılarını hesaplamıyor."))
    const senior = document.querySelector<HTMLInputElement>("[name=eligibility][value='3']")
    await click(senior)
    expect(senior?.checked).toBe(true)
    // The card waits for a pause of 400 ms.
    await act(() => new Promise(done => setTimeout(done, 600)))
    expect(sent("POST /draw/funnel")).toHaveLength(1)
  })

  it("the figures of a company, which are left out, seeing it as its administrator, and a summary by mail", async () => {
    await open("/admin/company-management/13")
    await settled()
    await until(() => expect(text()).toContain("Kurulum"))
    await until(() => expect(sent("GET /tenant/13/stats")).not.toHaveLength(0))
    await settled()
    expect(text()).not.toContain("Bağlı sunucu bunu sunmuyor")
    await click(await button(/işlemleri$/))
    await click(await until(() => find("[role=menuitem]", "Yöneticisi gibi görüntüle")))
    await until(() => expect(text()).toContain(notOffered))
    await unmount()
    await open("/user/profile")
    await until(() => expect(text()).toContain("Bağlı sunucu e-posta özeti göndermiyor."))
    expect(api.received.filter(({ path }) => path.endsWith("/summary"))).toEqual([])
  })

  it("reports: the totals of today take their place", async () => {
    await open("/user/reports")
    await until(() => expect(text()).toContain("Sunucuda rapor yok"))
    expect(document.querySelector(".stats")?.textContent).toBe("Kampanyalar11Çekilişler3Anketler3Çalışanlar42 aktif")
  })
})

const key = { idempotencyKey: "1" }
const reply = { message: "x", type: 0, isInternal: false, authorName: "", authorEmail: "" }
/** A call that this server lacks, whose body is checked all the same. */
const refusedUpdate = (call: Promise<unknown>) => expect(call).rejects.toBeInstanceOf(KeyedError)
/** Drafts as their forms begin, and records that show nothing but their id. */
const writes: [string, () => Promise<unknown>][] = [
  ["POST /campaign/create", () => addCampaign(campaign, key)],
  ["PUT /campaign/update", () => updateCampaign("1", { ...campaign, usesPerPerson: null, title: "x" }, { received: {} })],
  ["POST /announcement/create", () => addAnnouncement(announcement, key)],
  ["PUT /announcement/update", () => updateAnnouncement("1", { ...announcement, title: "x" }, { received: {} })],
  ["POST /draw/create", () => addDraw(draw, key)],
  ["PUT /draw/update", () => updateDraw("1", { ...draw, title: "x" }, { received: {} })],
  ["POST /survey/create", () => addSurvey(survey, key)],
  ["POST /brand/create", () => addPartner(partner, key)],
  ["PUT /brand/update", () => updatePartner("1", { ...partner, name: "x" }, { received: {} })],
  ["POST /payment/create", () => addProvider(payment, key)],
  ["PUT /payment/update", () => updateProvider("1", { ...payment, name: "x" }, { received: {} })],
  ["POST /gift/create", () => addGift(gift, key)],
  ["PUT /gift/update", () => updateGift("1", { ...gift, cardName: "x" }, { received: {} })],
  ["PUT /survey/update", () => refusedUpdate(updateSurvey("1", { ...survey, title: "x" }, { received: {} }))],
  ["POST /feedback/create", () => addFeedback(feedback, key)],
  ["PUT /feedback/update", () => updateFeedback("1", { subject: "x", priority: 1, category: 1, type: 0 })],
  ["PUT /feedback/status", () => setFeedbackStatus("1", { status: 1, response: "x" })],
  ["PUT /feedback/assign", () => assignFeedback("1", { id: "7", name: "Ada" })],
  ["POST /feedback/respond", () => replyToFeedback("1", { ...reply, attachments: [] }, key)],
  ["POST /user/create", () => addEmployee(employee, key)],
  ["POST /user/create", () => postEmployee(bodyOf(employee), key)],
  ["POST /tenant/admin/create", () => addCompany(company, key)],
  ["PUT /tenant/admin/update", () => updateCompany("12", { ...company, name: "x" }, { received: {} })],
  ["PUT /tenant/update", () => updateOwnCompany("12", { ...companyFields, name: "x" }, { received: {} })],
  ["POST /tenant/tenant-admin/create", () => addSubsidiary(companyFields, key)],
  ["PUT /tenant/tenant-admin/update", () => updateSubsidiary("31", { ...companyFields, name: "x" }, { received: {} })],
]

it.each(writes)("%s holds no member beyond the specification, whoever makes it", async (call, write) => {
  for (const role of ["/user/", "/admin/"]) {
    api.received.length = 0
    await signIn(role)
    await write()
    expect([role, sent(call).length, ...api.unknown]).toEqual([role, 1])
  }
})

/** Each deletion that the specification has. What it lacks is refused: see above. */
const deletions: [kind: string, call: string, remove: (id: string) => Promise<unknown>][] = [
  ["campaign", "DELETE /campaign/delete/", removeCampaign],
  ["announcement", "DELETE /announcement/delete/", removeAnnouncement],
  ["brand", "DELETE /brand/", removePartner],
  ["payment", "DELETE /payment/", removeProvider],
  ["gift", "DELETE /gift/", removeGift],
  ["tenant", "DELETE /tenant/delete/", removeCompany],
  ["feedback", "DELETE /feedback/delete/", removeFeedback],
]

it.each(deletions)("a %s is deleted by %s, whoever makes the call", async (kind, call, remove) => {
  for (const role of ["/user/", "/admin/"]) {
    const id = api.copy(kind, kind === "tenant" ? 12 : 1, "createdDate", "")
    await signIn(role)
    await remove(String(id))
    expect([role, sent(`${call}${id}`).length, api.record(kind, id)]).toEqual([role, 1, undefined])
  }
})

it("what the server reports of a success is shown", async () => {
  await open("/user/partner-management/add")
  await saves({ name: "Mor Kitabevi" })()
  await until(() => expect(document.querySelector(".toast")?.textContent).toContain("Mor Kitabevi · Onaya sunuldu."))
})

it("a keyword is trimmed in the address and in the words", async () => {
  await open("/user/campaigns?keyword=%20zzzz%20")
  await until(() => expect(text()).toContain("“zzzz” için sonuç yok"))
  await type(document.querySelector("input[type=search]"), " yyyy ")
  await until(() => expect(location.search).toBe("?keyword=yyyy"))
  expect(document.querySelector<HTMLInputElement>("input[type=search]")?.value).toBe(" yyyy ")
})

/** A record of which every member but the id is of another type. */
const badly = (shape: Shape, value: unknown): Shape => {
  const id = shape.id === undefined ? { Id: shape.Id } : { id: shape.id }
  return { ...Object.fromEntries(Object.keys(shape).map(name => [name, value])), ...id }
}
const screensOf: [kind: string, list: string][] = [
  ["campaign", "/user/campaigns"],
  ["announcement", "/user/announcement-management"],
  ["draw", "/user/draws"],
  ["survey", "/user/survey-management"],
  ["brand", "/user/partner-management"],
  ["payment", "/user/payment-management"],
  ["gift", "/user/gift-management"],
  ["feedback", "/user/feedback-management"],
  ["tenant", "/admin/company-management"],
  ["user", "/user/employees"],
]
const wrong = [42, true, "x", null, {}, [], [null, 7, "x"], [{ url: 5, text: {}, name: [], options: "x" }]]

/** Every reader with every value: test/contract/wrong-types.test.ts. */
it.each(
  sample(
    screensOf.map((row, at) => [...row, at] as const),
    3,
  ),
)("badly typed members of a %s break neither %s nor its view and form", async (kind, list, at) => {
  const id = api.copy(kind, kind === "tenant" ? 12 : 1, "createdDate", "")
  const shape = { ...api.record(kind, id) }
  for (const value of sample(wrong, 1, at)) {
    Object.assign(api.record(kind, id) ?? {}, badly(shape, value))
    const pages = [`${list}?pageSize=100`, kind === "user" ? `/user/${id}` : `${list}/${id}`]
    for (const path of kind === "feedback" ? pages : [...pages, `${list}/edit/${id}`]) {
      await open(path)
      await settled()
      expect([path, value, text().includes("Bu ekran açılamadı")]).toEqual([path, value, false])
      await unmount()
      await resetConsole()
    }
  }
})

describe("the subsidiaries", () => {
  it.each(["/user/company-subsidiary?industry=1&sortBy=name", "/admin/company-management/12?tab=subsidiaries&industry=1"])(
    "on %s are found under another name, unsorted, 9 a page, which can be chosen again",
    async path => {
      await open(path)
      await until(() => expect(document.querySelectorAll("tbody tr[data-row]")).toHaveLength(9))
      expect([document.querySelectorAll("th button, .filter-bar__toggle").length, ...choices()]).toEqual([0])
      expect(text()).toContain("1–9 / 11")
      const calls = api.received.filter(({ path }) => path === "/tenant/12/subsidiaries")
      expect(calls.map(({ query }) => Object.keys(query))).toContainEqual(["page", "pageSize"])
      expect([...api.unknown]).toEqual([])
      const sizes = () => [...document.querySelectorAll(".pager option")].map(option => option.textContent)
      settings.pageSize = { subsidiaries: 20, companySubsidiaries: 20 }
      await until(() => expect(sizes()).toEqual(["8", "9", "20", "50", "100"].map(size => `${size} / sayfa`)))
      settings.pageSize = {}
    },
  )
})
