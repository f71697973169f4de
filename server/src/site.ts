import { Hono } from "hono"
import { createApp, type Deps } from "./app"
import { tellable } from "./errors/faults"
import { securityHeaders, withSecurityHeaders } from "./http/headers"
import { prefix } from "./http/prefix"
import { createStatic } from "./http/static"
import { createOutboxPage } from "./mail/outbox-page"

/** Whether mail is shown instead of sent. */
export const hasOutbox = ({ mode, smtpUrl }: Deps["config"]) => mode === "demo" && !smtpUrl

/**
 * All that one port serves: the API under its prefix, the demonstration's outbox, and the built console.
 * @param dist the console's folder; undefined: the API alone
 */
export const createSite = async (deps: Deps, dist: string | undefined) => {
  const site = new Hono()
  site.use(withSecurityHeaders(securityHeaders(deps.config)))
  site.route("/", createApp(deps))
  if (hasOutbox(deps.config)) site.route("/", createOutboxPage(deps.db, deps.config))
  if (dist) site.route("/", await createStatic(dist, deps.config, prefix))
  site.onError((error, c) => {
    deps.log.error(tellable(error))
    return c.text("Internal Server Error", 500, { "Cache-Control": "no-store" })
  })
  return site
}
