import { getTableColumns } from "drizzle-orm"
import type { PgTable } from "drizzle-orm/pg-core"
import { z } from "zod"
import { questionTypes } from "../../../src/contract/surveys/surveys"
import type { Wire } from "../../../src/contract/wire"
import type { DraftOf, Field, FieldKind, Fields, Special } from "../../../src/core/fields"
import { code } from "../http/body"

/** Schemas of the members that the API answers, for the document, from the fields of a record (src/core/fields.ts). */

export const id = z.string().meta({ format: "uuid" })
export const instant = z.string().meta({ format: "date-time" })
export const text = z.string()
export const total = z.int().min(0)
export const named = <T extends z.ZodRawShape>(name: string, shape: T) => z.object(shape).meta({ id: name })

/** Numbers of records by status number. */
export const statusCounts = z.record(z.string(), total)
export const uploaded = named("Uploaded", { url: text, orderNo: total })

/** A question of a survey. */
export const questionValue = named("Question", {
  id: text,
  text,
  description: text,
  type: z.enum(questionTypes),
  options: z.array(text),
  exclusive: text.optional(),
  required: z.boolean(),
})

const picture = named("Picture", { url: text, orderNo: total })

type Checked = Field<unknown>

/** By kind. `isWhole`: the column holds whole numbers, as a count without a column does. */
const schemas: Record<Exclude<FieldKind, "special">, (field: Checked, isWhole: boolean) => z.ZodType> = {
  text: () => text,
  email: () => text,
  phone: () => text,
  secret: () => text,
  number: (_, isWhole) => (isWhole ? total : z.number()),
  instant: () => instant,
  day: () => z.string().meta({ format: "date" }),
  code: ({ codes }) => (codes ? code(codes) : z.int()),
  id: () => id,
  owner: () => id,
  ids: () => z.array(id),
  picture: () => text,
  pictures: () => z.array(picture),
}

type Plain<F extends Fields> = { [K in keyof F as F[K] extends Special<unknown> ? never : K]: F[K] }
type ValueShape<F extends Fields> = { [K in keyof Plain<F>]: z.ZodType<Wire<DraftOf<Plain<F>>>[K]> }

/**
 * Returns the schemas of members as they are answered: null where their column may be, and for the name of another record, which
 * has no column. A special member has none: its module adds it.
 */
export const answerShape = <F extends Fields>(table: PgTable, fields: F): ValueShape<F> => {
  const columns = getTableColumns(table)
  return Object.fromEntries(
    Object.entries<Checked>(fields).flatMap(([name, field]) => {
      if (field.kind === "special") return []
      const column = columns[name]
      const schema = schemas[field.kind](field, column?.columnType !== "PgDoublePrecision")
      return [[name, (column ? !column.notNull : field.kind === "text") ? schema.nullable() : schema]]
    }),
  ) as ValueShape<F>
}
