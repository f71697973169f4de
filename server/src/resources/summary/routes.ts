import { eq } from "drizzle-orm"
import type { Context } from "hono"
import { z } from "zod"
import { type Summary, summaryRhythms } from "../../../../src/contract/summary"
import { anyStaff } from "../../auth/policy"
import { summaries as table } from "../../db/schema"
import { refuse } from "../../errors/problem"
import type { Env } from "../../http/context"
import { translate } from "../../http/messages"
import { isUuid } from "../../http/request"
import { withoutSentenceEnd } from "../../http/sentence-end"
import { bare, json, literalTrue, route } from "../../routes/route"
import { text } from "../../routes/schemas"
import { isUnsubscribeToken } from "./unsubscribe-token"

/** Whether and when a person gets a summary by mail of what needs them (docs/contract.md#summary). */

const choice = z.object({ rhythm: z.enum(summaryRhythms) }) satisfies z.ZodType<Summary>

const get = route.get("/api/auth/summary", anyStaff, {
  summary: "Whether and when the signed-in person gets a summary by mail",
  answer: choice,
  handler: async ({ c, deps }) => {
    const [row] = await deps.db
      .select()
      .from(table)
      .where(eq(table.userId, c.get("actor").userId))
    return { value: { rhythm: row?.rhythm ?? ("off" as const) } }
  },
})

const put = route.put("/api/auth/summary", anyStaff, {
  summary: "Choose whether and when a summary comes by mail, in the language of the call",
  body: json(choice),
  example: { rhythm: "daily" },
  answer: choice,
  handler: async ({ c, deps: { db }, body }) => {
    const { userId } = c.get("actor")
    const { rhythm } = await body()
    const language = c.get("language")
    if (rhythm === "off") await db.delete(table).where(eq(table.userId, userId))
    else
      await db
        .insert(table)
        .values({ userId, rhythm, language })
        .onConflictDoUpdate({ target: table.userId, set: { rhythm, language } })
    return { value: { rhythm } }
  },
})

/** The person of a token of a mail. @throws Refusal 404 */
const subscriberOf = (c: Context<Env>, given: string): string => {
  const token = withoutSentenceEnd(given)
  const [userId = ""] = token.split(".")
  const isValid = isUuid(userId) && isUnsubscribeToken(c.get("deps"), userId, token)
  return isValid ? userId : refuse({ kind: "missing" })
}

/** One click in a mail program (RFC 8058); without a session. */
const unsubscribe = route.post("/summary/unsubscribe/:token", "everybody", {
  summary: "End the summaries of a person by the link of a mail",
  answer: literalTrue,
  handler: async ({ c, deps, params }) => {
    await deps.db.delete(table).where(eq(table.userId, subscriberOf(c, params.token)))
  },
})

/** For programs that open the link instead, or only check it: it changes nothing. */
const check = route.get("/summary/unsubscribe/:token", "everybody", {
  summary: "Where the summaries are turned off, in words; changes nothing",
  answer: bare("text/plain", text),
  handler: async ({ c, params }) => {
    subscriberOf(c, params.token)
    return c.text(translate(c.get("language"), "summary.end"))
  },
})

export const summary = [get, put, unsubscribe, check]
