import { and, eq, inArray, type SQL, sql } from "drizzle-orm"
import type { Context } from "hono"
import { z } from "zod"
import { type InvitationBatch, type InvitationCounts, maxInvitationBatch } from "../../../../src/contract/surveys/answers"
import { smallestGroup } from "../../../../src/contract/surveys/report"
import { compareTexts } from "../../../../src/core/text/compare-texts"
import { may, reachOf } from "../../auth/policy"
import { seal, unseal, unsealed } from "../../auth/seal"
import { hashToken, linkToken } from "../../auth/secrets"
import { type Config, consoleUrl } from "../../config"
import { type Database, rowsOf } from "../../db/open"
import type { SurveyRow } from "../../db/schema"
import { departments, users } from "../../db/schema"
import { surveyInvitations, surveyInvitees } from "../../db/survey-tables"
import { refuse, refuseField } from "../../errors/problem"
import { booleanOr, idOrEmpty, ids, plain } from "../../http/body"
import type { Env } from "../../http/context"
import { releaseMails, reserveMails } from "../../http/mail-budget"
import { requireId } from "../../http/request"
import { requireMail } from "../../http/require-mail"
import { mailCompanyOf } from "../../kinds/mail-company"
import { areKnown } from "../../kinds/references"
import { survey as surveyKind } from "../../kinds/survey"
import { personHashing } from "../../kinds/survey-invitees"
import { addAuditEntry } from "../../records/audit"
import { readOwn } from "../../records/find"
import { idempotent, repeatedAnswer } from "../../records/idempotency"
import { json, route } from "../../routes/route"
import { named, text, total } from "../../routes/schemas"
import { areNewGroups, asksWholeGroups, firstPlace, isAsked, newcomersAfter, type Place, readAsked } from "./audience"
import { countInGroups, isCountedInGroups, readParticipation } from "./held-answers"
import { type Invited, invitationMails, queueMails, readUnreached } from "./mails"
import { statusNameAt } from "./records"
import { readReminders, remindersAnswer } from "./reminders"

/** Invitations to a survey: batches of tokens for one use each (docs/contract.md#survey-answers). */

/** A person who is invited alone always gets a mail: the token would show whoever has it whether it is used. */
const invitationsBody = z
  .object({ departmentIds: ids(), mail: booleanOr(false), userId: idOrEmpty, after: plain(1_000).optional() })
  .transform(({ mail, ...given }) => ({ ...given, mail: mail || Boolean(given.userId) }))

/** How long a call sends its mails, ms: the console waits 30 s for an answer. The rest is sent later. */
const mailTimeMs = 15_000

/** `hashes`: by id, and by e-mail address, by which a person is recognised who was deleted and added again. */
type Person = {
  tenantId: string
  id: string
  departmentId: string | null
  enteredAt: Date
  hashes: readonly [string, string]
}

/** An invitation with the person that it is for, known until the answer, or the mail, is sent. */
type Invitation = Invited & Person

/** People that are read at once. */
const slice = 1_000

/** The next people who are asked and have no invitation, behind a place; `isEnd`: there are no more. */
const readUninvited = async (c: Context<Env>, survey: SurveyRow, isChosen: SQL | undefined, after: Place) => {
  const { db, config } = c.get("deps")
  const hashings = config.codeSecrets.map(personHashing)
  const found: Person[] = []
  for (let place = after; ; ) {
    // The index of the order is read, also of a company with far more people than most: the planner expects a few, and would sort all.
    const people = await db.transaction(async tx => {
      await tx.execute(sql`set local enable_sort = off`)
      return readAsked(tx, survey, isChosen, place, slice)
    })
    const hashed = people.map(({ email, ...person }) => ({
      person,
      all: hashings.map(hashPerson => [hashPerson(survey.id, person.id), hashPerson(survey.id, email)] as const),
    }))
    const given = JSON.stringify(hashed.flatMap(({ all }) => all.flat()))
    const rows = await rowsOf<{ hash: string }>(
      db,
      sql`select person_hash as hash from survey_invitees
        where survey_id = ${survey.id} and person_hash in (select jsonb_array_elements_text(${given}::text::jsonb))`,
    )
    const invited = new Set(rows.map(({ hash }) => hash))
    for (const { person, all } of hashed) {
      const [hashes] = all
      if (!hashes || all.flat().some(hash => invited.has(hash))) continue
      if (found.length === maxInvitationBatch) return { found, isEnd: false }
      found.push({ ...person, hashes })
    }
    const last = people.at(-1)
    if (!last || people.length < slice) return { found, isEnd: true }
    place = [last.tenantId, last.id]
  }
}

