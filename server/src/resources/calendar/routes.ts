import { Hono } from "hono"
import { maxCalendarDays } from "../../../../src/contract/calendar"
import { bearer } from "../../auth/bearer"
import { may } from "../../auth/policy"
import { refuseInvalid } from "../../errors/problem"
import type { Env } from "../../http/context"
import { ok } from "../../http/envelope"
import { periodErrors } from "../../http/period"
import { readCalendar } from "./read"

/** The calendar (docs/contract.md#calendar). */
export const calendar = new Hono<Env>()

calendar.get("/calendar/list", bearer, may("read", "reports"), async c => {
  const { db, clock, config } = c.get("deps")
  const { from = "", to = "", tenantId } = c.req.query()
  refuseInvalid(periodErrors({ from, to }, maxCalendarDays, "calendar.periodTooLong"))
  const scope = { actor: c.get("actor"), zone: config.timeZone, now: new Date(clock()) }
  return ok(c, await readCalendar(db, scope, { from, to, tenantId }))
})
