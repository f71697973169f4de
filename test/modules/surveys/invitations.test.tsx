import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest"
import { type Mailer, MailRefused } from "../../../server/src/mail/mail"
import { click, downloadOf, element, find, type, until } from "../../kit"
import { addDepartment } from "../../people"
import { consoleOnApi, envelope } from "../kit"

/** The invitation of participants: departments, mails, links that are shown once, batches, faults. */
const screens = consoleOnApi()

const dialog = () => element("dialog[open]")
const main = () => element("main")?.textContent ?? ""
const links = () => [...document.querySelectorAll("dialog[open] code")].map(({ textContent }) => textContent ?? "")

const send = async (method: string, path: string, body?: unknown) =>
  screens.api().call(method, path, { token: await screens.token("tr"), body })
const create = async (given: object = {}) => {
  const questions = [{ text: "Memnun musunuz?", type: "yes_no" }]
  const answer = await send("POST", "/survey/create", { title: "Davetli anket", type: 0, status: 1, questions, ...given })
  expect(answer.status).toBeLessThan(300)
  return answer.value.id as string
}
const counts = async (id: string) => (await send("GET", `/survey/${id}/invitations`)).value

/** Opens the dialog of a new survey, and chooses links. */
const openDialog = async (way: "mail" | "links", given?: object) => {
  const id = await create(given)
  await screens.open("tr", `survey-management/${id}`)
  await until(() => expect(main()).toContain("Hedef kitle"))
  await click(find("main button", "Davet et"))
  await until(() => expect(dialog()?.textContent).toContain("henüz davet edilmedi"))
  if (way === "links") await click(element("dialog input[value=links]"))
  return id
}

const lotOf = (tokens: number, remaining: number) => () =>
  new Response(
    JSON.stringify({
      isSuccess: true,
      value: {
        tokens: Array.from({ length: tokens }, (_, at) => ({ token: `t${remaining}-${at}`, departmentName: "Bakım" })),
        invited: tokens,
        mailed: 0,
        remaining,
      },
    }),
  )

const department = { id: "", name: "Davetliler" }
beforeAll(async () => {
  department.id = await addDepartment(screens.api(), department.name, 4)
})

