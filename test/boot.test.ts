// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { nameInToken } from "../src/modules/account/api"

/** boot.ts runs on import: each test lays out a page and a browser, then lets it run afresh. */

const defaults = { pageSize: 8, sortBy: "endDate", sortOrder: "desc" }
const campaigns = { list: { path: "/campaign/list", name: "campaigns", defaults } }
const form = `<form data-login novalidate><input name="email"><button type="submit">Kod gönder</button></form>`

const asked: { url: string; headers: Record<string, string>; cache: string | undefined }[] = []

/** A page listens for as long as it lives; these pages live for one test. */
const leftovers: (() => void)[] = []

const run = async ({
  config = '{"apiBaseUrl":"/backend/"}',
  body = "",
  path = "/admin/campaigns",
  search = "",
  isFirst = false,
  first = campaigns as object,
} = {}) => {
  for (const name of document.documentElement.getAttributeNames()) document.documentElement.removeAttribute(name)
  if (isFirst) document.documentElement.dataset.first = JSON.stringify(first)
  document.head.innerHTML = `<script type="application/json" id="config">${config}</script>`
  document.body.innerHTML = body
  history.replaceState(null, "", path + search)
  vi.resetModules()
  const listen = vi.spyOn(document, "addEventListener")
  await import("../src/boot")
  for (const [type, listener] of listen.mock.calls) leftovers.push(() => document.removeEventListener(type, listener))
  listen.mockRestore()
  if (!globalThis.boot) throw new Error("boot did not run")
  return globalThis.boot
}

const store = (values: Record<string, string | number>) => {
  for (const [key, value] of Object.entries(values)) localStorage.setItem(key, String(value))
}

const submit = (email: string) => {
  const field = document.querySelector("input") as HTMLInputElement
  field.value = email
  document.querySelector("form")?.dispatchEvent(new Event("submit", { bubbles: true, cancelable: true }))
}

beforeEach(() => {
  asked.length = 0
  vi.stubGlobal("fetch", async (url: string, options: { headers?: Record<string, string>; cache?: string } = {}) => {
    asked.push({ url, headers: options.headers ?? {}, cache: options.cache })
    return new Response("{}")
  })
})

afterEach(() => {
  globalThis.boot?.dispose()
  for (const leave of leftovers.splice(0)) leave()
  localStorage.clear()
  // biome-ignore lint/suspicious/noDocumentCookie: the product writes it so
  document.cookie = "i18nextLng=; Max-Age=0; Path=/"
  vi.unstubAllGlobals()
})

describe("language and theme", () => {
  it.each([
    ["the cookie", { cookie: "en", storage: "tr" }, "en"],
    ["storage", { storage: "en" }, "en"],
    ["the deployment", { config: '{"defaultLanguage":"en"}' }, "en"],
    ["Turkish for want of any", {}, "tr"],
    ["Turkish for an unknown one", { cookie: "de", storage: "fr" }, "tr"],
    ["Turkish on a broken page", { config: "{" }, "tr"],
  ])("takes the language from %s", async (_, given: { cookie?: string; storage?: string; config?: string }, language) => {
    // biome-ignore lint/suspicious/noDocumentCookie: the product writes it so
    if (given.cookie) document.cookie = `i18nextLng=${given.cookie}; Path=/`
    if (given.storage) store({ i18nextLng: given.storage })
    const boot = await run({ config: given.config })
    expect(boot.language).toBe(language)
    expect(document.documentElement.lang).toBe(language)
    expect(asked.map(({ url, cache }) => [url, cache])).toEqual([[`/locales/${language}/translation.json`, "no-store"]])
  })

  it.each([
    ['{"theme":"dark"}', "dark"],
    ['{"theme":"light"}', "light"],
    ['{"theme":"system"}', undefined],
    ["not JSON", undefined],
    ["null", undefined],
  ])("paints the theme of the settings %s before anything shows", async (settings, theme) => {
    store({ settings })
    await run()
    expect(document.documentElement.dataset.theme).toBe(theme)
  })

  it("runs where storage is blocked", async () => {
    vi.stubGlobal("localStorage", {
      getItem: () => {
        throw new DOMException("blocked")
      },
    })
    expect((await run()).language).toBe("tr")
    vi.unstubAllGlobals()
  })
})

