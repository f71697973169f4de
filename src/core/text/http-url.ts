/** Whether a text is an absolute http or https URL; no other scheme ever becomes a link. */
export const isHttpUrl = (text: string): boolean => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)
