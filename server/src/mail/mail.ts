import type { Language } from "../../../src/core/text/i18n"

/**
 * One message. `code` and `link` also occur in `text`; the HTML part highlights them. `isWritten`: it holds words that people
 * write, and goes to many.
 */
export type Mail = {
  to: string
  subject: string
  text: string
  language?: Language
  code?: string
  link?: string
  isWritten?: boolean
}

/**
 * Sends mail. Both functions throw MailDown when the mail server can't be reached. A permanently refused recipient is
 * logged and not reported to the caller (docs/contract.md#sign-in-codes).
 */
export type Mailer = {
  /** Checks that mail can be sent at all, independent of any recipient. */
  open: () => Promise<void>
  send: (mail: Mail) => Promise<void>
}

/** The mail server can't be reached, or is too slow. */
export class MailDown extends Error {}
