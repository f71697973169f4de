import { http } from "../../api/http"
import { ifMissing } from "../../api/missing-call"
import { type ReportModule, reportOf } from "../../contract/reports"
import { HttpError } from "../../core/http/http"
import { read } from "../../core/http/query"
import { feedbackReport } from "../feedback/api"

/** What a report counts: the rows of a module's list in a period, days included, of one company or department if given. */
export type ReportArgs = { module: ReportModule; from: string; to: string; tenantId?: string; departmentId?: string }

/** @throws HttpError of kind `format` when the answer is no report (docs/contract.md#reports) */
export const getReport = read("reports.one", ({ module, ...query }: ReportArgs, signal) =>
  (module === "feedback" ? feedbackReport(query, signal) : http.get(`/report/${module}`, { query, signal }))
    .catch(ifMissing("reports"))
    .then(({ value, status, requestId }) => {
      const report = reportOf(module, value)
      if (!report) throw new HttpError({ kind: "format", status, requestId })
      return report
    }),
)
