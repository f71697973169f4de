import { readFileSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { Locator, Page } from "playwright-core"
import { expect, it } from "vitest"
import type { Hex } from "../../src/core/color"
import { contrast } from "../../src/core/contrast"
import { holdDraw } from "../contract/draw-proof/kit"
import { isLong } from "../rounds"
import { accounts, axe, axeOfWholePage, mark, phone, press, problemsOf } from "./kit"
import { callAs, provideConsole } from "./provide-console"

/** The life of a draw as a browser shows it, and its public verification. */
const { openPage, openAs } = provideConsole()

const verdict = (page: Page, text: string) => page.locator(".proof__verdict").getByText(text).waitFor()
const holds = "Hesap doğru, ama sonuç önceden denenmiş olabilir"
const fileOf = (name: string, content: Uint8Array | string) => {
  const path = join(tmpdir(), `${name}-${process.pid}.json`)
  writeFileSync(path, content)
  return path
}
const choose = (page: Page, path: string) => page.locator(".proof__file input[type=file]").setInputFiles(path)
const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()

/** The contrast of a button's text with its fill over the frame's colour; axe leaves out what lies on a gradient. */
const contrastOf = async (button: Locator) => {
  const [ink = "#000", fill = "#000"] = await button.evaluate(element => {
    const context = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true })
    const style = getComputedStyle(element)
    const { color, backgroundColor } = style
    const frame = style.getPropertyValue("--frame")
    return [color, backgroundColor].map(painted => {
      if (!context) return "#000"
      for (const paint of [frame, painted]) {
        context.fillStyle = paint
        context.fillRect(0, 0, 1, 1)
      }
      const pixel = [...context.getImageData(0, 0, 1, 1).data].slice(0, 3)
      return `#${pixel.map(channel => channel.toString(16).padStart(2, "0")).join("")}`
    })
  })
  return contrast(ink as Hex, fill as Hex)
}

it("a draw is locked, presented, replaced, and verified by a visitor on a phone, without a server in the end", async () => {
  const page = await openAs(accounts.sarikum, {}, "/user/draws/add")
  await page.getByRole("button", { name: "Ödül ekle", exact: true }).click()
  await page.locator("#prizes-0-name").waitFor()
  expect(await axeOfWholePage(page)).toEqual([])
  const holidays = page.getByRole("button", { name: "Bayram ve tatiller" })
  await press(holidays)
  const [opener, opened] = [await holidays.boundingBox(), await page.locator("[role=menu]").boundingBox()]
  expect(opened?.x).toBe(opener?.x)
  await page.keyboard.press("Escape")

  const { id } = await callAs<{ id: string }>(accounts.sarikum, "POST", "/draw/create", {
    title: `Deneme ${mark()}`,
    description: "Bir deneme",
    method: 0,
    eligibility: 0,
    prizes: [
      { name: "Bisiklet", type: 0, quantity: 1, value: null },
      { name: "Kahve", type: 0, quantity: 2, value: null },
    ],
    startDate: day(-10),
    endDate: day(-2),
    drawDate: day(-1),
    status: 1,
  })
  page.once("dialog", dialog => dialog.accept())
  await page.goto(`/user/draws/${id}`)
  const button = (name: string) => page.getByRole("button", { name, exact: true })
  const dialog = page.locator("dialog[open]:not(.presentation)")
  const confirm = (name: string) => dialog.getByRole("button", { name, exact: true }).click()

  await button("Prova yap").click()
  await dialog.locator("tbody").getByText("Bisiklet").first().waitFor()
  expect(await axe(page, "dialog[open]")).toEqual([])
  await page.keyboard.press("Escape")
  await dialog.waitFor({ state: "detached" })
  await button("Katılımcıları kilitle").click()
  await dialog.waitFor()
  expect(await axe(page, "dialog[open]")).toEqual([])
  await confirm("Katılımcıları kilitle")
  await dialog.getByText("Katılımcılar kilitlendi").waitFor()
  await page.keyboard.press("Escape")

  const visitor = await openPage({ ...phone, dark: true })
  await visitor.goto(`/go/draw/${id}`)
  await verdict(visitor, "Çekiliş kilitlendi, henüz yapılmadı")
  expect(await axeOfWholePage(visitor)).toEqual([])

  const stage = page.locator(".presentation__stage")
  await button("Sunum").click()
  await stage.waitFor()
  for (let slide = 0; slide < 3; slide++) await page.keyboard.press("Space")
  await dialog.waitFor()
  await confirm("Çekilişi yap")
  await stage.getByText("Bisiklet").waitFor()
  await page.keyboard.press("Enter")
  const name = (await stage.locator("li b").textContent()) ?? ""
  expect(await axe(page, "dialog[open]")).toEqual([])
  await page.keyboard.press("m")
  await stage
    .getByText(/^\S\*\*\*/)
    .first()
    .waitFor()
  expect(await axe(page, "dialog[open]")).toEqual([])
  const buttons = await page.locator(".presentation button").all()
  expect(buttons.length).toBeGreaterThan(3)
  for (const one of buttons) expect(await contrastOf(one)).toBeGreaterThan(4.5)
  await page.keyboard.press("Escape")
  await stage.waitFor({ state: "detached" })

  await page.locator(".winner-ticket", { hasText: name }).getByRole("button").click()
  await page.getByRole("menuitem", { name: "Reddetti olarak işaretle" }).click()
  await confirm("Reddetti olarak işaretle")
  await dialog.waitFor({ state: "detached" })
  const ticket = page.locator(".winner-ticket").first()
  await ticket.locator("b").evaluate(found => {
    found.textContent = "Ebru Karaca-Weber Demirtaşoğlu"
  })
  const [person, prize] = await Promise.all(
    [".identity", ".winner-ticket__prize"].map(part => ticket.locator(part).boundingBox()),
  )
  expect(prize?.y).toBeLessThan((person?.y ?? 0) + (person?.height ?? 0))
  expect(await axeOfWholePage(page)).toEqual([])

  type Participants = { entries: { receipt: string }[] }
  const { entries } = await callAs<Participants>(accounts.sarikum, "GET", `/draw/${id}/participants?page=0&pageSize=1`)
  await visitor.goto("about:blank")
  await visitor.goto(`/go/draw/${id}#receipt=${entries[0]?.receipt}`)
  await verdict(visitor, holds)
  await visitor.locator(".alert", { hasText: /: bilet 1$|: bilet 1\D/ }).waitFor()
  for (const summary of await visitor.locator("summary").all()) await press(summary)
  expect(await axeOfWholePage(visitor)).toEqual([])
  const [download] = await Promise.all([
    visitor.waitForEvent("download"),
    visitor.getByRole("button", { name: "Kanıt dosyasını indir" }).click(),
  ])
  const saved = await download.path()
  await visitor.context().setOffline(true)
  await choose(visitor, saved)
  await verdict(visitor, holds)
  await choose(visitor, fileOf("tampered", readFileSync(saved, "utf8").replace('"quantity":1', '"quantity":2')))
  await verdict(visitor, "Bu kanıt doğrulanamadı")
  expect(await axeOfWholePage(visitor)).toEqual([])
  expect([problemsOf(page), problemsOf(visitor)]).toEqual([[], []])
})

