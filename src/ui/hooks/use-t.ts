import { useSyncExternalStore } from "react"
import type { Translate } from "../../core/i18n"
import { i18n } from "../../state/instances"

let bound: { version: number; t: Translate } = { version: -1, t: i18n.t }

/** `t`, whose identity changes with the language, so that what depends on it is computed anew. */
const current = () => {
  if (bound.version !== i18n.version()) bound = { version: i18n.version(), t: (key, params) => i18n.t(key, params) }
  return bound.t
}

export const useT = (): Translate => useSyncExternalStore(i18n.subscribe, current, current)
