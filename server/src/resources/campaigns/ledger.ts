import { aliasedTable, and, desc, eq, isNull, or, type SQL, sql } from "drizzle-orm"
import { z } from "zod"
import {
  type CampaignUse,
  hundredths,
  maxUseDays,
  type UseDay,
  type UseFigures,
  type UsePage,
  useSources,
} from "../../../../src/contract/campaigns/uses"
import { voidRules } from "../../../../src/contract/campaigns/void"
import { validate } from "../../../../src/core/rules"
import { may, mayUse, owned, reachOf } from "../../auth/policy"
import { campaignCounters, campaignPeople, campaignCodes as codes, campaignUses as table } from "../../db/campaign-tables"
import { type Database, rowsOf } from "../../db/open"
import { fullName, users } from "../../db/schema"
import { refuse } from "../../errors/problem"
import { trimmed } from "../../http/body"
import { containing, dateBound, idFilter, keywordFilter, type Query } from "../../http/list"
import { listParams, requireId } from "../../http/request"
import { campaign as campaignKind } from "../../kinds/campaign"
import { addAuditEntry } from "../../records/audit"
import { read, readOwn } from "../../records/find"
import { pageOf } from "../../records/list"
import { json, literalTrue, route } from "../../routes/route"
import { day, id, instant, isoDay, listQuery, named, text, total } from "../../routes/schemas"
import { figuresOf, lockCampaign } from "./uses"

/** The ledger of a campaign's uses: read, counted by day, voided (docs/contract.md#campaign-uses). */

const figures = { participantCount: total, useCount: total, amountUsed: z.number().min(0) }

const campaignUse = named("CampaignUse", {
  id: text,
  employeeId: id.nullable(),
  employeeName: text.nullable(),
  code: text.nullable(),
  at: instant,
  amount: z.number().nullable(),
  reference: text,
  source: z.enum(useSources),
  author: text,
  token: text.nullable(),
  createdDate: instant,
  voided: z.object({ at: instant, author: text, reason: text }).nullable(),
}) satisfies z.ZodType<CampaignUse>

const authors = aliasedTable(users, "authors")
const voiders = aliasedTable(users, "voiders")
const nameIn = ({ firstName, lastName }: typeof authors) => sql<string | null>`trim(${firstName} || ' ' || ${lastName})`

const selectUses = (db: Database) =>
  db
    .select({
      use: table,
      personId: users.id,
      name: fullName,
      code: codes.code,
      author: nameIn(authors),
      voidedBy: nameIn(voiders),
    })
    .from(table)
    .leftJoin(users, eq(users.id, table.personId))
    .leftJoin(codes, and(eq(table.source, "code"), eq(codes.campaignId, table.campaignId), eq(codes.personId, table.personId)))
    .leftJoin(authors, eq(authors.id, table.authorId))
    .leftJoin(voiders, eq(voiders.id, table.voidedBy))

type SelectedUse = Awaited<ReturnType<typeof selectUses>>[number]

/** @param isOwn whether the actor may change the campaign: others do not see the code */
const presentUse = ({ use, personId, name, code, author, voidedBy }: SelectedUse, isOwn: boolean) =>
  ({
    id: String(use.number),
    employeeId: personId,
    employeeName: personId && name,
    code: isOwn ? code : null,
    at: use.at.toISOString(),
    amount: use.amount,
    reference: use.reference,
    source: use.source,
    author: author ?? "",
    token: use.tokenName,
    createdDate: use.createdAt.toISOString(),
    voided: use.voidedAt && { at: use.voidedAt.toISOString(), author: voidedBy ?? "", reason: use.voidReason },
  }) satisfies CampaignUse

const period = { from: day, to: day }

const inPeriod = ({ from, to }: Query, zone: string): SQL | undefined => {
  const [start, end] = [dateBound(from, zone), dateBound(to, zone, 1)]
  return and(start && sql`${table.at} >= ${start}`, end && sql`${table.at} < ${end}`)
}

const readFigures = async (db: Database, campaignId: string): Promise<UseFigures & Pick<UsePage, "openingCount">> => {
  const [counter] = await db.select().from(campaignCounters).where(eq(campaignCounters.campaignId, campaignId))
  if (!counter) return { participantCount: 0, useCount: 0, amountUsed: 0, openingCount: 0 }
  return { ...figuresOf(counter), openingCount: counter.opening }
}