it("printed minutes keep the space after a table that continues on the next page", async () => {
  const { id } = await callAs<{ id: string }>(accounts.sarikum, "POST", "/draw/create", {
    title: `Deneme ${mark()}`,
    description: "Bir deneme",
    method: 0,
    eligibility: 0,
    prizes: [{ name: "Kahve", type: 0, quantity: 25, value: null }],
    startDate: day(-10),
    endDate: day(-2),
    drawDate: day(-1),
    status: 1,
  })
  await callAs(accounts.sarikum, "POST", `/draw/${id}/run`, {})
  const page = await openAs(accounts.sarikum, {}, `/user/draws/${id}`)
  await page.evaluate(() => {
    window.print = () => {}
  })
  await press(page.getByRole("button", { name: "Dışa aktar" }))
  await page.getByRole("menuitem", { name: "Sonuç tutanağını yazdır", exact: true }).click()
  await page.locator(".print-sheet table").nth(1).waitFor({ state: "attached" })
  await page.emulateMedia({ media: "print" })
  const beside = await page
    .locator("body > :not(.print-sheet)")
    .evaluateAll(parts => parts.filter(part => part.getClientRects().length).length)
  expect(beside).toBe(0)
  // Columns are divided as pages are.
  const gaps = await page.evaluate(() => {
    const sheet = document.querySelector<HTMLElement>(".print-sheet")
    Object.assign(sheet?.style ?? {}, { columnWidth: "180mm", height: "160mm", columnFill: "auto" })
    return [...document.querySelectorAll(".minutes > table")].flatMap(table => {
      const [first, last] = [table.getClientRects()[0], [...table.getClientRects()].at(-1)]
      const next = table.nextElementSibling?.getClientRects()[0]
      return first && last && next && first.left !== last.left && next.left === last.left ? [next.top - last.bottom] : []
    })
  })
  expect(gaps.length).toBeGreaterThan(0)
  for (const gap of gaps) expect(gap).toBeGreaterThan(18)
})

/** 100,000 entries take ten times as long: docs/development.md#goals. */
if (isLong)
  it("the verifier checks 10,000 entries while the page answers", async () => {
    const participants = Array.from({ length: 10_000 }, (_, at) => ({ employeeId: String(at), weight: 1, time: 0 }))
    const { file } = await holdDraw({ participants })
    const page = await openPage()
    await page.goto("/go/draw")
    await page.locator(".proof__file").waitFor()
    const shown = await page.evaluateHandle(() => {
      const seen = { progress: 0 }
      const look = () => {
        if (document.querySelector("progress")) seen.progress++
        setTimeout(look, 0)
      }
      look()
      return seen
    })
    await choose(page, fileOf("large", file))
    await verdict(page, holds)
    expect((await shown.jsonValue()).progress).toBeGreaterThan(2)
  })