describe("the first calls", () => {
  const user = JSON.stringify({ email: "a@b.example", userId: "1", role: "Administrator" })
  const session = { accessToken: "e30.e30.x", tokenExpiry: Date.now() + 3_600_000, refreshToken: "R", user }
  const frame = ["/backend/tenant/izinler", "/backend/tenant/mytenant", "/backend/api/auth/me"]
  const calls = () => asked.filter(({ url }) => url.startsWith("/backend/")).map(({ url }) => url)
  const lists = () => asked.filter(({ url }) => url.includes("/campaign/list"))

  it.each([
    ["", "page=0&pageSize=8&sortBy=endDate&sortOrder=desc"],
    ["?page=3&brandId=x", "page=2&pageSize=8&brandId=x&sortBy=endDate&sortOrder=desc"],
    ["?keyword=%20k%C4%B1%C5%9F%20&sortBy=title", "page=0&pageSize=8&keyword=k%C4%B1%C5%9F&sortBy=title&sortOrder=asc"],
  ])("ask for the list of a signed-in visitor as its screen would: %s", async (search, query) => {
    store(session)
    const boot = await run({ search, isFirst: true })
    const url = `/backend/campaign/list?${query}`
    expect(lists().map(call => call.url)).toEqual([url])
    expect(lists()[0]?.headers).toMatchObject({ Authorization: "Bearer e30.e30.x", "Accept-Language": "tr" })
    expect([...boot.calls.keys()].filter(called => !called.startsWith("/locales/"))).toEqual([url, ...frame])
    expect(boot.token).toBe("e30.e30.x")
  })

  it("ask for the texts of the page beside those of every page, whoever opens it", async () => {
    const boot = await run({ isFirst: true, first: { ...campaigns, texts: ["common", "campaigns"] } })
    const files = ["translation", "common", "campaigns"].map(name => `/locales/tr/${name}.json`)
    expect(asked.map(({ url, cache }) => [url, cache])).toEqual(files.map(url => [url, "no-store"]))
    expect([...boot.calls.keys()]).toEqual(files)
  })

  it("ask for the modules and the companies of a company's administrator", async () => {
    store({ ...session, user: JSON.stringify({ email: "a@b.example", userId: "2", role: "TenantAdmin", tenantId: "7" }) })
    const list = { path: "/tenant/:tenant/subsidiaries", name: "subsidiaries", defaults: { ...defaults, pageSize: 9 } }
    await run({ path: "/user/company-subsidiary", isFirst: true, first: { list } })
    expect(calls()).toEqual([
      "/backend/tenant/7/subsidiaries?page=0&pageSize=9&sortBy=endDate&sortOrder=desc",
      ...frame,
      "/backend/tenant/7/modules",
      "/backend/tenant/get-all",
    ])
  })

  it("ask for the record that the address names", async () => {
    store(session)
    await run({ path: "/admin/campaigns/edit/a%20b", isFirst: true, first: { paths: ["/campaign/:id", "/category/list"] } })
    expect(calls()).toEqual(["/backend/campaign/a%20b", "/backend/category/list", ...frame])
  })

  const claims = "http://schemas.xmlsoap.org/ws/2005/05/identity/claims"
  const tokenOf = (payload: object) => `e30.${Buffer.from(JSON.stringify(payload)).toString("base64url")}.x`

  it.each([
    [{ given_name: "Elif", family_name: "Yılmaz" }, true],
    [{ [`${claims}/givenname`]: "Çağrı" }, true],
    [{ Surname: "Şahin" }, true],
    [{ name: "İpek ~?ÿ" }, true],
    [{ email: "a@b.example", nameidentifier: "1", unique_name: "a" }, false],
  ])("ask for the person's name where the token has none: %j", async (payload, isNamed) => {
    const token = tokenOf(payload)
    store({ ...session, accessToken: token })
    await run({ isFirst: true, first: {} })
    expect(nameInToken(token) !== undefined).toBe(isNamed)
    expect(calls().includes("/backend/api/auth/me")).toBe(!isNamed)
  })

  it.each([true, false])("ask for a list that only some servers sort where it has extensions: %s", async extensions => {
    store(session)
    const list = { path: "/gift/list", name: "gifts", defaults: { ...defaults, isSortExtension: true } }
    const config = JSON.stringify({ apiBaseUrl: "/backend", extensions: extensions ? undefined : false })
    await run({ path: "/admin/gift-management", isFirst: true, first: { list }, config })
    expect(calls().some(url => url.includes("/gift/list"))).toBe(extensions)
  })

  it.each([
    ["the page is public", session, "/policy"],
    ["nobody was active for half an hour", { ...session, lastActivity: Date.now() - 1_800_000 }, "/admin/campaigns"],
    ["the session has no person", { ...session, user: "" }, "/admin/campaigns"],
    ["the token has expired", { ...session, tokenExpiry: Date.now() - 1 }, "/admin/campaigns"],
    ["the token does not parse", { ...session, accessToken: "x" }, "/admin/campaigns"],
  ])("are not sent when %s", async (_, stored, path) => {
    store(stored)
    await run({ path, isFirst: true })
    expect(calls()).toEqual([])
  })

  it("have the page size that the person chose", async () => {
    store({ ...session, settings: '{"pageSize":{"campaigns":25}}' })
    await run({ isFirst: true })
    expect(lists()[0]?.url).toContain("pageSize=25")
  })

  it.each([
    ["nobody is signed in", {}, true],
    ["the token has expired", { ...session, tokenExpiry: Date.now() - 1 }, true],
    ["the page has no list", session, false],
  ])("ask for no list when %s", async (_, stored, isFirst) => {
    store(stored)
    await run({ isFirst })
    expect(lists()).toEqual([])
  })
})

