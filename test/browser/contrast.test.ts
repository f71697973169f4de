import { describe, expect, it } from "vitest"
import type { Hex } from "../../src/core/color"
import { luminance } from "../../src/core/contrast"
import { sample } from "../rounds"
import { accounts, show } from "./kit"
import { provideConsole, signIn } from "./provide-console"

/**
 * Whatever a company's two colours are, what is derived from them can be read: each of 4,096 colours as the primary one
 * and, in another order, as the secondary one, in light and dark (docs/console.md#theme-and-colours). A short run takes 200
 * of these pairs, spread over all.
 */
const { openPage } = provideConsole()

const text = 4.5
const mark = 3

/** [what is drawn, on what, the least contrast] */
const pairs: [string, string, number][] = [
  ...["canvas", "surface", "surface-2", "surface-3", "raised"].map((on): [string, string, number] => ["text", on, text]),
  ...["canvas", "surface", "surface-2", "raised"].map((on): [string, string, number] => ["text-2", on, text]),
  ...["canvas", "surface", "raised"].map((on): [string, string, number] => ["text-3", on, text]),
  ["on-accent", "accent", text],
  ["on-accent", "accent-hover", text],
  ...["canvas", "surface", "raised", "accent-soft"].map((on): [string, string, number] => ["accent-text", on, text]),
  ["on-frame", "frame", text],
  ["on-frame", "frame-hover", text],
  ["on-frame", "frame-active", text],
  ...["frame", "frame-hover", "frame-tint"].map((on): [string, string, number] => ["on-frame-2", on, text]),
  ["frame-accent", "frame", mark],
  ["frame-accent", "frame-active", mark],
  ["accent-mark", "surface", mark],
  ["line-control", "surface", mark],
  ["focus", "surface", mark],
  ["focus", "canvas", mark],
  ["focus", "raised", mark],
  ["viz-2", "surface", mark],
  ["viz-3", "surface", mark],
  ["viz-4", "surface", mark],
]
const roles = [...new Set([...pairs.map(([drawn]) => drawn), ...pairs.map(([, on]) => on)])]

const steps = Array.from({ length: 16 }, (_, at) => (at * 17).toString(16).padStart(2, "0"))
const colors = steps.flatMap(red => steps.flatMap(green => steps.map(blue => `#${red}${green}${blue}`)))
/** 2,731 has no factor in common with 4,096: each colour meets another one. */
const brands = sample(
  colors.map((primary, at) => ({ primary, secondary: colors[(at * 2731 + 1365) % colors.length] ?? "" })),
  200,
)

describe.each(["light", "dark"])("in %s", scheme => {
  it(`every derived pair of ${brands.length} brands can be read`, async () => {
    const page = await openPage()
    await page.goto("/login")
    // What the screen would show: the browser computes each role and clips it to sRGB on a canvas.
    const shown = await page.evaluate(
      ({ scheme, roles, brands }) => {
        const scope = document.createElement("div")
        scope.dataset.brand = ""
        scope.dataset.theme = scheme
        document.body.append(scope)
        const style = getComputedStyle(scope)
        const canvas = new OffscreenCanvas(roles.length, 1)
        const context = canvas.getContext("2d", { willReadFrequently: true })
        if (!context) throw new Error("There is no canvas.")
        return brands.map(({ primary, secondary }) => {
          scope.style.setProperty("--brand-primary", primary)
          scope.style.setProperty("--brand-secondary", secondary)
          roles.forEach((role, at) => {
            const color = style.getPropertyValue(`--${role}`)
            if (!CSS.supports("color", color)) throw new Error(`--${role} is no colour: ${color}`)
            context.fillStyle = color
            context.fillRect(at, 0, 1, 1)
          })
          return Array.from(context.getImageData(0, 0, roles.length, 1).data)
        })
      },
      { scheme, roles, brands },
    )
    const worst = new Map<string, { ratio: number; brand: string }>()
    shown.forEach((pixels, at) => {
      const light = new Map(
        roles.map((role, place) => {
          const digits = pixels.slice(place * 4, place * 4 + 3).map(channel => channel.toString(16).padStart(2, "0"))
          return [role, luminance(`#${digits.join("")}` as Hex)]
        }),
      )
      for (const [drawn, on, least] of pairs) {
        const [a = 0, b = 0] = [light.get(drawn), light.get(on)]
        const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
        const name = `${drawn} on ${on} ≥ ${least}`
        if (ratio < (worst.get(name)?.ratio ?? Number.POSITIVE_INFINITY))
          worst.set(name, { ratio, brand: `${brands[at]?.primary} ${brands[at]?.secondary}` })
      }
    })
    const missed = pairs.flatMap(([drawn, on, least]) => {
      const name = `${drawn} on ${on} ≥ ${least}`
      const found = worst.get(name)
      return found && found.ratio < least ? [`${name}: ${found.ratio.toFixed(2)} with ${found.brand}`] : []
    })
    expect(worst.size).toBe(pairs.length)
    expect(missed).toEqual([])
  })
})

