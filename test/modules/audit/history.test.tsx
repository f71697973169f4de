import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest"
import type { Language } from "../../../src/core/text/i18n"
import { startUndo } from "../../../src/effects/undo"
import { config } from "../../../src/state/config"
import { withoutExtensions } from "../../extensions"
import { act, click, find, main, speak, until } from "../../kit"
import { addDepartment } from "../../people"
import { sample } from "../../rounds"
import { consoleOnApi, envelope } from "../kit"

/** The history of every kind of record, by the labels and with the values of its form, and the return to an earlier version. */
const screens = consoleOnApi()

const tokens: Partial<Record<Language, string>> = {}
const send = async (method: string, path: string, body?: unknown, by: Language = "tr") => {
  tokens[by] ??= await screens.token(by)
  const answer = await screens.api().call(method, path, { token: tokens[by], body })
  expect(answer.status, `${method} ${path}: ${JSON.stringify(answer.body)}`).toBeLessThan(300)
  return answer
}
const create = async (path: string, body: object): Promise<string> => (await send("POST", path, body)).value.id

/** Label, before and after of the rows of the first entry. */
const changes = (root: ParentNode | null = document.querySelector(".history > li")) =>
  [...(root?.querySelectorAll(".changes tbody tr") ?? [])].map(row => [...row.children].map(cell => cell.textContent))
const entries = () => [...document.querySelectorAll(".history > li")]

let stopUndo = () => {}
beforeAll(() => {
  config.feedback = "api"
})
beforeEach(() => {
  stopUndo = startUndo()
})
afterEach(() => stopUndo())

type Row = {
  kind: string
  /** Makes a record and changes it. @returns its id */
  make: () => Promise<string>
  path: string
  /** What the change reads as: label, before, after. */
  shown: { tr: string[][]; en?: string[][] }
}

let references = { brandId: "", categoryId: "" }
beforeAll(async () => {
  const categoryId = (await send("GET", "/category/list")).value[0].id
  references = { categoryId, brandId: await create("/brand/create", { name: "Gönderme ortağı" }) }
})

const draw = {
  title: "Geçmişli çekiliş",
  description: "Özet",
  method: 0,
  eligibility: 0,
  status: 0,
  startDate: "2026-04-01T09:00:00Z",
  endDate: "2026-04-20T09:00:00Z",
  drawDate: "2026-04-21T09:00:00Z",
}
const prize = { name: "Bisiklet", type: 0, quantity: 1, value: 9000, imageUrl: null }

