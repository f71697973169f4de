import { createHmac } from "node:crypto"
import { createServer, type IncomingHttpHeaders } from "node:http"
import type { AddressInfo } from "node:net"
import type { Page } from "playwright-core"
import { afterAll, beforeAll, expect, it } from "vitest"
import {
  accounts,
  axe,
  isWithinWindow,
  mark,
  openPage,
  type Product,
  phone,
  press,
  problemsOf,
  shot,
  signInByForm,
  startProduct,
} from "./kit"
import { sharedBrowser } from "./provide-console"

/**
 * Webhooks with a receiver, and a program with an access token (docs/console.md#connections). Their forms: test/flows/connections.test.tsx.
 */
type Received = { headers: IncomingHttpHeaders; body: string }
const received: Received[] = []
/** The path of the endpoint of this test: that of the other one is restored in its end, and hears of the same changes. */
let path = ""
/** Those of a type: events of other records come as well, such as the end of a campaign by its date. */
const receivedOf = (type: string) => received.filter(({ body }) => body.includes(`"type":"${type}"`))
/** The status of the next answers. */
let status = 200
const receiver = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on("data", (chunk: Buffer) => chunks.push(chunk))
  request.on("end", () => {
    if (request.url === path) received.push({ headers: request.headers, body: Buffer.concat(chunks).toString() })
    response.writeHead(status).end("alındı")
  })
})
let product: Product
let hook = ""
beforeAll(async () => {
  await new Promise<void>(done => {
    receiver.listen(0, "127.0.0.1", () => done())
  })
  const { port } = receiver.address() as AddressInfo
  hook = `http://127.0.0.1:${port}`
  product = await startProduct({ env: { WEBHOOK_ALLOW: `127.0.0.1:${port}` } })
})
afterAll(async () => {
  await product?.stop()
  receiver.close()
})

const stands = async (page: Page) => {
  await page.waitForFunction(() => !document.querySelector("main [aria-busy=true], main .waiting"))
  expect(await axe(page)).toEqual([])
  expect(await isWithinWindow(page)).toBe(true)
}
const card = (page: Page, title: string) => page.locator(".card").filter({ has: page.getByRole("heading", { name: title }) })
const dialog = (page: Page) => page.locator("dialog[open]")
const choose = async (page: Page, id: string, option: string) => {
  await page.locator(`#${id}`).fill(option)
  await page.getByRole("option", { name: option }).first().waitFor()
  await page.keyboard.press("Enter")
}
/** Takes the secret that is shown, which the page does not have any more when the dialog is closed. */
const takeSecret = async (page: Page, close: string) => {
  const secret = await page.locator("#secret").inputValue()
  await stands(page)
  await page.keyboard.press("Escape")
  expect(await page.locator("#secret").count()).toBe(1)
  await press(dialog(page).getByRole("button", { name: close }))
  await dialog(page).waitFor({ state: "detached" })
  expect(await page.content()).not.toContain(secret)
  return secret
}
const isSignedBy = (secret: string, { headers, body }: Received) => {
  const key = Buffer.from(secret.replace("whsec_", ""), "base64")
  const signed = `${headers["webhook-id"]}.${headers["webhook-timestamp"]}.${body}`
  const expected = `v1,${createHmac("sha256", key).update(signed).digest("base64")}`
  return String(headers["webhook-signature"]).split(" ").includes(expected)
}
const ask = (token: string, path: string) =>
  fetch(`${product.url}/backend${path}`, { headers: { Authorization: `Bearer ${token}` } }).then(answer => answer.status)

const people = [
  {
    email: accounts.yesilova,
    root: "/user",
    view: { language: "tr" },
    words: {
      page: "Bağlantılar",
      webhooks: "Webhook uçları",
      addWebhook: "Webhook ucu ekle",
      allEvents: "Tüm olaylar",
      close: "Kapat",
      test: "Test gönder",
      delivered: "Test ulaştı",
      deliveries: "Gönderimler",
      event: "Duyuru · Oluşturuldu",
      nextTry: "Sonraki deneme",
      resend: "Yeniden gönder",
      resendAll: "Başarısızları yeniden gönder",
      rotate: "İmza anahtarını yenile",
      remove: "Webhook ucunu sil",
      undo: "Geri al",
      tokens: "Erişim anahtarları",
      addToken: "Erişim anahtarı oluştur",
      allRead: "Tüm kayıtları okuma",
      revoke: "Anahtarı iptal et",
    },
  },
  {
    email: accounts.administrator,
    root: "/admin",
    view: { language: "en", ...phone, dark: true },
    words: {
      page: "Connections",
      webhooks: "Webhooks",
      addWebhook: "Add webhook",
      allEvents: "All events",
      close: "Close",
      test: "Send test",
      delivered: "Test delivered",
      deliveries: "Deliveries",
      event: "Announcement · Created",
      nextTry: "Next attempt",
      resend: "Resend",
      resendAll: "Resend failed",
      rotate: "Rotate signing secret",
      remove: "Delete webhook",
      undo: "Undo",
      tokens: "Access tokens",
      addToken: "Create access token",
      allRead: "Read all records",
      revoke: "Revoke token",
    },
  },
] as const