/** What a fill means, as the selector of what is filled, its pseudo-element, and the selector of what it has to differ from. */
type Fill = [meaning: string, filled: string, pseudo: string, other: string]
const fills: Fill[] = [
  ["the page that is shown, in the menu", "nav a[aria-current]", "", "nav a:not([aria-current])"],
  ["the tab that is shown", ".tabs [aria-current]", "", ".tabs a:not([aria-current])"],
  ["the language that is spoken", ".segmented [aria-pressed=true]", "", ".segmented [aria-pressed=false]"],
  ["the dot of a status", ".badge--dot:not([data-tone=neutral])", "::before", "tbody tr"],
  ["a checked row", "tbody input:checked", "::after", "tbody input:not(:checked)"],
]
const fillsOfForm: Fill[] = [["the kind of reward that is chosen", ".tile:has(:checked)", "", ".tile:not(:has(:checked))"]]

describe("with the colours of the system", () => {
  it("what a fill means is still seen", async () => {
    const page = await openPage()
    await page.emulateMedia({ forcedColors: "active" })
    await signIn(page, accounts.yesilova, "/user/campaigns")
    await page.locator("table:not([aria-busy=true]) tbody input").first().check()
    const unseenOf = (fills: Fill[]) =>
      page.evaluate(
        fills =>
          fills.flatMap(([meaning, filled, pseudo, other]) => {
            const [one, two] = [filled, other].map(selector => document.querySelector(selector))
            if (!one || !two) return [`not there: ${meaning}`]
            // What is transparent has the red, green and blue of the page.
            const fill = (element: Element, part = "") =>
              getComputedStyle(element, part).backgroundColor.match(/\d+/g)?.slice(0, 3).join()
            return fill(one, pseudo) === fill(two) ? [meaning] : []
          }),
        fills,
      )
    expect(await unseenOf(fills)).toEqual([])
    await show(page, "/user/campaigns/add")
    await page.locator(".tile").first().waitFor()
    expect(await unseenOf(fillsOfForm)).toEqual([])
    const styleOf = (selector: string) =>
      page.locator(selector).evaluate(element => {
        const { backgroundColor, outlineStyle, outlineWidth } = getComputedStyle(element)
        return { backgroundColor, outline: `${outlineStyle} ${outlineWidth}` }
      })
    expect((await styleOf(".topbar")).backgroundColor).toMatch(/^rgb\(/)
    await page.locator("main [role=combobox]").first().click()
    for (const list of [".option-list", ".palette"]) {
      await page.keyboard.press("ArrowDown")
      await expect.poll(async () => (await styleOf(`${list} [data-active]`)).outline).toBe("solid 2px")
      await page.keyboard.press("Escape")
      await page.keyboard.press("ControlOrMeta+k")
      await page.locator(".palette").waitFor()
    }
  })
})
