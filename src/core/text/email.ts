/** Whether a text has the form of an e-mail address (docs/contract.md#limits-of-input). The pattern is slow on very long texts. */
export const isEmail = (text: string): boolean => text.length <= 254 && /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text)