describe("the invitation of a survey", () => {
  it("makes anonymous links that answer, lists them once, asks back before they are lost, has them as a file and as cards", async () => {
    const print = vi.fn()
    vi.stubGlobal("print", print)
    const id = await openDialog("links", { departmentIds: [department.id] })
    await click(find("dialog button", "Bağlantıları oluştur"))
    await until(() => expect(dialog()?.textContent).toContain("Bu bağlantılar yalnızca şimdi gösterilir"))
    const { people, invited, answered } = await counts(id)
    expect([invited, answered]).toEqual([people, 0])
    expect(document.activeElement).toBe(find("dialog button", "Tümünü kopyala"))
    const texts = links()
    expect([texts.length, people]).toEqual([4, 4])
    const token = texts[0]?.split("/").at(-1)
    expect((await screens.api().call("GET", `/go/survey/${token}`)).value).toMatchObject({ id, state: "open" })

    await click(find("dialog button", "Kapat"))
    await until(() => expect(document.body.textContent).toContain("Bağlantılar kaydedilmeden kapatılsın mı?"))
    await click(find("dialog button", "Bağlantılara dön"))
    expect(links()).toEqual(texts)
    const file = await downloadOf(() => click(find("dialog button", "CSV indir")))
    expect(file.lines[0]).toContain("Departman;Bağlantı")
    expect(file.lines.filter(line => line.includes("/go/survey/"))).toHaveLength(people)

    await click(find("dialog button", "Kart olarak yazdır"))
    await until(() => expect(print).toHaveBeenCalledOnce())
    const cards = [...document.querySelectorAll(".print-sheet .invitation-cards li")].slice(0, texts.length)
    const { value: codes } = await send("POST", "/qr", { texts })
    expect(cards.map(card => [card.querySelector("code")?.textContent, card.querySelector("path")?.getAttribute("d")])).toEqual(
      texts.map((text, at) => [text, codes[at].path]),
    )
    await click(find("dialog button", "Kapat"))
    await until(() => expect(dialog()).toBeNull())
    await until(() => expect(main()).toContain("Yanıt oranı: %0"))
  })

  it("is reminded of after a question with the largest number of mails, and the page says when, and from when the next one may be", async () => {
    const id = await create({ departmentIds: [department.id] })
    await send("POST", `/survey/${id}/invitations`, { mail: true })
    await screens.api().db.execute(`update surveys set invited_at = invited_at - interval '3 days' where id = '${id}'`)
    await screens.open("tr", `survey-management/${id}`)
    await click(await until(() => find("main button", "Hatırlat")))
    await until(() => expect(document.body.textContent).toContain("en fazla 4 e-posta"))
    await click(find("dialog button", "Hatırlat"))
    await until(() => expect(main()).toContain("Gönderilen hatırlatmalar"))
    expect(main()).toContain("Sonraki hatırlatma en erken")
    expect((await counts(id)).reminders.sentAt).toHaveLength(1)
    expect([...document.querySelectorAll("main button")].map(({ textContent }) => textContent)).not.toContain("Hatırlat")
  })

  it("of one person names them, mails them alone, and says that further answers are counted in groups", async () => {
    const id = await openDialog("mail", { departmentIds: [department.id] })
    await click(await until(() => element("dialog input[value=person]") ?? Promise.reject()))
    expect(find("dialog button", "Davetleri gönder").hasAttribute("disabled")).toBe(true)
    await click(await until(() => element("#invite-person") ?? Promise.reject()))
    await type(element("#invite-person"), `0.${department.id}`)
    await click(await until(() => element("[role=option]") ?? Promise.reject()))
    await click(find("dialog button", "Davetleri gönder"))
    await until(() => expect(dialog()?.textContent).toMatch(/1 kişiye davet e-postası gönderildi|hedef kitle/))
    await click(find("dialog button", "Kapat"))
    await until(() => expect(main()).toContain("5 tane birikince eklenir"))
    expect(await counts(id)).toMatchObject({ invited: 1, inGroups: true })
  })

  it("is tried by a test mail to oneself, and its planned reminders are told", async () => {
    const id = await create({ departmentIds: [department.id], reminderDays: [3, 6] })
    await screens.open("tr", `survey-management/${id}`)
    await until(() => expect(main()).toContain("Planlanan hatırlatmalar: davetten 3 gün sonra, davetten 6 gün sonra"))
    await click(find("main button", "Bana test gönder"))
    await until(() => expect(document.body.textContent).toContain("Test e-postası adresinize gönderildi"))
    const invited = await create({ departmentIds: [department.id], reminderDays: [3, 6] })
    await send("POST", `/survey/${invited}/invitations`, { mail: true })
    await screens.open("tr", `survey-management/${invited}`)
    await until(() => expect(main()).toMatch(/Planlanan hatırlatmalar: .*09:00, .*09:00/))
  })

  it("mails the links to the departments that were chosen, and names the people whom no mail reached, who can be invited again", async () => {
    const { deps } = screens.api()
    const { mailer } = deps
    let refused = ""
    const sendOthers: Mailer["send"] = async mail => {
      refused ||= mail.to
      if (mail.to === refused) throw new MailRefused("550")
      await mailer.send(mail)
    }
    deps.mailer = { ...mailer, send: sendOthers }
    try {
      const id = await openDialog("mail")
      await click(await until(() => element("#invite-departments") ?? Promise.reject()))
      await click(await until(() => find("[role=option]", department.name)))
      await click(find("dialog button", "Davetleri gönder"))
      await until(() => expect(dialog()?.textContent).toMatch(/\d+ kişiye davet e-postası gönderildi/))
      const { people, invited } = await counts(id)
      expect(invited).toBe(3)
      await click(find("dialog button", "Kapat"))
      await until(() => expect(main()).toContain("1 kişiye davet e-postası ulaşmadı"))
      expect(main()).toContain(`(${refused})`)
      await click(find("main button", "Davet et"))
      const left = new Intl.NumberFormat("tr").format(people - invited)
      await until(() => expect(dialog()?.textContent).toContain(`${left} kişi henüz davet edilmedi`))
    } finally {
      deps.mailer = mailer
    }
  })

  it.each([
    ["draft", { status: 0 }, "önce anketi yayımlayın"],
    ["closed survey", { status: 2 }, "Kapanan ankete davet gönderilemez"],
  ])("is not offered for a %s, which says why", async (_, given, words) => {
    const id = await create(given)
    await screens.open("tr", `survey-management/${id}`)
    await until(() => expect(main()).toContain(words))
    expect([...document.querySelectorAll("main button")].map(({ textContent }) => textContent)).not.toContain("Davet et")
  })
})

