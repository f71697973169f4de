import {
  blank,
  bodyOf,
  type Employee,
  type EmployeeDraft,
  type EmployeeRole,
  nameOf,
  roles,
  rules,
} from "../../../contract/employees"
import { activeStatuses } from "../../../core/codes"
import { type ColumnOrder, isEitherOrder, parseCellDay } from "../../../core/dates/cell-days"
import { type Day, formatDay } from "../../../core/dates/dates"
import type { DayOrder } from "../../../core/dates/parse-day"
import { type Message, validate } from "../../../core/rules"
import { cellText, cleanLine, cleanText, plainCode } from "../../../core/text/clean-text"
import { readEmail } from "../../../core/text/email"
import { fold } from "../../../core/text/fold"
import type { Translate } from "../../../core/text/i18n"
import { type Field, type Match, templateFields, wordsIn } from "./columns"

/** The rows of a file as employees: what their cells mean, and what is wrong with them. */

/** Texts by field, as they are shown and edited. */
export type Values = Partial<Record<Field, string>>
type Problem = { field: Field; message: Message }
/** A message of the server about a row; `field` is "" or unknown for one about the whole row. */
export type Refusal = { field: string; text: string }
export const refusalsOf = (messages: readonly { field: string; message: string }[]): Refusal[] =>
  messages.map(({ field, message }) => ({ field, text: message }))

/** `exists`: the company has the person, whom the upload leaves alone; `update`, `unchanged`: it is to change the person. */
export type State = "ready" | "update" | "unchanged" | "invalid" | "duplicate" | "exists" | "skipped"

/**
 * The hire date as the file has it, until it is edited. `isAsked`: it may be read in two orders, and so may all others of its column;
 * `isMixed`: others of its column have both orders.
 */
type FileDay = { text: string; isAsked?: boolean; isMixed?: boolean }

export type Row = {
  /** Number of the row in the file, from 1. */
  line: number
  /** As the file has them. */
  cells: readonly string[]
  values: Values
  /** The employee that the values mean. */
  draft: EmployeeDraft
  /** What is wrong with the row by itself. */
  problems: readonly Problem[]
  /** They count until the row is edited. */
  refusals?: readonly Refusal[]
  state: State
  /** Line of the earlier row with the same address. */
  duplicateOf?: number
  fileDay?: FileDay
  /** Whom the row changes, and the fields that differ. */
  person?: Employee
  changes?: readonly Field[]
  /** Whether the leading zero of the phone number was added, or its country code replaced. */
  isPhoneCompleted: boolean
}

/** Ids of departments by folded name. */
type Departments = ReadonlyMap<string, string>

/** What rows with a word are to have that means nothing: a value of the field, none, or the rows are left out. */
export type Choices = ReadonlyMap<string, string>
export const leaveEmpty = "empty"
export const skipRows = "skip"
/** The fields whose values are chosen for all rows with the same word. */
export const choiceFields = ["departmentId", "role", "status"] as const
export type ChoiceField = (typeof choiceFields)[number]
export const choiceKey = (field: ChoiceField, text: string) => `${field} ${departmentKey(text)}`

export const departmentKey = (name: string) => fold(cleanLine(name))

/** Fields in which other digits and dashes mean those of a keyboard. */
const plainFields: readonly Field[] = ["email", "phoneNumber", "hiredAt", "score"]

const cleanValue = (field: Field, text: string) => (plainFields.includes(field) ? plainCode(text) : cleanText(text))

/**
 * Completes a phone number of Türkiye that a spreadsheet has taken for a number: 5324180726 becomes 05324180726, and so does
 * +90 532 418 07 26. Other texts stay as they are.
 */
export const completePhone = (phone: string): string => {
  const digits = phone.replace(/[\s()./-]/g, "")
  const national = /^(?:\+?90|0090)?([2-58]\d{9})$/.exec(digits)?.[1]
  return national ? `0${national}` : phone
}

/** The choice of the order of day and month. */
export const dayOrderKey = "order of days"

/** The last year that two digits of a hire date mean. */
const latestHireYear = (today: Day) => Number(today.slice(0, 4)) + 1

/** Returns the row with its hire date as the order of its column has it, or as the file has it where it is none. */
export const withFileDay = <R extends Unchecked>(row: R, columnOrder: ColumnOrder, { choices, today, timeZone }: Meaning): R => {
  if (!row.fileDay) return row
  const { text } = row.fileDay
  const chosen: DayOrder = choices.get(dayOrderKey) === "monthFirst" ? "monthFirst" : "dayFirst"
  const order = columnOrder === "open" ? chosen : columnOrder
  const day = parseCellDay(text, { order, latestYear: latestHireYear(today), timeZone })
  const isEither = isEitherOrder(text)
  return {
    ...row,
    values: { ...row.values, hiredAt: day ? formatDay(day, "tr") : text },
    fileDay: { text, isAsked: isEither && columnOrder === "open", isMixed: isEither && columnOrder === "mixed" },
  }
}

