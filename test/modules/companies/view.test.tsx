import { beforeAll, describe, expect, it } from "vitest"
import { getErasure, getUsage } from "../../../src/modules/companies/api"
import { cache, i18n } from "../../../src/state/instances"
import { recentActions } from "../../../src/state/recent-actions"
import { hasExtensions, withoutExtensions } from "../../extensions"
import { act, click, find, main, rows, type, until } from "../../kit"
import { consoleOnApi, envelope } from "../kit"

/** The page of a company and of a subsidiary on the real API, with single answers replaced. */
const screens = consoleOnApi()

const tokens = { tr: "", en: "" }
const tenant = { own: "", sub: "" }
type Named = { id: string; name: string; parentId: string | null }

beforeAll(async () => {
  tokens.tr = await screens.token("tr")
  tokens.en = await screens.token("en")
  tenant.own = (await get("/tenant/getcurrenttenantid", "tr")).value
  tenant.sub = (await get("/tenant/get-all", "tr")).value.find((row: Named) => row.parentId === tenant.own).id
})

const send = (method: string, path: string, as: "tr" | "en" = "en", body?: unknown) =>
  screens.api().call(method, path, { token: tokens[as], body })
const get = (path: string, as: "tr" | "en" = "en") => send("GET", path, as)

let made = 0
/** A company of its own, so that tests do not change what others read. */
const company = async (given: object = {}) => {
  const name = `Kuzey Kahve ${++made}`
  const { value } = await send("POST", "/tenant/admin/create", "en", { name, emails: [`sahibi.${made}@kuzey.example`], ...given })
  return { id: value.id as string, name }
}

/** The platform reads in English, a company in Turkish (see `consoleOnApi`). */
const open = (id: string, tab = "") => screens.open("en", `company-management/${id}${tab && `?tab=${tab}`}`)
const openSubsidiary = (tab = "") => screens.open("tr", `company-subsidiary/${tenant.sub}${tab && `?tab=${tab}`}`)

const shows = (...texts: string[]) =>
  until(() => {
    for (const text of texts) expect(main()).toContain(text)
  })
/** A change that can be undone is announced outside of the page (see `effects/undo.ts`). */
const done = (title: string) => until(() => expect(recentActions.list.at(-1)?.title).toBe(title))
const toast = (text: string) => until(() => expect(document.querySelector(".toaster")?.textContent).toContain(text))
const rowsAre = (count: number) =>
  until(() => {
    expect(document.querySelector("table[aria-busy=true]")).toBeNull()
    expect(rows()).toHaveLength(count)
  })
const confirm = async (...words: string[]) => {
  await until(() => expect(document.querySelector("dialog[open] .dialog__foot")).toBeTruthy())
  const dialog = document.querySelector("dialog[open]")
  for (const text of words) expect(dialog?.textContent).toContain(text)
  await click(dialog?.querySelector(".dialog__foot button:last-child"))
}
const menuOf = async (row: Element | undefined, item: string) => {
  await click(row?.querySelector(".table__actions button"))
  await click(find("[role=menuitem]", item))
}
const switchOf = (label: string) =>
  [...document.querySelectorAll<HTMLInputElement>("input[role=switch]")].find(
    input => input.closest("label")?.textContent?.trim() === label,
  )
const stepLinks = () =>
  [...document.querySelectorAll(".card li a")].map(link => [link.getAttribute("aria-label"), link.getAttribute("href")])

