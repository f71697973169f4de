import type { Database } from "../db/open"
import { campaigns } from "../db/schema"
import type { BrandRow } from "./offers"
import type { Random } from "./random"
import { campaignWords, products, seasons, terms } from "./words"
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

const rewardOf = (random: Random, giftIds: string[]) => {
  const rewardType = random.pick([0, 0, 0, 1, 1, 2, 3])
  return {
    rewardType,
    rewardValue:
      rewardType === 0
        ? random.pick([10, 15, 20, 25, 30, 40, 50])
        : rewardType === 1
          ? random.pick([50, 100, 150, 250, 500, 1250])
          : null,
    giftCardId: rewardType === 2 ? random.pick(giftIds) : null,
    productName: rewardType === 3 ? random.pick(products) : "",
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

/** Campaigns in every status around today. */
export const seedCampaigns = async (tx: Database, { random, today, owners, pictures, brandRows, giftIds }: Given) => {
  const rows = seasons.flatMap((season, round) =>
    campaignWords.map(([title, brand, description], at) => {
      const period = periodOf(random, today, at * 5 + round * 3)
      const partner = brandRows[brand]
      const reward = rewardOf(random, giftIds)
      const owner = random.chance(0.12) ? undefined : owners[random.chance(0.6) ? 0 : 1]
      return {
        ...period,
        ...reward,
        title: title + season,
        description,
        terms,
        currency: "TRY",
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
    }),
  )
  await tx.insert(campaigns).values(rows)
}
