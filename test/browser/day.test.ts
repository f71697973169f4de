import type { Locator, Page } from "playwright-core"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { isLong } from "../rounds"
import { accounts, callAs, mark, problemsOf } from "./kit"
import { texts } from "./look-kit"
import { provideProduct } from "./provide-product"

/** A day's work of each role, one task a row, with the number of clicks, filled fields and keys that it may take. */

const { openAs } = provideProduct()

/** One person at the screen. Each verb counts as one action: a click, a field that is filled, a key. */
type Hand = {
  page: Page
  area: "user" | "admin"
  t: (key: string, values?: Record<string, string | number>) => string
  click: (target: Locator) => Promise<void>
  /** Selects a range. */
  clickShifted: (target: Locator) => Promise<void>
  type: (target: Locator, text: string) => Promise<void>
  press: (key: string) => Promise<void>
  /** Chooses in a field with suggestions: types, and takes the first. Two actions. */
  choose: (id: string, text: string) => Promise<void>
  button: (key: string, values?: Record<string, string | number>) => Locator
  link: (key: string) => Locator
  rows: Locator
  /** The rows that the person may change. */
  own: Locator
  dialog: Locator
  /** Opens the menu of a row and chooses an entry. Two actions. */
  rowMenu: (row: Locator, key: string) => Promise<void>
  go: (module: string) => Promise<void>
  /** What was there before the task, made by a call. @returns its name, which nothing else has */
  have: (call: string, field: string, members?: object) => Promise<{ id: string; name: string }>
}

/** `actions` is how many clicks, filled fields and keys the task takes at most. */
type Task = [name: string, actions: number, run: (hand: Hand) => Promise<void>]

const day = (months: number, date: number) => {
  const now = new Date()
  const at = new Date(now.getFullYear(), now.getMonth() + months, date)
  return at
}
const typed = (at: Date) =>
  [at.getDate(), at.getMonth() + 1, at.getFullYear()].map(part => String(part).padStart(2, "0")).join(".")

const h1 = (page: Page, text: string | RegExp) => page.locator("h1", { hasText: text }).waitFor()
const toast = (page: Page) => page.locator(".toast").first().waitFor()
const status = (hand: Hand, value: number) => hand.page.locator(`.tabs a[href*="status=${value}"]`)
const settled = (page: Page) => page.locator("table[aria-busy=true], .skeleton").first().waitFor({ state: "detached" })

/** Shows the records of one status. The tab is current from the render on in which the rows before are marked as stale. */
const showStatus = async (hand: Hand, value: number) => {
  await hand.click(status(hand, value))
  await status(hand, value).and(hand.page.locator("[aria-current]")).waitFor()
  await settled(hand.page)
}

/** Waits until a search shows one record alone. */
const only = async ({ page, rows }: Hand, name: string) => {
  await settled(page)
  await rows.filter({ hasText: name }).waitFor()
  await expect.poll(() => rows.count()).toBe(1)
}

/** Answers the question whether records are skipped, where it comes. */
const confirmed = async ({ page, dialog, click }: Hand) => {
  // Without a question the progress is shown, whose button stops the action.
  const question = dialog.filter({ has: page.locator(".bulk-names") })
  await question.or(page.locator(".toast")).first().waitFor()
  if (await question.isVisible()) await click(question.locator(".dialog__foot button").last())
  await toast(page)
}

/** Takes the shown change back, which is not counted: another attempt finds as many records. */
const takeBack = async ({ page, t }: Hand) => {
  const toasts = page.locator(".toast")
  await toasts
    .getByRole("button", { name: t("ui.undo") })
    .first()
    .click()
  await toasts.filter({ hasText: t("ui.undone") }).waitFor()
}

