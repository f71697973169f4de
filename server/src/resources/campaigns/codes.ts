import { and, desc, eq, exists, inArray, isNull, max, ne, not, sql } from "drizzle-orm"
import { z } from "zod"
import { type CampaignBatch, type CampaignCode, type CodeState, maxPersonalCodes } from "../../../../src/contract/campaigns/codes"
import { hundredths } from "../../../../src/contract/campaigns/uses"
import { batchRules, codeLetters } from "../../../../src/contract/gift-codes"
import { validate } from "../../../../src/core/rules"
import { may, recordsUses } from "../../auth/policy"
import { campaignBatches as batches, campaignCounters, campaignUses, campaignCodes as table } from "../../db/campaign-tables"
import { type Database, rowsOf } from "../../db/open"
import { campaigns, fullName, tenants, users } from "../../db/schema"
import { refuse } from "../../errors/problem"
import { booleanOr, numberOrNull } from "../../http/body"
import { listParams, requireId } from "../../http/request"
import { campaign as campaignKind } from "../../kinds/campaign"
import { isOfferedCompany } from "../../kinds/references"
import { addAuditEntry } from "../../records/audit"
import { readOwn } from "../../records/find"
import { idempotent } from "../../records/idempotency"
import { pageOf } from "../../records/list"
import { json, route } from "../../routes/route"
import { id, named, text, total } from "../../routes/schemas"
import {
  codeShape,
  codesFilter,
  codesPage,
  codesQuery,
  pattern,
  presentCode,
  readBatches,
  storeCodes,
  withoutHyphens,
} from "../codes"
import { countGuesses } from "./guesses"
import { readPeople } from "./people"
import { isUsable, isUsedUp, personError, timeError } from "./refusals"
import { lockCampaign } from "./uses"

/** Codes of a campaign: general ones, or one for each person (docs/contract.md#campaign-codes). */

const batchBody = z.object({ count: numberOrNull(), pattern, personal: booleanOr(false) })

/** Active people whom the campaign is offered to and who have no code of it. */
const withoutCode = (tx: Database, campaign: typeof campaigns.$inferSelect) =>
  and(
    isNull(users.deletedAt),
    eq(users.status, 1),
    ne(users.role, "Administrator"),
    sql`${users.tenantId} in ${tx.select({ id: tenants.id }).from(tenants).where(isOfferedCompany(campaign))}`,
    not(
      exists(
        tx
          .select()
          .from(table)
          .where(and(eq(table.campaignId, campaign.id), eq(table.personId, users.id))),
      ),
    ),
  )

export const createCodes = route.post("/campaign/:id/codes", may("write", "campaigns"), {
  summary: "Create a batch of codes, general or one for each person",
  body: json(batchBody),
  example: { count: 10, pattern: "YAZ-####-####" },
  answer: named("CampaignBatch", { batchId: id.nullable(), count: total, remaining: total }) satisfies z.ZodType<CampaignBatch>,
  handler: async ({ c, deps: { clock }, params, body }) => {
    const campaignId = requireId(params.id)
    await readOwn(c, campaignKind, campaignId)
    const given = await body(given => validate(batchRules, given))
    const { pattern, personal } = given
    const create = async (tx: Database): Promise<{ answer: CampaignBatch }> => {
      const { campaign } = await lockCampaign(tx, campaignId)
      // No two campaigns have one code.
      await tx.execute(sql`select pg_advisory_xact_lock(hashtext('campaign codes'))`)
      const isNext = personal ? withoutCode(tx, campaign) : sql`false`
      const people = await tx.select({ id: users.id }).from(users).where(isNext).orderBy(users.id).limit(maxPersonalCodes)
      const count = personal ? people.length : (given.count ?? 0)
      if (!count) return { answer: { batchId: null, count, remaining: 0 } }
      const createdAt = new Date(clock())
      const [batch] = await tx.insert(batches).values({ campaignId, pattern, count, createdAt }).returning({ id: batches.id })
      let missing = people.map(({ id }) => id)
      await storeCodes(pattern, count, async codes => {
        const rows = codes.map((code, at) => ({ code, person: missing[at] }))
        const stored = await rowsOf<{ person: string }>(
          tx,
          sql`insert into campaign_codes (campaign_id, batch_id, code, person_id, is_personal, created_at)
            select ${campaignId}::uuid, ${batch?.id}::uuid, code, coalesce(person, gen_random_uuid()), ${personal}::boolean, ${createdAt.toISOString()}::timestamptz
            from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as given (code text, person uuid)
            where not exists (select from campaign_codes known where replace(known.code, '-', '') = replace(given.code, '-', ''))
            on conflict do nothing returning person_id as person`,
        )
        const done = new Set(stored.map(({ person }) => person))
        missing = missing.filter(person => !done.has(person))
        return stored.length
      })
      const after = { codes: { count, pattern, personal } }
      await addAuditEntry(c, tx, { action: "update", entity: "campaign", id: campaignId, tenantId: campaign.tenantId, after })
      return { answer: { batchId: batch?.id ?? null, count, remaining: personal ? await tx.$count(users, isNext) : 0 } }
    }
    return { value: (await idempotent(c, given, create, { comparesBody: true })).answer }
  },
})

