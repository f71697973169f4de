import { randomId } from "../core/hashing/random-id"
import { errorMessage } from "../core/http/errors"
import type { Key } from "../core/text/i18n"
import { joinTexts } from "../core/text/join-texts"
import { can } from "./features"
import { i18n } from "./instances"
import { actionRecorded, recentActions, setUndoUnsupported, undoTtlMs } from "./recent-actions"
import { notify } from "./toasts"

/**
 * What an action concerned: the names of its records, and the path of a single one. `message`: what the server reported; `status`: its
 * HTTP status, 202 for a change that waits for approval.
 */
type Subject = { subject?: string; href?: string; message?: string | undefined; status?: number }

/** Records that a report names one by one; of more it names the first. */
const maxNamed = 3
/** Characters of all names of a report, so that they fit two lines. */
const maxNameLength = 80

/** Names the records that an action changed: up to three, or the first and how many more. */
export const namesOf = (names: readonly string[]): string => {
  const all = names.join(", ")
  const [first = "", ...others] = names
  if (names.length <= maxNamed && all.length <= maxNameLength) return all
  const start = first.length > maxNameLength ? `${first.slice(0, maxNameLength - 1).trimEnd()}…` : first
  return others.length ? `${start} ${i18n.t("ui.andMoreRecords", { count: others.length })}` : start
}

/** Shows a toast that reports the success of the person's own action. */
export const notifySuccess = (title: string, text?: string) => notify({ tone: "success", title, text, alwaysShown: true })

/** Shows a toast that reports the failure of the person's own action. @param fallback text for an error without a message */
export const notifyFailure = (error: unknown, fallback: Key) =>
  notify({ tone: "danger", title: errorMessage(error, fallback, i18n.t), alwaysShown: true })

/** The undo token of a call, or those of several. */
type Undo = string | string[] | undefined

/**
 * Reports a change, and offers to undo it if the server sent undo tokens (docs/console.md#recent-actions).
 * @param tags query tags to invalidate after the undo; @returns the id of the recorded action
 */
export const offerUndo = (undo: Undo, tags: string[], text: string, { subject, href, message, status }: Subject = {}) => {
  const tokens = [undo || []].flat()
  const title = status === 202 ? i18n.t("approval.sent") : text
  const at = Date.now()
  const expires = tokens.length ? at + undoTtlMs : 0
  const id = randomId(2)
  actionRecorded({ id, title, subject, href, at, tokens, tags, expires })
  if (!tokens.length) notifySuccess(title, joinTexts(subject, message))
  return id
}

/** The text of a confirmed deletion; that it can be undone is promised only where the server sends undo tokens. */
export const removalText = (text: string) =>
  can("undo") && !recentActions.isUndoUnsupported ? `${text} ${i18n.t("ui.undoable")}` : text

/** Reports deletions, of which every one has an undo token if the server sends them. */
export const notifyRemoved = (undo: Undo, tags: string[], title: string, about?: Subject) => {
  setUndoUnsupported(!undo?.length)
  offerUndo(undo, tags, title, about)
}
