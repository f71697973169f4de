/** The envelope of S3, parsed tolerantly (decisions §2): members in either case, ids as strings, no envelope at all. */
import type { Answer } from "./http"
import { HttpError } from "./http-error"
import { isRecord } from "./is-record"

export type FieldMessage = { field: string; message: string }
export type Envelope = {
  value: unknown
  isSuccess: boolean
  /** The envelope's own status number (S3); 0 is success. */
  status: number | undefined
  message: string | undefined
  errors: string[]
  validationErrors: unknown[]
  fields: FieldMessage[]
}

type Raw = Record<string, unknown>

/** A member by its name in camelCase or PascalCase. */
const member = (raw: Raw, name: string): unknown => (name in raw ? raw[name] : raw[name.charAt(0).toUpperCase() + name.slice(1)])

const text = (value: unknown) => (typeof value === "string" && value.trim() ? value : undefined)
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

const fieldMessages = (list: unknown[]): FieldMessage[] =>
  list.filter(isRecord).flatMap(entry => {
    const message = text(member(entry, "errorMessage")) ?? text(member(entry, "message"))
    const field = text(member(entry, "propertyName")) ?? text(member(entry, "identifier")) ?? text(member(entry, "field")) ?? ""
    return message ? [{ field, message }] : []
  })

/** Serializer errors stand in one of three places; the first that holds any wins. */
const serializerErrors = (raw: Raw): FieldMessage[] => {
  const errors = member(raw, "errors")
  const places = [
    member(raw, "serializerErrors"),
    isRecord(errors) ? member(errors, "serializerErrors") : undefined,
    member(raw, "validationErrors"),
  ]
  return places.map(place => fieldMessages(listOf(place))).find(list => list.length > 0) ?? []
}

/** "Title" as "title", "URL" as "url", "QRCode" as "qrCode". */
const camelCase = (name: string) => name.replace(/^[A-Z]+(?![a-z])|^[A-Z]/, letters => letters.toLowerCase())

/** A member whose content belongs to people: its names and numbers stay as they are. */
const isFree = (name: string) => name === "metadata"

const isId = (name: string) => name === "id" || name.endsWith("Id")

/** No answer of the contract nests deeper. */
const maxDepth = 20

/**
 * A value from the wire: member names in camelCase, numeric ids as strings (docs/contract.md#ids), at any depth. A member that
 * comes in both cases is the one in camelCase.
 */
const normalize = (value: unknown, name = "", depth = 0): unknown => {
  if (typeof value === "number") return isId(name) ? String(value) : value
  if (depth > maxDepth) return value
  if (Array.isArray(value)) return value.map(entry => normalize(entry, name.replace(/Ids$/, "Id"), depth + 1))
  if (!isRecord(value) || isFree(name)) return value
  const result: Raw = {}
  for (const [given, content] of Object.entries(value)) {
    const known = camelCase(given)
    if (known === given || !(known in value)) result[known] = normalize(content, known, depth + 1)
  }
  return result
}

const isEnvelope = (raw: Raw) =>
  ["isSuccess", "errors", "validationErrors", "serializerErrors"].some(name => member(raw, name) !== undefined)

/** @param ok whether the HTTP status was a success */
export const parseEnvelope = (body: unknown, ok: boolean): Envelope => {
  if (!isRecord(body) || !(isEnvelope(body) || (!ok && member(body, "message") !== undefined))) {
    return {
      value: normalize(body),
      isSuccess: ok,
      status: undefined,
      message: undefined,
      errors: [],
      validationErrors: [],
      fields: [],
    }
  }
  const claimed = member(body, "isSuccess")
  const status = member(body, "status")
  const succeeded = typeof claimed === "boolean" ? claimed : typeof status === "number" ? status === 0 || status === 1 || ok : ok
  return {
    value: normalize(member(body, "value")),
    isSuccess: ok && succeeded,
    status: typeof status === "number" ? status : undefined,
    message: text(member(body, "successMessage")) ?? text(member(body, "message")),
    errors: listOf(member(body, "errors")).flatMap(error =>
      isRecord(error) ? (text(member(error, "message")) ?? []) : (text(error) ?? []),
    ),
    validationErrors: listOf(member(body, "validationErrors")),
    fields: serializerErrors(body),
  }
}

/** `counts`: rows by status code under the same filters, where the server sends them. */
export type Page<T> = { rows: T[]; total: number; counts?: Record<string, number> }
/** One record, with the version to send back as If-Match. */
export type Loaded<T> = { record: T; version?: string }

/** What was asked for is not in the answer: nothing must be taken for an empty list or an empty record. */
const unreadable = ({ status, requestId }: Answer) => new HttpError({ kind: "format", status, requestId })

/**
 * @param name the list's member under `value`, such as "campaigns" (decisions §2, List members)
 * @param of reads one row
 * @throws HttpError when the answer has neither list nor count
 */
export const page =
  <T>(name: string, of: (raw: object) => T = raw => raw as T) =>
  (answer: Answer): Page<T> => {
    const { value } = answer
    const held = isRecord(value) ? member(value, name) : value
    const total = isRecord(value) ? Number(member(value, "totalCount") ?? Number.NaN) : Number.NaN
    const counts = isRecord(value) ? member(value, "statusCounts") : undefined
    if (!Array.isArray(held) && !Number.isFinite(total)) throw unreadable(answer)
    const rows = listOf(held).map(row => of(row as object))
    return {
      rows,
      total: Number.isFinite(total) ? total : rows.length,
      ...(isRecord(counts) && { counts: counts as Record<string, number> }),
    }
  }

/** A list that comes whole: as `value`, or as a member of it. */
export const list =
  <T>(name: string) =>
  (answer: Answer): T[] =>
    page<T>(name)(answer).rows

/** A record that has no id and no version: figures. @throws HttpError when the answer is none */
export const objectValue =
  <T extends object>() =>
  (answer: Answer): T => {
    if (!isRecord(answer.value)) throw unreadable(answer)
    return answer.value as T
  }

/** @param of reads the record. @throws HttpError when the answer is no record, which has an id */
export const one =
  <T>(of: (raw: object) => T = raw => raw as T) =>
  (answer: Answer): Loaded<T> => {
    const { value, etag } = answer
    if (!isRecord(value) || member(value, "id") === undefined) throw unreadable(answer)
    return { record: of(value), ...(etag !== undefined && { version: etag }) }
  }
