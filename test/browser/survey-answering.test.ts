import type { Page } from "playwright-core"
import { beforeAll, describe, expect, it } from "vitest"
import { isLong } from "../rounds"
import { accounts, axe, axeOfWholePage, callAs, mark, press, problemsOf, type View } from "./kit"
import { provideProduct } from "./provide-product"

/** Employees answer a survey by its link: by keyboard, without a connection in the middle, and once (docs/console.md#public-surveys). */
const { openPage, openAs, product } = provideProduct()

const questions = [
  { text: "Çalışma düzeninden memnun musunuz?", description: "Son bir ayı düşünün.", type: "rating" },
  { text: "Ofiste kaç gün?", type: "single_choice", options: ["Haftada 1 gün", "Her gün"] },
  { text: "Neye ihtiyacınız var?", type: "multiple_choice", options: ["Ekipman", "İletişim"], required: false },
  { text: "Önerir misiniz?", type: "yes_no" },
]
const words = {
  tr: {
    title: "Yanıtlarınız anonimdir",
    missing: "1 soru yanıtınızı bekliyor",
    unsent: "Yanıtlarınız gönderilemedi",
    progress: "4 / 4 soru yanıtlandı",
    thanks: "Teşekkürler, yanıtlarınız ulaştı",
    used: "Bu bağlantıyla daha önce yanıt verildi",
  },
  en: {
    title: "Your answers are anonymous",
    missing: "1 question needs your answer",
    unsent: "Your answers could not be sent",
    progress: "4 of 4 questions answered",
    thanks: "Thank you, your answers have arrived",
    used: "This link has already been used",
  },
}

let staff: Page
beforeAll(async () => {
  staff = await openAs(accounts.yesilova)
})
type Created = { id: string }
type Invitations = { tokens: { token: string }[] }
/** An open survey of the company. @returns its title and an unused token */
const invited = async () => {
  const title = `Çalışma düzeni ${mark()}`
  const draft = { title, description: "İki dakikada biter.", type: 0, status: 1, questions }
  const { id } = await callAs<Created>(staff, "POST", "/survey/create", draft)
  const { tokens } = await callAs<Invitations>(staff, "POST", `/survey/${id}/invitations`, {})
  return { id, title, token: tokens[0]?.token ?? "" }
}

const close = (page: Page) => page.context().close()
const overflow = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
/** The question, and what of it has the focus. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const { activeElement: element } = document
    return [
      element?.closest("fieldset")?.querySelector("legend span:nth-child(2)")?.firstChild?.textContent ?? "",
      element?.closest("label, button")?.textContent ?? "",
    ]
  })
const isWhollyVisible = (page: Page) =>
  page.evaluate(() => {
    const box = document.activeElement?.closest("label")?.getBoundingClientRect()
    const covered = document.querySelector(".answering__progress")?.getBoundingClientRect().bottom ?? 0
    return box !== undefined && box.top >= covered && box.bottom <= innerHeight
  })

const views: View[] = [
  { language: "tr", width: 390, height: 760 },
  { language: "en", width: 1280, dark: true },
  { language: "tr", width: 1280 },
  { language: "en", width: 390, height: 760, dark: true },
]
/** 1280 × 1024 at 400 %. */
const zoomed: View = { language: "tr", width: 320, height: 256 }

