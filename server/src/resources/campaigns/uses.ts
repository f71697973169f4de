import { and, eq, inArray, isNull, ne, type SQL, sql } from "drizzle-orm"
import type { Context } from "hono"
import { z } from "zod"
import { type Status, statuses, status as statusOf } from "../../../../src/contract/campaigns"
import {
  hundredths,
  isFull,
  maxReference,
  maxUseAmount,
  maxUseRows,
  needsAmount,
  type UseFigures,
  type UseOutcome,
} from "../../../../src/contract/campaigns/uses"
import { isInstant } from "../../../../src/core/dates/dates"
import type { Message } from "../../../../src/core/rules"
import { owned, reachOf, recordsUses } from "../../auth/policy"
import { campaignCounters, campaignPeople, campaignUses } from "../../db/campaign-tables"
import type { Database } from "../../db/open"
import { idRows, textRows } from "../../db/rows"
import { campaigns, tenants, users } from "../../db/schema"
import { type FieldMessages, invalidFields, refuse, refuseInvalid } from "../../errors/problem"
import { address, booleanOr, idOrEmpty, instant, limited, numberOrNull } from "../../http/body"
import type { Actor, Env } from "../../http/context"
import { translateFields } from "../../http/messages"
import { isUuid, requireId, shapeMessages } from "../../http/request"
import { campaign as campaignKind } from "../../kinds/campaign"
import { isOfferedCompany } from "../../kinds/references"
import { addAuditEntries } from "../../records/audit"
import { idempotent } from "../../records/idempotency"
import { json, route } from "../../routes/route"
import { orEntry, type ParsedRow, parseRow, rowsAsGiven, rowsOf } from "../../routes/rows"
import { id, instant as instantValue, named, rowErrors, text, total } from "../../routes/schemas"

/** Recording uses of a campaign (docs/contract.md#campaign-uses). */

const useRow = z.object({
  employeeId: idOrEmpty,
  email: address.refine(given => given.length <= 254),
  at: instant,
  amount: numberOrNull(),
  currency: limited(3),
  reference: limited(maxReference),
})
/** One use, or many, of which one with a member of another shape is refused alone. */
const usesBody = orEntry(useRow, {
  uses: rowsOf([useRow], maxUseRows, () => useRow).nullish(),
  imported: booleanOr(false),
})
type UseRow = ParsedRow<typeof useRow>
type Given = z.infer<typeof useRow>

const useOutcome = named("CampaignUseOutcome", {
  index: total,
  id: text.optional(),
  employeeId: id.optional(),
  at: instantValue.optional(),
  known: z.boolean().optional(),
  voided: z.boolean().optional(),
  errors: rowErrors,
}) satisfies z.ZodType<UseOutcome>

export type CampaignRow = typeof campaigns.$inferSelect
type NewUse = Required<Omit<typeof campaignUses.$inferInsert, "voidedAt" | "voidedBy" | "voidReason">>

/** A use as a row of the table, in JSON. */
const stored = ({ campaignId, personId, tenantId, authorId, tokenName, createdAt, ...use }: NewUse) => ({
  ...use,
  campaign_id: campaignId,
  person_id: personId,
  tenant_id: tenantId,
  author_id: authorId,
  token_name: tokenName,
  created_at: createdAt,
  void_reason: "",
})

/** The figures of a campaign as it answers them. */
export const figuresOf = ({ people, uses, amount }: typeof campaignCounters.$inferSelect): UseFigures => ({
  participantCount: people,
  useCount: uses,
  amountUsed: amount,
})

/**
 * Locks the figures of a campaign until the transaction ends: uses of one campaign are recorded one after the other. The campaign is read
 * after the lock, so that it is the one of this moment. @throws Refusal 404
 */
export const lockCampaign = async (tx: Database, campaignId: string) => {
  const lock = () => tx.select().from(campaignCounters).where(eq(campaignCounters.campaignId, campaignId)).for("update")
  let [counter] = await lock()
  if (!counter) {
    await tx.insert(campaignCounters).values({ campaignId }).onConflictDoNothing()
    ;[counter] = await lock()
  }
  const [campaign] = await tx
    .select()
    .from(campaigns)
    .where(and(eq(campaigns.id, campaignId), isNull(campaigns.deletedAt)))
  return campaign && counter ? { campaign, counter } : refuse({ kind: "missing" })
}

/** @throws Refusal 404 for a campaign out of reach, 403 for one that the actor may not change */
export const requireOwnCampaign = async (c: Context<Env>, given: string): Promise<string> => {
  const campaignId = requireId(given)
  const actor = c.get("actor")
  const isVisible = and(eq(campaigns.id, campaignId), campaignKind.visible(actor))
  const [campaign] = await c.get("deps").db.select().from(campaigns).where(isVisible)
  if (!campaign) return refuse({ kind: "missing" })
  return campaignKind.mayChange(actor, campaign) ? campaignId : refuse({ kind: "denied" })
}

type Person = { id: string; email: string; tenantId: string | null; active: boolean; offered: boolean; uses: number }

