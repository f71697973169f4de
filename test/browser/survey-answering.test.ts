import type { Page } from "playwright-core"
import { expect, it } from "vitest"
import { accounts, axe, axeOfWholePage, isWithinWindow, mark, press, problemsOf } from "./kit"
import { callAs, provideConsole } from "./provide-console"

/** Employees answer a survey by its link: by keyboard, without a connection in the middle, and once (docs/console.md#public-surveys). */
const { openPage, product } = provideConsole()

const questions = [
  { text: "Çalışma düzeninden memnun musunuz?", description: "Son bir ayı düşünün.", type: "rating" },
  { text: "Ofiste kaç gün?", type: "single_choice", options: ["Haftada 1 gün", "Her gün"] },
  { text: "Neye ihtiyacınız var?", type: "multiple_choice", options: ["Ekipman", "İletişim"], required: false },
  { text: "Önerir misiniz?", type: "yes_no" },
]

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

it("a survey is answered by keyboard at 400 %, with the connection lost in the middle; its token leaves the page in two calls alone", async () => {
  const title = `Çalışma düzeni ${mark()}`
  const draft = { title, description: "İki dakikada biter.", type: 0, status: 1, questions }
  const { id } = await callAs<{ id: string }>(accounts.yesilova, "POST", "/survey/create", draft)
  type Invitations = { tokens: { token: string }[] }
  const { tokens } = await callAs<Invitations>(accounts.yesilova, "POST", `/survey/${id}/invitations`, {})
  const token = tokens[0]?.token ?? ""

  // 1280 × 1024 at 400 %.
  const page = await openPage({ width: 320, height: 256 })
  let warnings = 0
  page.on("dialog", async dialog => {
    warnings++
    await dialog.accept()
  })
  const requests: { url: string; path: string; referer: string | undefined }[] = []
  page.on("request", request => {
    const url = request.url()
    requests.push({ url, path: `${request.method()} ${new URL(url).pathname}`, referer: request.headers().referer })
  })
  const key = (name: string) => page.keyboard.press(name)
  await page.goto(`/go/survey/${token}`)
  await page.getByText("Yanıtlarınız anonimdir").waitFor()
  expect(await page.locator("h1").textContent()).toBe(title)
  expect([await isWithinWindow(page), ...(await axeOfWholePage(page))]).toEqual([true])

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
  await page.getByText("1 soru yanıtınızı bekliyor").waitFor()
  await expect.poll(async () => (await focused(page))[0]).toBe(questions[3]?.text)
  expect(await isWhollyVisible(page)).toBe(true)
  expect(await axeOfWholePage(page)).toEqual([])
  await key("Space")
  await key("Tab")
  await key("Enter")
  await page.getByText("Yanıtlarınız gönderilemedi").waitFor()
  await page.emulateMedia({ colorScheme: "dark" })
  expect(await axeOfWholePage(page)).toEqual([])

  await page.context().setOffline(false)
  await page.reload()
  expect(warnings).toBe(1)
  await page.getByText("4 / 4 soru yanıtlandı").waitFor()
  const chosen = await page.locator("input:checked").evaluateAll(all => all.map(one => one.closest("label")?.textContent))
  expect(chosen.slice(0, 3)).toEqual(["4", "Haftada 1 gün", "İletişim"])
  await press(page.locator("form [type=submit]"))
  await page.getByText("Teşekkürler, yanıtlarınız ulaştı").waitFor()
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe("main")
  expect(await axe(page)).toEqual([])

  // The page's own scripts alone, and the token in no other request, title, storage or log.
  expect(requests.map(({ path }) => path).filter(path => /\/(shell|signed-in|index-)[^/]*\.js/.test(path))).toEqual([])
  const holding = requests.filter(({ url }) => url.includes(token)).map(({ path }) => path)
  expect([...new Set(holding)]).toEqual([`GET /go/survey/${token}`, `GET /backend/go/survey/${token}`])
  expect(requests.map(({ referer }) => referer).filter(Boolean)).toEqual([])
  const left = await page.evaluate(() =>
    [document.title, document.cookie, JSON.stringify(localStorage), JSON.stringify(sessionStorage)].join(),
  )
  expect(left).toContain(title)
  expect(left + product().printed()).not.toContain(token)

  await page.goto(`/go/survey/${token}`)
  await page.getByText("Bu bağlantıyla daha önce yanıt verildi").waitFor()
  expect(await axe(page)).toEqual([])
  const { responseCount } = await callAs<{ responseCount: number }>(accounts.yesilova, "GET", `/survey/${id}`)
  expect(responseCount).toBe(1)
  expect(problemsOf(page)).toEqual([])
})
