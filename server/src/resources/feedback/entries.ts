import { randomUUID } from "node:crypto"
import { and, eq, isNull, or } from "drizzle-orm"
import type { Context } from "hono"
import { isAnswer } from "../../../../src/contract/feedback"
import { consoleUrl } from "../../config"
import type { Database } from "../../db/open"
import { type FeedbackRow, feedbacks, type StoredConversation, tenants, users } from "../../db/schema"
import type { Env } from "../../http/context"
import { mailsAnswers } from "../../kinds/feedback"
import { queueMessages } from "../../records/messages"

/** New entries of a conversation, and the mails with answers (docs/contract.md#messages). */

/** How long the mail of an answer waits: until then an undo takes it back, ms. */
const mailDelayMs = 60_000

const isMailed = async (tx: Database, { id }: FeedbackRow) => {
  const [found] = await tx
    .select({ mailsAnswers })
    .from(feedbacks)
    .leftJoin(tenants, eq(tenants.id, feedbacks.tenantId))
    .where(eq(feedbacks.id, id))
  return found?.mailsAnswers === true
}

/** An entry with its id and time. An answer is mailed to the author where the company mails them. */
export const newEntry = async (
  c: Context<Env>,
  tx: Database,
  row: FeedbackRow,
  entry: Omit<StoredConversation, "id" | "createdDate" | "isMailed">,
): Promise<StoredConversation> => {
  const { clock, config } = c.get("deps")
  const now = new Date(clock())
  const stored = { id: randomUUID(), ...entry, createdDate: now.toISOString() }
  const { id: about, tenantId, email, subject } = row
  if (!isAnswer(entry) || !email || !(await isMailed(tx, row))) return stored
  const isNear = or(eq(users.id, row.userId ?? about), tenantId ? eq(users.tenantId, tenantId) : undefined)
  const isAuthor = and(isNear, eq(users.email, email), isNull(users.deletedAt))
  const [person] = await tx.select().from(users).where(isAuthor)
  const params = {
    name: entry.authorName || entry.authorEmail,
    title: subject,
    answer: entry.message,
    files: entry.attachments.map(({ name, url }) => `${name}: ${consoleUrl(config)}${url}`).join("\n"),
  }
  const to = person ? { personId: person.id } : { personId: null, email }
  const message = {
    type: "feedbackAnswer" as const,
    messageId: stored.id,
    about,
    tenantId,
    path: "",
    params,
    delayMs: mailDelayMs,
  }
  await queueMessages(tx, now, [{ ...message, ...to }])
  return { ...stored, isMailed: true }
}
