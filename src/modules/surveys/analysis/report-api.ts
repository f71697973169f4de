import { http } from "../../../api"
import type { InvitationCounts } from "../../../contract/survey-answers"
import { type ReportQuery, type SurveyReport, surveyReportOf } from "../../../contract/survey-report"
import { objectValue } from "../../../core/envelope"
import { HttpError } from "../../../core/http"
import type { Language } from "../../../core/i18n"
import { read } from "../../../core/query"

/** Calls of a survey's report (docs/contract.md#survey-calls). */

/** A report is in one language: that of its yes and no. */
type ReportArgs = ReportQuery & { id: string; language: Language }

export const getReport = read(
  "surveys.report",
  ({ id, language: _, ...query }: ReportArgs, signal): Promise<SurveyReport> =>
    http.get(`/survey/report/${encodeURIComponent(id)}`, { query, signal }).then(({ value, status, requestId }) => {
      const report = surveyReportOf(value)
      if (!report) throw new HttpError({ kind: "format", status, requestId })
      return report
    }),
)

/** How many invitations there are, and how many of them are used. An extension. */
export const getInvitationCounts = read("surveys.invitations", (id: string, signal) =>
  http.get(`/survey/${encodeURIComponent(id)}/invitations`, { signal }).then(objectValue<InvitationCounts>()),
)
