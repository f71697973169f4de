import { cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { Browser, Locator, Page } from "playwright-core"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { openEmbedded } from "../../server/src/db/open"
import { campaigns as table } from "../../server/src/db/schema"
import { png } from "../pictures"
import { isLong, rounds } from "../rounds"
import { type Faulty, type Kind, kinds, startFaulty } from "./faulty"
import { accounts, type Mail, openPage, type Product, problemsOf, startProduct } from "./kit"
import { sharedBrowser } from "./provide-product"

/**
 * A campaign's whole life while the network breaks half of the API's answers. The person at the console presses again
 * when told that something failed. Nothing typed is lost, nothing is made twice, nobody is signed out, no page is blank.
 */

const seed = Number(process.env.TEST_SEED ?? 20_261)
/** A long run repeats everything with other seeds. In a short one, one visitor makes one campaign, and not every fault comes. */
const visitors = isLong ? [accounts.yesilova, accounts.sarikum] : [accounts.yesilova]
/** Campaigns that a visitor makes in a round. */
const perRound = isLong ? 3 : 1
const minutes = 60_000

let browser: Browser
let product: Product
let dataDir: string
// The test ends by killing the product: each attempt has its own.
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "campaigns-faults-"))
  if (process.env.TEST_DATA_DIR) cpSync(process.env.TEST_DATA_DIR, dataDir, { recursive: true })
  ;[product, browser] = await Promise.all([startProduct({ dataDir, flags: ["--liftoff-only"] }), sharedBrowser()])
})
afterEach(async () => {
  await product?.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

/** The product without faults: what is true, and what another person does meanwhile. */
type Direct = {
  get: (path: string) => Promise<Record<string, unknown>>
  put: (path: string, body: object) => Promise<void>
}
const signInDirectly = async (email: string): Promise<Direct> => {
  const { url } = product
  await fetch(`${url}/backend/Auth/GetCode/${email}`)
  const mails = (await (await fetch(`${url}/backend/outbox`)).json()) as Mail[]
  const code = mails.find(({ to }) => to === email)?.code
  const tokens = (await (await fetch(`${url}/backend/Auth/GetToken?email=${email}&code=${code}`)).json()) as {
    value: { token: string }
  }
  const headers = { Authorization: `Bearer ${tokens.value.token}`, "Content-Type": "application/json" }
  return {
    get: async path => ((await (await fetch(url + path, { headers })).json()) as { value: Record<string, unknown> }).value,
    put: async (path, body) => {
      const { status } = await fetch(url + path, { method: "PUT", headers, body: JSON.stringify(body) })
      expect(status).toBe(204)
    },
  }
}
type Stored = { id: string; title: string; description: string; terms: string; status: number } & Record<string, unknown>
const storedAs = async (direct: Direct, title: string) =>
  (await direct.get(`/backend/campaign/list?pageSize=100&keyword=${encodeURIComponent(title)}`)).campaigns as Stored[]

/** What a person does until it has worked. */
const steps = { done: 0, presses: 0, undone: 0, undoLost: 0 }

const trouble = (page: Page) =>
  page.locator(
    '.toast[data-tone="danger"], .alert[data-tone="danger"], .empty[role="alert"], .empty[role="status"]:has(button), [data-upload] [role="alert"], dialog .bulk-results, dialog .conflict',
  )

const look = (page: Page) =>
  page.evaluate(() => ({
    text: document.querySelector("main")?.innerText.trim() || document.querySelector(".waiting")?.textContent || "",
    path: location.pathname,
    isIn: localStorage.getItem("accessToken") !== null,
  }))

const outdated = (page: Page) => page.locator('main .alert[data-tone="warning"]').getByRole("button", { name: "Yeniden dene" })

/** Nothing may be broken, whatever was answered. A screen that is on its way may be empty for a moment. */
const stands = async (page: Page) => {
  expect(problemsOf(page)).toEqual([])
  await expect.poll(async () => (await look(page)).text, { message: "The page is blank" }).not.toBe("")
  return look(page)
}
const standsSignedIn = async (page: Page) => {
  const { text, path, isIn } = await stands(page)
  expect([isIn, path.startsWith("/user/")], `signed out at ${path}: ${text}`).toEqual([true, true])
  expect(text).not.toContain("Bu sayfa açılamadı")
}

/** What may go away by itself is pressed while it is there. */
const pressIfThere = (where: Locator) =>
  where
    .first()
    .click({ timeout: 1_000 })
    .catch(() => undefined)

const quiet = async (page: Page) => {
  for (const toast of await page.locator('.toast[data-tone="danger"]').all())
    await toast
      .locator(".icon-btn")
      .click({ timeout: 1_000 })
      .catch(() => undefined)
}

const isShown = (where: Locator) => where.first().isVisible()

/**
 * Acts, waits until it is done or said to have failed, and acts again. What is neither within a minute was swallowed.
 * @param told looked at after each failure
 */
const insist = async (
  page: Page,
  what: string,
  act: () => Promise<unknown>,
  done: () => Promise<boolean>,
  told: () => Promise<unknown> = async () => {},
  check: (page: Page) => Promise<unknown> = standsSignedIn,
) => {
  for (let press = 1; press <= 12; press++) {
    steps.presses++
    await quiet(page)
    await act()
    const limit = Date.now() + 60_000
    for (;;) {
      if (await done()) {
        await check(page)
        steps.done++
        return
      }
      // What is done may have led to a screen that fails to load.
      if ((await isShown(trouble(page))) && !(await done())) break
      // A list that could not be loaded anew says so beside what the person is doing.
      if (await isShown(outdated(page))) await pressIfThere(outdated(page))
      if (Date.now() > limit) throw new Error(`${what}: nothing was said. ${await page.locator("body").innerText()}`)
      await page.waitForTimeout(40)
    }
    await check(page)
    await told()
  }
  throw new Error(`${what}: failed too often. ${await page.locator("body").innerText()}\n${product.printed().slice(-2_000)}`)
}

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true })
const rows = (page: Page) => page.locator("tbody tr[data-row]")

