import type { Feedback } from "../../contract/feedback"
import { useT } from "../../ui/hooks/use-t"
import { TextCard } from "../../ui/pages/record-layout"
import { ViewPage } from "../../ui/pages/view-page"
import { getFeedback, listFeedback, removeFeedback } from "./api"
import { feedback } from "./resource"

const Content = ({ record }: { record: Feedback }) => {
  const t = useT()
  return <TextCard title={t(feedback.labels.description)} text={record.description} />
}

export const View = () => (
  <ViewPage resource={feedback} read={getFeedback} list={listFeedback} remove={removeFeedback} Content={Content} />
)
