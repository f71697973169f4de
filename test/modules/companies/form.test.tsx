import { describe, expect, it } from "vitest"
import { act, click, element, find, type, until } from "../../kit"
import { consoleOnApi, envelope } from "../kit"

/** Companies in the platform's console on the real API: form, modules, subsidiaries, removal and messages. */
const screens = consoleOnApi()
const root = "/admin/company-management"

let made = 0
const call = async (method: string, path: string, body?: object) =>
  screens.api().call(method, path, { token: await screens.token("en"), ...(body && { body }) })
const create = async (body: object = {}) => {
  const name = `Pamukkale Tekstil ${++made}`
  const { value } = await call("POST", "/tenant/admin/create", { name, emails: [`yonetim${made}@pamukkale.example`], ...body })
  return { id: value.id as string, name }
}
const open = async (path: string) => {
  await screens.open("en", root + path)
  await until(() => expect(element("#name")).toBeTruthy())
}
const save = () => click(element(".action-bar [type=submit]"))
const summary = () => [...document.querySelectorAll("[data-summary] b, [data-summary] li")].map(({ textContent }) => textContent)
const isSaved = (id: string) => until(() => expect(location.pathname).toBe(`${root}/${id}`))
const toggle = (label: string) => click(find(".switch", label).querySelector("input"))

/** Calls that the console makes while something is done, by method and path. */
const callsDuring = async (acts: () => Promise<void>) => {
  const calls: string[] = []
  const before = globalThis.fetch
  globalThis.fetch = (input, init) => {
    const method = init?.method ?? "GET"
    if (method !== "GET") calls.push(`${method} ${new URL(String(input), location.href).pathname.replace("/backend", "")}`)
    return before(input, init)
  }
  try {
    await acts()
  } finally {
    globalThis.fetch = before
  }
  return calls
}

