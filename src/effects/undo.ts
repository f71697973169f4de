import { subscribe } from "valtio/vanilla"
import { http } from "../api/http"
import { pool } from "../core/concurrency/pool"
import { errorMessage } from "../core/http/errors"
import { HttpError } from "../core/http/http"
import { isRecord } from "../core/is-record"
import { stopAll } from "../core/listen"
import { sessionStore } from "../core/storage"
import { joinTexts } from "../core/text/join-texts"
import { cache, i18n } from "../state/instances"
import {
  isUndoable,
  type RecentAction,
  recentActions,
  recentActionsRestored,
  undoEnded,
  undoRequested,
  undoStarted,
  undosExpired,
} from "../state/recent-actions"
import { currentUser, session } from "../state/session"
import { dismiss, notify, undoDurationMs } from "../state/toasts"

const key = "undo"

const isAction = (value: unknown): value is RecentAction =>
  isRecord(value) &&
  typeof value.id === "string" &&
  typeof value.title === "string" &&
  typeof value.at === "number" &&
  typeof value.expires === "number" &&
  (value.subject === undefined || typeof value.subject === "string") &&
  (value.href === undefined || typeof value.href === "string") &&
  Array.isArray(value.tokens) &&
  Array.isArray(value.tags)
const isStored = (value: unknown): value is { owner: string; list: RecentAction[] } =>
  isRecord(value) && Array.isArray(value.list) && value.list.every(isAction)

/** Calls in flight at once (docs/contract.md#time-outs-and-retries). */
const concurrency = 4

const isUnanswered = (result: PromiseSettledResult<unknown> | undefined) =>
  result?.status === "rejected" &&
  result.reason instanceof HttpError &&
  (result.reason.status === 0 || result.reason.status >= 500)

/** Whom the undo of an upload has left as they are (docs/contract.md#bulk-create), with the reasons. */
const keptIn = (value: unknown) =>
  isRecord(value) && Array.isArray(value.kept) ? value.kept.map(({ name, reason }) => `${name} (${reason})`) : []
/** People that a toast names. */
const maxKept = 20

/** Undoes an action, one call per token, and shows the result. */
const undo = async ({ id, title, subject, tokens, tags }: RecentAction) => {
  undoStarted(id)
  const results = await pool(tokens, concurrency, token => http.post(`/undo/${encodeURIComponent(token)}`, {}))
  for (const tag of tags) cache.invalidate(tag)
  const failed = results.find(result => result.status === "rejected")
  // Tokens without an answer can be sent again. The server accepts each token once, so a repetition is harmless.
  const unanswered = tokens.filter((_, index) => isUnanswered(results[index]))
  undoEnded(id, !failed, unanswered)
  const count = results.filter(result => result.status === "fulfilled").length
  const kept = results.flatMap(result => (result?.status === "fulfilled" ? keptIn(result.value.value) : []))
  const names =
    kept.length > 0 &&
    `${i18n.t("ui.undoKept", { count: kept.length })}: ${kept.slice(0, maxKept).join(", ")}${kept.length > maxKept ? "…" : ""}`
  const text = joinTexts(subject ?? title, failed && count > 0 && i18n.t("ui.undonePart", { count, total: tokens.length }), names)
  if (failed) notify({ tone: "danger", title: errorMessage(failed.reason, "ui.undoFailed", i18n.t), text, alwaysShown: true })
  else notify({ tone: "success", title: i18n.t("ui.undone"), text, alwaysShown: true })
}

const copyOf = (action: RecentAction): RecentAction => ({ ...action, tokens: [...action.tokens], tags: [...action.tags] })

/**
 * Offers the undo of the latest action in a toast, performs undos, drops expired tokens, and keeps the recent actions over a
 * reload; another person's are dropped (docs/console.md#recent-actions).
 */
export const startUndo = () => {
  /** The last action whose toast was shown. */
  let shown: { action?: string; toast: string } = { toast: "" }
  let timer: ReturnType<typeof setTimeout> | undefined
  const owner = () => currentUser(session)?.userId

  const store = () => {
    const { list } = recentActions
    if (list.length) sessionStore.set(key, JSON.stringify({ owner: owner(), list }))
    else sessionStore.remove(key)
  }
  const showLatest = () => {
    const latest = recentActions.list.at(-1)
    if (latest && latest.id !== shown.action && isUndoable(latest)) {
      dismiss(shown.toast)
      const { id, title, subject } = latest
      const action = { label: "ui.undo", run: () => undoRequested(id) } as const
      shown = {
        action: id,
        toast: notify({ tone: "success", title, text: subject, alwaysShown: true, durationMs: undoDurationMs, action }),
      }
    }
    // The toast of an action that is undone from the header, or dropped, would offer nothing.
    const action = recentActions.list.find(({ id }) => id === shown.action)
    if (!action || action.undo) dismiss(shown.toast)
  }
  const update = () => {
    for (const action of recentActions.list) if (action.undo === "requested") undo(copyOf(action))
    showLatest()
    clearTimeout(timer)
    const ends = recentActions.list.filter(({ tokens }) => tokens.length).map(({ expires }) => expires)
    if (ends.length) timer = setTimeout(() => undosExpired(Date.now()), Math.max(0, Math.min(...ends) - Date.now()))
    store()
  }

  const stored = sessionStore.getJson(key, isStored)
  const restored = stored && stored.owner === owner() ? stored.list : []
  // An undo whose answer the reload has cut off can be sent again.
  recentActionsRestored(restored.map(action => (action.undo === "done" ? action : { ...action, undo: undefined })))
  shown = { action: recentActions.list.at(-1)?.id, toast: "" }
  undosExpired(Date.now())
  update()
  return stopAll(
    () => clearTimeout(timer),
    subscribe(recentActions, update, true),
    subscribe(session, () => {
      if (!owner()) recentActionsRestored([])
    }),
  )
}
