import type { PendingCreate } from "../core/form/basis"
import type { DraftStore, StoredDraft } from "../core/form/drafts"
import { randomId } from "../core/hashing/random-id"
import { isRecord } from "../core/is-record"
import { localStore, sessionStore } from "../core/storage"
import { currentUser, session } from "./session"

/**
 * Unsaved work that is stored in the browser, per person, company, module and record (docs/console.md#drafts). A record has
 * one draft for each form in which it was edited. Secrets are not stored.
 */

/** Older drafts are dropped: 7 days. */
const ttlMs = 7 * 86_400_000

/** Largest number of drafts of a record; the oldest are dropped. */
const maxDrafts = 5

const isPending = (value: unknown): value is PendingCreate<unknown> =>
  isRecord(value) && typeof value.key === "string" && Array.isArray(value.unanswered)

/** Reads a stored draft. Earlier releases stored a single one, without an id. */
const draftFrom = (value: unknown): StoredDraft<object>[] => {
  if (!isRecord(value) || typeof value.at !== "number" || !isRecord(value.draft)) return []
  const { at, draft, pending } = value
  const text = (member: unknown) => (typeof member === "string" ? member : undefined)
  const omitted = [value.omitted].flat().filter(name => typeof name === "string")
  return [
    {
      id: text(value.id) ?? "",
      tab: text(value.tab),
      at,
      draft,
      version: text(value.version),
      pending: isPending(pending) ? (pending as PendingCreate<object>) : undefined,
      ...(omitted.length > 0 && { omitted }),
    },
  ]
}

/** Returns the storage key of the drafts of a record, or undefined without a signed-in person. @param record an id, or "new" */
const keyOf = (name: string, record: string) => {
  const user = currentUser(session)
  return user && `draft:${user.userId}:${user.tenantId ?? ""}:${name}:${record}`
}

const stored = (key: string) => [localStore.getJson(key, (value): value is unknown => value !== null)].flat().flatMap(draftFrom)

const store = (key: string, drafts: readonly StoredDraft<object>[]) => {
  if (drafts.length) localStore.set(key, JSON.stringify(drafts.slice(0, maxDrafts)))
  else localStore.remove(key)
}

const tabKey = "tab"

/** Returns the id of this tab, which stays over reloads. */
export const currentTab = () => {
  const known = sessionStore.get(tabKey)
  if (known) return known
  const tab = randomId(2)
  sessionStore.set(tabKey, tab)
  return tab
}

/** The names of members that are never stored. */
export type Secrets<D> = readonly (keyof D & string)[]

/** Returns a draft without its secrets. */
const withoutSecrets = (saved: StoredDraft<object>, secrets: readonly string[]): StoredDraft<object> => {
  const publicMembers = (draft: object) => Object.fromEntries(Object.entries(draft).filter(([name]) => !secrets.includes(name)))
  const { draft, pending } = saved
  return {
    ...saved,
    draft: publicMembers(draft),
    ...(pending && { pending: { ...pending, unanswered: pending.unanswered.map(publicMembers) } }),
  }
}

/** Stores a draft without its secrets; it replaces the one with its id. */
export const saveDraft = <D extends object>(name: string, record: string, draft: StoredDraft<D>, secrets: Secrets<D> = []) => {
  const key = keyOf(name, record)
  if (key) store(key, [withoutSecrets(draft, secrets), ...stored(key).filter(({ id }) => id !== draft.id)])
}

export const removeDraft = (name: string, record: string, id: string) => {
  const key = keyOf(name, record)
  if (!key) return
  const drafts = stored(key)
  if (drafts.some(draft => draft.id === id))
    store(
      key,
      drafts.filter(draft => draft.id !== id),
    )
}

/**
 * Returns the stored drafts, newest first, with the secrets of `shape`. Those that have expired, or that lack another member
 * of `shape`, are dropped.
 * @param name the module; @param shape a draft of the form; @param now epoch ms
 */
export const loadDrafts = <D extends object>(
  name: string,
  record: string,
  shape: D,
  now: number,
  secrets: Secrets<D> = [],
): StoredDraft<D>[] => {
  const key = keyOf(name, record)
  if (!key) return []
  // JSON has no members that are undefined, such as a code that the server did not send.
  const given = Object.fromEntries(secrets.map(member => [member, shape[member]]))
  const fits = (draft: object) =>
    Object.entries(shape).every(([member, value]) => value === undefined || member in given || member in draft)
  const drafts = stored(key)
    .filter(({ at, draft }) => fits(draft) && now - at < ttlMs)
    .map(saved => withoutSecrets(saved, secrets))
    .sort((a, b) => b.at - a.at)
  store(key, drafts)
  return drafts.map(saved => ({ ...saved, draft: { ...saved.draft, ...given } })) as StoredDraft<D>[]
}

/** The drafts of a record for its form. @param record an id, or "new"; @param shape a draft of the form */
export const draftStore = <D extends object>(
  name: string,
  record: string,
  shape: D,
  secrets: Secrets<D> = [],
): DraftStore<D> => ({
  load: () => loadDrafts(name, record, shape, Date.now(), secrets),
  put: draft => saveDraft(name, record, draft, secrets),
  remove: id => removeDraft(name, record, id),
  newId: () => randomId(2),
  tab: currentTab,
  now: () => Date.now(),
  later: (work, ms) => {
    const timer = setTimeout(work, ms)
    return () => clearTimeout(timer)
  },
  secrets,
})
