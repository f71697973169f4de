/** Strict: what a mail server is given never holds more than one address. Lower case. */
const pattern = /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)+$/

export const isMailAddress = (text: string) => text.length <= 254 && pattern.test(text)