const shared: Task[] = [
  [
    "finds last month's campaigns",
    2,
    async hand => {
      const { page, click } = hand
      await click(page.locator(".filter-bar button", { hasText: hand.t("campaign.period") }).first())
      await click(hand.button("ui.range.lastMonth"))
      await page.waitForURL(/startDate=/)
      await hand.rows.first().waitFor()
    },
  ],
  [
    "copies a campaign to next month",
    6,
    async hand => {
      const { page, click, type } = hand
      await showStatus(hand, 4)
      await hand.rowMenu(hand.rows.first(), "ui.duplicate")
      await page.locator("#title").waitFor()
      await type(page.locator("#startDate"), typed(day(1, 1)))
      await type(page.locator("#endDate"), typed(day(2, 0)))
      await click(hand.button("campaign.publish"))
      await h1(page, hand.t("ui.copyOf", { title: "" }).trim())
    },
  ],
  [
    "pauses five campaigns",
    5,
    async hand => {
      const { page, click } = hand
      await showStatus(hand, 1)
      await click(hand.own.nth(0).locator("input[type=checkbox]"))
      await hand.clickShifted(hand.own.nth(4).locator("input[type=checkbox]"))
      await click(page.locator(".bulk-bar").getByRole("button", { name: hand.t("campaign.pause") }))
      await confirmed(hand)
      await takeBack(hand)
    },
  ],
  [
    "publishes a paused campaign again",
    3,
    async hand => {
      await showStatus(hand, 3)
      await hand.rowMenu(hand.own.first(), "campaign.resume")
      await toast(hand.page)
    },
  ],
  [
    "prolongs a campaign by a month",
    5,
    async hand => {
      const { page, click, type } = hand
      await showStatus(hand, 1)
      await hand.rowMenu(hand.own.first(), "ui.edit")
      await page.locator("#title").waitFor()
      await type(page.locator("#endDate"), typed(day(3, 1)))
      await click(hand.button("ui.save"))
      await toast(page)
    },
  ],
  [
    "finds the campaigns of a partner",
    1,
    async hand => {
      await hand.type(hand.page.getByRole("searchbox"), "kose")
      await hand.page.waitForURL(/keyword=/)
    },
  ],
  [
    "exports what is filtered",
    3,
    async hand => {
      await hand.click(status(hand, 4))
      await hand.page.waitForURL(/status=4/)
      const download = hand.page.waitForEvent("download")
      await hand.click(hand.button("ui.export"))
      await hand.click(hand.page.getByRole("menuitem", { name: hand.t("ui.shownColumns") }))
      await download
    },
  ],
  [
    "makes and publishes a campaign",
    11,
    async hand => {
      const { page, click, type, choose } = hand
      await click(hand.link("campaign.create").first())
      const title = `Günün işi ${mark()}`
      await type(page.locator("#title"), title)
      await choose("brandId", "a")
      await choose("categoryId", "e")
      await type(page.locator("#description"), "Açıklama")
      await type(page.locator("#rewardValue"), "15")
      await type(page.locator("#startDate"), typed(day(1, 1)))
      await type(page.locator("#endDate"), typed(day(2, 0)))
      await click(hand.button("campaign.publish"))
      await h1(page, title)
    },
  ],
  [
    "deletes a draft and takes it back",
    5,
    async hand => {
      const { page, click } = hand
      await showStatus(hand, 0)
      await hand.rowMenu(hand.own.first(), "ui.remove")
      await hand.dialog.waitFor()
      await click(hand.dialog.getByRole("button", { name: hand.t("campaign.removeLabel") }))
      await click(
        page
          .locator(".toast")
          .getByRole("button", { name: hand.t("ui.undo") })
          .first(),
      )
      await page.locator(".toast", { hasText: hand.t("ui.undone") }).waitFor()
    },
  ],
  [
    "makes a gift card",
    8,
    async hand => {
      const { page, click, type, choose } = hand
      await hand.go("gifts")
      await click(hand.link("gift.create").first())
      const name = `Günün kartı ${mark()}`
      await type(page.locator("#cardName"), name)
      await choose("brandId", "a")
      await type(page.locator("#maxUsage"), "500")
      await click(page.locator(".action-bar button[type=submit]"))
      await h1(page, name)
    },
  ],
  [
    "hands out 50 codes",
    10,
    async hand => {
      const { page, click, type } = hand
      const { name } = await hand.have("/gift", "cardName", { maxUsage: 500 })
      await hand.go("gifts")
      await type(page.getByRole("searchbox"), name)
      await page.waitForURL(/keyword=/)
      await only(hand, name)
      await click(hand.rows.first().locator("a").first())
      await click(page.locator(".tabs").getByRole("link", { name: hand.t("gift.part.codes") }))
      await click(page.locator(".empty").getByRole("button", { name: hand.t("gift.codesMake") }))
      await type(page.locator("#count"), "50")
      await click(hand.dialog.locator("button[type=submit]"))
      await hand.rows.first().waitFor()
      await page.evaluate(() => Object.assign(window, { print: () => {} }))
      await click(hand.button("gift.print"))
      await click(hand.dialog.getByRole("button", { name: hand.t("gift.printStart"), exact: true }))
      await page.locator(".print-sheet").waitFor({ state: "attached" })
      await page.evaluate(() => dispatchEvent(new Event("afterprint")))
    },
  ],
  [
    "records a use of a card",
    8,
    async hand => {
      const { page, click, type } = hand
      const { name } = await hand.have("/gift", "cardName", { maxUsage: 500 })
      await hand.go("gifts")
      await type(page.getByRole("searchbox"), name)
      await page.waitForURL(/keyword=/)
      await only(hand, name)
      await click(hand.rows.first().locator("a").first())
      await click(page.locator(".tabs").getByRole("link", { name: hand.t("gift.part.uses") }))
      await page.locator(".empty, tbody tr[data-row]").first().waitFor()
      await click(hand.button("gift.record"))
      await type(page.locator("#amount"), "3")
      await click(hand.dialog.locator("button[type=submit]"))
      await hand.rows.first().waitFor()
    },
  ],
  [
    "corrects a use",
    10,
    async hand => {
      const { page, click, type } = hand
      const { id, name } = await hand.have("/gift", "cardName", { maxUsage: 500 })
      await callAs(page, "POST", `/gift/${id}/uses`, { amount: 3, note: "" })
      await hand.go("gifts")
      await type(page.getByRole("searchbox"), name)
      await page.waitForURL(/keyword=/)
      await only(hand, name)
      await click(hand.rows.first().locator("a").first())
      await click(page.locator(".tabs").getByRole("link", { name: hand.t("gift.part.uses") }))
      await hand.rows.first().waitFor()
      await hand.rowMenu(hand.rows.first(), "gift.correct")
      await type(page.locator("#amount"), "1")
      await type(page.locator("#note"), "Yanlış kart")
      await click(hand.dialog.locator("button[type=submit]"))
      await expect.poll(() => hand.rows.count()).toBe(2)
    },
  ],
  [
    "sees where a partner is used",
    2,
    async hand => {
      await hand.go("partners")
      await hand.click(hand.rows.first().locator("a").first())
      await hand.page.getByText(hand.t("brand.uses")).waitFor()
    },
  ],
  [
    "adds a partner with a contact",
    7,
    async hand => {
      const { page, click, type } = hand
      await hand.go("partners")
      await click(hand.link("brand.create").first())
      const name = `Günün ortağı ${mark()}`
      await type(page.locator("#name"), name)
      await click(hand.button("brand.contactAdd"))
      await type(page.locator("#contact-0-name"), "Ece Koç")
      await type(page.locator("#contact-0-email"), "ece@ornek.example")
      await click(page.locator(".action-bar button[type=submit]"))
      await h1(page, name)
    },
  ],
  [
    "corrects a contact's phone",
    6,
    async hand => {
      const { page, click, type } = hand
      const { name } = await hand.have("/brand", "name", {
        contactPersons: ["Ece Koç"],
        emails: ["ece@ornek.example"],
        phones: [""],
      })
      await hand.go("partners")
      await type(page.getByRole("searchbox"), name)
      await page.waitForURL(/keyword=/)
      await only(hand, name)
      await hand.rowMenu(hand.own.first(), "ui.edit")
      await type(page.locator("#contact-0-phone"), "0532 555 10 10")
      await click(page.locator(".action-bar button[type=submit]"))
      await toast(page)
    },
  ],
  [
    "archives three announcements",
    6,
    async hand => {
      const { page, click } = hand
      await hand.go("announcements")
      // The days of one company share their records.
      const open = hand.own.filter({ hasNotText: hand.t("announcement.status.archived") })
      for (const row of [0, 1, 2]) await click(open.nth(row).locator("input[type=checkbox]"))
      await click(page.locator(".bulk-bar").getByRole("button", { name: hand.t("announcement.archive") }))
      await confirmed(hand)
      await takeBack(hand)
    },
  ],
  [
    "publishes an announcement",
    6,
    async hand => {
      const { page, click, type } = hand
      await hand.go("announcements")
      await click(hand.link("announcement.create").first())
      const title = `Günün duyurusu ${mark()}`
      await type(page.locator("#title"), title)
      await type(page.locator("#description"), "Kısa")
      await type(page.locator("#body"), "Uzun metin")
      await click(hand.button("announcement.publish"))
      await h1(page, title)
    },
  ],
  [
    "goes on with what a crash interrupted",
    4,
    async hand => {
      const { page, click, type } = hand
      await hand.go("announcements")
      // An earlier attempt may have left its draft.
      await page.evaluate(() => {
        for (const key of Object.keys(localStorage)) if (key.startsWith("draft:")) localStorage.removeItem(key)
      })
      await click(hand.link("announcement.create").first())
      await type(page.locator("#title"), "Yarım kalan duyuru")
      await page
        .getByText(hand.t("ui.keptAt").split("(")[0] ?? "")
        .first()
        .waitFor()
      await page.goto("about:blank")
      await page.goBack()
      await click(hand.button("ui.draftRestore"))
      await expect.poll(() => page.locator("#title").inputValue()).toBe("Yarım kalan duyuru")
    },
  ],
  [
    "changes to the other language and the dark theme",
    2,
    async hand => {
      const { page, click, t } = hand
      // As at the first use: an earlier attempt may have chosen the theme.
      await page.evaluate(() => localStorage.removeItem("settings"))
      await page.reload()
      await hand.rows.first().waitFor()
      const other = t("nav.campaigns") === "Kampanyalar" ? "English" : "Türkçe"
      await click(page.getByRole("button", { name: other, exact: true }))
      await click(
        page
          .locator("header button[aria-pressed]")
          .filter({ hasNotText: /Türkçe|English/ })
          .first(),
      )
      await expect.poll(() => page.locator("html").getAttribute("data-theme")).toBe("dark")
    },
  ],
]

