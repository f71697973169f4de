import { and, eq, isNull, ne, sql } from "drizzle-orm"
import type { Context } from "hono"
import { z } from "zod"
import {
  hundredths,
  isFull,
  maxReference,
  maxUseRows,
  type UseFigures,
  type UseOutcome,
} from "../../../../src/contract/campaigns/uses"
import { codeError, maxCodeText } from "../../../../src/contract/gift-codes"
import { recordsUses } from "../../auth/policy"
import { campaignCounters, campaignUses } from "../../db/campaign-tables"
import type { Database } from "../../db/open"
import { textRows } from "../../db/rows"
import { campaigns } from "../../db/schema"
import { type FieldMessages, invalidFields, refuse } from "../../errors/problem"
import { address, booleanOr, idOrEmpty, instant, limited, numberOrNull } from "../../http/body"
import type { Env } from "../../http/context"
import { requireId, shapeMessages } from "../../http/request"
import { campaign as campaignKind } from "../../kinds/campaign"
import { addAuditEntries } from "../../records/audit"
import { readOwn } from "../../records/find"
import { idempotent } from "../../records/idempotency"
import { json, route } from "../../routes/route"
import { orEntry, type ParsedRow, parseRow, presentOutcomes, type RowOutcome, rowsAsGiven, rowsOf } from "../../routes/rows"
import { id, instant as instantValue, named, rowErrors, text, total } from "../../routes/schemas"
import { countGuesses } from "./guesses"
import { fieldOf, readPeople } from "./people"
import { amountError, type Count, currencyError, limitErrors, personError, timeError } from "./refusals"

/** Recording uses of a campaign (docs/contract.md#campaign-uses). */

const useRow = z.object({
  employeeId: idOrEmpty,
  email: address.refine(given => given.length <= 254),
  at: instant,
  amount: numberOrNull(),
  currency: limited(3),
  code: limited(maxCodeText),
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

type KnownUse = Pick<NewUse, "number" | "personId" | "at" | "reference" | "source"> & { voidedAt?: Date | null }

const readReferences = async (tx: Database, campaignId: string, rows: readonly Given[]): Promise<KnownUse[]> => {
  const references = rows.flatMap(({ reference }) => reference || [])
  if (!references.length) return []
  const { number, personId, at, reference, source, voidedAt } = campaignUses
  return (
    tx
      .select({ number, personId, at, reference, source, voidedAt })
      .from(campaignUses)
      // An array, and what the index leaves out: it serves however many uses the campaign has.
      .where(
        and(eq(campaignUses.campaignId, campaignId), ne(reference, ""), sql`${reference} = any(array${textRows(references)})`),
      )
  )
}

type Outcome = RowOutcome<UseOutcome>

/** A use by code names no person. */
const outcomeOf = ({ number, personId, at, source, voidedAt }: KnownUse, isKnown: boolean): Outcome => ({
  id: String(number),
  ...(source !== "code" && { employeeId: personId }),
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
  const [personOf, references] = [await readPeople(tx, actor, campaign, rows), await readReferences(tx, campaign.id, rows)]
  const byReference = new Map(references.map(use => [use.reference, use]))
  const count: Count = { people: counter.people, uses: counter.uses, amount: hundredths(counter.amount) }
  const added: NewUse[] = []
  const outcomes = parsed.map(({ data, error }): Outcome => {
    if (!data) return { messages: shapeMessages(error) }
    const known = byReference.get(data.reference)
    if (data.reference && known) return outcomeOf(known, true)
    const [field, person] = [fieldOf(data), personOf(data)]
    const isCode = field === "code"
    const at = data.at || new Date(now).toISOString()
    const { amount, reference } = data
    const messages: FieldMessages = {
      [field]: (isCode ? codeError(data.code) : undefined) ?? personError(person, isCode),
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
      source: isCode ? "code" : actor.token ? "program" : isImport ? "file" : "staff",
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

const isCodeUnknown = ({ messages }: Outcome) => messages.code === "campaign.codeUnknown"

export const recordUses = route.post("/campaign/:id/uses", recordsUses, {
  summary: "Record one use, or up to 1,000, each with an outcome of its own",
  body: json(usesBody),
  example: { uses: [{ email: "kullanici@yesilova.example", reference: "FIS-1001" }] },
  answer: z.array(useOutcome),
  handler: async ({ c, params, body }) => {
    const campaignId = requireId(params.id)
    await readOwn(c, campaignKind, campaignId)
    const given = await body()
    const asGiven = { ...given, ...(given.uses && { uses: rowsAsGiven(given.uses) }) }
    const rows = given.uses ?? [parseRow(useRow, given)]
    if (rows.some(({ data }) => data?.code)) await countGuesses(c, 0)
    let guesses = 0
    const record = async (tx: Database) => {
      const outcomes = await storeUses(c, tx, await lockCampaign(tx, campaignId), rows, given.imported)
      guesses = outcomes.filter(isCodeUnknown).length
      return { answer: presentOutcomes(c, outcomes, !given.uses) }
    }
    try {
      return { value: (await idempotent(c, asGiven, record)).answer }
    } finally {
      if (guesses) await countGuesses(c, guesses)
    }
  },
})