/** A read that failed offers another try; what is offered nowhere comes back with the window's focus. */
const tryAgain = async (page: Page) => {
  const again = page.locator("main").getByRole("button", { name: "Yeniden dene" })
  if (await isShown(again)) await pressIfThere(again)
}
const appears = (page: Page, what: string, wanted: Locator, before: () => Promise<unknown> = async () => {}) => {
  let isFirst = true
  return insist(
    page,
    what,
    async () => {
      if (isFirst) await before()
      else await tryAgain(page)
      isFirst = false
    },
    () => isShown(wanted),
  )
}

const signIn = async (page: Page, email: string) => {
  await page.goto("/login")
  const field = page.locator("input[type=email]")
  const code = page.locator("input[autocomplete=one-time-code]")
  const again = button(page, "Yeni kod gönder")
  await insist(
    page,
    "asking for a code",
    async () => {
      await field.fill(email)
      await page.locator("form button[type=submit]").click()
    },
    () => isShown(code),
    async () => expect(await field.inputValue()).toBe(email),
    stands,
  )
  let isLost = false
  await insist(
    page,
    "giving the code",
    async () => {
      if (isLost && (await again.isEnabled())) {
        // The first one may be used up.
        await again.click()
        await expect.poll(() => again.getAttribute("aria-busy")).toBe(null)
      }
      isLost = true
      const mail = (await product.outbox()).find(({ to }) => to === email)
      await code.fill("")
      await code.fill(mail?.code ?? "")
    },
    async () => new URL(page.url()).pathname === "/user/dashboard",
    async () => expect(await code.inputValue()).toHaveLength(6),
    stands,
  )
}

/** An option list that could not be loaded is asked for again when the person comes back to the window. */
const choose = async (page: Page, id: string, text: string, label: string) => {
  const field = page.locator(`#${id}`)
  for (let at = 0; at < 12; at++) {
    await field.fill(text)
    const option = page.getByRole("option", { name: label })
    await option
      .first()
      .waitFor({ timeout: 1_000 })
      .catch(() => undefined)
    if (await isShown(option)) {
      await page.keyboard.press("Enter")
      return
    }
    await page.keyboard.press("Escape")
    await page.evaluate(() => dispatchEvent(new Event("focus")))
    await page.waitForTimeout(100)
  }
  throw new Error(`There is no ${label} to choose.`)
}

