import { beforeAll, describe, expect, it } from "vitest"
import { withoutExtensions } from "../../extensions"
import { act, click, downloadOf, field, find, rows, shows, text, type, until } from "../../kit"
import { consoleOnApi, envelope, uploads } from "../kit"

/** Uses of a campaign on the real API: the tab of its page, its form, and where it is full. */
const screens = consoleOnApi()
let elif = ""
let ids: { categoryId: string; brandId: string }
let people: { id: string; tenantId: string; email: string; firstName: string; lastName: string }[] = []
beforeAll(async () => {
  elif = await screens.token("tr")
  const [{ categoryId, brandId }] = (await send("GET", "/campaign/list?pageSize=1")).value.campaigns
  ids = { categoryId, brandId }
  const { users } = (await send("GET", "/user/list?pageSize=100&role=user")).value
  people = users.filter((row: { status: number }) => row.status === 1)
})

const send = (method: string, path: string, body?: unknown) => screens.api().call(method, path, { token: elif, body })
const day = 86_400_000
const create = async (given: object = {}): Promise<string> => {
  const now = screens.api().now()
  const [startDate, endDate] = [new Date(now - 10 * day).toISOString(), new Date(now + 10 * day).toISOString()]
  const draft = { title: "Kullanılan kampanya", description: "…", rewardType: 0, rewardValue: 10, status: 2, startDate, endDate }
  return (await send("POST", "/campaign/create", { ...draft, ...ids, ...given })).value.id
}
const open = (id: string, query = "") => screens.openAs(`/user/campaigns/${id}?tab=uses${query}`)
const dialog = () => document.querySelector("dialog")
const submit = () => click(dialog()?.querySelector("[type=submit]"))
const figures = () => [...document.querySelectorAll(".stat")].map(stat => stat.textContent)
const personAt = (at: number) => people[at] as (typeof people)[number]
const nameAt = (at: number) => `${personAt(at).firstName} ${personAt(at).lastName}`

