import { SMTPServer } from "smtp-server"
import { listen } from "../scripts/free-port.mjs"

/** A mail as its recipient reads it; `from`: the name of the sender. */
export type ReceivedMail = { to: string; from: string; subject: string; text: string; receivedAt: number }

/** A header's encoded words (RFC 2047) as text. */
const decodeWords = (value: string) =>
  value
    .replace(/\?=\s+=\?/g, "?==?")
    .replace(/=\?utf-8\?([bq])\?(.*?)\?=/gi, (_, kind: string, coded: string) =>
      kind.toLowerCase() === "b" ? `\0${coded}\0` : `\0${Buffer.from(unquoted(coded.replaceAll("_", " "))).toString("base64")}\0`,
    )
    // A letter may be divided between two words.
    .replace(/(\0[^\0]*\0)+/g, words =>
      Buffer.concat(
        words
          .split("\0")
          .filter(Boolean)
          .map(word => Buffer.from(word, "base64")),
      ).toString(),
    )

const unquoted = (text: string) =>
  Buffer.from(
    text.replace(/=\r?\n/g, "").replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    "latin1",
  )

/** The plain text of a mail of nodemailer, of one part or of two. */
const read = (to: string, raw: string): ReceivedMail => {
  const [head = "", ...rest] = raw.split("\r\n\r\n")
  const headerOf = (part: string, name: string) =>
    decodeWords(new RegExp(`^${name}: (.*(?:\r\n[ \t].*)*)`, "im").exec(part)?.[1]?.replace(/\r\n[ \t]/g, " ") ?? "")
  const boundary = /boundary="(.*?)"/.exec(head)?.[1]
  const whole = boundary ? (rest.join("\r\n\r\n").split(`--${boundary}`)[1] ?? "") : raw
  const [partHead = "", ...body] = whole.split("\r\n\r\n")
  const coded = body.join("\r\n\r\n")
  const encoding = headerOf(partHead, "Content-Transfer-Encoding")
  const text = encoding === "base64" ? Buffer.from(coded, "base64") : encoding === "quoted-printable" ? unquoted(coded) : coded
  const from = headerOf(head, "From")
    .replace(/\s*<.*>$/, "")
    .replace(/^"(.*)"$/, "$1")
  return { to, from, subject: headerOf(head, "Subject"), text: text.toString().replaceAll("\r\n", "\n"), receivedAt: Date.now() }
}

/** A mail server on loopback: what it got, oldest first. @param refused addresses that it refuses for good */
export const startMailServer = async (refused: readonly string[] = []) => {
  const mails: ReceivedMail[] = []
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ["AUTH", "STARTTLS"],
    onRcptTo: ({ address }, _, done) =>
      done(refused.includes(address) ? Object.assign(new Error("No such mailbox"), { responseCode: 550 }) : undefined),
    onData: (stream, { envelope }, done) => {
      const parts: Buffer[] = []
      stream.on("data", (part: Buffer) => parts.push(part))
      stream.on("end", () => {
        for (const { address } of envelope.rcptTo) mails.push(read(address, Buffer.concat(parts).toString()))
        done()
      })
    },
  })
  smtp.on("error", () => {})
  const port = await listen(smtp)
  return { url: `smtp://127.0.0.1:${port}`, mails, stop: () => new Promise<void>(done => smtp.close(() => done())) }
}