export const listUses = route.get("/campaign/:id/uses", may("read", "campaigns"), {
  summary: "List of one campaign’s uses",
  query: { ...listQuery({ at: table.at }), ...period, employeeId: id, source: z.enum(useSources) },
  answer: z.object({
    uses: z.array(campaignUse),
    totalCount: total,
    ...figures,
    openingCount: total,
  }) satisfies z.ZodType<UsePage>,
  handler: async ({ c, deps: { db, config }, params, query }) => {
    const { row } = await read(c, campaignKind, requireId(params.id))
    const { keyword, ...list } = listParams(c)
    const ofKeyword = or(keywordFilter(users.search, keyword), sql`${table.reference} ilike ${containing(keyword)}`)
    const where = and(
      eq(table.campaignId, row.id),
      owned(table.tenantId, reachOf(c.get("actor"))),
      inPeriod(query, config.timeZone),
      idFilter(table.personId, query.employeeId),
      query.source?.trim() ? sql`${table.source} = ${query.source.trim()}` : undefined,
      keyword ? ofKeyword : undefined,
    )
    const newest = list.sortBy === "at" ? [list.descending ? desc(table.at) : table.at] : []
    const page = pageOf(
      selectUses(db)
        .where(where)
        .orderBy(...newest, desc(table.number))
        .$dynamic(),
      { ...list, keyword },
    )
    const counted = db.$count(
      db.select({ number: table.number }).from(table).leftJoin(users, eq(users.id, table.personId)).where(where).as("counted"),
    )
    const [rows, totalCount, all] = await Promise.all([page, counted, readFigures(db, row.id)])
    const isOwn = campaignKind.mayChange(c.get("actor"), row) && mayUse(c.get("actor"), "write", "campaigns")
    return { value: { uses: rows.map(use => presentUse(use, isOwn)), totalCount, ...all } }
  },
})

export const listUseDays = route.get("/campaign/:id/uses/days", may("read", "campaigns"), {
  summary: "Valid uses of one campaign by day",
  query: period,
  answer: z.array(named("CampaignUseDay", { day: isoDay, uses: total, amount: z.number() }) satisfies z.ZodType<UseDay>),
  handler: async ({ c, deps: { db, config }, params, query }) => {
    const { row } = await read(c, campaignKind, requireId(params.id))
    const isCounted = and(
      eq(table.campaignId, row.id),
      isNull(table.voidedAt),
      owned(table.tenantId, reachOf(c.get("actor"))),
      inPeriod(query, config.timeZone),
    )
    const days = await rowsOf<UseDay>(
      db,
      sql`select (${table.at} at time zone ${config.timeZone})::date::text as day, count(*)::int as uses,
          coalesce(sum(${table.amount}), 0)::float8 as amount
        from ${table} where ${isCounted} group by 1 order by 1 desc limit ${maxUseDays}`,
    )
    return { value: days.reverse() }
  },
})

/** Voids a use: it stays in the ledger, and does not count any more. @throws Refusal 404, 409 for one that is void */
export const voidUse = route.delete("/campaign/:id/uses/:useId", may("write", "campaigns"), {
  summary: "Void a use, with a reason",
  body: json(z.object({ reason: trimmed(500) })),
  required: ["reason"],
  answer: literalTrue,
  handler: async ({ c, deps: { db, clock }, params, body }) => {
    const campaignId = requireId(params.id)
    await readOwn(c, campaignKind, campaignId)
    const { reason } = await body(given => validate(voidRules, given))
    const number = /^\d{1,9}$/.test(params.useId) ? Number(params.useId) : refuse({ kind: "missing" })
    await db.transaction(async tx => {
      const { campaign, counter } = await lockCampaign(tx, campaignId)
      const isUse = and(eq(table.campaignId, campaignId), eq(table.number, number))
      const [use] = await tx.select().from(table).where(isUse)
      if (!use) return refuse({ kind: "missing" })
      if (use.voidedAt) return refuse({ kind: "conflict", key: "campaign.useVoided" })
      const voided = { voidedAt: new Date(clock()), voidedBy: c.get("actor").userId, voidReason: reason }
      await tx.update(table).set(voided).where(isUse)
      const [person] = await tx
        .update(campaignPeople)
        .set({ uses: sql`${campaignPeople.uses} - 1` })
        .where(and(eq(campaignPeople.campaignId, campaignId), eq(campaignPeople.personId, use.personId)))
        .returning({ uses: campaignPeople.uses })
      const left = {
        people: counter.people - (person?.uses === 0 ? 1 : 0),
        uses: counter.uses - 1,
        amount: (hundredths(counter.amount) - hundredths(use.amount)) / 100,
      }
      await tx.update(campaignCounters).set(left).where(eq(campaignCounters.campaignId, campaignId))
      await addAuditEntry(c, tx, {
        action: "void",
        entity: "campaign",
        id: campaignId,
        tenantId: campaign.tenantId,
        before: figuresOf(counter),
        after: { ...figuresOf({ ...counter, ...left }), uses: [String(number)], reason },
      })
    })
  },
})
