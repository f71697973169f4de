import type { Locator, Page, Route } from "playwright-core"
import { expect, it } from "vitest"
import { createRandom } from "../../server/src/seed/random"
import { png } from "../pictures"
import { isLong, rounds } from "../rounds"
import { accounts, mark, problemsOf } from "./kit"
import { callAs, provideConsole, signIn } from "./provide-console"

/**
 * A record's whole life while half of the API's answers are broken in every way a network can. The person presses again when something
 * has failed. Nothing typed is lost, nothing is made twice, nobody is signed out, no page is blank. In a short run one record is made,
 * neither changed nor deleted, and not every fault comes. A body that is cut off: test/browser/foreign.test.ts.
 */
const { openPage } = provideConsole()

const seed = Number(process.env.TEST_SEED ?? 20_261)

/** What happens to an answer; from `lost` on after the server has done what was asked. */
const early = ["drop", "500", "503", "429", "401", "html"] as const
const late = ["latency", "lost", "truncated", "type", "10 MB", "empty", "deep"] as const
type Kind = (typeof early)[number] | (typeof late)[number]
const counts = new Map<Kind, number>([...early, ...late].map(kind => [kind, 0]))

const html = "<!doctype html><title>Ağ girişi</title><script>document.title = 'x'</script><h1>Kablosuz ağa hoş geldiniz</h1>"
const deep = `{"isSuccess":true,"value":${'{"a":['.repeat(20_000)}1${"]}".repeat(20_000)}}`
const json = (status: number, text: string, headers = {}) => ({
  status,
  headers: { "Content-Type": "application/json", ...headers },
  body: JSON.stringify({ isSuccess: false, errors: [text] }),
})

/** So many faults in a row meet one sort of call at most: whoever asks again gets through. */
const mostInRow = 3
/** Longer than calls that were refused take to be made again, ms: a second 401 would end the session. */
const freshMs = 4_000

/** Breaks answers to a page. Each sort of call has a deck of its own, with as many faults as none, whatever else is called meanwhile. */
const breakAnswers = async (page: Page, seed: number) => {
  const decks = new Map<string, { cards: (Kind | undefined)[]; inRow: number }>()
  const seenAt = new Map<string, number>()
  const refused = new Set<string>()
  const { whole } = createRandom(seed)

  const draw = (sort: string, bearer: string, isAuth: boolean, isUpload: boolean): Kind | undefined => {
    const deck = decks.get(sort) ?? { cards: [], inRow: 0 }
    decks.set(sort, deck)
    if (!deck.cards.length) {
      // What was uploaded is handed on by the browser alone.
      const all = isUpload ? early : [...early, ...late]
      deck.cards = all.flatMap(kind => (kind === "401" && isAuth ? [] : [kind, undefined]))
      for (let at = deck.cards.length - 1; at > 0; at--) {
        const other = whole(0, at)
        ;[deck.cards[at], deck.cards[other]] = [deck.cards[other], deck.cards[at]]
      }
    }
    const drawn = deck.cards.pop()
    const isFresh = Date.now() - (seenAt.get(bearer) ?? 0) < freshMs
    const kind = deck.inRow >= mostInRow || (drawn === "401" && isFresh) ? undefined : drawn
    deck.inRow = kind && kind !== "latency" && kind !== "type" ? deck.inRow + 1 : 0
    if (kind) counts.set(kind, (counts.get(kind) ?? 0) + 1)
    return kind
  }

  const answer = async (route: Route) => {
    const request = route.request()
    const path = new URL(request.url()).pathname.replace(/(\/undo\/).+/, "$1").replace(/\/[0-9a-f-]{36}/g, "/id")
    const isAuth = path.includes("/auth/")
    const bearer = (await request.headerValue("authorization")) ?? ""
    if (!seenAt.has(bearer)) seenAt.set(bearer, Date.now())
    if (refused.has(bearer) && !isAuth) return route.fulfill(json(401, "Oturum yok"))
    const kind = draw(`${request.method()} ${path}`, bearer, isAuth, path.endsWith("/media"))
    switch (kind) {
      case undefined:
        return route.continue()
      case "drop":
        return route.abort("connectionfailed")
      case "500":
        return route.fulfill(json(500, ""))
      case "503":
        return route.fulfill(json(503, "Bakım", { "Retry-After": "1" }))
      case "429":
        return route.fulfill(json(429, "Çok fazla istek", { "Retry-After": "1" }))
      case "401":
        refused.add(bearer)
        return route.fulfill(json(401, "Oturum yok"))
      case "html":
        return route.fulfill({ status: 200, contentType: "text/html", body: html })
    }
    const response = await route.fetch()
    const body = await response.text()
    switch (kind) {
      case "latency":
        await new Promise(done => setTimeout(done, whole(100, 400)))
        return route.fulfill({ response })
      case "lost":
        return route.abort("connectionreset")
      case "truncated":
        return route.fulfill({
          status: 200,
          contentType: "application/json",
          body: body.slice(0, -2) || '{"isSuccess":true,"val',
        })
      case "type":
        return route.fulfill({ response, contentType: "image/png" })
      case "10 MB":
        return route.fulfill({
          response,
          body: body.startsWith("{") ? `{"padding":"${"x".repeat(10_000_000)}",${body.slice(1)}` : body,
        })
      case "empty":
        return route.fulfill({ response, body: "" })
      case "deep":
        return response.ok()
          ? route.fulfill({ status: 200, contentType: "application/json", body: deep })
          : route.fulfill({ response })
    }
  }
  await page.route(/\/backend\/(?!media\/)/, route => answer(route).catch(() => undefined))
}

