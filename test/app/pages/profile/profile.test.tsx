import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { i18n } from "../../../../src/state/instances"
import { permissionsFailed, permissionsLoaded, permissionsLoading, permissionsReset } from "../../../../src/state/permissions"
import { type Session, session } from "../../../../src/state/session"
import { changeSettings, defaultSettings, settings } from "../../../../src/state/settings"
import { themeLoaded, themeReset } from "../../../../src/state/theme"
import { accounts } from "../../../api"
import { withoutExtensions } from "../../../extensions"
import { act, click, find, main, rows, type, until } from "../../../kit"
import { consoleOnApi, envelope } from "../../../modules/kit"
import { textsAnswer } from "../../../texts"

/** The profile page of both roles on the real API (docs/console.md#profile). */
vi.setConfig({ testTimeout: 30_000 })
const screens = consoleOnApi()
const { calls } = screens

const firefox = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0"
const iphone =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.1 Mobile/15E148 Safari/604.1"

/** Signs in on another device. @returns its access token */
const signInFrom = async (userAgent: string, email: string = accounts.elif): Promise<string> => {
  await screens.api().call("GET", `/Auth/GetCode/${email}`)
  const code = screens.api().outbox.findLast(mail => mail.to === email)?.code
  const answer = await screens
    .api()
    .call("POST", "/api/auth/login", { body: { email, code }, headers: { "User-Agent": userAgent } })
  return answer.value.token
}
const isAlive = async (token: string) => (await screens.api().call("GET", "/api/auth/me", { token })).status === 200

const open = async (email?: string, path = "/user/profile") => {
  await screens.openAs(path, email)
  return session.current as Extract<Session, { status: "verified" }>
}

beforeEach(async () => {
  for (const table of ["refresh_tokens", "sessions"]) await screens.api().db.execute(`delete from ${table}`)
  screens.forgetSignIns()
})
afterEach(() =>
  act(async () => {
    permissionsReset()
    themeReset()
    changeSettings(structuredClone(defaultSettings))
  }),
)

const card = (title: string) => {
  const heading = find("h2", title)
  return heading.closest("section") as HTMLElement
}
const lines = () => [...card("Açık oturumlar").querySelectorAll("li")].map(line => line.textContent ?? "")
const sessionsShown = (count: number) => until(() => expect(lines()).toHaveLength(count))
const answer = async (name: string) => {
  await until(() => expect(document.querySelector("dialog[open]")).toBeTruthy())
  await click(find("dialog button", name))
}

describe("who is signed in", () => {
  it("is named, with address, role, company and id", async () => {
    themeLoaded({ tenantId: "1", name: "Yeşilova Grup", primary: "#3A9355", secondary: "#152136", updated: 1 })
    const { user } = await open()
    await until(() => expect(card("Bilgileriniz").textContent).toContain("Elif Yılmaz"))
    for (const fact of [user.email, "Şirket yöneticisi", "Yeşilova Grup", user.userId])
      expect(card("Bilgileriniz").textContent).toContain(fact)
    expect(document.title).toBe("Profil · Yeşilova Grup")
    expect([...document.querySelectorAll("h1")].map(({ textContent }) => textContent)).toEqual(["Profil"])
    expect(main()).not.toContain("Platform yöneticileri")
  })
})

describe("the own name", () => {
  it("is changed in a dialog, and shown in the header at once", async () => {
    await open(accounts.mert)
    await until(() => expect(find("button", "Adı değiştir")).toBeTruthy())
    await click(find("button", "Adı değiştir"))
    const [first, last] = document.querySelectorAll<HTMLInputElement>("dialog input")
    expect([first?.value, last?.value]).toEqual(["Mert", "Aydın"])
    await type(first, "")
    await click(find("dialog button", "Kaydet"))
    await until(() => expect(document.querySelector("dialog")?.textContent).toContain("Ad gereklidir"))
    await type(first, "Mert Can")
    await click(find("dialog button", "Kaydet"))
    await until(() => expect(document.querySelector(".topbar")?.textContent).toContain("Mert Can Aydın"))
    expect(card("Bilgileriniz").textContent).toContain("Mert Can Aydın")
  })

  it("stays as it is where the server has no such call", async () => {
    withoutExtensions()
    await open()
    await until(() => expect(card("Bilgileriniz")).toBeTruthy())
    expect(main()).not.toContain("Adı değiştir")
  })
})

