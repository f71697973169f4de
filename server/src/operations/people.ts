import { and, desc, eq, inArray, isNull, or, sql } from "drizzle-orm"
import { isEmail, readEmail } from "../../../src/core/text/email"
import { emailHashesOf } from "../auth/code-attempts"
import { removePasskeys, rulesFor } from "../auth/passkeys"
import { platformOwner } from "../auth/policy"
import { closeAllSessions } from "../auth/sessions"
import { coversPeopleOf } from "../auth/sign-in-connections"
import { campaignUses } from "../db/campaign-tables"
import { drawEntries, drawWinners } from "../db/draw-tables"
import { type Database, rowsOf } from "../db/open"
import {
  accessTokens,
  audit,
  campaigns,
  codes,
  codeTries,
  departments,
  draws,
  feedbacks,
  giftUses,
  monthlyReports,
  sessions,
  summaries,
  surveys,
  tenants,
  users,
  views,
} from "../db/schema"
import { passkeyRules, passkeys, signInConnections, signInIdentities } from "../db/sign-in-tables"
import { surveyDocuments } from "../db/survey-tables"
import { webhooks } from "../db/webhook-tables"
import { Refusal, StartProblem } from "../errors/problem"
import type { Deps } from "../http/context"
import { addAuditEntry } from "../records/audit"
import { eraseUser } from "../resources/users/erase"
import { operator } from "./operator"

/** The operator's commands on people (docs/operations.md#commands). The audit log has what they create and erase. */

const addressOf = (text: string) => {
  const email = readEmail(text)
  if (!isEmail(email)) throw new StartProblem(`${text} is not an e-mail address.`)
  return email
}

/** @throws StartProblem when nobody has the address */
const personOf = async (db: Database, text: string) => {
  const email = addressOf(text)
  const [person] = await db.select().from(users).where(eq(users.email, email)).orderBy(sql`${users.deletedAt} desc nulls first`)
  if (!person) throw new StartProblem(`Nobody has the address ${email}.`)
  return person
}

/** Adds an administrator of the platform, who signs in with a code. @throws StartProblem when the address is taken */
export const createAdministrator = async (deps: Deps, text: string) => {
  const email = addressOf(text)
  await deps.db.transaction(async tx => {
    if (await tx.$count(users, and(eq(users.email, email), isNull(users.deletedAt))))
      throw new StartProblem(`${email} is in use already.`)
    const [after] = await tx
      .insert(users)
      .values({ email, firstName: "Platform", lastName: "Administrator", role: "Administrator" })
      .returning()
    if (after) await addAuditEntry(operator(deps), tx, { action: "create", entity: "user", id: after.id, tenantId: null, after })
  })
}

/** Forgets the wrong tries of codes for an address, and the codes that are on their way. @returns the tries */
export const unlock = async (deps: Deps, text: string): Promise<number> => {
  const { email } = await personOf(deps.db, text)
  await deps.db.delete(codes).where(eq(codes.email, email))
  const tries = await deps.db
    .delete(codeTries)
    .where(inArray(codeTries.emailHash, emailHashesOf(deps, email)))
    .returning()
  return tries.length
}

/**
 * Lets the people of somebody's company, or of the platform, sign in with codes again: for a provider that does not work when its way
 * back is out of reach (docs/contract.md#sign-in-by-a-provider). A passkey is no longer required either.
 * @returns the issuers of the connections that no longer say *only*
 */
export const allowCodes = async (deps: Deps, text: string): Promise<string[]> => {
  const { id, tenantId } = await personOf(deps.db, text)
  return deps.db.transaction(async tx => {
    const isTheirs = and(eq(signInConnections.state, "only"), coversPeopleOf(tenantId))
    const set = { state: "on" as const, version: sql`${signInConnections.version} + 1`, updatedAt: new Date(deps.clock()) }
    const changed = await tx.update(signInConnections).set(set).where(isTheirs).returning()
    for (const connection of changed)
      await addAuditEntry(operator(deps), tx, {
        action: "update",
        entity: "signinconnection",
        id: connection.id,
        tenantId: connection.tenantId,
        before: { state: "only" },
        after: { state: "on" },
      })
    const isRule = and(eq(passkeyRules.isRequired, true), rulesFor(tenantId))
    for (const { owner } of await tx.update(passkeyRules).set({ isRequired: false }).where(isRule).returning())
      await addAuditEntry(operator(deps), tx, {
        action: "update",
        entity: "passkey",
        id: owner === platformOwner ? id : owner,
        tenantId: owner === platformOwner ? null : owner,
        before: { isRequired: true },
        after: { isRequired: false },
      })
    return changed.map(({ issuer }) => issuer)
  })
}

/**
 * Removes somebody's passkeys and recovery codes, and ends their sessions: for an administrator who has lost them and whom no other one can
 * help (docs/security.md#passkeys). @returns how many passkeys there were
 */
