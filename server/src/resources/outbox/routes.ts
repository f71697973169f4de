import { desc } from "drizzle-orm"
import { Hono } from "hono"
import { outbox as table } from "../../db/schema"
import type { Env } from "../../http/context"

/** The demonstration's mail, newest first, without the envelope (decisions §6, §11). Not there in production. */
export const outboxRoutes = new Hono<Env>()

outboxRoutes.get("/outbox", async c => {
  const rows = await c.get("deps").db.select().from(table).orderBy(desc(table.id)).limit(50)
  return c.json(
    rows.map(row => ({
      to: row.recipient,
      subject: row.subject,
      text: row.body,
      code: row.code,
      createdAt: row.createdAt.toISOString(),
    })),
  )
})
