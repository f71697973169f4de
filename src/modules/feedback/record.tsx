import { blank, type Feedback, rules } from "../../contract/feedback"
import { pick } from "../../contract/record"
import type { Rules } from "../../core/rules"
import { CreatePage } from "../../ui/pages/form/create-page"
import type { FormSpec } from "../../ui/pages/form/form-frame"
import { addWithFiles, type FeedbackForm } from "./add-with-files"
import { getFeedback } from "./api"
import { Fields } from "./fields"
import { feedback } from "./resource"

export { history } from "./history"
export { View } from "./view"

const blankForm: FeedbackForm = { ...blank, attachments: [] }

const form: FormSpec<Feedback, FeedbackForm> = {
  resource: { ...feedback, labels: { ...feedback.labels, attachments: "feedback.files" } },
  rules: rules as Rules<FeedbackForm>,
  draftOf: record => pick(blankForm, record as FeedbackForm),
  Fields,
  compare: {},
}

export const Add = () => <CreatePage {...form} blank={blankForm} read={getFeedback} save={addWithFiles} />