/** What stands in the form, as a person reads it. */
const typedIn = (page: Page) =>
  page.evaluate(() => {
    const of = (id: string) => {
      const field = document.getElementById(id) as HTMLInputElement | null
      return field?.value || field?.placeholder || ""
    }
    return ["title", "brandId", "categoryId", "description", "terms", "rewardValue", "startDate", "endDate"].map(of)
  })
const isUnchanged = async (page: Page, before: string[]) => expect(await typedIn(page)).toEqual(before)

const said = (page: Page, text: string) => page.locator(".toast", { hasText: text })
const close = async (page: Page, text: string) => {
  for (const toast of await said(page, text).all()) await pressIfThere(toast.getByRole("button", { name: "Bildirimi kapat" }))
}

const addPicture = async (page: Page, byte: number) => {
  const again = page.getByRole("button", { name: /dosyasını yeniden yükle$/ })
  await insist(
    page,
    "sending a picture",
    async () => {
      if (await isShown(again)) await again.click()
      else
        await page
          .locator("input[type=file]")
          .setInputFiles({ name: "a.png", mimeType: "image/png", buffer: Buffer.from(png(byte)) })
    },
    () => isShown(page.locator(".media-list li")),
  )
  expect(await page.locator(".media-list li, [data-upload]").count()).toBe(1)
}

const add = async (page: Page, title: string) => {
  const form = page.locator("#title")
  await appears(page, "the form", form, () => page.getByRole("link", { name: "Kampanya oluştur" }).first().click())
  await form.fill(title)
  await choose(page, "brandId", "kose", "Köşe")
  await choose(page, "categoryId", "ev ve", "Ev ve")
  await page.locator("#description").fill(`${title} açıklaması`)
  await page.locator("#terms").fill("Koşul yok")
  await page.getByLabel("İndirim oranı").fill("25")
  await page.locator("#startDate").fill("01.02.2026")
  await page.locator("#endDate").fill("31.12.2027")
  await page.locator("#endDate-time").fill("23:59")
  await addPicture(page, title.length)
  await page.locator("#title").focus()
  const before = await typedIn(page)
  expect(before.every(Boolean), before.join(" · ")).toBe(true)
  await insist(
    page,
    `creating ${title}`,
    () => button(page, "Kampanyayı yayımla").click(),
    () => isShown(said(page, "Kampanya oluşturuldu")),
    async () => {
      await isUnchanged(page, before)
      expect(await page.locator(".media-list li").count()).toBe(1)
    },
  )
  await close(page, "Kampanya oluşturuldu")
}

/** To the list by the menu, and there to the rows that a keyword finds. */
const find = async (page: Page, keyword: string, count: number) => {
  await page.locator('.sidebar__nav a[href="/user/campaigns"]').click()
  await page.waitForURL("**/user/campaigns")
  await appears(page, "the list", rows(page))
  const search = page.getByRole("searchbox")
  let isFirst = true
  await insist(
    page,
    `finding ${keyword}`,
    async () => {
      if (isFirst) await search.fill(keyword)
      else await tryAgain(page)
      isFirst = false
    },
    async () =>
      page.url().includes("keyword=") &&
      !(await isShown(page.locator("table[aria-busy=true]"))) &&
      (await rows(page).filter({ hasText: keyword }).count()) === count,
    async () => expect(await search.inputValue()).toBe(keyword),
  )
}

