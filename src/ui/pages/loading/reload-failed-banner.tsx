import { errorMessage } from "../../../core/http/errors"
import { Button } from "../../controls/button"
import { Alert } from "../../display/alert"
import { Banner } from "../../display/banner"
import { useT } from "../../hooks/use-t"

/** Shown above data of the page that stays while its reload failed, with a retry. */
export const ReloadFailedBanner = (props: { title: string; error: unknown; onRetry: () => void }) => {
  const t = useT()
  return (
    <Banner rank="data">
      <Alert
        tone="warning"
        title={props.title}
        text={errorMessage(props.error, "error.generic", t)}
        actions={
          <Button size="sm" icon="refresh" onClick={props.onRetry}>
            {t("ui.retry")}
          </Button>
        }
      />
    </Banner>
  )
}
