import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { HttpError } from "../../../src/core/http/http"
import { config } from "../../../src/state/config"
import { i18n } from "../../../src/state/instances"
import { codeRequestFailed, session } from "../../../src/state/session"
import { accounts } from "../../api"
import { act, click, find, heading, speak, text, type, until } from "../../kit"
import { consoleOnApi } from "../../modules/kit"
import { allTexts } from "../../texts"

/** The pages that anybody may open, on the real API; the dictionaries come from disk. */
const screens = consoleOnApi()
const { calls, signIn } = screens
const open = screens.show

beforeEach(() => {
  speak("tr")
})
afterEach(() => {
  config.controller = {}
})

const field = () => document.querySelector<HTMLInputElement>("input[type=email]")
const place = () => location.pathname + location.search
const codes = () => calls.filter(path => path.includes("GetCode"))
const submit = () =>
  act(async () => {
    document.querySelector("form")?.dispatchEvent(new Event("submit", { bubbles: true, cancelable: true }))
  })

describe("without a password", () => {
  it.each([
    ["/forgot-password", "Hesaba erişim"],
    ["/reset-password", "Parola gerekmiyor"],
  ])("%s says that there is none, sends a code, and goes on to it", async (path, title) => {
    await open(path)
    expect(heading()).toBe(title)
    expect(text()).toContain("parola")
    await type(field(), '"Aydın, Mert" <MERT.AYDİN@Sarikum.Example>.')
    await submit()
    await until(() => expect(place()).toBe("/verify"))
    await until(() => expect(text()).toContain("mert.aydin@sarikum.example"))
    expect(codes()).toHaveLength(1)
  })

  it("an address that is none is pointed out, and nothing is sent", async () => {
    await open("/forgot-password")
    await submit()
    expect(text()).toContain("E-posta adresinizi yazın.")
    await type(field(), "mert")
    await submit()
    expect(text()).toContain("Geçerli bir e-posta adresi yazın; Türkçe harf ve boşluk içeremez.")
    expect(codes()).toEqual([])
  })

  it("a server's own refusal stands at the field", async () => {
    await open("/forgot-password")
    const refusal = { kind: "http" as const, status: 400, fields: [{ field: "email", message: "Alan adı bilinmiyor." }] }
    await act(async () => codeRequestFailed("mert@sarikum.example", new HttpError(refusal)))
    expect([document.getElementById("email-note")?.textContent, text().match(/Alan adı/g)]).toEqual([
      "Alan adı bilinmiyor.",
      ["Alan adı"],
    ])
  })

  it("an address whose code still runs goes on without another one", async () => {
    await open("/forgot-password")
    await type(field(), accounts.elif)
    await submit()
    await until(() => expect(place()).toBe("/verify"))
    await screens.close()
    await open("/reset-password")
    expect(field()?.value).toBe(accounts.elif)
    await submit()
    await until(() => expect(place()).toBe("/verify"))
    expect(codes()).toHaveLength(1)
  })

  it.each([
    ["elif.yilmaz@yesilova.example", "elif.yilmaz@yesilova.example"],
    ["ELIF@Yesilova.example", "elif@yesilova.example"],
    ["elif+satis@yesilova.example", "elif+satis@yesilova.example"],
    ["", ""],
    ["elif", ""],
    ["<img src=x onerror=alert(1)>", ""],
    ["javascript:alert(1)", ""],
    ["a@b.c\u202eevil", ""],
    ["a@b.c\u0000", "a@b.c"],
    ["a b@c.d", ""],
    [`${"x".repeat(300)}@yesilova.example`, ""],
  ])("the address %j of a link stands in the field as %j", async (given, shown) => {
    await open(`/reset-password?email=${encodeURIComponent(given)}`)
    expect(field()?.value).toBe(shown)
    expect(codes()).toEqual([])
    expect(document.querySelector("img[onerror]")).toBeNull()
  })

  it("who is signed in stays so, and is led home", async () => {
    await signIn(accounts.elif)
    await open("/forgot-password")
    expect(text()).toContain(`${accounts.elif} hesabıyla oturumunuz açık.`)
    expect(field()).toBeNull()
    expect(find("a", "Konsola dön").getAttribute("href")).toBe("/user/dashboard")
    expect(session.current.status).toBe("verified")
  })
})

