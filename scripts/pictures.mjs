/**
 * `npm run pictures [-- address]`: takes the pictures of the README and of docs/tour.md from a running demonstration (`npm start`),
 * in Turkish.
 */
import { chromium } from "playwright-core"
import { root } from "./build/paths.mjs"
import { findChromium } from "./chromium.mjs"

const [address = "http://127.0.0.1:8080"] = process.argv.slice(2)
const browser = await chromium.launch({ executablePath: findChromium() })

/** Returns the newest code that was sent to the account. */
const readCode = async email => {
  const mails = await (await fetch(`${address}/backend/outbox`)).json()
  return mails.find(({ to, code }) => to === email && code).code
}

/** Opens a browser of its own and signs in. */
const signIn = async (email, options = {}) => {
  const page = await browser.newPage({
    baseURL: address,
    viewport: { width: 1280, height: 800 },
    locale: "tr-TR",
    timezoneId: "Europe/Istanbul",
    colorScheme: "light",
    reducedMotion: "reduce",
    ...options,
  })
  await page.goto("/login")
  await page.locator("input[type=email]").fill(email)
  await page.locator("form button[type=submit]").click()
  const field = page.locator("input[autocomplete=one-time-code]")
  await field.waitFor()
  await field.pressSequentially(await readCode(email))
  await page.waitForURL(/dashboard/)
  return page
}

/** @param shown what has to be there; @param name of the file in docs */
const take = async (page, path, shown, name) => {
  await page.goto(path)
  await page.locator(shown).first().waitFor()
  await page.waitForLoadState("networkidle")
  await page.screenshot({ path: `${root}docs/${name}.png` })
}

/** The records of a list of the API, with the session of a page. */
const list = (page, path) =>
  page.evaluate(async path => {
    const answer = await fetch(`/backend${path}`, { headers: { Authorization: `Bearer ${localStorage.accessToken}` } })
    return Object.values((await answer.json()).value).find(Array.isArray)
  }, path)

try {
  const row = "tbody tr[data-row]"
  const page = await signIn("elif.yilmaz@yesilova.example")
  await take(page, "/user/campaigns", row, "campaigns")
  const draws = await list(page, "/draw/list?pageSize=100")
  const drawn = draws.find(({ drawnAt }) => drawnAt)
  await take(page, `/user/draws/${drawn.id}`, "main .card", "tour/draw")
  await take(page, `/go/draw/${drawn.id}`, ".proof__checks", "tour/verifier")
  const surveys = await list(page, "/survey/list?pageSize=100")
  const answered = surveys.reduce((most, survey) => (survey.responseCount > most.responseCount ? survey : most))
  await take(page, `/user/survey-management/${answered.id}?tab=report`, ".report .card", "tour/report")
  const phone = await signIn("mert.aydin@sarikum.example", { viewport: { width: 390, height: 844 } })
  await take(phone, "/user/campaigns", row, "tour/phone")
  const dark = await signIn("yonetici@platform.example", { colorScheme: "dark" })
  await take(dark, "/admin/dashboard", "main .card", "tour/dark")
} finally {
  await browser.close()
}
