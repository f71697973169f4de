import type { Key, Params, RecordText } from "../../core/text/i18n"
import { i18n } from "../../state/instances"
import { useCurrentUser } from "../hooks/use-current-user"
import { useT } from "../hooks/use-t"

/** Texts that each resource has under its prefix. The others follow from its nouns, unless it has its own. */
type OwnTextName = "one" | "many" | "intro" | "removeText"

export type TextName = OwnTextName | RecordText

/** Returns the key of a text of a resource. @param texts the prefix, such as `campaign` */
export const textKey = (texts: string, name: TextName): Key => `${texts}.${name}` as Key

/**
 * Returns a function that translates the texts of a resource. Those that address companies may have another one, such as
 * `introPlatform`, for the platform's staff, which has no employees of its own.
 */
export const useResourceTexts = (texts: string) => {
  const t = useT()
  const isPlatform = useCurrentUser()?.role === "Administrator"
  return (name: TextName, params?: Params) => {
    const platformKey = `${texts}.${name}Platform`
    return t(isPlatform && i18n.hasKey(platformKey) ? platformKey : textKey(texts, name), params)
  }
}
