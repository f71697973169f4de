/** Languages, dictionaries and `t` (docs/console.md#languages-and-dictionaries). Independent of React. */
import { isRecord } from "../is-record"
import { isolated } from "./isolated"
import { withNouns } from "./record-texts"

export type Language = "tr" | "en"
/** The files of locales/, of which the build makes those that pages load. Those of the modules are added by src/contract/modules.ts. */
export interface Files {
  analysis: typeof import("../../../locales/tr/analysis.json")
  answering: typeof import("../../../locales/tr/answering.json")
  calendar: typeof import("../../../locales/tr/calendar.json")
  common: typeof import("../../../locales/tr/common.json")
  connections: typeof import("../../../locales/tr/connections.json")
  legal: typeof import("../../../locales/tr/legal.json")
  lookups: typeof import("../../../locales/tr/lookups.json")
  palette: typeof import("../../../locales/tr/palette.json")
  passkeys: typeof import("../../../locales/tr/passkeys.json")
  profile: typeof import("../../../locales/tr/profile.json")
  proof: typeof import("../../../locales/tr/proof.json")
  records: typeof import("../../../locales/tr/records.json")
  reporting: typeof import("../../../locales/tr/reporting.json")
  samples: typeof import("../../../locales/tr/samples.json")
  server: typeof import("../../../locales/tr/server.json")
  templates: typeof import("../../../locales/tr/templates.json")
  translation: typeof import("../../../locales/tr/translation.json")
}
type FileKey = { [N in keyof Files]: keyof Files[N] }[keyof Files]
type Stem<K extends string> = K extends `${infer S}_one` ? S : K extends `${infer S}_other` ? S : K

/** Prefix of the texts of a kind of record. */
type RecordPrefix = FileKey extends infer K ? (K extends `${infer P}.many` ? P : never) : never
/** Name of a text that follows from the nouns of a kind of record. */
export type RecordText = Stem<keyof Files["common"] extends infer K ? (K extends `record.${infer N}` ? N : never) : never>

/** Key of a text, derived from the Turkish files; a plural has the key without `_one` and `_other`. */
export type Key = Stem<FileKey> | `${RecordPrefix}.${RecordText}`
export type Params = Record<string, string | number>
/** Returns a text. The parameter `count` selects the plural form; `{{name}}` is replaced by the parameter of that name. */
export type Translate = (key: Key, params?: Params) => string

type Dictionary = Record<string, string>
/** The file of texts of every page. The others are loaded with the chunks that show them. */
const everywhere = "translation"
const fallback: Language = "tr"

export const isLanguage = (value: unknown): value is Language => value === "tr" || value === "en"

