import { useSyncExternalStore } from "react"
import type { Translate } from "../../core/text/i18n"
import { i18n } from "../../state/instances"

let bound: { version: number; t: Translate } = { version: -1, t: i18n.t }

/** Returns a new function for each version of the dictionaries, so that memoized values that depend on it are recomputed. */
const current = () => {
  if (bound.version !== i18n.version()) bound = { version: i18n.version(), t: (key, params) => i18n.t(key, params) }
  return bound.t
}

/** Returns the translation function, and renders again when the language changes. */
export const useT = (): Translate => useSyncExternalStore(i18n.subscribe, current, current)
