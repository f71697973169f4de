import type { Answer } from "../../../core/http/http"
import { confirmation } from "../../../state/instances"
import { notifyFailure, notifyRemoved, removalText } from "../../../state/notifications"
import { messageText } from "../../forms/message-text"
import { useT } from "../../hooks/use-t"
import type { ResourceBase } from "../resource"
import { textKey, useResourceTexts } from "../resource-texts"

/**
 * Returns a function that deletes a record after a confirmation and offers to undo it. `onConfirm` is called before the
 * deletion, `onRemoved` after it.
 */
export const useRemoveRecord = <R>(
  { tag, texts, titleOf, removeNote, isRemovedByName }: ResourceBase<R>,
  remove: ((id: string) => Promise<Answer>) | undefined,
) => {
  const t = useT()
  const text = useResourceTexts(texts)
  return async (id: string, record: R, on: { onConfirm?: () => void; onRemoved?: () => void }) => {
    const title = titleOf(record)
    const note = removeNote?.(record)
    const isConfirmed = await confirmation.ask({
      title: text("removeTitle", { title }),
      text: removalText([note && messageText(note, t), text("removeText")].filter(Boolean).join(" ")),
      confirmLabel: text("removeLabel"),
      tone: "danger",
      ...(isRemovedByName && { typed: title }),
    })
    if (!isConfirmed || !remove) return
    on.onConfirm?.()
    try {
      const { undoToken, message } = await remove(id)
      notifyRemoved(undoToken, [tag], text("removed", { title }), { message })
      on.onRemoved?.()
    } catch (error) {
      notifyFailure(error, textKey(texts, "removeFailed"))
    }
  }
}