it.each(people)("$email sends what changes to a receiver, and gives a program a token", async ({ email, root, view, words }) => {
  const page = await openPage(await sharedBrowser(), product, view)
  await signInByForm(page, email)
  const name = `Bordro ${mark()}`
  status = 200
  path = `${root}/hook`
  const choosesFromMenu = async (title: string, row: string, item: string) => {
    await press(card(page, title).getByRole("button", { name: row }))
    await press(page.getByRole("menuitem", { name: item, exact: true }))
  }

  await press(page.locator(".topbar__user").last())
  await press(page.getByRole("menuitem", { name: words.page }))
  await page.waitForURL(`**${root}/connections`)
  await card(page, words.webhooks).getByRole("button", { name: words.addWebhook }).waitFor()
  await stands(page)
  await shot(page, `empty-${view.language}`)

  await press(card(page, words.webhooks).getByRole("button", { name: words.addWebhook }))
  await page.locator("#url").fill(hook + path)
  await page.locator("#description").fill(name)
  await choose(page, "events", words.allEvents)
  await stands(page)
  await shot(page, `form-${view.language}`)
  await press(dialog(page).locator("[type=submit]"))
  await page.locator("#secret").waitFor()
  await shot(page, `secret-${view.language}`)
  const secret = await takeSecret(page, words.close)

  received.length = 0
  await choosesFromMenu(words.webhooks, name, words.test)
  await page.getByText(words.delivered).waitFor()
  await page.getByText(/^200, \d+ ms$/).waitFor()
  expect(receivedOf("ping").map(one => isSignedBy(secret, one))).toEqual([true])

  const token = await page.evaluate(() => localStorage.getItem("accessToken"))
  const created = await fetch(`${product.url}/backend/announcement/create`, {
    method: "POST",
    headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
    body: JSON.stringify({
      title: `Duyuru ${name}`,
      description: "Kısa",
      body: "Metin",
      type: 0,
      startDate: "2026-03-01T00:00:00Z",
      endDate: "2099-04-01T00:00:00Z",
      status: 0,
    }),
  })
  expect(created.ok).toBe(true)
  const idsOf = () => receivedOf("announcement.created").map(({ headers }) => headers["webhook-id"])
  await expect.poll(() => idsOf().length, { timeout: 30_000 }).toBe(1)
  await press(page.getByRole("link", { name }))
  await page.getByRole("heading", { level: 1, name }).waitFor()
  const row = page.locator("tbody tr").filter({ hasText: words.event })
  const isShown = (answer: string) =>
    expect
      .poll(
        async () => {
          await page.reload()
          await row.waitFor()
          return row.textContent()
        },
        { timeout: 30_000, interval: 500 },
      )
      .toContain(answer)
  await isShown("200")
  await stands(page)
  await shot(page, `deliveries-${view.language}`)
  await press(row.getByRole("button", { name: words.event }).first())
  await dialog(page).waitFor()
  expect(await page.locator("#delivery-body").inputValue()).toContain('"type": "announcement.created"')
  await stands(page)
  await shot(page, `delivery-${view.language}`)
  await press(dialog(page).getByRole("button", { name: words.close }))
  // It is sent again, and once more after five seconds, with the same id; the next try is minutes later.
  status = 500
  await press(row.locator(".table__actions button"))
  await press(page.getByRole("menuitem", { name: words.resend, exact: true }))
  await expect.poll(() => idsOf().length, { timeout: 30_000 }).toBe(3)
  expect(new Set(idsOf()).size).toBe(1)
  // The list shows what became of it, without being asked.
  await expect.poll(() => row.textContent(), { timeout: 30_000 }).toContain("500")
  expect(await row.textContent()).toContain(words.nextTry)
  await stands(page)
  status = 200
  expect(received.every(one => isSignedBy(secret, one))).toBe(true)
  await press(page.getByRole("button", { name: words.resendAll }))
  await page.getByRole("menuitem").first().waitFor()
  await stands(page)
  await page.keyboard.press("Escape")

  await press(page.locator(".breadcrumb a"))
  await choosesFromMenu(words.webhooks, name, words.rotate)
  await press(dialog(page).getByRole("button", { name: words.rotate }))
  await page.locator("#secret").waitFor()
  const next = await takeSecret(page, words.close)
  received.length = 0
  await choosesFromMenu(words.webhooks, name, words.test)
  await expect.poll(() => receivedOf("ping").length).toBe(1)
  expect(receivedOf("ping").map(one => [isSignedBy(secret, one), isSignedBy(next, one)])).toEqual([[true, true]])

  await press(card(page, words.tokens).getByRole("button", { name: words.addToken }))
  await page.locator("#name").fill(name)
  if (root === "/user") await choose(page, "scopes", words.allRead)
  await stands(page)
  await shot(page, `token-${view.language}`)
  await press(dialog(page).locator("[type=submit]"))
  await page.locator("#secret").waitFor()
  const access = await takeSecret(page, words.close)
  expect(await ask(access, "/campaign/list")).toBe(200)
  await stands(page)
  await shot(page, `both-${view.language}`)
  await choosesFromMenu(words.tokens, name, words.revoke)
  await press(dialog(page).getByRole("button", { name: words.revoke }))
  await card(page, words.tokens).getByText(name).waitFor({ state: "detached" })
  expect(await ask(access, "/campaign/list")).toBe(401)

  await choosesFromMenu(words.webhooks, name, words.remove)
  await press(dialog(page).getByRole("button", { name: words.remove }))
  await page.getByRole("link", { name }).waitFor({ state: "detached" })
  await press(page.locator(".toast").getByRole("button", { name: words.undo }))
  await page.getByRole("link", { name }).waitFor()
  expect(problemsOf(page)).toEqual([])
  await page.context().close()
})
