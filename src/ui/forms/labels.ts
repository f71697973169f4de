import type { Key } from "../../core/i18n"

/** Text keys of a draft's members: one label each, for form, comparison, list and view. */
export type Labels<D> = { [Member in keyof D]-?: Key }
