import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest"
import { readSpreadsheet } from "../../src/core/spreadsheet/spreadsheet"
import { png } from "../pictures"
import { accounts, codeFor, mark, type Product } from "./kit"
import { callAs, sharedProduct, storageOf } from "./provide-console"
import { type Visitor, visitorOf } from "./visitor"
import { type Engine, type OtherBrowser, openOtherBrowser } from "./web-driver"

/** What people do, in Firefox and WebKit: what may differ between browsers, and no more (docs/build.md#browsers). */
let product: Product
let folder = ""
beforeAll(async () => {
  product = await sharedProduct()
  folder = mkdtempSync(join(tmpdir(), "campaigns-files-"))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const fileOf = (name: string, content: Uint8Array | string) => {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}
const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
const rows = "table:not([aria-busy=true]) tbody tr[data-row]"
const address = "input[type=email]"
const code = "input[autocomplete=one-time-code]"

describe.each<Engine>(["firefox", "webkit"])("%s", engine => {
  const isSafari = engine === "webkit"
  let browser: OtherBrowser
  let visitor: Visitor
  beforeAll(async () => {
    browser = await openOtherBrowser(engine)
    visitor = visitorOf(browser, product.url, isSafari)
  })
  afterEach(async () => {
    expect(await visitor.problems()).toEqual([])
  })
  afterAll(() => browser?.close())

  /** Signs a person in without the form, and shows a page. */
  const enter = async (email: string, path: string) => {
    const { origins } = await storageOf(email)
    await visitor.go("/policy")
    await visitor.run(entries => {
      localStorage.clear()
      for (const { name, value } of entries) localStorage.setItem(name, value)
    }, origins[0]?.localStorage ?? [])
    await visitor.go(path)
    await visitor.find("main h1")
    await visitor.until(() => !document.querySelector("main [aria-busy=true], main .skeleton"))
  }
  const texts = (selector: string) =>
    visitor.run(selector => [...document.querySelectorAll(selector)].map(({ textContent }) => textContent), selector)
  const textIn = (id: string) => visitor.run(id => (document.getElementById(id) as HTMLInputElement).value, id)
  /** Returns the next file that the browser has written whole, and removes it. */
  const downloaded = async (extension: string) => {
    const find = () => readdirSync(browser.downloads).find(name => name.endsWith(extension))
    await expect.poll(find).toBeTruthy()
    const file = join(browser.downloads, find() ?? "")
    await expect.poll(() => readFileSync(file).length).toBeGreaterThan(0)
    const bytes = new Uint8Array(readFileSync(file))
    rmSync(file)
    return bytes
  }

  it("signs in with an address and a code that the browser fills in", async () => {
    const since = Date.now() - 1000
    await visitor.go("/login")
    await visitor.fillIn(address, accounts.yesilova)
    await visitor.pressOn(address, "Enter")
    await visitor.find(code)
    await visitor.fillIn(code, await codeFor(product, accounts.yesilova, since))
    await visitor.find(rows)
    expect(await visitor.path()).toBe("/user/dashboard")
  })

  it("signs in, opens a list and ends the session with the page where storage is refused", async () => {
    const closed = await openOtherBrowser(engine, true)
    try {
      const guest = visitorOf(closed, product.url, isSafari)
      const since = Date.now() - 1000
      await guest.go("/login")
      const read = () => {
        try {
          return localStorage.length
        } catch {
          return "refused"
        }
      }
      expect(await guest.run(read)).toBe("refused")
      await guest.pressOn(address, ...accounts.yesilova, "Enter")
      await guest.find(code)
      await guest.press(...(await codeFor(product, accounts.yesilova, since)))
      await guest.find(rows)
      await guest.click("nav a[href='/user/campaigns']")
      await guest.find("h1", "Kampanyalar")
      await guest.find(rows)
      expect(await guest.problems()).toEqual([])
      await guest.go("/user/campaigns")
      await guest.find(address)
    } finally {
      await closed.close()
    }
  })

  it("searches a list; a menu and a dialog take the focus and give it back, by keyboard and by pointer", async () => {
    await enter(accounts.yesilova, "/user/campaigns")
    await visitor.find(rows)
    const titles = () => texts("tbody .table__main a")
    const [first = ""] = await titles()
    await visitor.press("/")
    await visitor.focused("input[type=search]")
    await visitor.press(...(first ?? ""))
    await expect.poll(titles).toEqual([first])

    const menu = "tbody .table__actions button[aria-haspopup=menu]"
    await visitor.pressOn(menu, "Enter")
    await visitor.focused("[role=menuitem]")
    await visitor.press("ArrowDown", "Escape")
    await visitor.gone("[role=menu]")
    await visitor.focused(menu)
    // The item "Sil" by its first letter.
    await visitor.press("ArrowDown", "s", "Enter")
    await visitor.focused("dialog[open] button")
    await visitor.press("Tab")
    await visitor.focused("dialog[open] button")
    await visitor.press("Escape")
    await visitor.gone("dialog[open]")
    await visitor.focused(menu)

    await visitor.click("tbody input[type=checkbox]")
    await visitor.click(".bulk-bar button", "Sil")
    await visitor.focused("dialog[open] button")
    await visitor.press("Escape")
    await visitor.gone("dialog[open]")
    await visitor.focused(".bulk-bar button")
  })

  it("writes dates and times, uploads, drops and orders pictures, and saves", async () => {
    const title = `Duyuru ${mark()}`
    await enter(accounts.yesilova, "/user/announcement-management/add")
    await visitor.write("#title", title)
    for (const id of ["description", "body"]) await visitor.write(`#${id}`, "Metin")
    await visitor.write("#startDate", "12.5.2099")
    await visitor.write("#startDate-time", "930")
    await visitor.press("Tab")
    expect([await textIn("startDate"), await textIn("startDate-time")]).toEqual(["12.05.2099", "09:30"])
    await visitor.click("#startDate-calendar")
    await visitor.focused("[role=dialog] [data-day]")
    await visitor.press("ArrowRight", "Enter")
    await visitor.gone("[role=dialog]")
    await visitor.focused("#startDate-calendar")
    expect(await textIn("startDate")).toBe("13.05.2099")

    const shades = [0, 90, 180].map(shade => png(shade, { width: 40, height: 40 }))
    const files = shades.slice(0, 2).map((picture, at) => fileOf(`${engine}-${at}.png`, picture))
    const pictures = () =>
      visitor.run(() => [...document.querySelectorAll<HTMLImageElement>(".media-list img")].map(({ src }) => src))
    await visitor.choose("#media input[type=file]", ...files)
    await expect.poll(async () => (await pictures()).length).toBe(2)
    const drop = (bytes: number[]) => {
      const dataTransfer = new DataTransfer()
      dataTransfer.items.add(new File([new Uint8Array(bytes)], "third.png", { type: "image/png" }))
      for (const type of ["dragenter", "dragover", "drop"])
        document.querySelector(".uploader")?.dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer }))
    }
    await visitor.run(drop, [...(shades[2] ?? [])])
    await expect.poll(async () => (await pictures()).length).toBe(3)
    const [a, b, c] = await pictures()
    await visitor.pressOn(".media-list [data-action=later]", "Enter")
    await expect.poll(pictures).toEqual([b, a, c])
    const item = (at: number) => `.media-list li:nth-child(${at})`
    await visitor.scrollTo(".media-list")
    if (engine === "firefox") await visitor.drag(await visitor.middle(item(1)), await visitor.middle(item(3)))
    // WebKitGTK leaves such a drag to the desktop.
    else
      await visitor.run(() => {
        const dataTransfer = new DataTransfer()
        const [first, , last] = document.querySelectorAll(".media-list li")
        const send = (type: string, target?: Element) =>
          target?.dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer }))
        send("dragstart", first)
        send("dragover", last)
        send("dragend", first)
      })
    await expect.poll(pictures).toEqual([a, c, b])
    await visitor.click("button[type=submit]")
    await visitor.find("h1", title)
    type Listed = { announcements: { startDate: string; media: { url: string }[] }[] }
    const path = `/announcement/list?keyword=${encodeURIComponent(title)}`
    const { announcements } = await callAs<Listed>(accounts.yesilova, "GET", path)
    expect(announcements.map(({ startDate, media }) => [startDate, ...media.map(({ url }) => product.url + url)])).toEqual([
      ["2099-05-13T06:30:00.000Z", a, c, b],
    ])
  })

  it("orders questions by keyboard and pointer", async () => {
    await enter(accounts.yesilova, "/user/survey-management/add")
    for (const text of ["A", "B", "C"]) {
      await visitor.pressOn(".question-editor > .btn--block", "Enter")
      await visitor.focused("[role=menuitem]")
      await visitor.press("ArrowUp", "Enter")
      await visitor.focused(".question-card input")
      await visitor.press(text)
    }
    const order = () =>
      visitor.run(() =>
        [...document.querySelectorAll(".question-card")].map(
          card =>
            card.querySelector("input")?.value ?? card.querySelector(".question-card__title > span:nth-child(2)")?.textContent,
        ),
      )
    await expect.poll(order).toEqual(["A", "B", "C"])
    await visitor.press("Alt+ArrowUp")
    await expect.poll(order).toEqual(["A", "C", "B"])
    const grip = (at: number) => `.question-card:nth-of-type(${at}) > .grip`
    await visitor.scrollTo(grip(2))
    await visitor.drag(await visitor.middle(grip(1)), await visitor.middle(grip(3)))
    await expect.poll(order).toEqual(["C", "B", "A"])
  })

  it("moves a record in the calendar by dragging", async () => {
    const title = `Takvim ${mark()}`
    await callAs(accounts.sarikum, "POST", "/announcement/create", {
      title,
      description: "Açıklama",
      body: "Metin",
      type: 0,
      startDate: "2099-05-12T06:00:00.000Z",
      endDate: "2099-05-12T18:00:00.000Z",
      status: 1,
    })
    await enter(accounts.sarikum, `/user/calendar?month=2099-05&keyword=${encodeURIComponent(title)}`)
    const bar = (day: number) => `td[data-cell="2099-05-${day}"] .schedule__bar`
    await visitor.find(bar(12), title)
    await visitor.scrollTo(bar(12))
    const from = await visitor.middle(bar(12))
    const to = await visitor.run(
      day => document.querySelector(`td[data-cell="${day}"]`)?.getBoundingClientRect().left ?? 0,
      "2099-05-14",
    )
    await visitor.drag(from, { x: to + 20, y: from.y })
    await visitor.find(bar(14), title)
  })

  it("downloads XLSX and CSV, and uploads employees", async () => {
    await enter(accounts.yesilova, "/user/employees/bulk-upload")
    for (const [extension, ...keys] of [[".xlsx"], [".csv", "ArrowDown"]] as const) {
      await visitor.pressOn(".page-header button[aria-haspopup=menu]", "Enter")
      await visitor.focused("[role=menuitem]")
      await visitor.press(...keys, "Enter")
      const template = await readSpreadsheet(new Blob([await downloaded(extension)]))
      expect(template.rows[0]?.slice(0, 3)).toEqual(["Ad", "Soyad", "E-posta"])
    }
    const email = `${mark()}@yesilova.example`
    const lines = ["Adı;Soyadı;Cep Tel;E-posta", `Zeynep;Kaya;5324181000;${email}`]
    await visitor.choose("input[type=file]", fileOf(`${engine}.csv`, lines.join("\r\n")))
    await visitor.find(".action-bar .btn--primary:enabled")
    await visitor.until(() => !document.querySelector("progress"))
    await visitor.click(".action-bar .btn--primary:enabled")
    await visitor.find("h2", "Aktarım tamamlandı")
    expect(await callAs(accounts.yesilova, "GET", `/user/list?keyword=${email}`)).toMatchObject({ totalCount: 1 })
  })

  it("copies a link to the clipboard, which another page pastes", async () => {
    await enter(accounts.yesilova, "/user/reports?module=campaigns")
    await visitor.click(".page-header button", "Bağlantıyı kopyala")
    await visitor.find(".toast")
    await visitor.go("/user/campaigns")
    await visitor.pressOn("input[type=search]", "Control+v")
    const pasted = () => visitor.run(() => document.querySelector<HTMLInputElement>("input[type=search]")?.value)
    await expect.poll(pasted).toBe(`${product.url}/user/reports?module=campaigns`)
  })

  it("prints the minutes of a draw, and verifies its proof by its address and as a file", async () => {
    const { id } = await callAs<{ id: string }>(accounts.sarikum, "POST", "/draw/create", {
      title: `Deneme ${mark()}`,
      description: "Bir deneme",
      method: 0,
      eligibility: 0,
      prizes: [{ name: "Kahve", type: 0, quantity: 25, value: null }],
      startDate: day(-10),
      endDate: day(-2),
      drawDate: day(-1),
      status: 1,
    })
    await callAs(accounts.sarikum, "POST", `/draw/${id}/run`, {})
    await enter(accounts.sarikum, `/user/draws/${id}`)
    await visitor.run(() => {
      window.print = () => {
        document.documentElement.dataset.printed = ""
      }
    })
    await visitor.click("button", "Dışa aktar")
    await visitor.click("[role=menuitem]", "Sonuç tutanağını yazdır")
    await visitor.until(() => document.querySelector("[data-printed] .print-sheet table"))
    // WebKit's driver does not print.
    if (engine === "firefox") {
      const pdf = Buffer.from((await browser.send("Print")) as string, "base64")
      expect(pdf.length).toBeGreaterThan(10_000)
    }
    await visitor.run(() => {
      dispatchEvent(new Event("afterprint"))
    })
    await visitor.until(() => !document.querySelector(".print-sheet"))

    await visitor.go(`/go/draw/${id}`)
    await visitor.find(".proof__verdict", "Hesap doğru")
    await visitor.click("button", "Kanıt dosyasını indir")
    const proof = Buffer.from(await downloaded(".json")).toString()
    for (const [name, text, verdict] of [
      ["tampered", proof.replace('"quantity":25', '"quantity":26'), "Bu kanıt doğrulanamadı"],
      ["proof", proof, "Hesap doğru"],
    ] as const) {
      await visitor.choose(".proof__file input[type=file]", fileOf(`${engine}-${name}.json`, text))
      await visitor.find(".proof__verdict", verdict)
    }
  })

  it("answers a survey by keyboard", async () => {
    const questions = [
      { text: "Memnun musunuz?", type: "rating" },
      { text: "Ofiste kaç gün?", type: "single_choice", options: ["Bir", "Her gün"] },
      { text: "Neye ihtiyacınız var?", type: "multiple_choice", options: ["Ekipman", "İletişim"] },
    ]
    const draft = { title: `Anket ${mark()}`, description: "", type: 0, status: 1, questions }
    const { id } = await callAs<{ id: string }>(accounts.yesilova, "POST", "/survey/create", draft)
    type Invitations = { tokens: { token: string }[] }
    const { tokens } = await callAs<Invitations>(accounts.yesilova, "POST", `/survey/${id}/invitations`, {})
    await visitor.go(`/go/survey/${tokens[0]?.token}`)
    // A group of radio buttons is one stop of the Tab key, each checkbox is one.
    await visitor.pressOn("form input", "Space", "ArrowRight", "Tab", "Space")
    await visitor.focused("input[type=radio]")
    await visitor.pressOn("input[type=checkbox]", "Tab", "Space", "Tab")
    await visitor.focused("[type=submit]")
    const chosen = () =>
      visitor.run(() => [...document.querySelectorAll("input:checked")].map(one => one.closest("label")?.textContent))
    expect(await chosen()).toEqual(["2", "Bir", "İletişim"])
    await visitor.press("Enter")
    await visitor.find("main", "Teşekkürler, yanıtlarınız ulaştı")
    expect(await callAs(accounts.yesilova, "GET", `/survey/${id}`)).toMatchObject({ responseCount: 1 })
  })

  it("five tabs renew an expired token once", async () => {
    const list = "/user/announcement-management"
    await enter(accounts.yesilova, list)
    const token = () => visitor.run(() => localStorage.getItem("accessToken"))
    const before = await token()
    const show = (handle: string) => browser.send("SwitchToWindow", { handle })
    const tabs = [(await browser.send("GetWindowHandle")) as string]
    while (tabs.length < 5) tabs.push(((await browser.send("NewWindow", { type: "tab" })) as { handle: string }).handle)
    for (const tab of tabs) {
      await show(tab)
      // A document without the console, which would renew the token at once.
      await visitor.go("/favicon.svg")
      await visitor.run(list => {
        new BroadcastChannel("start").onmessage = () => location.assign(list)
      }, list)
    }
    await visitor.run(list => {
      localStorage.setItem("tokenExpiry", "1")
      new BroadcastChannel("start").postMessage("")
      setTimeout(() => location.assign(list))
    }, list)
    let renewals = 0
    const after = new Set<unknown>()
    for (const tab of tabs) {
      await show(tab)
      await visitor.find(rows)
      const calls = await visitor.run(() => performance.getEntriesByType("resource").map(({ name }) => name))
      renewals += calls.filter(name => name.endsWith("/api/auth/refresh")).length
      after.add(await token())
    }
    expect([renewals, after.size, after.has(before)]).toEqual([1, 1, false])
    for (const tab of tabs.slice(1)) {
      await show(tab)
      await browser.send("CloseWindow")
    }
    await show(tabs[0] ?? "")
  })
})