const ofCompany: Task[] = [
  [
    "learns why a record of the platform cannot be changed",
    1,
    async hand => {
      await hand.click(
        hand.page
          .locator("tbody tr[data-row]")
          .filter({ has: hand.page.locator(".owner-mark") })
          .first()
          .locator("a")
          .first(),
      )
      await hand.page.locator(".read-only-note").waitFor()
    },
  ],
]

const ofPlatform: Task[] = [
  [
    "finds the campaigns of one company",
    2,
    async hand => {
      await hand.choose("filter-tenantId", "sarıkum loj")
      await hand.page.waitForURL(/tenantId=/)
      await hand.rows.first().waitFor()
    },
  ],
]

/** Every task of each role in both languages in long runs; else half of the shared ones by each role, which are all of them. */
const days = (
  [
    ["user", "yesilova", "tr", ofCompany],
    ["admin", "administrator", "en", ofPlatform],
    ["user", "yesilova", "en", ofCompany],
    ["admin", "administrator", "tr", ofPlatform],
  ] as const
).slice(0, isLong ? 4 : 2)

describe.each(days)("a day of %s (%s), in %s", (area, account, language, own) => {
  let page: Page
  let hand: Hand
  let count = 0
  const words = texts(language)
  beforeEach(async () => {
    page = await openAs(accounts[account], { language, width: 1366, height: 900 }, `/${area}/dashboard`)
    const t: Hand["t"] = (key, values = {}) =>
      Object.entries(values).reduce((text, [name, value]) => text.replaceAll(`{{${name}}}`, String(value)), words[key] ?? key)
    const click = async (target: Locator, modifiers: "Shift"[] = []) => {
      count++
      await target.click({ modifiers, timeout: 15_000 })
    }
    const type = async (target: Locator, text: string) => {
      count++
      await target.fill(text, { timeout: 15000 })
    }
    const press = async (key: string) => {
      count++
      await page.keyboard.press(key)
    }
    const named = (role: "button" | "link", key: string, values = {}) =>
      page.getByRole(role, { name: t(key, values), exact: true })
    hand = {
      page,
      area,
      t,
      click,
      clickShifted: target => click(target, ["Shift"]),
      type,
      press,
      choose: async (id, text) => {
        await type(page.locator(`#${id}`), text)
        await page.locator("[role=option]").first().waitFor()
        await press("Enter")
      },
      button: (key, values) => named("button", key, values),
      link: key => named("link", key),
      rows: page.locator("tbody tr[data-row]"),
      own: page.locator("tbody tr[data-row]").filter({ hasNot: page.locator(".owner-mark") }),
      dialog: page.locator("dialog[open]"),
      rowMenu: async (row, key) => {
        await click(row.locator(".table__actions button"))
        await click(page.getByRole("menuitem", { name: t(key), exact: true }))
      },
      go: async module => {
        const direct = page.locator(".sidebar").getByRole("link", { name: t(`nav.${module}`) })
        if (!(await direct.count())) {
          await click(page.getByRole("button", { name: t("shell.moduleMenu") }))
          await click(page.getByRole("menuitem", { name: t(`nav.${module}`) }))
        } else await click(direct)
        await h1(page, t(`nav.${module}`))
        await hand.rows.first().waitFor()
      },
      have: async (call, field, members) => {
        const name = `Günlük ${mark()}`
        const { id } = await callAs<{ id: string }>(page, "POST", `${call}/create`, { [field]: name, status: 1, ...members })
        return { id, name }
      },
    }
  })
  afterEach(() => page?.close())

  const middle = Math.ceil(shared.length / 2)
  const half = area === "user" ? shared.slice(0, middle) : shared.slice(middle)
  it.each([...(isLong ? shared : half), ...own])("%s", async (name, actions, run) => {
    await hand.rows.first().waitFor()
    count = 0
    await run(hand)
    if (isLong) process.stdout.write(`${area} ${language}: ${name}: ${count} of ${actions}\n`)
    expect(count).toBeLessThanOrEqual(actions)
    expect(problemsOf(page)).toEqual([])
  })
})
