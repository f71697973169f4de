import type { Browser, BrowserContext, Page } from "playwright-core"
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { type Host, startHost } from "../foreign/host"
import type { Shape } from "../foreign/records"
import { type ForeignServer, foreignCode, type Switches, startForeignServer } from "../foreign/server"
import { png } from "../pictures"
import { sample } from "../rounds"
import { mark, openContext, problemsOf } from "./kit"
import { sharedBrowser } from "./provide-product"

/** The console on a static host, against a server of the contract on another origin that has no extensions. */
let browser: Browser
let api: ForeignServer
let host: Host
let context: BrowserContext

const email = "ada.deniz@deniz.example"

const signIn = async (page: Page, path = "**/user/dashboard") => {
  await page.goto("/login")
  await page.locator("input[type=email]").fill(email)
  await page.locator("form button[type=submit]").click()
  await page.locator("input[autocomplete=one-time-code]").pressSequentially(foreignCode)
  await page.waitForURL(path)
}

beforeAll(async () => {
  api = await startForeignServer()
  host = await startHost({ apiBaseUrl: api.url })
  browser = await sharedBrowser()
  context = await openContext(browser, host, { language: "tr", reducedMotion: true })
  const page = await context.newPage()
  await signIn(page)
  await page.close()
})
afterAll(async () => {
  await context?.close()
  await host?.stop()
  await api?.stop()
  const names = new Set(api?.received.flatMap(({ headers }) => Object.keys(headers)))
  expect(["if-match", "idempotency-key", "x-request-id"].filter(name => names.has(name))).toEqual([])
})

const rows = (page: Page) => page.locator("tbody tr[data-row]")
const rowOf = (page: Page, title: string) => rows(page).filter({ hasText: title })
const confirm = (page: Page) => page.locator("dialog[open] .btn--danger-solid")
const save = (page: Page) => page.locator(".action-bar [type=submit]")

/** Every picture of the page comes from the API's origin and can be seen. */
const checkPictures = async (page: Page, least: number) => {
  const { origin } = new URL(api.url)
  const pictures = () =>
    page
      .locator("img")
      .evaluateAll(found => (found as HTMLImageElement[]).map(({ src, naturalWidth }) => ({ src, naturalWidth })))
  await expect.poll(async () => (await pictures()).length).toBeGreaterThanOrEqual(least)
  await expect
    .poll(async () => (await pictures()).filter(({ src, naturalWidth }) => !src.startsWith(origin) || !naturalWidth))
    .toEqual([])
}

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
const written = (record: Shape | undefined): Shape =>
  Object.fromEntries(Object.entries(normal(record) as Shape).filter(([name]) => !readOnly.includes(name)))

const lastBody = (method: string, path: string) =>
  api.received.findLast(call => call.method === method && call.path === path)?.body

type Module = {
  path: string
  kind: string
  /** The field that names a record, and another text of it. */
  name: string
  text: string
  /** What the create form needs besides the name. */
  fill?: (page: Page) => Promise<void>
  /** Names of ids that the list shows. */
  shown: string[]
  /** The record's member of an update. */
  id: string
  /** The path of a delete, without the id. */
  remove: string
  /** Members that the server names otherwise in its records. */
  adapt?: (record: Shape) => Shape
}

const choose = async (page: Page, id: string, name: string) => {
  await page.locator(`#${id}`).click()
  await page.getByRole("option", { name, exact: true }).click()
}

const modules: Module[] = [
  {
    path: "campaigns",
    kind: "campaign",
    name: "title",
    text: "description",
    id: "campaignId",
    remove: "/campaign/delete/",
    shown: ["Mavi Kahve · Gıda"],
    fill: async page => {
      await page.locator("#description").fill("Kısa açıklama")
      await choose(page, "brandId", "Yeşil Market")
      await choose(page, "categoryId", "Kültür")
      await page.locator("#rewardValue").fill("20")
      await page.locator("#startDate").fill("01.04.2027")
      await page.locator("#endDate").fill("30.04.2027")
    },
  },
  {
    path: "announcement-management",
    kind: "announcement",
    name: "title",
    text: "description",
    id: "announcementId",
    remove: "/announcement/delete/",
    shown: [],
    fill: async page => {
      await page.locator("#description").fill("Kısa özet")
      await page.locator("#body").fill("Bir paragraf.")
    },
  },
  {
    path: "partner-management",
    kind: "brand",
    name: "name",
    text: "location",
    id: "id",
    remove: "/brand/",
    shown: ["Kültür"],
    adapt: ({ categoryIds, ...record }) => ({ ...record, categoryId: (categoryIds as string[])[0] }),
  },
  { path: "payment-management", kind: "payment", name: "name", text: "address", id: "id", remove: "/payment/", shown: [] },
  { path: "gift-management", kind: "gift", name: "cardName", text: "description", id: "id", remove: "/gift/", shown: [] },
]

