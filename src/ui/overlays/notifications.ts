import { errorMessage } from "../../core/errors"
import type { Key } from "../../core/i18n"
import { randomId } from "../../core/random-id"
import { config } from "../../state/config"
import { i18n } from "../../state/instances"
import { notify } from "../../state/toasts"
import { undoMissing, undoOffered, undoOffers, undoTtlMs } from "../../state/undo"

/** Shows a toast that reports the success of the person's own action. */
export const notifySuccess = (title: string) => notify({ tone: "success", title, alwaysShown: true })

/** Shows a toast that reports the failure of the person's own action. @param fallback text for an error without a message */
export const notifyFailure = (error: unknown, fallback: Key) =>
  notify({ tone: "danger", title: errorMessage(error, fallback, i18n.t), alwaysShown: true })

/**
 * Reports a change, and offers to undo it if the server sent undo tokens (docs/console.md#undo-offers).
 * @param tags query tags to invalidate after the undo
 */
export const offerUndo = (tokens: string[], tags: string[], title: string) => {
  if (tokens.length) undoOffered({ id: randomId(2), tokens, tags, title, expires: Date.now() + undoTtlMs })
  else notifySuccess(title)
}

/** The text of a confirmed deletion; that it can be undone is promised only where the server sends undo tokens. */
export const removalText = (text: string) =>
  config.extensions && !undoOffers.isMissing ? `${text} ${i18n.t("ui.undoable")}` : text

/** Reports deletions, of which every one has an undo token if the server sends them. */
export const notifyRemoved = (tokens: string[], tags: string[], title: string) => {
  undoMissing(tokens.length === 0)
  offerUndo(tokens, tags, title)
}
