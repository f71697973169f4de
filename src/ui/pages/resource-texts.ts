import type { Key, Params } from "../../core/i18n"
import { useT } from "../hooks/use-t"

/** Texts that every resource has under its prefix. */
export type TextName =
  | "many"
  | "one"
  | "intro"
  | "create"
  | "search"
  | "count"
  | "listed"
  | "emptyTitle"
  | "emptyText"
  | "loadFailed"
  | "new"
  | "edit"
  | "created"
  | "createFailed"
  | "updated"
  | "updateFailed"
  | "removeTitle"
  | "removeText"
  | "removeLabel"
  | "removed"
  | "removedMany"
  | "removeManyTitle"
  | "removeFailed"
  | "gone"

/** Texts of resources whose records are published, or are active and inactive. */
export type OptionalTextName = "publish" | "saveDraft" | "activated" | "deactivated"

/** Returns the key of a text of a resource. @param texts the prefix, such as `campaign` */
export const textKey = (texts: string, name: TextName | OptionalTextName): Key => `${texts}.${name}` as Key

/** Returns a function that translates the texts of a resource. */
export const useResourceTexts = (texts: string) => {
  const t = useT()
  return (name: TextName | OptionalTextName, params?: Params) => t(textKey(texts, name), params)
}
