import { Button } from "../controls/button"
import { Alert } from "../display/alert"
import { useDelayed } from "../hooks/use-delayed"
import { useT } from "../hooks/use-t"

type Props = { isPending: boolean; onCancel: () => void }

/** Whether a call is pending for more than 8 s. */
export const useSlowCall = (isPending: boolean) => useDelayed(isPending, 8_000)

/** Says that a call takes long, with a button that stops waiting for it. */
export const SlowCallAlert = ({ onCancel }: Pick<Props, "onCancel">) => {
  const t = useT()
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

/** Shown for a call that is pending for more than 8 s. */
export const SlowCallNotice = ({ isPending, onCancel }: Props) => useSlowCall(isPending) && <SlowCallAlert onCancel={onCancel} />
