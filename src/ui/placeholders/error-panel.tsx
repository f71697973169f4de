import { errorMessage } from "../../core/http/errors"
import { HttpError } from "../../core/http/http"
import { joinTexts } from "../../core/text/join-texts"
import { useT } from "../hooks/use-t"
import { Empty } from "./empty"

type Props = { title: string; error: unknown; onRetry?: () => void; isPage?: boolean }

/** The error of a failed read: message, status and request id for support, and a retry. @param isPage see Empty */
export const ErrorPanel = ({ title, error, onRetry, isPage }: Props) => {
  const t = useT()
  const message = errorMessage(error, "error.generic", t)
  // The details contain the request id, once.
  const reference = error instanceof HttpError && error.requestId
  const isOffline = error instanceof HttpError && error.status === 0
  const details =
    error instanceof HttpError &&
    joinTexts(error.status >= 500 && t("error.server"), error.status >= 400 && error.status, error.requestId)
  return (
    <Empty
      tone={isOffline ? "warning" : "danger"}
      icon={isOffline ? "offline" : "alert"}
      title={title}
      text={reference ? message.replace(` (${reference})`, "") : message}
      code={details || undefined}
      isPage={isPage}
      actions={onRetry && [{ label: t("ui.retry"), icon: "refresh", tone: "primary", run: onRetry }]}
    />
  )
}
