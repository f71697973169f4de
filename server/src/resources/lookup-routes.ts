import { asc } from "drizzle-orm"
import { z } from "zod"
import { type LookupUse, type Merged, rules } from "../../../src/contract/categories"
import { validate } from "../../../src/core/rules"
import { compareTexts } from "../../../src/core/text/compare-texts"
import { ownerOf } from "../auth/policy"
import { isUniqueViolation } from "../errors/faults"
import { refuseField } from "../errors/problem"
import { booleanOr, trimmed } from "../http/body"
import { idempotent } from "../records/idempotency"
import { changeLookup, countUses, isOwnLookup, type Lookup, mergeLookup, removeLookup, requireOwn } from "../records/lookups"
import { change, type Guard, json, literalTrue, route } from "../routes/route"
import { exampleId, id, named, text, total } from "../routes/schemas"

/** The calls that keep categories and departments in order (docs/contract.md#categories). */

const use = named("LookupUse", {
  id,
  name: text,
  isRetired: z.boolean(),
  version: z.int().min(1),
  uses: z.record(z.string(), total),
}) satisfies z.ZodType<LookupUse>

const merged = named("Merged", { moved: total, kept: total }) satisfies z.ZodType<Merged>

/** @param noun for the document */
export const lookupRoutes = (
  lookup: Lookup,
  { reads, writes: guard }: { reads: Guard; writes: Guard },
  noun: { one: string; many: string },
) => {
  const { name, table } = lookup
  const refuseTaken = () => refuseField("name", lookup.taken)
  return [
    route.get(`/${name}/usage`, reads, {
      summary: `Own ${noun.many} with how many records name each`,
      answer: z.array(use),
      handler: async ({ c, deps: { db } }) => {
        const isOwn = isOwnLookup(lookup, ownerOf(c.get("actor")))
        const rows = await db.select().from(table).where(isOwn).orderBy(asc(table.name))
        const uses = await countUses(db, lookup, isOwn)
        const value = (rows as { id: string; name: string; version: number; retiredAt: Date | null }[])
          .map(({ id, name, version, retiredAt }) => ({
            id,
            name,
            isRetired: retiredAt !== null,
            version,
            uses: uses.get(id) ?? {},
          }))
          .sort((a, b) => compareTexts(a.name, b.name))
        return { value }
      },
    }),
    route.put(`/${name}/:id`, guard, {
      summary: `Rename a ${noun.one}, retire it, or offer it again`,
      body: change(z.object({ name: trimmed(100), isRetired: booleanOr(false) })),
      example: { name: "Ev ve bahçe" },
      answer: literalTrue,
      errors: [409],
      handler: async ({ c, body, params }) => {
        await requireOwn(c, lookup, params.id)
        const given = await body(({ name }) => (name === undefined ? {} : validate(rules, { name })))
        const changed = changeLookup(c, lookup, params.id, given)
        const { after, undoToken } = await changed.catch(error =>
          isUniqueViolation(error) ? refuseTaken() : Promise.reject(error),
        )
        return { etag: after.version, undoToken }
      },
    }),
    route.delete(`/${name}/:id`, guard, {
      summary: `Retire a ${noun.one} that records name, remove one that none names`,
      answer: literalTrue,
      errors: [409],
      handler: async ({ c, params }) => ({ undoToken: (await removeLookup(c, lookup, params.id)).undoToken }),
    }),
    route.post(`/${name}/:id/merge`, guard, {
      summary: `Move the records of a ${noun.one} to another one`,
      body: json(z.object({ into: id })),
      required: ["into"],
      example: { into: exampleId },
      answer: merged,
      errors: [409],
      handler: async ({ c, body, params }) => {
        await requireOwn(c, lookup, params.id)
        const given = await body()
        const { answer, rest } = await idempotent(c, given, async tx => {
          const { counts, undoToken } = await mergeLookup(c, tx, lookup, params.id, given.into)
          return { answer: counts, rest: { undoToken } }
        })
        return { value: answer, ...rest }
      },
    }),
  ]
}
