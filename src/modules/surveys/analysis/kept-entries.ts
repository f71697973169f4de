import { isRecord } from "../../../core/is-record"
import { localStore } from "../../../core/storage"
import { currentUser, session } from "../../../state/session"

/**
 * Recommendations and plans that the browser keeps where the server does not (docs/contract.md#browser-storage): of one survey,
 * in one company.
 */
export type KeptName = "recommendations" | "plans"

const key = "surveyDocuments"

const keyOf = (surveyId: string) => `${key}:${currentUser(session)?.tenantId ?? ""}:${surveyId}`

const documentOf = (surveyId: string) => localStore.getJson(keyOf(surveyId), isRecord) ?? {}

/** Returns what is kept of a survey, as it came; undefined for nothing. */
export const keptEntries = (name: KeptName, surveyId: string): unknown => documentOf(surveyId)[name]

/** Keeps a list; an empty one is forgotten. @returns false when the browser stores nothing, so that it is lost with the page */
export const keepEntries = (name: KeptName, surveyId: string, entries: readonly object[]): boolean => {
  const { [name]: _, ...others } = documentOf(surveyId)
  const document = { ...others, ...(entries.length && { [name]: entries }) }
  if (Object.keys(document).length) return localStore.set(keyOf(surveyId), JSON.stringify(document))
  localStore.remove(keyOf(surveyId))
  return true
}
