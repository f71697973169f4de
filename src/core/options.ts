/** An option of a select field: the id that is sent, and the text that is shown. */
export type Option = { value: string; label: string; hint?: string }

/** Returns named records as options. */
export const namedOptions = (rows: readonly { id: string; name: string }[]): Option[] =>
  rows.map(({ id, name }) => ({ value: id, label: name }))
