import { randomBytes } from "node:crypto"
import { and, asc, eq, inArray, isNull, ne, type SQL, sql } from "drizzle-orm"
import type { Context } from "hono"
import { z } from "zod"
import { type InvitationBatch, type InvitationCounts, maxInvitationBatch } from "../../../../src/contract/survey-answers"
import { createSlices } from "../../../../src/core/concurrency/slices"
import { reachOf } from "../../auth/policy"
import { hashToken } from "../../auth/token-hash"
import { consoleUrl } from "../../config"
import type { Database } from "../../db/open"
import { departments, tenants, users } from "../../db/schema"
import { surveyInvitations, surveyInvitees } from "../../db/survey-tables"
import { refuse, refuseField } from "../../errors/problem"
import { booleanOr, ids } from "../../http/body"
import type { Deps, Env } from "../../http/context"
import { ok } from "../../http/envelope"
import { idParam, readValid } from "../../http/request"
import { requireMail } from "../../http/require-mail"
import { addAuditEntry } from "../../records/audit"
import { areKnown, companyGroupOf } from "../../records/references"
import { personHashing } from "./invitees"
import { type Invited, mailLinks } from "./mails"
import { type SurveyRow, statusNameAt, surveyRecords } from "./record"

/** Invitations to a survey: batches of tokens for one use each (docs/contract.md#survey-answers). */

export const invitationsBody = z.object({ departmentIds: ids(), mail: booleanOr(false) })

/** People of one transaction, and of one round of mails: those whose mail cannot be sent are not invited. */
const mailBatch = 50
/** How long a call starts further batches of mails, ms: the console waits 30 s for an answer. */
const mailTimeMs = 15_000

/** Who is asked: active people of the companies, in the departments when there are any. */
const isAsked = async (db: Database, { tenantId, tenantIds, departmentIds }: SurveyRow): Promise<SQL | undefined> => {
  const companyIds = tenantId === null ? undefined : await companyGroupOf(db, tenantId)
  const companies = tenantIds.length ? tenantIds.filter(id => companyIds?.includes(id) ?? true) : companyIds
  const isOpen = and(isNull(tenants.deletedAt), eq(tenants.activeStatus, 1))
  return and(
    isNull(users.deletedAt),
    eq(users.status, 1),
    ne(users.role, "Administrator"),
    inArray(
      users.tenantId,
      db
        .select({ id: tenants.id })
        .from(tenants)
        .where(and(isOpen, companies && inArray(tenants.id, companies))),
    ),
    departmentIds.length ? inArray(users.departmentId, departmentIds) : undefined,
  )
}

/** `hashes`: by id, and by e-mail address, by which a person is recognised who was deleted and added again. */
type Person = { id: string; departmentId: string | null; newcomer: boolean; hashes: [string, string] }

const newcomerDays = 14

/** An invitation with the person that it is for, known until the answer is sent. */
type Invitation = Invited & Person & { tokenHash: string }

/** The people who are asked and have no invitation, in the order of their ids. */
const readUninvited = async (c: Context<Env>, survey: SurveyRow, isChosen: SQL | undefined): Promise<Person[]> => {
  const { db, config } = c.get("deps")
  const hashPerson = personHashing(config.codeSecret)
  const people = await db
    .select({
      id: users.id,
      departmentId: users.departmentId,
      email: users.email,
      newcomer: sql<boolean>`coalesce(${sql.raw("users.email_since")}, ${users.createdAt}) >
        (select published_at from surveys where surveys.id = ${survey.id}) - make_interval(days => ${newcomerDays}::int)`,
    })
    .from(users)
    .where(and(await isAsked(db, survey), isChosen))
    .orderBy(asc(users.id))
  const rows = await db
    .select({ hash: surveyInvitees.personHash })
    .from(surveyInvitees)
    .where(eq(surveyInvitees.surveyId, survey.id))
  const invited = new Set(rows.map(({ hash }) => hash))
  const slice = createSlices()
  const found: Person[] = []
  for (const { email, ...person } of people) {
    const hashes: Person["hashes"] = [hashPerson(survey.id, person.id), hashPerson(survey.id, email)]
    if (!hashes.some(hash => invited.has(hash))) found.push({ ...person, newcomer: person.newcomer === true, hashes })
    await slice()
  }
  return found
}

/**
 * Stores invitations for people who have none yet: of calls at the same time, one invites a person. Tokens are stored in the
 * order of their hashes, which is independent of the order of the people.
 */
const storeInvitations = async (
  { db }: Pick<Deps, "db">,
  survey: SurveyRow,
  people: readonly Person[],
  afterInsert: (tx: Database, invited: number) => Promise<void> = async () => {},
): Promise<Invitation[]> => {
  if (!people.length) return []
  return db.transaction(async tx => {
    const inserted = await tx
      .insert(surveyInvitees)
      .values(people.flatMap(({ hashes }) => hashes.map(personHash => ({ surveyId: survey.id, personHash }))))
      .onConflictDoNothing()
      .returning({ hash: surveyInvitees.personHash })
    const isNew = new Set(inserted.map(({ hash }) => hash))
    const made = people.flatMap(person => {
      const token = randomBytes(24).toString("base64url")
      return person.hashes.every(hash => isNew.has(hash)) ? [{ ...person, token, tokenHash: hashToken(token) }] : []
    })
    if (!made.length) return []
    const rows = made.map(({ tokenHash, departmentId, newcomer }) => ({ tokenHash, departmentId, newcomer, surveyId: survey.id }))
    await tx.insert(surveyInvitations).values(rows.sort((a, b) => (a.tokenHash < b.tokenHash ? -1 : 1)))
    await afterInsert(tx, made.length)
    return made
  })
}

