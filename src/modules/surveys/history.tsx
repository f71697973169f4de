import { actions } from "../../contract/audit"
import type { Survey } from "../../contract/surveys"
import { RecordHistory } from "../../ui/pages/record-history"
import { listChanges } from "../audit/api"
import { surveys } from "./resource"

/** Who changed the survey, when, and what; answers are in no history. */
export const History = ({ survey: { id } }: { survey: Survey }) => (
  <RecordHistory entity="survey" id={id} read={listChanges} actions={actions} labels={surveys.labels} />
)