describe("the uses of a campaign", () => {
  it("are recorded by hand, refused in words, counted with what is left, and voided with a reason", async () => {
    const id = await create({ participantLimit: 1, budget: 500 })
    await open(id)
    await shows("Henüz kullanım yok")
    await click(find(".empty button", "Kullanım kaydet"))
    await until(() => expect(field("employeeId")).toBeTruthy())
    await type(field("employeeId"), nameAt(0))
    await until(() => find("[role=option]", new RegExp(nameAt(0))))
    await act(async () =>
      find("[role=option]", new RegExp(nameAt(0))).dispatchEvent(new Event("pointerdown", { bubbles: true, cancelable: true })),
    )
    await submit()
    await until(() => expect(document.getElementById("amount-note")?.textContent).toContain("her kullanımın tutarı yazılır"))
    await type(field("amount"), "600")
    await submit()
    await until(() => expect(document.getElementById("amount-note")?.textContent).toContain("Bütçede bu tutar kalmadı"))
    await type(field("amount"), "120,50")
    await type(field("reference"), "FIS-1")
    await submit()
    await until(() => expect(rows()).toHaveLength(1))
    expect(rows()[0]?.textContent).toMatch(new RegExp(`${nameAt(0)}.*₺120,50ElleElif YılmazFIS-1`))
    const used = ["Kullanan kişi1kontenjan 1 kişi", "Kalan kontenjan0", "Kullanım sayısı1kişi başına en çok 1"]
    await until(() => expect(figures()).toEqual([...used, "Kullanılan tutar₺120,50bütçe ₺500", "Kalan bütçe₺379,50"]))
    expect(document.querySelector(".chart svg")).toBeTruthy()
    await until(() => expect(find(".badge", "Kontenjan doldu")).toBeTruthy())

    await click(rows()[0]?.querySelector(".table__actions button"))
    await click(find("[role=menuitem]", "Geçersiz say"))
    await until(() => expect(field("reason")).toBeTruthy())
    await submit()
    await until(() => expect(document.getElementById("reason-note")?.textContent).toBe("Neden geçersiz olduğunu yazın."))
    await type(field("reason"), "Yanlış kişi")
    await submit()
    await until(() => expect(rows()[0]?.querySelector("s")?.textContent).toBe(nameAt(0)))
    expect(rows()[0]?.textContent).toContain("Geçersiz: Yanlış kişi (Elif Yılmaz")
    expect(rows()[0]?.querySelector(".table__actions button")).toBeNull()
    await until(() => expect(figures()[0]).toContain("Kullanan kişi0"))
    expect(document.querySelector(".chart")).toBeNull()
  })

  it("that were counted before there were rows are told in one line, which is absent without any", async () => {
    const id = await create()
    await send("POST", `/campaign/${id}/uses`, { employeeId: personAt(0).id })
    const { db } = screens.api()
    await db.execute(`update campaign_counters set opening = 7, uses = uses + 7, people = people + 7 where campaign_id = '${id}'`)
    await open(id)
    await shows("önceki 7 kullanım da dahildir")
    expect(figures()).toContain("Kullanım sayısı8kişi başına en çok 1")
    await open(await create())
    await shows("Henüz kullanım yok")
    expect(text()).not.toContain("listede yer almaz")
  })

  it("are brought from a file, row by row, found by filters, and exported with what is in them", async () => {
    const id = await create({ rewardType: 1, rewardValue: 50 })
    await open(id)
    await shows("Henüz kullanım yok")
    await click(find(".empty button", "Dosyadan aktar"))
    const at = new Date(screens.api().now() - 2 * day).toISOString()
    const lines = ["E-posta;Kullanım zamanı;Tutar;Fiş no", `${personAt(0).email};${at};1.250,50;F-1`]
    lines.push(`${personAt(1).email};${at};10;F-2`, `${personAt(1).email};${at};10;F-2`, `${personAt(2).email};${at};çok;F-3`)
    await uploads(new File([[...lines, `yok@yok.example;${at};5;F-4`].join("\n")], "kasa.csv"))
    await shows("kasa.csv dosyasında 5 satır bulundu.")
    await click(find("dialog button", "Kullanımları kaydet"))
    await shows("2 kullanım kaydedildi")
    expect(dialog()?.textContent).toContain("1 satır daha önce kaydedilmişti. 2 satır kaydedilmedi.")
    expect(dialog()?.textContent).toContain("Bu çalışan bulunamadı.")
    await click(find("dialog button", "Kapat"))
    await until(() => expect(rows()).toHaveLength(2))
    expect(figures().at(-1)).toBe("Kullanılan tutar₺1.260,50")
    expect(rows()[0]?.textContent).toContain("Dosya")
    const { lines: exported } = await downloadOf(() => click(find("button", "Dışa aktar")))
    expect(exported).toHaveLength(3)
    expect(exported[2]).toMatch(/;"1250,5";TRY;Dosya;Elif Yılmaz;/)

    await type(document.querySelector("input[type=search]"), "F-2")
    await until(() => expect(rows()).toHaveLength(1))
    const filters = `from=2026-03-01&to=2026-03-31&employeeId=${personAt(0).id}`
    for (const [source, count] of [
      ["file", 1],
      ["program", 0],
    ] as const) {
      await open(id, `&${filters}&source=${source}`)
      await until(() => expect([rows().length, document.querySelectorAll(".empty").length]).toEqual([count, 1 - count]))
    }
  })

  it.each([
    ["of a campaign of the platform are read by a company, its own people alone", "platform"],
    ["of a paused campaign are not recorded", "paused"],
  ] as const)("%s", async (_, which) => {
    const { campaigns } = (await send("GET", "/campaign/list?pageSize=100")).value
    const shared = campaigns.find(
      (row: { tenantId: string | null; useCount: number }) => row.tenantId === null && row.useCount > 0,
    )
    await open(which === "platform" ? shared.id : await create({ status: 3 }))
    const words = {
      platform: "Yalnızca kendi çalışanlarınızın kullanımları listelenir",
      paused: "kampanya yayındayken kaydedilir",
    }
    await shows(words[which])
    expect(document.querySelectorAll(".card__head .btn--default, .empty button, tbody .table__actions button")).toHaveLength(0)
  })

  it("which another server does not have are told in one sentence, and left out from then on; so are the members of its form", async () => {
    const id = await create()
    withoutExtensions()
    screens.fault = ({ url }) => (url.includes("/uses") ? envelope(404) : undefined)
    await open(id)
    await shows("Bağlı sunucu kampanya kullanımlarını desteklemiyor.")
    expect(document.querySelectorAll(".empty")).toHaveLength(1)
    expect(text()).not.toContain("Kullanımlar yüklenemedi")
    await open(id)
    await shows("Kampanya hakkında")
    expect(text()).not.toContain("Kullanımlar")
    await screens.openAs(`/user/campaigns/edit/${id}`)
    await until(() => expect(field("participantLimit")).toBeTruthy())
    expect([field("usesPerPerson"), field("budget")]).toEqual([null, null])
  })
})

