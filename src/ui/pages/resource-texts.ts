import type { Key, Params } from "../../core/text/i18n"
import { useCurrentUser } from "../hooks/use-current-user"
import { useT } from "../hooks/use-t"

/** Texts that every resource has under its prefix. */
export type TextName =
  | "many"
  | "one"
  | "intro"
  | "introPlatform"
  | "create"
  | "search"
  | "count"
  | "listed"
  | "emptyTitle"
  | "emptyText"
  | "emptyTextPlatform"
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

/** Texts that address companies, and those that address the platform's staff, which has no employees of its own. */
const platformNames: Partial<Record<TextName | OptionalTextName, TextName>> = {
  intro: "introPlatform",
  emptyText: "emptyTextPlatform",
}

/** Returns a function that translates the texts of a resource, in the words for the role of the current person. */
export const useResourceTexts = (texts: string) => {
  const t = useT()
  const isPlatform = useCurrentUser()?.role === "Administrator"
  return (name: TextName | OptionalTextName, params?: Params) =>
    t(textKey(texts, (isPlatform && platformNames[name]) || name), params)
}
