import { describe, expect, it, vi } from "vitest"
import { winnerStates } from "../../../src/contract/draws/draws"
import { permissionsLoaded, permissionsReset } from "../../../src/state/permissions"
import { accounts } from "../../api"
import { act, click, downloadOf, field, find, press, type, until } from "../../kit"
import { sample } from "../../rounds"
import { envelope } from "../kit"
import { dialog, drawScreens, element, rows, shows, text } from "./kit"

/** The page of a draw: its steps, its winners, its entries and its proof. */
const screens = drawScreens()
const { send, create, get, ahead } = screens

const openDraw = (id: string, tab = "", email?: string, language?: "tr" | "en") =>
  screens.open(`/${email === accounts.admin ? "admin" : "user"}/draws/${id}${tab && `?tab=${tab}`}`, email, language)
const submit = () => click(dialog()?.querySelector("button[type=submit]"))
const tickets = () => [...document.querySelectorAll(".winner-ticket")]
const button = (name: string | RegExp) => until(() => find("button", name))
const drawn = async (given: object = {}) => {
  const id = await create(given)
  expect((await send("POST", `/draw/${id}/run`, {})).status).toBe(200)
  return id
}
type Winner = { place: number; name: string; reserve: boolean; state: number; prizeIndex: number }
const winnersOf = async (id: string): Promise<Winner[]> => (await get(id)).winners

describe("the steps of a draw", () => {
  it("are for who may run draws: a rehearsal of which nothing is stored, the lock with a witness, the run with the witness's text", async () => {
    const id = await create()
    permissionsLoaded(["draws.read", "draws.write"])
    await openDraw(id)
    await shows("Bu adımlar için çekiliş yürütme yetkiniz yok.")
    expect(() => find("button", "Katılımcıları kilitle")).toThrow()
    await act(async () => permissionsReset())

    await click(await button("Prova yap"))
    await until(() => expect(dialog()?.textContent).toContain("Hiçbir şey kaydedilmez"))
    await until(() => expect(document.querySelectorAll(".rehearsal tbody tr")).toHaveLength(4))
    expect(element(".rehearsal__mark")?.textContent).toContain("Prova – geçersizdir")
    expect(await get(id)).toMatchObject({ lock: null, winners: [] })

    await openDraw(id, "fairness")
    await shows("Bu çekiliş henüz kilitlenmedi")
    await openDraw(id)
    await click(await button("Katılımcıları kilitle"))
    await until(() => expect(dialog()?.textContent).toContain("Herkese açık olarak yayımlananlar"))
    expect(dialog()?.textContent).toContain("çekilişi kilitten en az bir saat sonra yapın")
    await click(element("input[name=randomness][value=witness]"))
    screens.break(request => (/\/lock\b/.test(request.url) ? envelope(404) : undefined))
    await submit()
    await until(() => expect(dialog()?.textContent).toContain("Bağlı sunucu bu işlemi desteklemiyor."))
    expect((element("input[name=randomness][value=witness]") as HTMLInputElement).checked).toBe(true)
    screens.break(() => undefined)
    await submit()
    await until(() => expect(element("dialog .lock-code")).toBeTruthy())
    const { lock, register, tenantId } = await get(id)
    const groups = [...document.querySelectorAll("dialog .lock-code span")].map(({ textContent }) => textContent)
    expect(groups).toHaveLength(16)
    expect(groups.join("")).toBe(lock.lockHash)
    await click(find("dialog button", "Kapat"))

    await click(await button("Çekilişi yap"))
    await until(() => expect(field("publicValue")).toBeTruthy())
    await submit()
    await until(() => expect(element("#publicValue-note")?.textContent).toBe("Tanığın söylediği metni yazın."))
    await type(field("publicValue"), "Bugün hava güneşli")
    await submit()
    await until(() => expect(tickets()).toHaveLength(2))
    const [first] = await winnersOf(id)
    expect(tickets()[0]?.textContent).toContain(first?.name)
    expect(dialog()).toBeNull()
    await click(find("a", "Doğrulama"))
    const link = await until(() => find("a", `No ${register.number}`))
    expect(link.getAttribute("href")).toBe(`/go/draw/register/${tenantId}`)
  })

  it("are not asked for a value that cannot come: the dialog names the way out, which the register records", async () => {
    const id = await create()
    await send("POST", `/draw/${id}/lock`, { publicRandomness: { kind: 2, round: 99_000_000 } })
    const record = await get(id)
    const lock = { ...record.lock, publicRandomness: { kind: 2, round: 2 ** 53 - 1 } }
    screens.break(({ method, url }) =>
      method === "GET" && url.endsWith(`/draw/${id}`)
        ? envelope(200, { isSuccess: true, value: { ...record, lock } })
        : undefined,
    )
    await openDraw(id)
    await click(await button("Çekilişi yap"))
    await until(() => expect(dialog()?.textContent).toContain("Bu kilitle çekiliş yapılamaz."))
    expect(field("publicValue")).toBeNull()
    await screens.open(`/user/draws/edit/${id}`)
    await shows("Kilitlenmiş bir çekiliş düzenlenemez.")
  })

  it("wait for their time, and say until when", async () => {
    const id = await create(ahead)
    await openDraw(id)
    await shows("Katılımcılar 20 Kas 2027 12:00 tarihinden sonra kilitlenebilir.")
    expect(() => find("button", "Katılımcıları kilitle")).toThrow()
    expect(find("button", "Prova yap").className).toContain("btn--primary")
  })

  it.each(sample(["page", "list"], 1))("go on by themselves when entries close, on the %s", async shown => {
    const id = await create(ahead)
    const record = await get(id)
    let end = 0
    screens.break(({ method, url }) => {
      if (method !== "GET" || !(url.includes("/draw/list") || url.endsWith(`/draw/${id}`))) return undefined
      // Later than the page needs to appear on a busy machine.
      end ||= Date.now() + 2_500
      const draw = { ...record, endDate: new Date(end).toISOString(), status: Date.now() < end + 900 ? 1 : 2 }
      return envelope(200, { isSuccess: true, value: url.includes("list") ? { draws: [draw], totalCount: 1 } : draw })
    })
    const isList = shown === "list"
    await (isList ? screens.open("/user/draws") : openDraw(id))
    await shows(isList ? "Katılım açık" : "Katılımın kapanması bekleniyor.")
    vi.setSystemTime(end + 1_000)
    await shows(isList ? /Akış çekilişi.*Katılım kapandı/ : "Katılımcıları kilitleyin.")
  })

  it("do not offer to repeat what the order of entry decides", async () => {
    const id = await create({ method: 2 })
    const [person] = (await send("GET", "/user/list?page=0&pageSize=1&status=1")).value.users
    await send("POST", `/draw/${id}/entries`, { employeeId: person.id, at: "2026-02-02T09:00:00Z", imported: true })
    await send("POST", `/draw/${id}/run`, {})
    await openDraw(id)
    await button("Kazananları bildirildi olarak işaretle")
    expect(() => find("button", "Çekilişi yinele")).toThrow()
  })
})

