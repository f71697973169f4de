import { localStore } from "../core/storage"
import { currentUser, session } from "./session"

/** Unsaved work of one person in one company on one record, kept on this browser (decisions §3, Logout). */
export type SavedDraft<D> = { at: number; draft: D; version?: string; pending?: PendingCreate<D> }

/** A create that is under way: its idempotency key, and each body that was sent under it and never answered. */
export type PendingCreate<D> = { key: string; unanswered: D[] }

/** Drafts older than this are dropped, ms: 7 days. */
const life = 7 * 86_400_000

const isDraft = (value: unknown): value is SavedDraft<object> => {
  const draft = value as Partial<SavedDraft<object>> | null
  return (
    typeof draft === "object" &&
    draft !== null &&
    typeof draft.at === "number" &&
    typeof draft.draft === "object" &&
    draft.draft !== null
  )
}

const isPending = (value: unknown): value is PendingCreate<unknown> => {
  const pending = value as Partial<PendingCreate<unknown>> | null
  return typeof pending?.key === "string" && Array.isArray(pending.unanswered)
}

/** The storage key of a draft, or undefined while nobody is signed in. @param record an id, or "new" */
const keyOf = (name: string, record: string) => {
  const user = currentUser(session)
  return user && `draft:${user.userId}:${user.tenantId ?? ""}:${name}:${record}`
}

export const saveDraft = <D extends object>(name: string, record: string, draft: SavedDraft<D>) => {
  const key = keyOf(name, record)
  if (key) localStore.set(key, JSON.stringify(draft))
}

export const removeDraft = (name: string, record: string) => {
  const key = keyOf(name, record)
  if (key) localStore.remove(key)
}

/** A kept draft that is still young enough. Its members are the form's own: a draft of another shape is dropped. */
export const loadDraft = <D extends object>(name: string, record: string, shape: D, now: number): SavedDraft<D> | undefined => {
  const key = keyOf(name, record)
  const kept = key ? localStore.getJson(key, isDraft) : undefined
  if (!kept) return undefined
  if (kept.pending && !isPending(kept.pending)) delete kept.pending
  // JSON leaves out what is undefined: a code that the server did not send.
  const fits = Object.entries(shape).every(([member, value]) => value === undefined || member in kept.draft)
  if (fits && now - kept.at < life) return kept as SavedDraft<D>
  removeDraft(name, record)
  return undefined
}
