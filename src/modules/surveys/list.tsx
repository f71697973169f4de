import type { Named, SurveyItem } from "../../contract/surveys/surveys"
import { codeLabel } from "../../ui/display/badge"
import { RecordCell } from "../../ui/display/record-cell"
import { useCan } from "../../ui/hooks/use-can"
import { codeColumn, codeTabs, periodColumn, statusColumn, storedColumns } from "../../ui/lists/columns"
import { numberValue, textValue } from "../../ui/lists/export-values"
import type { Filter } from "../../ui/lists/list-filters"
import type { Column } from "../../ui/lists/table"
import { useOwnerColumn } from "../../ui/lists/use-owner-column"
import { approvalPresets } from "../../ui/pages/approval/approval"
import { ListPage } from "../../ui/pages/list/list-page"
import { lazyRecord } from "../../ui/pages/loading/lazy-record"
import { lazyScreen } from "../../ui/pages/loading/lazy-screen"
import { prefetchModule } from "../../ui/pages/loading/prefetch"
import { withTexts } from "../../ui/pages/loading/with-texts"
import { departmentOptions } from "../departments/api"
import { companyOptions, ownerOptions } from "../owners/api"
import { surveyActions } from "./actions"
import { getSurvey, listSurveys, removeSurvey } from "./api"
import { kindLook, statusLook, surveys } from "./resource"

type Item = Named<SurveyItem>

const { labels } = surveys

const columns: Column<Item>[] = [
  {
    key: "title",
    label: labels.title,
    sort: "title",
    isMain: true,
    text: row => row.title,
    values: [
      textValue(labels.title, row => row.title),
      textValue(labels.type, (row, { t }) => codeLabel(kindLook, row.type, t)),
      textValue(labels.description, row => row.description),
    ],
    cell: (row, { t }) => (
      <RecordCell id={row.id} title={row.title} note={[codeLabel(kindLook, row.type, t), row.description]} owner={row} />
    ),
  },
  periodColumn("survey.period", "endDate", labels),
  statusColumn(surveys),
  {
    key: "responseCount",
    label: "survey.responses",
    sort: "responseCount",
    size: "sm",
    align: "end",
    text: (row, { format }) => (row.responseCount === null ? "" : format.number(row.responseCount)),
    values: [numberValue("survey.responses", row => row.responseCount)],
  },
  {
    key: "questionCount",
    label: "survey.questionsTotal",
    size: "sm",
    align: "end",
    isHidden: true,
    text: (row, { format }) => (row.questionCount === null ? "" : format.number(row.questionCount)),
    values: [numberValue("survey.questionsTotal", row => row.questionCount)],
  },
  { ...codeColumn("type", labels.type, kindLook), isHidden: true },
  ...storedColumns,
]

const filters: Filter[] = [
  { kind: "choice", name: "type", label: labels.type, look: kindLook },
  { kind: "dates", from: "startDate", to: "endDate", label: "survey.period" },
  { kind: "preset", name: "attention", texts: { closing: "attention.of.closing", ...approvalPresets } },
]

export const List = () => (
  <ListPage
    resource={surveys}
    read={listSurveys}
    {...useOwnerColumn(ownerOptions, columns, filters)}
    tabs={codeTabs(statusLook, ["active", "scheduled", "draft", "closed"])}
    {...(useCan("surveys.remove") && { remove: removeSurvey })}
    loadHistory={loadHistory}
    actions={surveyActions}
  />
)

export const { Add, Edit, View, loadHistory } = lazyRecord(withTexts("surveys.record", () => import("./record")))

const analysis = (name: keyof typeof import("./analysis/screens").screens) =>
  lazyScreen(
    withTexts("surveys.recommendations", () => import("./analysis/screens")),
    ({ screens }) => screens[name],
  )
export const Recommendations = analysis("Recommendations")
export const Review = analysis("Review")
export const Recommendation = analysis("Recommendation")
export const Plans = analysis("Plans")
export const Plan = analysis("Plan")

export const prefetch = prefetchModule(surveys, listSurveys, getSurvey, [companyOptions, departmentOptions])