/** How many of those who are chosen have no invitation, by the counts of both: some who have one may have left. */
const countUninvited = async (db: Database, survey: SurveyRow, departmentIds: readonly string[], isChosen: SQL | undefined) => {
  const isInvited = and(
    eq(surveyInvitations.surveyId, survey.id),
    departmentIds.length ? inArray(surveyInvitations.departmentId, [...departmentIds]) : undefined,
  )
  return (await db.$count(users, and(isAsked(db, survey), isChosen))) - (await db.$count(surveyInvitations, isInvited))
}

/** `newcomer` joins a group of others; `founding` is a newcomer who counts for the newcomers' own group. */
type Standing = { newcomer: boolean; founding: boolean }

/**
 * Locks the survey and returns who is a newcomer. The first invitations decide from when that is counted, for all that follow.
 * @param isInPart whether not all of the companies' people are invited: from then on nobody else is `founding`, so that
 * nobody chooses who is in the newcomers' own group
 */
const standingsOf = async (tx: Database, survey: SurveyRow, now: number, isInPart: boolean) => {
  const at = sql`${new Date(now).toISOString()}::timestamptz`
  const [stored] = await rowsOf<{ from: number; invited: number; isInPart: boolean }>(
    tx,
    sql`update surveys set invited_at = coalesce(invited_at, ${at}), counted_from = coalesce(counted_from, greatest(${at}, start_date)),
      invited_in_part = invited_in_part or ${isInPart} where id = ${survey.id}
      returning extract(epoch from counted_from)::float8 * 1000 as "from", extract(epoch from invited_at)::float8 * 1000 as invited,
        invited_in_part as "isInPart"`,
  )
  if (!stored) return refuse({ kind: "missing" })
  const countedFrom = new Date(stored.from)
  const isFirst = !stored.isInPart && (await areNewGroups(tx, survey, countedFrom))
  return ({ enteredAt }: Person): Standing => {
    const newcomer = enteredAt > newcomersAfter(countedFrom)
    return { newcomer, founding: newcomer && isFirst && enteredAt.getTime() <= stored.invited }
  }
}

/**
 * Stores invitations for people who have none yet: of calls at the same time, one invites a person. Tokens and people are stored
 * in the order of their hashes, which is independent of the order of the people. @returns the invitations in that order
 */
const storeInvitations = async (
  tx: Database,
  survey: SurveyRow,
  people: readonly Person[],
  standingOf: (person: Person) => Standing,
): Promise<Invitation[]> => {
  if (!people.length) return []
  const inserted = await tx
    .insert(surveyInvitees)
    .values(
      people
        .flatMap(({ hashes }) => hashes)
        .sort()
        .map(personHash => ({ surveyId: survey.id, personHash })),
    )
    .onConflictDoNothing()
    .returning({ hash: surveyInvitees.personHash })
  const isNew = new Set(inserted.map(({ hash }) => hash))
  const made = people
    .filter(({ hashes }) => hashes.every(hash => isNew.has(hash)))
    .map(person => {
      const token = linkToken()
      return { ...person, token, tokenHash: hashToken(token) }
    })
    .sort((a, b) => (a.tokenHash < b.tokenHash ? -1 : 1))
  const rows = made.map(person => {
    const { tokenHash, departmentId } = person
    return { tokenHash, departmentId, surveyId: survey.id, ...standingOf(person) }
  })
  if (rows.length) await tx.insert(surveyInvitations).values(rows)
  return made
}

