import { setTimeout } from "node:timers/promises"
import nodemailer from "nodemailer"
import { singleFlight } from "../../../src/core/concurrency/single-flight"
import type { Database } from "../db/open"
import { outbox } from "../db/schema"
import { type Mail, MailDeferred, MailDown, type Mailer, MailRefused, type MailResult } from "./mail"
import { mailHtml } from "./mail-html"

type MailConfig = {
  /** Undefined: mail is stored in the outbox table instead of sent. */
  smtpUrl: string | undefined
  mailFrom: string
}

/** Limit of every SMTP step, ms: a request must be answered within 5 s (docs/contract.md#sign-in-codes). */
const timeoutMs = 4_000

const withTimeout = async <T>(work: Promise<T>): Promise<T> => {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<never>((_, reject) => {
    timer = globalThis.setTimeout(() => reject(new MailDown("The mail server is too slow.", { isUnsent: true })), timeoutMs)
  })
  return Promise.race([work, timeout]).finally(() => clearTimeout(timer))
}

/** Delays before the second and the third attempt, ms. */
const usualRetryDelaysMs = [300, 1_000]

type SendError = Error & { responseCode?: number; syscall?: string }

/**
 * Whether the message was certainly not accepted and another attempt may succeed. After any other error the server may
 * already have accepted it, and a retry could deliver it twice.
 */
const isRetryable = ({ responseCode, syscall }: SendError) =>
  responseCode === undefined ? syscall === "connect" : responseCode >= 400 && responseCode < 500

const withRetries = async (work: () => Promise<unknown>, [delayMs, ...laterDelaysMs]: readonly number[]): Promise<unknown> => {
  try {
    return await work()
  } catch (error) {
    if (delayMs === undefined || !isRetryable(error as SendError)) throw error
  }
  await setTimeout(delayMs)
  return withRetries(work, laterDelaysMs)
}

/** Absence notices and other programs do not answer (RFC 3834; the second is of Exchange). */
const automatic = { "Auto-Submitted": "auto-generated", "X-Auto-Response-Suppress": "All" }

/** Gets the SMTP response code alone, since the response text contains the address, and the company of the recipient. */
type OnRefused = (responseCode: number, tenantId: string | null | undefined) => void

const smtpMailer = ({ smtpUrl, mailFrom }: MailConfig, onRefused: OnRefused, retryDelaysMs: readonly number[]): Mailer => {
  const transport = nodemailer.createTransport({
    url: smtpUrl,
    dnsTimeout: timeoutMs,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const counts: Record<MailResult, number> = { sent: 0, refused: 0, deferred: 0, unreachable: 0 }
  return {
    counts,
    // The answer is the same for all who ask at the same time.
    open: singleFlight(async () => {
      try {
        await withTimeout(transport.verify())
      } catch (cause) {
        counts.unreachable++
        throw new MailDown("The mail server can't be reached.", { isUnsent: true, cause })
      }
    }),
    send: async mail => {
      const { to, subject, text, company, isWritten, unsubscribe, id } = mail
      // Recipients refuse further mails by an answer to the sender (RFC 2369).
      const sender = /<([^>]+)>$/.exec(mailFrom)?.[1] ?? mailFrom
      const messageId = id && `<${id}@${sender.split("@").at(-1)}>`
      const headers = {
        ...automatic,
        ...(isWritten && { "List-Unsubscribe": `<mailto:${sender}?subject=unsubscribe>` }),
        ...(unsubscribe && { "List-Unsubscribe": `<${unsubscribe}>`, "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" }),
      }
      const html = await mailHtml(mail)
      try {
        const from = company ? { name: company, address: sender } : mailFrom
        const envelope = { from, to: { name: "", address: to } }
        const message = { ...envelope, subject, text, html, headers, ...(messageId && { messageId }) }
        await withRetries(() => transport.sendMail(message), retryDelaysMs)
        counts.sent++
      } catch (error) {
        const { responseCode, syscall } = error as SendError
        counts[responseCode === undefined ? "unreachable" : responseCode < 500 ? "deferred" : "refused"]++
        if (responseCode === undefined)
          throw new MailDown("The mail server can't be reached.", { isUnsent: syscall === "connect", cause: error })
        onRefused(responseCode, mail.tenantId)
        if (isWritten) throw new (responseCode < 500 ? MailDeferred : MailRefused)(`The mail server answers ${responseCode}.`)
      }
    },
  }
}

/** Stores mail in the database instead of sending it, for demonstrations. */
const outboxMailer = (db: Database, clock: () => number, onStored: (mail: Mail) => void): Mailer => ({
  open: async () => {},
  send: async mail => {
    await db.insert(outbox).values({
      recipient: mail.to,
      subject: mail.subject,
      body: mail.text,
      code: mail.code ?? null,
      createdAt: new Date(clock()),
    })
    onStored(mail)
  },
})

/** @param hooks `onStored` after a mail is stored in the outbox; `onRefused` after the mail server refuses a recipient */
export const createMailer = (
  config: MailConfig,
  db: Database,
  clock: () => number,
  hooks: { onStored: (mail: Mail) => void; onRefused: OnRefused },
  retryDelaysMs = usualRetryDelaysMs,
): Mailer => (config.smtpUrl ? smtpMailer(config, hooks.onRefused, retryDelaysMs) : outboxMailer(db, clock, hooks.onStored))

/** Wraps a mailer so that a shutdown can wait for the mails being sent. @returns `settled` resolves when none is left */
export const trackPending = (mailer: Mailer): { mailer: Mailer; settled: () => Promise<unknown> } => {
  const pending = new Set<Promise<unknown>>()
  const send = (mail: Mail) => {
    const sending = mailer.send(mail)
    const end: Promise<unknown> = sending.catch(() => {}).finally(() => pending.delete(end))
    pending.add(end)
    return sending
  }
  return { mailer: { ...mailer, send }, settled: () => Promise.all(pending) }
}
