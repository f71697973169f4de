import { describe, expect, it } from "vitest"
import { act, click, field, find, textOf, type, until } from "../kit"
import { consoleOnApi } from "../modules/kit"

/** What every form does (docs/console.md#forms, docs/console.md#conflicts). */
const screen = consoleOnApi()
const note = (id: string) => document.querySelector(`#${id}-note.field-error`)?.textContent ?? ""
/** Days from the day of a field to that of another one. */
const daysBetween = (from: string, to: string) => {
  const at = (id: string) => Date.parse(field(id).value.split(".").reverse().join("-"))
  return (at(to) - at(from)) / 86_400_000
}
const leave = (id: string) =>
  act(async () => {
    field(id).focus()
    field(id).blur()
  })
const fill = async (id: string, value: string) => {
  await until(() => expect(field(id)).toBeTruthy())
  await type(field(id), value)
  await leave(id)
}

describe("a field that is left", () => {
  it("is told at once where it is wrong, and by nobody where it is empty; digits are grouped", async () => {
    await screen.open("tr", "campaigns/add")
    await fill("title", "")
    expect(note("title")).toBe("")
    for (const [id, wrong, words] of [
      ["startDate", "31.02.2026", "Geçerli bir tarih ve saat yazın."],
      ["participantLimit", "1,5", /./],
    ] as const) {
      await type(field(id), wrong)
      expect(note(id)).toBe("")
      await leave(id)
      expect(note(id)).toMatch(words)
      expect(field(id).closest(".field")?.querySelector("[aria-live=polite]")?.textContent).toBe(note(id))
    }
    expect(document.querySelector("[data-summary]")).toBeNull()
    await fill("startDate", "10.02.2027")
    await fill("endDate", "01.02.2027")
    expect([note("startDate"), note("endDate")]).toEqual(["", "Bitiş, başlangıçtan sonra olmalıdır."])
    await fill("participantLimit", "12500")
    expect(field("participantLimit").value).toBe("12.500")

    // Two fields with the same message are both listed, by name.
    await fill("startDate", "31.02.2026")
    await fill("endDate", "31.04.2026")
    await click(document.querySelector(".action-bar [type=submit]"))
    const lines = [...document.querySelectorAll("[data-summary] li")].map(({ textContent }) => textContent)
    // Of the summary, a correction announces what it has changed.
    expect(document.querySelector("[data-summary] [role=alert]")?.getAttribute("aria-atomic")).toBe("false")
    expect(lines).toEqual(
      expect.arrayContaining(["Başlangıç: Geçerli bir tarih ve saat yazın.", "Bitiş: Geçerli bir tarih ve saat yazın."]),
    )
  })

  it("of a contact is told at once", async () => {
    await screen.open("tr", "partner-management/add")
    await until(() => find("button", "İletişim kişisi ekle"))
    await click(find("button", "İletişim kişisi ekle"))
    await fill("contacts-0-email", "elif@")
    expect(note("contacts-0-email")).toBe("Geçerli bir e-posta adresi yazın; Türkçe harf ve boşluk içeremez.")
  })
})

const partner = async () => {
  const token = await screen.token("tr")
  const body = { name: "İlk ad", tenantIds: [], contacts: [] }
  return (await screen.api().call("POST", "/brand/create", { token, body })).value.id as string
}
const read = async (id: string) => (await screen.api().call("GET", `/brand/${id}`, { token: await screen.token("tr") })).value

describe("save and stay", () => {
  const save = () => click(find(".action-bar button", "Kaydet ve sayfada kal"))

  it("keeps the form of a record open, by button or Ctrl S, and each save stands on the one before", async () => {
    const id = await partner()
    await screen.open("tr", `partner-management/edit/${id}`)
    for (const name of ["İkinci ad", "Üçüncü ad"]) {
      await fill("name", name)
      await save()
      await until(async () => expect((await read(id)).name).toBe(name))
      await until(() => expect(find(".action-bar button", "Kaydet ve sayfada kal")).not.toHaveProperty("disabled", true))
    }
    await fill("name", "Kısayolla")
    const event = new KeyboardEvent("keydown", { key: "s", ctrlKey: true, bubbles: true, cancelable: true })
    await act(async () => field("name").dispatchEvent(event))
    expect(event.defaultPrevented).toBe(true)
    await until(async () => expect((await read(id)).name).toBe("Kısayolla"))
    expect([location.pathname.endsWith(`/edit/${id}`), document.querySelector("dialog[open]")]).toEqual([true, null])
  })

  it("of a new record goes on in the form of that record", async () => {
    await screen.open("tr", "partner-management/add")
    await fill("name", "Yeni ortak")
    field("name").focus()
    await save()
    await until(() => expect(location.pathname).toMatch(/partner-management\/edit\/[\da-f-]{36}$/))
    await until(() => expect(field("name")?.value).toBe("Yeni ortak"))
    expect(document.activeElement).toBe(field("name"))
  })
})

