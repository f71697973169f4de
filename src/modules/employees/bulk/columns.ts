import { fold } from "../../../core/text/fold"
import type { Translate } from "../../../core/text/i18n"

/** Which column of a file fills which field of an employee, by the headings of the columns. */

/** `name` is a first and a last name in one column. */
export const fields = [
  "firstName",
  "lastName",
  "name",
  "email",
  "phoneNumber",
  "departmentId",
  "role",
  "status",
  "hiredAt",
  "score",
] as const
export type Field = (typeof fields)[number]

/** The words of a list in the locale files: folded, in Turkish and English. */
export const wordsIn = (list: string) => list.split(",")

const normalized = (heading: string) =>
  fold(heading)
    .replace(/[^a-z0-9]+/g, " ")
    .trim()

/** A column's field, and whether its heading names it only in part, so that the person should look at it. */
export type Match = { field: Field | undefined; isGuess: boolean }

/**
 * Returns the field of each column; a field belongs to one column at most.
 * @param t gives the headings of each field (`bulk.headings`); those after the bar also count as a part of a longer heading
 */
export const matchColumns = (given: readonly string[], t: Translate): Match[] => {
  const matches = given.map((): Match => ({ field: undefined, isGuess: false }))
  const headings = given.map(normalized)
  const assign = (isGuess: boolean) => {
    for (const field of fields) {
      const [exact = "", parts = ""] = t(`bulk.headings.${field}`).split("|")
      const words = wordsIn(isGuess ? parts : `${exact},${parts}`)
      const fits = (heading: string) =>
        isGuess ? words.some(word => ` ${heading} `.includes(` ${word} `)) : words.includes(heading)
      const column = headings.findIndex((heading, at) => !matches[at]?.field && fits(heading))
      if (column >= 0 && !matches.some(match => match.field === field)) matches[column] = { field, isGuess }
    }
  }
  assign(false)
  assign(true)
  return settleNames(matches)
}

/** One column of names holds both, two columns one each; a heading such as "Name" is used for either. */
const settleNames = (matches: Match[]): Match[] => {
  const has = (field: Field) => matches.some(match => match.field === field)
  const rename = (from: Field, to: Field) => matches.map(match => (match.field === from ? { field: to, isGuess: true } : match))
  if (has("name") && has("lastName") && !has("firstName")) return rename("name", "firstName")
  if (has("firstName") && !has("lastName") && !has("name")) return rename("firstName", "name")
  return matches
}

/** How many rows of a file are searched for the one with the headings. */
const maxTitleRows = 10

/**
 * Returns the index of the row with the headings: that of the first rows in which most columns are known. -1 if none of
 * them has a known heading and the first row holds an address: the file then begins with its first person.
 */
export const findHeadings = (rows: readonly (readonly string[])[], t: Translate): number => {
  let best = { index: rows.findIndex(row => row.length > 0), known: 0 }
  for (const [index, row] of rows.slice(0, maxTitleRows).entries()) {
    const known = matchColumns(row, t).filter(({ field }) => field).length
    if (known > best.known) best = { index, known }
  }
  return best.known === 0 && rows[best.index]?.some(cell => cell.includes("@")) ? -1 : best.index
}

/** Returns the fields that every row needs and no column fills. */
export const missingFields = (matches: readonly Match[]): Field[] => {
  const has = (field: Field) => matches.some(match => match.field === field)
  const needed: Field[] = has("name") ? ["email", "phoneNumber"] : ["firstName", "lastName", "email", "phoneNumber"]
  return needed.filter(field => !has(field))
}

/** The fields of the template, which are also those that can be edited in a row. */
export const templateFields = fields.filter(field => field !== "name")
