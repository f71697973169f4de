/** A rule looks at a draft and returns an i18n key (with params), or nothing. Rules of a field are asked in order. */
import { isInstant } from "./dates"
import { isEmail } from "./email"
import type { Key, Params } from "./i18n"

export type Message = Key | { key: Key; params: Params }
export type Rule<D> = (draft: D, field: keyof D) => Message | undefined
export type Rules<D> = { [K in keyof D]?: Rule<D> | readonly Rule<D>[] }
export type Messages<D> = { [K in keyof D]?: Message }

/** The first broken rule of each field, in the order in which the rules stand. */
export const validate = <D extends object>(rules: Rules<D>, draft: D): Messages<D> => {
  const broken: Messages<D> = {}
  for (const field of Object.keys(rules) as (keyof D)[]) {
    const given = rules[field]
    const list: readonly Rule<D>[] =
      given === undefined ? [] : typeof given === "function" ? [given as Rule<D>] : (given as readonly Rule<D>[])
    for (const rule of list) {
      const message = rule(draft, field)
      if (message === undefined) continue
      broken[field] = message
      break
    }
  }
  return broken
}

/** The same for every member of a list, by `field.0.member`. */
export const validateEach = <D extends object>(field: string, rules: Rules<D>, list: readonly D[]): Record<string, Message> =>
  Object.fromEntries(
    list.flatMap((draft, at) =>
      Object.entries<Message | undefined>(validate(rules, draft)).flatMap(([name, message]) =>
        message ? [[`${field}.${at}.${name}`, message]] : [],
      ),
    ),
  )

const isEmpty = (value: unknown) =>
  value === undefined ||
  value === null ||
  (typeof value === "string" && !value.trim()) ||
  (Array.isArray(value) && value.length === 0)

const textOf = (value: unknown) => (typeof value === "string" ? value.trim() : "")

export const required =
  <D>(key: Key): Rule<D> =>
  (draft, field) =>
    isEmpty(draft[field]) ? key : undefined

/** @param limit characters, after trimming */
export const maxLength =
  <D>(limit: number, key: Key = "rule.maxLength"): Rule<D> =>
  (draft, field) =>
    textOf(draft[field]).length > limit ? { key, params: { limit } } : undefined

const matching =
  (fits: (text: string) => boolean) =>
  <D>(key: Key): Rule<D> =>
  (draft, field) => {
    const text = textOf(draft[field])
    return text && !fits(text) ? key : undefined
  }

export const email = matching(isEmail)

/** Digits with what is written between them; how many depends on the country. */
export const phone = matching(text => /^\+?[\d\s()./-]{3,30}$/.test(text) && /\d{3}/.test(text.replace(/\D/g, "")))

/** Only http and https: whatever else a URL may be is never a link of ours. */
export const url = matching(text => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol))

/** A day or a moment as the wire has them. */
export const instant = <D>(draft: D, field: keyof D): Message | undefined => {
  const text = textOf(draft[field])
  return text && !isInstant(text) ? "rule.instant" : undefined
}

const numeric =
  (fits: (value: number) => boolean) =>
  <D>(key: Key): Rule<D> =>
  (draft, field) => {
    const value = draft[field]
    if (isEmpty(value)) return undefined
    return typeof value === "number" && Number.isFinite(value) && fits(value) ? undefined : key
  }

export const positive = numeric(value => value > 0)
export const wholeFromOne = numeric(value => Number.isInteger(value) && value >= 1)

/** Greater than `above`, at most `most`. */
export const within = <D>(above: number, most: number, key: Key): Rule<D> => numeric(value => value > above && value <= most)(key)

/** The field's instant lies after the other one's; while either is missing or unreadable, nothing is said. */
export const after =
  <D>(other: keyof D, key: Key): Rule<D> =>
  (draft, field) => {
    const end = Date.parse(textOf(draft[field]))
    const start = Date.parse(textOf(draft[other]))
    return end <= start ? key : undefined
  }

export const when =
  <D>(applies: (draft: D) => boolean, rule: Rule<D>): Rule<D> =>
  (draft, field) =>
    applies(draft) ? rule(draft, field) : undefined
