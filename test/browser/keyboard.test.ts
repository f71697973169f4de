import type { Page } from "playwright-core"
import { describe, expect, it } from "vitest"
import { accounts, axe, callAs, mark, signIn } from "./kit"
import { provideProduct } from "./provide-product"

/** Work by keyboard (docs/console.md#keyboard), and at a zoom of 200 %: a window of 1366 × 768 then has 683 × 384. */
const { openPage } = provideProduct()

const zoomed = { width: 683, height: 384 }
const signedIn = async (view: { width: number; height: number; reducedMotion?: boolean }) => {
  const page = await openPage({ ...view, language: "tr" })
  await signIn(page, accounts.yesilova)
  return page
}
const focused = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement
    return {
      inDrawer: element?.closest("#sidebar") !== null,
      name: element?.getAttribute("aria-label") ?? element?.textContent ?? "",
    }
  })

describe("at 200 % zoom", () => {
  it("the drawer takes the focus, closes by Esc wherever the focus is, and gives it back", async () => {
    const page = await signedIn(zoomed)
    const opener = page.getByRole("button", { name: "Menüyü aç" })
    for (const isLost of [false, true]) {
      await opener.focus()
      await page.keyboard.press("Enter")
      await expect.poll(() => focused(page)).toMatchObject({ inDrawer: true })
      if (isLost) await page.evaluate(() => (document.activeElement as HTMLElement).blur())
      await page.keyboard.press("Escape")
      await expect.poll(() => focused(page)).toEqual({ inDrawer: false, name: "Menüyü aç" })
    }
    await page.context().close()
  })

  it("the calendar lies within the window", async () => {
    const page = await signedIn(zoomed)
    await page.goto("/user/campaigns/add")
    await page.locator("#startDate-calendar").click()
    const box = await page.getByRole("dialog", { name: "Takvim" }).boundingBox()
    const isInside = box && box.x >= 0 && box.y >= 0 && box.x + box.width <= zoomed.width && box.y + box.height <= zoomed.height
    expect(isInside).toBe(true)
    const today = await page.locator(".calendar > .link").boundingBox()
    expect(today && today.y + today.height <= zoomed.height).toBe(true)
    await page.context().close()
  })
})

it("searches by /, goes through a list by j and k, opens by Enter and shows the keys by ?", async () => {
  const page = await signedIn({ width: 1366, height: 900, reducedMotion: true })
  await page.goto("/user/campaigns")
  const links = page.locator("tbody tr[data-row] .table__main a")
  await links.first().waitFor()
  const titles = await links.allTextContents()
  for (const [key, at] of [
    ["j", 0],
    ["j", 1],
    ["j", 2],
    ["k", 1],
  ] as const) {
    await page.keyboard.press(key)
    expect((await focused(page)).name).toBe(titles[at])
  }

  // In a field the same keys are text.
  await page.keyboard.press("/")
  await page.keyboard.type("jk/?")
  expect(await page.getByRole("searchbox").inputValue()).toBe("jk/?")
  expect(await page.locator("dialog[open]").count()).toBe(0)
  await page.keyboard.press("ControlOrMeta+A")
  await page.keyboard.press("Delete")
  await expect.poll(() => links.allTextContents()).toEqual(titles)
  await page.evaluate(() => (document.activeElement as HTMLElement).blur())

  await page.keyboard.press("?")
  const dialog = page.getByRole("dialog", { name: "Klavye kısayolları" })
  await dialog.getByText("Listede ara").waitFor()
  expect(await axe(page)).toEqual([])
  await dialog.getByRole("switch").uncheck()
  await page.keyboard.press("Escape")
  await page.keyboard.press("j")
  expect(titles).not.toContain((await focused(page)).name)
  await page.locator(".topbar__user:not(.wide-only)").click()
  await page.getByRole("menuitem", { name: "Klavye kısayolları" }).click()
  await dialog.getByRole("switch").check()
  await page.keyboard.press("Escape")
  await dialog.waitFor({ state: "detached" })

  await page.evaluate(() => (document.activeElement as HTMLElement).blur())
  await page.keyboard.press("j")
  await page.keyboard.press("Enter")
  await page.getByRole("heading", { level: 1, name: titles[0] }).waitFor()
  await page.context().close()
})

