import { and, desc, eq, sql } from "drizzle-orm"
import { Hono } from "hono"
import { bearer, livingSessions } from "../../auth/tokens"
import { sessions as table } from "../../db/schema"
import { refuse } from "../../errors/problem"
import type { Env } from "../../http/context"
import { ok } from "../../http/envelope"
import { idParam } from "../../http/request"

/** Decisions §6: a person's own sessions, whatever the role. Somebody else's are missing. */
export const sessions = new Hono<Env>()

/** A person who signs in over and over and never out sees the latest. */
const most = 100

sessions.get("/api/auth/sessions", bearer, async c => {
  const deps = c.get("deps")
  const actor = c.get("actor")
  const rows = await deps.db
    .select()
    .from(table)
    .where(livingSessions(deps, actor))
    .orderBy(desc(sql`${table.id} = ${actor.sessionId}`), desc(table.lastUsedAt), desc(table.id))
    .limit(most)
  return ok(
    c,
    rows.map(({ id, userAgent, createdAt, lastUsedAt }) => ({
      id,
      userAgent,
      createdAt: createdAt.toISOString(),
      lastUsedAt: lastUsedAt.toISOString(),
      current: id === actor.sessionId,
    })),
  )
})

sessions.delete("/api/auth/sessions/:id", bearer, async c => {
  const deps = c.get("deps")
  const [ended] = await deps.db
    .update(table)
    .set({ revokedAt: new Date(deps.clock()) })
    .where(and(eq(table.id, idParam(c)), livingSessions(deps, c.get("actor"))))
    .returning({ id: table.id })
  return ended ? ok(c, true) : refuse({ kind: "missing" })
})
