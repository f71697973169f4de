import { useSyncExternalStore } from "react"
import { confirmation } from "../../state/instances"
import { Button } from "../controls/button"
import { useT } from "../hooks/use-t"
import { Dialog } from "./dialog"

/** Shows the pending confirmation as a dialog; mounted once in the application. */
export const Confirms = () => {
  const t = useT()
  const question = useSyncExternalStore(confirmation.subscribe, confirmation.pending, () => undefined)
  if (!question) return null
  return (
    <Dialog
      key={question.id}
      title={question.title}
      text={question.text}
      icon={question.tone === "danger" ? "alert" : "info"}
      tone={question.tone}
      onClose={() => question.answer(false)}
    >
      <div className="dialog__foot">
        <Button autoFocus onClick={() => question.answer(false)}>
          {question.cancelLabel ?? t("ui.cancel")}
        </Button>
        <Button tone={question.tone === "danger" ? "danger-solid" : "primary"} onClick={() => question.answer(true)}>
          {question.confirmLabel}
        </Button>
      </div>
    </Dialog>
  )
}