const isShown = (where: Locator) => where.first().isVisible()
/** What may go away by itself is pressed while it is there. @returns whether it was pressed */
const pressIfThere = async (where: Locator): Promise<boolean> =>
  (await isShown(where)) &&
  (await where
    .first()
    .click({ timeout: 1_000 })
    .then(() => true)
    .catch(() => false))
const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name })
const again = (page: Page) => page.locator("main").getByRole("button", { name: "Yeniden dene" })
const trouble = (page: Page) =>
  page.locator(
    '.toast[data-tone="danger"], .alert[data-tone="danger"], .empty[role="alert"], .empty[role="status"]:has(button), [data-upload] [role="alert"]',
  )

/** Nothing may be broken, whatever was answered. A screen that is on its way may be empty for a moment. */
const stands = async (page: Page) => {
  expect(problemsOf(page)).toEqual([])
  const look = () =>
    page.evaluate(() => ({
      isBlank: !document.querySelector("main")?.innerText.trim() && !document.querySelector(".waiting"),
      isFailed: document.body.innerText.includes("Bu sayfa açılamadı"),
      isIn: localStorage.getItem("accessToken") !== null && location.pathname.startsWith("/user/"),
    }))
  await expect.poll(look).toEqual({ isBlank: false, isFailed: false, isIn: true })
}

/** Acts until it is done: again whenever it is said to have failed. What is neither within a minute was swallowed. @param kept after each failure */
const insist = async (
  page: Page,
  what: string,
  act: () => Promise<unknown>,
  done: () => Promise<boolean>,
  kept: () => Promise<unknown> = async () => {},
) => {
  for (let press = 1; press <= 12; press++) {
    for (const toast of await page.locator('.toast[data-tone="danger"] .icon-btn').all()) await pressIfThere(toast)
    await act()
    const limit = Date.now() + 60_000
    while (!(await done()) && !(await isShown(trouble(page)))) {
      if (Date.now() > limit) throw new Error(`${what}: nothing was said. ${await page.locator("body").innerText()}`)
      await page.waitForTimeout(40)
    }
    await stands(page)
    if (await done()) return
    await kept()
  }
  throw new Error(`${what}: failed too often. ${await page.locator("body").innerText()}`)
}
const appears = (page: Page, wanted: Locator, before: () => Promise<unknown>) => {
  let isFirst = true
  const act = async () => {
    if (isFirst) await before()
    else await pressIfThere(again(page))
    isFirst = false
  }
  return insist(page, String(wanted), act, () => isShown(wanted))
}

const stored = async (title: string) => {
  const path = `/announcement/list?keyword=${encodeURIComponent(title)}`
  return (await callAs<{ announcements: { title: string; description: string }[] }>(accounts.yesilova, "GET", path)).announcements
}