/** What a word of a file means: the lists of words (`bulk.words`), the departments, and what was chosen for other words. */
export type Meaning = { t: Translate; departments: Departments; choices: Choices; today: Day; timeZone: string }

const nameIn = <N extends "user" | "tenantAdmin" | "active" | "inactive">(names: readonly N[], text: string, t: Translate) =>
  names.find(name => wordsIn(t(`bulk.words.${name}`)).includes(departmentKey(text)))

/** A whole number in plain digits, or with decimals that are zero; undefined for another text. */
const wholeNumber = (text: string) => (/^\d+([.,]0{1,2})?$/.test(text) ? Number.parseInt(text, 10) : undefined)

/** Returns a field's value as a text has it: white space folded, the digits of a score without separators of thousands. */
export const readValue = (field: Field, text: string): string => {
  const value = cleanValue(field, text).replace(/\s+/g, " ").trim()
  const grouped = field === "score" && /^(\d{1,3}([., ]\d{3})+)([.,]0{1,2})?$/.exec(value)?.[1]
  return grouped ? grouped.replace(/\D/g, "") : value
}

/**
 * Returns the values of a row's cells. A name in one column is divided before its last word.
 * @param decimals columns whose cells are numbers with decimals, which group no digits
 */
export const valuesOf = (cells: readonly string[], matches: readonly Match[], decimals: readonly number[] = []): Values => {
  const values: Values = {}
  for (const [column, { field }] of matches.entries()) {
    const cell = cellText(cells[column] ?? "")
    if (field) values[field] = decimals.includes(column) ? cell : readValue(field, cell)
  }
  const { name } = values
  if (name !== undefined) {
    const end = name.lastIndexOf(" ")
    values.firstName = end < 0 ? name : name.slice(0, end)
    values.lastName = end < 0 ? "" : name.slice(end + 1)
    delete values.name
  }
  return values
}

/** Returns the values as they are sent and compared: clean, addresses in lower case, phone numbers completed. */
const normalized = (given: Values): Values => {
  const values = Object.fromEntries(
    Object.entries(given).map(([field, text]) => [field, cleanValue(field as Field, text)]),
  ) as Values
  return {
    ...values,
    email: readEmail(values.email ?? ""),
    phoneNumber: completePhone(values.phoneNumber ?? ""),
  }
}

/** What a spreadsheet shows for a formula that failed, in any language: #N/A, #DIV/0!, #NAME?. */
const cellError = /^#\p{Lu}[\p{Lu}\d/]*[!?]?$/u

/** Returns the value that a word of a file means for a field by itself; undefined for an unknown one. */
export const meaningOf = (field: ChoiceField, text: string, { t, departments }: Meaning): string | undefined =>
  field === "departmentId"
    ? departments.get(departmentKey(text))
    : nameIn<"user" | "tenantAdmin" | "active" | "inactive">(field === "role" ? roles.names : activeStatuses.names, text, t)

/** Returns the employee of a row, and the problems of cells that have no value of the field's kind. */
const draftOf = (values: Values, meaning: Meaning): { draft: EmployeeDraft; problems: Problem[]; isSkipped: boolean } => {
  let isSkipped = false
  const problems: Problem[] = []
  const {
    firstName = "",
    lastName = "",
    email = "",
    phoneNumber = "",
    departmentId = "",
    jobTitle = "",
    role,
    status,
    hiredAt,
    score,
  } = values
  const read = <T>(
    field: Field,
    text: string | undefined,
    parse: (text: string) => T | undefined,
    empty: T,
    message: Message,
  ): T => {
    if (!text) return empty
    const value = parse(text)
    if (value === undefined) problems.push({ field, message })
    return value ?? empty
  }
  const choose = (field: ChoiceField, text: string | undefined): string => {
    if (!text) return ""
    const value = meaningOf(field, text, meaning) ?? meaning.choices.get(choiceKey(field, text))
    if (value === undefined) problems.push({ field, message: { key: `bulk.unknown.${field}`, params: { text } } })
    if (value === skipRows) isSkipped = true
    return value === undefined || value === skipRows || value === leaveEmpty ? "" : value
  }
  const statusWord = choose("status", status)
  const statusName = activeStatuses.names.find(name => name === statusWord)
  const draft: EmployeeDraft = {
    ...blank,
    firstName,
    lastName,
    email,
    phoneNumber,
    departmentId: choose("departmentId", departmentId),
    jobTitle,
    role: (choose("role", role) || blank.role) as EmployeeRole,
    status: statusName ? activeStatuses.value(statusName) : blank.status,
    hiredAt: read<string>(
      "hiredAt",
      hiredAt,
      text => parseCellDay(text, { latestYear: latestHireYear(meaning.today), timeZone: meaning.timeZone }),
      "",
      "rule.day",
    ),
    score: read<number | null>("score", score, wholeNumber, null, "employee.scoreWhole"),
  }
  // The other fields refuse it as no value of their kind.
  for (const field of ["firstName", "lastName", "jobTitle"] as const)
    if (cellError.test(values[field] ?? "")) problems.push({ field, message: "bulk.cellError" })
  return { draft, problems, isSkipped }
}

