import { afterEach, beforeAll, describe, expect, it, vi } from "vitest"
import { consoleIcons } from "../../src/ui/display/icons/console-icons"
import { accounts } from "../api"
import { hasExtensions } from "../extensions"
import { click, find, main, press, rows, speak, type, until } from "../kit"
import { consoleOnApi } from "../modules/kit"
import { sample } from "../rounds"

/** Whose record it is: marks, columns, filters, reasons and words by role, and the name of the person. */
const screens = consoleOnApi()
const open = screens.openAs

beforeAll(async () => {
  for (const email of [accounts.elif, accounts.mert])
    await screens.api().call("POST", "/brand/create", {
      token: await screens.api().signIn(email),
      body: { name: `İş ortağı ${email}`, status: 1 },
    })
})
afterEach(() => {
  hasExtensions(true)
})

/** Answers a call in place of the API, by its path. */
const answer = (byPath: (path: string) => Response | undefined) => {
  screens.fault = ({ url }) => byPath(new URL(url).pathname)
}
const json = (value: unknown, status = 200) => new Response(JSON.stringify({ isSuccess: status < 400, value }), { status })
const heads = () => [...document.querySelectorAll("thead th")].map(head => head.textContent)
const cells = (label: string) => [...document.querySelectorAll(`td[data-label="${label}"]`)].map(cell => cell.textContent)
const get = async (path: string, email: string) =>
  (await screens.api().call("GET", path, { token: await screens.api().signIn(email) })).value

type Owned = { id: string; tenantId: string | null; title?: string; name?: string; cardName?: string }
const listed = async (call: string, member: string, email: string, query = ""): Promise<Owned[]> =>
  (await get(`/${call}/list?pageSize=100${query}`, email))[member]

/** Gift cards have the mark in a column of their own. */
it.each([
  ["campaigns", "campaign", "campaigns"],
  ["gift-management", "gift", "gifts"],
] as const)("marks the platform's records on %s for a company, and no record of its own", async (screen, call, member) => {
  const all = await listed(call, member, accounts.elif)
  const own = new Set((await get("/tenant/get-all", accounts.elif)).map(({ id }: { id: string }) => id))
  await open(`/user/${screen}?pageSize=100`, accounts.elif)
  await until(() => expect(rows()).toHaveLength(all.length))
  const marked = rows().filter(
    row => row.querySelector(".owner-mark, .gift-validity .badge[data-tone=info]")?.textContent === "Platform",
  )
  expect(marked).toHaveLength(all.filter(({ tenantId }) => tenantId === null).length)
  expect(rows().length - marked.length).toBe(all.filter(({ tenantId }) => own.has(tenantId ?? "")).length)
  expect(heads()).not.toContain("Sahibi")
})

it("says why a company cannot edit the platform's record, and nothing on its own", async () => {
  const reason = "Bu kayıt platforma ait. Görüntüleyebilir ve çoğaltabilirsiniz, ancak düzenleyemezsiniz."
  const platforms = (await listed("campaign", "campaigns", accounts.elif)).find(({ tenantId }) => tenantId === null)
  await open(`/user/campaigns/${platforms?.id}`, accounts.elif)
  await until(() => expect(main()).toContain(reason))
  expect(document.querySelector("main a[href*='/edit/']")).toBeNull()
  expect(document.querySelector(".page-header .badge[data-tone=info]:last-child")?.textContent).toBe("Platform")
  const own = (await listed("campaign", "campaigns", accounts.elif)).find(({ tenantId }) => tenantId !== null)
  await open(`/user/campaigns/${own?.id}`, accounts.elif)
  await until(() => expect(document.querySelector("main a[href*='/edit/']")).toBeTruthy())
  expect(document.querySelector(".read-only-note")).toBeNull()
})

it.each([["partner-management", "brand", "brands"]] as const)(
  "has a company column and filter on %s for the platform",
  async (screen, call, member) => {
    const companies: { id: string; name: string }[] = await get("/tenant/get-all", accounts.admin)
    const owner = companies.find(({ name }) => name === "Sarıkum Lojistik")
    const expected = await listed(call, member, accounts.admin, `&tenantId=${owner?.id}`)
    await open(`/admin/${screen}?pageSize=100&tenantId=${owner?.id}`, accounts.admin)
    await until(() => expect(rows()).toHaveLength(expected.length))
    expect(expected.length).toBeGreaterThan(0)
    expect(new Set(cells("Sahibi"))).toEqual(new Set(["Sarıkum Lojistik"]))
    expect(document.querySelector(".owner-mark")).toBeNull()
    const filter = document.querySelector<HTMLInputElement>("input[aria-label=Sahibi]")
    await until(() => expect(filter?.value).toBe("Sarıkum Lojistik"))
    const options = () => [...document.querySelectorAll("[role=option]")].map(({ textContent }) => textContent)
    await type(filter, "platf")
    await until(() => expect(options()).toEqual(["Platform"]))
  },
)

