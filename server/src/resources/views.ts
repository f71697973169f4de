import { and, eq, isNull, or, sql } from "drizzle-orm"
import { type Context, Hono } from "hono"
import { z } from "zod"
import { modules } from "../../../src/contract/modules"
import { maxViewName, maxViews, rules, type View } from "../../../src/contract/views"
import { validate } from "../../../src/core/rules"
import { bearer } from "../auth/bearer"
import { anyStaff, hasModule, mayUse, refuseClosed } from "../auth/policy"
import type { Database } from "../db/open"
import { fullName, views as table, users } from "../db/schema"
import { turkishOrder } from "../db/turkish-order"
import { refuse, refuseField, refuseInvalid } from "../errors/problem"
import { limited, trimmed } from "../http/body"
import type { Actor, Env } from "../http/context"
import { ok } from "../http/envelope"
import { idParam, readChange, readValid } from "../http/request"
import { idempotent } from "../records/idempotency"
import { refuseOtherVersion } from "../records/version"

/** Saved views of lists: a person's own, and those that others of the same company share (docs/contract.md#saved-views). */
export const views = new Hono<Env>()

export const viewBody = z.object({
  list: z.enum(modules),
  name: trimmed(maxViewName),
  search: limited(2_000),
  hidden: z.array(z.string().max(50)).max(50).nullable().default(null),
  density: z.enum(["comfortable", "compact"]).default("comfortable"),
  isShared: z.boolean().default(false),
})
export const viewChange = viewBody.omit({ list: true }).partial()

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

/** The view in the path, when it is the actor's and of the version that they have seen. @throws Refusal 404, 403, 409 */
const readOwn = async (c: Context<Env>, tx: Database) => {
  const view = await readView(c, tx, idParam(c))
  if (!view.isOwn) return refuse({ kind: "denied" })
  await refuseOtherVersion(c, view.version, () => view)
  return view
}

views.get("/view", bearer, anyStaff, async c => ok(c, await readViews(c.get("deps").db, c.get("actor"))))

views.post("/view", bearer, anyStaff, async c => {
  const given = await readValid(c, viewBody, messagesOf)
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
  return ok(c, (await idempotent(c, given, create, { comparesBody: true })).answer)
})

views.put("/view/:id", bearer, anyStaff, async c => {
  const given = await readChange(c, viewChange)
  const { db } = c.get("deps")
  const view = await db.transaction(async tx => {
    const own = await readOwn(c, tx)
    const { id, version } = own
    refuseInvalid(messagesOf({ ...own, ...given }, own))
    await tx
      .update(table)
      .set({ ...given, version: version + 1 })
      .where(eq(table.id, id))
    return readView(c, tx, id)
  })
  return ok(c, view)
})

views.delete("/view/:id", bearer, anyStaff, async c => {
  const { db } = c.get("deps")
  const { id } = await readOwn(c, db)
  await db.delete(table).where(eq(table.id, id))
  return ok(c, true)
})
