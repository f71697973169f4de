import type { Page } from "playwright-core"
import { afterEach, describe, expect, it } from "vitest"
import { itInLongRuns, sample } from "../rounds"
import { changeEachText, expectSound, type programs, startProgram } from "./foreign-programs"
import { accounts, mark, press } from "./kit"
import { callAs, provideConsole } from "./provide-console"

/**
 * Pages on which translators, password managers and spelling helpers replace, move and add nodes go on working, and show what has
 * changed (docs/console.md#changed-pages). All screens: `screens-kit.ts`, in long runs.
 */
const { openAs, openPage } = provideConsole()

describe("a page that is translated while it works", () => {
  let page: Page
  const open = async (path: string, email?: string) => {
    page = email ? await openAs(email, {}, "/user/profile") : await openPage()
    await startProgram(page, "translator")
    await page.goto(path)
    await page.locator("main h1").waitFor()
  }
  const shows = (text: string | RegExp) => page.locator("main").getByText(text).first().waitFor()
  afterEach(() => expectSound(page))

  it("counts the answers of a public survey, points out what is missing, and sends them", async () => {
    const questions = ["Memnun musunuz?", "Önerir misiniz?"].map(text => ({ text, description: "Son ay.", type: "yes_no" }))
    const draft = { title: `Çeviri ${mark()}`, description: "Kısa.", type: 0, status: 1, questions }
    const { id } = await callAs<{ id: string }>(accounts.yesilova, "POST", "/survey/create", draft)
    type Invitations = { tokens: { token: string }[] }
    const { tokens } = await callAs<Invitations>(accounts.yesilova, "POST", `/survey/${id}/invitations`, {})
    await open(`/go/survey/${tokens[0]?.token}`)
    const choose = (question: number) => page.locator("fieldset").nth(question).locator("input").first().check()
    await choose(0)
    await shows("1 / 2 soru yanıtlandı")
    await press(page.locator("form [type=submit]"))
    await shows("1 soru yanıtınızı bekliyor")
    await choose(1)
    await shows("2 / 2 soru yanıtlandı")
    expect(await page.getByText("yanıtınızı bekliyor").count()).toBe(0)
    await press(page.locator("form [type=submit]"))
    await shows("Teşekkürler, yanıtlarınız ulaştı")
  })

  it("refuses a wrong code, counts down, and goes back", async () => {
    await open("/login")
    await page.locator("input[type=email]").fill(accounts.sarikum)
    await page.keyboard.press("Enter")
    const code = page.locator("input[autocomplete=one-time-code]")
    await code.waitFor()
    const countdown = page.locator("[role=timer]")
    const first = await countdown.innerText()
    await code.pressSequentially("000000")
    await page.locator("main [role=alert]").waitFor()
    await expect.poll(() => countdown.innerText()).not.toBe(first)
    await expectSound(page)
    await press(page.getByRole("button", { name: "Adresi değiştir" }))
    await page.locator("input[type=email]").waitFor()
  })

  it("counts what is selected in a list, and shows each row's own values once it is sorted", async () => {
    await open("/user/campaigns", accounts.yesilova)
    const rows = page.locator("tbody tr[data-row]")
    await rows.first().waitFor()
    for (const [at, count] of [1, 2].entries()) {
      await rows.nth(at).locator("[type=checkbox]").check()
      await page.locator(".bulk-bar").getByText(`${count} kayıt seçili`).waitFor()
    }
    await page.getByRole("button", { name: "Seçimi kaldır" }).click()
    await page.locator(".bulk-bar").waitFor({ state: "detached" })
    const sorted = page.waitForResponse(/campaign\/list/)
    await page.locator("thead th button").first().click()
    await sorted
    await page.locator("table:not([aria-busy=true])").waitFor()
    const texts = await rows.allInnerTexts()
    await page.reload()
    await rows.first().waitFor()
    expect(texts).toEqual(await rows.allInnerTexts())
  })

  it("points out slips in a form, shows the preview, and saves", async () => {
    const name = `Çeviri ${mark()}`
    await open("/user/partner-management/add", accounts.sarikum)
    await press(page.getByRole("button", { name: "Kaydet", exact: true }))
    await page.locator("#name[aria-invalid=true]").waitFor()
    await page.locator("#name").fill(name)
    await page.locator("#name:not([aria-invalid=true])").waitFor()
    await press(page.getByRole("button", { name: "Kaydet", exact: true }))
    await page.getByRole("heading", { level: 1, name }).waitFor()
  })

  it("shows a reply to feedback, and a status that has changed", async () => {
    await open("/user/feedback-management?status=0", accounts.yesilova)
    await page.locator("tbody tr[data-row] a").first().click()
    const text = `Merhaba ${mark()}`
    await page.locator("#message").fill(text)
    await page.locator("#message").press("ControlOrMeta+Enter")
    await page.locator(".message", { hasText: text }).waitFor()
    expect(await page.locator("#message").inputValue()).toBe("")
  })
})

const signedOut = ["/login", "/forgot-password", "/reset-password", "/policy", "/kvkk", "/access-denied", "/go/draw"]
itInLongRuns.each(signedOut)("%s is translated, and stays whole when each text changes", async path => {
  const page = await openPage()
  await startProgram(page, "translator")
  await startProgram(page, "passwordManager")
  await page.goto(path)
  await page.locator("main h1").waitFor()
  await page.mouse.move(20, 20, { steps: 2 })
  await page.waitForFunction(() => Object.keys(document.querySelector("#root > *") ?? {}).some(key => key.startsWith("__react")))
  await changeEachText(page)
})

const changes = (["translator", "passwordManager", "rebuilder"] satisfies (keyof typeof programs)[]).flatMap(program =>
  (["tr", "en"] as const).map(language => [program, language] as const),
)
it.each(sample(changes, 2))(
  "the sign-in form that a %s has changed keeps text, focus and caret, in %s",
  async (program, language) => {
    const page = await openPage({ language })
    await startProgram(page, program)
    await page.goto("/login")
    const field = page.locator("input[type=email]")
    await field.click()
    await page.keyboard.type("@sarikum.example")
    await page.keyboard.press("Home")
    await page.keyboard.type("mert.aydin", { delay: 60 })
    await page.waitForFunction(() => Object.keys(document.querySelector("form") ?? {}).some(key => key.startsWith("__react")))
    await page.keyboard.type("!")
    await page.keyboard.press("Backspace")
    expect(await field.inputValue()).toBe(accounts.sarikum)
    await page.keyboard.press("Enter")
    await page.locator("input[autocomplete=one-time-code]").waitFor()
  },
)
