import { describe, expect, it } from "vitest"
import { accounts, axe, axeOfWholePage, callAs, mark, press, problemsOf, shot, write } from "./kit"
import { isWithinWindow, looks, sampleLooks } from "./look-kit"
import { provideProduct } from "./provide-product"

/** Feedback by keyboard, for both roles, languages and sizes: its list, and a complaint that is recorded. */
const { openAs } = provideProduct()

const words = {
  tr: {
    overdue: /^Geciken/,
    due: "Yanıt süresi",
    late: "gecikti",
    suggestions: "Öneri",
    create: "Geri bildirim ekle",
    save: "Kaydet",
    subjectRequired: "Konu gereklidir.",
    noAccount: "Hesabı olmayan",
    answerUntil: "kadar yanıtlanmalı (4 saat içinde)",
    critical: "Kritik",
    suggestion: "Öneri · ",
  },
  en: {
    overdue: /^Overdue/,
    due: "Answer due",
    late: "overdue",
    suggestions: "Suggestions",
    create: "Add feedback",
    save: "Save",
    subjectRequired: "Subject is required.",
    noAccount: "No account",
    answerUntil: "(within 4 hours)",
    critical: "Critical",
    suggestion: "Suggestion · ",
  },
}

describe("the list of feedback", () => {
  it.each(sampleLooks(looks))("%s: filtered by what is late and by figures, and added to", async (_, account, root, view) => {
    const { language } = view
    const w = words[language]
    const page = await openAs(account, view, `${root}/feedback-management`)
    const rows = page.locator("tbody tr[data-row]")
    const isLoaded = async () => {
      await page.locator("tbody tr[data-row], .empty").first().waitFor()
      await page.locator("table[aria-busy=true]").waitFor({ state: "detached" })
    }
    await isLoaded()
    await page.locator(".stats:not([aria-busy])").waitFor()
    // Eight figures in two rows of four.
    const tops = await page
      .locator(".stats .stat")
      .evaluateAll(all => all.map(one => Math.round(one.getBoundingClientRect().top)))
    expect([...new Set(tops)].map(top => tops.filter(other => other === top).length)).toEqual([4, 4])
    expect(await axeOfWholePage(page)).toEqual([])
    await shot(page, `feedback-list-${language}-${view.width ?? "desk"}`)

    // Overdue: every row says by how long.
    const overdue = page.getByRole("button", { name: w.overdue })
    const edge = () => overdue.evaluate(element => getComputedStyle(element).borderColor)
    const edgeBefore = await edge()
    await press(overdue)
    await page.locator("button[aria-pressed=true]", { hasText: w.overdue }).waitFor()
    await expect.poll(edge).not.toBe(edgeBefore)
    await isLoaded()
    const due = await rows.locator(`td[data-label="${w.due}"]`).allTextContents()
    expect(due.length).toBeGreaterThan(0)
    for (const text of due) expect(text).toContain(w.late)
    expect(await axeOfWholePage(page)).toEqual([])

    // A figure leads to what it counts.
    await press(page.locator(".stats").getByRole("link", { name: w.suggestions }))
    await page.waitForURL(/[?&]type=1/)
    await isLoaded()
    for (const text of await rows.locator(".table__main small").allTextContents()) expect(text).toContain(w.suggestion)

    // A complaint of somebody without an account.
    const subject = `Kasa okumadı ${mark()}${Date.now() % 10_000}`
    await press(page.getByRole("link", { name: w.create }).first())
    await page.locator("#subject").waitFor()
    await press(page.getByRole("button", { name: w.save, exact: true }))
    await page.locator("#subject-note", { hasText: w.subjectRequired }).waitFor()
    await page.locator("#subject:focus").waitFor()
    await write(page.locator("#subject"), subject)
    await write(page.locator("#description"), "Hediye kartının kodu iki şubede de geçmedi.")
    await page.locator("#priority").selectOption({ label: w.critical })
    await page.locator("#priority-note", { hasText: w.answerUntil }).waitFor()
    await press(page.getByRole("radio", { name: w.noAccount }), "Space")
    await write(page.locator("#userName"), "Ayşe Kaya")
    await write(page.locator("#email"), "ayse@ornek.example")
    expect(await axe(page)).toEqual([])
    await shot(page, `feedback-form-${language}-${view.width ?? "desk"}`)
    await page.keyboard.press("ControlOrMeta+S")
    await page.getByRole("heading", { level: 1, name: subject }).waitFor()

    await page.goto(`${root}/feedback-management?keyword=${encodeURIComponent(subject)}`)
    await isLoaded()
    await page.getByRole("link", { name: subject }).first().waitFor()
    expect(await rows.count()).toBe(1)
    expect(problemsOf(page)).toEqual([])
    await page.close()
  })
})

const threadWords = {
  tr: {
    send: "Yanıtı gönder",
    note: "İç not",
    canned: "Hazır yanıtlar",
    resolved: "Çözüldü",
    resolve: "Çözüldü olarak işaretle",
    change: "Durumu değiştir",
    message: "1 yeni mesaj",
  },
  en: {
    send: "Send reply",
    note: "Internal note",
    canned: "Canned replies",
    resolved: "Resolved",
    resolve: "Mark as resolved",
    change: "Change status",
    message: "1 new message",
  },
}

