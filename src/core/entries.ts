/** Lists that are read and replaced as a whole. */
import type { Answer } from "./http/answer"
import { page } from "./http/pages"
import { isRecord } from "./is-record"
import { isSameJson } from "./json"

/** `version` is the list's ETag, `received` has its entries as they came. */
export type LoadedEntries<T> = { entries: T[]; received: object[]; version?: string }

/**
 * Returns a reader of a list with its version.
 * @param name the list's member of `value`; @param entriesOf reads the list, one entry for each object
 * @throws HttpError of kind `format` when the answer has no list
 */
export const loadedEntries =
  <T>(name: string, entriesOf: (received: readonly object[]) => T[]) =>
  (answer: Answer): LoadedEntries<T> => {
    const received = page<object>(name)(answer).rows.filter(isRecord)
    return { entries: entriesOf(received), received, ...(answer.etag !== undefined && { version: answer.etag }) }
  }

/**
 * Returns the entries for the body of the call that replaces the list: those that the person did not change go back as they
 * came (docs/contract.md#changes).
 */
export const entriesBody = <T extends { id: string }>(entries: readonly T[], loaded: LoadedEntries<T>): object[] =>
  entries.map(entry => {
    const index = loaded.entries.findIndex(({ id }) => id === entry.id)
    const received = loaded.received[index]
    return received && isSameJson(entry, loaded.entries[index]) ? received : entry
  })
