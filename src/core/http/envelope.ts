/**
 * The envelope of answers (docs/contract.md#envelope). Reading tolerates the deviations of other servers
 * (docs/contract.md#tolerance).
 */

import { isRecord } from "../is-record"
import type { FieldMessage } from "./answer"

type Envelope = {
  value: unknown
  isSuccess: boolean
  /** The envelope status, not the HTTP status (docs/contract.md#statuses). 0: success. */
  status: number | undefined
  message: string | undefined
  errors: string[]
  fields: FieldMessage[]
}

type Raw = Record<string, unknown>

/** Returns a member by its name in camelCase, sent in camelCase or PascalCase. */
export const member = (raw: Raw, name: string): unknown =>
  name in raw ? raw[name] : raw[name.charAt(0).toUpperCase() + name.slice(1)]

const text = (value: unknown) => (typeof value === "string" && value.trim() ? value : undefined)
export const arrayOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

const fieldMessages = (list: unknown[]): FieldMessage[] =>
  list.filter(isRecord).flatMap(entry => {
    const message = text(member(entry, "errorMessage")) ?? text(member(entry, "message"))
    const field = text(member(entry, "propertyName")) ?? text(member(entry, "identifier")) ?? text(member(entry, "field")) ?? ""
    return message ? [{ field, message }] : []
  })

/** Returns field errors from the first of three places in which there are field errors (docs/contract.md#validation-errors). */
const serializerErrors = (raw: Raw): FieldMessage[] => {
  const errors = member(raw, "errors")
  const places = [
    member(raw, "serializerErrors"),
    isRecord(errors) ? member(errors, "serializerErrors") : undefined,
    member(raw, "validationErrors"),
  ]
  return places.map(place => fieldMessages(arrayOf(place))).find(list => list.length > 0) ?? []
}

/** Converts "Title" to "title", "URL" to "url", "QRCode" to "qrCode". */
const camelCase = (name: string) => name.replace(/^[A-Z]+(?![a-z])|^[A-Z]/, letters => letters.toLowerCase())

/** Whether a member holds data of people's own making, which is not normalized. */
const isFreeForm = (name: string) => name === "metadata"

const isId = (name: string) => name === "id" || name.endsWith("Id")

/** Entries of a list of ids are ids; so are those of a gift card's `categories`. */
const entryName = (name: string) => (name === "categories" ? "id" : name.replace(/Ids$/, "Id"))

/** Deeper values are not normalized; no answer of the contract nests deeper. */
const maxDepth = 20

/**
 * Converts member names to camelCase and numeric ids to strings, at any depth (docs/contract.md#ids). Of a member that was
 * sent in both cases, the one in camelCase is used.
 */
const normalize = (value: unknown, name = "", depth = 0): unknown => {
  if (typeof value === "number") return isId(name) ? String(value) : value
  if (depth > maxDepth) return value
  if (Array.isArray(value)) return value.map(entry => normalize(entry, entryName(name), depth + 1))
  if (!isRecord(value) || isFreeForm(name)) return value
  const result: Raw = {}
  for (const [given, content] of Object.entries(value)) {
    const known = camelCase(given)
    if (known === given || !(known in value)) result[known] = normalize(content, known, depth + 1)
  }
  return result
}

const isEnvelope = (raw: Raw) =>
  ["isSuccess", "errors", "validationErrors", "serializerErrors"].some(name => member(raw, name) !== undefined)

/** Reads the body of an answer. @param ok whether the HTTP status is a success; @returns an envelope also for bodies without one */
export const parseEnvelope = (body: unknown, ok: boolean): Envelope => {
  const isEnveloped = isRecord(body) && (isEnvelope(body) || (!ok && member(body, "message") !== undefined))
  const envelope: Raw = isEnveloped ? body : { value: body }
  const declared = member(envelope, "isSuccess")
  const status = member(envelope, "status")
  const succeeded =
    typeof declared === "boolean" ? declared : typeof status === "number" ? status === 0 || status === 1 || ok : ok
  return {
    value: normalize(member(envelope, "value")),
    isSuccess: ok && succeeded,
    status: typeof status === "number" ? status : undefined,
    message: text(member(envelope, "successMessage")) ?? text(member(envelope, "message")),
    errors: arrayOf(member(envelope, "errors")).flatMap(error =>
      isRecord(error) ? (text(member(error, "message")) ?? []) : (text(error) ?? []),
    ),
    fields: serializerErrors(envelope),
  }
}