describe("a company's form", () => {
  it("is saved beside a subsidiary and an address that break a rule of today, which stay as they are", async () => {
    const { id } = await create({ subTenants: [{ name: "Eski", phone: "0212 555 10 10" }] })
    await screens.api().db.execute(`update tenants set phone = '0212' where parent_id = '${id}'`)
    await screens.api().db.execute(`update tenants set emails = '["bozuk"]' where id = '${id}'`)
    await open(`/edit/${id}`)
    const stays = "The stored value does not meet today’s rule; it stays as it is unless you change it."
    expect([element("#emails-0-note"), element("#subTenants-0-phone-note")].map(note => note?.textContent)).toEqual([
      stays,
      stays,
    ])
    await type(element("#name"), "Yeni Pamukkale")
    await type(element("#subTenants-0-name"), "Yeni alt şirket")
    await save()
    await isSaved(id)
    const { value } = await call("GET", `/tenant/${id}`)
    expect(value).toMatchObject({
      name: "Yeni Pamukkale",
      emails: ["bozuk"],
      subTenants: [{ name: "Yeni alt şirket", phone: "0212" }],
    })
  })

  it("creates a company with lists, colours, a module switched off and a subsidiary", async () => {
    await open("/add")
    await type(element("#name"), "Gediz Seramik")
    for (const address of ["yonetim@gediz.example", "bilgi@gediz.example"]) {
      await click(find("#emails button", "Add e-mail address"))
      await type([...document.querySelectorAll("#emails input")].at(-1), address)
    }
    await type(element("#primaryColor"), "#0af")
    await toggle("Surveys")
    await click(find("button", "Add subsidiary"))
    await type(element("#subTenants-0-name"), "Gediz Lojistik")
    await save()
    await until(() => expect(location.pathname).toMatch(/\/company-management\/[\da-f-]{36}$/))
    const id = location.pathname.split("/").at(-1)
    const { value } = await call("GET", `/tenant/${id}`)
    expect(value).toMatchObject({
      name: "Gediz Seramik",
      emails: ["yonetim@gediz.example", "bilgi@gediz.example"],
      primaryColor: "#00AAFF",
      visualIdentity: { primaryColor: "#00AAFF" },
      subTenants: [{ name: "Gediz Lojistik" }],
    })
    expect((await call("GET", `/tenant/${id}/modules`)).value).toMatchObject({ surveyManagement: false, announcements: true })
  })

  it("saves company and modules in order, and with an unchanged company the modules alone", async () => {
    const { id } = await create()
    await open(`/edit/${id}`)
    await type(element("#website"), "pamukkale.example/tr")
    await act(async () => element("#website")?.dispatchEvent(new FocusEvent("focusout", { bubbles: true })))
    await until(() => expect(element("#website")).toHaveProperty("value", "https://pamukkale.example/tr"))
    await toggle("Campaigns")
    const both = await callsDuring(async () => {
      await save()
      await isSaved(id)
    })
    expect(both).toEqual(["PUT /tenant/admin/update", `PUT /tenant/${id}/modules`])
    await screens.close()
    await open(`/edit/${id}`)
    await toggle("Reports")
    screens.break(`PUT /tenant/${id}/modules`, () => envelope(404))
    await save()
    await until(() => expect(summary()[0]).toContain("The connected server does not support module settings."))
    expect(find(".switch", "Reports").querySelector("input")?.checked).toBe(true)
    screens.break()
    const modules = await callsDuring(async () => {
      await save()
      await isSaved(id)
    })
    expect(modules).toEqual([`PUT /tenant/${id}/modules`])
    expect((await call("GET", `/tenant/${id}/modules`)).value).toMatchObject({ campaignManagement: false, reports: true })
  })

  it("says what is saved when the modules are not, and repeats only them", async () => {
    await open("/add")
    await type(element("#name"), "Bakırçay Enerji")
    await toggle("Draws")
    screens.fault = ({ method, url }) => (method === "PUT" && url.endsWith("/modules") ? envelope(500) : undefined)
    const first = await callsDuring(async () => {
      await save()
      await until(() => expect(summary()[0]).toMatch(/^The company’s details are saved, its modules are not: /))
    })
    screens.fault = () => undefined
    expect(first[0]).toBe("POST /tenant/admin/create")
    const again = await callsDuring(async () => {
      await save()
      await until(() => expect(location.pathname).toMatch(/\/company-management\/[\da-f-]{36}$/))
    })
    const saved = location.pathname.split("/").at(-1)
    expect(again).toEqual([`PUT /tenant/${saved}/modules`])
    expect((await call("GET", `/tenant/${saved}/modules`)).value).toMatchObject({ drawsManagement: false })
  })

  const selected = (id: string) => document.querySelector<HTMLSelectElement>(`select#${id}`)?.selectedOptions[0]?.textContent
  const select = (id: string, label: string) =>
    act(async () => {
      const field = element(`select#${id}`) as HTMLSelectElement
      field.value = [...field.options].find(option => option.text === label)?.value ?? ""
      field.dispatchEvent(new Event("change", { bubbles: true }))
    })
  const codesOf = async (id: string) => {
    const { value } = await call("GET", `/tenant/${id}`)
    return [value.industry, value.companySize]
  }

  it("leaves industry and size open until they are chosen, and open again when they are taken away", async () => {
    await open("/add")
    expect(["industry", "companySize"].map(selected)).toEqual(["Not given", "Not given"])
    await type(element("#name"), "Bergama Madencilik")
    await save()
    await until(() => expect(location.pathname).toMatch(/[\da-f-]{36}$/))
    const id = location.pathname.split("/").at(-1) ?? ""
    expect(await codesOf(id)).toEqual([null, null])
    const change = async (acts: () => Promise<unknown>) => {
      await screens.close()
      await open(`/edit/${id}`)
      await acts()
      await save()
      await isSaved(id)
    }
    await change(async () => {
      await select("industry", "Other")
      await select("companySize", "11–50")
    })
    expect(await codesOf(id)).toEqual([0, 1])
    await change(() => select("industry", "Not given"))
    expect(await codesOf(id)).toEqual([null, 1])
  })

  it("shows what broke in a subsidiary at its own field, and names it", async () => {
    const { id } = await create({ subTenants: [{ name: "Pamukkale İplik" }] })
    await open(`/edit/${id}`)
    await type(element("#subTenants-0-website"), "javascript:alert(1)")
    await save()
    await until(() => expect(element("#subTenants-0-website-note")).toBeTruthy())
    await type(element("#subTenants-0-website"), "https://iplik.example")
    screens.break("PUT /tenant/admin/update", () =>
      envelope(400, { validationErrors: [{ propertyName: "subTenants.0.website", errorMessage: "No such page" }] }),
    )
    await save()
    await until(() => expect(summary()).toEqual(["1 field needs attention", "Subsidiary 1: Pamukkale İplik: No such page"]))
  })

  it("offers no subsidiaries to a subsidiary", async () => {
    const { id } = await create({ subTenants: [{ name: "Pamukkale Boya" }] })
    const { value } = await call("GET", `/tenant/${id}`)
    await open(`/edit/${value.subTenants[0].id}`)
    await until(() => expect(element("#modules")).toBeTruthy())
    await until(() => expect(element("#subTenants")).toBeNull())
  })
})

