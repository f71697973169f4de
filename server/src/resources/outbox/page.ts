import { desc } from "drizzle-orm"
import { Hono } from "hono"
import { getCookie } from "hono/cookie"
import { html } from "hono/html"
import { localeOf } from "../../../../src/core/text/locale"
import type { Config } from "../../config"
import type { Database } from "../../db/open"
import { outbox } from "../../db/schema"
import { languageOf, translate } from "../../http/messages"
import { isOwnHost } from "../../http/request"
import { maxMails } from "./routes"

/** System colours, so that the page is light or dark as the browser is. */
const styles = `
:root { color-scheme: light dark; --line: color-mix(in srgb, CanvasText 16%, Canvas); --soft: color-mix(in srgb, CanvasText 70%, Canvas) }
body { max-inline-size: 44rem; margin: 3rem auto; padding-inline: 1rem; font: 0.9375rem/1.5 system-ui, sans-serif; background: Canvas; color: CanvasText }
h1 { margin: 0; font-size: 1.5rem }
h2 { margin: 0; font-size: 1rem }
p { margin: 0.25rem 0 0; color: var(--soft) }
article { margin-block-start: 1rem; padding: 1rem 1.25rem; border: 1px solid var(--line); border-radius: 0.75rem }
pre { margin: 0.75rem 0 0; font: inherit; white-space: pre-wrap; overflow-wrap: anywhere }
strong { display: block; margin-block-start: 0.75rem; font: 700 1.75rem/1 ui-monospace, monospace; letter-spacing: 0.2em }
`

/** A page with the demonstration's mails, newest first, reloaded every five seconds (docs/operations.md#modes). */
export const createOutboxPage = (db: Database, config: Config) => {
  const { defaultLanguage, timeZone } = config
  const app = new Hono()
  app.get("/outbox.css", c => c.body(styles, 200, { "Content-Type": "text/css; charset=utf-8", "Cache-Control": "no-cache" }))
  app.get("/outbox", async c => {
    if (!isOwnHost(config, c.req.header("Host") ?? new URL(c.req.url).host))
      return c.text("Forbidden", 403, { "Cache-Control": "no-store" })
    const language = languageOf(getCookie(c, "i18nextLng") ?? c.req.header("Accept-Language"), defaultLanguage)
    const time = new Intl.DateTimeFormat(localeOf(language), {
      timeZone,
      dateStyle: "medium",
      timeStyle: "medium",
    })
    const mails = await db.select().from(outbox).orderBy(desc(outbox.id)).limit(maxMails)
    c.header("Cache-Control", "no-store")
    return c.html(
      html`<!doctype html>
<html lang="${language}">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta http-equiv="refresh" content="5" />
    <title>${translate(language, "api.outboxTitle")}</title>
    <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
    <link rel="stylesheet" href="/outbox.css" />
  </head>
  <body>
    <main>
      <h1>${translate(language, "api.outboxTitle")}</h1>
      <p>${translate(language, mails.length ? "api.outboxHint" : "api.outboxEmpty")}</p>
      ${mails.map(
        mail =>
          html`<article>
            <h2>${mail.subject}</h2>
            <p>${mail.recipient} · <time datetime="${mail.createdAt.toISOString()}">${time.format(mail.createdAt)}</time></p>
            ${mail.code && html`<strong>${mail.code}</strong>`}
            <pre>${mail.body}</pre>
          </article>`,
      )}
    </main>
  </body>
</html>`,
    )
  })
  return app
}
