import { and, eq, isNull } from "drizzle-orm"
import { z } from "zod"
import { intentOf, rewards, statuses } from "../../../../src/contract/campaigns"
import type { Message } from "../../../../src/core/rules"
import { reachOf, readable } from "../../auth/policy"
import type { Database } from "../../db/open"
import { brands, type campaigns, categories, gifts } from "../../db/schema"
import { refuse } from "../../errors/problem"
import { badPicture, code, codeOr, ids, moment, pictures, trimmed, words } from "../../http/body"
import type { Actor } from "../../http/context"
import { isUuid } from "../../http/request"
import { unknownCompany } from "../../records/references"

/** What may enter as a campaign (decisions §5), what it points at, and the columns that it fills; the console's own rules say what is sensible. */
export const campaignBody = z.object({
  title: trimmed,
  description: trimmed,
  terms: words,
  rewardType: code(rewards),
  rewardValue: z
    .number()
    .finite()
    .max(1e12)
    .nullish()
    .transform(value => value ?? null),
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/)
    .nullish()
    .transform(code => code ?? "TRY"),
  giftCardId: words,
  productName: words,
  categoryId: words,
  brandId: words,
  startDate: moment,
  endDate: moment,
  participantLimit: z
    .number()
    .max(2_000_000_000)
    .nullish()
    .transform(value => value ?? null),
  tenantIds: ids(),
  status: codeOr(statuses, 0),
  media: pictures,
})
export type CampaignBody = z.infer<typeof campaignBody>

export const campaignUpdate = campaignBody.extend({ campaignId: z.string() })

type Pointers = Pick<typeof campaigns.$inferSelect, "brandId" | "giftCardId" | "tenantIds">

/**
 * What a body points at must be there, and within the actor's reach.
 * @param before what it points at already: the platform may have chosen it, or offer it no more
 * @throws Refusal naming each field
 */
export const checkReferences = async (db: Database, actor: Actor, given: CampaignBody, before: Partial<Pointers> = {}) => {
  const isThere = async (id: string, query: () => Promise<unknown[]>) => isUuid(id) && (await query()).length > 0
  const fields: { field: keyof CampaignBody; message: Message }[] = []
  const isBrand = await isThere(given.brandId, () =>
    db
      .select({ id: brands.id })
      .from(brands)
      .where(and(eq(brands.id, given.brandId), isNull(brands.deletedAt), readable(actor, brands))),
  )
  if (!isBrand && given.brandId !== before.brandId) fields.push({ field: "brandId", message: "campaign.brandUnknown" })
  const isCategory = await isThere(given.categoryId, () =>
    db.select({ id: categories.id }).from(categories).where(eq(categories.id, given.categoryId)),
  )
  if (!isCategory) fields.push({ field: "categoryId", message: "campaign.categoryUnknown" })
  if (rewards.name(given.rewardType) === "giftCard") {
    const isGift = await isThere(given.giftCardId, () =>
      db
        .select({ id: gifts.id })
        .from(gifts)
        .where(and(eq(gifts.id, given.giftCardId), isNull(gifts.deletedAt), readable(actor, gifts))),
    )
    if (!isGift && given.giftCardId !== before.giftCardId) fields.push({ field: "giftCardId", message: "campaign.giftUnknown" })
  }
  const company = await unknownCompany(db, reachOf(actor), given.tenantIds, before.tenantIds)
  if (company) fields.push({ field: "tenantIds", message: company })
  const picture = badPicture(given.media)
  if (picture) fields.push({ field: "media", message: picture })
  if (fields.length) refuse({ kind: "invalid", fields })
}

/** The columns of a body. What the chosen reward has no use for is left empty. */
export const columnsOf = (given: CampaignBody) => {
  const reward = rewards.name(given.rewardType)
  const hasValue = reward === "percentage" || reward === "fixedAmount"
  return {
    title: given.title,
    description: given.description,
    terms: given.terms,
    rewardType: given.rewardType,
    rewardValue: hasValue ? given.rewardValue : null,
    currency: given.currency,
    giftCardId: reward === "giftCard" ? given.giftCardId : null,
    productName: reward === "promotionalProduct" ? given.productName : "",
    categoryId: given.categoryId,
    brandId: given.brandId,
    startDate: new Date(given.startDate),
    endDate: new Date(given.endDate),
    participantLimit: given.participantLimit,
    tenantIds: given.tenantIds,
    intent: intentOf(given.status),
    media: given.media,
  }
}