describe("the list of companies", () => {
  it("sorts by the six keys of the call alone, and filters by industry and size", async () => {
    await screens.open("en", root)
    await until(() => expect(document.querySelectorAll("tbody tr[data-row]").length).toBeGreaterThan(3))
    const sorted = [...document.querySelectorAll("th button")].map(({ textContent }) => textContent?.trim())
    expect(sorted).toEqual(["Company name", "Industry", "Company size", "Location", "Status"])
    const seen: string[] = []
    const before = globalThis.fetch
    globalThis.fetch = (input, init) => {
      seen.push(String(input))
      return before(input, init)
    }
    await click(find("th button", /Status/))
    await until(() => expect(seen.some(url => /sortBy=activeStatus/.test(url))).toBe(true))
    globalThis.fetch = before
  })

  const remove = async (name: string) => {
    await screens.open("en", `${root}?keyword=${encodeURIComponent(name)}`)
    await until(() => expect(document.querySelectorAll("tbody tr[data-row]")).toHaveLength(1))
    await click(element("tbody tr[data-row] input[type=checkbox]"))
    const labels = [...document.querySelectorAll(".bulk-bar button")].map(({ textContent }) => textContent)
    expect([labels.includes("Deactivate"), labels.includes("Delete")]).toEqual([true, false])
    await click(element("tbody tr[data-row] .table__actions button"))
    await click(find("[role=menuitem]", "Delete"))
    await until(() => expect(element("#confirm-name")).toBeTruthy())
  }

  it("deletes a company only after its name was typed, and never many at once", async () => {
    const { id, name } = await create()
    await remove(name)
    expect(element("dialog[open]")?.textContent).toContain("can no longer sign in; its records are kept")
    await type(element("#confirm-name"), "Pamukkale")
    await click(element("dialog[open] .btn--danger-solid"))
    expect(element("#confirm-name-note")?.textContent).toBe("The name you typed is different.")
    expect((await call("GET", `/tenant/${id}`)).status).toBe(200)
    await type(element("#confirm-name"), name)
    await click(element("dialog[open] .btn--danger-solid"))
    await until(() => expect(document.querySelectorAll("tbody tr[data-row]")).toHaveLength(0))
    expect((await call("GET", `/tenant/${id}`)).status).toBe(404)
  })

  it("says why a company with subsidiaries stays", async () => {
    const { id, name } = await create({ subTenants: [{ name: "Bağlı" }] })
    await remove(name)
    await type(element("#confirm-name"), name)
    await click(element("dialog[open] .btn--danger-solid"))
    await until(() => expect(element(".toast b")?.textContent).toBe("This company has subsidiaries; delete them first."))
    expect((await call("GET", `/tenant/${id}`)).status).toBe(200)
  })
})
