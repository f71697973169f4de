import type { Page } from "playwright-core"
import { expect, it } from "vitest"
import { itInLongRuns } from "../rounds"
import { accounts, axe, mark, show } from "./kit"
import { callAs, provideConsole } from "./provide-console"

/** Work by keyboard (docs/console.md#keyboard), and at a zoom of 200 %: a window of 1366 × 768 then has 683 × 384. */
const { openAs } = provideConsole()

const zoomed = { width: 683, height: 384 }
const active = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement
    return {
      inDrawer: element?.closest("#sidebar") !== null,
      name: element?.getAttribute("aria-label") ?? element?.textContent ?? "",
    }
  })
const blur = (page: Page) => page.evaluate(() => (document.activeElement as HTMLElement).blur())

it("at 200 % zoom the drawer takes the focus and gives it back by Esc, and the calendar lies within the window", async () => {
  const page = await openAs(accounts.yesilova, zoomed, "/user/campaigns/add")
  const opener = page.getByRole("button", { name: "Menüyü aç" })
  for (const isLost of [false, true]) {
    await opener.focus()
    await page.keyboard.press("Enter")
    await expect.poll(() => active(page)).toMatchObject({ inDrawer: true })
    if (isLost) await blur(page)
    await page.keyboard.press("Escape")
    await expect.poll(() => active(page)).toEqual({ inDrawer: false, name: "Menüyü aç" })
  }
  await page.locator("#startDate-calendar").click()
  const box = await page.getByRole("dialog", { name: "Takvim" }).boundingBox()
  expect(box && box.x >= 0 && box.y >= 0 && box.x + box.width <= zoomed.width && box.y + box.height <= zoomed.height).toBe(true)
  const today = await page.locator(".calendar > .link").boundingBox()
  expect(today && today.y + today.height <= zoomed.height).toBe(true)
})

it("searches by /, goes through a list by j and k, opens by Enter and shows the keys by ?", async () => {
  const page = await openAs(accounts.yesilova, { width: 1366, height: 900 }, "/user/campaigns")
  const links = page.locator("tbody tr[data-row] .table__main a")
  await links.first().waitFor()
  const titles = await links.allTextContents()
  for (const [key, at] of [
    ["j", 0],
    ["j", 1],
    ["k", 0],
  ] as const) {
    await page.keyboard.press(key)
    expect((await active(page)).name).toBe(titles[at])
  }
  await page.keyboard.press("Tab")
  const outline = await page.evaluate(() => getComputedStyle(document.activeElement ?? document.body).outlineWidth)
  expect(Number.parseFloat(outline)).toBeGreaterThanOrEqual(2)

  // In a field the same keys are text.
  await page.keyboard.press("/")
  await page.keyboard.type("jk/?")
  expect(await page.getByRole("searchbox").inputValue()).toBe("jk/?")
  expect(await page.locator("dialog[open]").count()).toBe(0)
  await page.keyboard.press("ControlOrMeta+A")
  await page.keyboard.press("Delete")
  await expect.poll(() => links.allTextContents()).toEqual(titles)
  await blur(page)

  await page.keyboard.press("?")
  const dialog = page.getByRole("dialog", { name: "Klavye kısayolları" })
  await dialog.getByText("Listede ara").waitFor()
  expect(await axe(page, "dialog[open]")).toEqual([])
  await dialog.getByRole("switch").uncheck()
  await page.keyboard.press("Escape")
  await page.keyboard.press("j")
  expect(titles).not.toContain((await active(page)).name)
  await page.locator(".topbar__user:not(.wide-only)").click()
  await page.getByRole("menuitem", { name: "Klavye kısayolları" }).click()
  await dialog.getByRole("switch").check()
  await page.keyboard.press("Escape")
  await dialog.waitFor({ state: "detached" })

  await blur(page)
  await page.keyboard.press("j")
  await page.keyboard.press("Enter")
  await page.getByRole("heading", { level: 1, name: titles[0] }).waitFor()
})

itInLongRuns("a dialog that asks before it closes stays through twenty presses of Esc, and its foot stays in view", async () => {
  const questions = [{ text: "Memnun musunuz?", type: "yes_no" }]
  const survey = { title: `Davetli ${mark()}`, type: 0, status: 1, questions }
  const { id } = await callAs<{ id: string }>(accounts.yesilova, "POST", "/survey/create", survey)
  const page = await openAs(accounts.yesilova, { width: 1366, height: 768 }, `/user/survey-management/${id}`)
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
  expect(await axe(page, "dialog[open]")).toEqual([])
  // What the browser closes itself, as by a gesture of the system, is shown again and asks.
  await page.evaluate(() => document.querySelector("dialog")?.close())
  await page.getByRole("button", { name: "Kaydetmeden kapat" }).click()
  await links.waitFor({ state: "detached" })

  await show(page, "/user/feedback-management")
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
})

it("in a form, a press on a button below a field counts although the field that it leaves gets its message", async () => {
  const page = await openAs(accounts.yesilova, {}, "/user/draws/add")
  const add = page.getByRole("button", { name: "Ödül ekle" })
  for (const count of [1, 2, 3]) {
    await add.click({ delay: 100 })
    await expect.poll(() => page.locator(".prize").count()).toBe(count)
    await page.locator(`#prizes-${count - 1}-quantity`).fill("1,5")
  }
  await page.getByText("1 veya daha büyük bir tam sayı yazın.").nth(1).waitFor()
})
