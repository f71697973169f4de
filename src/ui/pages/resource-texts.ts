import type { Key, Params } from "../../core/i18n"
import { useT } from "../hooks/use-t"

/** Texts that every module has under its own prefix. */
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

/** Texts of modules whose records are published. */
export type PublishTextName = "publish" | "saveDraft"

/** @param texts the module's prefix, such as "campaign" */
export const textKey = (texts: string, name: TextName | PublishTextName): Key => `${texts}.${name}` as Key

export const useResourceTexts = (texts: string) => {
  const t = useT()
  return (name: TextName | PublishTextName, params?: Params) => t(textKey(texts, name), params)
}
