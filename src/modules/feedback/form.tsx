import { blank, type Feedback, type FeedbackDraft, rules } from "../../contract/feedback"
import { pick } from "../../contract/record"
import type { Rules } from "../../core/rules"
import { CreatePage } from "../../ui/pages/create-page"
import type { FormSpec } from "../../ui/pages/form-frame"
import { addFeedback, getFeedback } from "./api"
import { Fields } from "./fields"
import { feedback } from "./resource"

const form: FormSpec<Feedback, FeedbackDraft> = {
  resource: feedback,
  rules: rules as Rules<FeedbackDraft>,
  draftOf: record => pick(blank, record as FeedbackDraft),
  Fields,
  compare: {},
}

export const Add = () => <CreatePage {...form} blank={blank} read={getFeedback} save={addFeedback} />
