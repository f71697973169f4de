/** Validation rules of drafts; console and server share them. A rule returns a message, or undefined for a valid field. */
import { isDay, isInstant } from "./dates/dates"
import { isEmail } from "./text/email"
import { isHttpUrl } from "./text/http-url"
import type { Key, Params } from "./text/i18n"

export type Message = Key | { key: Key; params: Params }
export type Rule<D> = (draft: D, field: keyof D) => Message | undefined
export type Rules<D> = { [K in keyof D]?: Rule<D> | readonly Rule<D>[] }
export type Messages<D> = { [K in keyof D]?: Message }

/** Returns the first message of each invalid field, in the order of the rules. */
export const validate = <D extends object>(rules: Rules<D>, draft: D): Messages<D> => {
  const messages: Messages<D> = {}
  for (const field of Object.keys(rules) as (keyof D)[]) {
    const fieldRules: readonly Rule<D>[] = [rules[field] ?? []].flat()
    for (const rule of fieldRules) {
      const message = rule(draft, field)
      if (message === undefined) continue
      messages[field] = message
      break
    }
  }
  return messages
}

/** Validates each entry of a list. @returns messages by path, such as `rows.0.name` */
export const validateEach = <D extends object>(field: string, rules: Rules<D>, list: readonly D[]): Record<string, Message> =>
  Object.fromEntries(
    list.flatMap((draft, index) =>
      Object.entries<Message | undefined>(validate(rules, draft)).flatMap(([name, message]) =>
        message ? [[`${field}.${index}.${name}`, message]] : [],
      ),
    ),
  )

/** Whether a field holds nothing: no value, a blank text, or an empty list. */
export const isEmpty = (value: unknown) =>
  value === undefined ||
  value === null ||
  (typeof value === "string" && !value.trim()) ||
  (Array.isArray(value) && value.length === 0)

const trimmed = (value: unknown) => (typeof value === "string" ? value.trim() : "")

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

export const email = textRule(isEmail)

/** 7 to 15 digits; a mobile number of Türkiye (05…, +905…) has all of its digits (docs/contract.md#limits-of-input). */
export const phone = textRule(
  text => text.length <= 30 && /^(?!(?:0|\+90|0090)5(?!\d{9}$))(?:\+|00)?\d{7,15}$/.test(text.replace(/[\s()./-]/g, "")),
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
  (draft, field) =>
    applies(draft) ? rule(draft, field) : undefined