/** A phone number by its digits, with the leading zero. */
const phoneDigits = (phone: string) => completePhone(phone).replace(/\D/g, "")

/** Returns the fields in which a row differs from the person. An empty cell changes nothing. */
const changesOf = (values: Values, draft: EmployeeDraft, person: Employee) =>
  templateFields.filter(field => {
    if (field === "email" || !values[field]) return false
    if (field === "phoneNumber") return phoneDigits(draft.phoneNumber) !== phoneDigits(person.phoneNumber)
    // What is to be left empty is left as it is.
    if (field === "departmentId" && !draft.departmentId) return false
    return draft[field] !== person[field]
  })

/** Returns the body that creates the employee of a row, or changes the person. */
export const rowBody = ({ draft, person, changes }: Pick<Row, "draft" | "person" | "changes">): object => {
  const body = bodyOf(draft)
  if (!person || !changes) return body
  return { id: person.id, ...Object.fromEntries(Object.entries(body).filter(([name]) => changes.some(field => field === name))) }
}

export type Unchecked = Pick<Row, "line" | "cells" | "values"> & Partial<Row>

/** Checks a row by itself. */
export const checkRow = (
  { line, cells, values: given, refusals, fileDay, isPhoneCompleted = false }: Unchecked,
  meaning: Meaning,
): Row => {
  const values = normalized(given)
  const { draft, problems, isSkipped } = draftOf(values, meaning)
  const broken = Object.entries(validate(rules, draft)).map(([field, message]) => ({ field, message }) as Problem)
  return {
    line,
    cells,
    values,
    draft,
    problems: fileDay?.isMixed
      ? [...broken, ...problems, { field: "hiredAt", message: "bulk.dayOrderMixed" }]
      : [...broken, ...problems],
    ...(fileDay && { fileDay }),
    ...(refusals && { refusals }),
    state: isSkipped ? "skipped" : "ready",
    isPhoneCompleted: isPhoneCompleted || values.phoneNumber !== plainCode(given.phoneNumber ?? ""),
  }
}

/** People of the company by their addresses; undefined where the server names no person. */
export type Known = ReadonlyMap<string, Employee | undefined>

/**
 * Returns the rows with their states: invalid by itself, of a person whom the company has, or a repetition of an earlier row that
 * may be sent.
 * @param isUpdating whether known people are to be changed
 */
export const settleStates = (rows: readonly Row[], known: Known, isUpdating: boolean): Row[] => {
  const lines = new Map<string, number>()
  return rows.map(row => {
    const { values, draft, refusals } = row
    const { email = "" } = values
    if (row.state === "skipped") return row
    const isKnown = known.has(email)
    const person = isUpdating ? known.get(email) : undefined
    const problems = person ? row.problems.filter(({ field }) => values[field]) : row.problems
    const line = lines.get(email)
    let state: State = "ready"
    let changes: readonly Field[] | undefined
    if (isKnown && !person) state = "exists"
    else if (problems.length || refusals) state = "invalid"
    else if (line !== undefined) state = "duplicate"
    else if (person) {
      changes = changesOf(values, draft, person)
      state = changes.length ? "update" : "unchanged"
    }
    const isFirst = !["invalid", "duplicate", "exists"].includes(state)
    if (isFirst) lines.set(email, row.line)
    const duplicateOf = state === "duplicate" ? line : undefined
    const isSame = row.state === state && row.duplicateOf === duplicateOf && row.person === person && !changes
    return isSame ? row : { ...row, state, duplicateOf, person, changes }
  })
}

/** Returns what keeps a row from being sent, by field. Of a known person, cells that are empty are none. */
export const problemsOf = ({ problems, state, duplicateOf = 0, values, person }: Row): readonly Problem[] => {
  if (state === "exists") return [{ field: "email", message: "employee.emailTaken" }]
  if (state === "unchanged") return [{ field: "email", message: "bulk.unchangedRow" }]
  if (state === "duplicate") return [{ field: "email", message: { key: "bulk.duplicate", params: { line: duplicateOf } } }]
  if (person) return problems.filter(({ field }) => values[field])
  // The file has no names: it is meant for people whom the company has.
  const isNameless = values.firstName === undefined && values.lastName === undefined
  return isNameless ? [{ field: "name", message: "bulk.notKnown" }] : problems
}

/** Returns the name of a row, or of the person where the file has none. */
export const rowName = ({ values, person }: Pick<Row, "values" | "person">) =>
  nameOf({ firstName: values.firstName || person?.firstName || "", lastName: values.lastName || person?.lastName || "" }) ||
  (values.email ?? "")
