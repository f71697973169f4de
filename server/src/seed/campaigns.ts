import { rewards as rewardTypes } from "../../../src/contract/campaigns"
import type { Database } from "../db/open"
import { campaigns } from "../db/schema"
import type { BrandRow } from "./offers"
import type { Random } from "./random"
import { campaignWords, type RewardWords } from "./words/campaigns"
import { terms } from "./words/offers"
import { day, type Owner } from "./world"

/** The period of a campaign of each status, in days from today: earliest start, latest start, shortest, longest. */
const periods = {
  active: [-25, -1, 20, 60],
  scheduled: [3, 60, 10, 45],
  draft: [5, 40, 10, 40],
  paused: [-30, -10, 35, 60],
  ended: [-200, -70, 10, 45],
} as const

const statuses = ["active", "active", "active", "ended", "ended", "scheduled", "draft", "paused"] as const

const rewardOf = (random: Random, rewards: readonly RewardWords[], giftIds: string[]) => {
  const reward = random.pick(rewards)
  const isFigure = reward.type === "percentage" || reward.type === "fixedAmount"
  const value = random.pick<number | string>(reward.values)
  return {
    rewardType: rewardTypes.value(reward.type),
    rewardValue: isFigure ? Number(value) : null,
    currency: ("currency" in reward && reward.currency) || "TRY",
    giftCardId: reward.type === "giftCard" ? (giftIds[Number(value)] ?? null) : null,
    productName: reward.type === "promotionalProduct" ? String(value) : "",
  }
}

const periodOf = (random: Random, today: number, at: number) => {
  const status = statuses[at % statuses.length] ?? "active"
  const [earliest, latest, shortest, longest] = periods[status]
  const start = today + random.whole(earliest, latest) * day
  const end = start + random.whole(shortest, longest) * day
  const limit = random.chance(0.85) ? random.pick([250, 500, 750, 1000, 1500, 2000, 4000]) : null
  const hasStarted = status === "active" || status === "paused" || status === "ended"
  return {
    intent: status === "draft" ? ("draft" as const) : status === "paused" ? ("paused" as const) : ("live" as const),
    startDate: new Date(start),
    endDate: new Date(end + day - 60_000),
    participantLimit: limit,
    participantCount: hasStarted ? Math.round((limit ?? 900) * (random.whole(5, status === "ended" ? 100 : 92) / 100)) : 0,
    createdAt: new Date(Math.min(start, today) - random.whole(5, 30) * day),
  }
}

type Given = {
  random: Random
  /** Midnight, epoch ms. */
  today: number
  owners: Owner[]
  pictures: string[]
  brandRows: BrandRow[]
  giftIds: string[]
}

/** Titles after which the statuses repeat, shifted. */
const perRound = 24

/** Campaigns in every status around today. */
export const seedCampaigns = async (tx: Database, { random, today, owners, pictures, brandRows, giftIds }: Given) => {
  const rows = campaignWords.map(([title, brand, description, ...rewards], number) => {
    const [at, round] = [number % perRound, Math.floor(number / perRound)]
    const period = periodOf(random, today, at * 5 + round * 3)
    const partner = brandRows[brand]
    const reward = rewardOf(random, rewards, giftIds)
    const owner = random.chance(0.12) ? undefined : owners[random.chance(0.6) ? 0 : 1]
    // Some have as many participants as they take.
    const isFull = period.participantCount > 0 && number % 15 === 4
    return {
      ...period,
      ...reward,
      ...(isFull && period.participantLimit && { participantCount: period.participantLimit }),
      title,
      description,
      terms,
      brandId: partner?.id ?? "",
      categoryId: partner?.categoryId ?? "",
      tenantId: owner?.id ?? null,
      // Some are offered to some of the owner's companies only.
      tenantIds: owner && at % 6 === 2 ? [owner.id, ...owner.subsidiaries.slice(0, 1)] : [],
      updatedAt: period.createdAt,
      media: random.chance(0.8)
        ? [
            { url: random.pick(pictures), orderNo: 1 },
            ...(random.chance(0.3) ? [{ url: random.pick(pictures), orderNo: 2 }] : []),
          ]
        : [],
    }
  })
  await tx.insert(campaigns).values(rows)
}
