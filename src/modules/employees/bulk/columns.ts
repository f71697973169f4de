import { foldedWords } from "../../../core/text/fold"
import type { Key, Translate } from "../../../core/text/i18n"

/** Which column of a file fills which field of an employee, by the headings of the columns, in Turkish and English. */

/** `name` is a first and a last name in one column. */
export const fields = [
  "firstName",
  "lastName",
  "name",
  "email",
  "phoneNumber",
  "departmentId",
  "jobTitle",
  "role",
  "status",
  "hiredAt",
  "score",
] as const
export type Field = (typeof fields)[number]

/** The words of a list in the locale files: folded, in Turkish and English. */
export const wordsIn = (list: string) => list.split(",")

/** Folded words, those of `phoneNumber` and of `phone_number` alike. */
const normalized = (heading: string) => foldedWords(heading.replace(/(?<=\p{Ll})(?=\p{Lu})/gu, " "))

/** Fields that words within a heading probably mean. */
const partFields = ["email", "phoneNumber", "departmentId", "hiredAt", "score"] as const

/**
 * The patterns of normalized headings, which the locale files have: those of each field, as a whole and in part; `filler`: words
 * that say whose a value is, or that it is needed; `foreign`: values of somebody or something else; `unasked`: personal data.
 */
const patternsOf = (t: Translate) => {
  const all = (names: readonly Field[], of: (name: never) => Key) =>
    names.map(field => [field, new RegExp(t(of(field as never)))] as const)
  return {
    exact: all(fields, (name: Field) => `bulk.headings.${name}`),
    parts: all(partFields, (name: (typeof partFields)[number]) => `bulk.headingParts.${name}`),
    filler: new RegExp(t("bulk.headings.filler"), "g"),
    foreign: new RegExp(`${t("bulk.headings.foreign")}|${t("bulk.headings.unasked")}`),
    unasked: new RegExp(t("bulk.headings.unasked")),
  }
}

/** A column's field, and whether its heading names it only in part, so that the person should look at it. */
export type Match = { field: Field | undefined; isGuess: boolean; isUnasked?: boolean }

/** Returns the field of each column; a field belongs to one column at most. @param t gives the patterns of headings */
export const matchColumns = (given: readonly string[], t: Translate): Match[] => {
  const { exact, parts, filler, foreign, unasked } = patternsOf(t)
  const matches = given.map((): Match => ({ field: undefined, isGuess: false }))
  const headings = given.map(normalized)
  const assign = (isGuess: boolean, patterns: typeof exact, textOf: (heading: string) => string) => {
    for (const [field, pattern] of patterns) {
      const column = headings.findIndex((heading, at) => !matches[at]?.field && pattern.test(textOf(heading)))
      if (column >= 0 && !matches.some(match => match.field === field)) matches[column] = { field, isGuess }
    }
  }
  assign(false, exact, heading => heading.replace(filler, "").replace(/ +/g, " ").trim() || heading)
  assign(true, parts, heading => (foreign.test(heading) ? "" : heading))
  return settleNames(matches).map((match, at) =>
    !match.field && unasked.test(headings[at] ?? "") ? { ...match, isUnasked: true } : match,
  )
}

/** One column of names holds both, two columns one each; a heading such as "Name" is used for either. */
const settleNames = (matches: Match[]): Match[] => {
  const has = (field: Field) => matches.some(match => match.field === field)
  const rename = (from: Field, to: Field, isGuess: boolean) =>
    matches.map(match => (match.field === from ? { field: to, isGuess } : match))
  if (has("name") && has("lastName") && !has("firstName")) return rename("name", "firstName", false)
  if (has("firstName") && !has("lastName") && !has("name")) return rename("firstName", "name", true)
  return matches
}

/** How many rows of a sheet are searched for the one with the headings. */
const maxTitleRows = 10

/** Returns the row with the headings among the first ones, which is that with most known ones, and how many are known. */
export const bestHeadings = (rows: readonly (readonly string[])[], t: Translate) => {
  let best = { index: rows.findIndex(row => row.length > 0), known: 0 }
  for (const [index, row] of rows.slice(0, maxTitleRows).entries()) {
    const known = matchColumns(row, t).filter(({ field }) => field).length
    if (known > best.known) best = { index, known }
  }
  return best
}

/**
 * Returns the index of the row with the headings. -1 if no row has a known heading and the first one holds an address: the file
 * then begins with its first person.
 */
export const findHeadings = (rows: readonly (readonly string[])[], t: Translate): number => {
  const { index, known } = bestHeadings(rows, t)
  return known === 0 && rows[index]?.some(cell => cell.includes("@")) ? -1 : index
}

/** Returns the fields that every new person needs and no column fills. */
export const missingFields = (matches: readonly Match[]): Field[] => {
  const has = (field: Field) => matches.some(match => match.field === field)
  const needed: Field[] = has("name") ? ["email", "phoneNumber"] : ["firstName", "lastName", "email", "phoneNumber"]
  return needed.filter(field => !has(field))
}

/** The fields of the template, which are also those that can be edited in a row. */
export const templateFields = fields.filter(field => field !== "name")
