import { eq } from "drizzle-orm"
import { type Context, Hono } from "hono"
import { z } from "zod"
import { type Summary, summaryRhythms } from "../../../../src/contract/summary"
import { bearer } from "../../auth/bearer"
import { anyStaff } from "../../auth/policy"
import { summaries as table } from "../../db/schema"
import { refuse } from "../../errors/problem"
import type { Env } from "../../http/context"
import { ok } from "../../http/envelope"
import { translate } from "../../http/messages"
import { isUuid, linkParam, readValid } from "../../http/request"
import { isUnsubscribeToken } from "./unsubscribe-token"

/** Whether and when a person gets a summary by mail of what needs them (docs/contract.md#summary). */
export const summary = new Hono<Env>()

export const summaryBody = z.object({ rhythm: z.enum(summaryRhythms) })

summary.get("/api/auth/summary", bearer, anyStaff, async c => {
  const [row] = await c
    .get("deps")
    .db.select()
    .from(table)
    .where(eq(table.userId, c.get("actor").userId))
  return ok(c, { rhythm: row?.rhythm ?? "off" } satisfies Summary)
})

summary.put("/api/auth/summary", bearer, anyStaff, async c => {
  const { db } = c.get("deps")
  const { userId } = c.get("actor")
  const { rhythm } = await readValid(c, summaryBody)
  const language = c.get("language")
  if (rhythm === "off") await db.delete(table).where(eq(table.userId, userId))
  else
    await db
      .insert(table)
      .values({ userId, rhythm, language })
      .onConflictDoUpdate({ target: table.userId, set: { rhythm, language } })
  return ok(c, { rhythm } satisfies Summary)
})

/** The person of a token of a mail. @throws Refusal 404 */
const subscriberOf = (c: Context<Env>): string => {
  const token = linkParam(c, "token")
  const [userId = ""] = token.split(".")
  const isValid = isUuid(userId) && isUnsubscribeToken(c.get("deps"), userId, token)
  return isValid ? userId : refuse({ kind: "missing" })
}

/** One click in a mail program (RFC 8058); without a session. */
summary.post("/summary/unsubscribe/:token", async c => {
  await c
    .get("deps")
    .db.delete(table)
    .where(eq(table.userId, subscriberOf(c)))
  return ok(c, true)
})

/** For programs that open the link instead, or only check it: it changes nothing. */
summary.get("/summary/unsubscribe/:token", c => {
  subscriberOf(c)
  return c.text(translate(c.get("language"), "summary.end"))
})
