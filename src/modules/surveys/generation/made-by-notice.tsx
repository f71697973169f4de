import { Button } from "../../../ui/controls/button"
import { Alert } from "../../../ui/display/alert"
import { useT } from "../../../ui/hooks/use-t"
import { useTexts } from "../../../ui/hooks/use-texts"
import type { MadeBy } from "./prompt"

/** Names what made generated content; for templates also why the AI did not, with a button that tries again. */
export const MadeByNotice = ({ madeBy, reason, onRetry }: MadeBy & { onRetry: () => void }) => {
  const t = useT()
  const { isLoaded } = useTexts("templates")
  if (!isLoaded) return null
  if (madeBy === "ai") return <Alert tone="info" title={t("templates.byAi")} text={t("templates.review")} />
  const isSetUp = reason?.reason !== "notConfigured"
  const why = reason && t(`templates.reason.${reason.reason}`)
  const wait = reason?.retryAfter && t("templates.busyFor", { count: reason.retryAfter })
  return (
    <Alert
      tone="warning"
      title={t("templates.byTemplate")}
      text={[isSetUp ? `${t("ai.failed")}: ${why}` : why, wait, t("templates.review")].filter(Boolean).join(" ")}
      actions={
        isSetUp && (
          <Button size="sm" icon="refresh" onClick={onRetry}>
            {t("ui.retry")}
          </Button>
        )
      }
    />
  )
}
