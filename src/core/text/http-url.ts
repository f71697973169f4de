/** Returns a text as a web address: with `https://` where a host without a scheme was typed, such as `example.com/a`. */
export const withScheme = (text: string): string =>
  /^[^\s:/?#@]+\.[^\s:/?#@.]{2,}([/?#]\S*)?$/.test(text.trim()) ? `https://${text.trim()}` : text

/** Whether a text is an absolute http or https URL on one line; no other scheme ever becomes a link. */
export const isHttpUrl = (text: string): boolean =>
  !/\p{Cc}/u.test(text) && URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)
