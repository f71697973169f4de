import { and, eq, sql } from "drizzle-orm"
import { rewards } from "../../../src/contract/campaigns"
import { hundredths, type UseSource } from "../../../src/contract/campaigns/uses"
import { campaignCounters, type campaignPeople } from "../db/campaign-tables"
import type { Database } from "../db/open"
import { users } from "../db/schema"
import type { seedCampaigns } from "./campaigns"
import { createRandom, type Random } from "./random"
import { day, hour, type Owner } from "./world"

type Campaign = Awaited<ReturnType<typeof seedCampaigns>>[number]
type Given = { now: number; owners: Owner[]; campaignRows: Campaign[] }

/** Places that count as all of a campaign without a limit. */
const unlimited = 60

const sources: readonly UseSource[] = ["program", "program", "program", "program", "staff", "file"]

/** Times at which shops are open, from the start of a campaign to its end or to now, ascending. */
const timesOf = (random: Random, { startDate, endDate }: Campaign, now: number, count: number) => {
  const days = Math.max(1, Math.floor((Math.min(endDate.getTime(), now) - startDate.getTime()) / day))
  return Array.from({ length: count }, () => {
    const time = startDate.getTime() + random.whole(0, days - 1) * day + 10 * hour + random.whole(0, 660) * 60_000
    return Math.min(time, now - hour)
  }).sort((a, b) => a - b)
}

const amountOf = (random: Random, { rewardType, rewardValue }: Campaign) => {
  const reward = rewards.name(rewardType)
  if (reward === "fixedAmount") return rewardValue
  return reward === "percentage" ? random.whole(1_500, 40_000) / 100 : null
}

/** Uses of the campaigns that have started: by programs, staff and files, some of them void. */
export const seedCampaignUses = async (tx: Database, { now, owners, campaignRows }: Given) => {
  const random = createRandom(20_260_404)
  const isStaff = and(eq(users.role, "User"), eq(users.status, 1))
  const people = await tx.select({ id: users.id, tenantId: users.tenantId }).from(users).where(isStaff).orderBy(users.email)
  const administrators = await tx
    .select({ id: users.id, tenantId: users.tenantId })
    .from(users)
    .where(sql`${users.role} <> 'User'`)
    .orderBy(users.createdAt, users.email)
  const counters: (typeof campaignCounters.$inferInsert)[] = []
  const usedBy: (typeof campaignPeople.$inferInsert)[] = []
  const uses: object[] = []
  for (const campaign of campaignRows) {
    const { id: campaignId, tenantId, tenantIds, participantLimit, usesPerPerson, budget, taken } = campaign
    const owner = owners.find(({ id }) => id === tenantId)
    const companies = tenantIds.length ? tenantIds : owner && [owner.id, ...owner.subsidiaries]
    const audience = people.filter(person => companies?.includes(person.tenantId ?? "") ?? true)
    const places = Math.round((participantLimit ?? unlimited) * taken)
    const author = administrators.find(person => person.tenantId === tenantId)
    const first = random.whole(0, audience.length)
    const visits = Array.from({ length: places }, (_, at) => {
      const count = usesPerPerson === 1 ? 1 : random.whole(1, usesPerPerson ?? 2)
      const person = audience[(first + at * 7) % audience.length]
      return Array.from({ length: count }, () => person)
    }).flat()
    // Somebody who comes again does so later.
    const order = visits.map((person, at) => ({ person, key: random.whole(0, 1_000_000), at })).sort((a, b) => a.key - b.key)
    const times = timesOf(random, campaign, now, order.length)
    const valid = new Map<string, number>()
    let amount = 0
    let number = 0
    for (const [at, { person }] of order.entries()) {
      const paid = amountOf(random, campaign)
      if (!person || (budget !== null && amount + hundredths(paid) > hundredths(budget))) continue
      const source = random.pick(sources)
      const isVoid = taken < 1 && random.chance(0.015)
      const moment = new Date(times[at] ?? now)
      number++
      uses.push({
        campaign_id: campaignId,
        number,
        person_id: person.id,
        tenant_id: person.tenantId,
        at: moment,
        amount: paid,
        reference: source === "program" ? `FIS-${100_000 + number * 37}` : "",
        source,
        author_id: author?.id ?? null,
        token_name: source === "program" ? "Kasa programı" : null,
        created_at: source === "file" ? new Date(Math.min(now, moment.getTime() + day)) : moment,
        voided_at: isVoid ? new Date(Math.min(now, moment.getTime() + 2 * hour)) : null,
        voided_by: isVoid ? (author?.id ?? null) : null,
        void_reason: isVoid ? random.pick(["Alışveriş iade edildi", "Yanlış çalışan seçilmişti"]) : "",
      })
      if (!isVoid) {
        amount += hundredths(paid)
        valid.set(person.id, (valid.get(person.id) ?? 0) + 1)
      }
    }
    if (!number) continue
    const sum = [...valid.values()].reduce((all, count) => all + count, 0)
    counters.push({ campaignId, people: valid.size, uses: sum, amount: amount / 100, lastNumber: number })
    for (const [personId, count] of valid) usedBy.push({ campaignId, personId, uses: count })
  }
  await tx.insert(campaignCounters).values(counters)
  const rowsOf = (rows: object[]) => sql`${JSON.stringify(rows)}::text::jsonb`
  await tx.execute(sql`insert into campaign_people (campaign_id, person_id, uses)
    select "campaignId", "personId", uses from jsonb_to_recordset(${rowsOf(usedBy)}) as ("campaignId" uuid, "personId" uuid, uses int)`)
  await tx.execute(sql`insert into campaign_uses select * from jsonb_populate_recordset(null::campaign_uses, ${rowsOf(uses)})`)
}
