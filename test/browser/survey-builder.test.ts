import type { Page } from "playwright-core"
import { expect, it } from "vitest"
import { itInLongRuns } from "../rounds"
import { accounts, axe, axeOfWholePage, mark, press, problemsOf } from "./kit"
import { callAs, provideConsole } from "./provide-console"

/** The questions of a survey by pointer, and what has the focus. Their rules: test/modules/surveys/questions. */
const { openAs } = provideConsole()

const cards = (page: Page) => page.locator(".question-card")
const order = (page: Page, expected: string[]) => expect.poll(() => titles(page)).toEqual(expected)
const titles = (page: Page) =>
  cards(page).evaluateAll(all =>
    all.map(card => {
      const input = card.querySelector<HTMLInputElement>("input")
      return input?.value ?? card.querySelector(".question-card__title > span:nth-child(2)")?.textContent ?? ""
    }),
  )

/** Presses the grip of a question, and moves the pointer to the middle of another one, or by so many pixels. */
const drag = async (page: Page, from: number, to: { onto: number } | { y: number }) => {
  const grip = cards(page).nth(from).locator("> .grip")
  await grip.scrollIntoViewIfNeeded()
  const box = await grip.boundingBox()
  const target = "onto" in to ? await cards(page).nth(to.onto).boundingBox() : undefined
  if (!box) throw new Error("There is no grip.")
  const x = box.x + box.width / 2
  const y = box.y + box.height / 2
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x, y - 10)
  await page.mouse.move(x, target ? target.y + 2 : "y" in to ? to.y : y, { steps: 4 })
  await page.locator("[data-place]").waitFor()
}

it("questions are added by keyboard, dragged, removed and restored, and previewed", async () => {
  const page = await openAs(accounts.yesilova, {}, "/user/survey-management/add")
  await page.locator("#title").fill(`Düzenleyici ${mark()}`)
  for (const [at, text] of ["A", "B", "C"].entries()) {
    await press(page.locator(".question-editor > .btn--block"))
    await page.locator("[role=menuitem]:focus").waitFor()
    // The kind above the last one in the menu has its answers by itself.
    await page.keyboard.press("End")
    await page.keyboard.press("ArrowUp")
    await page.keyboard.press("Enter")
    await page.locator(`[id='questions-${at}-text']:focus`).waitFor()
    await page.keyboard.type(text)
  }
  await order(page, ["A", "B", "C"])
  expect(await axeOfWholePage(page)).toEqual([])
  await page.keyboard.press("Alt+ArrowUp")
  await order(page, ["A", "C", "B"])
  await page.locator("[id='questions-2-text']:focus").waitFor()

  await drag(page, 2, { onto: 0 })
  await page.keyboard.press("Escape")
  await page.locator("[data-place]").waitFor({ state: "detached" })
  await page.mouse.up()
  await order(page, ["A", "C", "B"])
  await drag(page, 2, { onto: 0 })
  await page.mouse.up()
  await order(page, ["B", "A", "C"])

  await press(page.getByRole("button", { name: "2. soruyu sil", exact: true }))
  await page.locator("[data-action=restore]:focus").waitFor()
  await page.keyboard.press("Enter")
  await order(page, ["B", "A", "C"])

  await press(page.getByRole("button", { name: "Önizle", exact: true }))
  const preview = page.locator("dialog[open]")
  await preview.locator(".dialog__body:focus, .dialog__body :focus").waitFor()
  await press(preview.getByRole("button", { name: "Gönder", exact: true }))
  await preview.locator("input[type=radio]:focus").waitFor()
  expect(await axe(page, "dialog[open]")).toEqual([])
  expect(problemsOf(page)).toEqual([])
})

itInLongRuns("questions scroll with a dragged one that comes near the edge of the window", async () => {
  const questions = Array.from({ length: 40 }, (_, index) => ({ text: `Soru ${index}`, type: "rating" }))
  const survey = { title: `Uzun ${mark()}`, description: "", type: 0, status: 0, questions }
  const { id } = await callAs<{ id: string }>(accounts.yesilova, "POST", "/survey/create", survey)
  const page = await openAs(accounts.yesilova, {}, `/user/survey-management/edit/${id}`)
  await cards(page).nth(39).waitFor()
  await drag(page, 0, { y: 795 })
  await expect.poll(async () => (await cards(page).nth(20).boundingBox())?.y ?? 9_999).toBeLessThan(800)
  await page.mouse.up()
  await expect.poll(async () => (await titles(page)).indexOf("Soru 0")).toBeGreaterThan(10)
  const after = await titles(page)
  expect(after.filter(title => title !== "Soru 0")).toEqual(questions.slice(1).map(({ text }) => text))
})

itInLongRuns(
  "suggested questions and recommendations, plans and their board can be used by all: the focus follows what moves",
  async () => {
    const page = await openAs(accounts.yesilova, { language: "en", width: 390, dark: true }, "/user/survey-management/add")
    const inForm = page.locator("[data-form]")
    const named = (name: string) => page.getByRole("button", { name, exact: true })
    // Without a service questions come from templates.
    await page.locator("#generation-topic").fill("Yemekhane menüsü")
    await press(page.locator(".generation .btn--primary"))
    await page.locator("#generation-suggestions:focus").waitFor()
    await press(page.locator(".generation__list > li").first().locator("[aria-expanded]"))
    expect(await axeOfWholePage(page)).toEqual([])

    const questions = [{ text: "Memnun musunuz?", type: "rating" }]
    const survey = { title: `Anket ${mark()}`, type: 0, status: 1, questions }
    const { id } = await callAs<{ id: string }>(accounts.yesilova, "POST", "/survey/create", survey)
    page.once("dialog", dialog => dialog.accept())
    await page.goto(`/user/survey-management/recommendation/${id}`)
    await press(named("Analyse"))
    await inForm.locator("[id='item-2-title']").waitFor()
    expect(await axeOfWholePage(page)).toEqual([])
    await press(inForm.getByRole("button", { name: "Save", exact: true }))
    const first = page.locator("main article").first()
    await press(first.getByRole("button", { name: "Accept", exact: true }))
    await first.getByText("Accepted").waitFor()
    expect(await axeOfWholePage(page)).toEqual([])
    await press(first.getByRole("button", { name: "Create action plan", exact: true }))
    await inForm.locator(".task-row").nth(3).waitFor()
    expect(await axeOfWholePage(page)).toEqual([])
    await press(inForm.getByRole("button", { name: "Save", exact: true }))

    // Completing a task moves the card, and the focus with it.
    const box = (status: string) =>
      page
        .locator(".plan-board > section")
        .filter({ has: page.locator(`#plans-${status}`) })
        .getByRole("checkbox")
        .first()
    await press(box("planned"), "Space")
    await box("inProgress").waitFor()
    await expect.poll(() => box("inProgress").evaluate(input => input === document.activeElement)).toBe(true)
    expect(await axeOfWholePage(page)).toEqual([])
    await press(page.locator(".segmented input[value=grid]"), "ArrowRight")
    await page.locator("tbody tr").first().waitFor()
    expect(await axeOfWholePage(page)).toEqual([])
    expect(problemsOf(page)).toEqual([])
  },
)
