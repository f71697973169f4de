import { and, desc, eq, sql } from "drizzle-orm"
import type { Context } from "hono"
import type { SessionItem } from "../../../../src/contract/session"
import { activeSessions } from "../../auth/sessions"
import { sessions as table } from "../../db/schema"
import { refuse } from "../../errors/problem"
import type { Env } from "../../http/context"
import { ok } from "../../http/envelope"
import { idParam } from "../../http/request"

/** A person's own sessions. Sessions of other people are missing (docs/contract.md#authentication-calls). */

/** A list contains the latest sessions of a person who signs in often and does not sign out. */
const maxSessions = 100

export const listSessions = async (c: Context<Env>) => {
  const deps = c.get("deps")
  const actor = c.get("actor")
  const rows = await deps.db
    .select()
    .from(table)
    .where(activeSessions(deps, actor))
    .orderBy(desc(sql`${table.id} = ${actor.sessionId}`), desc(table.lastUsedAt), desc(table.id))
    .limit(maxSessions)
  const sessions: SessionItem[] = rows.map(({ id, userAgent, createdAt, lastUsedAt }) => ({
    id,
    userAgent,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt.toISOString(),
    current: id === actor.sessionId,
  }))
  return ok(c, sessions)
}

export const endSession = async (c: Context<Env>) => {
  const deps = c.get("deps")
  const [ended] = await deps.db
    .update(table)
    .set({ revokedAt: new Date(deps.clock()), endedByPerson: true })
    .where(and(eq(table.id, idParam(c)), activeSessions(deps, c.get("actor"))))
    .returning({ id: table.id })
  return ended ? ok(c, true) : refuse({ kind: "missing" })
}