describe("the codes of a campaign", () => {
  const codesOf = async (id: string, body: object) => {
    await send("POST", `/campaign/${id}/codes`, { pattern: "YAZ-####-####", ...body })
    return (await send("GET", `/campaign/${id}/codes?pageSize=100`)).value.codes as {
      code: string
      employeeName: string | null
    }[]
  }
  const openCodes = (id: string) => screens.openAs(`/user/campaigns/${id}?tab=codes`)
  const menu = async (row: Element | undefined, item: string) => {
    await click(row?.querySelector(".table__actions button"))
    await click(find("[role=menuitem]", item))
  }

  it("are generated as general ones or one for each person, printed with their person, and used from their row", async () => {
    const sizes = [...new Set(people.map(({ tenantId }) => tenantId))].map(async tenantId => ({
      tenantId,
      size: (await send("GET", `/user/list?pageSize=1&tenantId=${tenantId}`)).value.totalCount as number,
    }))
    const smallest = (await Promise.all(sizes)).sort((a, b) => a.size - b.size)[0]
    const id = await create({ title: "Kodlu kampanya", tenantIds: [smallest?.tenantId] })
    await openCodes(id)
    await shows("Henüz kod yok")
    await click(find(".empty button", "Kod üret"))
    await until(() => expect(field("count")).toBeTruthy())
    await type(field("count"), "2")
    await submit()
    await until(() => expect(rows()).toHaveLength(2))
    await click(find("button", "Kod üret"))
    await until(() => expect(field("pattern")).toBeTruthy())
    await click(document.querySelector("[value=personal]"))
    expect(field("count")).toBeNull()
    await type(field("pattern"), "kart-####-####")
    await submit()
    const personal = (await until(async () => {
      const { codes } = (await send("GET", `/campaign/${id}/codes?pageSize=100`)).value
      expect(codes.length).toBeGreaterThan(2)
      return codes.slice(0, -2)
    })) as { code: string; employeeName: string }[]
    await until(() => expect(rows()[0]?.textContent).toContain(personal[0]?.employeeName))
    expect(rows()[0]?.querySelector("code")?.textContent).toMatch(/^KART-/)
    await click(find("button", "Kod üret"))
    await until(() => expect(field("pattern")).toBeTruthy())
    await click(document.querySelector("[value=personal]"))
    await submit()
    await shows("Kodu olmayan çalışan kalmadı")

    await menu(rows()[0], "Kullanım kaydet")
    await until(() => expect(field("code").value).toBe(personal[0]?.code))
    await submit()
    await until(() => expect(rows()[0]?.querySelector(".badge")?.textContent).toBe("Kullanıldı"))
    Object.assign(globalThis, { print: () => {} })
    await type(document.querySelector("input[type=search]"), personal[1]?.code ?? "")
    await until(() => expect(rows()).toHaveLength(1))
    await click(find("button", "Kodları yazdır"))
    await shows("1 kupon yazdırılmaya hazır")
    await click(find("dialog button", "Yazdır"))
    await until(() => expect(document.querySelectorAll(".code-coupon .qr-code")).toHaveLength(1))
    expect(document.querySelector(".code-coupon")?.textContent).toMatch(`Kodlu kampanya${personal[1]?.employeeName}KART-`)
    await act(async () => dispatchEvent(new Event("afterprint")))
  })

  it("record uses that name nobody, by hand and from a file, and are asked for and checked at their field", async () => {
    const id = await create()
    const [first, second] = (await codesOf(id, { count: 2 })).map(({ code }) => code) as [string, string]
    await open(id)
    await shows("Henüz kullanım yok")
    await click(find(".empty button", "Kullanım kaydet"))
    await until(() => expect(field("employeeId")).toBeTruthy())
    await click(document.querySelector("dialog [value=code]"))
    for (const [typed, words] of [
      ["", "Kodu yazın."],
      ["YAZ-2345-6789", "Kod yanlış yazılmış görünüyor"],
      ["2222", "Bu kampanyanın böyle bir kodu yok."],
    ] as const) {
      await type(field("code"), typed)
      await submit()
      await until(() => expect(document.getElementById("code-note")?.textContent).toContain(words))
    }
    await type(field("code"), first.toLowerCase())
    await submit()
    await until(() => expect(rows()).toHaveLength(1))
    expect(rows()[0]?.textContent).toMatch(new RegExp(`^${first}.*KodElif Yılmaz`))

    await click(find(".card__head button", "Dosyadan aktar"))
    await uploads(new File([["Kod;Fiş no", `${second};F-1`, "YAZ-2345-6789;F-2"].join("\n")], "kasa.csv"))
    await shows("kasa.csv dosyasında 2 satır bulundu.")
    await click(find("dialog button", "Kullanımları kaydet"))
    await shows("1 kullanım kaydedildi")
    expect(dialog()?.textContent).toContain("Satır 3: YAZ-2345-6789")
    await click(find("dialog button", "Kapat"))
    await until(() => expect(rows()).toHaveLength(2))
    const { lines } = await downloadOf(() => click(find("button", "Dışa aktar")))
    expect(lines[0]).toContain("Kod")
    expect(lines[1]).toContain(second)
  })

  it("which another server does not have are told in one sentence, and left out from then on, also where a use is recorded", async () => {
    const id = await create()
    withoutExtensions()
    screens.fault = ({ url }) => (url.includes("/codes") ? envelope(404) : undefined)
    await openCodes(id)
    await shows("Bağlı sunucu kampanya kodlarını desteklemiyor.")
    expect(document.querySelectorAll(".empty")).toHaveLength(1)
    expect(text()).not.toContain("Kodlar yüklenemedi")
    await open(id)
    await shows("Henüz kullanım yok")
    expect(document.querySelector(".tabs")?.textContent).not.toContain("Kodlar")
    await click(find(".empty button", "Kullanım kaydet"))
    await until(() => expect(field("employeeId")).toBeTruthy())
    expect(document.querySelector("dialog [value=code]")).toBeNull()
  })
})

