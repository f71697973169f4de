import { desc } from "drizzle-orm"
import { Hono } from "hono"
import { outbox as table } from "../../db/schema"
import { jsonAnswer } from "../../http/compress"
import type { Env } from "../../http/context"
import { demoHost } from "../../http/request"

/** Mails shown by the API and by the page. */
export const maxMails = 50

/** The demonstration's mails, newest first, without the envelope. Not registered in production (docs/operations.md#modes). */
export const outbox = new Hono<Env>()

outbox.get("/outbox", demoHost, async c => {
  const rows = await c.get("deps").db.select().from(table).orderBy(desc(table.id)).limit(maxMails)
  const mails = rows.map(row => ({
    to: row.recipient,
    subject: row.subject,
    text: row.body,
    code: row.code,
    createdAt: row.createdAt.toISOString(),
  }))
  return jsonAnswer(c, JSON.stringify(mails))
})