describe("a long text", () => {
  const sections = () => [...document.querySelectorAll(".legal__text section")]

  it.each([
    ["/policy", "Gizlilik politikası", "Privacy policy", 11],
    ["/kvkk", "KVKK aydınlatma metni", "Personal data notice (KVKK)", 10],
  ])("%s is whole in both languages, without a key left bare", async (path, turkish, english, count) => {
    await open(path)
    await until(() => expect(sections()).toHaveLength(count))
    expect(heading()).toBe(turkish)
    expect(document.title).toContain(turkish)
    const before = text()
    await click(find("button", /English/))
    await until(() => expect(heading()).toBe(english))
    expect(sections()).toHaveLength(count)
    expect(before + text()).not.toMatch(/legal\.\w/)
    for (const section of sections()) expect(section.textContent?.length).toBeGreaterThan(60)
    expect(document.querySelectorAll(".legal__contents a")).toHaveLength(count)
    for (const link of document.querySelectorAll(".legal__contents a"))
      expect(document.querySelector(link.getAttribute("href") ?? "")?.querySelector("h2")?.textContent).toBe(link.textContent)
  })

  it("names all of article 10, and the rights of article 11", async () => {
    await open("/kvkk")
    await until(() => expect(sections()).toHaveLength(10))
    expect(sections().map(({ id }) => id)).toEqual(
      expect.arrayContaining(["who", "why", "to", "ground", "rights", "apply", "kept", "stored"]),
    )
    expect(document.querySelectorAll("#rights li")).toHaveLength(9)
    for (const name of ["accessToken", "refreshToken", "i18nextLng", "autoResendCount"])
      expect(document.querySelector("#stored")?.textContent).toContain(name)
  })

  it("shows a gap for what the deployment does not say of itself", async () => {
    Object.assign(config, { controller: { title: "Örnek A.Ş.", address: " ", contact: " " } })
    await open("/kvkk")
    await until(() => expect(sections()).toHaveLength(10))
    expect(document.querySelector("#who")?.textContent).toContain("Örnek A.Ş.")
    expect(document.querySelectorAll("#who mark")).toHaveLength(2)
  })

  it.each([
    ["kvkk@ornek.example", "mailto:kvkk@ornek.example"],
    ["https://ornek.example/kvkk", "https://ornek.example/kvkk"],
    ["0212 000 00 00", undefined],
    ["javascript:alert(1)", undefined],
    ["javascript:alert(1)//@a.b", undefined],
    ["data:text/html,x@a.b", undefined],
  ])("makes of the contact %s a link to %s", async (contact, href) => {
    Object.assign(config, { controller: { contact } })
    await open("/policy")
    await until(() => expect(sections()).toHaveLength(11))
    const facts = document.querySelector(".legal__facts")
    expect(facts?.textContent).toContain(contact)
    expect(facts?.querySelector("a")?.getAttribute("href")).toBe(href)
  })

  it("that can't be had says so, and comes on another try", async () => {
    i18n.setDictionaries("tr", [allTexts.tr])
    screens.fault = ({ url }) => {
      if (url.includes("/locales/") && url.includes("legal")) throw new TypeError("Failed to fetch")
      return undefined
    }
    await open("/policy")
    await until(() => expect(text()).toContain("Metin yüklenemedi"))
    expect(heading()).toBe("Gizlilik politikası")
    screens.fault = () => undefined
    await click(find("button", "Yeniden dene"))
    await until(() => expect(sections()).toHaveLength(11))
    expect(text()).not.toContain("Metin yüklenemedi")
  })

  it("leads back to where signing in begins, or home", async () => {
    await open("/policy")
    expect(document.querySelector(".back-link")?.getAttribute("href")).toBe("/login")
    await act(() => signIn(accounts.admin))
    expect(document.querySelector(".back-link")?.getAttribute("href")).toBe("/admin/dashboard")
  })
})

describe("the deep-link entry", () => {
  const to = (path: string) => `/go?to=${encodeURIComponent(path)}`

  it("leads a signed-in person on, query and all", async () => {
    await signIn(accounts.elif)
    await open(to("/admin/campaigns?page=2&sortBy=title"))
    await until(() => expect(place()).toBe("/user/campaigns?page=2&sortBy=title"))
  })

  it.each(["//evil.example", "/nowhere", ""])("leads home for want of a place: %j", async target => {
    await signIn(accounts.admin)
    await open(to(target))
    await until(() => expect(place()).toBe("/admin/dashboard"))
  })

  it("keeps the link over signing in, and resolves it for who came", async () => {
    await open(to("/admin/campaigns?page=2"))
    await until(() => expect(place()).toBe("/login"))
    await act(() => signIn(accounts.elif))
    await until(() => expect(place()).toBe("/user/campaigns?page=2"))
  })
})

describe("the refusal", () => {
  it("names the account, and offers to sign in as somebody else", async () => {
    await act(() => signIn(accounts.user))
    await open("/access-denied")
    expect(heading()).toBe("Bu konsola erişim izniniz yok")
    expect(document.activeElement?.tagName).toBe("H1")
    expect(text()).toContain(accounts.user)
    expect(find("a", "Başka hesapla oturum aç").getAttribute("href")).toBe("/login")
    expect(JSON.stringify(localStorage)).not.toContain("Token")
  })

  it("shows the way home to who may be here", async () => {
    await signIn(accounts.admin)
    await open("/access-denied")
    expect(find("a", "Konsola dön").getAttribute("href")).toBe("/admin/dashboard")
  })
})
