import { and, eq, inArray, isNull } from "drizzle-orm"
import { z } from "zod"
import type { Message } from "../../../src/core/rules"
import { intentOf, rewards } from "../../../src/modules/campaigns/model"
import type { Database } from "../db"
import { inUtc } from "../list"
import { type Actor, inReach, readable } from "../policy"
import { refuse } from "../problem"
import { isUuid } from "../request"
import { brands, categories, gifts, tenants } from "../schema"

/** What may enter as a campaign: its shape, what it points at, and the columns that it fills. */
const words = z
  .string()
  .nullish()
  .transform(text => text ?? "")

/** What may enter (decisions §5); the console's own rules say what is sensible. */
export const campaignBody = z.object({
  title: words.transform(text => text.trim()),
  description: words.transform(text => text.trim()),
  terms: words,
  rewardType: z.number().int().min(0).max(3),
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
  startDate: words.transform(inUtc),
  endDate: words.transform(inUtc),
  participantLimit: z
    .number()
    .max(2_000_000_000)
    .nullish()
    .transform(value => value ?? null),
  tenantIds: z
    .array(z.string().refine(isUuid))
    .max(500)
    .nullish()
    .transform(ids => [...new Set((ids ?? []).map(id => id.toLowerCase()))]),
  status: z
    .number()
    .int()
    .min(0)
    .max(4)
    .nullish()
    .transform(status => status ?? 0),
  media: z
    .array(z.object({ url: z.string().max(2000), orderNo: z.number().int().min(0).max(1000) }))
    .max(50)
    .nullish()
    .transform(media => media ?? []),
})
export type CampaignBody = z.infer<typeof campaignBody>

export const campaignUpdate = campaignBody.extend({ campaignId: z.string() })

/** Only our own media and http(s) pictures: nothing that a page would run. */
const isPicture = (url: string) =>
  /^\/backend\/media\/[\da-f]{64}\.(png|jpeg|webp|gif)$/.test(url) ||
  (URL.canParse(url) && /^https?:$/.test(new URL(url).protocol) && !/\p{Surrogate}/u.test(url))

/**
 * What a body points at must be there, and within the actor's reach.
 * @param before the companies that it is offered to already: the platform may have chosen them
 * @throws Refusal naming each field
 */
export const checkReferences = async (db: Database, actor: Actor, given: CampaignBody, before: string[] = []) => {
  const isThere = async (id: string, query: () => Promise<unknown[]>) => isUuid(id) && (await query()).length > 0
  const fields: { field: keyof CampaignBody; message: Message }[] = []
  const isBrand = await isThere(given.brandId, () =>
    db
      .select({ id: brands.id })
      .from(brands)
      .where(and(eq(brands.id, given.brandId), isNull(brands.deletedAt), readable(actor, brands))),
  )
  if (!isBrand) fields.push({ field: "brandId", message: "campaign.brandUnknown" })
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
    if (!isGift) fields.push({ field: "giftCardId", message: "campaign.giftUnknown" })
  }
  const added = given.tenantIds.filter(id => !before.includes(id))
  const known = added.length
    ? await db
        .select({ id: tenants.id })
        .from(tenants)
        .where(and(inArray(tenants.id, added), inReach(actor)))
    : []
  if (known.length !== added.length) fields.push({ field: "tenantIds", message: "campaign.companyOutOfReach" })
  if (given.media.some(({ url }) => !isPicture(url))) fields.push({ field: "media", message: "campaign.mediaUrl" })
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
