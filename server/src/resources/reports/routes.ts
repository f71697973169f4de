import { z } from "zod"
import { maxReportDays, type Report, type ReportModule, reportModules } from "../../../../src/contract/reports"
import { may, refuseClosed } from "../../auth/policy"
import { refuse, refuseInvalid } from "../../errors/problem"
import { periodErrors } from "../../http/period"
import { route } from "../../routes/route"
import { id, isoDay, named, text, total } from "../../routes/schemas"
import { readReport } from "./read"

const part = z.object({ value: text.nullable(), name: text.nullable(), count: total })

const report = named("Report", {
  module: z.enum(reportModules),
  from: isoDay,
  to: isoDay,
  previousFrom: isoDay,
  previousTo: isoDay,
  total,
  previousTotal: total,
  figures: z.array(z.object({ name: text, value: z.number().nullable(), previous: z.number().nullable() })),
  statuses: z.array(part),
  series: z.array(z.object({ from: isoDay, to: isoDay, count: total, previous: total })),
  categories: z.object({ filter: text, parts: z.array(part) }).nullable(),
  companies: z.array(part).nullable(),
  departments: z.array(part).nullable(),
}) satisfies z.ZodType<Report>

const isModule = (name: string): name is ReportModule => (reportModules as readonly string[]).includes(name)

/** Reports of the modules (docs/contract.md#reports). */
export const reports = route.get("/report/:module", may("read", "reports"), {
  summary: "Report of a module over a period",
  query: { from: isoDay, to: isoDay, tenantId: id, departmentId: id },
  answer: report,
  handler: async ({ c, params: { module }, query: { from = "", to = "", tenantId, departmentId } }) => {
    if (!isModule(module)) return refuse({ kind: "missing" })
    refuseClosed(c.get("actor"), "read", module)
    const { db, clock, config } = c.get("deps")
    refuseInvalid(periodErrors({ from, to }, maxReportDays, "report.periodTooLong"))
    const asked = { actor: c.get("actor"), zone: config.timeZone, now: new Date(clock()) }
    return { value: await readReport(db, asked, module, { from, to }, { tenantId, departmentId }) }
  },
})