describe("the platform's administrators", () => {
  const row = (text: string) => rows().find(({ textContent }) => textContent?.includes(text))
  const menuOf = async (text: string) => {
    await until(() => expect(row(text)).toBeTruthy())
    await click(row(text)?.querySelector(".table__actions button"))
  }

  it("find the profile in the account menu, invite another one, invite again, and remove the other one, not themselves", async () => {
    const email = "ikinci@platform.example"
    await open(accounts.admin, "/admin/dashboard")
    await until(() => expect(document.querySelector(".topbar__user:not(.wide-only)")).toBeTruthy())
    await click(document.querySelector(".topbar__user:not(.wide-only)"))
    const items = [...document.querySelectorAll("[role=menuitem]")]
    expect(items.map(({ textContent }) => textContent)).toEqual(["Profil", "Bağlantılar", "Klavye kısayolları", "Oturumu kapat"])
    expect(items[0]?.getAttribute("href")).toBe("/admin/profile")
    await click(items[0])
    await until(() => expect(find("h1", "Profil")).toBeTruthy())
    await until(() => expect(rows()).toHaveLength(1))
    expect(card("Bilgileriniz").textContent).toContain("Platform yöneticisi")
    expect(card("Bilgileriniz").textContent).not.toContain("Şirket")
    await menuOf(accounts.admin)
    expect(find("[role=menuitem]", /Yöneticiliği kaldır/).getAttribute("aria-disabled")).toBe("true")
    await click(find("button", "Yönetici davet et"))
    await until(() => expect(document.getElementById("email")).toBeTruthy())
    await type(document.getElementById("email"), email)
    await click(document.querySelector("dialog[open] [type=submit]"))
    await until(() => expect(row(email)?.querySelector(".badge")?.textContent).toBe("Davet edildi"))
    const mails = () => screens.api().outbox.filter(({ to }) => to === email)
    expect(mails()[0]?.text).toContain("platform yöneticisi olarak eklendiniz")
    await menuOf(email)
    await click(find("[role=menuitem]", "Yeniden davet et"))
    await until(() => expect(mails()).toHaveLength(2))
    await menuOf(email)
    await click(find("[role=menuitem]", "Yöneticiliği kaldır"))
    await answer("Yöneticiliği kaldır")
    await until(() => expect(rows()).toHaveLength(1))
    expect(row(email)).toBeUndefined()
  })
})

describe("the account menu", () => {
  it("stays open when the name of the person arrives", async () => {
    let arrive = () => {}
    const body = new ReadableStream({
      start: stream => {
        arrive = () => {
          const answer = { isSuccess: true, value: { email: accounts.elif, firstName: "Elif", lastName: "Yılmaz" } }
          stream.enqueue(new TextEncoder().encode(JSON.stringify(answer)))
          stream.close()
        }
      },
    })
    const headers = { "Content-Type": "application/json" }
    screens.fault = request => (request.url.endsWith("/api/auth/me") ? new Response(body, { headers }) : undefined)
    await open(accounts.elif, "/user/dashboard")
    await until(() => expect(document.querySelector(".topbar__user")).toBeTruthy())
    const button = [...document.querySelectorAll(".topbar__user")].at(-1)
    expect(button?.textContent).not.toContain("Elif Yılmaz")
    await click(button)
    arrive()
    await until(() => expect(button?.textContent).toContain("Elif Yılmaz"))
    expect(document.querySelectorAll("[role=menuitem]").length).toBe(4)
  })
})

