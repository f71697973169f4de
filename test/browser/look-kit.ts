import { readdirSync, readFileSync } from "node:fs"
import type { Page } from "playwright-core"
import { withNouns } from "../../src/core/text/record-texts"
import { sample } from "../rounds"
import { accounts, type View } from "./kit"

/** Who looks at a screen, in which language, size and colours. */
export type Language = "tr" | "en"
export type Look = [name: string, account: string, root: "/user" | "/admin", view: View & { language: Language }]

export const phone = { width: 390, height: 844 }

/**
 * The rows of a table of looks that a run tries: in a short run one, in a long run all. The colours, sizes and languages of
 * every screen are looked at in screens.test.ts.
 * @param at which row; files try different ones
 */
export const sampleLooks = <T>(rows: readonly T[], at = 0): T[] => sample(rows, 1, at)

/** Both roles in both languages, for {@link sampleLooks}. */
export const looks: Look[] = [
  ["a company's, in Turkish, on a desk", accounts.sarikum, "/user", { language: "tr" }],
  [
    "the platform's, in English, on a phone, in the dark",
    accounts.administrator,
    "/admin",
    { language: "en", ...phone, dark: true },
  ],
  ["a company's, in English, on a phone, in the dark", accounts.sarikum, "/user", { language: "en", ...phone, dark: true }],
  ["the platform's, in Turkish, on a desk", accounts.administrator, "/admin", { language: "tr" }],
]

/** @returns the texts of all locale files by key, and those of a kind of record that follow from its nouns */
export const texts = (language: Language): Record<string, string | undefined> => {
  const files = readdirSync(`locales/${language}`)
  const own: Record<string, string | undefined> = Object.assign(
    {},
    ...files.map(file => JSON.parse(readFileSync(`locales/${language}/${file}`, "utf8"))),
  )
  return new Proxy(own, {
    get: (_, key: string) => {
      const [prefix, name] = key.split(".")
      const [template, one, many] = [own[`record.${name}`], own[`${prefix}.one`], own[`${prefix}.many`]]
      return own[key] ?? (template && one && many && withNouns(template, language, { one, many }))
    },
  })
}

/** Whether the page is no wider than its window. */
export const isWithinWindow = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)
