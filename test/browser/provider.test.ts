import { type ChildProcess, spawn } from "node:child_process"
import type { Page } from "playwright-core"
import { afterAll, beforeAll, expect, it } from "vitest"
import { freePort } from "../../scripts/free-port.mjs"
import { accounts, axe, isWithinWindow, openPage, type Product, press, problemsOf, signInByForm, startProduct } from "./kit"
import { sharedBrowser } from "./provide-console"

/** Sign-in by an independent provider (docs/console.md#sign-in-by-a-provider), as a company's administrator sets it up and people use it. */
let product: Product
let provider: ChildProcess
let issuer = ""
beforeAll(async () => {
  const [port, providerPort] = [await freePort(), await freePort()]
  const url = `http://127.0.0.1:${port}`
  issuer = `http://127.0.0.1:${providerPort}`
  const REDIRECT_URI = `${url}/backend/Auth/provider/callback`
  provider = spawn(process.execPath, ["test/oidc-provider.mjs"], {
    env: { ...process.env, PORT: String(providerPort), REDIRECT_URI },
  })
  await new Promise(done => provider.stdout?.once("data", done))
  product = await startProduct({ env: { PORT: String(port), PUBLIC_URL: url, WEBHOOK_ALLOW: `127.0.0.1:${providerPort}` } })
})
afterAll(async () => {
  provider?.kill()
  await product?.stop()
})

const open = async () => openPage(await sharedBrowser(), product, { language: "tr" })
/** Signs in at the provider, and consents. */
const signInThere = async (page: Page, email: string) => {
  await page.waitForURL(`${issuer}/interaction/**`)
  await page.locator("input[name=login]").fill(email)
  await page.locator("input[name=password]").fill("x")
  await page.locator("button[type=submit]").click()
  await page.locator("button[type=submit]", { hasText: "Continue" }).click()
}
const askFor = async (page: Page, email: string) => {
  await page.goto("/login")
  await page.locator("input[type=email]").fill(email)
  await page.locator("form button[type=submit]").click()
}
const item = async (page: Page, name: string) => {
  await press(page.locator(".card", { hasText: "Kurumsal oturum açma" }).locator("[aria-haspopup=menu]"))
  await press(page.getByRole("menuitem", { name }))
}
const setState = async (page: Page, state: string, wayBack = "") => {
  await item(page, "Düzenle")
  await page.locator("dialog[open] #state").selectOption(state)
  if (wayBack) {
    await page.locator("#wayBackId").fill(wayBack)
    await page.getByRole("option", { name: wayBack }).waitFor()
    await page.keyboard.press("Enter")
  }
  await press(page.locator("dialog[open]").getByRole("button", { name: "Kaydet" }))
  await page.locator("dialog[open]").waitFor({ state: "detached" })
}

it("is set up, tried, switched on, used by the people of the company alone, and made the only way", async () => {
  const admin = await open()
  await signInByForm(admin, accounts.yesilova)
  await admin.goto("/user/connections")
  await press(admin.getByRole("button", { name: "Bağlantı kur" }))
  await admin.locator("#issuer").fill(issuer)
  await admin.locator("#clientId").fill("console")
  await admin.locator("#secret").fill("s3cret-of-the-console")
  await admin.locator("#domains").fill("yesilova.example")
  expect(await axe(admin)).toEqual([])
  await press(admin.locator("dialog[open]").getByRole("button", { name: "Kaydet" }))
  await admin.getByText("Henüz denenmedi").waitFor()
  await item(admin, "Bağlantıyı sına")
  await admin.getByText("Sağlayıcının adresleri ve anahtarları okundu").waitFor()
  await item(admin, "Deneme oturumu aç")
  await signInThere(admin, accounts.yesilova)
  await admin.getByText("Deneme oturumu açıldı").waitFor()
  await setState(admin, "on")

  // A person is led there without a further question, and ends at the page that they asked for.
  const person = await open()
  await person.goto("/user/draws")
  await person.waitForURL("**/login")
  await person.locator("input[type=email]").fill(accounts.yesilova)
  await person.locator("form button[type=submit]").click()
  await signInThere(person, accounts.yesilova)
  await person.waitForURL("**/user/draws")
  expect(await person.evaluate(() => location.hash)).toBe("")

  // The session ends over unsaved work: the provider is opened beside it, and the page goes on.
  await person.goto("/user/draws/add")
  await person.locator("#title").fill("Yarım kalan")
  const token = await person.evaluate(() => localStorage.getItem("accessToken"))
  await fetch(`${product.url}/backend/api/auth/logout`, {
    method: "POST",
    headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
    body: "{}",
  })
  await person.getByRole("button", { name: "Taslak olarak kaydet" }).click()
  const opened = person.context().waitForEvent("page")
  await press(person.locator("dialog[open]").getByRole("button", { name: "Kod gönder" }))
  const beside = await opened
  await beside.waitForURL("**/user/dashboard")
  await person.locator("dialog[open]").waitFor({ state: "detached" })
  expect(await person.locator("#title").inputValue()).toBe("Yarım kalan")
  await beside.close()

  // An ordinary person has no access; a person of another company is unknown to this provider, and gets a code themselves.
  const user = await open()
  await askFor(user, accounts.user)
  await signInThere(user, accounts.user)
  await user.waitForURL("**/access-denied")
  const stranger = await open()
  await askFor(stranger, "x@yesilova.example")
  await signInThere(stranger, accounts.sarikum)
  await stranger.getByText("Bu hesap konsolda kayıtlı değil").waitFor()
  expect([await axe(stranger), await isWithinWindow(stranger)]).toEqual([[], true])
  await stranger.getByRole("button", { name: "Bunun yerine kod gönder" }).click()
  await stranger.waitForURL("**/verify")
  await signInByForm(await open(), accounts.sarikum)

  // A provider that is gone leads to a code; made the only way, it does so for the administrator who is named alone.
  await setState(admin, "only", "Elif")
  await admin.locator(".card", { hasText: "Kurumsal oturum açma" }).getByText("Yalnız bununla").waitFor()
  for (const page of [admin, person, user, stranger]) expect(problemsOf(page)).toEqual([])
}, 240_000)
