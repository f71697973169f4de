/**
 * `npm run pictures [-- address]`: takes the picture of the README, docs/campaigns.png, from a running demonstration (`npm start`):
 * the campaigns of a company, in Turkish and light colours.
 */
import { chromium } from "playwright-core"
import { root } from "./build/paths.mjs"
import { findChromium } from "./chromium.mjs"

const email = "elif.yilmaz@yesilova.example"
const [address = "http://127.0.0.1:8080"] = process.argv.slice(2)

/** Returns the newest code that was sent to the account. */
const readCode = async () => {
  const mails = await (await fetch(`${address}/backend/outbox`)).json()
  return mails.find(({ to, code }) => to === email && code).code
}

const browser = await chromium.launch({ executablePath: findChromium() })
try {
  const page = await browser.newPage({
    baseURL: address,
    viewport: { width: 1280, height: 800 },
    locale: "tr-TR",
    timezoneId: "Europe/Istanbul",
    colorScheme: "light",
    reducedMotion: "reduce",
  })
  await page.goto("/login")
  await page.locator("input[type=email]").fill(email)
  await page.locator("form button[type=submit]").click()
  const field = page.locator("input[autocomplete=one-time-code]")
  await field.waitFor()
  await field.pressSequentially(await readCode())
  await page.waitForURL(/dashboard/)
  await page.goto("/user/campaigns")
  await page.locator("tbody tr[data-row]").first().waitFor()
  await page.waitForLoadState("networkidle")
  await page.screenshot({ path: `${root}docs/campaigns.png` })
} finally {
  await browser.close()
}