// A test that failed may have left the server in another state.
beforeEach(() => api.reset())

let page: Page
beforeEach(async () => {
  page = await context.newPage()
})
afterEach(() => page.close())

describe.each(modules)("$path", module => {
  const { path, kind, text, adapt = record => record } = module

  it("lists what the server has: names beside ids, codes that are unknown, missing or named, pictures of its origin", async () => {
    await page.goto(`/user/${path}`)
    await rows(page).first().waitFor()
    for (const words of module.shown) await rows(page).filter({ hasText: words }).first().waitFor()
    await rows(page).filter({ hasText: "Bilinmiyor" }).first().waitFor()
    await rows(page).filter({ hasText: "—" }).first().waitFor()
    await checkPictures(page, 3)
  })

  // Codes that are named, unknown and missing: each kind of record in other modules.
  it.each(sample([1, 2, 3], 1, modules.indexOf(module)))(
    "edits record %d and sends back what was not touched as it came",
    async id => {
      const sent = api.record(kind, id)
      const changed = `Sonradan değişti ${mark()}`
      await page.goto(`/user/${path}/edit/${id}`)
      await page.locator(`#${text}`).fill(changed)
      await save(page).click()
      await page.waitForURL(`**/user/${path}/${id}`)
      await checkPictures(page, kind === "campaign" || kind === "announcement" ? 2 : 1)
      expect(lastBody("PUT", `/${kind}/update`)).toEqual({
        ...adapt(written(sent)),
        [text]: changed,
        [module.id]: String(id),
      })
    },
  )
})

// What all modules have in common: in a short run in one of them.
describe.each(sample(modules, 1))("$path", ({ path, kind, name, fill }) => {
  it("shows a refusal with 200 in the server's words, creates, and asks before it sends again what was cut off", async () => {
    const [title, cut] = [`Yeni ${kind} ${mark()}`, `Kesilen ${kind} ${mark()}`]
    await page.goto(`/user/${path}/add`)
    await page.locator(`#${name}`).fill("Reddedilen")
    await fill?.(page)
    await save(page).click()
    await page.getByText("Bu ad kullanılamaz.").first().waitFor()
    await page.locator(`#${name}`).fill(title)
    await save(page).click()
    await page.getByRole("heading", { level: 1, name: title }).waitFor()
    expect(lastBody("POST", `/${kind}/create`)).toMatchObject({ [name]: title })

    const before = api.count(kind)
    await page.goto(`/user/${path}/add`)
    await page.locator(`#${name}`).fill(cut)
    await fill?.(page)
    api.switches.cutsCreates = true
    await save(page).click()
    await page.getByText("Kayıt oluşturulmuş olabilir").waitFor()
    api.switches.cutsCreates = false
    const [list] = await Promise.all([
      context.waitForEvent("page"),
      page.getByRole("link", { name: "Listeyi kontrol et" }).click(),
    ])
    await rowOf(list, cut).waitFor()
    await list.close()
    await save(page).click()
    await page.locator("dialog[open]").getByRole("button", { name: "Vazgeç" }).click()
    await page.getByText("Kayıt yeniden gönderilmedi").first().waitFor()
    expect(api.count(kind)).toBe(before + 1)
  })

  it("deletes one, and many at once", async () => {
    const titles = [mark(), mark(), mark()].map(word => `Silinen ${kind} ${word}`)
    for (const title of titles) api.copy(kind, 1, name, title)
    const [first = "", ...others] = titles
    await page.goto(`/user/${path}?keyword=Silinen`)
    const one = rowOf(page, first)
    await one.locator(".table__actions button").click()
    await page.getByRole("menuitem").last().click()
    await confirm(page).waitFor()
    expect(await page.locator("dialog[open]").textContent()).not.toContain("geri alabilirsiniz")
    await confirm(page).click()
    await one.waitFor({ state: "detached" })
    const before = api.count(kind)
    await page.goto(`/user/${path}?keyword=Silinen`)
    for (const title of others) await rowOf(page, title).locator("input[type=checkbox]").check()
    await page.locator(".bulk-bar").getByRole("button", { name: "Sil", exact: true }).click()
    await confirm(page).waitFor()
    await confirm(page).click()
    await expect.poll(() => api.count(kind)).toBe(before - 2)
    expect(problemsOf(page)).toEqual([])
  })
})

