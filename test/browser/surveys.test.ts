import { describe, expect, it } from "vitest"
import { axe, axeOfWholePage, callAs, mark, press, problemsOf, shot } from "./kit"
import { looks, sampleLooks } from "./look-kit"
import { provideProduct } from "./provide-product"

/** From the list to a survey's page and its invitations by keyboard, for both roles, languages and sizes; the life of a record is in modules.test.ts. */
const { openAs } = provideProduct()

const words = {
  tr: {
    invite: "Davet et",
    make: "Bağlantıları oluştur",
    once: "Bu bağlantılar yalnızca şimdi gösterilir",
    close: "Kapat",
    keep: "Bağlantılara dön",
    leave: "Kaydetmeden kapat",
    answered: "Yanıtlayan",
    history: "Geçmiş",
    create: "Oluşturuldu",
  },
  en: {
    invite: "Invite",
    make: "Create links",
    once: "These links are shown only now",
    close: "Close",
    keep: "Back to the links",
    leave: "Close without saving",
    answered: "Answered",
    history: "History",
    create: "Created",
  },
}

describe("a survey", () => {
  it.each(sampleLooks(looks))("%s: found, read, and answered by a link that is shown once", async (_, account, root, view) => {
    const { language } = view
    const w = words[language]
    const title = `Davet ${mark()}`
    const page = await openAs(account, view)
    const choice = { text: "Hangi gün?", type: "single_choice", options: ["Salı", "Perşembe"] }
    const survey = { title, type: 2, status: 1, questions: [choice, { text: "Memnun musunuz?", type: "yes_no" }] }
    const { id } = await callAs<{ id: string }>(page, "POST", "/survey/create", survey)
    await page.goto(`${root}/survey-management?keyword=${encodeURIComponent(title)}`)
    await press(page.getByRole("link", { name: title }).first())
    await page.getByRole("heading", { level: 1, name: title }).waitFor()
    await page.getByText(w.answered, { exact: true }).waitFor()
    expect(await axeOfWholePage(page)).toEqual([])
    await shot(page, `surveys-view-${language}-${view.width ?? "desk"}`)

    await press(page.locator("main").getByRole("button", { name: w.invite, exact: true }))
    const dialog = page.locator("dialog[open]")
    await dialog.getByRole("radio").first().waitFor()
    expect(await axe(page)).toEqual([])
    await press(dialog.getByRole("radio").first(), "ArrowRight")
    await press(dialog.getByRole("button", { name: w.make, exact: true }))
    await dialog.getByText(w.once).waitFor()
    expect(await axe(page)).toEqual([])
    await shot(page, `surveys-links-${language}-${view.width ?? "desk"}`)
    const link = await dialog.locator("code").first().textContent()
    await press(dialog.getByRole("button", { name: w.close, exact: true }))
    await press(page.getByRole("button", { name: w.keep, exact: true }))
    await press(dialog.getByRole("button", { name: w.close, exact: true }))
    await press(page.getByRole("button", { name: w.leave, exact: true }))
    await dialog.first().waitFor({ state: "detached" })

    const token = new URL(link ?? "").pathname.split("/").at(-1)
    const { questions } = await callAs<{ questions: { id: string }[] }>(page, "GET", `/go/survey/${token}`)
    const answers = [
      { questionId: questions[0]?.id, value: "Salı" },
      { questionId: questions[1]?.id, value: true },
    ]
    await callAs(page, "POST", `/survey/${id}/answers`, { token, answers })
    await page.reload()
    await page.locator(".facts", { hasText: w.answered }).locator("dd").nth(2).getByText("1", { exact: true }).waitFor()

    await press(page.getByRole("link", { name: w.history, exact: true }))
    await page.getByText(w.create).first().waitFor()
    expect(await axe(page)).toEqual([])
    expect(problemsOf(page)).toEqual([])
    await page.close()
  })
})