describe("the prerendered sign-in form", () => {
  const codes = () => asked.filter(({ url }) => url.includes("GetCode"))

  it("asks for a code once, and hands the call over", async () => {
    const boot = await run({ body: form })
    submit(" Elif@Yesilova.Example ")
    submit("elif@yesilova.example")
    expect(codes().map(({ url }) => url)).toEqual(["/backend/Auth/GetCode/elif%40yesilova.example"])
    expect(codes()[0]?.headers.Authorization).toBeUndefined()
    expect(boot.login?.email).toBe("elif@yesilova.example")
    expect(boot.login?.promise).toBe(boot.calls.get("/backend/Auth/GetCode/elif%40yesilova.example"))
    expect(document.querySelector("button")?.getAttribute("aria-busy")).toBe("true")
  })

  it.each(["", "elif", "elif@yesilova", "a b@c.d", "mailto:elif@yesilova.example", "ELİF@YESİLOVA.EXAMPLE"])(
    "leaves what is no plain address to the page: %j",
    async email => {
      const boot = await run({ body: form })
      submit(email)
      expect(codes()).toEqual([])
      expect(boot.login).toEqual({ email })
      expect(document.querySelector("button")?.hasAttribute("aria-busy")).toBe(false)
    },
  )

  it("is left alone once the console has taken it over", async () => {
    const boot = await run({ body: form })
    submit("elif@yesilova.example")
    boot.dispose()
    expect(document.querySelector("button")?.hasAttribute("aria-busy")).toBe(false)
    submit("mert@sarikum.example")
    expect(codes()).toHaveLength(1)
  })

  it.each([
    ["a session", { refreshToken: "R" }],
    ["a code on its way", { lastCodeRequestTime: "1" }],
  ])("is marked as not for a visitor with %s", async (_, stored) => {
    store(stored as Record<string, string>)
    await run({ body: form })
    expect(document.documentElement.dataset.session).toBe("")
  })

  it("is for everybody else", async () => {
    await run({ body: form })
    expect(document.documentElement.dataset.session).toBeUndefined()
  })
})

describe("the prerendered page", () => {
  const page = `<div id="root"><p>Oturum açın</p></div><template lang="en" title="Sign in · X"><p>Sign in</p></template><i id="end"></i>`
  const text = () => document.querySelector("#root p")?.textContent

  it.each([
    ["tr", "Oturum açın", ""],
    ["en", "Sign in", "Sign in · X"],
  ])("is in the visitor's language: %s", async (language, expected, title) => {
    store({ i18nextLng: language })
    await run({ body: page })
    expect([text(), document.title]).toEqual([expected, title])
  })

  it("is translated once it is parsed, and left alone afterwards", async () => {
    const state = vi.spyOn(document, "readyState", "get").mockReturnValue("loading")
    store({ i18nextLng: "en" })
    await run()
    document.body.innerHTML = page.replace(/<i.*/, "")
    await new Promise(done => setTimeout(done, 10))
    expect(text()).toBe("Oturum açın")
    document.body.insertAdjacentHTML("beforeend", '<i id="end"></i>')
    await vi.waitFor(() => expect(text()).toBe("Sign in"), 10_000)
    // By now the console owns the page; its visitor has changed the language.
    document.querySelector("#root p")?.replaceChildren("Oturum açın")
    await new Promise(done => setTimeout(done, 10))
    expect(text()).toBe("Oturum açın")
    state.mockRestore()
  })
})
