import { describe, expect, it } from "vitest"
import { accounts } from "../../api"
import { withoutExtensions } from "../../extensions"
import { click, field, find, press, type, until } from "../../kit"
import { envelope } from "../kit"
import { dialog, drawScreens, element, rows, shows, text } from "./kit"

/** List and form of draws. */
const screens = drawScreens()
const { send, create, get, ahead } = screens

const row = (title: string) => rows().find(other => other.textContent?.includes(title))
const openMenu = async (title: string) => {
  await until(() => expect(row(title)).toBeTruthy())
  await click(row(title)?.querySelector(".table__actions button"))
}
const listOf = (title: string) => `/user/draws?keyword=${encodeURIComponent(title)}`
const submit = () => click(element(".action-bar [type=submit]"))

describe("the list of draws", () => {
  it("shows title, method, prizes, date, status and entries", async () => {
    await create({
      title: "Sütunlu çekiliş",
      ...ahead,
      prizes: [
        { name: "Tablet", type: 0, quantity: 1, value: null, imageUrl: null },
        { name: "Kupon", type: 2, quantity: 5, value: null, imageUrl: null },
      ],
    })
    await screens.open(listOf("Sütunlu çekiliş"))
    await until(() => expect(row("Sütunlu çekiliş")).toBeTruthy())
    const words = row("Sütunlu çekiliş")?.textContent
    for (const part of ["Rastgele", "Tablet", "ve 1 ödül daha", "21 Kas 2027", "Katılım açık", "—"]) expect(words).toContain(part)
  })

  it("publishes a draft, and cancels what is published after a question", async () => {
    const title = "Menülü çekiliş"
    const id = await create({ title, status: 0, ...ahead })
    await screens.open(listOf(title))
    await openMenu(title)
    await click(find("[role=menuitem]", "Yayımla"))
    await until(() => expect(row(title)?.textContent).toContain("Katılım açık"))
    await openMenu(title)
    expect(find("[role=menuitem]", /^Sil/).textContent).toContain("Yalnızca taslak hâlindeki çekilişler silinebilir")
    await click(find("[role=menuitem]", "Çekilişi iptal et"))
    await until(() => expect(dialog()?.textContent).toContain(`“${title}” iptal edilsin mi?`))
    expect((await get(id)).status).toBe(1)
    await click(find("dialog button", "Çekilişi iptal et"))
    await until(() => expect(row(title)?.textContent).toContain("İptal edildi"))
    expect((await get(id)).status).toBe(4)
    await openMenu(title)
    expect(find("[role=menuitem]", /^Sil/).textContent).not.toContain("iptal edebilirsiniz")
  })

  it("deletes drafts only, and says why the others stay", async () => {
    await create({ title: "Toplu taslak", status: 0, ...ahead })
    await create({ title: "Toplu yayın", ...ahead })
    await screens.open(listOf("Toplu"))
    await until(() => expect(rows()).toHaveLength(2))
    await click(element("thead input[type=checkbox]"))
    await click(find(".bulk-bar button", "Sil"))
    await until(() => expect(dialog()?.textContent).toContain("1 kayıt atlanacak"))
    expect(dialog()?.textContent).toContain("bu çekilişi iptal edebilirsiniz")
    await click(element("dialog .btn--danger-solid"))
    await until(() => expect(rows()).toHaveLength(1))
    expect(text()).toContain("Toplu yayın")
  })
})

