import { desc } from "drizzle-orm"
import { Hono } from "hono"
import { html } from "hono/html"
import type { Database } from "./db"
import { outbox } from "./schema"

/** The demonstration's mail as a page; it looks again every five seconds. */
export const createOutboxPage = (db: Database) => {
  const app = new Hono()
  app.get("/outbox", async c => {
    const mails = await db.select().from(outbox).orderBy(desc(outbox.id)).limit(50)
    c.header("Cache-Control", "no-store")
    c.header("Refresh", "5")
    return c.html(
      html`<!doctype html>
<html lang="tr">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Giden kutusu · Outbox</title>
  </head>
  <body>
    <h1>Giden kutusu · <span lang="en">Outbox</span></h1>
    ${mails.map(
      mail =>
        html`<article>
          <h2>${mail.subject}</h2>
          <p>${mail.recipient} · <time>${mail.createdAt.toISOString()}</time></p>
          <pre>${mail.body}</pre>
        </article>`,
    )}
  </body>
</html>`,
    )
  })
  return app
}