it("a dialog that asks before it closes stays through twenty presses of Esc", async () => {
  const page = await signedIn({ width: 1366, height: 768, reducedMotion: true })
  const questions = [{ text: "Memnun musunuz?", type: "yes_no" }]
  const survey = { title: `Davetli ${mark()}`, type: 0, status: 1, questions }
  const { id } = await callAs<{ id: string }>(page, "POST", "/survey/create", survey)
  await page.goto(`/user/survey-management/${id}`)
  await page.getByRole("button", { name: "Davet et" }).click()
  await page.locator("input[value=links]").check()
  await page.getByRole("button", { name: "Bağlantıları oluştur" }).click()
  const links = page.locator("dialog[open] code").first()
  await links.waitFor()
  const pressEscape = async () => {
    for (let presses = 0; presses < 20; presses++) await page.keyboard.press("Escape")
  }
  await pressEscape()
  expect(await links.isVisible()).toBe(true)
  // What the browser closes itself, as by a gesture of the system, is shown again and asks.
  await page.evaluate(() => document.querySelector("dialog")?.close())
  await page.getByRole("button", { name: "Kaydetmeden kapat" }).click()
  await links.waitFor({ state: "detached" })

  await page.goto("/user/feedback-management")
  await page.locator("tbody tr[data-row] a").first().click()
  await page.getByRole("button", { name: "Durumu değiştir" }).first().click()
  await page.locator("#response").fill("Yarım kalan yanıt")
  for (const [width, height] of [
    [390, 600],
    [1366, 620],
  ] as const) {
    await page.setViewportSize({ width, height })
    const foot = await page.locator(".dialog__foot").boundingBox()
    expect(foot && foot.y + foot.height).toBeLessThan(height)
  }
  await pressEscape()
  expect(await page.locator("dialog #response").inputValue()).toBe("Yarım kalan yanıt")
  expect(await page.locator("dialog #response").isVisible()).toBe(true)
  await page.context().close()
})

describe("in a form", () => {
  /** Whether the first line of the focused field is covered by the header or the bar with the buttons. */
  const isCovered = (page: Page) =>
    page.evaluate(() => {
      const field = document.activeElement
      const box = (field?.closest("label") ?? field)?.getBoundingClientRect()
      const top = box && document.elementFromPoint(box.x + box.width / 2, box.y + Math.min(box.height / 2, 20))
      return !top || top.closest("header, .action-bar") !== null
    })

  it.each([
    [1280, 800],
    [390, 844],
  ])("no field that takes the focus is covered, in a window of %i × %i px", async (width, height) => {
    const page = await signedIn({ width, height })
    await page.goto("/user/campaigns/add")
    await page.locator("#title").focus()
    for (const [key, last] of [
      ["Tab", "endDate-time"],
      ["Shift+Tab", "title"],
    ] as const) {
      await page.locator("#endDate-time").waitFor()
      for (let id: string | undefined; id !== last; id = await page.evaluate(() => document.activeElement?.id)) {
        await page.keyboard.press(key)
        await expect.poll(() => isCovered(page)).toBe(false)
      }
    }
    await page.context().close()
  })

  it("a press on a button below a field counts although the field that it leaves gets its message", async () => {
    const page = await signedIn({ width: 1280, height: 800 })
    await page.goto("/user/draws/add")
    const add = page.getByRole("button", { name: "Ödül ekle" })
    for (const count of [1, 2, 3]) {
      await add.click({ delay: 100 })
      await expect.poll(() => page.locator(".prize").count()).toBe(count)
    }
    await page.getByText("Ödül adı gereklidir.").nth(1).waitFor()
    await page.context().close()
  })

  it("the message of a save that failed takes the focus", async () => {
    const page = await signedIn({ width: 1280, height: 800 })
    await page.route("**/announcement/create", route => route.fulfill({ status: 500, body: "{}" }))
    await page.goto("/user/announcement-management/add")
    for (const id of ["title", "description", "body"]) await page.locator(`#${id}`).fill("Bir duyuru")
    await page.keyboard.press("ControlOrMeta+s")
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toContain("Bir hata oluştu")
    await page.context().close()
  })
})