const edit = async (page: Page, direct: Direct, stored: Stored, isContested: boolean) => {
  const { id, title } = stored
  await appears(page, "the record", page.locator("h1", { hasText: title }), () =>
    page.getByRole("link", { name: title }).first().click(),
  )
  const form = page.locator("#description")
  await appears(page, "the form", form, () => page.getByRole("link", { name: "Düzenle", exact: true }).click())
  const description = `${title}: düzenlendi`
  await form.fill(description)
  const terms = isContested ? "Başkasının koşulu" : stored.terms
  if (isContested) {
    const theirs = await direct.get(`/backend/campaign/${id}`)
    await direct.put("/backend/campaign/update", { ...theirs, campaignId: id, terms })
  }
  const before = await typedIn(page)
  const conflict = page.locator("dialog[open]", { hasText: "Bu kayıt siz düzenlerken değişti" })
  await insist(
    page,
    `saving ${title}`,
    async () => {
      if (await isShown(conflict)) await button(page, "Seçimi uygula").click()
      await button(page, "Kaydet").click()
    },
    () => isShown(said(page, "Kampanya başarıyla güncellendi")),
    async () => {
      const now = await typedIn(page)
      // Only what the other person changed may have been taken over.
      expect([before, before.with(4, "Başkasının koşulu")]).toContainEqual(now)
    },
  )
  await close(page, "Kampanya başarıyla güncellendi")
  expect(await direct.get(`/backend/campaign/${id}`)).toMatchObject({ title, description, terms })
}

const bulkPause = async (page: Page, direct: Direct, name: string, count: number) => {
  await find(page, name, count)
  await page.getByLabel("Bu sayfadaki tüm kayıtları seç").check()
  const report = page.locator("dialog[open] .bulk-results")
  await insist(
    page,
    "pausing",
    async () => {
      const dialog = page.locator("dialog[open]")
      await expect.poll(async () => (await isShown(report)) || !(await isShown(dialog))).toBe(true)
      if (!(await isShown(report))) return pressIfThere(page.locator(".bulk-bar").getByRole("button", { name: "Duraklat" }))
      const last = await report.elementHandle()
      await button(page, "Kalanları yeniden dene").click()
      await last?.waitForElementState("hidden")
    },
    async () => !(await isShown(page.locator("dialog[open]"))) && !(await isShown(page.locator(".bulk-bar"))),
  )
  const stored = await storedAs(direct, name)
  expect(stored.map(({ status }) => status)).toEqual(stored.map(() => 3))
  await takeBack(page)
}

/** Takes back what the header's recent actions offer. @returns how many the console says were taken back */
const takeBack = async (page: Page) => {
  let undone = 0
  const recent = page.locator(".recent-actions__button")
  const offers = page.locator(".recent-actions").getByRole("button", { name: "Geri al", exact: true })
  while (await isShown(recent)) {
    await recent.click()
    if (!(await isShown(offers))) {
      await page.keyboard.press("Escape")
      break
    }
    await offers.first().click()
    const success = said(page, "İşlem geri alındı")
    await expect.poll(async () => (await isShown(success)) || (await isShown(trouble(page)))).toBe(true)
    if (await isShown(success)) undone++
    else steps.undoLost++
    await page.keyboard.press("Escape")
    await close(page, "İşlem geri alındı")
    await quiet(page)
    await standsSignedIn(page)
  }
  steps.undone += undone
  return undone
}

const exportAll = async (page: Page, name: string, count: number) => {
  await find(page, name, count)
  const saved: string[] = []
  const keep = (path: string) => saved.push(readFileSync(path, "utf8"))
  page.on("download", async download => keep(await download.path()))
  await insist(
    page,
    "exporting",
    async () => {
      await button(page, "Dışa aktar").click()
      await page.getByRole("menuitem", { name: "Görünen sütunlar" }).click()
    },
    () => isShown(said(page, "dışa aktarıldı")),
  )
  await expect.poll(() => saved.length).toBe(1)
  page.removeAllListeners("download")
  await close(page, "dışa aktarıldı")
  expect(saved[0]?.trimEnd().split("\r\n")).toHaveLength(count + 1)
}