describe("the overview of a company", () => {
  it("shows its figures, identity and contacts", async () => {
    const { value } = await get(`/tenant/${tenant.own}/stats`)
    await open(tenant.own)
    await shows("Yeşilova Grup", "bilgi@yesilova.example", "(232) 555 10 00", "#3A9355", "1,001+".replace(",", ""))
    const number = new Intl.NumberFormat("en-GB")
    const ofKinds = [value.campaigns, value.draws, value.surveys, value.employees]
    await shows(
      ...ofKinds.map(({ total, active }) => `${number.format(total)}${number.format(active)} active`),
      "In the last 30 days",
    )
  })

  it("names each step of the setup, with a link to where it is completed", async () => {
    const { id } = await company({ emails: [] })
    await open(id)
    await shows("Setup", "0%", "Company administrator", "This company has no administrator")
    expect(find("main .alert a", "Administrators").getAttribute("href")).toBe(`/admin/company-management/${id}?tab=admins`)
    const edit = `/admin/company-management/edit/${id}`
    expect(stepLinks()).toEqual([
      ["Set up: Company administrator", `/admin/company-management/${id}?tab=admins`],
      ["Set up: E-mail, phone, location and description", edit],
      ["Set up: Logo and primary colour", edit],
      ["Set up: Choice of modules", `/admin/company-management/${id}?tab=modules`],
    ])
    await click(find(".card li a", /Choice of modules/))
    await until(() => expect(switchOf("Reports")?.checked).toBe(false))
    await click(switchOf("Reports"))
    await done("Reports switched on")
    await click(find(".tabs a", /Overview/))
    // One of the five steps of the list.
    await shows("20%", "Done")
    expect(stepLinks()).toHaveLength(3)
    // The first employee is added by the company's own administrator, whom the platform invites.
    await open((await company()).id)
    await shows("Company administratorDone", "First employee besides administratorsOpen")
    await open(`edit/${id}`)
    await shows("This company has no administrator")
  })

  it("answers a fault in its section alone, and leaves out figures and quotas where the server lacks them", async () => {
    const parts: [part: string, answer: () => Response, words: string][] = [
      ["/onboarding", () => envelope(405), "The connected server does not offer this"],
      ["/stats", () => envelope(404), "The figures could not be loaded"],
      ["/usage", () => envelope(404), "Quotas could not be loaded"],
    ]
    screens.fault = ({ url }) => parts.find(([part]) => url.endsWith(tenant.own + part))?.[1]()
    await open(tenant.own)
    await shows(...parts.map(([, , words]) => words), "bilgi@yesilova.example")

    withoutExtensions()
    screens.fault = ({ url }) => (/\/(stats|usage)$/.test(url) ? envelope(404) : undefined)
    cache.clear()
    await open(tenant.own)
    await shows("bilgi@yesilova.example")
    await until(() => expect(document.querySelector("main [aria-busy=true], main .skeleton")).toBeNull())
    expect([document.querySelector(".stats"), find("h2", "Setup").textContent]).toEqual([null, "Setup"])
    expect(document.body.textContent).not.toContain("The connected server does not offer this")
    expect(main()).not.toContain("Quotas")

    hasExtensions(true)
    screens.break(`GET /tenant/${tenant.own}/stats`, () => envelope(200, { isSuccess: true, value: { draws: { total: 3 } } }))
    cache.clear()
    await open(tenant.own)
    await until(() => expect(document.querySelector(".stats")?.textContent).toBe("Draws3"))
    await shows("Quotas")
  })

  it("is erased by two administrators of the platform, and not by one", async () => {
    const { id, name } = await company()
    await open(id)
    await shows("The company is erased with its subsidiaries")
    await click(find("main button", "Request erasure"))
    await confirm(`Request the erasure of “${name}”?`)
    await shows("The erasure waits for approval", "Another platform administrator has to approve it")
    expect([...document.querySelectorAll("main button")].map(button => button.textContent)).not.toContain("Approve erasure")
    // Somebody else has asked for it.
    await screens.api().db.execute(`update company_erasures set requested_by = gen_random_uuid() where tenant_id = '${id}'`)
    await act(() => cache.load(getErasure, id, true))
    await click(find("main button", "Approve erasure"))
    await confirm(`Erase “${name}” in 30 days?`)
    await shows("The company will be erased on", "Approved by")
    await click(find("main button", "Call off erasure"))
    await shows("The company is erased with its subsidiaries")
  })

  it("shows what it stores, what is nearly full, and quotas that the platform changes", async () => {
    const { id, name } = await company()
    const people = (await get(`/tenant/${id}/usage`)).value.find(({ kind }: { kind: string }) => kind === "user").used as number
    await send("PUT", `/tenant/${id}/quotas`, "en", { user: people, campaign: 50 })
    await open(id)
    await shows("Quotas", `${people} / ${people}`, "0 / 50", "Quota nearly used up: Employees.")
    await click(find("main button", "Change quotas"))
    const field = (label: string) => {
      const id = find("dialog label", label).getAttribute("for")
      return document.getElementById(id ?? "") as HTMLInputElement
    }
    expect([field("Employees").value, field("Draws").value]).toEqual([String(people), ""])
    await type(field("Employees"), "-1")
    await click(find("dialog button", "Save"))
    await until(() => expect(document.querySelector("dialog")?.textContent).toContain("A quota is a whole number from 0"))
    await type(field("Employees"), "400")
    // A process of the release before lacks the calls: nothing that was typed goes.
    screens.fault = ({ url }) => (/\/(quotas|usage)$/.test(url) ? envelope(404) : undefined)
    await act(() => cache.load(getUsage, id, true).catch(() => undefined))
    await click(find("dialog button", "Save"))
    await until(() => expect(document.querySelector("dialog")?.textContent).toContain("The connected server does not offer this"))
    expect(field("Employees").value).toBe("400")
    screens.fault = () => undefined
    await type(field("Campaigns"), "")
    await type(field("Images"), "2")
    await click(find("dialog button", "Save"))
    await done("Quotas saved")
    await shows(`${people} / 400`, "2.0 MB".replace(".0", ""))
    expect(main()).not.toContain("Quota nearly used up")
    expect([...document.querySelectorAll("main li.meter")].map(row => row.textContent)).toEqual([
      `Employees${people} / 400`,
      "Images0 KB / 2 MB",
    ])
    const { value } = await get(`/tenant/${id}/usage`)
    const own = value.filter(({ isOwn }: { isOwn: boolean }) => isOwn)
    expect(own.map(({ kind, limit }: { kind: string; limit: number }) => [kind, limit])).toEqual([
      ["user", 400],
      ["pictures", 2_097_152],
    ])
    expect(recentActions.list.at(-1)?.subject).toBe(name)
  })
})

