import type { Language } from "../../../src/core/text/i18n"

/**
 * One message. `code` and `link` also occur in `text`; the HTML part highlights them. `company`: in whose name it is sent, in place
 * of the deployment's. `isWritten`: it holds words that people write, and the caller is told of a refused recipient. `unsubscribe`: the URL that ends such mails by one POST (RFC 8058). `id`: the part of its Message-ID before the "@", for a message that may be sent twice. `tenantId`: the company by
 * which refusals are counted.
 */
export type Mail = {
  to: string
  subject: string
  text: string
  company?: string
  language?: Language
  code?: string
  link?: string
  isWritten?: boolean
  unsubscribe?: string
  id?: string
  tenantId?: string | null
}

/** What a mail server did with a mail, or with the wish to send one. */
export type MailResult = "sent" | "refused" | "deferred" | "unreachable"

/**
 * Sends mail. Both functions throw MailDown when the mail server can't be reached. A refused recipient is logged and not
 * reported to the caller (docs/contract.md#sign-in-codes), but for a mail that people write: `send` then throws MailDeferred
 * or MailRefused.
 */
export type Mailer = {
  /** Checks that mail can be sent at all, independent of any recipient. */
  open: () => Promise<void>
  send: (mail: Mail) => Promise<void>
  /** Of a mail server, since the start. */
  counts?: Readonly<Record<MailResult, number>>
}

/** The mail server can't be reached, or is too slow. */
export class MailDown extends Error {
  /** Whether the message has certainly not been taken; else the connection ended before the answer. */
  readonly isUnsent: boolean
  constructor(message: string, { isUnsent, cause }: { isUnsent: boolean; cause?: unknown }) {
    super(message, { cause })
    this.isUnsent = isUnsent
  }
}

/** The mail server does not take the message now, after all repetitions. */
export class MailDeferred extends Error {}

/** The mail server does not take the message for this recipient. */
export class MailRefused extends Error {}
