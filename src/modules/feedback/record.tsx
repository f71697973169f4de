import { useState } from "react"
import { blank, type Feedback, fields, rules } from "../../contract/feedback"
import { pick } from "../../contract/record"
import type { Rules } from "../../core/rules"
import { CreatePage } from "../../ui/pages/form/create-page"
import type { RecordForm } from "../../ui/pages/form/record-form"
import { createWithFiles, type FeedbackForm } from "./add-with-files"
import { getFeedback } from "./api"
import { Fields } from "./fields"
import { feedback } from "./resource"

export { history } from "./history"
export { View } from "./view"

const blankForm: FeedbackForm = { ...blank, attachments: [] }

const form: RecordForm<Feedback, FeedbackForm> = {
  resource: { ...feedback, labels: { ...feedback.labels, attachments: "feedback.files" } },
  fields,
  dependents: { tenantId: { userId: "" } },
  rules: rules as Rules<FeedbackForm>,
  draftOf: record => pick(blankForm, record as FeedbackForm),
  Fields,
  compare: {},
}

export const Add = () => {
  const [save] = useState(createWithFiles)
  return <CreatePage {...form} blank={blankForm} read={getFeedback} save={save} />
}
