import { and, eq, inArray, isNull, sql } from "drizzle-orm"
import type { MessageType } from "../../../../src/contract/messages"
import { nameOfRecord } from "../../../../src/contract/modules"
import type { Key, Language, Params } from "../../../../src/core/text/i18n"
import { localeOf } from "../../../../src/core/text/locale"
import { consoleUrl } from "../../config"
import { drawWinners } from "../../db/draw-tables"
import { brands, feedbacks, giftCodes, gifts, proposals, tenants, users } from "../../db/schema"
import { Refusal } from "../../errors/problem"
import type { Deps } from "../../http/context"
import { releaseMails, reserveMails } from "../../http/mail-budget"
import { languageOf, translate } from "../../http/messages"
import { createMailQueue, type MailJob } from "../../jobs/mails"
import { mailCompanyOf } from "../../kinds/mail-company"
import { type Mail, MailDeferred } from "../../mail/mail"
import { plain } from "../../mail/plain"
import type { MessageBody } from "../../records/messages"
import { unsubscribeUrl } from "../unsubscribe-token"

/** The words of messages, and that each is sent once (docs/contract.md#messages). */

type Words = { subject: Key; sentences: readonly Key[]; isOfApproval?: true }

/** A sentence with an empty parameter is left out. */
const words: Record<MessageType, Words> = {
  invitation: { subject: "message.invitation.subject", sentences: ["message.invitation.text", "message.invitation.signIn"] },
  platformInvitation: {
    subject: "message.invitation.subject",
    sentences: ["message.invitation.platformText", "message.invitation.signIn"],
  },
  approvalWaiting: {
    subject: "message.approvalWaiting.subject",
    sentences: ["message.approvalWaiting.text", "message.record", "message.note"],
    isOfApproval: true,
  },
  approved: {
    subject: "message.approved.subject",
    sentences: ["message.approved.text", "message.record", "message.note"],
    isOfApproval: true,
  },
  returned: {
    subject: "message.returned.subject",
    sentences: ["message.returned.text", "message.record", "message.reason"],
    isOfApproval: true,
  },
  feedbackAnswer: {
    subject: "message.feedbackAnswer.subject",
    sentences: [
      "message.feedbackAnswer.text",
      "message.feedbackAnswer.answer",
      "message.feedbackAnswer.files",
      "message.noReply",
    ],
  },
  winner: {
    subject: "message.winner.subject",
    sentences: ["message.winner.text", "message.winner.prizes", "message.winner.next", "message.noReply", "message.winner.proof"],
  },
  giftCode: {
    subject: "message.giftCode.subject",
    sentences: [
      "message.giftCode.text",
      "message.giftCode.code",
      "message.giftCode.description",
      "message.giftCode.until",
      "message.giftCode.terms",
      "message.noReply",
    ],
  },
  passkeyAdded: { subject: "message.passkeyAdded.subject", sentences: ["message.passkeyAdded.text", "message.notYou"] },
  passkeysReset: { subject: "message.passkeysReset.subject", sentences: ["message.passkeysReset.text", "message.notYou"] },
  recoveryCodeUsed: {
    subject: "message.recoveryCodeUsed.subject",
    sentences: ["message.recoveryCodeUsed.text", "message.notYou"],
  },
  companyErasure: { subject: "message.companyErasure.subject", sentences: ["message.companyErasure.text"] },
}

const bodyOf = ({ body }: Pick<MailJob, "body">) => JSON.parse(body) as MessageBody

/** Words of several lines that people wrote. */
const plainLines = (text: string) => text.split(/\r?\n/).map(plain).join("\n")

/** The parameters of a message in a language: words that people wrote, and the noun of the record. */
const paramsIn = (language: Language, { params }: MessageBody, clean: (text: string) => string): Params => {
  const noun = nameOfRecord(params.record ?? "")
  return Object.fromEntries([
    ...Object.entries(params).map(([name, value]) => [name, clean(value)]),
    ["record", noun ? translate(language, noun) : ""],
  ])
}

/** The address of somebody without an account. */
export const addressOf = (job: Pick<MailJob, "body">) => bodyOf(job).email ?? ""

export const subjectOf = (language: Language, job: Pick<MailJob, "type" | "body">) =>
  translate(language, words[job.type as MessageType].subject, paramsIn(language, bodyOf(job), plain))

const isGiven = (params: Params, key: Key) =>
  [...translate("tr", key).matchAll(/\{\{(\w+)\}\}/g)].every(([, name = ""]) => params[name] !== "")

const isInvitation = ({ type }: MailJob) => type === "invitation" || type === "platformInvitation"

type Recipient = { id: string | null; email: string; language: string }

