/** Validation rules of drafts; console and server share them. A rule returns a message, or undefined for a valid field. */
import { isDay, isInstant } from "./dates/dates"
import { isSameJson } from "./json"
import { cleanText, plainCode } from "./text/clean-text"
import { emailError } from "./text/email"
import { isHttpUrl } from "./text/http-url"
import type { Key, Params } from "./text/i18n"

export type Message = Key | { key: Key; params: Params }
/** @param stored as for {@link checkChange}; a rule of a list compares the entries with it */
export type Rule<D> = (draft: D, field: keyof D, stored?: readonly D[]) => Message | undefined
export type Rules<D> = { [K in keyof D]?: Rule<D> | readonly Rule<D>[] }
export type Messages<D> = { [K in keyof D]?: Message }

/**
 * Checks a draft that may be a change of a stored one (docs/console.md#forms). A field is refused only where it, or another member
 * that its rule has read, differs from what is stored: a rule may be stricter than the one of the day on which the value was stored.
 * @param stored what the draft may be a change of; none for a new one
 * @returns the first message of each refused field, in the order of the rules; `notes` are those of the others that break a rule
 */
export const checkChange = <D extends object>(rules: Rules<D>, draft: D, stored: readonly D[] = []) => {
  const errors: Messages<D> = {}
  const notes: Messages<D> = {}
  for (const field of Object.keys(rules) as (keyof D)[]) {
    const fieldRules: readonly Rule<D>[] = [rules[field] ?? []].flat()
    for (const rule of fieldRules) {
      const read = new Set<keyof D>([field])
      const watched = new Proxy(draft, {
        get: (target, name) => {
          read.add(name as keyof D)
          return target[name as keyof D]
        },
      })
      const message = rule(stored.length ? watched : draft, field, stored)
      if (message === undefined) continue
      const isUnchanged = stored.some(other => [...read].every(name => isSameJson(draft[name], other[name])))
      if (!isUnchanged) {
        errors[field] = message
        break
      }
      notes[field] ??= message
    }
  }
  return { errors, notes }
}

/** Returns the first message of each invalid field, in the order of the rules. @param stored as for {@link checkChange} */
export const validate = <D extends object>(rules: Rules<D>, draft: D, stored?: readonly D[]): Messages<D> =>
  checkChange(rules, draft, stored).errors

/** Returns what an entry of a list may be a change of: the stored entry with its id; where entries have no ids, any stored one. */
export const storedAs = <D extends object>(entry: D, stored: readonly D[]): readonly D[] => {
  const idOf = (entry: D) => (entry as { id?: unknown }).id
  return stored.some(idOf) ? stored.filter(other => idOf(other) === idOf(entry)) : stored
}

/** Validates each entry of a list. @param stored the stored entries. @returns messages by path, such as `rows.0.name` */
export const validateEach = <D extends object>(
  field: string,
  rules: Rules<D>,
  list: readonly D[],
  stored: readonly D[] = [],
): Record<string, Message> =>
  Object.fromEntries(
    list.flatMap((draft, index) =>
      Object.entries<Message | undefined>(validate(rules, draft, storedAs(draft, stored))).flatMap(([name, message]) =>
        message ? [[`${field}.${index}.${name}`, message]] : [],
      ),
    ),
  )

/** The text as it is stored: what a rule checks. */
const trimmed = (value: unknown) => (typeof value === "string" ? cleanText(value).trim() : "")

/** Whether a field holds nothing: no value, a text of which nothing is seen, or an empty list. */
export const isEmpty = (value: unknown) =>
  value === undefined ||
  value === null ||
  (typeof value === "string" && !trimmed(value)) ||
  (Array.isArray(value) && value.length === 0)

export const required =
  <D>(key: Key): Rule<D> =>
  (draft, field) =>
    isEmpty(draft[field]) ? key : undefined

/** @param limit characters of the trimmed text */
export const maxLength =
  <D>(limit: number): Rule<D> =>
  (draft, field) =>
    trimmed(draft[field]).length > limit ? { key: "rule.maxLength", params: { limit } } : undefined

/** Returns a rule of trimmed texts. Empty texts are valid: `required` is a rule of its own. */
const textRule =
  (isValid: (text: string) => boolean) =>
  <D>(key: Key): Rule<D> =>
  (draft, field) => {
    const text = trimmed(draft[field])
    return text && !isValid(text) ? key : undefined
  }

export const email = <D>(draft: D, field: keyof D): Message | undefined => {
  const text = trimmed(draft[field])
  return text ? emailError(text) : undefined
}

/** 7 to 15 digits; a mobile number of Türkiye (05…, +905…) has all of its digits (docs/contract.md#limits-of-input). */
export const phone = textRule(
  text =>
    text.length <= 30 && /^(?!(?:0|\+90|0090)5(?!\d{9}$))(?:\+|00)?\d{7,15}$/.test(plainCode(text).replace(/[\s()./-]/g, "")),
)

export const url = textRule(isHttpUrl)

/** A day or an instant (docs/contract.md#dates). */
export const instant = <D>(draft: D, field: keyof D): Message | undefined => {
  const text = trimmed(draft[field])
  return text && !isInstant(text) ? "rule.instant" : undefined
}

/** A day of the calendar, `YYYY-MM-DD`. */
export const day = <D>(draft: D, field: keyof D): Message | undefined => {
  const text = trimmed(draft[field])
  return text && !(isDay(text) && isInstant(text)) ? "rule.day" : undefined
}

/** Returns a rule of numbers. Empty fields are valid. */
const numberRule =
  (isValid: (value: number) => boolean) =>
  <D>(key: Key): Rule<D> =>
  (draft, field) => {
    const value = draft[field]
    if (isEmpty(value)) return undefined
    return typeof value === "number" && Number.isFinite(value) && isValid(value) ? undefined : key
  }

export const positive = numberRule(value => value > 0)
export const whole = numberRule(Number.isInteger)
/** A whole number from 1. */
export const wholeFromOne = numberRule(value => Number.isInteger(value) && value >= 1)

/** Greater than `min`, at most `max`. */
export const within = <D>(min: number, max: number, key: Key): Rule<D> => numberRule(value => value > min && value <= max)(key)

/** The field's instant is later than that of another field. Valid while either cannot be parsed. */
export const after =
  <D>(other: keyof D, key: Key): Rule<D> =>
  (draft, field) => {
    const end = Date.parse(trimmed(draft[field]))
    const start = Date.parse(trimmed(draft[other]))
    return end <= start ? key : undefined
  }

/** Applies a rule to drafts that meet a condition. */
export const when =
  <D>(applies: (draft: D) => boolean, rule: Rule<D>): Rule<D> =>
  (draft, field, stored) =>
    applies(draft) ? rule(draft, field, stored) : undefined
