/** E-mail addresses as they are stored, searched and sent (docs/contract.md#texts). */
import type { Key } from "./i18n"

/** One address in small letters, its domain as DNS has it: a text passed to a mail server never contains a second address. */
const address = /^[a-z\d.!#$%&'*+/=?^_`{|}~-]+@([a-z\d]([a-z\d-]*[a-z\d])?\.)+[a-z]([a-z\d-]*[a-z\d])?$/

/** Whether a text is an address as {@link readEmail} returns it. */
export const isEmail = (text: string): boolean => text.length <= 254 && address.test(text)

/** An address, within what people and programs write around it: a name and brackets, quotes, `mailto:`, the end of a sentence. */
const written = /^(?:[^<>@]*<)?[^\p{L}\d_+@]*(?:mailto:)?([^\s@]+@)([\p{L}\p{M}\d.-]*[\p{L}\p{M}\d])[^\p{L}\d@]*$/u

/**
 * Returns the address that a clean text means, its domain in the letters of DNS (punycode): `"Ali" <ALI@FIRMA.COM>.` is ali@firma.com. A
 * capital İ is an i. A text that is no address stays as it is.
 */
export const readEmail = (text: string): string => {
  if (text.length > 500) return text
  const [, local, domain] = written.exec(text.toLowerCase().replaceAll("i\u0307", "i")) ?? []
  if (!URL.canParse(`http://${domain}`)) return text
  const email = local + new URL(`http://${domain}`).hostname
  return isEmail(email) ? email : text
}

/** Returns the message of a text that is no address. */
export const emailError = (text: string): Key | undefined =>
  isEmail(readEmail(text)) ? undefined : text.trim() ? "auth.emailInvalid" : "auth.emailRequired"