it(
  "a network that breaks half of all answers costs nothing that was typed, makes nothing twice, signs nobody out and leaves no page blank",
  async () => {
    for (let round = 0; round < rounds * (isLong ? 3 : 1); round++) {
      const title = `Fırtına ${mark()}`
      const page = await openPage()
      await signIn(page, accounts.yesilova)
      await breakAnswers(page, seed + round)
      const rows = page.locator("tbody tr[data-row]")
      const typed = () =>
        page.evaluate(() => ["title", "description", "body"].map(id => (document.getElementById(id) as HTMLInputElement).value))
      const pictures = page.locator(".media-list li")
      const said = (text: string) => page.locator(".toast", { hasText: text })

      // Made, with a picture.
      await appears(page, rows, () => page.goto("/user/announcement-management"))
      await appears(page, page.locator("#title"), () => page.getByRole("link", { name: "Duyuru oluştur" }).first().click())
      await page.locator("#title").fill(title)
      for (const id of ["description", "body"]) await page.locator(`#${id}`).fill("Bir metin")
      const file = { name: "a.png", mimeType: "image/png", buffer: Buffer.from(png(round)) }
      const repeat = button(page, /dosyasını yeniden yükle$/)
      await insist(
        page,
        "a picture",
        async () => ((await isShown(repeat)) ? repeat.click() : page.locator("input[type=file]").setInputFiles(file)),
        () => isShown(pictures),
      )
      const before = await typed()
      await insist(
        page,
        "creating",
        () => button(page, "Duyuruyu yayımla").click(),
        () => isShown(said("Duyuru oluşturuldu")),
        async () => expect([await typed(), await pictures.count()]).toEqual([before, 1]),
      )
      expect(await stored(title)).toHaveLength(1)
      if (!isLong) return

      // Changed.
      const edit = page.getByRole("link", { name: "Düzenle", exact: true })
      // An empty answer to the create names no record: it leads to the list.
      const created = page.locator("tbody tr[data-row] a", { hasText: title })
      const reached = async () => {
        await pressIfThere(created)
        return isShown(edit)
      }
      await insist(page, "the record", () => pressIfThere(again(page)), reached)
      await appears(page, page.locator("#title"), () => edit.click())
      await page.locator("#description").fill("Düzenlendi")
      await insist(
        page,
        "saving",
        () => page.getByRole("button", { name: "Kaydet", exact: true }).click(),
        () => isShown(said("güncellendi")),
        async () => expect(await typed()).toEqual([title, "Düzenlendi", "Bir metin"]),
      )
      expect(await stored(title)).toMatchObject([{ title, description: "Düzenlendi" }])

      // Found and deleted.
      const search = page.getByRole("searchbox")
      await appears(page, search, () => page.evaluate(() => history.pushState(null, "", "/user/announcement-management")))
      await appears(page, rows.filter({ hasText: title }), () => search.fill(title))
      expect(await search.inputValue()).toBe(title)
      const row = rows.filter({ hasText: title })
      const sure = page.locator("dialog[open]").getByRole("button", { name: "Duyuruyu sil" })
      await insist(
        page,
        "deleting",
        async () => {
          // A list that is being loaded anew may drop the row, and closes its menu.
          for (let at = 0; at < 5 && (await isShown(row)) && !(await isShown(sure)); at++) {
            await pressIfThere(row.getByRole("button", { name: /işlemleri$/ }))
            await page
              .getByRole("menuitem", { name: "Sil" })
              .click({ timeout: 1_000 })
              .catch(() => undefined)
            await sure.waitFor({ timeout: 1_000 }).catch(() => undefined)
          }
          // On a busy machine one press may take longer than its time.
          for (let at = 0; at < 10 && (await isShown(sure)) && !(await pressIfThere(sure)); at++);
          await pressIfThere(again(page))
        },
        async () => (await row.count()) === 0 && (await isShown(page.locator("tbody, .empty"))),
      )
      expect(await stored(title)).toEqual([])
      await page.close()
    }
    const met = [...counts].map(([kind, count]) => `${count} × ${kind}`).join(", ")
    process.stdout.write(`faults: ${met}\n`)
    if (isLong) expect([...counts].filter(([, count]) => count === 0)).toEqual([])
  },
  rounds * 9 * 60_000,
)
