import { Button } from "../controls/button"
import { useLate } from "../hooks/use-late"
import { useT } from "../hooks/use-t"
import { Alert } from "./alert"

/** A call that takes longer than 8 s: it goes on, and the person may stop waiting. */
export const StillWorking = ({ isGoing, onCancel }: { isGoing: boolean; onCancel: () => void }) => {
  const t = useT()
  if (!useLate(isGoing)) return null
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
