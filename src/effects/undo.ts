import { subscribe } from "valtio/vanilla"
import { http } from "../api"
import { errorMessage } from "../core/errors"
import { HttpError } from "../core/http"
import { pool } from "../core/pool"
import { sessionStore } from "../core/storage"
import { cache, i18n } from "../state/instances"
import { currentUser, session } from "../state/session"
import { dismiss, notify } from "../state/toasts"
import { type UndoOffer, undoClosed, undoOffered, undoOffers, undoOffersRestored } from "../state/undo"

const key = "undo"

const isUndo = (value: unknown): value is UndoOffer => {
  const undo = value as Partial<UndoOffer> | null
  return (
    typeof undo === "object" &&
    undo !== null &&
    typeof undo.id === "string" &&
    typeof undo.title === "string" &&
    typeof undo.expires === "number" &&
    Array.isArray(undo.tokens) &&
    Array.isArray(undo.tags)
  )
}
const isList = (value: unknown): value is UndoOffer[] => Array.isArray(value) && value.every(isUndo)

/** Calls in flight at once (decisions §2). */
const width = 4

const isUnanswered = (result: PromiseSettledResult<unknown> | undefined) =>
  result?.status === "rejected" &&
  result.reason instanceof HttpError &&
  (result.reason.status === 0 || result.reason.status >= 500)

/** Takes an action back, token by token, and says how it went. */
const takeBack = async (undo: UndoOffer) => {
  const { id, tokens, tags } = undo
  undoClosed(id)
  const results = await pool(tokens, width, token => http.post(`/undo/${encodeURIComponent(token)}`, {}))
  for (const tag of tags) cache.invalidate(tag)
  const failed = results.find(result => result.status === "rejected")
  // What got no answer can be pressed again; the server takes each token once.
  const left = tokens.filter((_, at) => isUnanswered(results[at]))
  if (left.length) undoOffered({ ...undo, id: `${id}+`, tokens: left })
  if (failed) notify({ tone: "danger", title: errorMessage(failed.reason, "ui.undoFailed", i18n.t), alwaysShown: true })
  else notify({ tone: "success", title: i18n.t("ui.undone"), alwaysShown: true })
}

/** Offers to take changes back for as long as the server can, also after a reload; another person's offers are dropped. */
export const startUndo = (now: () => number = Date.now) => {
  const shown = new Map<string, string>()
  const owner = () => currentUser(session)?.userId

  const show = () => {
    for (const undo of undoOffers.list) {
      if (shown.has(undo.id)) continue
      const plain = { ...undo, tokens: [...undo.tokens], tags: [...undo.tags] }
      shown.set(
        undo.id,
        notify({
          tone: "success",
          title: undo.title,
          alwaysShown: true,
          durationMs: undo.expires - now(),
          action: { label: "ui.undo", run: () => takeBack(plain) },
          onClose: () => undoClosed(plain.id),
        }),
      )
    }
    for (const [id, toast] of shown)
      if (!undoOffers.list.some(undo => undo.id === id)) {
        shown.delete(id)
        dismiss(toast)
      }
    sessionStore.set(key, JSON.stringify({ owner: owner(), list: undoOffers.list }))
  }

  const stored = sessionStore.getJson(key, (value): value is { owner: string; list: UndoOffer[] } =>
    isList((value as { list?: unknown } | null)?.list),
  )
  if (stored && stored.owner === owner()) undoOffersRestored(stored.list.filter(undo => undo.expires > now()))
  show()
  const stops = [
    subscribe(undoOffers, show, true),
    subscribe(session, () => {
      if (!owner()) undoOffersRestored([])
    }),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}
