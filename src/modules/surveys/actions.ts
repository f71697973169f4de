import { type Named, type Status, type SurveyItem, statuses } from "../../contract/surveys/surveys"
import type { RecordAction } from "../../ui/pages/record/record-actions"
import { patchSurvey } from "./api"

type Item = Named<SurveyItem>

const hasStatus =
  (...names: (Status | undefined)[]) =>
  ({ status }: Item) =>
    names.includes(statuses.name(status))

/** Whether a publication at `now` would have no effect, because the end date has passed; without one there is no end. */
const isOver = (survey: Item, now: number) => Date.parse(survey.endDate) <= now

const setStatus = (status: Status) => (survey: Item, note?: string) =>
  patchSurvey(survey.id, { status: statuses.value(status) }, { note })

const isClosed = hasStatus("closed")

export const surveyActions: RecordAction<Item>[] = [
  {
    label: "survey.publishShort",
    labelOf: survey => (isClosed(survey) ? "survey.reopen" : "survey.publishShort"),
    icon: "send",
    goesLive: true,
    appliesTo: (survey, now) => hasStatus("draft", "closed")(survey) && !isOver(survey, now),
    reasonOf: (survey, now) => (isOver(survey, now) ? "ui.endPassed" : undefined),
    run: setStatus("active"),
    done: "survey.published",
  },
  {
    label: "survey.close",
    icon: "lock",
    appliesTo: hasStatus("active", "scheduled"),
    run: setStatus("closed"),
    done: "survey.closedMany",
  },
]