const rows: Row[] = [
  {
    kind: "campaign",
    make: async () => {
      const period = { startDate: "2041-04-01T09:00:00Z", endDate: "2041-05-01T09:00:00Z" }
      const reward = { rewardType: 0, rewardValue: 20, participantLimit: 1500 }
      const body = { title: "Kampanya", description: "Özet", status: 0, ...references, ...period, ...reward }
      const id = await create("/campaign/create", body)
      await send("PUT", "/campaign/update", {
        campaignId: id,
        rewardValue: 25,
        participantLimit: null,
        endDate: "2042-06-01T09:00:00Z",
      })
      return id
    },
    path: "campaigns",
    shown: {
      tr: [
        ["İndirim", "%20 indirim", "%25 indirim"],
        ["Bitiş", "1 May 2041 12:00", "1 Haz 2042 12:00"],
        ["Kontenjan", "1.500", "Sınırsız"],
      ],
      en: [
        ["Discount", "20% off", "25% off"],
        ["End", "1 May 2041 12:00", "1 Jun 2042 12:00"],
        ["People limit", "1,500", "Unlimited"],
      ],
    },
  },
  {
    kind: "draw",
    make: async () => {
      const id = await create("/draw/create", { ...draw, prizes: [prize] })
      await send("PUT", "/draw/update", { id, prizes: [{ ...prize, quantity: 3 }], status: 1 })
      return id
    },
    path: "draws",
    shown: {
      tr: [
        ["Ödüller", "Bisiklet", "Bisiklet ×\u00a03"],
        ["Durum", "Taslak", "Katılım açık"],
      ],
    },
  },
  {
    kind: "announcement",
    make: async () => {
      const id = await create("/announcement/create", { title: "Duyuru", description: "Özet", body: "Metin", type: 0, status: 0 })
      await send("PUT", "/announcement/update", { announcementId: id, type: 3, endDate: "2042-06-01T09:00:00Z" })
      return id
    },
    path: "announcement-management",
    shown: {
      tr: [
        ["Tür", "Genel", "Acil"],
        ["Yayın bitişi", "Süresiz", "1 Haz 2042 12:00"],
      ],
    },
  },
  {
    kind: "survey",
    make: async () => {
      const id = await create("/survey/create", { title: "Anket", type: 2, status: 0, questions: [] })
      await send("PUT", "/survey/update", { id, questions: [{ text: "Memnun musunuz?", type: "yes_no" }] })
      return id
    },
    path: "survey-management",
    shown: { tr: [["Sorular", "—", "Memnun musunuz?"]] },
  },
  {
    kind: "partner, whose contacts are three lists on the wire",
    make: async () => {
      const id = await create("/brand/create", {
        name: "Ortak",
        contactPersons: ["Ali"],
        emails: ["ali@ortak.example"],
        phones: [""],
      })
      const lists = { contactPersons: ["Ali", "Veli"], emails: ["ali@ortak.example", ""], phones: ["", "05321112233"] }
      await send("PUT", "/brand/update", { id, ...lists, categoryId: references.categoryId })
      return id
    },
    path: "partner-management",
    shown: {
      tr: [
        ["Kategori", "—", expect.stringMatching(/^\p{L}/u) as unknown as string],
        ["İletişim kişileri", "Ali · ali@ortak.example", "Ali · ali@ortak.example\nVeli · 05321112233"],
      ],
    },
  },
  {
    kind: "payment provider",
    make: async () => {
      const id = await create("/payment/create", { name: "Sağlayıcı" })
      await send("PUT", "/payment/update", { id, address: "Kızılay, Ankara", status: 0 })
      return id
    },
    path: "payment-management",
    shown: {
      tr: [
        ["Durum", "Aktif", "Pasif"],
        ["Adres", "(boş)", "Kızılay, Ankara"],
      ],
    },
  },
  {
    kind: "gift card",
    make: async () => {
      const id = await create("/gift/create", { cardName: "Kart", apiIntegrationCode: "gizli-4711" })
      await send("PUT", "/gift/update", { id, maxUsage: 2500, brandId: references.brandId, apiIntegrationCode: "gizli-4712" })
      return id
    },
    path: "gift-management",
    shown: {
      tr: [
        ["Marka", "—", "Gönderme ortağı"],
        ["Kullanım sınırı", "Sınırsız", "2.500"],
      ],
    },
  },
  {
    kind: "feedback",
    make: async () => {
      const id = await create("/feedback/create", { type: 0, subject: "Konu", description: "Açıklama", priority: 1 })
      await send("PUT", "/feedback/update", { id, priority: 3 })
      return id
    },
    path: "feedback-management",
    shown: { tr: [["Öncelik", "Orta", "Kritik"]] },
  },
  {
    kind: "subsidiary, whose networks are one member on the wire",
    make: async () => {
      const { value } = await send("GET", "/tenant/get-all")
      const own = (await send("GET", "/tenant/getcurrenttenantid")).value
      const { id } = value.find((company: { parentId: string | null }) => company.parentId === own)
      const { value: stored } = await send("GET", `/tenant/${id}`)
      const socialMedia = { ...stored.socialMedia, linkedIn: "https://www.linkedin.com/company/yeni" }
      await send("PUT", "/tenant/tenant-admin/update", { ...stored, tenantId: id, industry: 4, socialMedia: stored.socialMedia })
      await send("PUT", "/tenant/tenant-admin/update", { ...stored, tenantId: id, industry: 5, socialMedia })
      return id
    },
    path: "company-subsidiary",
    shown: {
      tr: [
        ["Sektör", "Sağlık", "Eğitim"],
        ["LinkedIn", expect.anything() as unknown as string, "https://www.linkedin.com/company/yeni"],
      ],
    },
  },
  {
    kind: "person",
    make: async () => {
      const person = { firstName: "Ada", lastName: "Kaya", phoneNumber: "05321112244", role: "user", status: 1 }
      const id = await create("/user/create", { ...person, email: "ada.kaya@yesilova.example" })
      await send("PUT", `/api/users/update/${id}`, { score: 1250, hiredAt: "2024-03-01" })
      return id
    },
    path: "/user",
    shown: {
      tr: [
        ["İşe başlama tarihi", "—", "1 Mar 2024"],
        ["Puan", "—", "1.250"],
      ],
    },
  },
]

