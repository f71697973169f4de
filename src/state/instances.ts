import { createCache } from "../core/http/query"
import { createI18n } from "../core/text/i18n"
import { createConfirmation } from "./confirmation"
import { createUnsavedChanges } from "./unsaved-changes"

/** Instances that the whole console shares. */

export const i18n = createI18n()
export const cache = createCache()
export const { write } = cache
export const unsavedChanges = createUnsavedChanges()
export const confirmation = createConfirmation()