/** The people whom the rows name, by id and by e-mail address. Separate statements: an index serves each. */
const readPeople = async (tx: Database, actor: Actor, campaign: CampaignRow, rows: readonly Given[]): Promise<Person[]> => {
  const named = rows.map(({ employeeId }) => employeeId).filter(isUuid)
  const addresses = rows.flatMap(({ employeeId, email }) => (employeeId || !email ? [] : [email]))
  if (!named.length && !addresses.length) return []
  const offeredTo = tx.select({ id: tenants.id }).from(tenants).where(isOfferedCompany(campaign))
  const select = (isNamed: SQL) =>
    tx
      .select({
        id: users.id,
        email: users.email,
        tenantId: users.tenantId,
        active: sql<boolean>`${users.status} = 1`,
        offered: sql<boolean>`(${inArray(users.tenantId, offeredTo)}) is true`,
        uses: sql<number>`coalesce(${campaignPeople.uses}, 0)`,
      })
      .from(users)
      .leftJoin(campaignPeople, and(eq(campaignPeople.campaignId, campaign.id), eq(campaignPeople.personId, users.id)))
      .where(and(isNull(users.deletedAt), ne(users.role, "Administrator"), owned(users.tenantId, reachOf(actor)), isNamed))
  return [
    ...(named.length ? await select(sql`${users.id} = any(array${idRows(named)})`) : []),
    ...(addresses.length ? await select(sql`${users.email} = any(array${textRows(addresses)})`) : []),
  ]
}

type KnownUse = Pick<NewUse, "number" | "personId" | "at" | "reference"> & { voidedAt?: Date | null }

const readReferences = async (tx: Database, campaignId: string, rows: readonly Given[]): Promise<KnownUse[]> => {
  const references = rows.flatMap(({ reference }) => reference || [])
  if (!references.length) return []
  const { number, personId, at, reference, voidedAt } = campaignUses
  return (
    tx
      .select({ number, personId, at, reference, voidedAt })
      .from(campaignUses)
      // An array, and what the index leaves out: it serves however many uses the campaign has.
      .where(
        and(eq(campaignUses.campaignId, campaignId), ne(reference, ""), sql`${reference} = any(array${textRows(references)})`),
      )
  )
}

const personError = (person: Person | undefined): Message | undefined => {
  if (!person) return "campaign.useUnknown"
  if (!person.active) return "campaign.useInactive"
  return person.offered ? undefined : "campaign.useNotOffered"
}

const closed: Record<Status, Message | undefined> = {
  draft: "campaign.useDraft",
  scheduled: "campaign.useScheduled",
  active: undefined,
  paused: "campaign.usePaused",
  ended: "campaign.useEnded",
}

/** Why a campaign could not be used at an instant, by its dates, and by whether it is live now. */
const timeError = ({ intent, startDate, endDate }: CampaignRow, at: string, now: number): Message | undefined => {
  if (!isInstant(at)) return "rule.instant"
  if (Date.parse(at) > now) return "campaign.useAhead"
  const period = { startDate: startDate.toISOString(), endDate: endDate.toISOString() }
  return closed[statuses.name(statusOf.at({ intent, ...period }, Date.parse(at))) ?? "draft"]
}

const amountError = (campaign: CampaignRow, amount: number | null): Message | undefined => {
  if (amount === null) return needsAmount(campaign) ? "campaign.useAmountRequired" : undefined
  const isMoney = amount > 0 && amount <= maxUseAmount && Math.abs(amount * 100 - hundredths(amount)) < 1e-4
  return isMoney ? undefined : "campaign.useAmount"
}

const currencyError = ({ currency }: CampaignRow, given: string): Message | undefined =>
  given && given.toUpperCase() !== currency ? { key: "campaign.useCurrency", params: { currency } } : undefined

/** The figures while rows are recorded; `amount` in hundredths. */
type Count = { people: number; uses: number; amount: number }

/** Which limit does not allow a use. @param field that names the person */
const limitErrors = (campaign: CampaignRow, person: Person, amount: number, count: Count, field: string): FieldMessages => {
  const { participantLimit, usesPerPerson, budget } = campaign
  if (usesPerPerson !== null && person.uses >= usesPerPerson)
    return { [field]: { key: "campaign.usePersonLimit", params: { limit: usesPerPerson } } }
  if (participantLimit !== null && !person.uses && count.people >= participantLimit) return { [field]: "campaign.useFull" }
  const left = budget === null ? undefined : hundredths(budget) - count.amount
  return left !== undefined && amount > left
    ? { amount: { key: "campaign.useOverBudget", params: { left: Math.max(left, 0) / 100, currency: campaign.currency } } }
    : {}
}

type Outcome = Omit<UseOutcome, "index" | "errors"> & { messages: FieldMessages }

const outcomeOf = ({ number, personId, at, voidedAt }: KnownUse, isKnown: boolean): Outcome => ({
  id: String(number),
  employeeId: personId,
  at: at.toISOString(),
  ...(isKnown && { known: true }),
  ...(voidedAt && { voided: true }),
  messages: {},
})