/** Subject and text of a message in a language. @param to `company` undefined: the platform */
export const textOf = (
  deps: Pick<Deps, "config">,
  language: Language,
  type: MessageType,
  body: MessageBody,
  to: { email: string; company: string | undefined },
) => {
  const { sentences, isOfApproval, subject } = words[type]
  const url = consoleUrl(deps.config)
  const link = url && body.path && `${url}/${body.path}`
  const company = plain(to.company ?? translate(language, "app.name"))
  const params = { ...paramsIn(language, body, plainLines), company, email: to.email }
  const text = [
    ...sentences.filter(key => isGiven(params, key)).map(key => translate(language, key, params)),
    ...(link ? [link] : []),
    ...(isOfApproval ? [translate(language, "message.end")] : []),
  ].join("\n\n")
  return { subject: translate(language, subject, paramsIn(language, body, plain)), text, company, link }
}

const mailOf = (deps: Deps, job: MailJob, to: Recipient, company: string | undefined, secrets: MessageBody["params"]): Mail => {
  const language = languageOf(to.language, deps.config.defaultLanguage)
  const type = job.type as MessageType
  const { params, ...stored } = bodyOf(job)
  const body = { ...stored, params: { ...params, ...secrets } }
  const { link, ...said } = textOf(deps, language, type, body, { email: to.email, company })
  return {
    to: to.email,
    ...said,
    language,
    isWritten: true,
    id: job.messageId,
    tenantId: job.tenantId,
    ...(link && { link }),
    ...(link && to.id && words[type].isOfApproval && { unsubscribe: unsubscribeUrl(deps, "approvals", to.id) }),
  }
}

/** Whether what a message tells is still so: the change waits, the answer was not taken back. */
const isStillSo = async ({ db }: Deps, { type, about, messageId }: MailJob) => {
  if (about && type === "approvalWaiting")
    return (await db.$count(proposals, and(eq(proposals.entityId, about), eq(proposals.state, "waiting")))) > 0
  if (about && type === "feedbackAnswer")
    return (await db.$count(feedbacks, and(eq(feedbacks.id, about), isEntry(messageId), isNull(feedbacks.deletedAt)))) > 0
  if (type === "winner")
    return (
      (await db.$count(
        drawWinners,
        and(eq(drawWinners.mailId, messageId), inArray(drawWinners.state, ["drawn", "notified", "delivered"])),
      )) > 0
    )
  return true
}

/**
 * The words of a mail with a code, which only the table of codes has. @returns undefined where its person does not have it any more, or
 * cannot use it
 */
const codeParams = async ({ db, config }: Deps, { messageId }: MailJob, language: string, now: Date) => {
  const [given] = await db
    .select({ code: giftCodes.code, card: gifts, brand: brands.name })
    .from(giftCodes)
    .innerJoin(gifts, and(eq(gifts.id, giftCodes.giftId), isNull(gifts.deletedAt)))
    .leftJoin(brands, eq(brands.id, gifts.brandId))
    .where(and(eq(giftCodes.mailId, messageId), isNull(giftCodes.cancelledAt), isNull(giftCodes.usedAt)))
  if (!given || (given.card.validityEnd && given.card.validityEnd <= now)) return undefined
  const { code, brand, card } = given
  const format = new Intl.DateTimeFormat(localeOf(languageOf(language, config.defaultLanguage)), {
    timeZone: config.timeZone,
    dateStyle: "long",
    timeStyle: "short",
  })
  const until = card.validityEnd ? format.format(card.validityEnd) : ""
  return {
    code,
    card: brand ? `${brand}, ${card.cardName}` : card.cardName,
    description: card.description,
    terms: card.terms,
    until,
  }
}

const isEntry = (id: string) => sql`${feedbacks.conversations} @> ${JSON.stringify([{ id }])}::jsonb`

/** The person who is there, or the address of somebody without an account. */
const recipientOf = async ({ db, config }: Deps, job: MailJob): Promise<Recipient | undefined> => {
  const { email } = bodyOf(job)
  if (!job.recordId) return email ? { id: null, email, language: config.defaultLanguage } : undefined
  const [person] = await db.select().from(users).where(eq(users.id, job.recordId))
  return person && !person.deletedAt ? person : undefined
}

/** Sends a message, as long as there is somebody to get it and something to tell. */
const send = async (deps: Deps, job: MailJob) => {
  const { db, mailer } = deps
  const to = await recipientOf(deps, job)
  if (!to || !(await isStillSo(deps, job))) return false
  const secrets = job.type === "giftCode" ? await codeParams(deps, job, to.language, new Date(deps.clock())) : {}
  if (!secrets) return false
  const owner = job.tenantId ? await db.query.tenants.findFirst({ where: eq(tenants.id, job.tenantId) }) : undefined
  const counted = await mailCompanyOf(db, job.tenantId)
  await reserveMails(deps, counted, 1).catch(error => {
    throw error instanceof Refusal ? new MailDeferred("The company has used up its mails of the day.") : error
  })
  try {
    await mailer.send(mailOf(deps, job, to, owner?.name, secrets))
  } catch (error) {
    await releaseMails(deps, counted, 1)
    throw error
  }
  if (isInvitation(job))
    await db
      .update(users)
      .set({ invitedAt: new Date(deps.clock()) })
      .where(eq(users.id, job.recordId))
  return true
}

/** A message that may have left is not sent again. */
export const messageMails = createMailQueue({ kind: "message", maxDoubts: 1, waitsLonger: true, isListed: true, send })
