import { z } from "zod"
import type { AuditedRecord } from "../../../src/contract/modules"
import { kindNamed } from "../kinds"
import { id, statusCounts, text, total, uploaded } from "../kinds/answer-shape"
import { noteBody } from "./approval"

/** The documentation of one call. Paths, roles and errors are read from the registered routes. */
export type Call = {
  tag: string
  summary: string
  query?: Record<string, z.ZodType>
  body?: z.ZodType
  example?: Record<string, unknown> | readonly string[]
  /** Members that the contract's rules require, in addition to those that the body's schema requires. */
  required?: readonly string[]
  upload?: true
  /** The envelope's value; without one the answer is 204 without a body. */
  value?: z.ZodType
  /** An answer without the envelope (docs/contract.md#operations-calls). */
  bare?: { type: string; schema: z.ZodType }
  /** The call requires a session although its route has no guard. */
  session?: true
}

/** By method and path: `GET /campaign/list`. */
export type Calls = Record<string, Call>
export type UntaggedCall = Omit<Call, "tag">

/** Returns calls with their tag in the document. */
export const tagged = (tag: string, calls: Record<string, UntaggedCall>): Calls =>
  Object.fromEntries(Object.entries(calls).map(([path, call]) => [path, { tag, ...call }]))

/** An id for examples. */
export const exampleId = "3f0d1f6e-5a53-4c1b-9a55-0b6f1c0a7e11"

export const literalTrue = z.literal(true)
export const number = z.int().min(0)
export const day = z.string().meta({ description: "A day (YYYY-MM-DD) or an instant." })
/** The filter by owner (docs/contract.md#owner-filter). */
export const owner = { tenantId: text.meta({ description: "The id of a company, or `platform`." }) }
export const period = { startDate: day, endDate: day }

const pageSize = (size: number) => z.int().min(1).max(100).default(size)

/** Parameters of every list. */
export const paged = { page: number.default(0), pageSize: pageSize(8) }

/** Parameters of a list that is searched and sorted. */
export const listQuery = (sorts: object, size = 8) => ({
  page: paged.page,
  pageSize: pageSize(size),
  keyword: z.string().max(200),
  sortBy: z.enum(Object.keys(sorts) as [string, ...string[]]),
  sortOrder: z.enum(["asc", "desc"]).default("asc"),
})

/** The value of a list. */
export const page = (member: string, item: z.ZodType) => z.object({ [member]: z.array(item), totalCount: total })

/** The value of a list with counts by status. */
export const pageByStatus = (member: string, item: z.ZodType) =>
  z.object({ [member]: z.array(item), totalCount: total, statusCounts: statusCounts })

export const upload = (path: string, tag: string): Calls => ({
  [`POST ${path}`]: { tag, summary: "Upload a picture", upload: true, value: uploaded },
})

export type RecordDocument = {
  /** Query parameters of the list. */
  query: Call["query"]
  list: z.ZodType
  value: z.ZodType
  body: z.ZodObject
  change: z.ZodObject
  /** A body that creates a record. */
  example: Record<string, unknown>
  /** Members that a create must name by the rules. */
  required: readonly string[]
  /** The member of a change that contains the record's id. */
  idMember?: string
  /** The path of the deletion. */
  removePath?: string
}

export const propose = z.literal("true").meta({ description: "Sends a change that needs approval for it: 202." })

/** The calls that most kinds of record have. */
export const recordCalls = (entity: AuditedRecord, document: RecordDocument): Calls => {
  const { tag, noun, live } = kindNamed(entity)
  const { query, list, value, body, change, example, required } = document
  const { idMember = "id", removePath = `/${entity}/delete/:id` } = document
  const proposed = live !== undefined && { query: { propose } }
  const noted = (given: z.ZodObject) => (proposed ? given.extend(noteBody.shape) : given)
  const changed = Object.fromEntries(Object.entries(example).filter(([name]) => name in change.shape))
  return {
    [`GET /${entity}/list`]: { tag, summary: `List of ${tag.toLowerCase()}`, query, value: list },
    [`GET /${entity}/:id`]: { tag, summary: `One ${noun}`, value },
    [`POST /${entity}/create`]: { tag, summary: `Create one ${noun}`, ...proposed, body: noted(body), example, required, value },
    [`PUT /${entity}/update`]: {
      tag,
      summary: `Change one ${noun}`,
      ...proposed,
      body: noted(change),
      example: { [idMember]: exampleId, ...changed },
      required: [idMember],
      value,
    },
    [`DELETE ${removePath}`]: { tag, summary: `Delete one ${noun}`, value: literalTrue },
  }
}

export { id, text, total }
