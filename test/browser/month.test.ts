import { resolve } from "node:path"
import type { Page } from "playwright-core"
import { afterAll, expect, it } from "vitest"
import { freePort } from "../../scripts/free-port.mjs"
import type { MessageItem } from "../../src/contract/messages"
import { type ReceivedMail, startMailServer } from "../mail-server"
import { fresh } from "../process/kit"
import { openContext, type Product, press, problemsOf, startProduct } from "./kit"
import { sharedBrowser } from "./provide-console"

/**
 * A company's month on an installation without the demonstration: two administrators in browsers of their own, and people who get
 * mails. What each of them got is compared with what the pages say was sent (docs/contract.md#messages).
 */
const day = 86_400_000
const platform = "platform@isletme.example"
const [sender, approver] = ["derya@marti.example", "onur@marti.example"]
const refused = "yok@marti.example"
const company = "Martı Denizcilik"
const [listed, surveyed, winners] = [300, 12, 5]

const { url: smtpUrl, mails, stop: stopMails } = await startMailServer([refused])
const origin = `http://127.0.0.1:${await freePort()}`
const shift = Number(process.env.TEST_CLOCK_SHIFT ?? 0)
let product: Product | undefined
const pages: Page[] = []

const close = async () => {
  for (const page of pages.splice(0)) {
    expect(problemsOf(page)).toEqual([])
    await page.context().close()
  }
  await product?.stop()
}
afterAll(async () => {
  await close()
  await stopMails()
  if (shift) process.env.TEST_CLOCK_SHIFT = String(shift)
  else delete process.env.TEST_CLOCK_SHIFT
})

/** Starts the product some days after the first start. */
const startOn = async (days: number, dataDir: string) => {
  await close()
  const clock = shift + days * day
  process.env.TEST_CLOCK_SHIFT = String(clock)
  const onThatDay = { NODE_OPTIONS: `--import ${resolve("test/setup/on-another-day.mjs")}`, TEST_NOW: "shifted" }
  const secrets = { JWT_SECRET: "j".repeat(40), CODE_SECRET: "c".repeat(40) }
  const env = { ...onThatDay, ...secrets, MODE: "production", PORT: new URL(origin).port, PUBLIC_URL: origin, SMTP_URL: smtpUrl }
  product = await startProduct({
    env: { ...env, BOOTSTRAP_ADMIN_EMAIL: platform, TIME_ZONE: "Europe/Istanbul" },
    dataDir,
    flags: ["--liftoff-only"],
  })
}

const mailTo = (email: string, is: (mail: ReceivedMail) => boolean, since = 0) =>
  expect
    .poll(() => mails.find(mail => mail.to === email && mail.receivedAt >= since && is(mail)), {
      timeout: 100_000,
      interval: 100,
    })
    .toBeTruthy()
    .then(() => mails.findLast(mail => mail.to === email && mail.receivedAt >= since && is(mail)) as ReceivedMail)
const codeOf = async (email: string, since: number) =>
  /\d{6}/.exec((await mailTo(email, ({ subject }) => /\d{6}/.test(subject), since)).subject)?.[0] ?? ""

/** A browser of a person who signs in with the code of the mail. */
const signIn = async (email: string) => {
  const page = await (await openContext(await sharedBrowser(), { url: origin })).newPage()
  pages.push(page)
  const since = Date.now()
  await page.goto("/login")
  await page.locator("input[type=email]").fill(email)
  await page.locator("form button[type=submit]").click()
  const field = page.locator("input[autocomplete=one-time-code]")
  await field.waitFor()
  await field.pressSequentially(await codeOf(email, since))
  await page.waitForURL(/\/(dashboard|access-denied)/)
  return page
}

/** Calls of a person without a browser. @param language of what is written in their name */
const callsOf = async (email: string, language: "tr" | "en" = "tr") => {
  const since = Date.now()
  await fetch(`${origin}/backend/Auth/GetCode/${email}`, { headers: { "Accept-Language": language } })
  const answer = await fetch(
    `${origin}/backend/Auth/GetToken?${new URLSearchParams({ email, code: await codeOf(email, since) })}`,
  )
  const { token } = ((await answer.json()) as { value: { token: string } }).value
  return async <T = { id: string }>(method: string, path: string, body?: object, in_: "tr" | "en" = language): Promise<T> => {
    const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/json", "Accept-Language": in_ }
    const answer = await fetch(`${origin}/backend${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`)
    return (JSON.parse(text) as { value: T }).value
  }
}

