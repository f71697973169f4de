import { useState } from "react"
import type { Feedback } from "../../contract/feedback"
import { HttpError } from "../../core/http"
import { cache } from "../../state/instances"
import { Alert } from "../../ui/display/alert"
import { CodeBadge } from "../../ui/display/badge"
import { Card } from "../../ui/display/card"
import { Facts } from "../../ui/display/facts"
import { MailLink } from "../../ui/display/web-link"
import { useFormat } from "../../ui/hooks/use-format"
import { usePolling } from "../../ui/hooks/use-polling"
import { useQuery } from "../../ui/hooks/use-query"
import { useT } from "../../ui/hooks/use-t"
import { lazyScreen } from "../../ui/pages/lazy-screen"
import { RecordLayout } from "../../ui/pages/record-layout"
import { RecordTabs } from "../../ui/pages/record-tabs"
import { useScreenContext } from "../../ui/pages/screen-context"
import { ViewPage } from "../../ui/pages/view-page"
import { getFeedback, listFeedback, removeFeedback } from "./api"
import { kindLook, priorityLook, feedback as resource } from "./resource"
import { Composer } from "./thread/composer"
import { FilesCard } from "./thread/files-card"
import { StatusButton } from "./thread/status-button"
import { Thread } from "./thread/thread"
import { isOpen, Tracking } from "./thread/tracking"

const History = lazyScreen(
  () => import("./history"),
  module => module.History,
)

/** The cached record with its version. */
const useLoaded = (record: Feedback) => useQuery(getFeedback, record.id).data ?? { record }

const useMayChange = (record: Feedback) => {
  const { may, mayChange } = useScreenContext()
  return may("write") && mayChange(record)
}

const HeaderActions = ({ record }: { record: Feedback }) => {
  const loaded = useLoaded(record)
  return useMayChange(record) && isOpen(record) ? <StatusButton loaded={loaded} isResolving /> : null
}

const Details = ({ record }: { record: Feedback }) => {
  const t = useT()
  const format = useFormat()
  return (
    <Card title={t("ui.details")}>
      <Facts
        items={[
          [t(resource.labels.userId), record.userName],
          [t("feedback.email"), record.email && <MailLink address={record.email} />],
          [t(resource.labels.tenantId), record.tenantName || (record.tenantId === null ? t("ui.platform") : "")],
          [t("ui.createdAt"), format.dateTime(record.createdDate)],
          [t("ui.updatedAt"), format.dateTime(record.updatedDate)],
          ...(record.resolvedDate ? [[t("feedback.resolvedAt"), format.dateTime(record.resolvedDate)] as const] : []),
        ]}
      />
    </Card>
  )
}

/** The conversation, which is kept up to date while the page is shown (docs/console.md#thread-of-feedback). */
const Conversation = ({ record }: { record: Feedback }) => {
  const t = useT()
  const loaded = useLoaded(record)
  const { error } = useQuery(getFeedback, record.id)
  const mayChange = useMayChange(record)
  const [ownMessages] = useState(() => new Set<string>())
  usePolling(
    () => cache.load(getFeedback, record.id),
    `${record.id} ${loaded.version ?? ""} ${record.updatedDate} ${record.conversations.length}`,
  )
  return (
    <RecordLayout
      aside={
        <>
          <Tracking loaded={loaded} mayChange={mayChange} />
          <Details record={record} />
          <FilesCard loaded={loaded} mayChange={mayChange} />
        </>
      }
    >
      {error instanceof HttpError && error.status === 404 && (
        <Alert tone="warning" title={t("feedback.missing")} text={t("feedback.gone")} />
      )}
      <Card label={t("feedback.thread")}>
        <div className="card__body">
          <Thread key={record.id} feedback={record} ownMessages={ownMessages} />
          {mayChange && <Composer key={`write ${record.id}`} feedback={record} onSend={message => ownMessages.add(message)} />}
        </div>
      </Card>
    </RecordLayout>
  )
}

const Content = ({ record }: { record: Feedback }) => {
  const t = useT()
  return (
    <RecordTabs
      label={t("feedback.parts")}
      tabs={[
        { name: "thread", label: t("feedback.thread"), content: () => <Conversation record={record} /> },
        { name: "history", label: t("history.history"), content: () => <History feedback={record} /> },
      ]}
    />
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
        <CodeBadge {...priorityLook} value={priority} />
      </span>
    )}
    remove={removeFeedback}
    HeaderActions={HeaderActions}
    Content={Content}
  />
)
