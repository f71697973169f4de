import { actions } from "../../contract/audit"
import type { Feedback } from "../../contract/feedback"
import { RecordHistory } from "../../ui/pages/record-history"
import { listChanges } from "../audit/api"
import { feedback as resource } from "./resource"

/** Who changed the feedback, when, and what. */
export const History = ({ feedback: { id } }: { feedback: Feedback }) => (
  <RecordHistory entity="feedback" id={id} read={listChanges} actions={actions} labels={resource.labels} />
)