/** Creates the state of a console's texts: the current language, its dictionaries, and `t`. */
export const createI18n = () => {
  let language: Language = fallback
  let version = 0
  const dictionaries: Partial<Record<Language, Dictionary>> = {}
  /** The language that is being loaded, else the current one. */
  let wanted: Language = fallback
  /** The loaded files, and those on their way, by language and namespace. */
  const files = new Map<string, Promise<void>>()
  const loaded = new Set<string>()
  /** Languages that have all texts. */
  const whole = new Set<Language>()
  /** Languages whose texts were all asked for, because one was missing. */
  const completed = new Set<Language>()
  /** Number of shown screens that need a namespace. */
  const uses = new Map<string, number>()
  const listeners = new Set<() => void>()
  let fetcher: () => typeof fetch = () => fetch
  let reportMissing: (key: string) => void = () => {}

  const fileOf = (lng: Language, ns: string) => `${lng}/${ns}`
  const isLoaded = (lng: Language, ns: string) => whole.has(lng) || loaded.has(fileOf(lng, ns))
  /** The namespaces of a language that are loaded or on their way. */
  const namespacesOf = (lng: Language) =>
    [...files.keys()].flatMap(file => {
      const [of, ns] = file.split("/") as [Language, string]
      return of === lng ? [ns] : []
    })

  const notifyListeners = () => {
    version++
    for (const listener of listeners) listener()
  }

  /** @throws when the file cannot be fetched or is not an object */
  const fetchNamespace = async (lng: Language, ns: string): Promise<Dictionary> => {
    const url = `/locales/${lng}/${ns}.json`
    const answer = await fetcher()(url, { cache: "no-store" })
    const part: unknown = answer.ok && (await answer.json())
    if (!isRecord(part)) throw new Error(`${url}: ${answer.status}`)
    return part as Dictionary
  }

  /** Adds a file to the dictionary of its language, again if it is loaded. @throws as {@link fetchNamespace} */
  const addFile = (lng: Language, ns: string) => {
    const file = fetchNamespace(lng, ns).then(part => {
      dictionaries[lng] = { ...dictionaries[lng], ...part }
      loaded.add(fileOf(lng, ns))
    })
    files.set(fileOf(lng, ns), file)
    file.catch(() => files.delete(fileOf(lng, ns)))
    return file
  }

  /** Adds a file unless it is loaded or on its way. @throws as {@link fetchNamespace} */
  const requireFile = (lng: Language, ns: string) =>
    whole.has(lng) ? undefined : (files.get(fileOf(lng, ns)) ?? addFile(lng, ns))

  /** Fetches the files that every page and the shown screens need, in parallel. @throws as {@link fetchNamespace} */
  const fetchLanguage = (lng: Language) =>
    Promise.all([addFile(lng, everywhere), ...[...uses.keys()].map(ns => requireFile(lng, ns))])

  /**
   * Loads all texts of the current language and of Turkish, once, when a key is missing: while one release replaces another, a page
   * may get files that divide the texts otherwise.
   */
  const loadAll = () => {
    for (const lng of [language, fallback]) {
      if (whole.has(lng) || completed.has(lng)) continue
      completed.add(lng)
      addFile(lng, "all").then(notifyListeners, () => undefined)
    }
  }

  const plurals: Partial<Record<Language, Intl.PluralRules>> = {}
  const pluralForm = (lng: Language, count: number) => {
    plurals[lng] ??= new Intl.PluralRules(lng)
    return plurals[lng].select(count)
  }

  const ownText = (lng: Language, key: string, params: Params | undefined) => {
    const dictionary = dictionaries[lng]
    const count = params?.count
    const plural =
      typeof count === "number" ? (dictionary?.[`${key}_${pluralForm(lng, count)}`] ?? dictionary?.[`${key}_other`]) : undefined
    return plural ?? dictionary?.[key]
  }

  /** Returns a text, or for a kind of record the one that follows from its nouns: `campaign.created` from `record.created`. */
  const lookUp = (lng: Language, key: string, params: Params | undefined) => {
    const own = ownText(lng, key, params)
    if (own !== undefined) return own
    const [prefix, name] = key.split(".")
    const template = ownText(lng, `record.${name}`, params)
    const one = dictionaries[lng]?.[`${prefix}.one`]
    const many = dictionaries[lng]?.[`${prefix}.many`]
    return template && one && many && withNouns(template, lng, { one, many })
  }

  /** Numbers are grouped: 3.072, 3,072. What is no quantity is a text, which does not turn the sentence around. */
  const interpolate = (text: string, params: Params | undefined) =>
    text.replace(/\{\{(\w+)\}\}/g, (whole, name: string) =>
      params && name in params ? isolated(params[name]?.toLocaleString(language) ?? "") : whole,
    )

  const t: Translate = (key, params) => {
    const own = lookUp(language, key, params)
    if (own === undefined) loadAll()
    const text = own ?? lookUp(fallback, key, params)
    if (text === undefined) {
      reportMissing(key)
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
    /**
     * Fetches what every page and the shown screens need of a language, then switches to it; other texts that were loaded follow.
     * @throws when a file cannot be fetched; the language then stays as it is
     */
    load: async (lng: Language) => {
      const previous = language
      wanted = lng
      try {
        await fetchLanguage(lng)
      } catch (error) {
        wanted = language
        throw error
      }
      language = lng
      notifyListeners()
      if (previous === lng) return
      const others = namespacesOf(previous).map(ns => requireFile(lng, ns))
      Promise.allSettled(others).then(notifyListeners)
    },
    /** Whether the current language has the namespaces. */
    hasNamespaces: (...namespaces: readonly string[]) => namespaces.every(ns => isLoaded(language, ns)),
    /** Adds a namespace to the current language. @throws when it cannot be fetched */
    loadNamespace: async (namespace: string) => {
      await requireFile(wanted, namespace)
      notifyListeners()
    },
    /**
     * Adds namespaces to the language that is loaded or chosen, without notifying the listeners: what needs them is not shown yet.
     * @throws when one cannot be fetched
     */
    addNamespaces: async (namespaces: readonly string[]) => {
      await Promise.all(namespaces.map(ns => requireFile(wanted, ns)))
    },
    /** Includes namespaces in each language that is loaded while they are shown. @returns the function that ends this */
    showNamespaces: (namespaces: readonly string[]) => {
      for (const ns of namespaces) uses.set(ns, (uses.get(ns) ?? 0) + 1)
      return () => {
        for (const ns of namespaces) {
          const left = (uses.get(ns) ?? 1) - 1
          if (left) uses.set(ns, left)
          else uses.delete(ns)
        }
      }
    },
    /** Returns the texts of a namespace in any language, without adding them to it. @throws when they cannot be fetched */
    textsOf: async (lng: Language, namespace: string): Promise<Dictionary> =>
      (isLoaded(lng, namespace) && dictionaries[lng]) || fetchNamespace(lng, namespace),
    /** Switches to a language whose texts are already there. @param isWhole all are: no file is fetched for it */
    setDictionaries: (lng: Language, parts: readonly unknown[], isWhole = false) => {
      dictionaries[lng] = Object.assign({}, ...parts.filter(isRecord))
      for (const ns of namespacesOf(lng)) {
        loaded.delete(fileOf(lng, ns))
        files.delete(fileOf(lng, ns))
      }
      if (isWhole) whole.add(lng)
      else whole.delete(lng)
      language = lng
      wanted = lng
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
