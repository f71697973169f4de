import { beforeAll, describe, expect, it, vi } from "vitest"
import { UsageMeter } from "../../../src/modules/gifts/usage-meter"
import { recentActions } from "../../../src/state/recent-actions"
import { themeLoaded, themeReset } from "../../../src/state/theme"
import { accounts } from "../../api"
import { act, click, field, find, mount, rows, speak, text, type, until } from "../../kit"
import { consoleOnApi, envelope } from "../kit"

/** A gift card's codes and ledger on the real API, with faults put between them. */
const screens = consoleOnApi()
const { calls } = screens
let elif = ""
beforeAll(async () => {
  elif = await screens.token("tr")
})

const send = (method: string, path: string, body?: unknown) => screens.api().call(method, path, { token: elif, body })
const card = async (given: object = {}) =>
  (await send("POST", "/gift/create", { cardName: "Akış kartı", maxUsage: 20, ...given })).value.id as string
const codesOf = async (id: string, count: number) => {
  await send("POST", `/gift/${id}/codes`, { count, pattern: "YAZ-####-####" })
  return (await send("GET", `/gift/${id}/codes?pageSize=100`)).value.codes.map((row: { code: string }) => row.code) as string[]
}
const used = async (id: string) => (await send("GET", `/gift/${id}`)).value.used as number

const open = screens.openAs
const openTab = (id: string, tab: string, email?: string, language?: "tr" | "en") =>
  open(`/user/gift-management/${id}?tab=${tab}`, email, language)

const dialog = () => document.querySelector("dialog")
const submit = () => click(dialog()?.querySelector("button[type=submit]"))

