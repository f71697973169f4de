import type { BrowserContext, Page } from "playwright-core"
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest"
import { type Host, startHost } from "../foreign/host"
import { type ForeignServer, foreignCode, type Switches, startForeignServer } from "../foreign/server"
import { png } from "../pictures"
import { sample } from "../rounds"
import { mark, openContext, problemsOf } from "./kit"
import { sharedBrowser } from "./provide-console"

/**
 * The console on a static host, against a server of the contract on another origin that has no extensions: what only a browser does
 * there. Every screen on it: test/flows/foreign.test.tsx.
 */
let api: ForeignServer
let host: Host
let context: BrowserContext
let page: Page

const email = "ada.deniz@deniz.example"

beforeAll(async () => {
  api = await startForeignServer()
  host = await startHost({ apiBaseUrl: api.url })
})
afterAll(async () => {
  await host?.stop()
  await api?.stop()
  const names = new Set(api?.received.flatMap(({ headers }) => Object.keys(headers)))
  expect(["if-match", "idempotency-key", "x-request-id"].filter(name => names.has(name))).toEqual([])
})
beforeEach(async () => {
  api.reset()
  context = await openContext(await sharedBrowser(), host)
  page = await context.newPage()
  await page.goto("/login")
  await page.locator("input[type=email]").fill(email)
  await page.locator("form button[type=submit]").click()
  await page.locator("input[autocomplete=one-time-code]").pressSequentially(foreignCode)
  await page.waitForURL("**/user/dashboard")
})
afterEach(() => context?.close())

const rowOf = (title: string) => page.locator("tbody tr[data-row]").filter({ hasText: title })
const confirm = () => page.locator("dialog[open] .btn--danger-solid")
const save = () => page.locator(".action-bar [type=submit]")

/** Every picture of the page comes from the API's origin and can be seen. */
const checkPictures = async (least: number) => {
  const { origin } = new URL(api.url)
  const look = async () => {
    const all = await page
      .locator("img")
      .evaluateAll(found => (found as HTMLImageElement[]).map(({ src, naturalWidth }) => ({ src, naturalWidth })))
    const bad = all.filter(({ src, naturalWidth }) => !src.startsWith(origin) || !naturalWidth)
    return { isEnough: all.length >= least, bad }
  }
  await expect.poll(look).toEqual({ isEnough: true, bad: [] })
}

it("shows pictures of the API's origin; a record is changed and deleted, many at once too", async () => {
  await page.goto("/user/partner-management")
  await checkPictures(3)
  const titles = [mark(), mark(), mark()].map(word => `Silinen ${word}`)
  for (const title of titles) api.copy("brand", 1, "name", title)
  const [first = "", ...others] = titles
  await page.goto("/user/partner-management?keyword=Silinen")
  await rowOf(first).locator("a").first().click()
  await page.getByRole("link", { name: "Düzenle", exact: true }).click()
  await page.locator("#location").fill("Bursa")
  await save().click()
  await page.getByRole("heading", { level: 1, name: first }).waitFor()
  expect(api.received.findLast(({ method }) => method === "PUT")?.body).toMatchObject({ name: first, location: "Bursa" })

  const before = api.count("brand")
  await page.goto("/user/partner-management?keyword=Silinen")
  await rowOf(first).locator(".table__actions button").click()
  await page.getByRole("menuitem").last().click()
  await confirm().waitFor()
  expect(await page.locator("dialog[open]").textContent()).not.toContain("geri alabilirsiniz")
  await confirm().click()
  await rowOf(first).waitFor({ state: "detached" })
  for (const title of others) await rowOf(title).locator("input[type=checkbox]").check()
  await page.locator(".bulk-bar").getByRole("button", { name: "Sil", exact: true }).click()
  await confirm().click()
  await expect.poll(() => api.count("brand")).toBe(before - 3)
  expect(problemsOf(page)).toEqual([])
})

it("uploads a picture, shows a refusal with 200 in the server's words, and asks before it sends again what was cut off", async () => {
  const cut = `Kesilen ${mark()}`
  await page.goto("/user/partner-management/add")
  await page.locator("input[type=file]").setInputFiles({ name: "logo.png", mimeType: "image/png", buffer: Buffer.from(png()) })
  await page.locator(".media img, ul img").first().waitFor()
  await checkPictures(1)
  await page.locator("#name").fill("Reddedilen")
  await save().click()
  await page.getByText("Bu ad kullanılamaz.").first().waitFor()
  const before = api.count("brand")
  await page.locator("#name").fill(cut)
  api.switches.cutsCreates = true
  await save().click()
  await page.getByText("Kayıt oluşturulmuş olabilir").waitFor()
  api.switches.cutsCreates = false
  const [list] = await Promise.all([context.waitForEvent("page"), page.getByRole("link", { name: "Listeyi kontrol et" }).click()])
  await list.locator("tbody tr[data-row]").filter({ hasText: cut }).waitFor()
  await list.close()
  await save().click()
  await page.locator("dialog[open]").getByRole("button", { name: "Vazgeç" }).click()
  await page.getByText("Kayıt yeniden gönderilmedi").first().waitFor()
  expect(api.count("brand")).toBe(before + 1)
})

it("has a sentence where people look for what the server does not have", async () => {
  await page.goto("/user/profile")
  await page.getByText("Bağlı sunucu ikinci kişinin onayını desteklemiyor.").waitFor()
  await page.getByText("Bağlı sunucu e-posta özeti göndermiyor.").waitFor()
  expect(await page.locator(".counted-panel__button").count()).toBe(0)
  await page.goto("/user/connections")
  await page.getByText("Bağlı sunucu webhook göndermiyor.").waitFor()
  await page.getByText("Bağlı sunucu erişim anahtarı vermiyor.").waitFor()
  await page.goto("/user/announcement-management")
  await page.getByRole("button", { name: "Görünümler" }).click()
  await page.getByRole("menuitem", { name: "Görünüm olarak kaydet" }).waitFor()
  expect(await page.locator("[role=menu]").textContent()).toContain("bu tarayıcıda")
  await page.keyboard.press("Escape")
  await page.goto("/user/announcement-management/add")
  await page.getByRole("button", { name: "Duyuruyu yayımla" }).waitFor()
  expect(problemsOf(page)).toEqual([])
})

const refusals: Switches["refresh"][] = ["refused", "empty", "withoutTokens", "unauthorised"]

// How each is read: test/effects/refresh.test.ts.
it.each(sample(refusals, 1))(
  "a refresh that is refused (%s) asks to sign in again over unsaved work, and else ends the session",
  async refresh => {
    await page.goto("/user/partner-management/add")
    await page.locator("#name").fill("Yarım kalan")
    api.switches.refresh = refresh
    api.expireTokens()
    // A read in the background may have met the end of the session before: its question covers the button.
    await save()
      .click({ timeout: 5_000 })
      .catch(() => undefined)
    await page.getByText("Çalışmanız kaybolmadı").waitFor()
    expect(await page.locator("dialog[open]").textContent()).toContain("Token yenilenemedi")
    expect(await page.evaluate(() => localStorage.getItem("accessToken"))).toBeNull()
    api.switches.refresh = "works"
    await page.locator("dialog[open]").getByRole("button", { name: "Kod gönder" }).click()
    await page.locator("input[autocomplete=one-time-code]").pressSequentially(foreignCode)
    await page.getByRole("heading", { level: 1, name: "Yarım kalan" }).waitFor()
    api.switches.refresh = refresh
    api.expireTokens()
    await page.goto("/user/campaigns")
    await page.waitForURL("**/login")
    await page.getByText("Token yenilenemedi").waitFor()
  },
)
