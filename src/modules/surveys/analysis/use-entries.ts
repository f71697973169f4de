import { useMemo, useRef, useState } from "react"
import type { LoadedEntries } from "../../../core/entries"
import { KeyedError } from "../../../core/http/errors"
import { HttpError } from "../../../core/http/http"
import type { Read } from "../../../core/http/query"
import { saveVersioned } from "../../../core/http/save-versioned"
import { NotOffered } from "../../../state/features"
import { cache } from "../../../state/instances"
import { useQuery } from "../../../ui/hooks/use-query"
import { readStoredEntries, type StoredName, writeStoredEntries } from "./stored-entries"

/**
 * A change of a list. It is applied to the current list, which another person may have changed meanwhile, and may be applied
 * twice. Undefined: it contradicts the current list.
 */
export type Change<T> = (entries: readonly T[]) => readonly T[] | undefined

/** A list of a survey that is replaced as a whole, and where the browser keeps it. */
type ListKind<T> = {
  name: StoredName
  read: Read<string, LoadedEntries<T>>
  save: (surveyId: string, entries: readonly T[], loaded: LoadedEntries<T>) => Promise<unknown>
  of: (value: unknown) => T[]
}

/** The failure of a change that contradicts the stored list, which is its value. */
const contradiction = (entries: readonly unknown[]) => new HttpError({ kind: "http", status: 409, value: { entries } })

/** Returns the stored list that a change contradicts; undefined for a conflict that only the server knows. */
export const storedEntries = <T>(error: HttpError): readonly T[] | undefined =>
  (error.value as { entries?: readonly T[] } | undefined)?.entries

/** Changes the stored list; a list that somebody else has changed meanwhile is read again. @returns the list as it is stored */
const saveChange = async <T extends { id: string }>({ read, save }: ListKind<T>, surveyId: string, change: Change<T>) =>
  saveVersioned({
    seen: cache.entry(read, surveyId).data ?? (await cache.load(read, surveyId)),
    currentOf: error =>
      error instanceof HttpError && error.status === 409 && !storedEntries(error) ? cache.load(read, surveyId) : undefined,
    send: async loaded => {
      const entries = change(loaded.entries)
      if (!entries) throw contradiction(loaded.entries)
      if (entries === loaded.entries) return entries
      await save(surveyId, entries, loaded)
      return cache.load(read, surveyId).then(
        stored => stored.entries,
        () => entries,
      )
    },
  })

/**
 * The list of a survey. Changes are shown at once, saved one after the other, and taken back when they cannot be saved. Where
 * the server does not have the call, the browser keeps the list (docs/console.md#recommendations-and-plans).
 */
export const useEntries = <T extends { id: string }>(kind: ListKind<T>, surveyId: string) => {
  const entry = useQuery(kind.read, surveyId)
  const [pending, setPending] = useState<readonly Change<T>[]>([])
  const [revision, setRevision] = useState(0)
  const tail = useRef<Promise<unknown>>(Promise.resolve())
  const isLocal = entry.data === undefined && entry.error instanceof NotOffered
  const kept = useMemo(() => kind.of(readStoredEntries(kind.name, surveyId)), [kind, surveyId, revision])
  const stored = isLocal ? kept : entry.data?.entries

  const saveInBrowser = async (change: Change<T>) => {
    const current = kind.of(readStoredEntries(kind.name, surveyId))
    const entries = change(current)
    if (!entries) throw contradiction(current)
    const isStored = writeStoredEntries(kind.name, surveyId, entries)
    setRevision(number => number + 1)
    if (!isStored) throw new KeyedError("analysis.notKept")
    return entries
  }

  /** @throws when the change is not saved; a change that contradicts the stored list is a conflict with {@link storedEntries} */
  const change = (next: Change<T>): Promise<readonly T[]> => {
    setPending(changes => [...changes, next])
    const run = tail.current
      .then(() => (isLocal ? saveInBrowser(next) : saveChange(kind, surveyId, next)))
      .finally(() => setPending(changes => changes.filter(other => other !== next)))
    tail.current = run.catch(() => undefined)
    return run
  }

  return {
    entries: useMemo(
      () => stored && pending.reduce<readonly T[]>((entries, next) => next(entries) ?? entries, stored),
      [stored, pending],
    ),
    isLocal,
    /** What the browser kept before the server had the call. */
    leftover: isLocal || !entry.data ? [] : kept,
    forgetLeftover: () => {
      writeStoredEntries(kind.name, surveyId, [])
      setRevision(number => number + 1)
    },
    error: entry.error,
    reload: entry.reload,
    cancel: entry.cancel,
    change,
  }
}

export type Entries<T extends { id: string }> = ReturnType<typeof useEntries<T>>

/** Returns the change that adds entries, those that are there already left out. */
export const adding =
  <T extends { id: string }>(added: readonly T[]): Change<T> =>
  entries => [...entries, ...added.filter(({ id }) => !entries.some(entry => entry.id === id))]

/** Returns the change that removes an entry. */
export const removing =
  <T extends { id: string }>(id: string): Change<T> =>
  entries =>
    entries.filter(entry => entry.id !== id)

/** Returns the change that puts a removed entry back at its place. */
export const restoring =
  <T extends { id: string }>(entry: T, index: number): Change<T> =>
  entries =>
    entries.some(({ id }) => id === entry.id) ? entries : entries.toSpliced(index, 0, entry)

/** Returns the change of one entry. @param of undefined: it contradicts the current entry; a missing entry is a contradiction */
export const changing =
  <T extends { id: string }>(id: string, of: (entry: T) => T | undefined): Change<T> =>
  entries => {
    const index = entries.findIndex(entry => entry.id === id)
    const current = entries[index]
    const next = current && of(current)
    if (!next) return undefined
    return next === current ? entries : entries.with(index, next)
  }