describe("the winners", () => {
  const openMenu = async (name: string | undefined) => click(await button(`${name} işlemleri`))

  it("are told by a mail whose words are shown before", async () => {
    await openDraw(await drawn())
    await click(await button("Kazananlara haber ver"))
    await until(() => expect(dialog()?.textContent).toMatch(/Tebrikler, kazandınız: .*Bisiklet.*2 kişiye gönder/s))
    await click(await button("2 kişiye gönder"))
    await until(() => expect(tickets()[0]?.textContent).toMatch(/Bildirildi.*E-posta birazdan gider/))
    expect(dialog()).toBeNull()
    expect(text()).not.toContain("Kazananlara haber ver")
  })

  it("are noted as notified and delivered, one by one and all at once, which ends the draw", async () => {
    const id = await drawn()
    const [first] = await winnersOf(id)
    await openDraw(id)
    await openMenu(first?.name)
    await click(find("[role=menuitem]", "Bildirildi olarak işaretle"))
    await until(() => expect(tickets()[0]?.textContent).toContain("Bildirildi"))
    await click(await button("Kazananları bildirildi olarak işaretle"))
    await until(() => expect(dialog()?.textContent).toContain("1 kazanan bildirildi olarak işaretlensin mi?"))
    await click(find("dialog button", "Kazananları bildirildi olarak işaretle"))
    await click(await button("Hepsini teslim edildi olarak işaretle"))
    await click(await until(() => find("dialog button", "Hepsini teslim edildi olarak işaretle")))
    await shows("Bütün ödüller teslim edildi.")
    expect((await winnersOf(id)).filter(({ reserve }) => !reserve).map(({ state }) => state)).toEqual([2, 2])
    await shows("Çekiliş tamamlandı")
    expect((await button("Çekilişi yinele")).className).toBe("btn")
  })

  it("who decline are replaced by the reserve whom the question names; voided with a reason only, they stay out of a repeated draw", async () => {
    const id = await drawn()
    const before = await winnersOf(id)
    const next = before.find(({ reserve }) => reserve)
    await openDraw(id)
    await openMenu(before[0]?.name)
    await click(find("[role=menuitem]", "Reddetti olarak işaretle"))
    await until(() => expect(dialog()?.textContent).toContain(`Sıradaki yedek yükselir: ${next?.name} (Bisiklet).`))
    await submit()
    await until(() => expect(tickets()[0]?.textContent).toContain(next?.name))
    expect(tickets()).toHaveLength(2)
    expect(rows().some(row => row.textContent?.includes(before[0]?.name ?? "-") && /Reddetti/.test(row.textContent))).toBe(true)

    await openMenu(next?.name)
    await click(find("[role=menuitem]", "Geçersiz say"))
    await until(() => expect(field("note")).toBeTruthy())
    await submit()
    await until(() => expect(element("#note-note")?.textContent).toBe("Nedenini kısaca yazın."))
    await type(field("note"), "İşten ayrılmış")
    await submit()
    await until(async () => expect((await winnersOf(id)).find(({ name }) => name === next?.name)?.state).toBe(5))

    await click(await button("Çekilişi yinele"))
    await until(() => expect(dialog()?.textContent).toContain("sonsuza dek kalır"))
    expect(dialog()?.textContent).toContain("Katılımcı listesi hatalıysa yinelemek işe yaramaz")
    const reasons = [...(dialog()?.querySelectorAll("select option") ?? [])].map(({ textContent }) => textContent)
    expect(reasons).toEqual(["Kurallara aykırı", "İşlem hatası"])
    expect(dialog()?.textContent).toContain(`Katılma hakkı olmadığı için geçersiz sayılanlar: ${next?.name}`)
    await submit()
    await until(() => expect(element("#note-note")?.textContent).toBe("Nedenini kısaca yazın."))
    await type(field("note"), "Liste eskiydi")
    await submit()
    await until(() => expect(element("dialog .lock-code")).toBeTruthy())
    await click(find("dialog button", "Kapat"))
    await click(await button("Çekilişi yap"))
    await submit()
    await until(() => expect(element("section[aria-labelledby=winners]")?.textContent).toContain("2. tur"))
    expect((await get(id)).lock.round).toBe(1)
    await click(find("a", "Doğrulama"))
    await shows("Katılma hakkı olmadığı için katılmayan biletler: ")
  })

  it("stand in one list with all places of all prizes, and reserves and those who dropped out in lists of their own", async () => {
    const prizeOf = (name: string, quantity: number) => ({ name, type: 0, quantity, value: 9000, imageUrl: null })
    const id = await drawn({ prizes: [prizeOf("Bisiklet", 11), prizeOf("Kulaklık", 2)] })
    const winners = await winnersOf(id)
    const dropped = winners.find(({ reserve }) => reserve)
    await send("PUT", `/draw/${id}/winner/${dropped?.place}`, { state: winnerStates.value("declined") })
    const names = (isReserve: boolean) =>
      winners.filter(one => one.reserve === isReserve && one !== dropped).map(({ name }) => name)
    await openDraw(id)
    await until(() => expect(tickets()).toHaveLength(13))
    expect(tickets().map(ticket => ticket.querySelector("b")?.textContent)).toEqual(names(false))
    const section = element("section[aria-labelledby=winners]")
    expect(section?.querySelector(".pager p")?.textContent).toBe("1–13 / 13 kişi")
    const card = (title: string) => element(`section[aria-label="${title}"]`)
    const named = (title: string) => [...(card(title)?.querySelectorAll("tbody tr[data-row]") ?? [])].map(row => row.textContent)
    expect(named("Yedekler")).toHaveLength(names(true).length)
    for (const [at, name] of names(true).entries()) expect(named("Yedekler")[at]).toContain(name)
    expect(card("Yedekler")?.textContent).toContain(`1–${names(true).length} / ${names(true).length} kişi`)
    expect(named("Listeden çıkanlar")).toEqual([expect.stringContaining(dropped?.name ?? "-")])
    await type(element("section[aria-labelledby=winners] input"), names(false)[12] ?? "")
    await until(() => expect(tickets()).toHaveLength(1))
    expect(tickets()[0]?.querySelector(".winner-ticket__number")?.textContent).toBe("13")
  })
})

