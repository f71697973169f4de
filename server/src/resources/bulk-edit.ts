import { isDeepStrictEqual } from "node:util"
import type { Context } from "hono"
import { z } from "zod"
import { type EditOutcome, editOutcomes, maxEditedRecords } from "../../../src/contract/bulk-edit"
import { may } from "../auth/policy"
import type { Database } from "../db/open"
import { type FieldMessages, Refusal } from "../errors/problem"
import { uuid } from "../http/body"
import type { Env } from "../http/context"
import { translateFields } from "../http/messages"
import type { DerivedKind, Kind, StoredRow } from "../kinds/kind"
import { readNote } from "../records/approval"
import { readOwn } from "../records/find"
import { lockRow } from "../records/version"
import { changeLocked } from "../records/write"
import { change, route } from "../routes/route"
import { exampleId, named, rowErrors, text, total } from "../routes/schemas"
import { proposable } from "./record-routes"

/** One member set on many records, each with an outcome of its own (docs/contract.md#bulk-edit). */

export const editOutcome = named("EditOutcome", {
  index: total,
  outcome: z.enum(editOutcomes),
  undoToken: text.optional(),
  errors: rowErrors,
}) satisfies z.ZodType<EditOutcome>

/** Makes the columns of a record that is changed; `row` is locked in `tx`. @throws Refusal */
type ColumnsOf<R, B> = (c: Context<Env>, tx: Database, given: Partial<B>, row: R) => Promise<Partial<R>>

type Edited = Omit<EditOutcome, "index" | "errors"> & { messages?: FieldMessages }

/** What a refused record is answered with. */
const messagesOf = ({ problem }: Refusal): FieldMessages => {
  if (problem.kind === "invalid") return Object.fromEntries(problem.fields.map(({ field, message }) => [field, message]))
  if (problem.kind === "missing") return { id: "error.notFound" }
  return { id: "key" in problem && problem.key ? problem.key : "error.notPermitted" }
}

/** Changes one record as a single call does, or not at all. */
const editRecord = async <R extends StoredRow>(
  c: Context<Env>,
  tx: Database,
  kind: Kind<R>,
  id: string,
  valuesOf: (row: R, tx: Database) => Promise<Partial<R>>,
): Promise<Edited> => {
  try {
    return await tx.transaction(async (step): Promise<Edited> => {
      await readOwn(c, kind, id, step)
      const row = await lockRow(step, kind, id)
      const values = await valuesOf(row, step)
      if (isDeepStrictEqual({ ...row, ...values }, { ...row })) return { outcome: "unchanged" }
      const { undoToken, isProposed } = await changeLocked(c, step, kind, id, () => values)
      return isProposed ? { outcome: "proposed" } : { outcome: "changed", undoToken }
    })
  } catch (refusal) {
    if (!(refusal instanceof Refusal)) throw refusal
    return { outcome: "refused", messages: messagesOf(refusal) }
  }
}

/** @param members those that can be set, of which a call names one; @param example a body without the ids */
export const bulkEditRoute = <R extends StoredRow, S extends z.ZodObject>(
  kind: Kind<R>,
  members: S,
  example: Record<string, unknown>,
  columnsOf: ColumnsOf<R, z.output<S>>,
) =>
  route.put(`/${kind.name}/bulk`, may("write", kind.module), {
    summary: `Change one member of up to ${maxEditedRecords} records, each with an outcome of its own`,
    ...proposable(kind, change(members.partial().extend({ ids: z.array(uuid).min(1).max(maxEditedRecords) }))),
    required: ["ids"],
    example: { ids: [exampleId], ...example },
    answer: z.array(editOutcome),
    handler: async ({ c, deps, body }) => {
      const { ids, ...given } = (await body(({ ids: _, ...given }) =>
        Object.keys(given).length === 1 ? {} : { body: "rule.shape" },
      )) as { ids: string[] } & Partial<z.output<S>>
      // Each change reads it: a wrong one refuses the call, also where nothing is changed.
      readNote(c, kind)
      const edited = await deps.db.transaction(async tx => {
        const outcomes = new Map<string, Edited>()
        // In the order of the ids: two calls with the same ones then wait for each other one after the other.
        for (const id of [...new Set(ids.map(id => id.toLowerCase()))].sort())
          outcomes.set(
            id,
            await editRecord(c, tx, kind, id, (row, step) => columnsOf(c, step, given as Partial<z.output<S>>, row)),
          )
        return outcomes
      })
      return {
        value: ids.map((id, index) => {
          const { messages = {}, ...outcome } = edited.get(id.toLowerCase()) ?? { outcome: "unchanged" as const }
          return { index, ...outcome, ...translateFields(c.get("language"), messages) }
        }),
      }
    },
  })

/** As {@link bulkEditRoute}, of a kind that is derived from its fields. */
export const bulkEditKind = <R extends StoredRow, D extends object>(kind: DerivedKind<R, D>, members: readonly string[]) => {
  const isEdited = ([name]: [string, unknown]) => members.includes(name)
  const [member = ""] = members
  return bulkEditRoute(
    kind,
    z.object(Object.fromEntries(Object.entries(kind.body.shape).filter(isEdited)) as z.ZodRawShape),
    { [member]: kind.example[member] },
    (c, tx, given, row) => kind.columns(tx, c.get("actor"), given, row),
  )
}
