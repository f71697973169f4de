import { intentOf, statusOf } from "../../contract/surveys/survey-status"
import {
  blank,
  kinds,
  type Named,
  type Status,
  type SurveyDraft,
  type SurveyItem,
  statuses,
} from "../../contract/surveys/surveys"
import type { CodeLook } from "../../ui/display/badge"
import { labelsOf } from "../../ui/forms/labels"
import type { Resource } from "../../ui/pages/resource"
import { approvalOf } from "../approvals/api"

export const statusLook: CodeLook<Status> = {
  of: statuses,
  texts: "survey.status",
  tones: { draft: "neutral", active: "success", closed: "neutral", scheduled: "info" },
}

export const surveys = {
  tag: "surveys",
  texts: "survey",
  icon: "clipboard",
  list: { pageSize: 8, sortBy: "createdDate", sortOrder: "desc" },
  titleOf: survey => survey.title,
  status: statusLook,
  approval: approvalOf("surveys", { intentOf, statusOf }),
  copy: { title: "title", max: 200, reset: { status: statuses.value("draft") } },
  removeNote: ({ responseCount }) => (responseCount ? { key: "survey.hasAnswers", params: { count: responseCount } } : undefined),
  labels: labelsOf("survey", blank),
} satisfies Resource<Named<SurveyItem>, SurveyDraft>

export const kindLook: CodeLook<(typeof kinds.names)[number]> = {
  of: kinds,
  texts: "survey.kind",
}
