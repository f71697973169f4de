import { spawn } from "node:child_process"
import type { Page } from "playwright-core"
import { freePort } from "../../scripts/free-port.mjs"
import { type Product, press, startProduct } from "./kit"

/** A product beside an independent provider of OpenID Connect, and what an administrator and people do with it. */

export type WithProvider = { product: Product; issuer: string; stop: () => Promise<void> }

export const startWithProvider = async (): Promise<WithProvider> => {
  const [port, providerPort] = [await freePort(), await freePort()]
  const url = `http://127.0.0.1:${port}`
  const issuer = `http://127.0.0.1:${providerPort}`
  const REDIRECT_URI = `${url}/backend/Auth/provider/callback`
  const provider = spawn(process.execPath, ["test/oidc-provider.mjs"], {
    env: { ...process.env, PORT: String(providerPort), REDIRECT_URI },
  })
  await new Promise(done => provider.stdout?.once("data", done))
  const product = await startProduct({
    env: { PORT: String(port), PUBLIC_URL: url, WEBHOOK_ALLOW: `127.0.0.1:${providerPort}` },
  })
  const stop = async () => {
    provider.kill()
    await product.stop()
  }
  return { product, issuer, stop }
}

/** Signs in at the provider, and consents. */
export const signInThere = async (page: Page, email: string) => {
  await page.waitForURL("**/interaction/**")
  await page.locator("input[name=login]").fill(email)
  await page.locator("input[name=password]").fill("x")
  await page.locator("button[type=submit]").click()
  await page.locator("button[type=submit]", { hasText: "Continue" }).click()
}

export const askFor = async (page: Page, email: string) => {
  await page.goto("/login")
  await page.locator("input[type=email]").fill(email)
  await page.locator("form button[type=submit]").click()
}

export const choose = async (page: Page, name: string) => {
  await press(page.locator(".card", { hasText: "Kurumsal oturum açma" }).locator("[aria-haspopup=menu]"))
  await press(page.getByRole("menuitem", { name }))
}

export const setState = async (page: Page, state: string, wayBack = "") => {
  await choose(page, "Düzenle")
  await page.locator("dialog[open] #state").selectOption(state)
  if (wayBack) {
    await page.locator("#wayBackId").fill(wayBack)
    await page.getByRole("option", { name: wayBack }).waitFor()
    await page.keyboard.press("Enter")
  }
  await press(page.locator("dialog[open]").getByRole("button", { name: "Kaydet" }))
  await page.locator("dialog[open]").waitFor({ state: "detached" })
}

/** Sets the connection up, tries it and switches it on. @param check runs while the form is filled in */
export const setUp = async (admin: Page, issuer: string, domain: string, email: string, check = async () => {}) => {
  await admin.goto("/user/connections")
  await press(admin.getByRole("button", { name: "Bağlantı kur" }))
  await admin.locator("#issuer").fill(issuer)
  await admin.locator("#clientId").fill("console")
  await admin.locator("#secret").fill("s3cret-of-the-console")
  await admin.locator("#domains").fill(domain)
  await check()
  await press(admin.locator("dialog[open]").getByRole("button", { name: "Kaydet" }))
  await admin.getByText("Henüz denenmedi").waitFor()
  await choose(admin, "Bağlantıyı sına")
  await admin.getByText("Sağlayıcının adresleri ve anahtarları okundu").waitFor()
  await choose(admin, "Deneme oturumu aç")
  await signInThere(admin, email)
  await admin.getByText("Deneme oturumu açıldı").waitFor()
  await setState(admin, "on")
}
