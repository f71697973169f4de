import type { Page } from "playwright-core"
import { beforeAll, expect, it } from "vitest"
import { isLong, itInLongRuns, sample } from "../rounds"
import { allTexts } from "../texts"
import { changeEachText, startProgram } from "./foreign-programs"
import { accounts, axe, isWithinWindow, phone, press, problemsOf, shot, show } from "./kit"
import { provideConsole } from "./provide-console"

/**
 * Every screen once by axe: in light on a desk; in the language and for the role that its row names. One of two also for what depends on
 * colours and sizes, in dark on a phone; the other one for whether what has the focus is seen, by Tab and by Shift+Tab in one of four sizes.
 * A long run does all of it with each. What needs more than one press to be there is scanned where a test opens it.
 */
const desk = { width: 1280, height: 800 }
const openedPart = "dialog[open], [role=menu]:popover-open"

/**
 * Screens of a role; paths below its area, each array a list with what it leads to: `*` is the first record of the list. After `>`: what
 * opens a menu or dialog there, a button's name or a class.
 */
export type Screens = {
  role: string
  account: string
  area: string
  language: "tr" | "en"
  paths: readonly (readonly string[])[]
}

/** The rules whose result depends on colours or sizes. */
const visual = ["color-contrast", "link-in-text-block", "target-size", "scrollable-region-focusable"]

/** Scans what is shown in light on a desk, and in dark on a phone; the window has room for the whole page. */
const scan = async (page: Page, within: string, hasDark: boolean) => {
  const found: string[][] = []
  // The frame around the screens is the same on all of them: it is scanned with the first one.
  const isFirst = !hasSeenFrame.has(page)
  const exclude = within === "html" && !isFirst ? [".topbar", ".sidebar"] : []
  for (const [{ width, height }, colorScheme] of [
    [desk, "light"] as const,
    ...(hasDark || isFirst ? [[phone, "dark"] as const] : []),
  ]) {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width, height })
    const whole = await page.evaluate(() => document.documentElement.scrollHeight)
    await page.setViewportSize({ width, height: Math.max(height, whole + 200) })
    found.push(await axe(page, within, { exclude, ...(colorScheme === "dark" && { rules: visual }) }))
  }
  hasSeenFrame.add(page)
  return found
}
const hasSeenFrame = new WeakSet<Page>()

/** 1366 × 768 at a zoom of 100 % and 133 %, a phone, and 1280 × 1024 at 400 %. */
const sizes = [{ width: 1366, height: 768 }, { width: 1024, height: 768 }, phone, { width: 320, height: 256 }]

/** The stops of Tab and of Shift+Tab that header or bars cover, in one of the sizes; of a list, with two records selected. */
const coveredStops = async (page: Page, at: number) => {
  const selectTwo = () => {
    for (const box of [...document.querySelectorAll<HTMLElement>("tbody [type=checkbox]")].slice(0, 2)) box.click()
  }
  const found: string[] = []
  await page.evaluate(selectTwo)
  for (const size of sample(sizes, 1, at)) {
    await page.setViewportSize(size)
    const covered = await page.evaluate(async () => {
      await new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))
      await Promise.all(document.getAnimations().map(({ finished }) => finished.catch(() => undefined)))
      const focusable = "a[href], button, input, select, textarea, summary, [tabindex='0']"
      const stops = [...document.querySelectorAll<HTMLElement>(focusable)].filter(
        stop =>
          stop.tabIndex >= 0 &&
          !stop.matches(":disabled, .shell__skip, [inert] *") &&
          stop.checkVisibility({ visibilityProperty: true }),
      )
      const isCovered = (stop: HTMLElement) => {
        stop.focus()
        const target = stop.closest("label") ?? stop
        const { x, y, width, height } = target.getBoundingClientRect()
        return [0.1, 0.5, 0.9].every(at => {
          const top = document.elementFromPoint(x + width * at, y + height * at)
          return !top || !(target.contains(top) || top.contains(target))
        })
      }
      return [...stops, ...stops.toReversed()].filter(isCovered).map(stop => stop.ariaLabel ?? stop.textContent ?? stop.id)
    })
    found.push(...covered.map(name => `${name} at ${size.width}`))
  }
  await page.evaluate(selectTwo)
  return found
}

const keys = new Set(Object.keys(allTexts.tr).map(key => key.replace(/_(one|other)$/, "")))
/** The keys that a page shows where it lacks their texts. */
const shownKeys = async (page: Page) => {
  const texts = await page.evaluate(() => [
    document.body.innerText,
    ...[...document.querySelectorAll("[aria-label], [title], [placeholder]")].flatMap(element =>
      ["aria-label", "title", "placeholder"].map(name => element.getAttribute(name) ?? ""),
    ),
  ])
  return texts.flatMap(text => text.match(/\b[a-z]\w*(\.\w+)+/g) ?? []).filter(word => keys.has(word))
}

