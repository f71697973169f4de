/** One lower-case address, stricter than the form's rule: text passed to a mail server never contains a second address. */
const pattern = /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)+$/

export const isMailAddress = (text: string) => text.length <= 254 && pattern.test(text)