export const resetPasskeys = async (deps: Deps, text: string): Promise<number> => {
  const { id, email, tenantId } = await personOf(deps.db, text)
  return deps.db.transaction(async tx => {
    const count = await removePasskeys(tx, id)
    await closeAllSessions({ ...deps, db: tx }, id)
    const before = { name: email, passkeys: count }
    await addAuditEntry(operator(deps), tx, { action: "delete", entity: "passkey", id, tenantId, before })
    return count
  })
}

/** @returns how many sessions were ended */
export const endSessionsOf = async (deps: Deps, text: string): Promise<number> => {
  const { id } = await personOf(deps.db, text)
  return closeAllSessions(deps, id)
}

/** Everything that is stored of a person, by table (law no. 6698, article 11). Answers to surveys name nobody. */
export const exportPerson = async ({ db }: Deps, text: string) => {
  const person = await personOf(db, text)
  const { id, email, tenantId, departmentId } = person
  const ofOwn = { title: draws.title, drawId: draws.id }
  return {
    person,
    company: (tenantId && (await db.query.tenants.findFirst({ where: eq(tenants.id, tenantId) }))?.name) ?? null,
    department:
      (departmentId && (await db.query.departments.findFirst({ where: eq(departments.id, departmentId) }))?.name) ?? null,
    sessions: await db.select().from(sessions).where(eq(sessions.userId, id)),
    passkeys: await db
      .select({ name: passkeys.name, createdAt: passkeys.createdAt, lastUsedAt: passkeys.lastUsedAt })
      .from(passkeys)
      .where(eq(passkeys.userId, id)),
    providers: await db.select().from(signInIdentities).where(eq(signInIdentities.userId, id)),
    feedback: await db
      .select()
      .from(feedbacks)
      .where(
        or(
          eq(feedbacks.userId, id),
          sql`${feedbacks.conversations} @> jsonb_build_array(jsonb_build_object('authorEmail', ${email}::text))`,
        ),
      ),
    actionPlans: await rowsOf(
      db,
      sql`select survey.title as survey, plan from ${surveyDocuments} document
        join ${surveys} survey on survey.id = document.survey_id, jsonb_array_elements(document.content) plan
        where document.kind = 'plans' and plan ->> 'ownerId' = ${id}`,
    ),
    drawEntries: await db
      .select({ ...ofOwn, enteredAt: drawEntries.enteredAt })
      .from(drawEntries)
      .innerJoin(draws, eq(draws.id, drawEntries.drawId))
      .where(eq(drawEntries.employeeId, id)),
    drawWins: await db
      .select({
        ...ofOwn,
        prize: drawWinners.prize,
        reserve: drawWinners.reserve,
        state: drawWinners.state,
        at: drawWinners.stateAt,
      })
      .from(drawWinners)
      .innerJoin(draws, eq(draws.id, drawWinners.drawId))
      .where(eq(drawWinners.employeeId, id)),
    summary: await db.select().from(summaries).where(eq(summaries.userId, id)),
    monthlyReport: await db.select().from(monthlyReports).where(eq(monthlyReports.userId, id)),
    webhooks: await db
      .select({ id: webhooks.id, url: webhooks.url, createdAt: webhooks.createdAt })
      .from(webhooks)
      .where(eq(webhooks.userId, id)),
    views: await db.select().from(views).where(eq(views.userId, id)),
    accessTokens: await db.select().from(accessTokens).where(eq(accessTokens.userId, id)),
    campaignUses: await db
      .select({ title: campaigns.title, use: campaignUses })
      .from(campaignUses)
      .innerJoin(campaigns, eq(campaigns.id, campaignUses.campaignId))
      .where(or(eq(campaignUses.personId, id), eq(campaignUses.authorId, id), eq(campaignUses.voidedBy, id))),
    giftUses: await db.select().from(giftUses).where(eq(giftUses.authorId, id)),
    history: await db
      .select()
      .from(audit)
      .where(or(eq(audit.actorId, id), and(eq(audit.entity, "user"), eq(audit.entityId, id))))
      .orderBy(desc(audit.id)),
  }
}

/** Removes a person as `hard-delete` does (docs/security.md#personal-data). @throws StartProblem for the last administrator */
export const erasePerson = async (deps: Deps, text: string) => {
  const email = addressOf(text)
  const found = await deps.db.select({ id: users.id }).from(users).where(eq(users.email, email))
  if (!found.length) throw new StartProblem(`Nobody has the address ${email}.`)
  try {
    await deps.db.transaction(async tx => {
      for (const { id } of found) await eraseUser(operator(deps), tx, id)
    })
  } catch (error) {
    if (error instanceof Refusal)
      throw new StartProblem(`${email} is the last administrator of the platform: add another one first.`)
    throw error
  }
}
