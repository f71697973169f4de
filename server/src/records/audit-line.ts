import { isDeepStrictEqual } from "node:util"
import type { AuditedEntity } from "../../../src/contract/audit"
import { isUuid } from "../http/request"

/**
 * What a line of the stream has of a record: nothing that the erasure of a person reaches in the audit log. Lines cannot be taken back
 * (docs/audit-stream.md).
 */

type Columns = Record<string, unknown> | null

/** Members whose words are codes of the product. */
const codes = ["role", "status", "state", "intent", "permissions", "scopes", "modules", "events"]
/** All that a line has of a person. */
const ofPeople = ["role", "status", "tenantId", "permissions"]

/** Longest values of a line, as JSON, characters: journals cut lines. */
const maxValues = 8_000

const instant = /^\d{4}-\d\d-\d\d(T[\d:.]+(Z|[+-]\d\d:\d\d)?)?$/
const code = /^\w[\w.]{0,60}$/

/** The value without its texts; undefined for one that is a text. */
const withoutTexts = (value: unknown, isCode: boolean): unknown => {
  if (typeof value === "string") return isUuid(value) || instant.test(value) || (isCode && code.test(value)) ? value : undefined
  if (value instanceof Date) return value.toISOString()
  if (Array.isArray(value)) return value.map(one => withoutTexts(one, isCode)).filter(one => one !== undefined)
  if (value === null || typeof value !== "object") return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => code.test(name))
      .map(([name, one]) => [name, withoutTexts(one, isCode)]),
  )
}

/** The names of the members that differ, and those of their values that a line may have. */
export const lineOf = (entity: AuditedEntity, before: Columns, after: Columns) => {
  const names = [...new Set([before, after].flatMap(columns => Object.keys(columns ?? {})))]
  const members = names.filter(name => !isDeepStrictEqual(before?.[name], after?.[name]))
  const shown = entity === "user" ? members.filter(name => ofPeople.includes(name)) : members
  const values = (columns: Columns) =>
    columns && Object.fromEntries(shown.map(name => [name, withoutTexts(columns[name], codes.includes(name))]))
  const line = { before: values(before), after: values(after) }
  return { members, ...(JSON.stringify(line).length > maxValues ? { isShortened: true } : line) }
}
