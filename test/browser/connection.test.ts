import type { Page, Route } from "playwright-core"
import { expect, it } from "vitest"
import { accounts, axe, mark, problemsOf, show } from "./kit"
import { callAs, provideConsole, signIn } from "./provide-console"

/** A network that is gone, slow or hangs (docs/console.md#connection). */
const { openPage } = provideConsole()

const rows = (page: Page) => page.locator("table:not([aria-busy=true]) tbody tr[data-row]").first().waitFor()
const list = "/user/announcement-management"
const add = `${list}/add`
const lost = (page: Page) => page.getByText("Sunucuya ulaşılamıyor")
const button = (page: Page, name: string) => page.getByRole("button", { name })
const save = (page: Page) => page.locator(".action-bar [type=submit]")

/** A page with a clock of its own. */
const signedIn = async (path: string): Promise<Page> => {
  const page = await openPage()
  await page.clock.install({ time: new Date() })
  await signIn(page, accounts.yesilova, path)
  return page
}
/** The API is called again every 5 s while the connection is lost. */
const untilNextProbe = (page: Page) => page.clock.fastForward(5_000)
/** A call counts as slow after 8 s. */
const untilSlow = (page: Page) => page.clock.fastForward(8_000)

const fill = async (page: Page, title: string) => {
  await page.locator("#title").fill(title)
  for (const id of ["description", "body"]) await page.locator(`#${id}`).fill("Bağlantı kopsa da kaybolmaz.")
}
const titled = async (title: string) => {
  const path = `/announcement/list?keyword=${encodeURIComponent(title)}`
  return (await callAs<{ totalCount: number }>(accounts.yesilova, "GET", path)).totalCount
}

it("offline there is one message, what was typed stays and is saved once, lists come by themselves, and nobody is signed out", async () => {
  const title = `Çevrimdışı yazılan ${mark()}`
  const page = await signedIn(add)
  await fill(page, title)
  await page.context().setOffline(true)
  await lost(page).waitFor()
  expect(await axe(page)).toEqual([])
  await save(page).click()
  await page.locator("[data-summary]").waitFor()
  expect([await page.locator("#title").inputValue(), await page.locator(".toast").count()]).toEqual([title, 0])
  await page.context().setOffline(false)
  await lost(page).waitFor({ state: "detached" })
  await save(page).click()
  await page.getByRole("heading", { level: 1, name: title }).waitFor()
  expect(await titled(title)).toBe(1)

  const fail = (route: Route) => route.abort("connectionfailed")
  await page.route("**/backend/**", fail)
  await page.evaluate(path => history.pushState(null, "", path), `${list}?status=1`)
  await lost(page).waitFor()
  await button(page, "Yeniden dene").waitFor()
  await page.evaluate(() => localStorage.setItem("tokenExpiry", "1"))
  await page.reload()
  await lost(page).waitFor()
  await page.unroute("**/backend/**", fail)
  await untilNextProbe(page)
  await rows(page)
  await lost(page).waitFor({ state: "detached" })
  expect(new URL(page.url()).pathname).toBe(list)
  expect(problemsOf(page)).toEqual([])
})

it("a list and a save that take long say so after 8 s, and can be stopped and made again", async () => {
  const page = await signedIn(list)
  await rows(page)
  const answer = new Promise<() => void>(done => {
    page.route("**/announcement/list*", async route => {
      await new Promise<void>(release => done(release))
      await route.continue().catch(() => undefined)
    })
  })
  await page.locator(".tabs a").nth(1).click()
  await page.locator("table[aria-busy=true] tr[data-row]").first().waitFor()
  await page.reload()
  await page.locator(".skeleton").first().waitFor()
  await untilSlow(page)
  await page.getByText("Hâlâ sürüyor").waitFor()
  expect(await axe(page)).toEqual([])
  await button(page, "Beklemeyi bırak").click()
  await button(page, "Yeniden dene").waitFor()
  ;(await answer)()
  await page.unrouteAll({ behavior: "ignoreErrors" })
  await button(page, "Yeniden dene").click()
  await rows(page)

  const title = `Uzun süren kayıt ${mark()}`
  await show(page, add)
  await fill(page, title)
  // Carried out, and its answer is never seen.
  const sent = new Promise<void>(done => {
    page.route(
      "**/announcement/create*",
      async route => {
        await route.fetch()
        done()
      },
      { times: 1 },
    )
  })
  await save(page).click()
  await sent
  await untilSlow(page)
  await button(page, "Beklemeyi bırak").click()
  await page.getByText("Kaydetme durduruldu").waitFor()
  expect(await page.locator("#title").inputValue()).toBe(title)
  await save(page).click()
  await page.getByRole("heading", { level: 1, name: title }).waitFor()
  expect(await titled(title)).toBe(1)
  expect(problemsOf(page)).toEqual([])
})
