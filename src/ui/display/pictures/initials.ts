import { i18n } from "../../../state/instances"

/** The characters that a reader counts in a text: with their marks, and emoji that consist of several; flags are two letters. */
const charactersOf = (text = "") => text.match(/\p{RI}{2}|.(?:[\p{M}\p{EMod}]|\u200D.)*/gsu) ?? []

/**
 * Returns the initials of a name or e-mail address, two letters in capitals of the current language; of a name without letters and
 * digits, such as an emoji, its first character.
 */
export const initials = (name: string) => {
  const words = (name.split("@")[0] ?? "").match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  const [first, second] = charactersOf(words[0] ?? name)
  const last = words[1] ? charactersOf(words.at(-1))[0] : words[0] && second
  return `${first ?? ""}${last ?? ""}`.toLocaleUpperCase(i18n.language())
}
