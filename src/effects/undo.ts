import { subscribe } from "valtio/vanilla"
import { http } from "../api"
import { errorMessage } from "../core/errors"
import { HttpError } from "../core/http"
import { isRecord } from "../core/is-record"
import { pool } from "../core/pool"
import { sessionStore } from "../core/storage"
import { cache, i18n } from "../state/instances"
import { currentUser, session } from "../state/session"
import { dismiss, notify } from "../state/toasts"
import { type UndoOffer, undoClosed, undoOffered, undoOffers, undoOffersRestored } from "../state/undo"

const key = "undo"

const isOffer = (value: unknown): value is UndoOffer =>
  isRecord(value) &&
  typeof value.id === "string" &&
  typeof value.title === "string" &&
  typeof value.expires === "number" &&
  Array.isArray(value.tokens) &&
  Array.isArray(value.tags)
const isOffers = (value: unknown): value is UndoOffer[] => Array.isArray(value) && value.every(isOffer)

/** Calls in flight at once (docs/contract.md#time-outs-and-retries). */
const concurrency = 4

const isUnanswered = (result: PromiseSettledResult<unknown> | undefined) =>
  result?.status === "rejected" &&
  result.reason instanceof HttpError &&
  (result.reason.status === 0 || result.reason.status >= 500)

/** Undoes an action, one call per token, and shows the result. */
const undo = async (offer: UndoOffer) => {
  const { id, tokens, tags } = offer
  undoClosed(id)
  const results = await pool(tokens, concurrency, token => http.post(`/undo/${encodeURIComponent(token)}`, {}))
  for (const tag of tags) cache.invalidate(tag)
  const failed = results.find(result => result.status === "rejected")
  // Tokens without an answer are offered again. The server accepts each token once, so a repetition is harmless.
  const unanswered = tokens.filter((_, index) => isUnanswered(results[index]))
  if (unanswered.length) undoOffered({ ...offer, id: `${id}+`, tokens: unanswered })
  if (failed) notify({ tone: "danger", title: errorMessage(failed.reason, "ui.undoFailed", i18n.t), alwaysShown: true })
  else notify({ tone: "success", title: i18n.t("ui.undone"), alwaysShown: true })
}

/** Shows undo offers as toasts until they expire, also after a reload; another person's are dropped (docs/console.md#undo-offers). */
export const startUndo = (now: () => number = Date.now) => {
  /** Ids of the toasts, by offer. */
  const toastIds = new Map<string, string>()
  const owner = () => currentUser(session)?.userId

  const update = () => {
    for (const offer of undoOffers.list) {
      if (toastIds.has(offer.id)) continue
      const copy = { ...offer, tokens: [...offer.tokens], tags: [...offer.tags] }
      toastIds.set(
        offer.id,
        notify({
          tone: "success",
          title: offer.title,
          alwaysShown: true,
          durationMs: offer.expires - now(),
          action: { label: "ui.undo", run: () => undo(copy) },
          onClose: () => undoClosed(copy.id),
        }),
      )
    }
    for (const [id, toastId] of toastIds)
      if (!undoOffers.list.some(offer => offer.id === id)) {
        toastIds.delete(id)
        dismiss(toastId)
      }
    sessionStore.set(key, JSON.stringify({ owner: owner(), list: undoOffers.list }))
  }

  const stored = sessionStore.getJson(key, (value): value is { owner: string; list: UndoOffer[] } =>
    isOffers((value as { list?: unknown } | null)?.list),
  )
  if (stored && stored.owner === owner()) undoOffersRestored(stored.list.filter(offer => offer.expires > now()))
  update()
  const stops = [
    subscribe(undoOffers, update, true),
    subscribe(session, () => {
      if (!owner()) undoOffersRestored([])
    }),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}
