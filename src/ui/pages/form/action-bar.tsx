import type { ReactNode } from "react"
import { Button } from "../../controls/button"
import { useT } from "../../hooks/use-t"

/** The bar at the end of a form: a note, a cancel button, and the buttons of the form. */
export const ActionBar = ({ note, onCancel, children }: { note?: string; onCancel: () => void; children: ReactNode }) => {
  const t = useT()
  return (
    <div className="action-bar">
      <p className="wide-only">{note}</p>
      <Button tone="ghost" onClick={onCancel}>
        {t("ui.cancel")}
      </Button>
      {children}
    </div>
  )
}
