import { Spinner } from "../display/spinner"
import { useDelayed } from "../hooks/use-delayed"
import { useT } from "../hooks/use-t"
import { SlowCallNotice } from "./slow-call-notice"

/** Shown while a screen loads: nothing for 150 ms, then a spinner, after 8 s a notice if `onCancel` is present. */
export const Waiting = ({ size = "lg", onCancel }: { size?: "lg" | "xl"; onCancel?: () => void }) => {
  const t = useT()
  const isShown = useDelayed(true, 150)
  return (
    <div className="waiting">
      {isShown && <Spinner size={size} label={t("ui.loading")} />}
      {onCancel && <SlowCallNotice isPending onCancel={onCancel} />}
    </div>
  )
}