describe("the entries", () => {
  it("of a locked draw have tickets, and are searched by name", async () => {
    const id = await drawn()
    const [first] = await winnersOf(id)
    await openDraw(id, "participants")
    await until(() => expect(rows()).toHaveLength(20))
    await type(element(".filter-bar input"), first?.name ?? "")
    await until(() => {
      expect(rows()).not.toHaveLength(0)
      expect(rows().filter(row => !row.textContent?.includes(first?.name ?? "-"))).toEqual([])
    })
  })

  it("by time are imported from a file, whose order of day and month is asked, with a report on each row", async () => {
    const id = await create({ method: 2, ...ahead })
    const people = (await send("GET", "/user/list?page=0&pageSize=2&status=1&sortBy=name&sortOrder=asc")).value.users as {
      email: string
    }[]
    await openDraw(id, "participants")
    await click(await button("Dosyadan aktar"))
    await until(() => expect(element("dialog input[type=file]")).toBeTruthy())
    const lines = ["E-posta;Başvuru zamanı", `${people[0]?.email};03/01/2026 10:00:05`, "nobody@nowhere.example;03/01/2026 10:00"]
    const file = new File([lines.join("\n")], "basvurular.csv")
    const input = element("dialog input[type=file]") as HTMLInputElement
    Object.defineProperty(input, "files", { configurable: true, value: [file] })
    await act(async () => input.dispatchEvent(new Event("change", { bubbles: true })))
    await shows("basvurular.csv dosyasında 2 satır bulundu.")
    await shows("Tarihlerde gün mü önce, ay mı? Örnek: 03/01/2026 10:00:05")
    const order = element("#import-day-order") as HTMLSelectElement
    order.value = "monthFirst"
    await act(async () => order.dispatchEvent(new Event("change", { bubbles: true })))
    await click(find("dialog button", "Katılımları kaydet"))
    await shows("1 katılım kaydedildi")
    expect(dialog()?.textContent).toContain("1 satır kaydedilmedi.")
    expect(dialog()?.textContent).toContain("Satır 3: nobody@nowhere.example")
    const { lines: saved } = await downloadOf(() => click(find("dialog button", "Kaydedilmeyenleri indir")))
    expect(saved[1]).toContain("nobody@nowhere.example")
    await click(find("dialog button", "Kapat"))
    await until(() => expect(rows()).toHaveLength(1))
    const { entries } = (await send("GET", `/draw/${id}/participants`)).value
    expect(entries[0].at).toBe("2026-03-01T07:00:05.000Z")
  })
})

