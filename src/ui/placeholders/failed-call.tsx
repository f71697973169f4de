import { errorMessage } from "../../core/http/errors"
import type { Key } from "../../core/text/i18n"
import { Button } from "../controls/button"
import { Alert } from "../display/alert"
import { useT } from "../hooks/use-t"

/** A failed call as a message of the page, with a retry. @param failure message of an error that has none */
export const FailedCall = ({
  title,
  tone = "danger",
  size,
  isBusy,
  error,
  failure = "error.generic",
  onRetry,
}: {
  title: string
  tone?: "danger" | "warning"
  size?: "sm"
  isBusy?: boolean
  error: unknown
  failure?: Key
  onRetry: () => void
}) => {
  const t = useT()
  return (
    <Alert
      tone={tone}
      title={title}
      text={errorMessage(error, failure, t)}
      actions={
        <Button size={size} icon="refresh" busy={isBusy} onClick={onRetry}>
          {t("ui.retry")}
        </Button>
      }
    />
  )
}
