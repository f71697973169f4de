import { setTimeout } from "node:timers/promises"
import nodemailer from "nodemailer"
import type { Language } from "../../../src/core/i18n"
import type { Config } from "../config"
import type { Database } from "../db/open"
import { outbox } from "../db/schema"
import { mailHtml } from "./mail-html"

/** `code` and `link` stand in the text as well; the HTML part, made from it, lets them stand out. */
export type Mail = { to: string; subject: string; text: string; language?: Language; code?: string; link?: string }

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
    timer = globalThis.setTimeout(() => fail(new MailDown("The mail server is too slow.")), patience)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}

/** ms before each further try. */
const pauses = [300, 1_000]

type SendError = Error & { responseCode?: number; syscall?: string }

/** Whether a message that failed was surely not taken, and may be another time: what fails in between may have been sent. */
const isWorthATry = ({ responseCode, syscall }: SendError) =>
  responseCode === undefined ? syscall === "connect" : responseCode >= 400 && responseCode < 500

const retried = async (work: () => Promise<unknown>, [pause, ...later]: readonly number[] = pauses): Promise<unknown> => {
  try {
    return await work()
  } catch (error) {
    if (pause === undefined || !isWorthATry(error as SendError)) throw error
  }
  await setTimeout(pause)
  return retried(work, later)
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
    send: async mail => {
      const { to, subject, text } = mail
      const html = await mailHtml(mail)
      try {
        await retried(() => transport.sendMail({ from: config.mailFrom, to: { name: "", address: to }, subject, text, html }))
      } catch (error) {
        const { responseCode } = error as SendError
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

/** A mailer that the end waits for: no answer may wait for a mail server's pace, but what was begun is sent. */
export const awaited = (mailer: Mailer): { mailer: Mailer; settled: () => Promise<unknown> } => {
  const underWay = new Set<Promise<unknown>>()
  const send = (mail: Mail) => {
    const sending = mailer.send(mail)
    const end: Promise<unknown> = sending.catch(() => {}).finally(() => underWay.delete(end))
    underWay.add(end)
    return sending
  }
  return { mailer: { ...mailer, send }, settled: () => Promise.all(underWay) }
}
