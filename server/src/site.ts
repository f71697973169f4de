import { Hono } from "hono"
import { createApp } from "./app"
import { loggable } from "./errors/faults"
import type { Deps } from "./http/context"
import { withSecurityHeaders } from "./http/headers"
import { createStatic } from "./http/static"
import { prefix } from "./prefix"
import { messageMails } from "./resources/messages/mails"
import { createOutboxPage } from "./resources/outbox/page"
import { summaryMails } from "./resources/summary/mails"
import { monthlyReportMails } from "./resources/summary/monthly-report"
import { invitationMails } from "./resources/surveys/mails"
import { reminderMails } from "./resources/surveys/reminders"

export { startDeliveries } from "./webhooks/deliver"

/** Sends mails that wait. @returns stop */
export const startMails = (deps: Deps) => {
  const stops = [invitationMails, reminderMails, summaryMails, monthlyReportMails, messageMails].map(mails => mails.start(deps))
  return () => {
    for (const stop of stops) stop()
  }
}

/** Whether mail is shown on a page instead of sent. */
export const hasOutbox = ({ mode, smtpUrl }: Deps["config"]) => mode === "demo" && !smtpUrl

/**
 * Everything served on the one port: the API under its prefix, the outbox page of a demonstration, and the built console.
 * @param dist the console's folder; undefined serves the API alone
 */
export const createSite = async (deps: Deps, dist: string | undefined) => {
  const api = createApp(deps)
  const pages = new Hono()
  pages.use(withSecurityHeaders(deps.config))
  if (hasOutbox(deps.config)) pages.route("/", createOutboxPage(deps.db, deps.config))
  if (dist) pages.route("/", await createStatic(dist, deps.config, prefix))
  pages.onError((error, c) => {
    deps.log.error(loggable(error))
    return c.text("Internal Server Error", 500, { "Cache-Control": "no-store" })
  })
  // Two routers without a common middleware: the API sets its headers itself.
  const site = new Hono()
  site.all(`${prefix}/*`, c => api.fetch(c.req.raw, c.env as object))
  site.all("*", c => pages.fetch(c.req.raw, c.env as object))
  return site
}