describe("the history shows, as the form does, before and after", () => {
  it.each(sample(rows, 5))("of a $kind", async ({ make, path, shown }) => {
    const id = await make()
    await screens.open("tr", `${path}/${id}?tab=history`)
    await until(() => expect(changes()).toEqual(shown.tr))
    expect(main()).toContain("Elif Yılmaz")
    expect(main()).not.toMatch(/gizli-471/)
    if (!shown.en) return
    await act(async () => speak("en"))
    await until(() => expect(changes()).toEqual(shown.en))
  })

  it("of a draw's steps, and of members that no form has", async () => {
    const past = { startDate: "2026-02-01T09:00:00Z", endDate: "2026-02-20T09:00:00Z", drawDate: "2026-02-21T09:00:00Z" }
    const who = { eligibility: 1, departmentId: await addDepartment(screens.api(), "Katılanlar", 3) }
    const id = await create("/draw/create", { ...draw, ...past, ...who, status: 1, prizes: [prize] })
    await send("POST", `/draw/${id}/lock`, {})
    await screens.open("tr", `draws/${id}?tab=history`)
    await until(() => expect(entries()).toHaveLength(2))
    const [code, count] = changes()
    expect([code?.[0], count?.[0]]).toEqual(["Kilit kodu", "Katılımcı sayısı"])
    expect(code?.[1]).toMatch(/^[0-9a-f]{64}$/)
    expect(main()).toContain("Kilitlenmiş bir çekiliş düzenlenemez.")
    expect(find(".history summary", /Oluşturuldu/)).toBeTruthy()
    expect(document.querySelectorAll(".history button")).toHaveLength(0)
  })

  it("of a member with an unknown name by its name on the wire, of a list what differs, and of a long text shortened", async () => {
    const id = await create("/brand/create", { name: "Uzun" })
    const entry = (at: string, before: object, after: object) => ({
      ...{ id: at, at: "2026-03-10T09:00:00Z", actorId: null, actorEmail: "biri@uzak.example", tenantId: null },
      ...{ entity: "brand", entityId: id, action: "update", before, after },
    })
    const member = { name: "Uzun", status: 1, description: "", contactPersons: [], emails: [], phones: [] }
    const changed = { ...member, loyaltyTier: 7, description: "Sözcük ".repeat(60), codes: ["b", "c", "d"] }
    screens.break("GET /audit/list", () =>
      envelope(200, {
        isSuccess: true,
        value: { entries: [entry("2", { ...member, codes: ["a", "b", "c"] }, changed), entry("1", {}, member)], totalCount: 2 },
      }),
    )
    await screens.open("tr", `partner-management/${id}?tab=history`)
    await until(() => expect(changes().map(([label]) => label)).toEqual(["Açıklama", "codes", "loyaltyTier"]))
    expect(changes().slice(1)).toEqual([
      ["codes", '["a"] 2 girdi aynı', '["d"] 2 girdi aynı'],
      ["loyaltyTier", "(boş)", "7"],
    ])
    const text = () => changes()[0]?.[2] ?? ""
    expect(text().length).toBeLessThan(200)
    await click(find(".changes button", "Devamını göster"))
    expect(text()).toContain("Sözcük ".repeat(60).trim())
  })

  it("is no tab without extensions and for a record of the platform, and is loaded again where its call was missing", async () => {
    const id = await create("/brand/create", { name: "Geçmişli" })
    screens.break("GET /audit/list", () => envelope(405))
    await screens.open("tr", `partner-management/${id}?tab=history`)
    await until(() => expect(main()).toContain("Bağlı sunucu bu işlemi desteklemiyor"))
    screens.break()
    await click(find("button", "Yeniden dene"))
    await until(() => expect(entries()).toHaveLength(1))
    const { value } = await send("POST", "/brand/create", { name: "Platformun ortağı" }, "en")
    await screens.open("tr", `partner-management/${value.id}`)
    await until(() => expect(main()).toContain("Bu kayıt platforma ait."))
    expect(main()).not.toContain("Geçmiş")
    await screens.close()
    withoutExtensions()
    const without = await create("/brand/create", { name: "Eklentisiz" })
    await screens.open("tr", `partner-management/${without}`)
    await until(() => expect(main()).toContain("Eklentisiz"))
    expect(main()).not.toContain("Geçmiş")
  })
})