describe("batches of invitations", () => {
  let answers: (() => Response | Promise<Response>)[] = []
  let calls = 0
  const realFetch = globalThis.fetch
  let pass = realFetch
  beforeEach(() => {
    calls = 0
    pass = globalThis.fetch
    globalThis.fetch = async (input, init) => {
      if (init?.method !== "POST" || !String(input).includes("/invitations")) return pass(input, init)
      return (await answers[calls++]?.()) ?? envelope(500)
    }
  })
  afterEach(() => {
    globalThis.fetch = pass
    vi.restoreAllMocks()
  })

  it("follow each other until nobody is left; 100 links are listed", async () => {
    answers = [lotOf(99, 2), lotOf(2, 0)]
    await openDialog("links")
    await click(find("dialog button", "Bağlantıları oluştur"))
    await until(() => expect(dialog()?.textContent).toContain("101 bağlantı hazır"))
    expect(links()).toHaveLength(100)
    expect(calls).toBe(2)
  })

  it("end after the one under way when they are stopped, and go on later", async () => {
    let release = () => {}
    const held = new Promise<void>(done => {
      release = done
    })
    answers = [() => held.then(lotOf(3, 4)), lotOf(4, 0)]
    await openDialog("links")
    await click(find("dialog button", "Bağlantıları oluştur"))
    await until(() => expect(dialog()?.querySelector("progress")).toBeTruthy())
    await click(find("dialog button", "Durdur"))
    release()
    await until(() => expect(dialog()?.textContent).toContain("4 kişi daha davet edilebilir."))
    expect([links().length, calls]).toEqual([3, 1])
    await click(find("dialog button", "Kalanları davet et"))
    await until(() => expect(links()).toHaveLength(7))
    await click(find("dialog button", "Kapat"))
    await click(await until(() => find("dialog button", "Kaydetmeden kapat")))
    await until(() => expect(dialog()).toBeNull())
  })

  it("that fail keep the links of those before, say what may be lost, and can be repeated", async () => {
    const failures = [
      [409, "Davetler gönderilemedi", false],
      [404, "Bağlı sunucu bu işlemi desteklemiyor.", false],
      [500, "Bir hata oluştu", true],
    ] as const
    answers = [
      lotOf(3, 2),
      ...failures.map(
        ([status]) =>
          () =>
            envelope(status),
      ),
      lotOf(2, 0),
    ]
    await openDialog("links")
    await click(find("dialog button", "Bağlantıları oluştur"))
    for (const [, words, isLost] of failures) {
      await until(() => expect(dialog()?.querySelector("[role=alert]")?.textContent).toContain(words))
      expect(dialog()?.textContent).toContain("3 kişi davet edildikten sonra işlem durdu.")
      expect(dialog()?.textContent?.includes("yeniden denediğinizde gelir")).toBe(isLost)
      expect(links()).toHaveLength(3)
      await click(find("dialog button", "Yeniden dene"))
    }
    await until(() => expect(links()).toHaveLength(5))
  })
})