describe("a survey", () => {
  it.each(isLong ? [...views, zoomed] : [zoomed])(
    "is answered by keyboard, with the connection lost in the middle: %o",
    async view => {
      const text = words[view.language ?? "tr"]
      const { id, title, token } = await invited()
      const page = await openPage({ ...view, reducedMotion: true })
      let warnings = 0
      page.on("dialog", async dialog => {
        warnings++
        await dialog.accept()
      })
      const key = (name: string) => page.keyboard.press(name)
      await page.goto(`/go/survey/${token}`)
      await page.getByText(text.title).waitFor()
      expect(await page.locator("h1").textContent()).toBe(title)
      expect([await overflow(page), ...(await axeOfWholePage(page))]).toEqual([0])

      await page.locator("main .alert a").focus()
      await key("Tab")
      expect((await focused(page))[0]).toBe(questions[0]?.text)
      await key("Space")
      for (let at = 1; at < 4; at++) await key("ArrowRight")
      await key("Tab")
      await key("Space")
      expect(await focused(page)).toEqual([questions[1]?.text, "Haftada 1 gün"])
      await page.context().setOffline(true)
      await key("Tab")
      await key("Tab")
      await key("Space")
      expect(await focused(page)).toEqual([questions[2]?.text, "İletişim"])
      await key("Tab")
      await key("Tab")
      await key("Enter")
      await page.getByText(text.missing).waitFor()
      await expect.poll(async () => (await focused(page))[0]).toBe(questions[3]?.text)
      expect(await isWhollyVisible(page)).toBe(true)
      expect(await axeOfWholePage(page)).toEqual([])
      await key("Space")
      await key("Tab")
      await key("Enter")
      await page.getByText(text.unsent).waitFor()
      expect(await axeOfWholePage(page)).toEqual([])

      await page.context().setOffline(false)
      await page.reload()
      expect(warnings).toBe(1)
      await page.getByText(text.progress).waitFor()
      const chosen = await page.locator("input:checked").evaluateAll(all => all.map(one => one.closest("label")?.textContent))
      expect(chosen.slice(0, 3)).toEqual(["4", "Haftada 1 gün", "İletişim"])
      await press(page.locator("form [type=submit]"))
      await page.getByText(text.thanks).waitFor()
      await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe("main")
      expect(await axe(page)).toEqual([])

      await page.goto(`/go/survey/${token}`)
      await page.getByText(text.used).waitFor()
      expect(await axe(page)).toEqual([])
      expect((await callAs<{ responseCount: number }>(staff, "GET", `/survey/${id}`)).responseCount).toBe(1)
      expect(problemsOf(page)).toEqual([])
      await close(page)
    },
  )

  it("is shown with the page's own scripts and two calls, and its token leaves the page in these alone", async () => {
    const { title, token } = await invited()
    const page = await openPage({ language: "en" })
    const requests: { url: string; path: string; referer: string | undefined }[] = []
    page.on("request", request => {
      const url = request.url()
      requests.push({ url, path: `${request.method()} ${new URL(url).pathname}`, referer: request.headers().referer })
    })
    await page.goto(`/go/survey/${token}`)
    await page.getByRole("radio", { name: /^4/ }).check()
    await page.getByLabel("Her gün").check()
    await page.getByLabel("Yes").check()
    await page.getByRole("button", { name: "Send answers" }).click()
    await page.getByText(words.en.thanks).waitFor()

    expect(requests.map(({ path }) => path).filter(path => /\/(shell|signed-in|index-)[^/]*\.js/.test(path))).toEqual([])
    const calls = requests.map(({ path }) => path).filter(path => path.includes("/backend/"))
    expect(calls).toEqual([`GET /backend/go/survey/${token}`, expect.stringMatching(/^POST \/backend\/survey\/[\w-]+\/answers$/)])
    const holding = requests.filter(({ url }) => url.includes(token)).map(({ path }) => path)
    expect(holding).toEqual([`GET /go/survey/${token}`, `GET /backend/go/survey/${token}`])
    expect(requests.map(({ referer }) => referer).filter(Boolean)).toEqual([])
    const told = await page.evaluate(() => [
      document.title,
      document.cookie,
      JSON.stringify(localStorage),
      JSON.stringify(sessionStorage),
    ])
    expect(told[0]).toContain(title)
    expect(told.join()).not.toContain(token)
    expect(product().printed()).not.toContain(token)
    await close(page)
  })

  it("is readable in any colours of a company", async () => {
    const { token } = await invited()
    const page = await openPage({ language: "tr", width: 390 })
    let colors = ["", ""]
    await page.route("**/backend/go/survey/*", async route => {
      const response = await route.fetch()
      const body = await response.json()
      const [primaryColor, secondaryColor] = colors
      const company = { name: "Örnek", logo: "", primaryColor, secondaryColor }
      await route.fulfill({ response, json: { ...body, value: { ...body.value, company } } })
    })
    for (colors of [
      ["#FFF200", "#FFFFFF"],
      ["#000000", "#808080"],
    ]) {
      await page.goto(`/go/survey/${token}`)
      await page.getByLabel("Haftada 1 gün").check()
      await page.getByLabel("Ekipman").check()
      await page.getByRole("radio", { name: /^2/ }).check()
      for (const colorScheme of ["light", "dark"] as const) {
        await page.emulateMedia({ colorScheme })
        expect([colorScheme, ...colors, ...(await axeOfWholePage(page))]).toEqual([colorScheme, ...colors])
      }
      // The next visit begins without answers: leaving would ask.
      await page.getByRole("button", { name: "Yanıtlarımı sil" }).click()
      await page.locator(".alert").getByRole("button", { name: "Yanıtlarımı sil" }).click()
      await page.locator("input:checked").first().waitFor({ state: "detached" })
    }
    await close(page)
  })
})
