import { isRecord } from "../core/is-record"
import { localStore } from "../core/storage"
import { currentUser, session } from "./session"

/** A draft that is stored in the browser, per person, company, module and record (docs/console.md#drafts). `at`: epoch ms. */
export type SavedDraft<D> = { at: number; draft: D; version?: string; pending?: PendingCreate<D> }

/** A create without an answer: its idempotency key, and each body that was sent under it (docs/console.md#forms). */
export type PendingCreate<D> = { key: string; unanswered: D[] }

/** Older drafts are dropped: 7 days. */
const ttlMs = 7 * 86_400_000

const isDraft = (value: unknown): value is SavedDraft<object> =>
  isRecord(value) && typeof value.at === "number" && isRecord(value.draft)

const isPending = (value: unknown): value is PendingCreate<unknown> =>
  isRecord(value) && typeof value.key === "string" && Array.isArray(value.unanswered)

/** Returns the storage key of a draft, or undefined without a signed-in person. @param record an id, or "new" */
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

/**
 * Returns the stored draft. One that has expired, or that lacks a member of `shape`, is dropped.
 * @param name the module; @param shape a draft of the form; @param now epoch ms
 */
export const loadDraft = <D extends object>(name: string, record: string, shape: D, now: number): SavedDraft<D> | undefined => {
  const key = keyOf(name, record)
  const stored = key ? localStore.getJson(key, isDraft) : undefined
  if (!stored) return undefined
  if (stored.pending && !isPending(stored.pending)) delete stored.pending
  // JSON has no members that are undefined, such as a code that the server did not send.
  const fits = Object.entries(shape).every(([member, value]) => value === undefined || member in stored.draft)
  if (fits && now - stored.at < ttlMs) return stored as SavedDraft<D>
  removeDraft(name, record)
  return undefined
}