describe("an earlier version", () => {
  const dialog = () => document.querySelector("dialog[open]")
  const opens = async (entry: number) => {
    await until(() => expect(entries().length).toBeGreaterThan(entry))
    await click(find("button", /dön$/, entries()[entry]))
    await until(() => expect(dialog()?.querySelector(".changes, .dialog__body p")).toBeTruthy())
  }

  it("becomes the newest one after a question that shows what changes, also meanwhile, and this is undone", async () => {
    const id = await create("/brand/create", { name: "Birinci", location: "Ankara" })
    await send("PUT", "/brand/update", { id, name: "İkinci" })
    await send("PUT", "/brand/update", { id, location: "İzmir" })
    await screens.open("tr", `partner-management/${id}?tab=history`)
    await opens(2)
    // Changes of one minute have names of their own.
    expect(find("button", /dön$/, entries()[2]).getAttribute("aria-label")).toMatch(/\d\d:\d\d:\d\d$/)
    expect(find("h2", "Birinci: bu sürüme dönülsün mü?", dialog() ?? undefined)).toBeTruthy()
    expect(changes(dialog())).toEqual([
      ["İş ortağı adı", "İkinci", "Birinci"],
      ["Konum", "İzmir", "Ankara"],
    ])
    await click(find("dialog[open] button", "Bu sürüme dön"))
    await until(() => expect(entries()[0]?.textContent).toContain("Önceki sürüm geri getirildi"))
    expect(document.activeElement?.id).toBe("main")
    const read = async () => (await send("GET", `/brand/${id}`)).value
    expect(await read()).toMatchObject({ name: "Birinci", location: "Ankara" })
    await until(() => expect(document.querySelector("h1")?.textContent).toBe("Birinci"))

    await click(find(".toast button", "Geri al"))
    await until(() => expect(document.querySelector("h1")?.textContent).toBe("İkinci"))
    expect(await read()).toMatchObject({ name: "İkinci", location: "İzmir" })
    await until(() => expect(entries()).toHaveLength(5))

    // One that equals the current one is not offered again.
    await opens(2)
    expect(dialog()?.textContent).toContain("Güncel sürüm zaten bu değerlere sahip.")
    expect(dialog()?.querySelector(".btn--primary")).toBeNull()
    await click(dialog()?.querySelector(".dialog__foot button"))

    // What somebody changed while the question was open is compared, and asked again.
    await opens(4)
    await send("PUT", "/brand/update", { id, location: "Bursa" })
    await click(find("dialog[open] button", "Bu sürüme dön"))
    await until(() => expect(dialog()?.querySelector(".alert")?.textContent).toContain("Kayıt bu sırada değişti"))
    await until(() =>
      expect(changes(dialog())).toEqual([
        ["İş ortağı adı", "İkinci", "Birinci"],
        ["Konum", "Bursa", "Ankara"],
      ]),
    )
    expect(await read()).toMatchObject({ name: "İkinci", location: "Bursa" })
    await until(() => expect(dialog()?.querySelector(".btn--primary[aria-busy]")).toBeNull())
    await click(find("dialog[open] button", "Bu sürüme dön"))
    await until(() => expect(dialog()).toBeNull())
    expect(await read()).toMatchObject({ name: "Birinci", location: "Ankara" })
  })

  it("names only what it restores, and what it keeps", async () => {
    const id = await create("/feedback/create", { subject: "Eski konu", description: "Açıklama", type: 0 })
    await send("POST", "/feedback/respond", { feedbackId: id, message: "Yazılan not", isInternal: true })
    await send("PUT", "/feedback/update", { id, subject: "Yeni konu" })
    await screens.open("tr", `feedback-management/${id}?tab=history`)
    await opens(2)
    await until(() => expect(changes(dialog())).toEqual([["Konu", "Yeni konu", "Eski konu"]]))
    expect(dialog()?.textContent).toContain("Olduğu gibi kalır: Yazışma, Dosyalar")
    await click(find("dialog[open] button", "Bu sürüme dön"))
    await until(() => expect(dialog()).toBeNull())
    const restored = (await send("GET", `/feedback/${id}`)).value
    expect([restored.subject, restored.conversations.length]).toEqual(["Eski konu", 1])
  })

  it("is not restored where the server refuses, whose words the question shows", async () => {
    const brandId = await create("/brand/create", { name: "Silinecek ortak" })
    const id = await create("/gift/create", { cardName: "Bağlı kart", brandId })
    await send("PUT", "/gift/update", { id, brandId: references.brandId })
    await send("DELETE", `/brand/${brandId}`)
    await screens.open("tr", `gift-management/${id}?tab=history`)
    await opens(1)
    await click(find("dialog[open] button", "Bu sürüme dön"))
    await until(() => expect(dialog()?.querySelector("[role=alert]")?.textContent).toContain("Bu sürüm geri getirilemez"))
    expect((await send("GET", `/gift/${id}`)).value.brandId).toBe(references.brandId)
  })
})
