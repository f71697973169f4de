import { useEffect, useEffectEvent, useRef, useState } from "react"
import { randomId } from "../../../core/hashing/random-id"
import {
  currentTab,
  loadDrafts,
  type PendingCreate,
  removeDraft,
  type SavedDraft,
  type Secrets,
  saveDraft,
} from "../../../state/drafts"
import type { Form } from "../../forms/use-form"

const saveDelayMs = 400

type Options<D extends object> = {
  form: Form<D>
  /** The module. */
  tag: string
  /** An id, or `new`. */
  record: string
  initial: D
  version?: { current: string | undefined }
  pending?: { current: PendingCreate<D> }
  /** Members that are not stored. */
  secrets?: Secrets<D>
}

const noSecrets: readonly never[] = []

/**
 * The stored drafts of a form (docs/console.md#drafts): stores what is typed under an id of its own, offers the drafts of other
 * forms of the record, restores one, and takes that back. What was typed before a restore is stored and offered in turn.
 */
export const useDrafts = <D extends object>({
  form,
  tag,
  record,
  initial,
  version,
  pending,
  secrets = noSecrets,
}: Options<D>) => {
  const { draft, baseline, isDirty, isBusy } = form
  const [own] = useState(() => randomId(2))
  const [offers, setOffers] = useState<readonly SavedDraft<D>[]>(() => loadDrafts(tag, record, initial, Date.now(), secrets))
  const [storedAt, setStoredAt] = useState<number>()
  /** The draft that was restored, and the one that it has replaced in the form. */
  const [restored, setRestored] = useState<{ from: SavedDraft<D>; before: SavedDraft<D>; isBeforeKept: boolean }>()
  const hasStored = useRef(false)

  /** The secrets of the restored draft that have to be typed again, because they were not stored. */
  const missing = (restored?.from.omitted ?? []).filter(name => draft[name as keyof D] === initial[name as keyof D])

  const omitted = () => {
    const typed = secrets.filter(name => draft[name] !== baseline[name] || missing.includes(name))
    return typed.length > 0 ? { omitted: typed } : {}
  }
  const current = (): SavedDraft<D> => ({
    id: own,
    tab: currentTab(),
    at: Date.now(),
    draft,
    version: version?.current,
    pending: pending?.current,
    ...omitted(),
  })
  const store = () => {
    const saved = current()
    hasStored.current = true
    saveDraft(tag, record, saved, secrets)
    setStoredAt(saved.at)
  }

  /** Removes the draft of this form: it was saved, given up or undone by hand. */
  const remove = () => {
    hasStored.current = false
    setRestored(undefined)
    removeDraft(tag, record, own)
  }

  const storeTyped = useEffectEvent(store)
  const removeUnchanged = useEffectEvent(() => {
    if (hasStored.current) remove()
  })
  // Stores the draft after a pause in typing, and with the state of the create after a save; removes it when the changes are taken
  // back by hand.
  useEffect(() => {
    if (!isDirty) return removeUnchanged()
    const timer = setTimeout(() => storeTyped(), saveDelayMs)
    return () => clearTimeout(timer)
  }, [isDirty, draft, isBusy])

  const show = (saved: SavedDraft<D>) => {
    form.reset(saved.draft, baseline)
    if (version && saved.version) version.current = saved.version
    if (pending && saved.pending) pending.current = saved.pending
  }
  /** Stores a draft under its own id, so that it can be offered. */
  const keep = (saved: SavedDraft<D>) => {
    saveDraft(tag, record, saved, secrets)
    return saved
  }

  const restore = (from: SavedDraft<D>) => {
    const before = { ...current(), id: randomId(2) }
    removeDraft(tag, record, from.id)
    saveDraft(tag, record, { ...from, id: own, tab: currentTab() }, secrets)
    hasStored.current = true
    setOffers([...(isDirty ? [keep(before)] : []), ...offers.filter(({ id }) => id !== from.id)])
    setRestored({ from, before, isBeforeKept: isDirty })
    show(from)
  }

  /** Returns to what the form held before the restore; the restored draft is offered again, as it was edited since. */
  const takeBack = () => {
    if (!restored) return
    const { from, before, isBeforeKept } = restored
    const edited = keep({ ...current(), id: from.id || randomId(2), tab: from.tab, at: from.at })
    removeDraft(tag, record, before.id)
    remove()
    setOffers([edited, ...offers.filter(({ id }) => id !== before.id)])
    show(before)
    if (version) version.current = before.version
    if (pending && before.pending) pending.current = before.pending
    if (!isBeforeKept) return
    hasStored.current = true
    saveDraft(tag, record, { ...before, id: own }, secrets)
  }

  const discard = (offer: SavedDraft<D>) => {
    removeDraft(tag, record, offer.id)
    setOffers(offers.filter(({ id }) => id !== offer.id))
  }

  return {
    offers,
    restored: restored?.from,
    missing,
    storedAt,
    restore,
    takeBack,
    discard,
    store,
    remove,
  }
}

export type Drafts<D extends object> = ReturnType<typeof useDrafts<D>>
