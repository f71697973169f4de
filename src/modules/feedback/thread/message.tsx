import { memo } from "react"
import { authors, type Conversation } from "../../../contract/feedback"
import { isSameJson } from "../../../core/json"
import { Icon } from "../../../ui/display/icons/icon"
import { Avatar } from "../../../ui/display/pictures/avatar"
import { useFormat } from "../../../ui/hooks/use-format"
import { useT } from "../../../ui/hooks/use-t"
import { AttachmentLinks } from "./attachment-links"

const Time = ({ at }: { at: string }) => {
  const format = useFormat()
  return at ? <time dateTime={at}>{format.dateTime(at)}</time> : null
}

/** An entry of the conversation: a message with its author, or one line for an entry of the system. */
export const Message = memo(
  ({ entry }: { entry: Conversation }) => {
    const t = useT()
    const { type, message, authorName, authorEmail, createdDate, isInternal, attachments, mail } = entry
    const kind = authors.name(type)
    if (kind === "system" && !attachments.length)
      return (
        <li className="thread-event">
          <Icon name={isInternal ? "lock" : "info"} size="sm" />
          <span>
            {isInternal && <span className="sr-only">{t("feedback.internalNote")}: </span>}
            {message} <Time at={createdDate} />
          </span>
        </li>
      )
    const author = authorName || authorEmail || t(kind ? `feedback.author.${kind}` : "ui.unknown")
    return (
      <li className="message" data-kind={kind ?? "unknown"} data-internal={isInternal || undefined} data-tone="warning">
        <Avatar name={author} />
        <header>
          <b translate="no">{author}</b>
          {kind !== "user" && !isInternal && (
            <span className="badge" data-tone={kind === "admin" ? "accent" : "neutral"}>
              {t(kind ? `feedback.author.${kind}` : "ui.unknown")}
            </span>
          )}
          {isInternal && (
            <span className="badge" data-tone="warning">
              <Icon name="lock" size="sm" />
              {t("feedback.internalNote")}
            </span>
          )}
          <Time at={createdDate} />
        </header>
        <div>
          {message && <p className="prose">{message}</p>}
          {attachments.length > 0 && <AttachmentLinks files={attachments} />}
          {mail && <small className="hint">{t(`feedback.mail.${mail}`)}</small>}
        </div>
      </li>
    )
  },
  (before, after) => isSameJson(before.entry, after.entry),
)
