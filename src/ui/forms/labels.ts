import type { Key } from "../../core/text/i18n"

/** Text keys of the labels of a draft's members, used by form, comparison, list and view. */
export type Labels<D> = { [Member in keyof D]-?: Key }
