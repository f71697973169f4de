import { errorMessage } from "../../core/errors"
import type { Key } from "../../core/i18n"
import { randomId } from "../../core/random-id"
import { i18n } from "../../state/instances"
import { notify } from "../../state/toasts"
import { undoOffered, undoTtlMs } from "../../state/undo"

/** Toasts that answer the person's own action. */
export const notifySuccess = (title: string) => notify({ tone: "success", title, answer: true })

export const notifyFailure = (error: unknown, fallback: Key) =>
  notify({ tone: "danger", title: errorMessage(error, fallback, i18n.t), answer: true })

/** Says what was done, with the way back when the server gave one (decisions §2, Undo-Token). @param tags queries to reload after it */
export const offerUndo = (tokens: string[], tags: string[], title: string) => {
  if (tokens.length)
    undoOffered({
      id: randomId(2),
      tokens,
      tags,
      title,
      expires: Date.now() + undoTtlMs,
    })
  else notifySuccess(title)
}
