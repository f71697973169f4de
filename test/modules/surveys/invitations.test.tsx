import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { type Mailer, MailRefused } from "../../../server/src/mail/mail"
import { click, downloadOf, element, find, until } from "../../kit"
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

describe("the invitation of a survey", () => {
  it("makes anonymous links that answer, lists them once, and has them as a file", async () => {
    const id = await openDialog("links")
    await click(find("dialog button", "Bağlantıları oluştur"))
    await until(() => expect(dialog()?.textContent).toContain("Bu bağlantılar yalnızca şimdi gösterilir"))
    const { people, invited, answered } = await counts(id)
    expect([invited, answered]).toEqual([people, 0])
    expect(document.activeElement).toBe(find("dialog button", "Tümünü kopyala"))
    expect(links()).toHaveLength(Math.min(100, people))
    const token = links()[0]?.split("/").at(-1)
    expect((await screens.api().call("GET", `/go/survey/${token}`)).value).toMatchObject({ id, state: "open" })
    const file = await downloadOf(() => click(find("dialog button", "CSV indir")))
    expect(file.lines[0]).toContain("Departman;Bağlantı")
    expect(file.lines.filter(line => line.includes("/go/survey/"))).toHaveLength(people)
    await click(find("dialog button", "Kapat"))
    await until(() => expect(dialog()).toBeNull())
    await until(() => expect(main()).toContain("Yanıt oranı: %0"))
  })

  it("prints the links as cards, each with the code of its own link", async () => {
    const print = vi.fn()
    vi.stubGlobal("print", print)
    const { users } = (await send("GET", "/user/list?pageSize=100&status=1")).value
    const { departmentId } = users.find((row: { departmentId: string }) => row.departmentId)
    await openDialog("links", { departmentIds: [departmentId] })
    await click(find("dialog button", "Bağlantıları oluştur"))
    await until(() => expect(links().length).toBeGreaterThan(1))
    const texts = links()
    await click(find("dialog button", "Kart olarak yazdır"))
    await until(() => expect(print).toHaveBeenCalledOnce())
    const cards = [...document.querySelectorAll(".print-sheet .invitation-cards li")].slice(0, texts.length)
    const { value: codes } = await send("POST", "/qr", { texts })
    expect(cards.map(card => [card.querySelector("code")?.textContent, card.querySelector("path")?.getAttribute("d")])).toEqual(
      texts.map((text, at) => [text, codes[at].path]),
    )
  })

  it("asks back before links are closed that nobody took", async () => {
    await openDialog("links")
    await click(find("dialog button", "Bağlantıları oluştur"))
    await until(() => expect(dialog()?.textContent).toContain("yalnızca şimdi gösterilir"))
    await click(find("dialog button", "Kapat"))
    await until(() => expect(document.body.textContent).toContain("Bağlantılar kaydedilmeden kapatılsın mı?"))
    await click(find("dialog button", "Bağlantılara dön"))
    expect(links().length).toBeGreaterThan(0)
    await click(find("dialog button", "Kapat"))
    await click(find("dialog button", "Kaydetmeden kapat"))
    await until(() => expect(dialog()).toBeNull())
  })

  it("mails the links to the departments that were chosen, and invites nobody twice", async () => {
    const id = await create()
    const { value: departments } = await send("GET", "/department/list")
    const { value: users } = await send("GET", "/user/list?pageSize=100&status=1")
    const department = departments.find(({ id: of }: { id: string }) =>
      users.users.some(({ departmentId }: { departmentId: string }) => departmentId === of),
    )
    await screens.open("tr", `survey-management/${id}`)
    await until(() => expect(main()).toContain("Hedef kitle"))
    await click(find("main button", "Davet et"))
    await until(() => expect(element("#invite-departments")).toBeTruthy())
    await click(element("#invite-departments"))
    await until(() => expect(document.querySelectorAll("[role=option]").length).toBeGreaterThan(0))
    await click(find("[role=option]", department.name))
    await click(find("dialog button", "Davetleri gönder"))
    await until(() => expect(dialog()?.textContent).toMatch(/\d+ kişiye davet e-postası gönderildi/))
    const { people, invited } = await counts(id)
    expect(invited).toBeGreaterThan(0)
    expect(invited).toBeLessThan(people)
    expect(dialog()?.textContent).toContain(`${invited} kişiye`)
  })

  it("by mail names the people whom no mail reached, who can be invited again", async () => {
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
      const { users } = (await send("GET", "/user/list?pageSize=100&status=1")).value
      const { departmentId } = users.find((row: { departmentId: string }) => row.departmentId)
      const id = await openDialog("mail", { departmentIds: [departmentId] })
      await click(find("dialog button", "Davetleri gönder"))
      await until(() => expect(dialog()?.textContent).toMatch(/\d+ kişiye davet e-postası gönderildi/))
      await click(find("dialog button", "Kapat"))
      await until(() => expect(main()).toContain("1 kişiye davet e-postası ulaşmadı"))
      expect(main()).toContain(`(${refused})`)
      const { people, invited } = await counts(id)
      expect(people - invited).toBe(1)
      await click(find("main button", "Davet et"))
      await until(() => expect(dialog()?.textContent).toContain("1 kişi henüz davet edilmedi"))
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

  it("follow each other until nobody is left; all links are listed", async () => {
    answers = [lotOf(3, 2), lotOf(2, 0)]
    await openDialog("links")
    await click(find("dialog button", "Bağlantıları oluştur"))
    await until(() => expect(dialog()?.textContent).toContain("5 bağlantı hazır"))
    expect(links()).toHaveLength(5)
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
  })

  it.each([
    [500, "Bir hata oluştu", true],
    [409, "Davetler gönderilemedi", false],
    [404, "Bağlı sunucu bu işlemi desteklemiyor.", false],
  ])(
    "that fail with %i keep the links of those before, say what may be lost, and can be repeated",
    async (status, words, isLost) => {
      answers = [lotOf(3, 2), () => envelope(status), lotOf(2, 0)]
      await openDialog("links")
      await click(find("dialog button", "Bağlantıları oluştur"))
      await until(() => expect(dialog()?.querySelector("[role=alert]")?.textContent).toContain(words))
      expect(dialog()?.textContent).toContain("3 kişi davet edildikten sonra işlem durdu.")
      expect(dialog()?.textContent?.includes("yeniden denediğinizde gelir")).toBe(isLost)
      expect(links()).toHaveLength(3)
      await click(find("dialog button", "Yeniden dene"))
      await until(() => expect(links()).toHaveLength(5))
    },
  )
})