/** Adds the number of new invitations to the audit log, without tokens. */
const auditInvitations = (
  c: Context<Env>,
  tx: Database,
  { id, tenantId }: SurveyRow,
  after: { invited: number; byMail: boolean },
) => addAuditEntry(c, tx, { action: "create", entity: "surveyinvitation", id, tenantId, after })

/** @throws Refusal 400 naming `departmentIds` when one is out of reach, or the survey does not ask it */
const refuseDepartments = async (c: Context<Env>, survey: SurveyRow, departmentIds: readonly string[]) => {
  const actor = c.get("actor")
  const scope = { actor, reach: reachOf(actor), takesRetired: true } as const
  if (!(await areKnown(c.get("deps").db, "department", departmentIds, scope)))
    refuseField("departmentIds", "rule.departmentOutOfReach")
  if (survey.departmentIds.length && departmentIds.some(id => !survey.departmentIds.includes(id)))
    refuseField("departmentIds", "survey.departmentNotAsked")
}

const namesOf = async (db: Database, departmentIds: readonly (string | null)[]): Promise<Map<string, string>> => {
  const known = [...new Set(departmentIds)].filter(id => id !== null)
  if (!known.length) return new Map()
  const rows = await db.select().from(departments).where(inArray(departments.id, known))
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** @throws Refusal 409 for a draft and a closed survey, and without an address for links; 503 when mail cannot be sent */
const refuseUninvitable = async (c: Context<Env>, survey: SurveyRow, mail: boolean) => {
  const deps = c.get("deps")
  const status = statusNameAt(survey, deps.clock())
  if (status === "draft" || status === "closed") refuse({ kind: "conflict", key: "survey.invitationsNotOpen" })
  if (mail && !consoleUrl(deps.config)) refuse({ kind: "conflict", key: "survey.noPublicUrl" })
  if (mail) await requireMail(c, "api.inviteNotSent")
}

type Sealed = { sealed: string }

/** Where a batch ended, sealed: it goes on there for the same people. */
type End = { surveyId: string; departmentIds: string[]; place: Place }

const placeOf = ({ codeSecrets }: Config, survey: SurveyRow, departmentIds: string[], after: string | undefined): Place => {
  const end = after ? unsealed<End>(codeSecrets, after) : undefined
  return end?.surveyId === survey.id && String(end.departmentIds) === String(departmentIds) ? end.place : firstPlace
}

/** Makes a batch, once per Idempotency-Key. @returns the answer, encrypted: it is kept for the time of repetitions */
const invite = async (c: Context<Env>, survey: SurveyRow, given: z.infer<typeof invitationsBody>): Promise<Sealed> => {
  const deps = c.get("deps")
  const { codeSecret } = deps.config
  const { departmentIds, mail, userId, after } = given
  await refuseUninvitable(c, survey, mail)
  const isChosen = and(
    departmentIds.length ? inArray(users.departmentId, departmentIds) : undefined,
    userId ? eq(users.id, userId) : undefined,
  )
  const isInPart = isChosen !== undefined
  if (userId && !(await deps.db.$count(users, and(isAsked(deps.db, survey), isChosen))))
    refuseField("userId", "api.surveyPersonNotAsked")
  const { found: batch, isEnd } = await readUninvited(c, survey, isChosen, placeOf(deps.config, survey, departmentIds, after))
  const company = mail && batch.length ? await mailCompanyOf(deps.db, survey.tenantId) : undefined
  const size = company ? await reserveMails(deps, company, batch.length) : batch.length
  const sent = batch.slice(0, size)
  const last = sent.at(-1)
  const isDone = isEnd && size === batch.length
  const next =
    !isDone && last && seal(codeSecret, { surveyId: survey.id, departmentIds, place: [last.tenantId, last.id] } satisfies End)
  const store = async (tx: Database) => {
    const standingOf = await standingsOf(tx, survey, deps.clock(), isInPart || !(await asksWholeGroups(tx, survey)))
    const before = await tx.$count(surveyInvitations, eq(surveyInvitations.surveyId, survey.id))
    const made = await storeInvitations(tx, survey, sent, standingOf)
    // Not added up: a process of a release before 0092 counts none of its own.
    if (made.length) await tx.execute(sql`update surveys set invitations = ${before + made.length} where id = ${survey.id}`)
    const used = made.length
    // A small survey as a whole is counted at once: none of its people was chosen.
    if (used && used < smallestGroup && (isInPart || before || !isDone || used < size)) await countInGroups(tx, survey.id)
    if (used) await auditInvitations(c, tx, survey, { invited: used, byMail: mail })
    if (mail && used) await queueMails(deps, tx, survey.id, made)
    const names = await namesOf(tx, mail ? [] : made.map(({ departmentId }) => departmentId))
    const tokens = (mail ? [] : made)
      .map(({ token, departmentId }) => ({ token, departmentName: names.get(departmentId ?? "") ?? "" }))
      .sort((a, b) => compareTexts(a.departmentName, b.departmentName) || (a.token < b.token ? -1 : 1))
    const left = batch.length - size
    const remaining = isEnd ? left : Math.max(left + 1, await countUninvited(tx, survey, departmentIds, isChosen))
    const answer: InvitationBatch = { tokens, invited: used, mailed: mail ? used : 0, remaining, ...(next && { next }) }
    return { answer: { sealed: seal(codeSecret, answer) }, rest: used }
  }
  /** Gives back the reserved mails that the batch does not use. */
  const release = async (used: number) => {
    if (company && used < size) await releaseMails(deps, company, size - used)
  }
  const { answer, rest: used = 0 } = await idempotent(c, given, store).catch(async error => {
    await release(0)
    throw error
  })
  await release(used)
  return answer
}

const invitationBatch = named("InvitationBatch", {
  tokens: z.array(z.object({ token: text, departmentName: text })),
  invited: total,
  mailed: total,
  remaining: total,
  next: text.optional(),
}) satisfies z.ZodType<InvitationBatch>

/** A repeated call gets the same tokens, whatever has become of the survey. */
export const makeInvitations = route.post("/survey/:id/invitations", may("write", "surveys"), {
  summary: "Make the next batch of at most 500 invitations, by mail or as tokens",
  body: json(invitationsBody),
  example: { mail: false },
  answer: invitationBatch,
  handler: async ({ c, deps, params, body }) => {
    const { row: survey } = await readOwn(c, surveyKind, requireId(params.id))
    const given = await body()
    const known = await repeatedAnswer<Sealed>(c, given)
    if (!known) await refuseDepartments(c, survey, given.departmentIds)
    const { sealed } = known ?? (await invite(c, survey, given))
    if (given.mail) await c.get("outside")("mail", () => invitationMails.send(deps, mailTimeMs))
    return { value: unseal<InvitationBatch>(deps.config.codeSecrets, sealed) }
  },
})

const invitationCounts = named("InvitationCounts", {
  people: total,
  invited: total,
  answered: total,
  unreached: z.array(z.object({ name: text, email: text })).optional(),
  inGroups: z.boolean().optional(),
  reminders: remindersAnswer.optional(),
}) satisfies z.ZodType<InvitationCounts>

export const readInvitationCounts = route.get("/survey/:id/invitations", may("read", "surveys"), {
  summary: "How many people are asked, have been invited, and have answered, and whom no mail reached",
  answer: invitationCounts,
  handler: async ({ c, deps, params }) => {
    const { db } = deps
    const { row: survey } = await readOwn(c, surveyKind, requireId(params.id))
    const people = await db.$count(users, isAsked(db, survey))
    const unreached = await readUnreached(deps, survey.id)
    const reminders = await readReminders(deps, survey)
    const counts = { people, ...(await readParticipation(db, survey.id)) }
    const inGroups = await isCountedInGroups(db, survey.id)
    return { value: { ...counts, inGroups, ...(unreached.length > 0 && { unreached }), reminders } }
  },
})
