import { isRecord } from "../../../core/is-record"
import { localStore } from "../../../core/storage"
import { currentUser, session } from "../../../state/session"

/**
 * Recommendations and plans in browser storage, where the server has no calls for them (docs/contract.md#browser-storage): of one survey,
 * in one company.
 */
export type StoredName = "recommendations" | "plans"

const key = "surveyDocuments"

const keyOf = (surveyId: string) => `${key}:${currentUser(session)?.tenantId ?? ""}:${surveyId}`

const documentOf = (surveyId: string) => localStore.getJson(keyOf(surveyId), isRecord) ?? {}

/** Returns the stored list of a survey, unchecked; undefined for none. */
export const readStoredEntries = (name: StoredName, surveyId: string): unknown => documentOf(surveyId)[name]

/** Stores a list; an empty one is removed. @returns false when the browser stores nothing: the list is lost with the page */
export const writeStoredEntries = (name: StoredName, surveyId: string, entries: readonly object[]): boolean => {
  const { [name]: _, ...others } = documentOf(surveyId)
  const document = { ...others, ...(entries.length && { [name]: entries }) }
  if (Object.keys(document).length) return localStore.set(keyOf(surveyId), JSON.stringify(document))
  localStore.remove(keyOf(surveyId))
  return true
}