/** Records the valid rows of a campaign whose figures are locked. */
const storeUses = async (
  c: Context<Env>,
  tx: Database,
  { campaign, counter }: Awaited<ReturnType<typeof lockCampaign>>,
  parsed: readonly UseRow[],
  isImport: boolean,
): Promise<Outcome[]> => {
  const actor = c.get("actor")
  const now = c.get("deps").clock()
  const rows = parsed.flatMap(({ data }) => data ?? [])
  const [people, references] = [await readPeople(tx, actor, campaign, rows), await readReferences(tx, campaign.id, rows)]
  const byName = new Map(people.flatMap(person => [[person.id, person] as const, [person.email, person] as const]))
  const byReference = new Map(references.map(use => [use.reference, use]))
  const count: Count = { people: counter.people, uses: counter.uses, amount: hundredths(counter.amount) }
  const added: NewUse[] = []
  const outcomes = parsed.map(({ data, error }): Outcome => {
    if (!data) return { messages: shapeMessages(error) }
    const known = byReference.get(data.reference)
    if (data.reference && known) return outcomeOf(known, true)
    const field = data.employeeId || !data.email ? "employeeId" : "email"
    // People who are named by id and by address in one call are one.
    const person = byName.get(byName.get(data[field])?.id ?? "")
    const at = data.at || new Date(now).toISOString()
    const { amount, reference } = data
    const messages: FieldMessages = {
      [field]: personError(person),
      at: timeError(campaign, at, now),
      amount: amountError(campaign, amount),
      currency: currencyError(campaign, data.currency),
    }
    if (!person || invalidFields(messages).length) return { messages }
    const refused = limitErrors(campaign, person, hundredths(amount), count, field)
    if (invalidFields(refused).length) return { messages: refused }
    const use: NewUse = {
      campaignId: campaign.id,
      number: counter.lastNumber + added.length + 1,
      personId: person.id,
      tenantId: person.tenantId,
      at: new Date(at),
      amount,
      reference,
      source: actor.token ? "program" : isImport ? "file" : "staff",
      authorId: actor.userId,
      tokenName: actor.token?.name ?? null,
      createdAt: new Date(now),
    }
    added.push(use)
    if (!person.uses) count.people++
    person.uses++
    count.uses++
    count.amount += hundredths(amount)
    if (reference) byReference.set(reference, use)
    return outcomeOf(use, false)
  })
  if (!added.length) return outcomes
  const after = { participantCount: count.people, useCount: count.uses, amountUsed: count.amount / 100 }
  const limits = `${campaign.participantLimit}/${campaign.budget}`
  const isNewlyFull = isFull(campaign, after) && counter.fullOf !== limits
  await tx.execute(sql`with added as (
      insert into campaign_uses select * from jsonb_populate_recordset(null::campaign_uses, ${JSON.stringify(added.map(stored))}::text::jsonb)
      returning person_id
    ), by_person as (
      insert into campaign_people as p (campaign_id, person_id, uses) select ${campaign.id}::uuid, person_id, count(*) from added group by 2
      on conflict (campaign_id, person_id) do update set uses = p.uses + excluded.uses
    )
    update campaign_counters set people = ${count.people}, uses = ${count.uses}, amount = ${count.amount}::numeric / 100,
      last_number = ${counter.lastNumber + added.length}, full_of = ${isNewlyFull ? limits : counter.fullOf}
    where campaign_id = ${campaign.id}`)
  const of = { entity: "campaign", id: campaign.id, tenantId: campaign.tenantId } as const
  const uses = added.map(({ number }) => String(number))
  await addAuditEntries(c, tx, [
    { ...of, action: "use", before: figuresOf(counter), after: { ...after, uses } },
    ...(isNewlyFull ? [{ ...of, action: "full" as const, after }] : []),
  ])
  return outcomes
}

export const recordUses = route.post("/campaign/:id/uses", recordsUses, {
  summary: "Record one use, or up to 1,000, each with an outcome of its own",
  body: json(usesBody),
  example: { uses: [{ email: "kullanici@yesilova.example", reference: "FIS-1001" }] },
  answer: z.array(useOutcome),
  handler: async ({ c, params, body }) => {
    const campaignId = await requireOwnCampaign(c, params.id)
    const given = await body()
    const asGiven = { ...given, ...(given.uses && { uses: rowsAsGiven(given.uses) }) }
    const { answer } = await idempotent(c, asGiven, async tx => {
      const locked = await lockCampaign(tx, campaignId)
      const stored = await storeUses(c, tx, locked, given.uses ?? [parseRow(useRow, given)], given.imported)
      if (!given.uses) for (const { messages } of stored) refuseInvalid(messages)
      return {
        answer: stored.map(
          ({ messages, ...outcome }, index): UseOutcome => ({
            index,
            ...outcome,
            ...translateFields(c.get("language"), messages),
          }),
        ),
      }
    })
    return { value: answer }
  },
})
