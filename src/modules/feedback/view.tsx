import type { Feedback } from "../../contract/feedback"
import { config } from "../../state/config"
import { Badge, CodeBadge, codeLabel, toneOf } from "../../ui/display/badge"
import { useScreenContext } from "../../ui/hooks/screen-context"
import { useQuery } from "../../ui/hooks/use-query"
import { useT } from "../../ui/hooks/use-t"
import { useHistoryTab } from "../../ui/pages/history/history-tab"
import { RecordTabs } from "../../ui/pages/record/record-tabs"
import { ViewPage } from "../../ui/pages/record/view-page"
import { getFeedback, listFeedback, removeFeedback } from "./api"
import { history } from "./history"
import { kindLook, priorityLook, feedback as resource } from "./resource"
import { Conversation } from "./thread/conversation"
import { StatusButton } from "./thread/status-button"

const useMayChange = (record: Feedback) => {
  const { may, mayChange } = useScreenContext()
  return may("write") && mayChange(record)
}

const HeaderActions = ({ record }: { record: Feedback }) => {
  const { data: loaded = { record } } = useQuery(getFeedback, record.id)
  return useMayChange(record) ? <StatusButton loaded={loaded} isResolving /> : null
}

const Content = ({ record }: { record: Feedback }) => {
  const t = useT()
  const mayChange = useMayChange(record)
  const historyTab = useHistoryTab(history, record)
  return (
    <RecordTabs
      label={t("feedback.parts")}
      tabs={[
        { name: "thread", label: t("feedback.thread"), content: () => <Conversation record={record} mayChange={mayChange} /> },
        // The sample data of the page have no history.
        ...(config.feedback === "api" ? historyTab : []),
      ]}
    />
  )
}

const PriorityBadge = ({ priority }: Pick<Feedback, "priority">) => {
  const t = useT()
  return (
    <Badge tone={toneOf(priorityLook, priority)}>
      {t(resource.labels.priority)}: {codeLabel(priorityLook, priority, t)}
    </Badge>
  )
}

export const View = () => (
  <ViewPage
    resource={resource}
    read={getFeedback}
    list={listFeedback}
    text={({ type, priority }) => (
      <span className="row row-wrap">
        <CodeBadge {...kindLook} value={type} />
        <PriorityBadge priority={priority} />
      </span>
    )}
    remove={removeFeedback}
    HeaderActions={HeaderActions}
    Content={Content}
  />
)
