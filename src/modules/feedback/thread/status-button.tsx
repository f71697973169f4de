import { useState } from "react"
import { type Feedback, isOpen, statuses } from "../../../contract/feedback"
import type { Code } from "../../../core/codes"
import type { Loaded } from "../../../core/http/pages"
import { Button } from "../../../ui/controls/button"
import { useT } from "../../../ui/hooks/use-t"
import { StatusDialog } from "./status-dialog"

/** Opens the dialog that changes the status. @param isResolving begins with *resolved*, as the primary action of the page */
export const StatusButton = ({ loaded, isResolving }: { loaded: Loaded<Feedback>; isResolving?: boolean }) => {
  const t = useT()
  const [isShown, setShown] = useState(false)
  const initial: { initial?: Code } = isResolving ? { initial: statuses.value("resolved") } : {}
  // The dialog stays when somebody else resolves the feedback meanwhile.
  if (isResolving && !isShown && !isOpen(loaded.record)) return null
  return (
    <>
      {isResolving ? (
        <Button tone="primary" icon="check" onClick={() => setShown(true)}>
          {t("feedback.resolve")}
        </Button>
      ) : (
        <Button size="sm" onClick={() => setShown(true)}>
          {t("feedback.changeStatus")}
        </Button>
      )}
      {isShown && <StatusDialog loaded={loaded} {...initial} onClose={() => setShown(false)} />}
    </>
  )
}
