import { isHiredLongAgo } from "../../../contract/employees"
import { messageText } from "../../../ui/forms/message-text"
import { type ChoiceField, choiceFields, choiceKey, dayOrderKey, type Meaning, meaningOf, problemsOf, type Row } from "./rows"

/** Rows with the same problem, and what is chosen for all of them. */
export type Group = { id: string; count: number; text: string; choice?: { field: ChoiceField; text: string } }

/** The group of rows whose people the company has. */
export const existing = "known"
const duplicates = "duplicate"
/** The groups of rows with an unlikely hire date, which are sent all the same: one in the future, or longer ago than people work. */
const hiredLater = "hired later"
const hiredLongAgo = "hired long ago"
export const unlikelyHires = [hiredLater, hiredLongAgo]

/** Returns the groups that a row is in. Those of a choice stay when it is made, so that it can be changed. */
export const groupsOf = (row: Row, meaning: Meaning): Omit<Group, "count">[] => {
  const { t } = meaning
  const { state, values, draft, refusals = [], person } = row
  const { hiredAt } = draft
  const known = [
    ...(row.fileDay?.isAsked ? [{ id: dayOrderKey, text: t("bulk.dayOrder", { day: row.fileDay.text }) }] : []),
    ...(state === "exists" || person ? [{ id: existing, text: t("bulk.existing") }] : []),
    ...(hiredAt > meaning.today ? [{ id: hiredLater, text: t("bulk.hiredLater") }] : []),
    ...(isHiredLongAgo(hiredAt, meaning.today) ? [{ id: hiredLongAgo, text: t("bulk.hiredLongAgo") }] : []),
  ]
  if (state === "exists" || state === "unchanged") return known
  if (state === "duplicate") return [...known, { id: duplicates, text: t("bulk.duplicates") }]
  const words = choiceFields.flatMap(field => {
    const text = values[field]
    if (!text || meaningOf(field, text, meaning) !== undefined) return []
    return [{ id: choiceKey(field, text), text: t(`bulk.unknown.${field}`, { text }), choice: { field, text } }]
  })
  const isOther = (field: string) => !words.some(({ choice }) => choice.field === field)
  const others = problemsOf(row).filter(({ field }) => isOther(field))
  const texts = [...others.map(({ message }) => messageText(message, t)), ...refusals.map(({ text }) => text)]
  return [...known, ...words, ...[...new Set(texts)].map(text => ({ id: text, text }))]
}

/** Returns the groups of all rows, those of a choice and with most rows first. */
export const groupRows = (rows: readonly Row[], meaning: Meaning): Group[] => {
  const groups = new Map<string, Group>()
  for (const row of rows)
    for (const given of groupsOf(row, meaning)) {
      const group = groups.get(given.id)
      if (group) group.count++
      else groups.set(given.id, { ...given, count: 1 })
    }
  const hasChoice = ({ id, choice }: Group) => (choice || id === existing || id === dayOrderKey ? 1 : 0)
  return [...groups.values()].sort((a, b) => hasChoice(b) - hasChoice(a) || b.count - a.count)
}