describe("the limits of a campaign", () => {
  it("are in its form, with the currency of the budget, and on its page; a full one is marked in lists and needs attention", async () => {
    const id = await create({ title: "Dolan kampanya", participantLimit: 1 })
    await screens.openAs(`/user/campaigns/edit/${id}`)
    await until(() => expect(field("budget")).toBeTruthy())
    await type(field("usesPerPerson"), "")
    await type(field("budget"), "750")
    await act(async () => {
      field("currency").value = "EUR"
      field("currency").dispatchEvent(new Event("change", { bubbles: true }))
    })
    await click(document.querySelector(".action-bar [type=submit]"))
    await until(() => expect(location.pathname).toBe(`/user/campaigns/${id}`))
    const { value } = await send("GET", `/campaign/${id}`)
    expect(value).toMatchObject({ usesPerPerson: null, budget: 750, currency: "EUR" })
    await shows("Bütçe€750")
    expect(text()).toContain("Kişi başına kullanımSınırsız")

    await send("POST", `/campaign/${id}/uses`, { employeeId: personAt(0).id, amount: 1 })
    await screens.openAs("/user/campaigns?attention=filling&keyword=dolan")
    await until(() => expect(rows()).toHaveLength(1))
    expect(rows()[0]?.textContent).toContain("AktifKontenjan doldu")
    expect(rows()[0]?.querySelector("progress")?.getAttribute("aria-label")).toBe("Kontenjanın %100 kadarı dolu")
    const { lines } = (await send("GET", "/api/dashboard/attention")).value
    expect(lines.map((line: { kind: string }) => line.kind)).toContain("campaignsFilling")
    const { entries } = (await send("GET", "/calendar/list?from=2026-01-01&to=2026-12-31")).value
    expect(entries.filter((entry: { isFull: boolean }) => entry.isFull).map((entry: { id: string }) => entry.id)).toContain(id)
  })
})