describe("employees", () => {
  it("are listed with department, role and status, filtered by nothing that only extensions give, and opened", async () => {
    await page.goto("/user/employees")
    await rowOf(page, "Adlı Deniz").filter({ hasText: "Satış" }).filter({ hasText: "Şirket yöneticisi" }).waitFor()
    await rowOf(page, "Bilinmeyen Deniz").filter({ hasText: "Bilinmiyor" }).waitFor()
    await rowOf(page, "Eksik Deniz").filter({ hasText: "905320000000" }).filter({ hasText: "—" }).waitFor()
    expect(await page.locator("#filter-role, #filter-tenantId").count()).toBe(0)
    await page.locator("#filter-departmentId").waitFor()
    await checkPictures(page, 3)
    await page.getByRole("link", { name: "Adlı Deniz" }).click()
    await page.waitForURL("**/user/1")
    await page.getByRole("link", { name: "(532) 000 00 00" }).waitFor()
  })

  it("are created with the members of the contract, after a refusal in the server's words", async () => {
    await page.goto("/user/employees/add")
    await page.locator("#firstName").fill("Reddedilen")
    await page.locator("#lastName").fill("Deniz")
    await page.locator("#email").fill("yeni@deniz.example")
    await page.locator("#phoneNumber").fill("0532 111 22 33")
    await choose(page, "departmentId", "Satış")
    await save(page).click()
    await page.getByText("Bu ad kullanılamaz.").first().waitFor()
    await page.locator("#firstName").fill("Yeni")
    await save(page).click()
    await page.getByRole("heading", { level: 1, name: "Yeni Deniz" }).waitFor()
    expect(lastBody("POST", "/user/create")).toMatchObject({
      firstName: "Yeni",
      email: "yeni@deniz.example",
      phoneNumber: "0532 111 22 33",
      logo: null,
      role: "user",
      departmentId: "21",
    })
  })

  it("that cannot be changed keep what was typed, and the body holds the rest as it came", async () => {
    await page.goto("/user/employees/edit/2")
    await page.locator("#firstName").fill("Değişen")
    await save(page).click()
    await page.getByText("Bağlı sunucu çalışanları değiştirmeyi ve silmeyi desteklemiyor.").first().waitFor()
    expect(await page.locator("#firstName").inputValue()).toBe("Değişen")
    expect(lastBody("PUT", "/api/users/update/2")).toMatchObject({ firstName: "Değişen", role: "auditor", status: 9 })
  })
})

