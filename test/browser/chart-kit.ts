import { readFileSync } from "node:fs"
import type { Locator, Page } from "playwright-core"
import { press } from "./kit"

/** What reports of every kind have: charts, files of them, and a sheet that is printed. */

/** The page's colours as hex: marks and texts of its charts, and the first chart's card behind them. */
export const chartColours = (page: Page) =>
  page.evaluate(() => {
    const context = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true })
    const hex = (colour: string) => {
      if (!context) throw new Error("There is no canvas.")
      context.fillStyle = colour
      context.fillRect(0, 0, 1, 1)
      return `#${[...context.getImageData(0, 0, 1, 1).data.slice(0, 3)].map(part => part.toString(16).padStart(2, "0")).join("")}`
    }
    const all = (selector: string, property: "fill" | "stroke") => [
      ...new Set([...document.querySelectorAll(selector)].map(element => hex(getComputedStyle(element)[property]))),
    ]
    const card = document.querySelector(".chart-card")
    return {
      surface: card ? hex(getComputedStyle(card).backgroundColor) : "",
      marks: [...all(".chart__mark", "fill"), ...all(".chart__previous", "stroke")],
      texts: all(".chart text", "fill"),
    }
  })

/** Chooses an item of a menu by keyboard, and returns the file that is downloaded. */
export const download = async (page: Page, menu: Locator, item: string) => {
  await press(menu)
  const entry = page.getByRole("menuitem", { name: item, exact: true })
  await entry.waitFor()
  const [file] = await Promise.all([page.waitForEvent("download"), press(entry)])
  return { name: file.suggestedFilename(), bytes: readFileSync(await file.path()) }
}

/** Chooses a menu's item that prints, by keyboard, and shows the page as paper. @returns the sheet that is printed */
export const printed = async (page: Page, menu: Locator, item: string, colorScheme?: "light" | "dark"): Promise<Locator> => {
  await page.evaluate(() => Object.assign(globalThis, { print: () => {} }))
  await press(menu)
  await press(page.getByRole("menuitem", { name: item, exact: true }))
  await page.emulateMedia({ media: "print", ...(colorScheme && { colorScheme }) })
  return page.locator(".print-sheet")
}
