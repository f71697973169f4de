import { errorMessage } from "../../core/http/errors"
import { Button } from "../../ui/controls/button"
import { Alert } from "../../ui/display/alert"
import { useT } from "../../ui/hooks/use-t"
import type { useTexts } from "../../ui/hooks/use-texts"

/** Shown on a public page whose texts could not be loaded. */
export const TextsFailed = ({ error, loading, reload }: Pick<ReturnType<typeof useTexts>, "error" | "loading" | "reload">) => {
  const t = useT()
  return (
    <Alert
      tone="danger"
      title={t("auth.textFailed")}
      text={errorMessage(error, "error.network", t)}
      actions={
        <Button icon="refresh" busy={loading} onClick={reload}>
          {t("ui.retry")}
        </Button>
      }
    />
  )
}