describe("permissions", () => {
  const shown = () => card("İzinler").textContent ?? ""
  const set = (change: () => void) => act(async () => change())

  it("none restrict nothing, those that name a module its actions alone; unknown ones are shown as they are", async () => {
    await open()
    expect(shown()).toContain("Bu kullanıcı için tanımlı izin yok")
    expect(shown()).toContain("Tüm modüllere tam erişim")
    await set(() => permissionsLoaded(["draws.read", "campaigns.write", "campaigns.export", "gifts.run"]))
    const facts = [...card("İzinler").querySelectorAll("dl > div")].map(row =>
      [...row.children].map(({ textContent }) => textContent),
    )
    expect(facts).toEqual([
      ["Kampanyalar", "görüntüleme, düzenleme, dışa aktarma"],
      ["Çekilişler", "görüntüleme"],
      ["Hediye kartları", "görüntüleme, yürütme"],
    ])
    expect(shown()).toContain("diğer modüller kısıtlı değildir")
    expect(shown()).not.toContain("tanımlı izin yok")
    expect(shown()).not.toContain("Diğer izinler")

    const odd = ["TENANT_ADMIN", "campaigns.fly", "campaigns.read.more", "<b>x</b>", "TENANT_ADMIN"]
    await set(() => permissionsLoaded(odd))
    expect(shown()).toContain("Tüm modüllere tam erişim")
    const items = [...card("İzinler").querySelectorAll("li")].map(({ textContent }) => textContent)
    expect(items).toEqual([...new Set(odd)])
    expect(card("İzinler").querySelectorAll("li b")).toHaveLength(0)
  })

  it("that can't be had say why, in the catalogue's words or the server's own, and on their way claim nothing", async () => {
    await open()
    for (const [error, words] of [
      ["permissions.failed", i18n.t("permissions.failed")],
      ["Yetki sunucusu bakımda", "Yetki sunucusu bakımda"],
    ] as const) {
      await set(() => permissionsFailed(error))
      expect(shown()).toContain(words)
      expect(shown()).not.toContain("Tüm modüllere tam erişim")
    }
    await set(permissionsLoading)
    expect(card("İzinler").querySelector("[aria-busy]")).toBeTruthy()
    expect(shown()).not.toContain("Tüm modüllere tam erişim")
  })
})

describe("sessions", () => {
  it("are listed by device, this one first and marked, more than five on demand", async () => {
    for (let at = 0; at < 4; at++) await signInFrom("x")
    screens.api().advance(120_000)
    await signInFrom(firefox)
    screens.api().advance(120_000)
    await signInFrom(iphone)
    await signInFrom("", accounts.mert)
    await open()
    await sessionsShown(5)
    await click(find("button", "7 oturumun tümünü göster"))
    await sessionsShown(7)
    const [own, second, third] = lines()
    expect(own).toContain("Bu oturum")
    expect(own).not.toContain("Oturumu kapat")
    expect(second).toContain("Safari, iPhone")
    expect(second).toMatch(/Son kullanım: 10 Mar \d\d:\d\dGiriş: 10 Mar/)
    expect(third).toContain("Firefox, Windows")
    expect(document.querySelectorAll("button[aria-label='Oturumu kapat: Firefox, Windows']")).toHaveLength(1)
  })

  it("that could not be read are read again, and can be signed out one by one: asked first, felt at once, nobody else's touched", async () => {
    const other = await signInFrom(firefox)
    const phone = await signInFrom(iphone)
    screens.fault = request => (request.url.endsWith("/sessions") ? envelope(500, {}) : undefined)
    await open()
    await until(() => expect(main()).toContain("Oturumlar okunamadı"))
    screens.fault = () => undefined
    await click(find("main .alert button", "Yeniden dene"))
    await sessionsShown(3)
    await click(find("button", "Oturumu kapat: Firefox, Windows"))
    await answer("Vazgeç")
    expect(await isAlive(other)).toBe(true)
    expect(calls.filter(call => call.startsWith("DELETE"))).toEqual([])
    screens.fault = request => (request.method === "DELETE" ? envelope(503, {}) : undefined)
    await click(find("button", "Oturumu kapat: Firefox, Windows"))
    await answer("Oturumu kapat")
    await until(() => expect(document.querySelector(".toast[data-tone=danger]")).toBeTruthy())
    await sessionsShown(3)
    expect(await isAlive(other)).toBe(true)
    screens.fault = () => undefined
    await click(find("button", "Oturumu kapat: Firefox, Windows"))
    expect(document.querySelector("dialog")?.textContent).toContain("“Firefox, Windows” oturumu kapatılsın mı?")
    await answer("Oturumu kapat")
    await sessionsShown(2)
    expect(document.body.textContent).toContain("“Firefox, Windows” oturumu kapatıldı")
    expect([await isAlive(other), await isAlive(phone)]).toEqual([false, true])
    expect(session.current.status).toBe("verified")
    // One that is over by now is gone without a complaint.
    await screens.api().call("POST", "/api/auth/logout", { token: phone })
    await click(find("button", "Oturumu kapat: Safari, iPhone"))
    await answer("Oturumu kapat")
    await sessionsShown(1)
    expect(document.body.textContent).toContain("“Safari, iPhone” oturumu kapatıldı")
  })

  it("of a server that tells little still stand", async () => {
    screens.fault = request =>
      request.url.endsWith("/sessions")
        ? envelope(200, { isSuccess: true, value: [{ id: 7 }, { id: "8", current: true, userAgent: "x" }] })
        : undefined
    await open()
    await sessionsShown(2)
    expect(lines()[0]).toContain("Bilinmeyen cihaz")
    expect(main()).not.toMatch(/undefined|Invalid|NaN/)
  })

  it("of a server without the call are one quiet sentence", async () => {
    withoutExtensions()
    screens.fault = request => (request.url.endsWith("/sessions") ? new Response("", { status: 405 }) : undefined)
    await open()
    await until(() => expect(main()).toContain("Bu sunucu açık oturumları bildirmiyor."))
    expect(document.querySelector("main [role=alert]")).toBeNull()
  })
})