describe("the modules of a company", () => {
  it("are switched one by one, with an undo, and stay as they are when a save fails or somebody else has changed them", async () => {
    const { id, name } = await company()
    await open(id, "modules")
    await until(() => expect(switchOf("Campaigns")?.checked).toBe(true))
    expect(switchOf("Reports")?.checked).toBe(false)
    await click(switchOf("Campaigns"))
    await done("Campaigns switched off")
    await until(() => expect(document.querySelector("[aria-busy=true]")).toBeNull())
    expect(switchOf("Campaigns")?.checked).toBe(false)
    expect((await get(`/tenant/${id}/modules`)).value).toMatchObject({ campaignManagement: false, drawsManagement: true })
    expect(recentActions.list.at(-1)).toMatchObject({ subject: name, tokens: [expect.any(String)], tags: ["companies"] })
    await click(switchOf("Reports"))
    await done("Reports switched on")
    expect((await get(`/tenant/${id}/modules`)).value).toMatchObject({ campaignManagement: false, reports: true })

    for (const [status, words] of [
      [405, "The connected server does not support module settings."],
      [500, "Something went wrong."],
    ] as const) {
      screens.break(`PUT /tenant/${id}/modules`, () => envelope(status))
      await click(switchOf("Draws"))
      await toast(words)
      await until(() => expect(switchOf("Draws")).toMatchObject({ checked: true, disabled: false }))
    }
    screens.break()
    // Changed meanwhile: shown as they are, and nothing is overwritten.
    await send("PUT", `/tenant/${id}/modules`, "en", { announcements: false })
    await click(switchOf("Draws"))
    await toast("The company was changed in the meantime.")
    await until(() => expect([switchOf("Announcements")?.checked, switchOf("Draws")?.checked]).toEqual([false, true]))
    await click(switchOf("Draws"))
    await done("Draws switched off")
    expect((await get(`/tenant/${id}/modules`)).value).toMatchObject({ announcements: false, drawsManagement: false })
  })
})