describe("the conversation of feedback", () => {
  it.each(sampleLooks(looks, 1))("%s: answered, noted and resolved by keyboard", async (_, account, root, view) => {
    const { language } = view
    const w = threadWords[language]
    const page = await openAs(account, view)
    const subject = `Kod geçmedi ${mark()}${Date.now() % 10_000}`
    const body = { type: 0, subject, description: "Hediye kartımın kodu geçmedi.", userName: "Burak Çelik", priority: 2 }
    const { id } = await callAs<{ id: string }>(page, "POST", "/feedback/create", body)
    await page.goto(`${root}/feedback-management/${id}`)
    const area = page.locator(".composer textarea")
    await area.waitFor()
    expect(await axeOfWholePage(page)).toEqual([])

    // A canned reply, sent by Ctrl Enter.
    await press(page.getByRole("button", { name: w.canned }))
    await page.getByRole("menuitem", { name: w.resolved }).waitFor()
    expect(await axe(page)).toEqual([])
    await page.keyboard.press("Enter")
    await page.locator(".composer textarea:focus").waitFor()
    expect(await area.inputValue()).toContain("Burak Çelik")
    await page.keyboard.press("Control+Enter")
    await page.locator(".message[data-kind=admin]", { hasText: "Burak Çelik" }).waitFor()
    await page.locator(".composer textarea:focus").waitFor()
    expect(await area.inputValue()).toBe("")

    // A note, whose text a reload does not lose.
    await press(page.getByRole("radio", { name: w.note }), "Space")
    await write(area, "Sağlayıcıya soruldu")
    await page.reload()
    await area.waitFor()
    expect(await area.inputValue()).toBe("Sağlayıcıya soruldu")
    expect(await axeOfWholePage(page)).toEqual([])
    await area.focus()
    await page.keyboard.press("Control+Enter")
    await page.locator(".message[data-internal]", { hasText: "Sağlayıcıya soruldu" }).waitFor()

    // Resolved with a step.
    await press(page.getByRole("button", { name: w.resolve }))
    await write(page.locator("#resolutionStep"), "Kod yenilendi")
    expect(await axe(page)).toEqual([])
    await press(page.locator("dialog").getByRole("button", { name: w.change }))
    await page.locator(".page-header .badge", { hasText: w.resolved }).waitFor()
    await page.locator("dialog").waitFor({ state: "detached" })
    await page.getByText("Kod yenilendi").waitFor()
    expect(await axeOfWholePage(page)).toEqual([])
    await shot(page, `feedback-thread-${language}-${view.width ?? "desk"}`)
    expect(await isWithinWindow(page)).toBe(true)
    expect(problemsOf(page)).toEqual([])
    await page.close()
  })

  it("two people see each other's messages and changes, before one overwrites the other", async () => {
    const own = await openAs(accounts.sarikum, { language: "tr" })
    const subject = `İki kişi ${mark()}${Date.now() % 10_000}`
    const { id } = await callAs<{ id: string }>(own, "POST", "/feedback/create", {
      type: 0,
      subject,
      description: "Açıklama",
      priority: 1,
    })
    await own.clock.install({ time: new Date() })
    await own.goto(`/user/feedback-management/${id}`)
    await own.locator(".composer textarea").waitFor()
    const other = await openAs(accounts.administrator, { language: "en" }, `/admin/feedback-management/${id}`)
    await other.locator(".composer textarea").waitFor()

    // A message arrives without a reload, and the composer keeps its text and focus.
    await write(own.locator(".composer textarea"), "Yarım kalan")
    await write(other.locator(".composer textarea"), "Platformdan yanıt")
    await press(other.getByRole("button", { name: threadWords.en.send }))
    await other.locator(".message", { hasText: "Platformdan yanıt" }).waitFor()
    // A thread is read again within a minute.
    await own.clock.fastForward(60_000)
    await own.locator(".message", { hasText: "Platformdan yanıt" }).waitFor()
    await own.getByRole("status").filter({ hasText: threadWords.tr.message }).waitFor({ state: "attached" })
    await own.locator(".composer textarea:focus").waitFor()
    expect(await own.locator(".composer textarea").inputValue()).toBe("Yarım kalan")

    // Both choose another status: the later one is asked.
    await press(own.getByRole("button", { name: threadWords.tr.resolve }))
    await own.locator("#status").waitFor()
    await press(other.getByRole("button", { name: threadWords.en.change }))
    await other.locator("#status").selectOption({ label: "Rejected" })
    await press(other.locator("dialog").getByRole("button", { name: threadWords.en.change }))
    await other.locator(".page-header .badge", { hasText: "Rejected" }).waitFor()
    await press(own.locator("dialog").getByRole("button", { name: threadWords.tr.change }))
    await own.locator(".conflict").waitFor()
    expect(await own.locator(".conflict tbody").textContent()).toMatch(/Çözüldü.*Reddedildi/)
    expect(await axe(own)).toEqual([])
    expect(problemsOf(own)).toEqual([])
    await other.close()
    await own.close()
  })
})
