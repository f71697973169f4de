import { Button } from "../controls/button"
import { useDelayed } from "../hooks/use-delayed"
import { useT } from "../hooks/use-t"
import { Alert } from "./alert"

/** Shown for a call that is pending for more than 8 s, with a button that stops waiting for it. */
export const SlowCallNotice = ({ isPending, onCancel }: { isPending: boolean; onCancel: () => void }) => {
  const t = useT()
  if (!useDelayed(isPending, 8_000)) return null
  return (
    <Alert
      tone="info"
      title={t("ui.stillWorking")}
      text={t("ui.stillWorkingText")}
      actions={
        <Button size="sm" onClick={onCancel}>
          {t("ui.stopWaiting")}
        </Button>
      }
    />
  )
}
