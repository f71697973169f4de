import { i18n } from "../../../state/instances"

/** Returns the initials of a name or e-mail address, two letters in capitals of the current language. */
export const initials = (name: string) => {
  const words = (name.split("@")[0] ?? "").split(/[^\p{L}\p{M}\p{N}]+/u).filter(Boolean)
  const letters = words.length > 1 ? [words[0], words.at(-1)].map(word => word?.charAt(0) ?? "") : [words[0]?.slice(0, 2) ?? ""]
  return letters.join("").toLocaleUpperCase(i18n.language())
}
