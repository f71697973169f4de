import { afterEach, beforeEach, expect, it } from "vitest"
import { startRecentRecords } from "../../src/effects/recent-records"
import { flagsLoaded, flagsReset } from "../../src/state/flags"
import { i18n } from "../../src/state/instances"
import { permissionsLoaded, permissionsReset } from "../../src/state/permissions"
import { changeSettings, settings } from "../../src/state/settings"
import { act, click, press, type, until } from "../kit"
import { consoleOnApi, envelope } from "../modules/kit"

/** The command palette on the API (docs/console.md#command-palette). */
const screen = consoleOnApi()
let stop = () => {}
beforeEach(() => {
  stop = startRecentRecords()
})
afterEach(() => {
  stop()
  permissionsReset()
  flagsReset()
  changeSettings({ theme: "system" })
})

const shortcut = (init: KeyboardEventInit = { key: "k", ctrlKey: true }) =>
  act(async () =>
    document.activeElement?.dispatchEvent(new KeyboardEvent("keydown", { bubbles: true, cancelable: true, ...init })),
  )
const dialog = () => document.querySelector("dialog.palette")
const input = () => dialog()?.querySelector("input")
const status = () => dialog()?.querySelector("[role=status]")?.textContent
const options = (group?: string) =>
  [...document.querySelectorAll(`.palette ${group ? `[aria-label="${group}"] ` : ""}[role=option] span`)].map(
    option => option.textContent,
  )
const active = () => document.getElementById(input()?.getAttribute("aria-activedescendant") ?? "")?.textContent

/** Opens the palette on a page and types. */
const search = async (path: string, text: string, language: "tr" | "en" = "tr") => {
  await screen.open(language, path)
  await until(() => expect(document.querySelector("h1")).toBeTruthy())
  await shortcut()
  await until(() => expect(input()).toBeTruthy())
  await type(input(), text)
}
const answered = () => until(() => expect(status()).not.toMatch(/…$/))
const create = async (call: string, body: object): Promise<string> =>
  (await screen.api().call("POST", `${call}/create`, { token: await screen.token("tr"), body })).value.id
const partner = (name: string) => create("/brand", { name, tenantIds: [], contacts: [] })

it("opens on Ctrl K and closes on it, from a field as well, gives the focus back, and takes what is typed meanwhile", async () => {
  await screen.open("tr", "partner-management")
  await until(() => expect(document.querySelector("main input[type=search]")).toBeTruthy())
  const field = document.querySelector<HTMLElement>("main input[type=search]")
  field?.focus()
  await shortcut()
  await until(() => expect(document.activeElement).toBe(input()))
  const some = ["Kampanya oluştur", "İş ortağı ekle", "Ayarlar", "Oturumu kapat"]
  await until(() => expect(options("Komutlar")).toEqual(expect.arrayContaining(some)))
  await shortcut()
  await until(() => expect(dialog()).toBeNull())
  expect(document.activeElement).toBe(field)
  await shortcut({ key: "k", ctrlKey: true, altKey: true })
  await shortcut({ key: "k" })
  expect(dialog()).toBeNull()

  // What is typed before it is there.
  await act(async () => {
    const press = (key: string, ctrlKey = false) =>
      document.body.dispatchEvent(new KeyboardEvent("keydown", { key, ctrlKey, bubbles: true, cancelable: true }))
    press("k", true)
    for (const key of "çek") press(key)
  })
  await until(() => expect(input()).toHaveProperty("value", "çek"))
})

it("finds records of every module by Turkish letters, exact spelling first, opens the chosen one, and leads to the list for more", async () => {
  const names = ["Palet Işıklı", "Palet Isikli"]
  for (const name of [...names, ...[1, 2, 3, 4, 5, 6].map(at => `Paletçok ${at}`)]) await partner(name)
  const subject = "Palet bozuk asansör"
  await create("/feedback", { subject, description: "Açıklama", type: 0 })
  await search("campaigns", "palet ışık")
  await answered()
  expect(options("İş ortakları")).toEqual(names)
  await type(input(), "palet isik")
  await until(() => expect(options("İş ortakları")).toEqual([...names].reverse()))
  await answered()
  expect(status()).toBe("2 sonuç")
  expect(active()).toContain("Palet Isikli")
  const first = input()?.getAttribute("aria-activedescendant")
  await press(input(), "ArrowDown")
  expect(input()?.getAttribute("aria-activedescendant")).not.toBe(first)
  expect(active()).toContain("Palet Işıklı")
  await press(input(), "Enter")
  await until(() => expect(document.querySelector("h1")?.textContent).toBe("Palet Işıklı"))
  expect(dialog()).toBeNull()

  // The record is now among the recent ones, and not listed twice.
  await shortcut()
  await until(() => expect(options("Son açılan kayıtlar")[0]).toBe("Palet Işıklı"))
  await type(input(), "palet ışık")
  await answered()
  expect(options("İş ortakları")).toEqual(["Palet Isikli"])

  await type(input(), "bozuk asansor")
  await until(() => expect(options("Geri bildirimler")).toEqual([subject]))
  await answered()
  expect(active()).toMatch(/Palet bozuk asansör.*Yeni/)
  await press(input(), "Enter")
  await until(() => expect(document.querySelector("h1")?.textContent).toBe(subject))
  expect(location.pathname).toMatch(/^\/user\/feedback-management\/[\w-]+$/)

  await shortcut()
  await until(() => expect(input()).toBeTruthy())
  await type(input(), "paletçok")
  await until(() => expect(options("İş ortakları").at(-1)).toBe("Tümünü göster (6)"))
  expect(options("İş ortakları")).toHaveLength(6)
  await press(input(), "ArrowUp")
  await press(input(), "Enter")
  await until(() => expect(location.search).toBe(`?keyword=${encodeURIComponent("paletçok")}`))
  await shortcut()
  await until(() => expect(input()).toBeTruthy())
  await type(input(), "hiçbiryerdeyok")
  await answered()
  expect(status()).toBe("“hiçbiryerdeyok” için sonuç yok")
  await press(input(), "Enter")
  expect(dialog()).toBeTruthy()
})

