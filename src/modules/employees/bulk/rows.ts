import { blank, type EmployeeDraft, type EmployeeRole, nameOf, roles, rules, statuses } from "../../../contract/employees"
import { parseDay } from "../../../core/dates/dates"
import { type Message, validate } from "../../../core/rules"
import { fold } from "../../../core/text/fold"
import type { Translate } from "../../../core/text/i18n"
import { type Field, type Match, wordsIn } from "./columns"

/** The rows of a file as employees: what their cells mean, and what is wrong with them. */

/** Texts by field, as they are shown and edited. */
export type Values = Partial<Record<Field, string>>
export type Problem = { field: Field; message: Message }
/** A message of the server about a row; `field` is "" or unknown for one about the whole row. */
export type Refusal = { field: string; text: string }
export const refusalsOf = (messages: readonly { field: string; message: string }[]): Refusal[] =>
  messages.map(({ field, message }) => ({ field, text: message }))

export type State = "ready" | "invalid" | "duplicate" | "exists"

export type Row = {
  /** Number of the row in the file, from 1. */
  line: number
  /** As the file has them. */
  cells: readonly string[]
  values: Values
  /** What is wrong with the row by itself. */
  problems: readonly Problem[]
  /** They count until the row is edited. */
  refusals?: readonly Refusal[]
  state: State
  /** Line of the earlier row with the same address. */
  duplicateOf?: number
  /** Whether the leading zero of the phone number was added, or its country code replaced. */
  isPhoneCompleted: boolean
}

/** Ids of departments by folded name; "" for a name that is left out. */
export type Departments = ReadonlyMap<string, string>

export const departmentKey = (name: string) => fold(name).replace(/\s+/g, " ").trim()

const tidy = (cell: string) => cell.replaceAll("\0", "").replace(/\s+/g, " ").trim()

/**
 * Completes a phone number of Türkiye that a spreadsheet has taken for a number: 5324180726 becomes 05324180726, and so does
 * +90 532 418 07 26. Other texts stay as they are.
 */
export const completePhone = (phone: string): string => {
  const digits = phone.replace(/[\s()./-]/g, "")
  const national = /^(?:\+?90|0090)?([2-58]\d{9})$/.exec(digits)?.[1]
  return national ? `0${national}` : phone
}

/** What a word of a file means: the lists of words (`bulk.words`), and the departments. */
export type Meaning = { t: Translate; departments: Departments }

const nameIn = <N extends "user" | "tenantAdmin" | "active" | "inactive">(names: readonly N[], text: string, t: Translate) =>
  names.find(name => wordsIn(t(`bulk.words.${name}`)).includes(departmentKey(text)))

/** A whole number in plain digits, or with decimals that are zero; undefined for another text. */
const wholeNumber = (text: string) => (/^\d+([.,]0{1,2})?$/.test(text) ? Number.parseInt(text, 10) : undefined)

/** Returns a field's value as a text has it: white space folded, the digits of a score without separators of thousands. */
export const readValue = (field: Field, text: string): string => {
  const value = tidy(text)
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
    const cell = cells[column] ?? ""
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

/** Returns the values as they are sent and compared: addresses in lower case, phone numbers completed. */
const normalized = (values: Values): Values => ({
  ...values,
  email: (values.email ?? "").replace(/^mailto:/i, "").toLowerCase(),
  phoneNumber: completePhone(values.phoneNumber ?? ""),
})

/** What a spreadsheet shows for a formula that failed, in any language: #N/A, #DIV/0!, #NAME?. */
const cellError = /^#\p{Lu}[\p{Lu}\d/]*[!?]?$/u

/** Returns the employee of a row, and the problems of cells that have no value of the field's kind. */
export const draftOf = (values: Values, { t, departments }: Meaning): { draft: EmployeeDraft; problems: Problem[] } => {
  const problems: Problem[] = []
  const { firstName = "", lastName = "", email = "", phoneNumber = "", departmentId = "", role, status, hiredAt, score } = values
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
  const draft: EmployeeDraft = {
    ...blank,
    firstName,
    lastName,
    email,
    phoneNumber,
    departmentId: read<string>(
      "departmentId",
      departmentId,
      name => departments.get(departmentKey(name)),
      "",
      "bulk.departmentUnknown",
    ),
    role: read("role", role, text => nameIn(roles.names, text, t), blank.role as EmployeeRole, "bulk.roleUnknown"),
    status: read(
      "status",
      status,
      text => {
        const name = nameIn(statuses.names, text, t)
        return name && statuses.value(name)
      },
      blank.status,
      "bulk.statusUnknown",
    ),
    // Spreadsheets give days with the time of midnight.
    hiredAt: read<string>("hiredAt", hiredAt?.replace(/[T ]\d+:.*$/, ""), parseDay, "", "rule.day"),
    score: read<number | null>("score", score, wholeNumber, null, "employee.scoreWhole"),
  }
  // The other fields refuse it as no value of their kind.
  for (const field of ["firstName", "lastName"] as const)
    if (cellError.test(values[field] ?? "")) problems.push({ field, message: "bulk.cellError" })
  return { draft, problems }
}

export type Unchecked = Pick<Row, "line" | "cells" | "values"> & Partial<Row>

/** Checks a row by itself. */
export const checkRow = (
  { line, cells, values: given, refusals, isPhoneCompleted = false }: Unchecked,
  meaning: Meaning,
): Row => {
  const values = normalized(given)
  const { draft, problems } = draftOf(values, meaning)
  const broken = Object.entries(validate(rules, draft)).map(([field, message]) => ({ field, message }) as Problem)
  return {
    line,
    cells,
    values,
    problems: [...broken, ...problems],
    ...(refusals && { refusals }),
    state: "ready",
    isPhoneCompleted: isPhoneCompleted || values.phoneNumber !== (given.phoneNumber ?? ""),
  }
}

/**
 * Returns the rows with their states: invalid by itself, known to the company, or a repetition of an earlier row that may be sent.
 * @param known addresses that the company has already
 */
export const settleStates = (rows: readonly Row[], known: ReadonlySet<string>): Row[] => {
  const lines = new Map<string, number>()
  const stateOf = ({ problems, refusals, values: { email = "" } }: Row): Pick<Row, "state" | "duplicateOf"> => {
    if (problems.length || refusals) return { state: "invalid" }
    if (known.has(email)) return { state: "exists" }
    const line = lines.get(email)
    return line === undefined ? { state: "ready" } : { state: "duplicate", duplicateOf: line }
  }
  return rows.map(row => {
    const { state, duplicateOf } = stateOf(row)
    if (state === "ready") lines.set(row.values.email ?? "", row.line)
    return row.state === state && row.duplicateOf === duplicateOf ? row : { ...row, state, duplicateOf }
  })
}

/** Returns why a row is not sent, by field. */
export const problemsOf = ({ problems, state, duplicateOf = 0 }: Row): readonly Problem[] => {
  if (state === "exists") return [...problems, { field: "email", message: "employee.emailTaken" }]
  if (state === "duplicate")
    return [...problems, { field: "email", message: { key: "bulk.duplicate", params: { line: duplicateOf } } }]
  return problems
}

export const rowName = ({ values: { firstName = "", lastName = "", email = "" } }: Pick<Row, "values">) =>
  nameOf({ firstName, lastName }) || email
