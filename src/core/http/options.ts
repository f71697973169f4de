import type { Key } from "../text/i18n"

/**
 * An option of a select field: the id that is sent, and the text that is shown. `blockedReason`: why a form does not offer the
 * option, for example because it is inactive; lists and filters show it nevertheless.
 */
export type Option = { value: string; label: string; hint?: string; blockedReason?: Key }

/** Returns named records as options; a form offers no retired one. */
export const namedOptions = (rows: readonly { id: string; name: string; isRetired?: true }[]): Option[] =>
  rows.map(({ id, name, isRetired }) => ({ value: id, label: name, ...(isRetired && { blockedReason: "ui.retired" }) }))
