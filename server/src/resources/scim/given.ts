import { isRecord } from "../../../../src/core/is-record"
import { refuse, refuseField } from "../../errors/problem"
import { enterprise, userSchema } from "./schemas"

/**
 * What a call gives of a person (docs/contract.md#scim). Names of attributes have any case; those that a person has not are ignored,
 * as is the manager. "" removes a value; a member that is absent is not given.
 */
export type Given = {
  email?: string
  externalId?: string
  firstName?: string
  lastName?: string
  /** The whole name, for who has no parts of it. */
  fullName?: string
  phoneNumber?: string
  /** A number that is taken where there is no other one. */
  mobile?: string
  department?: string
  title?: string
  active?: boolean
}
type TextMember = Exclude<keyof Given, "active">

const texts: Record<string, TextMember> = {
  username: "email",
  externalid: "externalId",
  "name.givenname": "firstName",
  "name.familyname": "lastName",
  "name.formatted": "fullName",
  displayname: "fullName",
  department: "department",
  title: "title",
}

const member = (of: object, name: string): unknown => Object.entries(of).findLast(([key]) => key.toLowerCase() === name)?.[1]

/** A value by itself, in a list, or in an object with `value`: Entra ID sends all of these. @throws Refusal 400 */
const textOf = (path: string, given: unknown): string => {
  const first = Array.isArray(given) ? (given[0] ?? "") : given
  const value = isRecord(first) ? (member(first, "value") ?? "") : (first ?? "")
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean"
    ? String(value)
    : refuseField(path.slice(0, 100), "rule.shape")
}

const booleanOf = (path: string, given: unknown): boolean => {
  const text = textOf(path, given).toLowerCase()
  return text === "true" || (text === "false" ? false : refuseField(path, "rule.shape"))
}

const isOfType = (entry: unknown, type: string) => isRecord(entry) && String(member(entry, "type")).toLowerCase() === type

/** Of several numbers the primary one, else that of work; a mobile phone's where there is none of these. */
const assignNumbers = (given: Given, value: unknown) => {
  const entries = Array.isArray(value) ? value : [value]
  const isPrimary = (entry: unknown) => isRecord(entry) && /^true$/i.test(String(member(entry, "primary")))
  const own = entries.find(isPrimary) ?? entries.find(entry => isOfType(entry, "work"))
  const mobile = entries.find(entry => isOfType(entry, "mobile"))
  const other = entries.find(entry => !isRecord(entry) || member(entry, "type") === undefined)
  given.phoneNumber = textOf("phoneNumbers", own ?? mobile ?? other ?? "")
}

/** Letters of a path: attributes with or without their schema, a filter of values, a part of a value. */
const isPath = (path: string) => /^[\w$.:-]{1,200}(\[[^\][]{1,200}\](\.[\w$-]{1,100})?)?$/.test(path)

/** The path in small letters without its schema. */
const plainPath = (path: string) => {
  const small = path.toLowerCase()
  const schema = [userSchema, enterprise].map(urn => urn.toLowerCase()).find(urn => small === urn || small.startsWith(`${urn}:`))
  return schema ? small.slice(schema.length + 1) : small
}

/**
 * Takes over the value of a path, of "" each attribute of an object. @param depth objects around it, of which a person has few
 * @throws Refusal 400 for a path that is none, and a value of another type
 */
export const assign = (given: Given, path: string, value: unknown, depth = 0) => {
  if (path && !isPath(path)) refuse({ kind: "malformed", key: "api.scimPath" })
  const name = plainPath(path)
  if (name === "" || name === "name") {
    if (!isRecord(value)) return value === undefined || value === "" ? undefined : refuseField(path || "value", "rule.shape")
    if (depth < 3) for (const [key, part] of Object.entries(value)) assign(given, name ? `${name}.${key}` : key, part, depth + 1)
    return undefined
  }
  const text = Object.hasOwn(texts, name) ? texts[name] : undefined
  if (text) given[text] = textOf(path, value)
  else if (name === "active" && value !== "") given.active = booleanOf(path, value)
  else if (name === "phonenumbers") assignNumbers(given, value)
  const [, filter, part] = /^phonenumbers\[(.*)\](?:\.(\w+))?$/.exec(name) ?? []
  const isNumber = filter && (part === undefined || part === "value")
  if (isNumber && /"work"|primary/.test(filter)) given.phoneNumber = textOf(path, value)
  if (isNumber && /"mobile"/.test(filter)) given.mobile = textOf(path, value)
  return undefined
}

/** A resource, of a create or replace call; without parts of the name, the last word of the whole one is the last name. */
export const givenOf = (body: object): Given => {
  const given: Given = {}
  // Keys that are no path are no attributes of a person either.
  for (const [key, value] of Object.entries(body)) if (isPath(key)) assign(given, key, value)
  const [, first, last] = /^(.*\S)\s+(\S+)$/.exec(given.fullName?.trim() ?? "") ?? []
  return first && !given.firstName && !given.lastName ? { ...given, firstName: first, lastName: last ?? "" } : given
}

const maxOperations = 100

/** The operations of a change, in their order: `op` has any case, `path` may be absent, and a value may have many attributes. */
export const patchOf = (body: object): Given => {
  const operations = member(body, "operations")
  if (!Array.isArray(operations) || !operations.length || operations.length > maxOperations)
    return refuseField("Operations", "rule.shape")
  const given: Given = {}
  for (const operation of operations) {
    if (!isRecord(operation)) return refuseField("Operations", "rule.shape")
    const op = String(member(operation, "op")).toLowerCase()
    const path = member(operation, "path") ?? ""
    if (!["add", "replace", "remove"].includes(op) || typeof path !== "string") return refuseField("op", "rule.shape")
    if (op === "remove" && !path) return refuse({ kind: "malformed", key: "api.scimPath" })
    assign(given, path.trim(), op === "remove" ? "" : (member(operation, "value") ?? ""))
  }
  return given
}

/** What a list is filtered by: each has to hold. */
export type Wanted = { attribute: "id" | "username" | "externalid"; value: string }[]

/** @throws Refusal 400 for another filter than `userName eq "…"`, `externalId eq "…"` and `id eq "…"`, joined by `and` */
export const filterOf = (filter: string): Wanted => {
  const refused = () => refuse({ kind: "malformed", key: "api.scimFilter" })
  if (filter.length > 1000) return refused()
  const wanted: Wanted = []
  let rest = filter.trim()
  while (rest) {
    const [whole = "", attribute = "", quoted = ""] =
      /^([\w:.]+)\s+eq\s+("(?:[^"\\]|\\.)*")(?:\s+and\s+(?=\S)|$)/i.exec(rest) ?? []
    const name = plainPath(attribute)
    if (name !== "id" && name !== "username" && name !== "externalid") return refused()
    try {
      wanted.push({ attribute: name, value: JSON.parse(quoted) as string })
    } catch {
      return refused()
    }
    rest = rest.slice(whole.length)
  }
  return wanted
}
