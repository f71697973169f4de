import { useState } from "react"
import type { Feedback } from "../../../contract/feedback"
import { HttpError } from "../../../core/http/http"
import { cache } from "../../../state/instances"
import { Alert } from "../../../ui/display/alert"
import { Card } from "../../../ui/display/card"
import { Facts } from "../../../ui/display/facts"
import { untranslated } from "../../../ui/display/untranslated"
import { MailLink } from "../../../ui/display/web-link"
import { useCurrentUser } from "../../../ui/hooks/use-current-user"
import { useFormat } from "../../../ui/hooks/use-format"
import { usePolling } from "../../../ui/hooks/use-polling"
import { useQuery } from "../../../ui/hooks/use-query"
import { useT } from "../../../ui/hooks/use-t"
import { RecordLayout } from "../../../ui/pages/record/record-layout"
import { getFeedback } from "../api"
import { ownerOf, feedback as resource } from "../resource"
import { Composer } from "./composer"
import { FilesCard } from "./files-card"
import { Thread } from "./thread"
import { Tracking } from "./tracking"

const Details = ({ record }: { record: Feedback }) => {
  const t = useT()
  const format = useFormat()
  const isPlatform = useCurrentUser()?.role === "Administrator"
  return (
    <Card title={t("ui.details")}>
      <Facts
        items={[
          [t(resource.labels.userId), untranslated(record.userName)],
          [t("feedback.mailAddress"), record.email && <MailLink address={record.email} />],
          [t(resource.labels.tenantId), ownerOf(record, isPlatform, t)],
          [t("ui.createdAt"), format.dateTime(record.createdDate)],
          [t("ui.updatedAt"), format.dateTime(record.updatedDate)],
          record.resolvedDate && [t("feedback.resolvedAt"), format.dateTime(record.resolvedDate)],
        ]}
      />
    </Card>
  )
}

/** The conversation, which is kept up to date while the page is shown (docs/console.md#thread-of-feedback). */
export const Conversation = ({ record, mayChange }: { record: Feedback; mayChange: boolean }) => {
  const t = useT()
  const { data: loaded = { record }, error } = useQuery(getFeedback, record.id)
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