describe("a conflict", () => {
  const conflict = async () => {
    const id = await partner()
    await screen.open("tr", `partner-management/edit/${id}`)
    await fill("name", "Benim adım")
    const categories = (await screen.api().call("GET", "/category/list", { token: await screen.token("tr") })).value
    const [category] = categories.categories ?? categories
    await screen.api().call("PUT", "/brand/update", {
      token: await screen.token("en"),
      body: { ...(await read(id)), brandId: id, name: "Başkasının adı", categoryId: category.id },
    })
    await click(find(".action-bar button", "Kaydet"))
    await until(() => expect(textOf("dialog[open]")).toContain("Başkasının adı"))
    return { id, category }
  }

  it("says who changed the record and when, shows names instead of ids, and can be left without a choice", async () => {
    const { id, category } = await conflict()
    await until(() => expect(textOf("dialog[open]")).toMatch(/Değiştiren: Platform Yöneticisi · \d+ \p{L}+ \d\d:\d\d/u))
    await until(() => expect(textOf("dialog[open]")).toContain(category.name))
    expect(textOf("dialog[open]")).not.toContain(category.id)
    await click(find("dialog[open] button", "Vazgeç"))
    expect([document.querySelector("dialog[open]"), field("name").value, (await read(id)).name]).toEqual([
      null,
      "Benim adım",
      "Başkasının adı",
    ])
    await click(find(".action-bar button", "Kaydet"))
    await click(await until(() => find("dialog[open] button", "Seçimi uygula")))
    expect(textOf(".toaster")).toContain("henüz kaydedilmedi")
  })
})

it.each([
  ["campaigns", "/campaign/list?pageSize=1&status=2", "campaigns"],
  ["draws", "/draw/list?pageSize=1&status=3", "draws"],
] as const)("the dates of a copy are moved to the start that is typed: %s", async (path, list, member) => {
  const { value } = await screen.api().call("GET", list, { token: await screen.token("tr") })
  await screen.open("tr", `${path}/add?from=${value[member][0].id}`)
  await until(() => expect([field("shift-start"), field("endDate")]).not.toContain(null))
  const ends = path === "draws" ? ["endDate", "drawDate"] : ["endDate"]
  const lengths = () => ends.map(id => daysBetween("startDate", id))
  const before = lengths()
  await fill("shift-start", "15.03.2028")
  await click(find("button", "Tarihleri kaydır"))
  expect([field("startDate").value, lengths(), document.getElementById("shift-start")]).toEqual(["15.03.2028", before, null])
})

describe("dates beside a feast", () => {
  it("are proposed for a copy, as far from the coming feast as the original was from its own", async () => {
    const { value } = await screen.api().call("GET", "/campaign/list?pageSize=1&status=2", { token: await screen.token("tr") })
    const dates = { startDate: "2025-03-22T21:00:00.000Z", endDate: "2025-04-02T20:59:00.000Z" }
    const { status } = await screen.api().call("PUT", "/campaign/update", {
      token: await screen.token("tr"),
      body: { ...value.campaigns[0], campaignId: value.campaigns[0].id, ...dates },
    })
    expect(status).toBe(204)
    await screen.open("tr", `campaigns/add?from=${value.campaigns[0].id}`)
    const proposal = () => find("button", /^\d.* tarihine kaydır \(Ramazan Bayramı’ndan 7 gün önce\)$/)
    await until(() => expect(proposal()).toBeTruthy())
    await click(proposal())
    await until(() => expect(field("endDate")).toBeTruthy())
    expect(daysBetween("startDate", "endDate")).toBe(10)
  })

  it("are chosen by the feast's name", async () => {
    await screen.open("tr", "announcement-management/add")
    await until(() => expect(find("button", "Bayram ve tatiller")).toBeTruthy())
    await click(find("button", "Bayram ve tatiller"))
    const item = [...document.querySelectorAll<HTMLElement>("[role=menuitem]")].find(({ textContent }) =>
      textContent?.startsWith("Kurban Bayramı"),
    )
    await click(item)
    expect(daysBetween("startDate", "endDate")).toBe(4)
    expect([field("startDate-time").value, field("endDate-time").value]).toEqual(["00:00", "23:59"])
  })
})

describe("what is stored and breaks a rule of today", () => {
  const stays = "Kayıtlı değer bugünkü kurala uymuyor; siz değiştirmedikçe olduğu gibi kalır."
  const hint = (id: string) => document.querySelector(`#${id}-note.hint`)?.textContent ?? ""
  const broken = async (phones: string[]) => {
    const body = { name: "Eski ad", tenantIds: [], contactPersons: phones.map((_, index) => `Kişi ${index}`), phones: [] }
    const { id } = (await screen.api().call("POST", "/brand/create", { token: await screen.token("tr"), body })).value
    await screen.api().db.execute(`update brands set phones = '${JSON.stringify(phones)}' where id = '${id}'`)
    return id as string
  }
  const save = () => click(document.querySelector(".action-bar [type=submit]"))

  it("is named beside its field, refused once it is another wrong value, and goes back as it came with something else", async () => {
    const id = await broken(["0212"])
    await screen.open("tr", `partner-management/edit/${id}`)
    await until(() => expect(hint("contacts-0-phone")).toBe(stays))
    await fill("contacts-0-phone", "0213")
    await save()
    await until(() => expect(note("contacts-0-phone")).toMatch(/^Telefon numarası/))
    expect((await read(id)).phones).toEqual(["0212"])
    await fill("contacts-0-phone", "0212")
    await fill("name", "Yeni ad")
    await save()
    await until(async () => expect(await read(id)).toMatchObject({ name: "Yeni ad", phones: ["0212"] }))
  })

  it("may be moved, and its entry changed beside it", async () => {
    const id = await broken(["0212", "0212 555 10 10"])
    await screen.open("tr", `partner-management/edit/${id}`)
    await until(() => find("button", "Birincil yap"))
    await click(find("button", "Birincil yap"))
    await fill("contacts-0-name", "Başka kişi")
    expect([hint("contacts-0-phone"), hint("contacts-1-phone")]).toEqual([stays, ""])
    await save()
    await until(async () =>
      expect(await read(id)).toMatchObject({ contactPersons: ["Kişi 1", "Başka kişi"], phones: ["0212 555 10 10", "0212"] }),
    )
  })
})
