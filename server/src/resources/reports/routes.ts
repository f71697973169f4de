import { Hono } from "hono"
import { maxReportDays, type ReportModule, reportModules } from "../../../../src/contract/reports"
import { bearer } from "../../auth/bearer"
import { may, refuseClosed } from "../../auth/policy"
import { refuse, refuseInvalid } from "../../errors/problem"
import type { Env } from "../../http/context"
import { ok } from "../../http/envelope"
import { periodErrors } from "../../http/period"
import { readReport } from "./read"

/** Reports of the modules (docs/contract.md#reports). */
export const reports = new Hono<Env>()

const isModule = (name: string): name is ReportModule => (reportModules as readonly string[]).includes(name)

reports.get("/report/:module", bearer, may("read", "reports"), async c => {
  const module = c.req.param("module")
  if (!isModule(module)) return refuse({ kind: "missing" })
  refuseClosed(c.get("actor"), "read", module)
  const { db, clock, config } = c.get("deps")
  const { from = "", to = "", tenantId, departmentId } = c.req.query()
  refuseInvalid(periodErrors({ from, to }, maxReportDays, "report.periodTooLong"))
  const asked = { actor: c.get("actor"), zone: config.timeZone, now: new Date(clock()) }
  return ok(c, await readReport(db, asked, module, { from, to }, { tenantId, departmentId }))
})
