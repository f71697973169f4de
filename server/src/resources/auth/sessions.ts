import { and, desc, eq, sql } from "drizzle-orm"
import { z } from "zod"
import { type SessionItem, sessionWays } from "../../../../src/contract/session"
import { logSessionEnd } from "../../auth/security-log"
import { activeSessions } from "../../auth/sessions"
import { sessions as table } from "../../db/schema"
import { refuse } from "../../errors/problem"
import { requireId } from "../../http/request"
import { literalTrue, route } from "../../routes/route"
import { id, instant, named, text } from "../../routes/schemas"

/** A person's own sessions. Sessions of other people are missing (docs/contract.md#authentication-calls). */

/** A list contains the latest sessions of a person who signs in often and does not sign out. */
const maxSessions = 100

const session = named("Session", {
  id,
  userAgent: text,
  way: z.enum(sessionWays),
  createdAt: instant,
  lastUsedAt: instant,
  current: z.boolean(),
}) satisfies z.ZodType<SessionItem>

export const listSessions = route.get("/api/auth/sessions", "session", {
  summary: "Sessions of the signed-in person",
  answer: z.array(session),
  handler: async ({ c, deps }) => {
    const actor = c.get("actor")
    const rows = await deps.db
      .select()
      .from(table)
      .where(activeSessions(deps, actor))
      .orderBy(desc(sql`${table.id} = ${actor.sessionId}`), desc(table.lastUsedAt), desc(table.id))
      .limit(maxSessions)
    const value = rows.map(({ id, userAgent, way, createdAt, lastUsedAt }) => ({
      id,
      userAgent,
      way,
      createdAt: createdAt.toISOString(),
      lastUsedAt: lastUsedAt.toISOString(),
      current: id === actor.sessionId,
    }))
    return { value }
  },
})

export const endSession = route.delete("/api/auth/sessions/:id", "session", {
  summary: "End one session of the signed-in person",
  answer: literalTrue,
  handler: async ({ c, deps, params }) => {
    const [ended] = await deps.db
      .update(table)
      .set({ revokedAt: new Date(deps.clock()), endedByPerson: true })
      .where(and(eq(table.id, requireId(params.id)), activeSessions(deps, c.get("actor"))))
      .returning({ id: table.id, userId: table.userId })
    if (!ended) return refuse({ kind: "missing" })
    logSessionEnd(deps, "signOut", [ended])
  },
})
