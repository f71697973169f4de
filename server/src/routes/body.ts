import type { Context } from "hono"
import type { z } from "zod"
import { type FieldMessages, refuseInvalid } from "../errors/problem"
import type { Env } from "../http/context"
import { readChange, readUpdate, readValid } from "../http/request"
import { noteBody } from "../records/approval"

/** The messages of a body's invalid members, by the contract's rules. */
export type Check<B> = (given: B) => FieldMessages

/** A body: what the document shows of it, and how it is read. @throws Refusal 400 naming every invalid field */
export type Body<B> = {
  type: "application/json" | "multipart/form-data"
  schema: z.ZodType
  read(c: Context<Env>, check?: Check<B>): Promise<B>
}

const ofJson = <B>(schema: z.ZodType, read: Body<B>["read"]): Body<B> => ({ type: "application/json", schema, read })

/** A body of JSON, as its schema parses it. */
export const json = <S extends z.ZodType<object>>(schema: S) =>
  ofJson<z.output<S>>(schema, (c, check) => readValid(c, schema, check))

/** The members that a change names: it leaves the others as they are. */
export const change = <S extends z.ZodObject>(schema: S) =>
  ofJson<Partial<z.output<S>>>(schema, async (c, check) => {
    const given = await readChange(c, schema)
    if (check) refuseInvalid(check(given))
    return given
  })

/** As {@link change}, of a body that also names its record. @param member the name of the record's id */
export const update = <S extends z.ZodObject, K extends string & keyof z.infer<S>>(schema: S, member: K) =>
  ofJson<Awaited<ReturnType<typeof readUpdate<S, K>>>>(schema, c => readUpdate(c, schema, member))

/** A body that takes the note of a proposal as well, which `readNote` reads (records/approval.ts). */
export const noted = <B>(body: Body<B>): Body<B> => {
  const schema = body.schema as z.ZodObject
  return { ...body, schema: schema.extend(noteBody.shape).meta({ ...schema.meta() }) }
}
