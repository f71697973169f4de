/** The values of answers: pages of lists, lists, records. Apart from the envelope, which every page reads. */

import { isRecord } from "../is-record"
import type { Answer } from "./answer"
import { arrayOf, member } from "./envelope"
import { HttpError } from "./http-error"

/** One page of a list. `total`: rows of all pages; `counts`: rows of the same filters by status code, where the server sends them. */
export type Page<T> = { rows: T[]; total: number; counts?: Record<string, number> }
/** One record. `version` is its ETag, which an update sends as `If-Match`; `received` has its members as they came. */
export type Loaded<T> = { record: T; version?: string; received?: object }

/** An answer without the expected value is a failure, so that it is never taken for an empty list or record. */
const formatError = ({ status, requestId }: Answer) => new HttpError({ kind: "format", status, requestId })

/**
 * Returns a reader of paged lists (docs/contract.md#lists).
 * @param name the list's member of `value`; accepted as well: a list that is `value` itself, or the one beside `totalCount`
 * @param of converts one row
 * @throws HttpError of kind `format` when the answer has neither list nor count
 */
export const page =
  <T>(name: string, of: (raw: object) => T = raw => raw as T) =>
  (answer: Answer): Page<T> => {
    const { value } = answer
    const total = isRecord(value) ? Number(member(value, "totalCount") ?? Number.NaN) : Number.NaN
    const listOfCount = () => (Number.isFinite(total) ? Object.values(value as object).find(Array.isArray) : undefined)
    const found = isRecord(value) ? (member(value, name) ?? listOfCount()) : value
    const counts = isRecord(value) ? member(value, "statusCounts") : undefined
    if (!Array.isArray(found) && !Number.isFinite(total)) throw formatError(answer)
    const rows = arrayOf(found).map(row => of(row as object))
    return {
      rows,
      total: Number.isFinite(total) ? total : rows.length,
      ...(isRecord(counts) && { counts: counts as Record<string, number> }),
    }
  }

/** Returns a reader of lists without pages: `value` itself, or its member `name`. @throws HttpError as {@link page} */
export const list =
  <T>(name: string) =>
  (answer: Answer): T[] =>
    page<T>(name)(answer).rows

/** Returns a reader of objects that have neither id nor version. @throws HttpError of kind `format` when `value` is no object */
export const objectValue =
  <T extends object>() =>
  (answer: Answer): T => {
    if (!isRecord(answer.value)) throw formatError(answer)
    return answer.value as T
  }

/** Returns a reader of one record. @param of converts it; @throws HttpError of kind `format` when `value` has no id */
export const one =
  <T>(of: (raw: object) => T = raw => raw as T) =>
  (answer: Answer): Loaded<T> => {
    const { value, etag } = answer
    if (!isRecord(value) || member(value, "id") === undefined) throw formatError(answer)
    return { record: of(value), received: value, ...(etag !== undefined && { version: etag }) }
  }