describe("a copy by the platform", () => {
  /** Saves a copy of Sarıkum's first record. Returns both, what the form showed, and what it sent. */
  const copied = async (screen: string, call: string, member: string, change = async () => {}) => {
    const companies: { id: string; name: string }[] = await get("/tenant/get-all", accounts.admin)
    const owner = companies.find(({ name }) => name === "Sarıkum Lojistik")
    const [item] = await listed(call, member, accounts.admin, `&tenantId=${owner?.id}`)
    const original = await get(`/${call}/${item?.id}`, accounts.admin)
    const send = vi.spyOn(globalThis, "fetch")
    await open(`/admin/${screen}/add?from=${item?.id}`, accounts.admin)
    await until(() => expect(document.querySelector(".action-bar [type=submit]")).toBeTruthy())
    const shown = main()
    await change()
    await click(document.querySelector(".action-bar [type=submit]"))
    await until(() => expect(document.querySelector("main form")).toBeNull())
    const sent = send.mock.calls.find(([url]) => /\/create(\?|$)/.test(String(url)))
    send.mockRestore()
    const made = await get(`/${call}/${location.pathname.split("/").at(-1)}`, accounts.admin)
    return { original, made, shown, body: JSON.parse(String(sent?.[1]?.body)) }
  }

  const modules = [
    ["campaigns", "campaign", "campaigns"],
    ["announcement-management", "announcement", "announcements"],
    ["partner-management", "brand", "brands"],
    ["payment-management", "payment", "payments"],
    ["gift-management", "gift", "gifts"],
    ["survey-management", "survey", "surveys"],
  ] as const
  it.each(sample(modules, 2))(
    "on %s keeps owner and audience of its original, and says whose it is",
    async (screen, call, member) => {
      const { original, made } = await copied(screen, call, member, async () => {
        await until(() => expect((document.getElementById("tenantId") as HTMLInputElement).value).toBe("Sarıkum Lojistik"))
      })
      expect([made.tenantId, made.tenantIds]).toEqual([original.tenantId, original.tenantIds])
    },
  )

  it("can be given to the platform", async () => {
    const { made } = await copied("campaigns", "campaign", "campaigns", async () => {
      await until(() => find("button", "Sarıkum Lojistik seçimini kaldır"))
      await click(find("button", "Sarıkum Lojistik seçimini kaldır"))
    })
    expect(made.tenantId).toBeNull()
  })

  it("is for its owner alone where the server takes no owner", async () => {
    hasExtensions(false)
    const { original, made, shown, body } = await copied("campaigns", "campaign", "campaigns")
    expect(shown).toContain("Kaydın sahibiSahibiPlatform")
    expect([original.tenantIds, "tenantId" in body, made.tenantIds]).toEqual([[], false, [original.tenantId]])
  })
})

it("shows nothing as a company's where the server ignores the filter", async () => {
  const [company] = await get("/tenant/get-all", accounts.admin)
  const value = await get("/campaign/list", accounts.admin)
  hasExtensions(false)
  answer(path => (path.endsWith("/campaign/list") ? json(value) : undefined))
  await open(`/admin/campaigns?tenantId=${company.id}`, accounts.admin)
  await until(() => expect(main()).toContain("Bağlı sunucu bu filtreyi desteklemiyor. Filtreyi kaldırın."))
  expect(rows()).toHaveLength(0)
})

it("offers no filter by company without extensions", async () => {
  hasExtensions(false)
  await open("/admin/campaigns", accounts.admin)
  await until(() => expect(rows().length).toBeGreaterThan(0))
  expect(heads()).toContain("Sahibi")
  expect(document.querySelector("[aria-label=Sahibi]")).toBeNull()
})

