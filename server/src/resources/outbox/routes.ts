import { desc } from "drizzle-orm"
import { z } from "zod"
import { outbox as table } from "../../db/schema"
import { jsonAnswer } from "../../http/compress"
import { demoHost } from "../../http/request"
import { bare, route } from "../../routes/route"
import { instant, text } from "../../routes/schemas"

/** Mails shown by the API and by the page. */
export const maxMails = 50

/** The demonstration's mails, newest first, without the envelope. Not registered in production (docs/operations.md#modes). */
export const outbox = route.get("/outbox", "everybody", {
  summary: "Mails of a demonstration, newest first",
  middleware: demoHost,
  answer: bare(
    "application/json",
    z.array(z.object({ to: text, subject: text, text, code: text.nullable(), createdAt: instant })),
  ),
  handler: async ({ c }) => {
    const rows = await c.get("deps").db.select().from(table).orderBy(desc(table.id)).limit(maxMails)
    const mails = rows.map(row => ({
      to: row.recipient,
      subject: row.subject,
      text: row.body,
      code: row.code,
      createdAt: row.createdAt.toISOString(),
    }))
    return jsonAnswer(c, JSON.stringify(mails))
  },
})