it("the proof is downloaded as the canonical file, beside code, rounds and public page, whose address can be scanned", async () => {
  const id = await drawn()
  const { lock } = await get(id)
  const { value: codes } = await send("POST", "/qr", { texts: [`${location.origin}/go/draw/${id}`] })
  const hasCode = (place: string) => until(() => expect(element(`${place} .qr-code path`)?.getAttribute("d")).toBe(codes[0].path))
  await openDraw(id, "fairness")
  await until(() => expect(element(".lock-code code")?.textContent).toBe(lock.lockHash))
  await shows("1. tur")
  expect(find("a", "Doğrulama sayfasını aç").getAttribute("href")).toBe(`/go/draw/${id}`)
  await hasCode("main")
  const { name, lines } = await downloadOf(() => click(find("button", "Kanıt dosyasını indir")))
  expect(name).toBe(`draw-proof-${id}.json`)
  const answer = await screens.api().fetch(`/backend/draw/${id}/audit`)
  expect(JSON.parse(lines[0] ?? "")).toEqual(((await answer.json()) as { value: object }).value)
  expect(lines[0]).toMatch(/^\{"digest":"[0-9a-f]{64}","domain":"real","entries":\[\["/)

  await openDraw(id)
  await click(await button("Sunum"))
  const stage = ".presentation__stage"
  await until(() => expect(element(stage)?.textContent).toContain("Akış çekilişi"))
  expect(element(`${stage} .qr-code`)).toBeNull()
  for (const key of ["ArrowRight", "End"]) {
    await press(document.body, key)
    await hasCode(stage)
  }

  await openDraw(id, "history", accounts.admin, "en")
  await until(() => expect(document.querySelectorAll(".history > li").length).toBeGreaterThanOrEqual(3))
  for (const part of ["Elif Yılmaz", "Created", "Locked: Lock code, Number of entries", "Drawn: "]) expect(text()).toContain(part)
})

it("a copy names the draw that it was made of", async () => {
  const id = await create()
  await screens.open(`/user/draws/add?from=${id}`)
  await until(() => expect(field("title")?.value).toBe("Akış çekilişi (kopya)"))
  await click(element(".action-bar [type=submit]"))
  await until(() => expect(location.pathname).toMatch(/draws\/[0-9a-f-]{36}$/))
  const [copy] = await screens.api().db.query.draws.findMany({ where: (row, { eq }) => eq(row.copyOf, id) })
  expect(location.pathname).toContain(copy?.id)
})
