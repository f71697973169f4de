/** Language, dictionary and `t`. Knows no React; whoever shows text follows `subscribe`. */
import type common from "../../locales/tr/common.json"
import type legal from "../../locales/tr/legal.json"
import type translation from "../../locales/tr/translation.json"

export type Language = "tr" | "en"
type Raw = keyof typeof common | keyof typeof translation | keyof typeof legal
type Stem<K extends string> = K extends `${infer S}_one` ? S : K extends `${infer S}_other` ? S : K

/** Every text of the console, derived from the Turkish files; a plural is named by its stem. */
export type Key = Stem<Raw>
export type Params = Record<string, string | number>
/** `count` among the params chooses the plural form; `{{name}}` in a text is replaced by the param of that name. */
export type Translate = (key: Key, params?: Params) => string

export type Dictionary = Record<string, string>
/** What every page needs. */
export const namespaces = ["translation", "common"] as const
/** What only some pages need: fetched when the first of them is opened. */
export type ExtraNamespace = "legal"
const fallback: Language = "tr"

export const isLanguage = (value: unknown): value is Language => value === "tr" || value === "en"

/** The texts of one console: the language, its dictionaries, and `t`. */
export const createI18n = () => {
  let language: Language = fallback
  let version = 0
  const dictionaries: Partial<Record<Language, Dictionary>> = {}
  /** What was asked for beyond the two, by every language loaded from then on; and what each language has of it. */
  const wanted = new Set<ExtraNamespace>()
  const added: Partial<Record<Language, readonly ExtraNamespace[]>> = {}
  const listeners = new Set<() => void>()
  let fetcher: () => typeof fetch = () => fetch
  let report: (key: string) => void = () => {}
  let isFallbackWanted = false

  const changed = () => {
    version++
    for (const listener of listeners) listener()
  }

  const isDictionary = (value: unknown): value is Dictionary =>
    typeof value === "object" && value !== null && !Array.isArray(value)

  /** @throws when the file can't be had or is not an object of texts */
  const fetchTexts = async (lng: Language, ns: string): Promise<Dictionary> => {
    const answer = await fetcher()(`/locales/${lng}/${ns}.json`, { cache: "no-store" })
    if (!answer.ok) throw new Error(`/locales/${lng}/${ns}.json: ${answer.status}`)
    const part: unknown = await answer.json()
    if (!isDictionary(part)) throw new Error(`/locales/${lng}/${ns}.json is not an object`)
    return part
  }

  /** All of a language, in parallel. @throws what any of its files throws */
  const fetchLanguage = async (lng: Language) => {
    const extras = [...wanted]
    const parts = await Promise.all([...namespaces, ...extras].map(ns => fetchTexts(lng, ns)))
    dictionaries[lng] = Object.assign({}, ...parts)
    added[lng] = extras
  }

  /** Turkish is loaded too, once, only when a key is missing in the chosen language (decisions §8). */
  const loadFallback = () => {
    if (isFallbackWanted) return
    isFallbackWanted = true
    fetchLanguage(fallback).then(changed, () => undefined)
  }

  const plurals: Partial<Record<Language, Intl.PluralRules>> = {}
  const formOf = (lng: Language, count: number) => {
    plurals[lng] ??= new Intl.PluralRules(lng)
    return plurals[lng].select(count)
  }

  const textIn = (lng: Language, key: string, params: Params | undefined) => {
    const words = dictionaries[lng]
    const count = params?.count
    if (typeof count === "number") return words?.[`${key}_${formOf(lng, count)}`] ?? words?.[`${key}_other`] ?? words?.[key]
    return words?.[key]
  }

  const fill = (text: string, params: Params | undefined) =>
    params ? text.replace(/\{\{(\w+)\}\}/g, (whole, name: string) => (name in params ? String(params[name]) : whole)) : text

  const t: Translate = (key, params) => {
    const text = textIn(language, key, params) ?? textIn(fallback, key, params)
    if (text === undefined) {
      report(key)
      if (language !== fallback && !dictionaries[fallback]) loadFallback()
      return key
    }
    return fill(text, params)
  }

  return {
    t,
    language: () => language,
    /** Changes with every load: a snapshot for useSyncExternalStore. */
    version: () => version,
    hasKey: (key: string): key is Key => textIn(language, key, undefined) !== undefined,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    /** Fetches a language, both namespaces in parallel and uncached, then switches to it. @throws when it can't be had; nothing changes then */
    load: async (lng: Language) => {
      await fetchLanguage(lng)
      language = lng
      changed()
    },
    /** Whether the language spoken has the texts that only some pages need. */
    hasNamespace: (extra: ExtraNamespace) => added[language]?.includes(extra) === true,
    /** Adds them to it, and to each language loaded later. @throws when they can't be had; nothing changes then */
    loadNamespace: async (extra: ExtraNamespace) => {
      const lng = language
      const part = await fetchTexts(lng, extra)
      wanted.add(extra)
      dictionaries[lng] = { ...dictionaries[lng], ...part }
      added[lng] = [...(added[lng] ?? []), extra]
      changed()
    },
    /** Takes dictionaries that are already here: boot's, the build's, a test's. */
    setDictionaries: (lng: Language, parts: readonly unknown[]) => {
      dictionaries[lng] = Object.assign({}, ...parts.filter(isDictionary))
      added[lng] = []
      language = lng
      changed()
    },
    /** @param options.report told of a key that no dictionary has (development) */
    configure: (options: { fetch?: typeof fetch; onMissingKey?: (key: string) => void }) => {
      const given = options.fetch
      if (given) fetcher = () => given
      if (options.onMissingKey) report = options.onMissingKey
    },
  }
}

export type I18n = ReturnType<typeof createI18n>
