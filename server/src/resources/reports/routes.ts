import { Hono } from "hono"
import { daysOf, maxReportDays, type ReportModule, reportModules } from "../../../../src/contract/reports"
import { isInstant } from "../../../../src/core/dates"
import { bearer } from "../../auth/bearer"
import { may, refuseClosed } from "../../auth/policy"
import { type FieldMessages, refuse, refuseInvalid } from "../../errors/problem"
import type { Env } from "../../http/context"
import { ok } from "../../http/envelope"
import { readReport } from "./read"

/** Reports of the modules (docs/contract.md#reports). */
export const reports = new Hono<Env>()

const isModule = (name: string): name is ReportModule => (reportModules as readonly string[]).includes(name)

const isDay = (text: string | undefined): text is string =>
  text !== undefined && /^\d{4}-\d\d-\d\d$/.test(text) && isInstant(text)

/** What is wrong with the days of a period. */
const periodErrors = (from: string | undefined, to: string | undefined): FieldMessages => {
  if (!isDay(from)) return { from: "report.dayInvalid" }
  if (!isDay(to)) return { to: "report.dayInvalid" }
  if (from > to) return { to: "rule.endBeforeStart" }
  return daysOf(from, to) > maxReportDays ? { to: "report.periodTooLong" } : {}
}

reports.get("/report/:module", bearer, may("read", "reports"), async c => {
  const module = c.req.param("module")
  if (!isModule(module)) return refuse({ kind: "missing" })
  refuseClosed(c.get("actor"), "read", module)
  const { db, clock, config } = c.get("deps")
  const { from = "", to = "", tenantId, departmentId } = c.req.query()
  refuseInvalid(periodErrors(from, to))
  const asked = { actor: c.get("actor"), zone: config.timeZone, now: new Date(clock()) }
  return ok(c, await readReport(db, asked, module, { from, to }, { tenantId, departmentId }))
})
