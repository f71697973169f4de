/** Languages, dictionaries and `t` (docs/console.md#languages-and-dictionaries). Independent of React. */
import type analysis from "../../locales/tr/analysis.json"
import type answering from "../../locales/tr/answering.json"
import type common from "../../locales/tr/common.json"
import type legal from "../../locales/tr/legal.json"
import type proof from "../../locales/tr/proof.json"
import type reporting from "../../locales/tr/reporting.json"
import type samples from "../../locales/tr/samples.json"
import type templates from "../../locales/tr/templates.json"
import type translation from "../../locales/tr/translation.json"
import { isRecord } from "./is-record"

export type Language = "tr" | "en"
type FileKey =
  | keyof typeof common
  | keyof typeof translation
  | keyof typeof legal
  | keyof typeof proof
  | keyof typeof samples
  | keyof typeof answering
  | keyof typeof analysis
  | keyof typeof reporting
  | keyof typeof templates
type Stem<K extends string> = K extends `${infer S}_one` ? S : K extends `${infer S}_other` ? S : K

/** Key of a text, derived from the Turkish files; a plural has the key without `_one` and `_other`. */
export type Key = Stem<FileKey>
export type Params = Record<string, string | number>
/** Returns a text. The parameter `count` selects the plural form; `{{name}}` is replaced by the parameter of that name. */
export type Translate = (key: Key, params?: Params) => string

type Dictionary = Record<string, string>
/** Loaded on every page. */
const namespaces = ["translation", "common"] as const
/** Loaded when a page needs it. */
export type ExtraNamespace = "legal" | "proof" | "answering" | "analysis" | "reporting" | "templates" | "samples"
const fallback: Language = "tr"

export const isLanguage = (value: unknown): value is Language => value === "tr" || value === "en"

/** Creates the state of a console's texts: the current language, its dictionaries, and `t`. */
export const createI18n = () => {
  let language: Language = fallback
  let version = 0
  const dictionaries: Partial<Record<Language, Dictionary>> = {}
  /** Extra namespaces that each language loaded from now on includes. */
  const required = new Set<ExtraNamespace>()
  /** Extra namespaces that are loaded, by language. */
  const loaded: Partial<Record<Language, readonly ExtraNamespace[]>> = {}
  const listeners = new Set<() => void>()
  let fetcher: () => typeof fetch = () => fetch
  let reportMissing: (key: string) => void = () => {}
  let isFallbackRequested = false

  const notifyListeners = () => {
    version++
    for (const listener of listeners) listener()
  }

  const isDictionary = (value: unknown): value is Dictionary => isRecord(value)

  /** @throws when the file cannot be fetched or is not an object */
  const fetchNamespace = async (lng: Language, ns: string): Promise<Dictionary> => {
    const answer = await fetcher()(`/locales/${lng}/${ns}.json`, { cache: "no-store" })
    if (!answer.ok) throw new Error(`/locales/${lng}/${ns}.json: ${answer.status}`)
    const part: unknown = await answer.json()
    if (!isDictionary(part)) throw new Error(`/locales/${lng}/${ns}.json is not an object`)
    return part
  }

  /** Fetches all namespaces of a language in parallel. @throws as {@link fetchNamespace} */
  const fetchLanguage = async (lng: Language) => {
    const extras = [...required]
    const parts = await Promise.all([...namespaces, ...extras].map(ns => fetchNamespace(lng, ns)))
    dictionaries[lng] = Object.assign({}, ...parts)
    loaded[lng] = extras
  }

  /** Loads Turkish, once, when the current language lacks a key. */
  const loadFallback = () => {
    if (isFallbackRequested) return
    isFallbackRequested = true
    fetchLanguage(fallback).then(notifyListeners, () => undefined)
  }

  const plurals: Partial<Record<Language, Intl.PluralRules>> = {}
  const pluralForm = (lng: Language, count: number) => {
    plurals[lng] ??= new Intl.PluralRules(lng)
    return plurals[lng].select(count)
  }

  const lookUp = (lng: Language, key: string, params: Params | undefined) => {
    const dictionary = dictionaries[lng]
    const count = params?.count
    if (typeof count === "number")
      return dictionary?.[`${key}_${pluralForm(lng, count)}`] ?? dictionary?.[`${key}_other`] ?? dictionary?.[key]
    return dictionary?.[key]
  }

  /** Numbers are grouped: 3.072, 3,072. What is no quantity is a text. */
  const interpolate = (text: string, params: Params | undefined) =>
    params
      ? text.replace(/\{\{(\w+)\}\}/g, (whole, name: string) =>
          name in params ? (params[name]?.toLocaleString(language) ?? "") : whole,
        )
      : text

  const t: Translate = (key, params) => {
    const text = lookUp(language, key, params) ?? lookUp(fallback, key, params)
    if (text === undefined) {
      reportMissing(key)
      if (language !== fallback && !dictionaries[fallback]) loadFallback()
      return key
    }
    return interpolate(text, params)
  }

  return {
    t,
    language: () => language,
    /** Changes with every load; a snapshot for `useSyncExternalStore`. */
    version: () => version,
    hasKey: (key: string): key is Key => lookUp(language, key, undefined) !== undefined,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    /** Fetches a language, then switches to it. @throws when a file cannot be fetched; the language then stays as it is */
    load: async (lng: Language) => {
      await fetchLanguage(lng)
      language = lng
      notifyListeners()
    },
    /** Whether the current language has the namespace. */
    hasNamespace: (namespace: ExtraNamespace) => loaded[language]?.includes(namespace) === true,
    /** Adds a namespace to the current language and to each language loaded later. @throws when it cannot be fetched */
    loadNamespace: async (namespace: ExtraNamespace) => {
      const lng = language
      const part = await fetchNamespace(lng, namespace)
      required.add(namespace)
      dictionaries[lng] = { ...dictionaries[lng], ...part }
      loaded[lng] = [...(loaded[lng] ?? []), namespace]
      notifyListeners()
    },
    /** Returns the texts of a namespace in any language, without adding them to it. @throws when they cannot be fetched */
    textsOf: async (lng: Language, namespace: ExtraNamespace): Promise<Dictionary> =>
      (loaded[lng]?.includes(namespace) && dictionaries[lng]) || fetchNamespace(lng, namespace),
    /** Switches to a language whose dictionaries are already there. */
    setDictionaries: (lng: Language, parts: readonly unknown[]) => {
      dictionaries[lng] = Object.assign({}, ...parts.filter(isDictionary))
      loaded[lng] = []
      language = lng
      notifyListeners()
    },
    /** @param options.onMissingKey called with a key that no dictionary has */
    configure: (options: { fetch?: typeof fetch; onMissingKey?: (key: string) => void }) => {
      const { fetch } = options
      if (fetch) fetcher = () => fetch
      if (options.onMissingKey) reportMissing = options.onMissingKey
    },
  }
}