it("finds a person by letters and by digits, with their company, opens and remembers them, and searches again what failed", async () => {
  const [name, email] = ["Işıl Öztürk", "palet.kisi@yesilova.example"]
  const body = { firstName: "Işıl", lastName: "Öztürk", email, phoneNumber: "+90 (532) 987 65 43" }
  await screen.api().call("POST", "/user/create", { token: await screen.token("tr"), body })
  screen.break("GET /user/list", () => envelope(500))
  await search("campaigns", "isil oz", "en")
  await until(() => expect(status()).toBe("Could not search: Employees"))
  screen.break()
  await click([...(dialog()?.querySelectorAll(".palette__foot button") ?? [])][0])
  for (const text of ["isil oz", "+90 532 987"]) {
    await type(input(), text)
    await until(() => expect(options("Employees")).toContain(name))
    await answered()
  }
  const option = document.querySelectorAll(`.palette [aria-label="Employees"] [role=option]`)[options("Employees").indexOf(name)]
  expect(option?.textContent).toContain(`${name}${email} · Yeşilova Grup`)
  expect(option?.querySelector("span")?.getAttribute("translate")).toBe("no")
  await click(option)
  await until(() => expect(document.querySelector("h1")?.textContent).toBe(name))
  await shortcut()
  await until(() => expect(options()[0]).toBe(name))
})

it("calls at most four lists at once, and gives up on a text that changes", async () => {
  const realFetch = globalThis.fetch
  const running = new Set<string>()
  const aborted: string[] = []
  const found: string[] = []
  let most = 0
  globalThis.fetch = async (target, init) => {
    const keyword = /keyword=(\w+)/.exec(String(target))?.[1]
    if (!keyword) return realFetch(target, init)
    const path = String(target).split("?")[0] ?? ""
    running.add(path)
    most = Math.max(most, running.size)
    try {
      // The calls of the first text are answered only by giving up on them.
      if (keyword === "ka") await new Promise((_, reject) => init?.signal?.addEventListener("abort", reject))
      found.push(path)
      return await realFetch(target, init)
    } catch (error) {
      aborted.push(path)
      throw error
    } finally {
      running.delete(path)
    }
  }
  try {
    await search("campaigns", "ka")
    await until(() => expect(running.size).toBe(4))
    await type(input(), "kam")
    await answered()
    expect([most, aborted.length]).toEqual([4, 4])
    expect(found.length).toBeGreaterThan(4)
    expect(found.length).toBe(new Set(found).size)

    // A single letter searches nothing.
    await type(input(), "k")
    expect(status()).toMatch(/^\d+ sonuç$/)
    expect(options("Kampanyalar")).toEqual([])
  } finally {
    globalThis.fetch = realFetch
  }
})

it("offers to create only what the person may write, and nothing of a module that is switched off", async () => {
  await partner("Palet kapalı")
  await screen.open("tr", "campaigns")
  await act(async () => {
    permissionsLoaded(["payments.read"])
    flagsLoaded({ partnerManagement: false })
  })
  await shortcut()
  await until(() => expect(options("Komutlar")).toContain("Kampanya oluştur"))
  expect(options("Komutlar")).not.toContain("Sağlayıcı ekle")
  expect(options("Sayfalar")).toContain("Ödeme sağlayıcıları")
  expect([...options("Komutlar"), ...options("Sayfalar")].filter(name => name?.startsWith("İş ortağı"))).toEqual([])
  await type(input(), "palet kapalı")
  await answered()
  expect(options()).toEqual([])
})

it("runs commands: the theme, the language, the shortcuts, signing out", async () => {
  await search("campaigns", "dark", "en")
  await press(input(), "Enter")
  expect(settings.theme).toBe("dark")
  await shortcut()
  await until(() => expect(input()).toBeTruthy())
  await type(input(), "shortcuts")
  await press(input(), "Enter")
  await until(() => expect(document.querySelector("dialog[open] h2")?.textContent).toBe("Keyboard shortcuts"))
  expect(document.querySelector(".shortcuts")?.textContent).toContain("CtrlKSearch or run a command")
  expect(document.querySelector(".shortcuts")?.textContent).toContain("mMove a record of the day in the calendar")
  // Not over another dialog.
  await shortcut()
  expect(dialog()).toBeNull()
  await click(document.querySelector("dialog[open] .dialog__foot button"))
  await shortcut()
  await until(() => expect(input()).toBeTruthy())
  await type(input(), i18n.t("shell.signOut"))
  await press(input(), "Enter")
  await until(() => expect(location.pathname).toBe("/login"))
  expect(localStorage.getItem("recentRecords")).toBeNull()
})
