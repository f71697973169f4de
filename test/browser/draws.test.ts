import { writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { Page } from "playwright-core"
import { describe, expect, it } from "vitest"
import { receiptOf } from "../../src/contract/draw-proof/receipt"
import { bytesFrom, hashing, holdDraw } from "../contract/draw-proof/kit"
import { axe, axeOfWholePage, callAs, mark, press, problemsOf, type View, write } from "./kit"
import { looks, sampleLooks, texts } from "./look-kit"
import { provideProduct } from "./provide-product"

/** The whole life of a draw by keyboard and pointer, for both roles and languages, and its public verification. */
const { openPage, openAs } = provideProduct()
const close = (page: Page) => page.context().close()
const verdict = (page: Page) => page.locator(".proof__verdict")
const fileOf = (name: string, content: Uint8Array | string) => {
  const path = join(tmpdir(), `${name}-${process.pid}.json`)
  writeFileSync(path, content)
  return path
}
const choose = (page: Page, path: string) => page.locator(".proof__file input[type=file]").setInputFiles(path)

const views: View[] = [
  { language: "tr", width: 1280 },
  { language: "en", width: 390, dark: true },
  { language: "tr", width: 390 },
  { language: "en", width: 1280, dark: true },
]
const words = {
  tr: {
    create: "Çekiliş oluştur",
    publish: "Çekilişi yayımla",
    holds: "Hesap doğru, ama sonuç önceden denenmiş olabilir",
    fails: "Bu kanıt doğrulanamadı",
    missing: "Bu adreste yayımlanmış bir çekiliş yok",
    locked: "Çekiliş kilitlendi, henüz yapılmadı",
    redraw: "Önceki sonuç geçersiz sayıldı",
    download: "Kanıt dosyasını indir",
  },
  en: {
    create: "Create draw",
    publish: "Publish draw",
    holds: "The calculation is right, but the result could have been tried before",
    fails: "This proof does not hold",
    missing: "No draw is published at this address",
    locked: "Locked, not drawn yet",
    redraw: "The earlier result is void",
    download: "Download proof file",
  },
}

describe("the verifier", () => {
  it.each(sampleLooks(views, 3))("works from a file without a server, names what fails, and is accessible: %o", async view => {
    const { holds, fails, missing } = words[view.language ?? "tr"]
    const { file, employeeIds, proof } = await holdDraw({
      steps: [{ drops: [{ place: 0, reason: "declined" }] }, { reason: "entries" }],
    })
    const page = await openPage(view)
    await page.goto("/go/draw/00000000-0000-4000-8000-000000000000")
    await page.getByText(missing).waitFor()
    expect(await axeOfWholePage(page)).toEqual([])
    await page.context().setOffline(true)

    await choose(page, fileOf("proof", file))
    await verdict(page).getByText(holds).waitFor()
    const winner = employeeIds[proof.rounds[1]?.places?.[0] ?? -1] ?? ""
    await page.locator("#receipt").fill(await receiptOf(hashing, bytesFrom(0), winner))
    await page.locator("#receipt").press("Enter")
    await page.locator(".alert", { hasText: "Bisiklet" }).waitFor()
    for (const summary of await page.locator("summary").all()) await summary.click()
    expect(await axeOfWholePage(page)).toEqual([])

    await choose(page, fileOf("tampered", Buffer.from(file).toString().replace('"quantity":1', '"quantity":2')))
    await verdict(page).getByText(fails).waitFor()
    expect(await axeOfWholePage(page)).toEqual([])
    expect(problemsOf(page)).toEqual([])
    await close(page)
  })

  /** 100,000 entries take ten times as long: docs/operations.md#goals. */
  it("checks 10,000 entries while the page answers", async () => {
    const participants = Array.from({ length: 10_000 }, (_, at) => ({ employeeId: String(at), weight: 1, time: 0 }))
    const { file } = await holdDraw({ participants })
    const page = await openPage()
    await page.goto("/go/draw")
    await page.locator(".proof__file").waitFor()
    const frames = await page.evaluateHandle(() => {
      const seen: { longest: number; progress: number } = { longest: 0, progress: 0 }
      let last = performance.now()
      const tick = () => {
        const now = performance.now()
        seen.longest = Math.max(seen.longest, now - last)
        if (document.querySelector("progress")) seen.progress++
        last = now
        setTimeout(tick, 0)
      }
      tick()
      return seen
    })
    await choose(page, fileOf("large", file))
    await verdict(page).getByText(words.tr.holds).waitFor()
    const { progress } = await frames.jsonValue()
    expect(progress).toBeGreaterThan(2)
    await close(page)
  })
})

const prizes = [
  { name: "Bisiklet", quantity: "1" },
  { name: "Kahve", quantity: "2" },
]

/** Makes and publishes a draw whose date has come, in the form. */
const publish = async (page: Page, language: "tr" | "en", title: string) => {
  const t = texts(language)
  const day = (days: number) =>
    new Intl.DateTimeFormat(language === "tr" ? "tr-TR" : "en-GB", { dateStyle: "short", timeZone: "Europe/Istanbul" }).format(
      Date.now() + days * 86_400_000,
    )
  await write(page.locator("#title"), title)
  if ((await page.locator("#tenantId").count()) > 0) {
    await write(page.locator("#tenantId"), "Yeşilova")
    await page.locator("[role=option]").first().waitFor()
    await page.keyboard.press("Enter")
  }
  await write(page.locator("#description"), "Bir deneme")
  for (const [at, { name, quantity }] of prizes.entries()) {
    await press(page.getByRole("button", { name: t["draw.prizeAdd"] ?? "", exact: true }))
    await write(page.locator(`#prize-${at}-name`), name)
    await write(page.locator(`#prize-${at}-quantity`), quantity)
  }
  await write(page.locator("#startDate"), day(-10))
  await write(page.locator("#endDate"), day(-2))
  await write(page.locator("#drawDate"), day(-1))
  await page.keyboard.press("Tab")
  expect(await axeOfWholePage(page)).toEqual([])
  await press(page.getByRole("button", { name: words[language].publish, exact: true }))
  await page.getByRole("heading", { level: 1, name: title }).waitFor()
}

describe("the life of a draw", () => {
  it.each(sampleLooks(looks))("is locked, presented, replaced, repeated and verified by %s", async (_, email, root, view) => {
    const { language } = view
    const t = texts(language)
    const said = words[language]
    const page = await openAs(email, view)
    const button = (key: string) => page.getByRole("button", { name: t[key] ?? key, exact: true })
    const dialog = page.locator("dialog[open]:not(.presentation)")
    const confirm = (key: string) => dialog.getByRole("button", { name: t[key] ?? key, exact: true }).click()
    const headline = (text: string) => verdict(visitor).getByText(text).waitFor()

    await page.goto(`${root}/draws`)
    await page.locator("tbody tr[data-row]").first().waitFor()
    await press(page.getByRole("link", { name: said.create, exact: true }).first())
    await publish(page, language, `Deneme ${mark()}`)
    const id = page.url().split("/").at(-1)

    await button("draw.rehearse").click()
    await confirm("draw.rehearse")
    await dialog.locator("tbody").getByText("Bisiklet").first().waitFor()
    expect(await axe(page)).toEqual([])
    await page.keyboard.press("Escape")
    await dialog.waitFor({ state: "detached" })

    await button("draw.lock").click()
    await dialog.waitFor()
    expect(await axe(page)).toEqual([])
    await confirm("draw.lock")
    await dialog.getByText(t["draw.lockedTitle"] ?? "").waitFor()
    await page.keyboard.press("Escape")

    const visitor = await openPage(view)
    await visitor.goto(`/go/draw/${id}`)
    await headline(said.locked)
    expect(await axeOfWholePage(visitor)).toEqual([])

    const stage = page.locator(".presentation__stage")
    await button("presentation.open").click()
    await stage.waitFor()
    expect(await axe(page)).toEqual([])
    for (let slide = 0; slide < 3; slide++) await page.keyboard.press("Space")
    await dialog.waitFor()
    await confirm("draw.run")
    await stage.getByText("Bisiklet").waitFor()
    await page.keyboard.press("Enter")
    const name = (await stage.locator("li b").textContent()) ?? ""
    expect(await axe(page)).toEqual([])
    await page.keyboard.press("m")
    await stage
      .getByText(/^\S\*\*\*/)
      .first()
      .waitFor()
    expect(await axe(page)).toEqual([])
    await page.keyboard.press("Escape")
    await stage.waitFor({ state: "detached" })

    await page.locator(".winner-ticket", { hasText: name }).getByRole("button").click()
    await page.getByRole("menuitem", { name: t["draw.note.declined"] }).click()
    await confirm("draw.dropConfirm.declined")
    await dialog.waitFor({ state: "detached" })
    await visitor.reload()
    await headline(said.holds)
    await visitor.locator("ol.bullets li").waitFor()

    await button("draw.redraw").click()
    await dialog.locator("textarea").fill("Liste")
    await confirm("draw.redraw")
    await dialog.getByText(t["draw.lockedTitle"] ?? "").waitFor()
    await page.keyboard.press("Escape")
    await visitor.reload()
    await headline(said.redraw)
    await button("draw.run").click()
    await confirm("draw.run")
    await page.locator(".winner-ticket").first().waitFor()

    expect(await axeOfWholePage(page)).toEqual([])

    type Participants = { entries: { receipt: string }[] }
    const { entries } = await callAs<Participants>(page, "GET", `/draw/${id}/participants?page=0&pageSize=1`)
    const [{ receipt } = { receipt: "" }] = entries
    await visitor.goto("about:blank")
    await visitor.goto(`/go/draw/${id}#receipt=${receipt}`)
    await headline(said.holds)
    await visitor.locator(".alert", { hasText: /: (bilet|ticket) 1$|: (bilet|ticket) 1\D/ }).waitFor()
    const [download] = await Promise.all([
      visitor.waitForEvent("download"),
      visitor.getByRole("button", { name: said.download }).click(),
    ])
    const saved = await download.path()
    await visitor.context().setOffline(true)
    await choose(visitor, saved)
    await headline(said.holds)
    expect([problemsOf(page), problemsOf(visitor)]).toEqual([[], []])
    await close(visitor)
    await page.close()
  })
})
