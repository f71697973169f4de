import type { Page } from "playwright-core"
import { afterAll, beforeAll, expect, it } from "vitest"
import { freePort } from "../../scripts/free-port.mjs"
import {
  accounts,
  axe,
  codeFor,
  isWithinWindow,
  openPage,
  type Product,
  press,
  problemsOf,
  signInByForm,
  startProduct,
} from "./kit"
import { sharedBrowser } from "./provide-console"

/** Passkeys, with the browser's virtual authenticator (docs/console.md#passkeys). */
let product: Product
let site: { url: string }
beforeAll(async () => {
  const port = await freePort()
  // Browsers make no passkey for an IP address.
  site = { url: `http://localhost:${port}` }
  product = await startProduct({ env: { PORT: String(port), PUBLIC_URL: site.url } })
})
afterAll(() => product?.stop())

/** A page whose browser has an authenticator with a PIN or finger, which its person always gives. */
const open = async () => {
  const page = await openPage(await sharedBrowser(), site, { language: "tr" })
  const session = await page.context().newCDPSession(page)
  await session.send("WebAuthn.enable")
  const options = {
    protocol: "ctap2",
    transport: "internal",
    hasResidentKey: true,
    hasUserVerification: true,
    isUserVerified: true,
    automaticPresenceSimulation: true,
  } as const
  const { authenticatorId } = await session.send("WebAuthn.addVirtualAuthenticator", { options })
  const person = {
    page,
    setVerified: (isUserVerified: boolean) => session.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified }),
    forget: () => session.send("WebAuthn.clearCredentials", { authenticatorId }),
  }
  return person
}
const dialog = (page: Page) => page.locator("dialog[open]")
const pressIn = (page: Page, name: string) => press(dialog(page).getByRole("button", { name, exact: true }))
const card = (page: Page) => page.locator(".card", { has: page.getByRole("heading", { name: "Geçiş anahtarları" }) })
const signOut = async (page: Page) => {
  await page.context().clearCookies()
  await page.evaluate(() => localStorage.clear())
  await page.goto("/login")
}
/** Requests a code and types it. */
const enterCode = async (page: Page, email: string) => {
  const since = Date.now() - 1000
  await page.goto("/login")
  await page.locator("input[type=email]").fill(email)
  await page.locator("form button[type=submit]").click()
  const field = page.locator("input[autocomplete=one-time-code]")
  await field.waitFor()
  await field.pressSequentially(await codeFor(site, email, since))
}
const looksRight = async (page: Page) => expect([await axe(page), await isWithinWindow(page)]).toEqual([[], true])

