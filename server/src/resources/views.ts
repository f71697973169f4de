import { and, eq, isNull, or, sql } from "drizzle-orm"
import type { Context } from "hono"
import { z } from "zod"
import { modules } from "../../../src/contract/modules"
import { maxViewName, maxViews, rules, type View } from "../../../src/contract/views"
import { validate } from "../../../src/core/rules"
import { anyStaff, hasModule, mayUse, refuseClosed } from "../auth/policy"
import type { Database } from "../db/open"
import { fullName, views as table, users } from "../db/schema"
import { turkishOrder } from "../db/turkish-order"
import { refuse, refuseField, refuseInvalid } from "../errors/problem"
import { limited, trimmed } from "../http/body"
import type { Actor, Env } from "../http/context"
import { requireId } from "../http/request"
import { idempotent } from "../records/idempotency"
import { refuseOtherVersion } from "../records/version"
import { change, json, literalTrue, route } from "../routes/route"
import { id, named, text, total } from "../routes/schemas"

/** Saved views of lists: a person's own, and those that others of the same company share (docs/contract.md#saved-views). */

const viewBody = z.object({
  list: z.enum(modules),
  name: trimmed(maxViewName),
  search: limited(2_000),
  hidden: z.array(z.string().max(50)).max(50).nullable().default(null),
  density: z.enum(["comfortable", "compact"]).default("comfortable"),
  isShared: z.boolean().default(false),
})

const view = named("View", {
  id,
  list: text,
  name: text,
  search: text,
  hidden: z.array(text).nullable(),
  density: z.enum(["comfortable", "compact"]),
  isShared: z.boolean(),
  isOwn: z.boolean(),
  ownerName: text,
  version: total,
})

type Named = { name: string; isShared: boolean }
const messagesOf = (given: Named, stored?: Named) => validate(rules, given, stored && [stored])

const visible = ({ userId, role, tenantId }: Actor) => {
  const isColleagues = role === "Administrator" ? eq(users.role, role) : eq(users.tenantId, tenantId ?? sql`null`)
  return and(isNull(users.deletedAt), or(eq(table.userId, userId), and(table.isShared, isColleagues)))
}

/** The views of the lists that the actor may read. */
const readViews = async (db: Database, actor: Actor, id?: string): Promise<View[]> => {
  const rows = await db
    .select({ row: table, ownerName: fullName })
    .from(table)
    .innerJoin(users, eq(users.id, table.userId))
    .where(and(visible(actor), id ? eq(table.id, id) : undefined))
    .orderBy(turkishOrder(table.name), table.id)
  return rows
    .filter(({ row }) => hasModule(actor, row.list) && mayUse(actor, "read", row.list))
    .map(({ row: { userId, createdAt: _, ...members }, ownerName }) => ({
      ...members,
      isOwn: userId === actor.userId,
      ownerName,
    }))
}

/** @throws Refusal 404 */
const readView = async (c: Context<Env>, db: Database, id: string) => {
  const [view] = await readViews(db, c.get("actor"), id)
  return view ?? refuse({ kind: "missing" })
}

/** A view, when it is the actor's and of the version that they have seen. @throws Refusal 404, 403, 409 */
const readOwn = async (c: Context<Env>, tx: Database, id: string) => {
  const view = await readView(c, tx, requireId(id))
  if (!view.isOwn) return refuse({ kind: "denied" })
  await refuseOtherVersion(c, view.version, () => view)
  return view
}

const list = route.get("/view", anyStaff, {
  summary: "Saved views of lists: one’s own, and those that others of the company share",
  answer: z.array(view),
  handler: async ({ c, deps }) => ({ value: await readViews(deps.db, c.get("actor")) }),
})

const create = route.post("/view", anyStaff, {
  summary: "Save a view",
  body: json(viewBody),
  required: ["list", "name"],
  example: { list: "campaigns", name: "Bu ay bitenler", search: "endDate=@thisMonth&sortBy=endDate&sortOrder=asc" },
  answer: view,
  handler: async ({ c, body }) => {
    const given = await body(messagesOf)
    const actor = c.get("actor")
    const { userId } = actor
    refuseClosed(actor, "read", given.list)
    const create = async (tx: Database) => {
      await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${`views ${userId}`}))`)
      if ((await tx.$count(table, and(eq(table.userId, userId), eq(table.list, given.list)))) >= maxViews)
        return refuseField("name", { key: "rule.tooMany", params: { limit: maxViews } })
      const [row] = await tx
        .insert(table)
        .values({ ...given, userId })
        .returning()
      return { answer: await readView(c, tx, row?.id ?? "") }
    }
    return { value: (await idempotent(c, given, create, { comparesBody: true })).answer }
  },
})

const update = route.put("/view/:id", anyStaff, {
  summary: "Change one’s own view",
  body: change(viewBody.omit({ list: true }).partial()),
  example: { isShared: true },
  answer: view,
  handler: async ({ c, deps, params, body }) => {
    const given = await body()
    const { db } = deps
    const value = await db.transaction(async tx => {
      const own = await readOwn(c, tx, params.id)
      const { id, version } = own
      refuseInvalid(messagesOf({ ...own, ...given }, own))
      await tx
        .update(table)
        .set({ ...given, version: version + 1 })
        .where(eq(table.id, id))
      return readView(c, tx, id)
    })
    return { value }
  },
})

const remove = route.delete("/view/:id", anyStaff, {
  summary: "Delete one’s own view",
  answer: literalTrue,
  handler: async ({ c, deps: { db }, params }) => {
    const { id } = await readOwn(c, db, params.id)
    await db.delete(table).where(eq(table.id, id))
  },
})

export const views = [list, create, update, remove]
