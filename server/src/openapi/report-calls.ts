import { z } from "zod"
import { type Report, reportModules } from "../../../src/contract/reports"
import { id, tagged, text, total } from "../records/call"
import { isoDay } from "./values"

const part = z.object({ value: text.nullable(), name: text.nullable(), count: total })

const report = z
  .object({
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
  })
  .meta({ id: "Report" }) satisfies z.ZodType<Report>

/** Reports of the modules. */
export const reportCalls = tagged("Reports", {
  "GET /report/:module": {
    summary: "Report of a module over a period",
    query: { from: isoDay, to: isoDay, tenantId: id, departmentId: id },
    value: report,
  },
})