describe("the ledger", () => {
  const start = async (given: object = {}) => {
    const id = await card(given)
    await openTab(id, "uses")
    await until(() => find("button", "Kullanım kaydet"))
    await click(find("button", "Kullanım kaydet"))
    await until(() => expect(field("amount")).toBeTruthy())
    return id
  }

  it("keeps what was typed when it is refused or fails, says why, once, and counts once what was sent again", async () => {
    const id = await start()
    await type(field("note"), "Kasada")
    await type(field("code"), "2222")
    await submit()
    await until(() => expect(document.getElementById("code-note")?.textContent).toContain("Bu kartın böyle bir kodu yok."))
    await type(field("code"), "")
    await type(field("amount"), "21")
    await submit()
    await until(() => expect(dialog()?.textContent).toContain("Bu kayıtla kartın kullanım sınırı aşılır."))
    await type(field("amount"), "3")
    for (const [status, words] of [
      [500, "Bir hata oluştu. Lütfen daha sonra tekrar deneyin."],
      [405, "Bağlı sunucu bu kartın kodlarını ve kullanım geçmişini desteklemiyor."],
      [403, "Bu işlem için izniniz yok."],
      [404, "Bağlı sunucu bu kartın kodlarını ve kullanım geçmişini desteklemiyor."],
    ] as const) {
      screens.fault = request => (request.method === "POST" ? envelope(status) : undefined)
      await submit()
      await until(() => expect(dialog()?.querySelector(".alert")?.textContent).toContain(words))
      expect(dialog()?.querySelectorAll(".alert")).toHaveLength(1)
      expect(field("note").value).toBe("Kasada")
    }
    expect(await used(id)).toBe(0)

    screens.fault = () => undefined
    screens.isLost = call => call.startsWith("POST")
    await submit()
    await until(() => expect(dialog()?.textContent).toContain("Önceki deneme sunucuya ulaşmış olabilir."))
    screens.isLost = () => false
    await submit()
    await until(() => expect(dialog()).toBeNull())
    await until(() => expect(rows()).toHaveLength(1))
    expect(rows()[0]?.textContent).toMatch(/^Elif Yılmaz.*Kasada\+30 → 3/)
    expect(document.querySelector(".stats")?.textContent).toContain("Kalan17")
    expect(await used(id)).toBe(3)

    // Why something is taken back.
    await click(rows()[0]?.querySelector(".table__actions button"))
    await click(find("[role=menuitem]", "Düzeltme yap"))
    await until(() => expect(field("note")).toBeTruthy())
    await submit()
    await until(() => expect(document.getElementById("note-note")?.textContent).toBe("Düzeltmenin nedenini yazın."))
    await type(field("note"), "Yanlış kart")
    await submit()
    await until(() => expect(rows()).toHaveLength(2))
    expect(rows()[0]?.textContent).toContain("−33 → 0")
    expect(await used(id)).toBe(0)
  })

  it("tells what is wrong at its field before anybody is asked", async () => {
    await start()
    const note = () => document.getElementById("code-note")?.textContent ?? ""
    await type(field("code"), "YAZ-2345-6789")
    expect(note()).not.toContain("Kod yanlış")
    await act(async () => field("code").blur())
    expect(note()).toContain("Kod yanlış yazılmış görünüyor")
    await type(field("code"), "")
    for (const [id, typed, words] of [
      ["amount", "", "1 ile 1.000.000 arasında bir tam sayı yazın."],
      ["amount", "1,5", "1 ile 1.000.000 arasında bir tam sayı yazın."],
      ["code", "YAZ-2345-6789", "Kod yanlış yazılmış görünüyor"],
      ["code", "YAZ-0000-0000", "Kodlarda 0, O, 1 ve I bulunmaz"],
    ] as const) {
      await type(field("amount"), "1")
      await type(field(id), typed)
      await submit()
      await until(() => expect(document.getElementById(`${id}-note`)?.textContent).toContain(words))
      expect(document.activeElement).toBe(field(id))
    }
    expect(calls.filter(call => call.startsWith("POST"))).toEqual([])
  })

  it("of a code takes one piece, in the form and on the server", async () => {
    const id = await start()
    const [code = ""] = await codesOf(id, 1)
    await type(field("code"), code)
    await type(field("amount"), "3")
    await submit()
    await until(() => expect(document.getElementById("amount-note")?.textContent).toBe("Kod tek kullanımlıktır: adet 1 olmalı."))
    const refused = await send("POST", `/gift/${id}/uses`, { code, amount: 3 })
    expect([refused.status, refused.body.validationErrors]).toEqual([
      400,
      [{ propertyName: "amount", errorMessage: "Kod tek kullanımlıktır: adet 1 olmalı." }],
    ])
    await type(field("amount"), "1")
    await submit()
    await until(() => expect(rows()).toHaveLength(1))
  })

  it("of a card that can't be used says why, and offers a correction", async () => {
    await start({ validityEnd: "2026-03-01T00:00:00Z" })
    expect((document.querySelector("[value=correction]") as HTMLInputElement).checked).toBe(true)
    await click(document.querySelector("[value=use]"))
    expect(dialog()?.textContent).toContain("Kartın süresi dolduğu için kullanım kaydedilemez.")
  })

  it("and the codes that another API does not have are told in one message, also where its 404 has words of its own", async () => {
    const id = await card()
    screens.fault = request => (/\/(uses|codes)/.test(request.url) ? envelope(404, { errors: ["No such route."] }) : undefined)
    await openTab(id, "uses", accounts.elif, "en")
    const words = "The connected server does not support codes and usage history for this card."
    await until(() => expect(text()).toContain(words))
    expect(document.querySelectorAll(".empty")).toHaveLength(1)
    expect(document.querySelector("[role=alert]")?.textContent).toContain("The usage history could not be loaded")
    screens.fault = request => (/\/(uses|codes)/.test(request.url) ? envelope(405) : undefined)
    await click(document.querySelector('.tabs a[href$="tab=codes"]'))
    await until(() => expect(text()).toContain("The codes could not be loaded"))
    expect(text()).toContain(words)
    expect(document.querySelectorAll(".empty")).toHaveLength(1)
  })

  it("of a card that is gone is not there, and no call is missing", async () => {
    const id = await card()
    screens.fault = request => (request.url.includes(`/gift/${id}`) ? envelope(404) : undefined)
    await openTab(id, "uses", accounts.elif, "en")
    await until(() => expect(text()).toContain("Gift not found"))
    expect(text()).not.toContain("does not support")
  })

  it("of a platform card is read by a company, which can press nothing", async () => {
    const { value } = await send("GET", "/gift/list?pageSize=100&sortBy=used&sortOrder=desc")
    const { id } = value.gifts.find((row: { tenantId: string | null; used: number }) => row.tenantId === null && row.used > 0)
    await openTab(id, "codes")
    await until(() => expect(document.querySelector(".meter")?.textContent).toMatch(/\d+ \/ 500/))
    expect([...document.querySelectorAll(".tabs a")].map(link => link.textContent?.trim())).toEqual([
      "Genel bakış",
      "Kullanımlar",
    ])
    await click(find(".tabs a", "Kullanımlar"))
    await until(() => expect(rows().length).toBeGreaterThan(5))
    expect(document.querySelectorAll("tbody button, tbody code, .card__head button")).toHaveLength(0)
    expect(calls.filter(call => call.includes("/codes"))).toEqual([])
  })
})

