import { useLate } from "../hooks/use-late"
import { useT } from "../hooks/use-t"
import { Spinner } from "./spinner"
import { StillWorking } from "./still-working"

/** What stands in for a screen that is on its way: nothing for 150 ms, then a spinner; after 8 s it says so. */
export const Waiting = ({ size = "lg", onCancel }: { size?: "lg" | "xl"; onCancel?: () => void }) => {
  const t = useT()
  const isLate = useLate(true, 150)
  return (
    <div className="waiting">
      {isLate && <Spinner size={size} label={t("ui.loading")} />}
      {onCancel && <StillWorking isGoing onCancel={onCancel} />}
    </div>
  )
}
