import type { Answer } from "../../core/http"
import { confirmation } from "../../state/instances"
import { notifyFailure, offerUndo } from "../overlays/notifications"
import type { Named } from "./resource"
import { textKey, useResourceTexts } from "./resource-texts"

/** Returns a function that deletes a record after confirmation and offers to undo it. `agreed` runs at once, `removed` when the record is gone. */
export const useRemoval = <R>({ tag, texts, titleOf }: Named<R>, remove: ((id: string) => Promise<Answer>) | undefined) => {
  const text = useResourceTexts(texts)
  return async (id: string, record: R, then: { agreed?: () => void; removed?: () => void }) => {
    const title = titleOf(record)
    const isConfirmed = await confirmation.ask({
      title: text("removeTitle", { title }),
      text: text("removeText"),
      confirmLabel: text("removeLabel"),
      tone: "danger",
    })
    if (!isConfirmed || !remove) return
    then.agreed?.()
    try {
      const { undoToken } = await remove(id)
      offerUndo(undoToken ? [undoToken] : [], [tag], text("removed", { title }))
      then.removed?.()
    } catch (error) {
      notifyFailure(error, textKey(texts, "removeFailed"))
    }
  }
}