/** The link of the first record that is not the platform's, which a company cannot change; of the first one where all are. */
const ownRecord = async (page: Page) => {
  const rows = page.locator("tbody tr[data-row]")
  await rows.first().waitFor()
  const own = rows.filter({ hasNotText: "Platform" })
  const row = (await own.count()) ? own : rows
  return (await row.first().locator("a").first().getAttribute("href")) ?? ""
}

let seen = 0

/** The screens of a company, in Turkish. */
export const ofCompany = { role: "company", account: accounts.yesilova, area: "/user", language: "tr" } as const

export const describeScreens = (screens: Screens) => {
  const { role, account, area, language, paths } = screens
  const { openAs } = provideConsole()
  let page: Page
  beforeAll(async () => {
    page = await openAs(account, { language }, `${area}/profile`)
  })

  it.each(paths.map(paths => [paths[0], paths] as const))(
    `%s of the ${role}, and what it leads to`,
    async (_, [list = "", ...others]) => {
      let record = ""
      for (const entry of [list, ...others]) {
        const [place = "", opener] = entry.split(" > ")
        const [listed = "", below] = place.split("*")
        await page.setViewportSize(desk)
        const path = below !== undefined ? record + below : listed.startsWith("/") ? listed : `${area}/${listed}`
        if (path !== (await page.evaluate(() => location.pathname + location.search))) await show(page, path)
        if (entry === list && others.length) record = await ownRecord(page)
        if (opener)
          await press(
            opener.startsWith(".")
              ? page.locator(opener).first()
              : page.getByRole("button", { name: opener, exact: true }).first(),
          )
        const opened = page.locator("dialog[open], [role=menu]:visible")
        if (opener) await opened.waitFor()
        const at = seen++
        const covered = opener || (at % 2 && !isLong) ? [] : await coveredStops(page, Math.floor(at / 2))
        const [light, dark = []] = await scan(page, opener ? openedPart : "html", at % 2 > 0 || isLong)
        await shot(page, `${role}-${entry.replace(/\W+/g, "-")}`)
        const fits = await isWithinWindow(page)
        const missing = await shownKeys(page)
        const wrong = { light, dark, covered, missing }
        expect({ entry, fits, ...wrong }).toEqual({ entry, fits: true, light: [], dark: [], covered: [], missing: [] })
        if (opener) await page.keyboard.press("Escape")
        await opened.waitFor({ state: "detached" })
      }
      expect(problemsOf(page)).toEqual([])
    },
  )
  describeTranslated(screens)
  describeTyping(screens)
}

/** The same screens: what is typed into a field sends at most one call once typing pauses, and none for a key. */
const describeTyping = ({ role, account, area, language, paths }: Screens) => {
  const { openAs } = provideConsole()
  itInLongRuns.each(paths.map(paths => [paths[0], paths] as const))(
    `%s of the ${role}, typed into, and what it leads to`,
    async (_, paths) => {
      const page = await openAs(account, { language }, `${area}/profile`)
      const calls: string[] = []
      page.on("request", request => {
        if (request.url().includes("/backend/")) calls.push(request.url())
      })
      let record = ""
      for (const entry of paths.filter(entry => !entry.includes(" > "))) {
        const [listed = "", below] = entry.split("*")
        await show(page, below !== undefined ? record + below : listed.startsWith("/") ? listed : `${area}/${listed}`)
        if (!record && paths.length > 1) record = await ownRecord(page)
        await page.waitForLoadState("networkidle")
        const fields = "main :is(input:not([type=checkbox], [type=radio], [type=file]), textarea):visible:enabled"
        for (const field of await page.locator(fields).all()) {
          if (!(await field.isVisible()) || !(await field.isEditable())) continue
          const name = await field.evaluate(field => field.getAttribute("aria-label") ?? (field as HTMLInputElement).name)
          await field.focus()
          calls.length = 0
          await page.keyboard.type("abcde", { delay: 20 })
          await page.waitForTimeout(400)
          expect([entry, name, calls.length > 1 ? [...calls] : []]).toEqual([entry, name, []])
        }
        for (const dialog of await page.locator("dialog[open]").all())
          if (await dialog.isVisible()) await page.keyboard.press("Escape")
      }
    },
  )
}

/** The same screens and what they lead to, without dialogs, under programs that change them. */
export const describeTranslated = ({ role, account, area, language, paths }: Screens) => {
  const { openAs } = provideConsole()
  itInLongRuns.each(paths.map(paths => [paths[0], paths] as const))(
    `%s of the ${role} in ${language}, translated, and what it leads to`,
    async (_, paths) => {
      const page = await openAs(account, { language }, `${area}/profile`)
      await startProgram(page, "translator")
      await startProgram(page, "passwordManager")
      await page.reload()
      let record = ""
      for (const entry of paths.filter(entry => !entry.includes(" > "))) {
        const [listed = "", below] = entry.split("*")
        await show(page, below !== undefined ? record + below : listed.startsWith("/") ? listed : `${area}/${listed}`)
        if (!record && paths.length > 1) record = await ownRecord(page)
        for (const box of await page
          .locator("tbody [type=checkbox]:visible")
          .all()
          .then(all => all.slice(0, 2)))
          await box.click()
        await changeEachText(page)
      }
    },
  )
}