/** @returns whether it is gone */
const remove = async (page: Page, direct: Direct, stored: Stored) => {
  const row = page.locator(`tr[data-row="${stored.id}"]`)
  await insist(
    page,
    `deleting ${stored.title}`,
    async () => {
      // A list that is being loaded anew may drop the row, and closes its menu.
      const sure = page.locator("dialog[open]").getByRole("button", { name: "Kampanyayı sil" })
      for (let at = 0; at < 5 && (await isShown(row)); at++) {
        await pressIfThere(row.getByRole("button", { name: /işlemleri$/ }))
        await pressIfThere(page.getByRole("menuitem", { name: "Sil" }))
        if (await isShown(sure)) return sure.click()
      }
    },
    async () => (await row.count()) === 0 && (await isShown(page.locator("tbody, .empty"))),
    () => tryAgain(page),
  )
  expect((await storedAs(direct, stored.title)).length).toBe(0)
  const undone = await takeBack(page)
  const isBack = (await storedAs(direct, stored.title)).length === 1
  // An undo whose answer was lost may have been carried out.
  if (undone) expect(isBack).toBe(true)
  return !isBack
}

type Visit = { email: string; name: string; faulty: Faulty }

const live = async ({ email, name, faulty }: Visit, direct: Direct): Promise<string[]> => {
  const page = await openPage(browser, faulty, { reducedMotion: true })
  page.setDefaultTimeout(10_000)
  await signIn(page, email)
  await appears(page, "the dashboard", rows(page))
  const titles = Array.from({ length: perRound }, (_, at) => `Fırtına ${name}${at}`)
  for (const [at, title] of titles.entries()) {
    await add(page, title)
    const [stored, ...others] = await storedAs(direct, title)
    if (!stored) throw new Error(`${title} was not made.`)
    expect(others).toEqual([])
    await find(page, title, 1)
    await edit(page, direct, stored, at % 2 === 1)
    if (at % 2 === 0) await takeBack(page)
    await page.locator('.sidebar__nav a[href="/user/campaigns"]').click()
  }
  await bulkPause(page, direct, `Fırtına ${name}`, perRound)
  await exportAll(page, `Fırtına ${name}`, perRound)
  let left = perRound
  for (const title of titles) {
    await find(page, `Fırtına ${name}`, left)
    const [stored] = await storedAs(direct, title)
    if (stored && (await remove(page, direct, stored))) left--
  }
  await standsSignedIn(page)
  await page.context().close()
  return titles
}

describe("a network that breaks half of all answers", () => {
  it(
    "costs a campaign nothing that was typed, makes none twice, signs nobody out and leaves no page blank",
    async () => {
      const direct = await signInDirectly(accounts.administrator)
      const counts = Object.fromEntries(kinds.map(kind => [kind, 0])) as Record<Kind, number>
      const sums = { calls: 0, unheard: 0, refreshes: 0 }
      const titles: string[] = []
      for (let round = 0; round < rounds; round++) {
        const visits = await Promise.all(
          visitors.map(async (email, at) => ({
            email,
            name: `${String.fromCharCode(97 + at)}${round}-`,
            faulty: await startFaulty(product.url, seed + round * 2 + at),
          })),
        )
        titles.push(...(await Promise.all(visits.map(visit => live(visit, direct)))).flat())
        for (const { faulty } of visits) {
          for (const kind of kinds) counts[kind] += faulty.counts[kind]
          sums.calls += faulty.calls()
          sums.unheard += faulty.unheard()
          sums.refreshes += faulty.refreshes()
          await faulty.stop()
        }
      }

      // The database itself has the last word, deleted records included.
      await product.kill()
      const { db, close } = await openEmbedded(dataDir)
      const stored = await db.select({ title: table.title }).from(table)
      await close()
      const made = stored.map(({ title }) => title).filter(title => title.startsWith("Fırtına"))
      expect(made.sort()).toEqual([...titles].sort())
      if (isLong) expect(kinds.filter(kind => counts[kind] === 0)).toEqual([])

      const list = kinds.map(kind => `${counts[kind]} × ${kind}`).join(", ")
      process.stdout.write(
        `faults: ${list} in ${sums.calls} calls; ${sums.unheard} writes done whose answer was lost; ` +
          `${steps.done} steps with ${steps.presses} presses; ${sums.refreshes} refreshes; ${steps.undone} changes taken back, ` +
          `${steps.undoLost} offers lost; ${titles.length} campaigns made once each\n`,
      )
    },
    rounds * 3 * minutes,
  )
})
