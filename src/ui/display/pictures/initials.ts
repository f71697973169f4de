import { i18n } from "../../../state/instances"

/** Returns the initials of a name or e-mail address, two letters in capitals of the current language. */
export const initials = (name: string) => {
  const words = (name.split("@")[0] ?? "").match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  // A letter may be two code units, and have marks.
  const [first, last] = [words[0], words.at(-1)].map(word => word?.match(/.\p{M}*/gu) ?? [""])
  const letters = words.length > 1 ? [first?.[0], last?.[0]] : (first?.slice(0, 2) ?? [])
  return letters.join("").toLocaleUpperCase(i18n.language())
}
