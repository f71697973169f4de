import { Button } from "../../../ui/controls/button"
import { useT } from "../../../ui/hooks/use-t"

/** Says that an entry of a form was removed, and puts it back; its button takes the focus. */
export const UndoLine = ({ name, onUndo }: { name: string; onUndo: () => void }) => {
  const t = useT()
  return (
    <p className="row small" role="status">
      {t("ui.choiceRemoved", { name })}
      <Button size="sm" tone="ghost" icon="history" autoFocus onClick={onUndo}>
        {t("ui.undo")}
      </Button>
    </p>
  )
}