describe("the codes", () => {
  it("are made by a pattern, whose example follows what is typed, once, though the answer was lost on the way", async () => {
    const id = await card()
    await openTab(id, "codes")
    await until(() => find(".empty button", "Kod üret"))
    await click(find(".empty button", "Kod üret"))
    await until(() => expect(field("pattern")).toBeTruthy())
    await type(field("pattern"), "kış-####")
    await until(() => expect(dialog()?.textContent).toContain("Kalıp geçerli olunca burada bir örnek görünür."))
    await submit()
    await until(() => expect(document.getElementById("pattern-note")?.textContent).toContain("Kalıpta yalnızca"))
    await type(field("pattern"), "kart-####-####")
    await until(() => expect(dialog()?.querySelector("code")?.textContent).toMatch(/^KART-\w{4}-\w{4}$/))
    expect(dialog()?.textContent).toContain("34.359.738.368 olası kod")
    await type(field("count"), "1001")
    await submit()
    await until(() => expect(document.getElementById("count-note")?.textContent).toBe("1 ile 1.000 arasında bir tam sayı yazın."))
    await type(field("count"), "25")
    screens.isLost = call => call.startsWith("POST")
    await submit()
    await until(() => expect(dialog()?.textContent).toContain("Ağ bağlantısı kurulamadı"))
    screens.isLost = () => false
    await submit()
    await until(() => expect(rows()).toHaveLength(20))
    expect(document.querySelector(".pager p")?.textContent).toBe("1–20 / 25 kod")
    expect(document.querySelector("tbody code")?.textContent).toMatch(/^KART-/)
    expect(new URL(location.href).searchParams.get("batchId")).toMatch(/^[\da-f-]{36}$/)
  })

  it("are found by a part, used from their own row and shown as used then; the way back is offered when there is none", async () => {
    const id = await card()
    const [code = ""] = await codesOf(id, 30)
    await openTab(id, `codes&keyword=${code.slice(4).toLowerCase()}`)
    await until(() => expect(rows()).toHaveLength(1))
    await click(rows()[0]?.querySelector(".table__actions button"))
    await click(find("[role=menuitem]", "Kullanım kaydet"))
    await until(() => expect(field("code").value).toBe(code))
    await submit()
    await until(() => expect(rows()[0]?.querySelector(".badge")?.textContent).toBe("Kullanıldı"))
    expect(await used(id)).toBe(1)
    await type(document.querySelector("input[type=search]"), "OLMAZ")
    await until(() => expect(text()).toContain("Eşleşen kod yok"))
    await click(find(".empty button", "Filtreleri temizle"))
    await until(() => expect(rows()).toHaveLength(20))
    expect(location.search).toBe("?tab=codes")
  })

  it("are given to people after a preview, and the chosen ones printed or cancelled, which is undone", async () => {
    const id = await card({ status: 1 })
    await codesOf(id, 5)
    const badges = () => rows().map(row => row.querySelector(".badge")?.textContent)
    await openTab(id, "codes")
    await until(() => expect(badges()).toEqual(Array(5).fill("Boşta")))
    for (const at of [0, 1]) await click(rows()[at]?.querySelector("input[type=checkbox]"))
    await click(find(".bulk-bar button", "Kişilere ver"))
    await click(find("dialog .segmented label", "E-posta listesi"))
    await submit()
    await until(() => expect(dialog()?.textContent).toContain("En az bir e-posta adresi yazın."))
    await type(field("emails"), `${accounts.user}; yok@yesilova.example`)
    await submit()
    await until(() => expect(dialog()?.textContent).toContain("1 kişiye kod verilecek."))
    expect(dialog()?.textContent).toContain("yok@yesilova.example")
    expect(badges()).not.toContain("Verildi")
    await click(find("dialog button", "1 kişiye ver"))
    await until(() => expect(badges().filter(badge => badge === "Verildi")).toHaveLength(1))
    expect(text()).toContain("E-postayla gönderildi")
    await click(find(".bulk-bar button", "Kodları yazdır"))
    await until(() => expect(dialog()?.textContent).toContain("2 kupon yazdırılmaya hazır"))
    await click(find("dialog button", "Vazgeç"))
    await click(find(".bulk-bar button", "İptal et"))
    await click(dialog()?.querySelector(".dialog__foot button:last-child"))
    await until(() => expect(badges().filter(badge => badge === "İptal edildi")).toHaveLength(2))
    const { title, tokens = [] } = recentActions.list.at(-1) ?? {}
    expect([title, tokens.length]).toEqual(["2 kod iptal edildi", 1])
    expect((await send("POST", `/undo/${tokens[0]}`)).status).toBe(200)
    const { codes } = (await send("GET", `/gift/${id}/codes`)).value
    expect(codes.map((row: { state: string }) => row.state).sort()).toEqual(["free", "free", "free", "free", "given"])
  })

  it("are printed as coupons over all pages, the used ones left out", async () => {
    const id = await card({ cardName: "Basılan kart" })
    const codes = await codesOf(id, 120)
    await send("POST", `/gift/${id}/uses`, { code: codes[5] })
    let printed = 0
    Object.assign(globalThis, { print: () => printed++ })
    await openTab(id, "codes")
    await until(() => expect(rows()).toHaveLength(20))
    await click(find("button", "Kodları yazdır"))
    await until(() => expect(dialog()?.textContent).toContain("119 kupon yazdırılmaya hazır"))
    await click(find("dialog button", "Yazdır"))
    await until(() => expect(document.querySelectorAll(".print-sheet .code-coupon")).toHaveLength(119))
    expect([printed, document.querySelector(".print-sheet")?.parentElement]).toEqual([1, document.body])
    const shown = [...document.querySelectorAll(".code-coupon")].map(coupon => coupon.querySelector("code")?.textContent)
    expect(shown).not.toContain(codes[5])
    expect(document.querySelector(".code-coupon")?.textContent).toContain("Basılan kart")
    expect(document.querySelectorAll(".qr-code path[d]")).toHaveLength(119)
    await act(async () => dispatchEvent(new Event("afterprint")))
    expect(document.querySelector(".print-sheet")).toBeNull()
  })

  it.each([
    ["the company's name and logo", { name: "Yeşilova Grup", logo: "/backend/media/logo.png" }, "Yeşilova Grup", 1],
    ["the owner of the card, where the person has no company", {}, "Yeşilova Grup", 0],
  ])("bear %s", async (_, identity, name, logos) => {
    const load = vi.spyOn(Image.prototype, "src", "set").mockImplementation(function (this: HTMLImageElement) {
      setTimeout(() => this.onload?.(new Event("load")))
    })
    const id = await card({ cardName: "Logolu kart" })
    await codesOf(id, 2)
    Object.assign(globalThis, { print: () => {} })
    await openTab(id, "codes")
    themeLoaded({ tenantId: "1", primary: "#3A9355", secondary: "#152136", updated: Date.now(), ...identity })
    await until(() => expect(rows()).toHaveLength(2))
    await click(find("button", "Kodları yazdır"))
    await until(() => expect(dialog()?.textContent).toContain("2 kupon yazdırılmaya hazır"))
    await click(find("dialog button", "Yazdır"))
    const companies = () => [...document.querySelectorAll(".code-coupon__company")]
    await until(() => expect(companies().map(({ textContent }) => textContent)).toEqual([name, name]))
    expect(companies().map(company => company.querySelectorAll("img").length)).toEqual([logos, logos])
    await act(async () => {
      dispatchEvent(new Event("afterprint"))
      themeReset()
    })
    load.mockRestore()
  })

  it("of a server that draws something else than paths are printed without it", async () => {
    const id = await card()
    const bad = [
      { size: 29, path: 'M0 0"/><script>alert(1)</script>' },
      { size: 29, path: "url(javascript:alert(1))" },
      { size: "29 29", path: "M0 0h1v1z" },
      { size: 29 },
      null,
    ]
    const codes = bad.map((qr, at) => ({
      id: String(at),
      code: `AAA-${at}`,
      batchId: "1",
      createdDate: null,
      usedDate: null,
      qr,
    }))
    screens.fault = request =>
      request.url.includes("/codes")
        ? new Response(JSON.stringify({ isSuccess: true, value: { codes, totalCount: codes.length } }))
        : undefined
    Object.assign(globalThis, { print: () => {} })
    await openTab(id, "codes")
    await until(() => expect(rows()).toHaveLength(5))
    expect(document.querySelector(".filter-bar select")).toBeNull()
    await click(find("button", "Kodları yazdır"))
    await until(() => expect(dialog()?.textContent).toContain("5 kupon"))
    await click(find("dialog button", "Yazdır"))
    await until(() => expect(document.querySelectorAll(".code-coupon")).toHaveLength(5))
    expect(document.querySelectorAll(".qr-code")).toHaveLength(0)
  })
})