describe("the administrators of a company", () => {
  const invite = async (email: string) => {
    await click(find("button", "Invite administrator"))
    await type(document.getElementById("email"), email)
    await type(document.getElementById("firstName"), "Ada")
    await type(document.getElementById("lastName"), "Tan")
    await click(document.querySelector("dialog[open] [type=submit]"))
  }
  const sentTo = (email: string) => screens.api().outbox.filter(mail => mail.to === email && mail.code === undefined).length

  it("are invited, invited again and removed; refused words stand at the field, and what was typed stays", async () => {
    const { id } = await company()
    const email = `ada.${made}@kuzey.example`
    await open(id, "admins")
    await rowsAre(1)
    screens.break(`POST /tenant/${id}/admins`, () => envelope(405))
    await invite("elif.yilmaz@yesilova.example")
    await until(() =>
      expect(document.querySelector("[data-summary]")?.textContent).toContain("The connected server does not offer this"),
    )
    screens.break()
    await click(document.querySelector("dialog[open] [type=submit]"))
    await until(() => expect(document.getElementById("email")?.getAttribute("aria-invalid")).toBe("true"))
    expect((document.getElementById("firstName") as HTMLInputElement).value).toBe("Ada")
    expect(document.querySelector("dialog[open]")?.textContent).toContain("registered to someone else")
    await type(document.getElementById("email"), email)
    await click(document.querySelector("dialog[open] [type=submit]"))
    await toast("Invitation sent")
    await rowsAre(2)
    const row = () => rows().find(found => found.textContent?.includes(email))
    expect(row()?.querySelector("a")?.getAttribute("href")).toMatch(/^\/user\//)
    expect(row()?.querySelector(".badge")?.textContent).toBe("Invited")
    expect(sentTo(email)).toBe(1)

    await menuOf(row(), "Invite again")
    await until(() => expect(sentTo(email)).toBe(2))

    await menuOf(row(), "Remove as administrator")
    await confirm("Remove Ada Tan as administrator?", "They stay an employee of the company")
    await rowsAre(1)
    expect(main()).not.toContain(email)
    const people = (await get(`/user/list?tenantId=${id}`)).value.users
    expect(people.find((person: { email: string }) => person.email === email).role).toBe("user")

    await menuOf(rows()[0], "Remove as administrator")
    await confirm("The company has no other administrator")
    await shows("No administrators yet")
  })

  it("who are inactive are activated by an invitation, which says so", async () => {
    const { id } = await company()
    const [person] = (await get(`/user/list?tenantId=${id}`)).value.users
    const names = { firstName: "Ece", lastName: "Su", phoneNumber: "0532 555 10 10" }
    await send("PUT", `/api/users/update/${person.id}`, "en", { ...names, status: 0 })
    await open(id, "admins")
    await shows("Ece Su", "Inactive")
    await menuOf(rows()[0], "Activate and invite again")
    await until(() => expect(rows()[0]?.querySelector(".badge")?.textContent).toBe("Invited"))
  })

  it("are not guessed from a list that ignores the company or the role", async () => {
    const person = { id: "1", firstName: "Yabancı", lastName: "Kişi", email: "y@x.example", tenantId: tenant.own }
    hasExtensions(false)
    for (const given of [{ tenantId: "other", role: "tenantAdmin" }, { role: "user" }]) {
      const value = { users: [{ ...person, ...given }], totalCount: 1 }
      screens.break("GET /user/list", () => envelope(200, { isSuccess: true, value }))
      cache.clear()
      await open(tenant.own, "admins")
      await shows("The connected server does not offer this")
      expect(main()).not.toContain("Yabancı")
    }
    hasExtensions(true)
  })
})

describe("the subsidiaries and employees of a company", () => {
  it("show nine subsidiaries to a page, found by name, each a link", async () => {
    const subTenants = Array.from({ length: 11 }, (_, at) => ({ name: `Alt şirket ${String(at + 1).padStart(2, "0")}` }))
    const { id, name } = await company({ subTenants })
    await open(id, "subsidiaries")
    await rowsAre(9)
    await click(find("nav a", i18n.t("ui.nextPage")))
    await rowsAre(2)
    await type(document.querySelector("input[type=search]"), "07")
    await rowsAre(1)
    const link = rows()[0]?.querySelector("a")
    expect(link?.textContent).toBe("Alt şirket 07")
    await click(link)
    await shows("Alt şirket 07", "Parent company", name)
    expect(find("main a", name).getAttribute("href")).toBe(`/admin/company-management/${id}`)
    expect([...document.querySelectorAll(".tabs a")].map(tab => tab.textContent?.trim())).not.toContain("Subsidiaries")
  })

  it("list the company's people, its administrators too, each a link to the person", async () => {
    await open(tenant.own, "employees")
    await rowsAre(8)
    await type(document.querySelector("input[type=search]"), "elif.yilmaz@yesilova.example")
    await rowsAre(1)
    await type(document.querySelector("input[type=search]"), "")
    await rowsAre(8)
    expect(rows()[0]?.querySelector("a")?.getAttribute("href")).toMatch(/^\/user\/[\w-]+$/)
  })
})

it("a subsidiary shows its parent, figures and setup to the administrator of its company, and its modules and administrators to read", async () => {
  await send("PUT", `/tenant/${tenant.sub}/modules`, "en", { announcements: false })
  await openSubsidiary()
  await shows("Ana şirket", "Yeşilova Grup", "Kurulum", "Son 30 günde")
  const tabs = ["Genel bakış", "Modüller", "Yöneticiler", "Çalışanlar", "Geçmiş"]
  expect([...document.querySelectorAll(".tabs a")].map(tab => tab.textContent?.trim())).toEqual(tabs)
  await click(find(".tabs a", /Modüller/))
  await shows("Modülleri platform yöneticisi açar ve kapatır.")
  const switches = [...document.querySelectorAll<HTMLInputElement>(".card:first-child input[role=switch]")]
  expect(switches.map(input => input.disabled)).toEqual(Array(12).fill(true))
  expect([switchOf("Kampanyalar")?.checked, switchOf("Duyurular")?.checked]).toEqual([true, false])
  await click(find(".tabs a", /Yöneticiler/))
  await shows("Henüz yönetici yok")
  expect([...document.querySelectorAll("main button")].map(button => button.textContent)).not.toContain("Yönetici davet et")
})