describe("the administrator of a subsidiary", () => {
  const email = "sube@yesilova.example"
  let offered: { id: string; title: string }
  let own: { id: string; title: string }

  beforeAll(async () => {
    const companies: { id: string; name: string; parentId: string | null }[] = await get("/tenant/get-all", accounts.admin)
    const parent = companies.find(({ name }) => name === "Yeşilova Grup")
    const subsidiary = companies.find(({ parentId }) => parentId === parent?.id)
    const body = { email, firstName: "Şule", lastName: "Bayrak" }
    const token = await screens.api().signIn(accounts.admin)
    expect((await screens.api().call("POST", `/tenant/${subsidiary?.id}/admins`, { token, body })).status).toBe(200)
    const announce = async (account: string, title: string) => {
      const body = { title, description: "Özet", body: "Metin", type: 0, status: 1, tenantIds: subsidiary ? [subsidiary.id] : [] }
      const answer = await screens
        .api()
        .call("POST", "/announcement/create", { token: await screens.api().signIn(account), body })
      return answer.value
    }
    offered = await announce(accounts.elif, "Ana şirketin duyurusu")
    own = await announce(email, "Şubenin duyurusu")
  })
  const shown = (title: string) => rows().find(row => row.textContent?.includes(title))
  const listed = async () => {
    await open("/user/announcement-management?pageSize=100", email)
    await until(() => expect(shown(offered.title)?.querySelector(".owner-mark path")?.getAttribute("d")).toBe(consoleIcons.lock))
  }
  const itemsOf = async (title: string) => {
    await click(shown(title)?.querySelector("button[aria-haspopup=menu]"))
    const items = [...document.querySelectorAll("[role=menuitem]")]
    await press(document.querySelector("[role=menu]"), "Escape")
    return items.map(item => [item.textContent, item.getAttribute("aria-disabled")])
  }

  it("reads in the row's menu and the bulk bar why a record of the parent company cannot be edited, and may edit their own", async () => {
    await listed()
    const items = await itemsOf(offered.title)
    expect(items).toContainEqual(["DüzenleBaşka bir şirkete ait", "true"])
    expect(items).not.toContainEqual(["Sil", null])
    expect(await itemsOf(own.title)).toEqual(
      expect.arrayContaining([
        ["Düzenle", null],
        ["Sil", null],
      ]),
    )
    for (const { title } of [offered, own]) await click(shown(title)?.querySelector("input[type=checkbox]"))
    await click(find(".bulk-bar button", "Sil"))
    expect(document.querySelector("dialog")?.textContent).toContain("Ana şirketin duyurusuBaşka bir şirkete ait")
  })

  it.each(["", "edit/"])("reads the reason on the page of the record (%s)", async part => {
    await open(`/user/announcement-management/${part}${offered.id}`, email)
    await until(() => expect(main()).toContain("Bu kayıt başka bir şirkete ait"))
    expect(document.querySelector("main form, main a[href*='/edit/']")).toBeNull()
    expect(document.querySelectorAll("h1")).toHaveLength(1)
  })

  it("leaves the decision to the server where the companies cannot be loaded", async () => {
    answer(path => (path.endsWith("/tenant/get-all") ? json(null, 500) : undefined))
    await open(`/user/announcement-management/${offered.id}`, email)
    await until(() => expect(document.querySelector("main a[href*='/edit/']")).toBeTruthy())
  })
})

describe("a company with subsidiaries", () => {
  it.each([
    ["of a subsidiary", { parentId: "own" }, true],
    ["of a company without a named parent", {}, true],
    ["of a company that is no subsidiary", { parentId: null }, false],
  ])("may change records %s as the companies tell", async (_, company, isChangeable) => {
    const own = (await get("/tenant/mytenant", accounts.elif)).id
    const [record] = (await get("/announcement/list", accounts.elif)).announcements
    const other = "11111111-1111-4111-8111-111111111111"
    const parent = "parentId" in company ? { parentId: company.parentId && own } : {}
    answer(path => {
      if (path.endsWith("/tenant/get-all"))
        return json([
          { id: own, name: "Biz", parentId: null },
          { id: other, name: "Öteki", ...parent },
        ])
      return path.endsWith(`/announcement/${record.id}`) ? json({ ...record, tenantId: other, tenantName: "Öteki" }) : undefined
    })
    await open(`/user/announcement-management/${record.id}`, accounts.elif)
    await until(() => expect(document.querySelector(".page-header .badge[data-tone=info]:last-child")?.textContent).toBe("Öteki"))
    await until(() => expect(document.querySelector("main a[href*='/edit/']") !== null).toBe(isChangeable))
  })
})

describe("words by role", () => {
  it.each([
    ["/user/announcement-management", accounts.elif, "Çalışanlarınıza ulaşan"],
    ["/admin/announcement-management", accounts.admin, "Şirketlerin çalışanlarına ulaşan"],
  ])("on %s", async (path, email, words) => {
    await open(path, email)
    await until(() => expect(document.querySelector(".page-header")?.textContent).toContain(words))
  })
})

describe("the name of the person", () => {
  const withClaims = (claims: object) => (token: string) => {
    const [head, payload = "", signature] = token.split(".")
    const read = JSON.parse(Buffer.from(payload, "base64url").toString())
    return [head, Buffer.from(JSON.stringify({ ...read, ...claims })).toString("base64url"), signature].join(".")
  }
  /** Answers the account call; every other call answers nothing, because the API refuses a token with other claims. */
  const me =
    (value: unknown, status = 200) =>
    (path: string) =>
      path.startsWith("/backend/") ? (path.endsWith("/api/auth/me") ? json(value, status) : json([])) : undefined

  /** Names of claims: test/modules/account.test.ts. */
  it.each([
    ["the account call", "Elif Yılmaz", {}, () => undefined],
    ["the token", "Işıl Öztürk", { given_name: "Işıl", family_name: "Öztürk" }, me(null, 404)],
    ["the address, where the server has no such call", accounts.elif, {}, me(null, 404)],
  ] as const)("comes from %s", async (_, name, claims, answered) => {
    answer(answered)
    speak("tr")
    await screens.signIn(accounts.elif, withClaims(claims))
    await screens.show("/user/profile")
    await until(() => expect(document.querySelector(".topbar__name")?.textContent).toBe(name))
    expect(document.querySelector(".sidebar__foot .avatar")?.textContent).toBe(name === "Işıl Öztürk" ? "IÖ" : "EY")
  })
})