describe("the list", () => {
  it("shows used of the limit, and sorts by it", async () => {
    const id = await card({ cardName: "Çok kullanılan", maxUsage: 5000 })
    await send("POST", `/gift/${id}/uses`, { amount: 4000 })
    await open("/user/gift-management?sortBy=used&sortOrder=desc")
    await until(() => expect(rows()).toHaveLength(8))
    expect(rows()[0]?.textContent).toContain("Çok kullanılan")
    expect(rows()[0]?.querySelector(".meter")?.textContent).toBe("4.000 / 5.000")
    expect(rows()[0]?.querySelector("progress")?.getAttribute("aria-label")).toBe("Kullanım oranı %80")
  })

  it("and the page show one status of a card: over its period, before it, within it, and switched off", async () => {
    const rowsOf: [object, string][] = [
      [{ validityEnd: "2026-03-01T00:00:00Z" }, "Süresi doldu"],
      [{ validityStart: "2099-01-01T00:00:00Z" }, "Başlamadı"],
      [{}, "Aktif"],
      [{ status: 0, validityEnd: "2026-03-01T00:00:00Z" }, "Pasif"],
    ]
    const ids: string[] = []
    for (const [at, [given]] of rowsOf.entries()) ids.push(await card({ cardName: `Tek durum ${at}`, ...given }))
    const badges = (root: ParentNode | null | undefined) =>
      [...(root?.querySelectorAll(".badge--dot") ?? [])].map(badge => badge.textContent)
    await open("/user/gift-management?keyword=tek+durum&sortBy=cardName&sortOrder=asc")
    await until(() => expect(rows().map(row => badges(row))).toEqual(rowsOf.map(([, status]) => [status])))
    await open(`/user/gift-management/${ids[0]}`)
    await until(() => expect(badges(document.querySelector("main"))).toEqual(["Süresi doldu"]))
  })

  it("shows no share of a card without a limit", async () => {
    speak("tr")
    const { container, unmount } = await mount(<UsageMeter used={3} maxUsage={null} />)
    expect(container.textContent).toBe("3 / ∞ Sınırsız")
    expect(container.querySelector("progress")).toBeNull()
    await unmount()
  })

  it("shows the limit alone where a server does not count", async () => {
    screens.fault = request =>
      request.url.includes("/gift/list")
        ? new Response(
            JSON.stringify({ isSuccess: true, value: { gifts: [{ id: 1, cardName: "Eski", maxUsage: 7 }], totalCount: 1 } }),
          )
        : undefined
    await open("/user/gift-management")
    await until(() => expect(rows()).toHaveLength(1))
    expect(rows()[0]?.textContent).not.toContain("undefined")
    expect(rows()[0]?.querySelector(".meter")).toBeNull()
  })
})
