import type { Key, Params } from "../../core/i18n"
import { useT } from "../hooks/use-t"

/** What every module names under its own prefix, so that the frames can speak of its records. */
export type Word =
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

/** @param prefix the module's key prefix, such as "campaign" */
export const useResourceTexts = (prefix: string) => {
  const t = useT()
  return (word: Word, params?: Params) => t(`${prefix}.${word}` as Key, params)
}