describe("feedback", () => {
  it("is kept on the page without a call: added, answered with a picture, resolved and deleted", async () => {
    const subject = `Asansör durdu ${mark()}`
    await page.goto("/user/feedback-management")
    await rowOf(page, "Kampanya kodu kasada geçmiyor").waitFor()
    await page.getByRole("link", { name: "Geri bildirim ekle" }).first().click()
    await page.locator("#subject").fill(subject)
    await page.locator("#description").fill("İkinci katta kaldı.")
    await save(page).click()
    await page.getByRole("heading", { level: 1, name: subject }).waitFor()
    const composer = page.locator(".composer")
    await composer.locator("textarea").fill("Servise haber verdik.")
    await composer
      .locator("input[type=file]")
      .setInputFiles({ name: "servis.png", mimeType: "image/png", buffer: Buffer.from(png()) })
    await composer.getByText("servis.png yüklendi").waitFor({ state: "attached" })
    await composer.locator("[type=submit]").click()
    const reply = page.locator(".message").filter({ hasText: "Servise haber verdik." })
    const file = reply.getByRole("link", { name: "servis.png" })
    await file.waitFor()
    await expect.poll(() => file.locator("img").evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
    await page.getByRole("button", { name: "Çözüldü olarak işaretle" }).click()
    await page.locator("dialog[open] #response").fill("Asansör çalışıyor.")
    await page.locator("dialog[open] [type=submit]").click()
    await page.locator(".message").filter({ hasText: "Asansör çalışıyor." }).waitFor()
    await page.getByRole("button", { name: `${subject} işlemleri` }).click()
    await page.getByRole("menuitem", { name: "Sil" }).click()
    await confirm(page).click()
    await rowOf(page, "Kampanya kodu kasada geçmiyor").waitFor()
    await expect.poll(() => rowOf(page, subject).count()).toBe(0)
    expect(api.received.filter(call => call.path.startsWith("/feedback"))).toEqual([])
    expect(problemsOf(page)).toEqual([])
  })
})

describe("companies, by an administrator of the platform", () => {
  let own: BrowserContext
  let page: Page

  beforeAll(async () => {
    own = await openContext(browser, host, { language: "tr", reducedMotion: true })
    page = await own.newPage()
    api.switches.role = "Administrator"
    await signIn(page, "**/admin/dashboard")
  })
  afterAll(() => own.close())

  it("are listed, with codes that are unknown, missing or named", async () => {
    await page.goto("/admin/company-management")
    await rowOf(page, "Deniz Holding").filter({ hasText: "Aktif" }).first().waitFor()
    await rowOf(page, "Dalga Lojistik").filter({ hasText: "Bilinmiyor" }).waitFor()
    await rowOf(page, "Kıyı Turizm").filter({ hasText: "—" }).waitFor()
    await checkPictures(page, 3)
  })

  it("have a page on which each part that the server lacks says so", async () => {
    await page.goto("/admin/company-management/12")
    await page.getByText("Bağlı sunucu bunu sunmuyor").first().waitFor()
    await page.getByText("Deniz Holding tanıtımı").waitFor()
    await page.getByText("12@deniz.example").waitFor()
    await page.goto("/admin/company-management/12?tab=admins")
    await page.getByText("Bağlı sunucu bunu sunmuyor").waitFor()
    await page.goto("/admin/company-management/12?tab=subsidiaries")
    await rowOf(page, "Şube 9").waitFor()
  })

  it.each(sample([13, 14], 1))("edits company %d and sends back what was not touched as it came", async id => {
    const { Industry, CompanySize, ActiveStatus, VisualIdentity } = api.record("tenant", id) ?? {}
    // Unknown ones count as 0 (specification, section 5), missing ones are missing.
    const known = [Industry, CompanySize].map(value => value && 0)
    const text = `Değişti ${Date.now()}`
    await page.goto(`/admin/company-management/edit/${id}`)
    await page.locator("#description").fill(text)
    await save(page).click()
    await page.waitForURL(`**/admin/company-management/${id}`)
    const sent = lastBody("PUT", "/tenant/admin/update")
    expect(sent).toMatchObject({ tenantId: String(id), description: text, contactPersons: ["Ada Deniz"] })
    expect([sent?.industry, sent?.companySize, sent?.activeStatus]).toEqual([...known, ActiveStatus])
    expect(normal(sent?.visualIdentity)).toEqual(normal(VisualIdentity))
  })

  it("shows a refusal with 200 in the server's words, then creates and deletes", async () => {
    const name = `Rüzgâr ${Date.now()}`
    await page.goto("/admin/company-management/add")
    await page.locator("#name").fill("Reddedilen")
    await save(page).click()
    await page.getByText("Bu ad kullanılamaz.").first().waitFor()
    await page.locator("#name").fill(name)
    await save(page).click()
    await page.getByRole("heading", { level: 1, name }).waitFor()
    await page.goto(`/admin/company-management?keyword=${encodeURIComponent(name)}`)
    await rowOf(page, name).locator(".table__actions button").click()
    await page.getByRole("menuitem", { name: "Sil", exact: true }).click()
    await page.locator("dialog[open] input").fill(name)
    await confirm(page).click()
    await rowOf(page, name).waitFor({ state: "detached" })
    expect(problemsOf(page)).toEqual([])
  })
})

/** The lists of both roles, and of each. */
const common = "campaigns draws announcement-management survey-management partner-management".split(" ")
const lists = {
  Administrator: [...common, "company-management", "payment-management", "gift-management", "feedback-management"],
  TenantAdmin: [...common, "company-subsidiary", "payment-management", "gift-management", "feedback-management", "employees"],
}

describe.each(["Administrator", "TenantAdmin"] as const)("every module, by a person of the role %s", role => {
  it("has neither an error nor a button or tab that does nothing", async () => {
    const own = await openContext(browser, host, { language: "tr", reducedMotion: true })
    const page = await own.newPage()
    api.switches.role = role
    await signIn(page, "**/dashboard")
    const check = async (where: string) => {
      await page.locator("main .skeleton").first().waitFor({ state: "detached" })
      const alerts = await page.locator(".toast[data-tone=danger], main [role=alert]").allTextContents()
      expect([where, alerts]).toEqual([where, []])
    }
    const root = role === "Administrator" ? "/admin" : "/user"
    for (const path of lists[role]) {
      await page.goto(`${root}/${path}`)
      const row = rows(page).first()
      await row.locator(".table__actions button").click()
      await page.getByRole("menuitem").first().waitFor()
      await page.keyboard.press("Escape")
      await check(path)
      const title = (await row.locator("a").first().textContent()) ?? ""
      await row.locator("a").first().click()
      await page.getByRole("heading", { level: 1, name: title }).waitFor()
      for (const tab of await page.getByRole("tab").all()) {
        await tab.click()
        expect(await tab.getAttribute("aria-selected")).toBe("true")
        await check(`${path} ${await tab.textContent()}`)
      }
      await check(`a record of ${path}`)
    }
    for (const path of ["reports", "calendar", "audit", "profile"]) {
      await page.goto(`${root}/${path}`)
      await page.locator("h1, .empty h2").first().waitFor()
      await check(path)
    }
    await own.close()
    expect([...api.unknown]).toEqual([])
  })
})

describe("what only extensions give", () => {
  it.each(sample(["payment-management", "gift-management"], 1))("is not offered: sorting in %s", async path => {
    const since = api.received.length
    await page.goto(`/user/${path}?sortBy=status`)
    await rows(page).first().waitFor()
    expect(await page.locator("th button").count()).toBe(0)
    const lists = api.received.slice(since).filter(call => call.path.endsWith("/list") && /payment|gift/.test(call.path))
    expect(lists.filter(({ query }) => "sortBy" in query)).toEqual([])
  })

  it("is not offered: departments of an announcement", async () => {
    await page.goto("/user/announcement-management/add")
    await page.locator("#tenantIds").waitFor()
    expect(await page.locator("#departmentIds").count()).toBe(0)
  })

  it.each(sample(["bare", "envelope"] as const, 1))(
    "is told in one message: codes and uses, where the 404 is %s",
    async missing => {
      api.switches.missing = missing
      for (const tab of ["uses", "codes"]) {
        await page.goto(`/user/gift-management/3?tab=${tab}`)
        await page.getByText("Bağlı sunucu bu kartın kodlarını ve kullanım geçmişini desteklemiyor.").waitFor()
      }
    },
  )
})

it("a picture that is uploaded is shown from the API's origin, and nothing is logged", async () => {
  await page.goto("/user/partner-management/add")
  await page.locator("input[type=file]").setInputFiles({ name: "logo.png", mimeType: "image/png", buffer: Buffer.from(png()) })
  await page.locator(".media img, ul img").first().waitFor()
  await checkPictures(page, 1)
  expect(problemsOf(page)).toEqual([])
})

const refusals: Switches["refresh"][] = ["refused", "empty", "withoutTokens", "unauthorised"]

// How each is read: test/effects/refresh.test.ts.
describe.each(sample(refusals, 1))("a refresh that is refused (%s)", refresh => {
  it("ends the session with words, and asks to sign in again over unsaved work", async () => {
    const own = await openContext(browser, host, { language: "tr", reducedMotion: true })
    const page = await own.newPage()
    await signIn(page)
    await page.goto("/user/partner-management/add")
    await page.locator("#name").fill("Yarım kalan")
    api.switches.refresh = refresh
    api.expireTokens()
    await save(page).click()
    await page.getByText("Çalışmanız kaybolmadı").waitFor()
    expect(await page.locator("dialog[open]").textContent()).toContain("Token yenilenemedi")
    expect(await page.evaluate(() => localStorage.getItem("accessToken"))).toBeNull()
    api.switches.refresh = "works"
    await page.locator("dialog[open]").getByRole("button", { name: "Kod gönder" }).click()
    await page.locator("input[autocomplete=one-time-code]").pressSequentially(foreignCode)
    await page.getByRole("heading", { level: 1, name: "Yarım kalan" }).waitFor()
    api.switches.refresh = refresh
    api.expireTokens()
    await page.goto("/user/campaigns")
    await page.waitForURL("**/login")
    await page.getByText("Token yenilenemedi").waitFor()
    api.switches.refresh = "works"
    await own.close()
  })
})
