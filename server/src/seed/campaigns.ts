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
  const limit = random.chance(0.85) ? random.pick([25, 30, 40, 50, 60, 80, 120]) : null
  const hasStarted = status === "active" || status === "paused" || status === "ended"
  return {
    /** The part of the places that is taken. */
    taken: hasStarted ? random.whole(5, status === "ended" ? 100 : 92) / 100 : 0,
    intent: status === "draft" ? ("draft" as const) : status === "paused" ? ("paused" as const) : ("live" as const),
    startDate: new Date(start),
    endDate: new Date(end + day - 60_000),
    participantLimit: limit,
    createdAt: new Date(Math.min(start, today) - random.whole(5, 30) * day),
  }
}

/** Enough for all places but a few; null without places. */
const budgetOf = (amount: number | null, places: number | null) =>
  amount && places ? Math.ceil((amount * places * 0.95) / 500) * 500 : null

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

/** Campaigns in every status around today. @returns their rows with the part of the places that is taken */
export const seedCampaigns = async (tx: Database, { random, today, owners, pictures, brandRows, giftIds }: Given) => {
  const parts: number[] = []
  const rows = campaignWords.map(([title, brand, description, ...rewards], number) => {
    const [at, round] = [number % perRound, Math.floor(number / perRound)]
    const { taken, ...period } = periodOf(random, today, at * 5 + round * 3)
    const partner = brandRows[brand]
    const reward = rewardOf(random, rewards, giftIds)
    const owner = random.chance(0.12) ? undefined : owners[random.chance(0.6) ? 0 : 1]
    // Some have as many participants as they take.
    parts.push(taken && number % 15 === 4 ? 1 : taken)
    return {
      ...period,
      ...reward,
      // Some can be used several times, or any number of times.
      usesPerPerson: number % 7 === 3 ? null : number % 9 === 5 ? 3 : 1,
      budget:
        reward.rewardType === rewardTypes.value("fixedAmount") ? budgetOf(reward.rewardValue, period.participantLimit) : null,
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
  const stored = await tx.insert(campaigns).values(rows).returning()
  return stored.map((row, at) => ({ ...row, taken: parts[at] ?? 0 }))
}
