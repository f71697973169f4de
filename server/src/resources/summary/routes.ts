import { eq } from "drizzle-orm"
import type { Context } from "hono"
import { z } from "zod"
import { type Summary, summaryRhythms } from "../../../../src/contract/summary"
import type { Key } from "../../../../src/core/text/i18n"
import { anyStaff } from "../../auth/policy"
import type { Database } from "../../db/open"
import { monthlyReports, summaries as table, users } from "../../db/schema"
import { refuse } from "../../errors/problem"
import type { Actor, Env } from "../../http/context"
import { translate } from "../../http/messages"
import { isUuid } from "../../http/request"
import { withoutSentenceEnd } from "../../http/sentence-end"
import { bare, json, literalTrue, route } from "../../routes/route"
import { text } from "../../routes/schemas"
import { isUnsubscribeToken, type MailTopic } from "../unsubscribe-token"
import { chooseMonthlyReport, endMonthlyReports, mayGetMonthlyReport } from "./monthly-report"

/** Which mails a person gets: a summary of what needs them, the report of a month, and mails about approvals (docs/contract.md#summary). */

const choice = z.object({
  rhythm: z.enum(summaryRhythms),
  approvals: z.boolean(),
  monthlyReport: z.boolean().optional(),
}) satisfies z.ZodType<Summary>
/** What a call leaves out stays as it is. */
const change = choice.partial()

const readChoice = async (db: Database, actor: Actor): Promise<z.output<typeof choice>> => {
  const { userId } = actor
  const [row] = await db.select().from(table).where(eq(table.userId, userId))
  const [monthly] = await db.select().from(monthlyReports).where(eq(monthlyReports.userId, userId))
  const [person] = await db.select({ approvals: users.approvalMails }).from(users).where(eq(users.id, userId))
  return {
    rhythm: row?.rhythm ?? "off",
    approvals: person?.approvals ?? false,
    ...(mayGetMonthlyReport(actor) && { monthlyReport: !!monthly }),
  }
}

const get = route.get("/api/auth/summary", anyStaff, {
  summary: "Which mails the signed-in person gets",
  answer: choice,
  handler: async ({ c, deps }) => ({ value: await readChoice(deps.db, c.get("actor")) }),
})

const put = route.put("/api/auth/summary", anyStaff, {
  summary: "Choose which mails come; the summary in the language of the call",
  body: json(change),
  example: { rhythm: "daily" },
  answer: choice,
  handler: async ({ c, deps, body }) => {
    const { db } = deps
    const actor = c.get("actor")
    const { userId } = actor
    const { rhythm, approvals, monthlyReport } = await body()
    const language = c.get("language")
    if (approvals !== undefined) await chooseApprovals(db, userId, approvals)
    if (monthlyReport !== undefined && mayGetMonthlyReport(actor))
      await chooseMonthlyReport(deps, userId, monthlyReport, language)
    if (rhythm === "off") await endSummaries(db, userId)
    else if (rhythm)
      await db
        .insert(table)
        .values({ userId, rhythm, language })
        .onConflictDoUpdate({ target: table.userId, set: { rhythm, language } })
    return { value: await readChoice(db, actor) }
  },
})

const endSummaries = (db: Database, userId: string) => db.delete(table).where(eq(table.userId, userId))
const chooseApprovals = (db: Database, userId: string, approvalMails: boolean) =>
  db.update(users).set({ approvalMails }).where(eq(users.id, userId))

/** How the mails of a topic end, and how they are called. */
const topics: Record<MailTopic, { noun: string; text: Key; end: (db: Database, userId: string) => Promise<unknown> }> = {
  summary: { noun: "summaries", text: "summary.end", end: endSummaries },
  "monthly-report": { noun: "reports of a month", text: "monthlyReport.end", end: endMonthlyReports },
  approvals: { noun: "mails about approvals", text: "message.end", end: (db, userId) => chooseApprovals(db, userId, false) },
}

const unsubscribeRoutes = (Object.keys(topics) as MailTopic[]).flatMap(topic => {
  const { noun, text: sentence, end } = topics[topic]
  /** The person of a token of a mail. @throws Refusal 404 */
  const subscriberOf = (c: Context<Env>, given: string): string => {
    const token = withoutSentenceEnd(given)
    const [userId = ""] = token.split(".")
    const isValid = isUuid(userId) && isUnsubscribeToken(c.get("deps"), topic, userId, token)
    return isValid ? userId : refuse({ kind: "missing" })
  }
  return [
    // One click in a mail program (RFC 8058); without a session.
    route.post(`/${topic}/unsubscribe/:token`, "everybody", {
      summary: `End the ${noun} of a person by the link of a mail`,
      answer: literalTrue,
      handler: async ({ c, deps, params }) => {
        await end(deps.db, subscriberOf(c, params.token))
      },
    }),
    // For programs that open the link instead, or only check it: it changes nothing.
    route.get(`/${topic}/unsubscribe/:token`, "everybody", {
      summary: `Where the ${noun} are turned off, in words; changes nothing`,
      answer: bare("text/plain", text),
      handler: async ({ c, params }) => {
        subscriberOf(c, params.token)
        return c.text(translate(c.get("language"), sentence))
      },
    }),
  ]
})

export const summary = [get, put, ...unsubscribeRoutes]