const ago = (days: number) => new Date(Date.now() + shift - days * day).toISOString()
const button = (page: Page, name: string | RegExp) => page.locator("main").getByRole("button", { name }).first()
const ofDialog = (page: Page, name: string | RegExp) => page.locator("dialog[open]").getByRole("button", { name })
const undo = (page: Page, text: string | RegExp) =>
  page.locator(".toast", { hasText: text }).getByRole("button", { name: "Geri al", exact: true })

it("a company's month: what each person got is what the pages say was sent", async () => {
  const folder = fresh()
  await startOn(0, folder)

  // The platform sets up the company; its administrators get a mail each, and so does an address that no mail reaches.
  const ofPlatform = await callsOf(platform)
  const { id: tenantId } = await ofPlatform("POST", "/tenant/admin/create", { name: company, emails: [sender] })
  for (const email of [approver, refused])
    await ofPlatform("POST", `/tenant/${tenantId}/admins`, { email, firstName: "Onur", lastName: "Kaptan" })
  for (const email of [sender, approver]) await mailTo(email, ({ subject }) => subject.includes("davet edildiniz"))
  const call = await callsOf(sender)

  // People, half of whom read English.
  const { id: departmentId } = await call("POST", "/department/create", { name: "Güverte" })
  const person = (at: number) => ({
    firstName: `Kişi${at}`,
    lastName: "Deniz",
    email: `kisi.${at}@marti.example`,
    phoneNumber: "0212 000 00 00",
    departmentId,
  })
  for (const language of ["tr", "en"] as const) {
    const users = Array.from({ length: surveyed / 2 }, (_, at) => person(at * 2 + (language === "en" ? 1 : 0)))
    await call("POST", "/user/bulk", { users }, language)
  }
  const people = Array.from({ length: surveyed }, (_, at) => person(at).email)

  // A proposal is sent, returned with a reason, sent again, and approved; each gets a mail of it.
  const categories = await call<{ id: string }[]>("GET", "/category/list")
  const brand = await call("POST", "/brand/create", { name: "Liman Kitap", activeStatus: 1 })
  const title = "Kitapta yüzde on"
  const campaign = await call("POST", "/campaign/create", {
    title,
    description: "Bütün kitaplarda",
    rewardType: 0,
    rewardValue: 10,
    brandId: brand.id,
    categoryId: categories[0]?.id,
    startDate: new Date(Date.now() + shift).toISOString(),
    endDate: new Date(Date.now() + shift + 60 * day).toISOString(),
    status: 0,
  })
  await call("PUT", "/approval/settings", { tenantId, modules: ["campaigns"] })
  const desk = await signIn(sender)
  const second = await signIn(approver)
  await desk.goto(`/user/campaigns/edit/${campaign.id}`)
  await press(button(desk, "Onaya gönder"))
  await desk.waitForURL(`**/user/campaigns/${campaign.id}`)
  const waiting = await mailTo(approver, ({ subject }) => subject === `Onayınızı bekliyor: ${title}`)
  expect(waiting.from).toBe(company)
  await second.goto(new URL(/http\S+/.exec(waiting.text)?.[0] ?? "").pathname)
  await press(button(second, "Geri gönder"))
  await second.locator("dialog[open] textarea").fill("Sınırı yazılmamış.")
  await press(second.locator("dialog[open] [type=submit]"))
  const returned = await mailTo(sender, ({ subject }) => subject === `Geri gönderildi: ${title}`)
  expect(returned.text).toContain("Sınırı yazılmamış.")
  await desk.goto(`/user/campaigns/edit/${campaign.id}`)
  await desk.locator("#participantLimit").fill("100")
  await press(button(desk, "Onaya gönder"))
  await desk.waitForURL(`**/user/campaigns/${campaign.id}`)
  await expect.poll(() => mails.filter(({ subject }) => subject === waiting.subject).length, { timeout: 100_000 }).toBe(2)
  await second.goto(`/user/campaigns/${campaign.id}`)
  await press(button(second, "Onayla"))
  if (await ofDialog(second, "Onayla").count()) await press(ofDialog(second, "Onayla"))
  await mailTo(sender, ({ subject }) => subject === `Onaylandı: ${title}`)

  // Feedback is answered, and the answer is mailed in the language of who gave it.
  await call("PUT", "/message/settings", { feedback: true })
  const [, asker = ""] = people
  const ticket = { type: 0, description: "Kayıp.", userName: "Kişi1 Deniz", email: asker, priority: 1, category: 3 }
  const { id: feedbackId } = await call("POST", "/feedback/create", { ...ticket, subject: "Dolap anahtarı" })
  await desk.goto(`/user/feedback-management/${feedbackId}`)
  await desk.locator(".composer textarea").fill("Anahtarınız güvenlikte.")
  await press(button(desk, "Yanıtı gönder"))
  await desk.getByText("Anahtarınız güvenlikte.").first().waitFor()

  // While the answer waits for its minute: a list of 300 is edited in one go, and taken back.
  for (let at = 0; at < listed; at++) await call("POST", "/feedback/create", { ...ticket, subject: `Yığın ${at}` })
  const urgent = async () =>
    (await call<{ totalCount: number }>("GET", "/feedback/list?keyword=Yığın&priority=3&pageSize=1")).totalCount
  await desk.goto("/user/feedback-management?keyword=Yığın")
  await press(desk.locator("tbody input[type=checkbox]").first(), "Space")
  await press(desk.locator(".bulk-bar").getByRole("button", { name: `${listed} kaydın tümünü seç` }))
  await desk.locator(".bulk-bar b", { hasText: `${listed} kayıt seçili` }).waitFor()
  await press(desk.locator(".bulk-bar").getByRole("button", { name: "Düzenle" }))
  await desk.locator("dialog[open] #member").selectOption("priority")
  await desk.locator("dialog[open] #priority").selectOption("3")
  await press(ofDialog(desk, "Uygula"))
  await press(ofDialog(desk, `Düzenle (${listed})`))
  await undo(desk, `${listed} kayıt değiştirildi`).waitFor()
  expect(await urgent()).toBe(listed)
  await press(undo(desk, `${listed} kayıt değiştirildi`))
  await expect.poll(urgent, { timeout: 30_000 }).toBe(0)

  // Two categories are merged, and taken back.
  const office = await signIn(platform)
  for (const name of ["Kitabevi", "Kitapçı"]) await ofPlatform("POST", "/category/create", { name })
  const categoryOf = async (name: string) =>
    (await ofPlatform<{ id: string; name: string }[]>("GET", "/category/list")).find(row => row.name === name)?.id
  await call("PUT", "/brand/update", { ...brand, categoryId: await categoryOf("Kitapçı") })
  await office.goto("/admin/categories?keyword=kitap")
  const row = (name: string) => office.locator("tbody tr", { hasText: name })
  await press(row("Kitapçı").locator("[aria-haspopup=menu]"))
  await press(office.getByRole("menuitem", { name: "Başka biriyle birleştir" }))
  await office.locator("dialog[open] #into").fill("kitabevi")
  await office.getByRole("option", { name: "Kitabevi" }).waitFor()
  await office.keyboard.press("Enter")
  await press(ofDialog(office, "Birleştir"))
  await row("Kitapçı").waitFor({ state: "detached" })
  expect(await call("GET", `/brand/${brand.id}`)).toMatchObject({ categoryId: await categoryOf("Kitabevi") })
  await press(undo(office, "Birleştirildi, 1 kayıt taşındı"))
  await row("Kitapçı").waitFor()
  expect(await call("GET", `/brand/${brand.id}`)).toMatchObject({ categoryId: await categoryOf("Kitapçı") })

  const answer = await mailTo(asker, ({ subject }) => subject === "Answer to your feedback: Dolap anahtarı")
  expect([answer.from, answer.text.includes("Anahtarınız güvenlikte.")]).toEqual([company, true])

  // A draw whose winners are told after a look at the mail.
  const dates = { startDate: ago(3), endDate: ago(2), drawDate: ago(1) }
  const prizes = [{ name: "Dürbün", type: 0, quantity: winners }]
  const who = { method: 0, eligibility: 1, departmentId, status: 1 }
  const { id: drawId } = await call("POST", "/draw/create", {
    title: "Rota çekilişi",
    description: "Ödül",
    ...who,
    prizes,
    ...dates,
  })
  for (const step of ["lock", "run"]) await call("POST", `/draw/${drawId}/${step}`, {})
  await desk.goto(`/user/draws/${drawId}`)
  await press(button(desk, "Kazananlara haber ver"))
  await ofDialog(desk, `${winners} kişiye gönder`).waitFor()
  const shown = await desk.locator("dialog[open] .prose").textContent()
  await press(ofDialog(desk, `${winners} kişiye gönder`))
  const won = ({ subject }: ReceivedMail) => /(kazandınız|you have won): Rota çekilişi$/.test(subject)
  await expect.poll(() => mails.filter(won).length, { timeout: 100_000 }).toBe(winners)
  const drawn = await call<{ winners: { employeeId: string; reserve: boolean }[] }>("GET", `/draw/${drawId}`)
  const { users } = await call<{ users: { id: string; email: string }[] }>("GET", "/user/list?pageSize=100")
  const told = drawn.winners
    .filter(({ reserve }) => !reserve)
    .map(({ employeeId }) => users.find(({ id }) => id === employeeId)?.email)
  expect(
    mails
      .filter(won)
      .map(({ to }) => to)
      .sort(),
  ).toEqual(told.sort())
  expect(mails.filter(won).map(({ text }) => text.trim())).toContain(shown?.trim())

  // A survey goes out, one person answers, and the others are reminded of it twice, each on a day of its own.
  const questions = [{ text: "Rota uygun mu?", type: "yes_no", options: [] }]
  const survey = { title: "Rota anketi", description: "", type: 0, status: 1, questions, departmentIds: [departmentId] }
  const { id: surveyId } = await call("POST", "/survey/create", survey)
  await call("POST", `/survey/${surveyId}/invitations`, { mail: true })
  const invited = () => mails.filter(({ text }) => text.includes("/go/survey/"))
  await expect.poll(() => invited().length, { timeout: 100_000 }).toBe(surveyed)
  const linkOf = (mail: ReceivedMail | undefined) => new URL(/http\S+survey\/\w+/.exec(mail?.text ?? "")?.[0] ?? origin).pathname
  const answerBy = async (email: string) => {
    const page = await (await openContext(await sharedBrowser(), { url: origin })).newPage()
    pages.push(page)
    await page.goto(linkOf(mails.findLast(mail => mail.to === email && mail.text.includes("/go/survey/"))))
    await press(page.locator("form input[type=radio]").first(), "Space")
    await press(page.locator("form [type=submit]"))
    await page
      .getByText(/Teşekkürler|Thank you/)
      .first()
      .waitFor()
  }
  const [first = "", next2 = ""] = people
  await answerBy(first)
  let expected = surveyed
  for (const [days, answered, next] of [
    [4, 1, next2],
    [8, 2, ""],
  ] as const) {
    await startOn(days, folder)
    const page = await signIn(sender)
    await page.goto(`/user/survey-management/${surveyId}`)
    await press(button(page, "Hatırlat"))
    await press(ofDialog(page, "Hatırlat"))
    await button(page, "Hatırlat").waitFor({ state: "detached" })
    expected += surveyed - answered
    await expect.poll(() => invited().length, { timeout: 100_000 }).toBe(expected)
    if (next) await answerBy(next)
  }
  expect(people.map(email => invited().filter(({ to }) => to === email).length)).toEqual([1, 2, ...Array(surveyed - 2).fill(3)])

  // What the page names as sent is what arrived, in the language and under the name; what was refused stands there as well.
  const desk2 = pages[0] as Page
  await desk2.goto("/user/connections?mails&state=failed")
  await desk2.locator("tbody tr", { hasText: refused }).first().waitFor()
  const later = await callsOf(sender)
  const { messages, totalCount } = await later<{ messages: MessageItem[]; totalCount: number }>("GET", "/message?pageSize=100")
  expect(messages).toHaveLength(totalCount)
  // The invitation, and that a change waits, twice.
  const failed = messages.filter(({ state }) => state !== "delivered")
  expect(failed.map(({ email, state }) => [email, state])).toEqual(Array(3).fill([refused, "failed"]))
  const ofCompany = mails.filter(({ from, text }) => from === company && !text.includes("/go/survey/"))
  const english = (email: string) => people.indexOf(email) % 2 === 1
  expect(ofCompany.map(({ to, subject }) => `${to} ${subject.replace(/^.*: /, "")}`).sort()).toEqual(
    messages
      .filter(({ state }) => state === "delivered")
      .map(({ email, subject }) => `${email} ${subject.replace(/^.*: /, "")}`)
      .sort(),
  )
  const isEnglish = ({ subject }: ReceivedMail) => /^(Answer|Congratulations)/.test(subject)
  for (const mail of ofCompany) expect([mail.to, isEnglish(mail)]).toEqual([mail.to, english(mail.to)])
}, 900_000)
