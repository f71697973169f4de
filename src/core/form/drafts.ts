import type { Basis } from "./basis"
import type { Observe } from "./observable"

/** The stored drafts of a form (docs/console.md#drafts): what is typed is stored after a pause; those of other forms are offered. */

/** A stored draft; `tab` is that of its form, `at` epoch ms, `omitted` the secrets that were typed and are not stored. */
export type StoredDraft<D> = Pick<Basis<D>, "version" | "pending"> & {
  id: string
  tab?: string
  at: number
  draft: D
  omitted?: readonly string[]
}

/** Where the drafts of one record are stored, and the clock. */
export type DraftStore<D> = {
  load: () => readonly StoredDraft<D>[]
  put: (draft: StoredDraft<D>) => void
  remove: (id: string) => void
  newId: () => string
  tab: () => string
  now: () => number
  /** Runs work later; returns a function that cancels it. */
  later: (work: () => void, ms: number) => () => void
  /** Members that are not stored. */
  secrets: readonly (keyof D & string)[]
}

const pauseMs = 400

type Form<D> = {
  observe: Observe
  notify: () => void
  isDirty: () => boolean
  draft: () => D
  stored: () => D
  basis: () => Basis<D>
  show: (saved: StoredDraft<D>) => void
}

export const createDrafts = <D extends object>(store: DraftStore<D> | undefined, form: Form<D>) => {
  const own = store?.newId() ?? ""
  const loaded = store?.load() ?? []
  let offers = loaded.filter(({ id }) => id !== own)
  /** A form whose drafts all have one id begins with the stored one. */
  let isStored = offers.length < loaded.length
  let storedAt: number | undefined
  let cancel = () => {}
  let isOpen = true
  /** The draft that was restored, and what it has replaced. */
  let restored: { from: StoredDraft<D>; before: StoredDraft<D>; wasDirty: boolean } | undefined

  /** The secrets of the restored draft that have to be typed again, because they were not stored. */
  const missing = () =>
    (restored?.from.omitted ?? []).filter(name => form.draft()[name as keyof D] === form.stored()[name as keyof D])
  const current = (id: string): StoredDraft<D> => {
    const omitted = (store?.secrets ?? []).filter(name => form.draft()[name] !== form.stored()[name] || missing().includes(name))
    const { version, pending } = form.basis()
    return {
      id,
      tab: store?.tab(),
      at: store?.now() ?? 0,
      draft: form.draft(),
      version,
      pending,
      ...(omitted.length > 0 && { omitted }),
    }
  }
  const put = (saved: StoredDraft<D>) => {
    store?.put(saved)
    return saved
  }
  const keep = () => {
    cancel()
    if (!store || !form.isDirty()) return
    storedAt = put(current(own)).at
    isStored = true
    form.notify()
  }
  const discardOwn = () => {
    cancel()
    restored = undefined
    if (isStored) store?.remove(own)
    isStored = false
  }
  return {
    /** What is offered, what was restored and lacks secrets, and when the form was stored last. */
    shown: form.observe(() => ({ offers, restored: restored?.from, missing: missing().join(), storedAt })),
    /** To be called after a change: stores the draft after a pause, and removes it when the changes are taken back by hand. */
    touch: () => {
      cancel()
      if (!isOpen) return
      if (form.isDirty()) cancel = store?.later(keep, pauseMs) ?? cancel
      else if (isStored) discardOwn()
    },
    isOpen: () => isOpen,
    /** The form is shown, until the returned function is called: nothing is stored later. */
    open: () => {
      isOpen = true
      return () => {
        isOpen = false
        cancel()
      }
    },
    /** Stores at once, such as when the page is hidden. */
    keep,
    discardOwn,
    restore: (from: StoredDraft<D>) => {
      const before = current(store?.newId() ?? "")
      const wasDirty = form.isDirty()
      store?.remove(from.id)
      put({ ...from, id: own, tab: store?.tab() })
      isStored = true
      offers = [...(wasDirty ? [put(before)] : []), ...offers.filter(({ id }) => id !== from.id)]
      restored = { from, before, wasDirty }
      form.show(from)
    },
    /** Returns to what the form held before the restore; the restored draft is offered again, as it was edited since. */
    takeBack: () => {
      if (!restored) return
      const { from, before, wasDirty } = restored
      const edited = put({ ...current(from.id || (store?.newId() ?? "")), tab: from.tab, at: from.at })
      store?.remove(before.id)
      discardOwn()
      offers = [edited, ...offers.filter(({ id }) => id !== before.id)]
      form.show(before)
      if (!wasDirty) return
      put({ ...before, id: own })
      isStored = true
    },
    discard: (offer: StoredDraft<D>) => {
      store?.remove(offer.id)
      offers = offers.filter(({ id }) => id !== offer.id)
      form.notify()
    },
  }
}
