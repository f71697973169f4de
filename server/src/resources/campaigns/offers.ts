import { and, eq, exists, inArray, ne } from "drizzle-orm"
import { z } from "zod"
import { statuses } from "../../../../src/contract/campaigns"
import { hundredths, type OfferLeft, type UseFigures } from "../../../../src/contract/campaigns/uses"
import { may } from "../../auth/policy"
import { campaignPeople } from "../../db/campaign-tables"
import { campaigns as table, tenants, users } from "../../db/schema"
import { listParams } from "../../http/request"
import { campaign as campaignKind } from "../../kinds/campaign"
import { isOfferedCompanyOf } from "../../kinds/references"
import { user } from "../../kinds/user"
import { read } from "../../records/find"
import { readPage } from "../../records/list"
import { route } from "../../routes/route"
import { named, page, paged, total } from "../../routes/schemas"
import { type CampaignRow, isUsable } from "./refusals"

/** What a person is offered now (docs/contract.md#offers). */

const left = {
  usesLeft: total.nullable(),
  placesLeft: total.nullable(),
  amountLeft: z.number().min(0).nullable(),
  usable: z.boolean(),
} satisfies Record<keyof OfferLeft, z.ZodType>

/** @param uses the valid ones of the person */
const leftOf = (campaign: CampaignRow, figures: UseFigures, uses: number): OfferLeft => {
  const { usesPerPerson, participantLimit, budget } = campaign
  const amount = hundredths(figures.amountUsed)
  const leftUnder = (limit: number | null, used: number) => (limit === null ? null : Math.max(limit - used, 0))
  return {
    usesLeft: leftUnder(usesPerPerson, uses),
    placesLeft: leftUnder(participantLimit, figures.participantCount),
    amountLeft: budget === null ? null : Math.max(hundredths(budget) - amount, 0) / 100,
    usable: isUsable(campaign, { uses }, { people: figures.participantCount, amount }),
  }
}

export const listOffers = route.get("/user/:id/offers", may("read", "campaigns"), {
  summary: "List of the campaigns that one person is offered now, with what is left of each",
  query: paged,
  answer: page("offers", named("CampaignOffer", { ...campaignKind.item.shape, ...left })),
  handler: async ({ c, deps: { db, clock }, params }) => {
    const [actor, now] = [c.get("actor"), clock()]
    const { row: person } = await read(c, user, params.id)
    const isOffered = exists(
      db
        .select()
        .from(users)
        .innerJoin(tenants, eq(tenants.id, users.tenantId))
        .where(and(eq(users.id, person.id), eq(users.status, 1), ne(users.role, "Administrator"), isOfferedCompanyOf(table))),
    )
    const isActive = campaignKind.status?.sql.filter(statuses.value("active"), new Date(now))
    const where = and(campaignKind.visible(actor), isActive, isOffered)
    const list = { params: { ...listParams(c), keyword: "" }, table, where, sorts: {} }
    const { rows, totalCount } = await readPage(db, campaignKind.selectItems, list)
    const ids = rows.map(({ row }) => row.id)
    const ofPerson = await db
      .select()
      .from(campaignPeople)
      .where(and(eq(campaignPeople.personId, person.id), inArray(campaignPeople.campaignId, ids)))
    const uses = new Map(ofPerson.map(({ campaignId, uses }) => [campaignId, uses]))
    const offers = rows.map(found => {
      const value = campaignKind.presentItem(found, actor, now)
      return { ...value, ...leftOf(found.row, value as UseFigures, uses.get(found.row.id) ?? 0) }
    })
    return { value: { offers, totalCount } }
  },
})