describe("signing out everywhere", () => {
  it("asks, says what fails, ends every session, and leaves this browser signed out", async () => {
    const other = await signInFrom(firefox)
    const theirs = await signInFrom(firefox, accounts.mert)
    const { tokens } = await open()
    await sessionsShown(2)
    await click(find("button", "Her yerde oturumu kapat"))
    await answer("Vazgeç")
    screens.fault = request => (request.url.endsWith("/logout-all") ? new TypeError("down") : undefined)
    await click(find("button", "Her yerde oturumu kapat"))
    await answer("Her yerde oturumu kapat")
    await until(() => expect(document.querySelector(".toast[data-tone=danger]")).toBeTruthy())
    expect([session.current.status, location.pathname]).toEqual(["verified", "/user/profile"])
    expect(await isAlive(other)).toBe(true)
    screens.fault = () => undefined
    await click(find("button", "Her yerde oturumu kapat"))
    await answer("Her yerde oturumu kapat")
    await until(() => expect(location.pathname).toBe("/login"))
    expect(session.current.status).toBe("idle")
    expect([await isAlive(other), await isAlive(tokens.token), await isAlive(theirs)]).toEqual([false, false, true])
  })
})

describe("settings", () => {
  const choose = (group: string, name: string) =>
    click(
      [...document.querySelectorAll(`[role=radiogroup][aria-label='${group}'] label`)]
        .find(label => label.textContent === name)
        ?.querySelector("input"),
    )
  const chosen = (group: string) =>
    document.querySelector(`[role=radiogroup][aria-label='${group}'] input:checked`)?.getAttribute("value")

  it("hold at once and show what changes elsewhere; a language is named in itself, one that can't be had changes nothing", async () => {
    await open()
    await act(async () => changeSettings({ theme: "light", notification: false }))
    expect(chosen("Görünüm")).toBe("light")
    const control = document.querySelector("[role=switch]") as HTMLInputElement
    expect(control.checked).toBe(false)
    await click(control)
    expect([settings.notification, control.checked]).toEqual([true, true])
    for (const [group, name, expected] of [
      ["Görünüm", "Koyu", { theme: "dark" }],
      ["Yoğunluk", "Kompakt", { density: "compact" }],
      ["Tarih ve saat", "Tarayıcı saati", { timeZone: "browser" }],
    ] as const) {
      expect(settings).not.toMatchObject(expected)
      await choose(group, name)
      expect(settings).toMatchObject(expected)
      expect(chosen(group)).toBe(Object.values(expected)[0])
    }
    const labels = [...document.querySelectorAll("main [role=radiogroup][aria-label=Dil] label")]
    expect(labels.map(label => [label.getAttribute("lang"), label.textContent])).toEqual([
      ["tr", "Türkçe"],
      ["en", "English"],
    ])
    i18n.configure({ fetch: async () => new Response("", { status: 503 }) })
    await choose("Dil", "English")
    await until(() => expect(document.querySelector(".toast[data-tone=danger]")).toBeTruthy())
    expect([i18n.language(), chosen("Dil")]).toEqual(["tr", "tr"])
    i18n.configure({ fetch: async url => textsAnswer(String(url)) })
    await choose("Dil", "English")
    await until(() => expect(find("h1", "Profile")).toBeTruthy())
    expect(chosen("Language")).toBe("en")
  })
})