const campaignCode = named("CampaignCode", {
  ...codeShape,
  employeeId: id.nullable(),
  employeeName: text.nullable(),
}) satisfies z.ZodType<CampaignCode>

export const listCodes = route.get("/campaign/:id/codes", may("write", "campaigns"), {
  summary: "List of one campaign’s codes",
  query: codesQuery,
  answer: codesPage(campaignCode),
  handler: async ({ c, deps: { db }, params, query }) => {
    const campaignId = requireId(params.id)
    await readOwn(c, campaignKind, campaignId)
    const list = listParams(c)
    const where = and(eq(table.campaignId, campaignId), codesFilter(table, query, list.keyword))
    const select = db
      .select({ row: table, employeeId: users.id, name: fullName })
      .from(table)
      .leftJoin(users, eq(users.id, table.personId))
    const [rows, totalCount, made] = await Promise.all([
      pageOf(select.where(where).orderBy(desc(table.id)).$dynamic(), list),
      db.$count(table, where),
      readBatches(db, batches, eq(batches.campaignId, campaignId)),
    ])
    const isUsed = and(
      eq(campaignUses.campaignId, campaignId),
      isNull(campaignUses.voidedAt),
      inArray(
        campaignUses.personId,
        rows.map(({ row }) => row.personId),
      ),
    )
    const used = await db
      .select({ personId: campaignUses.personId, at: max(campaignUses.at) })
      .from(campaignUses)
      .where(isUsed)
      .groupBy(campaignUses.personId)
    const usedAt = new Map(used.map(({ personId, at }) => [personId, at]))
    const codes = rows.map(({ row, employeeId, name }) => ({
      ...presentCode(row, usedAt.get(row.personId) ?? null),
      employeeId,
      employeeName: employeeId && name,
    }))
    return { value: { codes, totalCount, batches: made } }
  },
})

/** What a till learns of a code. @throws Refusal 404 for one that is unknown or of a campaign of others, 429 after many of these */
export const readCode = route.get("/campaign/code/:code", recordsUses, {
  summary: "Whether a code can be used, and of which campaign it is",
  answer: named("CampaignCodeState", {
    campaignId: id,
    title: text,
    valid: z.boolean(),
    used: z.boolean(),
  }) satisfies z.ZodType<CodeState>,
  handler: async ({ c, deps: { db, clock }, params: { code } }) => {
    await countGuesses(c, 0)
    const actor = c.get("actor")
    const isCode = and(eq(withoutHyphens(table.code), codeLetters(code)), campaignKind.visible(actor))
    const found = db
      .select({ campaign: campaigns })
      .from(table)
      .innerJoin(campaigns, eq(campaigns.id, table.campaignId))
      .where(isCode)
    const [campaign] = (await found).map(({ campaign }) => campaign).filter(row => campaignKind.mayChange(actor, row))
    const row = { employeeId: "", email: "", code }
    const person = campaign && (await readPeople(db, actor, campaign, [row]))(row)
    if (!campaign || !person) {
      await countGuesses(c, 1)
      return refuse({ kind: "missing" })
    }
    const [counter] = await db.select().from(campaignCounters).where(eq(campaignCounters.campaignId, campaign.id))
    const count = { people: counter?.people ?? 0, amount: hundredths(counter?.amount ?? 0) }
    const now = clock()
    const refused = personError(person, true) ?? timeError(campaign, new Date(now).toISOString(), now)
    const valid = !refused && isUsable(campaign, person, count)
    return { value: { campaignId: campaign.id, title: campaign.title, valid, used: isUsedUp(campaign, person) } }
  },
})
