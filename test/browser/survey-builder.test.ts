import type { Page } from "playwright-core"
import { describe, expect, it } from "vitest"
import { accounts, axe, axeOfWholePage, callAs, mark, press, problemsOf, write } from "./kit"
import { looks, sampleLooks, texts } from "./look-kit"
import { provideProduct } from "./provide-product"

/** The questions of a survey by keyboard and pointer, for both roles and languages. */
const { openAs } = provideProduct()

const cards = (page: Page) => page.locator(".question-card")
const titles = (page: Page) =>
  page.locator(".question-card").evaluateAll(all =>
    all.map(card => {
      const input = card.querySelector<HTMLInputElement>("input")
      return input?.value ?? card.querySelector(".question-card__title > span:nth-child(2)")?.textContent ?? ""
    }),
  )
const order = (page: Page, expected: string[]) => expect.poll(() => titles(page)).toEqual(expected)

/** Adds a question of the n-th type of the menu by keyboard. */
const add = async (page: Page, type: number, text: string) => {
  const count = await cards(page).count()
  await press(page.locator(".question-editor > .btn--block"))
  await page.locator("[role=menuitem]:focus").waitFor()
  for (let step = 0; step < type; step++) await page.keyboard.press("ArrowDown")
  await page.keyboard.press("Enter")
  await page.locator(`[id='questions.${count}.text']:focus`).waitFor()
  await page.keyboard.type(text)
}

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

describe("the questions of a survey", () => {
  it.each(sampleLooks(looks, 1))("%s adds, orders and previews them", async (_, email, root, view) => {
    const t = texts(view.language)
    const page = await openAs(email, view, `${root}/survey-management/add`)
    await write(page.locator("#title"), `Düzenleyici ${mark()}`)

    await add(page, 3, "A")
    await add(page, 1, "B")
    await page.keyboard.press("Enter")
    for (const option of ["Bir", "İki", "Üç"]) {
      await page.keyboard.type(option)
      await page.keyboard.press("Enter")
    }
    await page.keyboard.press("Alt+ArrowUp")
    await page.keyboard.press("Backspace")
    expect(await page.locator(".option-lines input").evaluateAll(all => all.map(one => (one as HTMLInputElement).value))).toEqual(
      ["Bir", "İki", "Üç"],
    )
    await add(page, 2, "C")
    await order(page, ["A", "B", "C"])
    expect(await axeOfWholePage(page)).toEqual([])

    await page.keyboard.press("Alt+ArrowUp")
    await order(page, ["A", "C", "B"])
    await page.locator("[id='questions.1.text']:focus").waitFor()
    await press(page.getByRole("button", { name: t["survey.questionUp"]?.replace("{{number}}", "2"), exact: true }))
    await order(page, ["C", "A", "B"])
    await page.keyboard.press("Enter")
    await order(page, ["C", "A", "B"])

    await drag(page, 2, { onto: 0 })
    await page.keyboard.press("Escape")
    await page.locator("[data-place]").waitFor({ state: "detached" })
    await page.mouse.up()
    await order(page, ["C", "A", "B"])
    await drag(page, 2, { onto: 0 })
    await page.mouse.up()
    await order(page, ["B", "C", "A"])

    await press(page.getByRole("button", { name: t["survey.questionRemove"]?.replace("{{number}}", "2"), exact: true }))
    await page.locator("[data-action=restore]:focus").waitFor()
    await page.keyboard.press("Enter")
    await order(page, ["B", "C", "A"])

    await press(page.getByRole("button", { name: t["survey.previewOpen"] ?? "", exact: true }))
    const preview = page.locator("dialog[open]")
    await preview.locator(".dialog__body:focus, .dialog__body :focus").waitFor({ timeout: 5_000 })
    await press(preview.getByRole("button", { name: t["survey.previewSend"] ?? "", exact: true }))
    await preview.locator("input[type=radio]:focus").waitFor()
    expect(await axe(page)).toEqual([])
    await page.keyboard.press("Escape")
    await preview.waitFor({ state: "detached" })

    await page.locator(".action-bar [type=submit]").click()
    await page.waitForURL(url => /survey-management\/[\w-]{36}$/.test(url.pathname))
    const id = new URL(page.url()).pathname.split("/").at(-1)
    const { questions } = await callAs<{ questions: { text: string; options: string[] }[] }>(page, "GET", `/survey/${id}`)
    expect(questions.map(({ text }) => text)).toEqual(["B", "C", "A"])
    expect(questions[0]?.options).toEqual(["Bir", "İki", "Üç"])
    expect(problemsOf(page)).toEqual([])
    await page.close()
  })

  it("scroll with a dragged one that comes near the edge of the window", async () => {
    const page = await openAs(accounts.yesilova)
    const questions = Array.from({ length: 40 }, (_, index) => ({ text: `Soru ${index}`, type: "rating" }))
    const survey = { title: `Uzun ${mark()}`, description: "", type: 0, status: 0, questions }
    const { id } = await callAs<{ id: string }>(page, "POST", "/survey/create", survey)
    await page.goto(`/user/survey-management/edit/${id}`)
    await cards(page).nth(39).waitFor()
    await drag(page, 0, { y: 795 })
    await expect
      .poll(() =>
        cards(page)
          .nth(20)
          .boundingBox()
          .then(box => box?.y ?? 9_999),
      )
      .toBeLessThan(800)
    await page.mouse.up()
    await expect.poll(async () => (await titles(page)).indexOf("Soru 0")).toBeGreaterThan(10)
    const after = await titles(page)
    expect(after.filter(title => title !== "Soru 0")).toEqual(questions.slice(1).map(({ text }) => text))
    await page.close()
  })
})
