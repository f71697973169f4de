import { Hono } from "hono"
import { createApp } from "./app"
import { loggable } from "./errors/faults"
import type { Deps } from "./http/context"
import { securityHeaders, withSecurityHeaders } from "./http/headers"
import { createStatic } from "./http/static"
import { prefix } from "./prefix"
import { createOutboxPage } from "./resources/outbox/page"

/** Whether mail is shown on a page instead of sent. */
export const hasOutbox = ({ mode, smtpUrl }: Deps["config"]) => mode === "demo" && !smtpUrl

/**
 * Everything served on the one port: the API under its prefix, the outbox page of a demonstration, and the built console.
 * @param dist the console's folder; undefined serves the API alone
 */
export const createSite = async (deps: Deps, dist: string | undefined) => {
  const site = new Hono()
  site.use(withSecurityHeaders(securityHeaders(deps.config)))
  site.route("/", createApp(deps))
  if (hasOutbox(deps.config)) site.route("/", createOutboxPage(deps.db, deps.config))
  if (dist) site.route("/", await createStatic(dist, deps.config, prefix))
  site.onError((error, c) => {
    deps.log.error(loggable(error))
    return c.text("Internal Server Error", 500, { "Cache-Control": "no-store" })
  })
  return site
}