describe("the form of a draw", () => {
  const fill = async (title: string) => {
    await until(() => expect(field("title")).toBeTruthy())
    await type(field("title"), title)
    await type(field("description"), "Yıl sonu çekilişi")
    await click(find("button", "Ödül ekle"))
    await type(field("prizes-0-name"), "Elektrikli bisiklet")
    for (const [id, day] of [
      ["startDate", "01.02.2026"],
      ["endDate", "20.11.2027"],
      ["drawDate", "21.11.2027"],
    ] as const)
      await type(field(id), day)
  }

  it("names what is missing or wrong, and stores a draft with its prizes in the chosen order, its rule and its thresholds", async () => {
    await screens.open("/user/draws/add")
    await fill("Formdan gelen çekiliş")
    const faults: [string, string, string, string][] = [
      ["prizes-0-name", "", "Elektrikli bisiklet", "Ödül adı gereklidir."],
      ["prizes-0-quantity", "1,5", "1", "1 veya daha büyük bir tam sayı yazın."],
      ["drawDate", "19.11.2027", "21.11.2027", "Çekiliş, katılım bitmeden yapılamaz."],
    ]
    for (const [id, wrong, right, words] of faults) {
      await type(field(id), wrong)
      await submit()
      await until(() => expect(element("[data-summary]")?.textContent).toContain(words))
      await type(field(id), right)
    }
    await click(element("input[name=eligibility][value='1']"))
    await click(find("button", "Ödül 1: kaldır"))
    await submit()
    for (const words of ["Bir departman ya da en az bir çalışan seçin.", "En az bir ödül ekleyin."])
      await until(() => expect(element("[data-summary]")?.textContent).toContain(words))
    await click(find("button", "Ödül ekle"))
    await type(field("prizes-1-name"), "Elektrikli bisiklet")
    await click(find("button", "Ödül ekle"))
    expect(document.activeElement).toBe(field("prizes-2-name"))
    await type(field("prizes-2-name"), "Tablet")
    await type(field("prizes-2-quantity"), "3")
    await click(find("button", "Ödül 2: yukarı taşı"))
    expect(text()).toContain("Ödül 2, 1. sıraya taşındı")
    await click(element("input[name=method][value='1']"))
    await click(element("input[name=eligibility][value='2']"))
    await type(field("newDays"), "30")
    await type(field("excludeLastDraws"), "2")
    await click(find("button", "Taslak olarak kaydet"))
    await shows("Sıradaki adım")
    const id = location.pathname.split("/").at(-1) ?? ""
    expect(await get(id)).toMatchObject({
      title: "Formdan gelen çekiliş",
      status: 0,
      method: 1,
      eligibility: 2,
      newDays: 30,
      excludeLastDraws: 2,
      prizes: [
        { name: "Tablet", quantity: 3 },
        { name: "Elektrikli bisiklet", quantity: 1 },
      ],
      tenantName: "Yeşilova Grup",
    })
  })

  it("asks the platform for the company, which is fixed from then on", async () => {
    await screens.open("/admin/draws/add", accounts.admin)
    await fill("Platformun çekilişi")
    await submit()
    await until(() => expect(element("[data-summary]")?.textContent).toContain("Bir şirket seçin."))
    await click(field("tenantId"))
    await click(await until(() => find("[role=option]", "Sarıkum Lojistik")))
    await submit()
    await shows("Sıradaki adım")
    const id = location.pathname.split("/").at(-1) ?? ""
    expect((await send("GET", `/draw/${id}`, undefined, accounts.admin)).value.tenantName).toBe("Sarıkum Lojistik")
    await click(find("a", "Düzenle"))
    await until(() => expect(field("title")?.value).toBe("Platformun çekilişi"))
    await shows("ŞirketSarıkum Lojistik")
    expect(field("tenantId")).toBeNull()
  })

  it("cannot be opened for a cancelled draw's twin that is drawn, but names the reason", async () => {
    const { value } = await send("GET", "/draw/list?status=3&pageSize=1")
    await screens.open(`/user/draws/edit/${value.draws[0].id}`)
    await shows("Sonuçlanan bir çekiliş değiştirilemez.")
    expect(field("title")).toBeNull()
  })
})

describe("the eligibility in figures", () => {
  const figures = () =>
    [...document.querySelectorAll(".funnel .tabular")].map(({ textContent }) => Number(textContent?.replace(/\D/g, "")))

  it("follows what is typed, names the people behind each number, and says the chance in plain words", async () => {
    await screens.open("/user/draws/add")
    // Whoever creates the draw is suggested as an organiser, and takes no part.
    await until(() => expect(figures()).toHaveLength(6))
    await shows("1 kişi çekilişi düzenliyor")
    const [all = 0, active = 0, eligible] = figures()
    expect(active).toBeLessThan(all)
    expect(eligible).toBe(active)
    await click(element("input[name=eligibility][value='3']"))
    await until(() => expect(figures()[2]).toBeLessThan(active))
    await click(find(".funnel button", /kişi kurala uymuyor$/))
    await until(() => expect(dialog()?.querySelectorAll("ul.stack-sm li").length).toBe(20))
    expect(dialog()?.textContent).toContain("Kurala uymayanlar")
    await type(dialog()?.querySelector("input"), "qxzqxz")
    await until(() => expect(dialog()?.textContent).toContain("Bu listede kimse yok."))
    await press(dialog(), "Escape")
    await click(find("button", "Ödül ekle"))
    await shows(/Her katılımcı %[\d,]+ olasılıkla kazanır: yaklaşık her [\d.]+ kişiden biri\./)
  })

  it("is one message where the server has none, and the form goes on", async () => {
    withoutExtensions()
    screens.break(request => (request.url.includes("/draw/funnel") ? envelope(405) : undefined))
    await screens.open("/user/draws/add")
    await shows("Bu sunucu katılımcı sayılarını hesaplamıyor.")
    await type(field("title"), "Yine de yazılır")
    expect(field("title").value).toBe("Yine de yazılır")
  })
})
