import type { Context } from "hono"
import { z } from "zod"
import { type FieldMessages, refuseInvalid } from "../errors/problem"
import type { Env } from "../http/context"
import { translateFields } from "../http/messages"

/**
 * Entries that are parsed one by one, so that one of another shape is refused alone. The document shows the schemas that parse them.
 */

/** An entry as it came, and what its schema makes of it. */
export type ParsedRow<S extends z.ZodObject> = { row: Record<string, unknown> } & z.ZodSafeParseResult<z.output<S>>

export const parseRow = <S extends z.ZodObject>(schema: S, row: Record<string, unknown>): ParsedRow<S> => ({
  row,
  ...schema.safeParse(row),
})

/** @param schemaOf chooses the schema of an entry among `schemas` */
export const rowsOf = <S extends readonly [z.ZodObject, ...z.ZodObject[]]>(
  schemas: S,
  max: number,
  schemaOf: (row: object) => S[number],
) =>
  z
    .array(z.looseObject({}))
    .min(1)
    .max(max)
    .meta({ entry: schemas.length > 1 ? z.union(schemas) : schemas[0] })
    .transform(rows => rows.map((row): ParsedRow<S[number]> => parseRow(schemaOf(row), row)))

/** The rows as they came: what a call is recognised by that is repeated. */
export const rowsAsGiven = (rows: readonly { row: object }[]) => rows.map(({ row }) => row)

/** A body that may be an entry itself, which the handler parses by `parseRow`. */
export const orEntry = <T extends z.ZodRawShape>(entry: z.ZodObject, shape: T) => z.looseObject(shape).meta({ entry })

/** What became of an entry: its members of the answer, and the messages of what was refused. */
export type RowOutcome<A extends { index: number }> = Omit<A, "index" | "errors"> & { messages: FieldMessages }

/** The outcomes of entries as they are answered. @param isAlone whether the body was the entry @throws Refusal 400 when it was refused */
export const presentOutcomes = <O extends { messages: FieldMessages }>(
  c: Context<Env>,
  outcomes: readonly O[],
  isAlone: boolean,
) => {
  if (isAlone) for (const { messages } of outcomes) refuseInvalid(messages)
  return outcomes.map(({ messages, ...outcome }, index) => ({
    index,
    ...outcome,
    ...translateFields(c.get("language"), messages),
  }))
}

type Documented = { entry?: z.ZodType; items?: object; properties?: object; additionalProperties?: unknown }

/** Shows the schemas of entries in place of what is read at first. @param documentOf the JSON Schema of an entry */
export const showEntries = (json: Documented, documentOf: (schema: z.ZodType) => { properties?: object }) => {
  if (!json.entry) return
  const entry = documentOf(json.entry)
  if (json.items) json.items = entry
  else json.properties = { ...entry.properties, ...json.properties }
  delete json.entry
  delete json.additionalProperties
}
