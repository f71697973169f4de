import { z } from "zod"
import { id, instant, named, questionValue, statusCounts, text, total, uploaded } from "../kinds/answer-shape"

/** Schemas that the calls of several resources have. */

/** An id for examples. */
export const exampleId = "3f0d1f6e-5a53-4c1b-9a55-0b6f1c0a7e11"

export const number = z.int().min(0)
export const isoDay = z.string().meta({ format: "date" })
export const day = z.string().meta({ description: "A day (YYYY-MM-DD) or an instant." })
/** The filter by owner (docs/contract.md#owner-filter). */
export const owner = { tenantId: text.meta({ description: "The id of a company, or `platform`." }) }
export const propose = z.literal("true").meta({ description: "Sends a change that needs approval for it: 202." })

/** What is wrong with an entry of a list. */
export const rowErrors = z.array(z.object({ field: text, message: text })).optional()

const pageSize = (size: number) => z.int().min(1).max(100).default(size)

/** Parameters of every list. */
export const paged = { page: number.default(0), pageSize: pageSize(8) }

/** Parameters of a list of options, which answers the first ones: those that contain a text, or have one of some ids, with commas. */
export const optionQuery = { keyword: z.string().max(200), ids: z.string().max(5_000) }

/** Parameters of a list that is searched and sorted. */
export const listQuery = (sorts: object, size = 8) => ({
  page: paged.page,
  pageSize: pageSize(size),
  keyword: z.string().max(200),
  sortBy: z.enum(Object.keys(sorts) as [string, ...string[]]),
  sortOrder: z.enum(["asc", "desc"]).default("asc"),
})

type Page<M extends string, I extends z.ZodType> = z.ZodObject<Record<M, z.ZodArray<I>> & { totalCount: typeof total }>

/** The value of a list. */
export const page = <M extends string, I extends z.ZodType>(member: M, item: I) =>
  z.object({ [member]: z.array(item), totalCount: total }) as Page<M, I>

/** The value of a list with counts by status. */
export const pageByStatus = (member: string, item: z.ZodType) =>
  z.object({ [member]: z.array(item), totalCount: total, statusCounts })

export { id, instant, named, questionValue, statusCounts, text, total, uploaded }
