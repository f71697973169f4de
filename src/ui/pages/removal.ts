import type { Answer } from "../../core/http"
import type { Key } from "../../core/i18n"
import { confirm } from "../overlays/confirm"
import { notifyFailure, offerUndo } from "../overlays/notifications"
import { useResourceTexts } from "./resource-texts"

/**
 * Deletes a record once the person is sure, and offers the way back.
 * @param name the query tag
 * @returns of a record and what follows: at once when the person agreed, and when it is gone
 */
export const useRemoval = (name: string, words: string, remove: (id: string) => Promise<Answer>) => {
  const word = useResourceTexts(words)
  return async (id: string, title: string, then: { agreed?: () => void; gone?: () => void }) => {
    const sure = await confirm({
      title: word("removeTitle", { title }),
      text: word("removeText"),
      confirmLabel: word("removeLabel"),
      tone: "danger",
    })
    if (!sure) return
    then.agreed?.()
    try {
      const answer = await remove(id)
      offerUndo(answer.undoToken ? [answer.undoToken] : [], [name], word("removed", { title }))
      then.gone?.()
    } catch (error) {
      notifyFailure(error, `${words}.removeFailed` as Key)
    }
  }
}
