import { readdirSync, readFileSync } from "node:fs"
import type { Page } from "playwright-core"
import { sample } from "../rounds"
import { accounts, type View } from "./kit"

/** Who looks at a screen, in which language, size and colours. */
export type Language = "tr" | "en"
export type Look = [name: string, account: string, root: "/user" | "/admin", view: View & { language: Language }]

export const phone = { width: 390, height: 844 }

/**
 * The rows of a table of looks that a run tries: in a short run one pair of neighbours, in a long run all. A table is sorted
 * so that each pair has both roles, languages, sizes and themes.
 * @param first shifts the choice, so that two files with the same table try different pairs
 */
export const sampleLooks = <T>(rows: readonly T[], first = 0): T[] => {
  const pairs = Array.from({ length: rows.length / 2 }, (_, at) => rows.slice(2 * at, 2 * at + 2))
  return sample(pairs, 1, first).flat()
}

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

/** @returns the texts of all locale files by key */
export const texts = (language: Language): Record<string, string> =>
  Object.assign(
    {},
    ...readdirSync(`locales/${language}`).map(file => JSON.parse(readFileSync(`locales/${language}/${file}`, "utf8"))),
  )

/** Whether the page is no wider than its window. */
export const isWithinWindow = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)
