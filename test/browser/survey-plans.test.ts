import type { Page } from "playwright-core"
import { describe, expect, it } from "vitest"
import { axeOfWholePage, callAs, mark, press, problemsOf, write } from "./kit"
import { looks, sampleLooks, texts } from "./look-kit"
import { provideProduct } from "./provide-product"

/** Recommendations and action plans of a survey by keyboard: for both roles, in both languages, at a desk and on a phone. */
const { openAs } = provideProduct()

const makeSurvey = (page: Page, title: string) =>
  callAs<{ id: string }>(page, "POST", "/survey/create", {
    title,
    description: "",
    type: 0,
    status: 1,
    startDate: null,
    endDate: null,
    questions: [{ text: "Memnun musunuz?", description: "", type: "rating", options: [], required: true }],
    tenantIds: [],
    departmentIds: [],
  })

describe("recommendations and plans", () => {
  it.each(sampleLooks(looks, 2))("%s: analysed, decided, planned and worked through", async (_, email, root, view) => {
    const t = texts(view.language)
    const page = await openAs(email, view)
    const { id } = await makeSurvey(page, `Anket ${mark()}`)
    const named = (key: string) => page.getByRole("button", { name: t[key] ?? key, exact: true })
    const inForm = page.locator("[data-form]")

    await page.goto(`${root}/survey-management/recommendation/${id}`)
    await page.getByText(t["analysis.emptyTitle"] ?? "").waitFor()
    expect(await axeOfWholePage(page)).toEqual([])

    // The review: nothing is stored before.
    await press(named("analysis.analyse"))
    await inForm.locator("[id='item-2-title']").waitFor()
    await write(inForm.locator("[id='item-0-title']"), "Ortak ofis günü")
    expect(await axeOfWholePage(page)).toEqual([])
    await press(inForm.getByRole("button", { name: t["ui.save"] ?? "", exact: true }))

    const cards = page.locator("main article")
    await cards.nth(2).waitFor()
    await cards.first().getByRole("heading", { name: "Ortak ofis günü" }).waitFor()
    await press(cards.first().getByRole("button", { name: t["analysis.accept"] ?? "", exact: true }))
    await cards
      .first()
      .getByText(t["analysis.decision.accepted"] ?? "")
      .waitFor()
    expect(await axeOfWholePage(page)).toEqual([])

    // The plan, in its form.
    await press(cards.first().getByRole("button", { name: t["analysis.planFrom"] ?? "", exact: true }))
    const tasks = inForm.locator(".task-row")
    await tasks.nth(3).waitFor()
    const second = await tasks.nth(1).locator(".control").inputValue()
    await press(tasks.nth(1).getByRole("button").first())
    await expect.poll(() => tasks.first().locator(".control").inputValue()).toBe(second)
    await write(inForm.locator("#title"), "Ofis günü planı")
    expect(await axeOfWholePage(page)).toEqual([])
    await press(inForm.getByRole("button", { name: t["ui.save"] ?? "", exact: true }))

    // The board: completing tasks moves the card, and the focus with it.
    const column = (status: string) => page.locator(".plan-board > section").filter({ has: page.locator(`#plans-${status}`) })
    const box = (status: string) => column(status).getByRole("checkbox").first()
    await box("planned").waitFor()
    await press(box("planned"), "Space")
    await box("inProgress").waitFor()
    await expect.poll(() => box("inProgress").evaluate(input => input === document.activeElement)).toBe(true)
    expect(await axeOfWholePage(page)).toEqual([])

    await press(page.locator(".segmented input[value=grid]"), "ArrowRight")
    await page.locator("tbody tr").first().waitFor()
    expect(await axeOfWholePage(page)).toEqual([])
    await page.getByRole("link", { name: "Ofis günü planı" }).waitFor()

    // It is stored: another visit finds it.
    const { plans } = await callAs<{ plans: { title: string; progress: number }[] }>(page, "GET", `/survey/${id}/action-plans`)
    expect(plans).toMatchObject([{ title: "Ofis günü planı" }])
    await press(page.locator(".segmented input[value=table]"), "ArrowLeft")
    await box("inProgress").waitFor()
    expect(problemsOf(page)).toEqual([])
    await page.close()
  })
})