it("is made, named, used in place of a code, required, replaced by a recovery code, and reset by another administrator", async () => {
  const { page, setVerified, forget } = await open()
  await signInByForm(page, accounts.yesilova)
  await page.goto("/user/connections")
  await card(page).getByText("Zorunlu kılmak için önce").waitFor()

  await page.goto("/user/profile")
  await press(card(page).getByRole("button", { name: "Geçiş anahtarı ekle" }))
  await dialog(page).locator("#name").fill("Dizüstü")
  await pressIn(page, "Oluştur")
  const shown = dialog(page).locator("#recoveryCodes")
  await shown.waitFor()
  await looksRight(page)
  const codes = (await shown.inputValue()).split("\n")
  expect(codes).toHaveLength(10)
  await pressIn(page, "Sakladım")
  await card(page).getByText("10 kod kaldı").waitFor()
  await press(card(page).locator("[aria-haspopup=menu]"))
  await press(page.getByRole("menuitem", { name: "Adını değiştir" }))
  await dialog(page).locator("#name").fill("İş bilgisayarı")
  await pressIn(page, "Kaydet")
  await card(page).getByText("İş bilgisayarı").waitFor()
  await looksRight(page)

  // In place of a code, without an address; a person who is not verified stays outside.
  await signOut(page)
  await setVerified(false)
  const button = page.getByRole("button", { name: "Geçiş anahtarıyla oturum aç" })
  await press(button)
  await page.getByText("Geçiş anahtarı kullanılmadı").waitFor()
  await setVerified(true)
  await press(button)
  await page.waitForURL("**/user/dashboard")
  await page.goto("/user/profile")
  await page.getByText("Geçiş anahtarıyla", { exact: true }).waitFor()

  // The session ends over unsaved work: the page goes on.
  await page.goto("/user/draws/add")
  await page.locator("#title").fill("Yarım kalan")
  const token = await page.evaluate(() => localStorage.getItem("accessToken"))
  await fetch(`${product.url}/backend/api/auth/logout`, {
    method: "POST",
    headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
    body: "{}",
  })
  await page.getByRole("button", { name: "Taslak olarak kaydet" }).click()
  await pressIn(page, "Geçiş anahtarıyla oturum aç")
  await dialog(page).waitFor({ state: "detached" })
  expect(await page.locator("#title").inputValue()).toBe("Yarım kalan")

  // Required: a right code alone opens nothing.
  await page.goto("/user/connections")
  await press(card(page).getByRole("radio", { name: "Zorunlu" }), "Space")
  await pressIn(page, "Zorunlu kıl")
  await page.getByText("Geçiş anahtarı ayarı kaydedildi").waitFor()
  await looksRight(page)
  await page.goto("/user/profile")
  await press(card(page).locator("[aria-haspopup=menu]"))
  expect(await page.getByRole("menuitem", { name: "Kaldır" }).getAttribute("aria-disabled")).toBe("true")
  await page.keyboard.press("Escape")
  await signOut(page)
  await enterCode(page, accounts.yesilova)
  await dialog(page).getByText("Geçiş anahtarınızla onaylayın").waitFor()
  // The sign-in page has its stylesheet with the dialog alone.
  expect(await dialog(page).evaluate(shown => getComputedStyle(shown).borderRadius)).not.toBe("0px")
  await looksRight(page)
  await pressIn(page, "Vazgeç")
  await page.getByText("geçiş anahtarıyla onaylanmadığı için açılmadı").waitFor()
  await enterCode(page, accounts.yesilova)
  await pressIn(page, "Geçiş anahtarıyla onayla")
  await page.waitForURL("**/user/dashboard")

  // The device is lost.
  await forget()
  await signOut(page)
  await enterCode(page, accounts.yesilova)
  await pressIn(page, "Kurtarma kodu kullan")
  await dialog(page).locator("#recoveryCode").fill("xxxxx-xxxxx")
  await pressIn(page, "Kodla onayla")
  await dialog(page).getByText("Kurtarma kodu yanlış").waitFor()
  await looksRight(page)
  await dialog(page)
    .locator("#recoveryCode")
    .fill(codes[0] ?? "")
  await pressIn(page, "Kodla onayla")
  await page.waitForURL("**/user/dashboard")
  await page.goto("/user/profile")
  await card(page).getByText("9 kod kaldı").waitFor()

  // Another administrator resets it: the session ends, and the next sign-in makes a new one.
  const { page: admin } = await open()
  await signInByForm(admin, accounts.administrator)
  const id = await page.evaluate(() => {
    const [, claims = ""] = (localStorage.getItem("accessToken") ?? "").split(".")
    return JSON.parse(atob(claims.replace(/-/g, "+").replace(/_/g, "/"))).nameidentifier
  })
  await admin.goto(`/user/${id}`)
  const reset = admin.getByRole("button", { name: "Geçiş anahtarlarını sıfırla" })
  await reset.waitFor()
  await looksRight(admin)
  await press(reset)
  await pressIn(admin, "Geçiş anahtarlarını sıfırla")
  await admin.getByText("1 geçiş anahtarı silindi").waitFor()
  await page.goto("/user/campaigns")
  await page.waitForURL("**/login")
  await enterCode(page, accounts.yesilova)
  await pressIn(page, "Geçiş anahtarı oluştur")
  await dialog(page).locator("#recoveryCodes").waitFor()
  await pressIn(page, "Sakladım, devam et")
  await page.waitForURL(/\/user\/(dashboard|campaigns)/)
  for (const one of [page, admin]) expect(problemsOf(one)).toEqual([])
}, 240_000)
