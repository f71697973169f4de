import nodemailer from "nodemailer"
import type { Config } from "./config"
import type { Database } from "./db"
import { outbox } from "./schema"

export type Mail = { to: string; subject: string; text: string; code?: string }

/** Sends mail. @throws MailDown when the server can't be reached; the refusal of one recipient is not told (decisions §12) */
export type Mailer = {
  /** Makes sure that mail can be sent at all: for every address alike, whether anybody has it or not. */
  open: () => Promise<void>
  send: (mail: Mail) => Promise<void>
}

export class MailDown extends Error {}

/** ms, whatever step takes it: an answer must come within 5 s (decisions §12). */
const patience = 4_000

const within = async <T>(work: Promise<T>): Promise<T> => {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, fail) => {
    timer = setTimeout(() => fail(new MailDown("The mail server is too slow.")), patience)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}

/** @param refused told the server's number alone: its words hold the address */
const smtpMailer = (config: Config, refused: (code: number) => void): Mailer => {
  const transport = nodemailer.createTransport({
    url: config.smtpUrl,
    dnsTimeout: patience,
    connectionTimeout: patience,
    greetingTimeout: patience,
    socketTimeout: patience,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    open: async () => {
      try {
        await within(transport.verify())
      } catch (cause) {
        throw new MailDown("The mail server can't be reached.", { cause })
      }
    },
    send: async ({ to, subject, text }) => {
      try {
        await transport.sendMail({ from: config.mailFrom, to: { name: "", address: to }, subject, text })
      } catch (error) {
        const { responseCode } = error as { responseCode?: number }
        if (responseCode === undefined) throw new MailDown("The mail server can't be reached.", { cause: error })
        refused(responseCode)
      }
    },
  }
}

/** The demonstration's mail: kept in the database, told to the terminal. */
const outboxMailer = (db: Database, clock: () => number, told: (mail: Mail) => void): Mailer => ({
  open: async () => {},
  send: async mail => {
    await db.insert(outbox).values({
      recipient: mail.to,
      subject: mail.subject,
      body: mail.text,
      code: mail.code ?? null,
      createdAt: new Date(clock()),
    })
    told(mail)
  },
})

export const createMailer = (
  config: Config,
  db: Database,
  clock: () => number,
  hooks: { told: (mail: Mail) => void; refused: (code: number) => void },
): Mailer => (config.smtpUrl ? smtpMailer(config, hooks.refused) : outboxMailer(db, clock, hooks.told))