/** Takes invitations back whose mail was not sent, so that a further call invites these people. */
const removeInvitations = (db: Database, surveyId: string, made: readonly Invitation[]) =>
  db.transaction(async tx => {
    const ofSurvey = eq(surveyInvitees.surveyId, surveyId)
    await tx.delete(surveyInvitees).where(
      and(
        ofSurvey,
        inArray(
          surveyInvitees.personHash,
          made.flatMap(({ hashes }) => hashes),
        ),
      ),
    )
    await tx.delete(surveyInvitations).where(
      inArray(
        surveyInvitations.tokenHash,
        made.map(({ tokenHash }) => tokenHash),
      ),
    )
  })

/** Adds the number of new invitations to the audit log, without tokens. */
const auditInvitations = (
  c: Context<Env>,
  tx: Database,
  { id, tenantId }: SurveyRow,
  after: { invited: number; byMail: boolean },
) => addAuditEntry(c, tx, { action: "create", entity: "surveyinvitation", id, tenantId, after })

/**
 * Invites people by mail, until all have been, the mail server fails, or the time is over. @returns the number of mails
 * @throws Refusal 503 when not one could be sent
 */
const inviteByMail = async (c: Context<Env>, survey: SurveyRow, people: readonly Person[]): Promise<number> => {
  const { db } = c.get("deps")
  const end = performance.now() + mailTimeMs
  let mailed = 0
  for (let from = 0; from < people.length && performance.now() < end; from += mailBatch) {
    const made = await storeInvitations({ db }, survey, people.slice(from, from + mailBatch))
    const unsent = made.length ? await mailLinks(c, survey, made) : []
    mailed += made.length - unsent.length
    if (!unsent.length) continue
    await removeInvitations(db, survey.id, unsent)
    if (!mailed) refuse({ kind: "unavailable", key: "api.inviteNotSent" })
    break
  }
  if (mailed) await auditInvitations(c, db, survey, { invited: mailed, byMail: true })
  return mailed
}

/** @throws Refusal 400 naming `departmentIds` when one is out of reach, or the survey does not ask it */
const refuseDepartments = async (c: Context<Env>, survey: SurveyRow, departmentIds: readonly string[]) => {
  const actor = c.get("actor")
  if (!(await areKnown(c.get("deps").db, "department", departmentIds, { actor, reach: reachOf(actor) })))
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

/** Makes the next batch of invitations. @throws Refusal 409 for a draft and a closed survey, 503 when mail cannot be sent */
export const makeInvitations = async (c: Context<Env>) => {
  const { db, clock, config } = c.get("deps")
  const { row: survey } = await surveyRecords.readOwn(c, idParam(c))
  const { departmentIds, mail } = await readValid(c, invitationsBody)
  await refuseDepartments(c, survey, departmentIds)
  const status = statusNameAt(survey, clock())
  if (status === "draft" || status === "closed") refuse({ kind: "conflict", key: "survey.invitationsNotOpen" })
  if (mail && !consoleUrl(config)) refuse({ kind: "conflict", key: "survey.noPublicUrl" })
  if (mail) await requireMail(c.get("deps"), "api.inviteNotSent")
  const isChosen = departmentIds.length ? inArray(users.departmentId, departmentIds) : undefined
  const uninvited = await readUninvited(c, survey, isChosen)
  const batch = uninvited.slice(0, maxInvitationBatch)
  if (mail) {
    const mailed = await inviteByMail(c, survey, batch)
    return ok(c, { tokens: [], invited: mailed, mailed, remaining: uninvited.length - mailed } satisfies InvitationBatch)
  }
  const made = await storeInvitations({ db }, survey, batch, (tx, invited) =>
    auditInvitations(c, tx, survey, { invited, byMail: false }),
  )
  const names = await namesOf(
    db,
    made.map(({ departmentId }) => departmentId),
  )
  const tokens = made
    .map(({ token, departmentId }) => ({ token, departmentName: names.get(departmentId ?? "") ?? "" }))
    .sort((a, b) => a.departmentName.localeCompare(b.departmentName, c.get("language")) || (a.token < b.token ? -1 : 1))
  return ok(c, { tokens, invited: made.length, mailed: 0, remaining: uninvited.length - batch.length } satisfies InvitationBatch)
}

/** Answers with how many people are asked, have been invited, and have answered. */
export const readInvitationCounts = async (c: Context<Env>) => {
  const { db } = c.get("deps")
  const { row: survey } = await surveyRecords.readOwn(c, idParam(c))
  const [counts] = await db
    .select({
      invited: sql<number>`count(*)::int`,
      answered: sql<number>`count(*) filter (where ${surveyInvitations.used})::int`,
    })
    .from(surveyInvitations)
    .where(eq(surveyInvitations.surveyId, survey.id))
  const people = await db.$count(users, await isAsked(db, survey))
  return ok(c, { people, invited: counts?.invited ?? 0, answered: counts?.answered ?? 0 } satisfies InvitationCounts)
}
