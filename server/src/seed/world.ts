import type { users } from "../db/schema"
import type { Random } from "./random"

/** What the records of the demonstration have in common. */
export const hour = 3_600_000
export const day = 24 * hour

export type Owner = { id: string; subsidiaries: string[] }
export type Person = typeof users.$inferSelect
export type World = {
  random: Random
  /** Midnight, epoch ms. */
  today: number
  owners: Owner[]
  pictures: string[]
  departmentIds: string[]
  people: Map<string, Person[]>
}

export const nameOf = ({ firstName, lastName }: Person) => `${firstName} ${lastName}`

export const pictureOrNone = ({ random, pictures }: World, share: number) =>
  random.chance(share) ? [{ url: random.pick(pictures), orderNo: 1 }] : []

/** Periods in days from today: earliest start, latest start, shortest, longest. */
const periods = { ended: [-120, -40, 5, 30], running: [-20, -1, 25, 60], upcoming: [2, 30, 5, 30] } as const

export const periodOf = ({ random, today }: World, when: keyof typeof periods) => {
  const [earliest, latest, shortest, longest] = periods[when]
  const start = today + random.whole(earliest, latest) * day
  const end = start + random.whole(shortest, longest) * day
  const createdAt = new Date(Math.min(start, today) - random.whole(1, 20) * day)
  return { startDate: new Date(start), endDate: new Date(end + day - 60_000), createdAt, updatedAt: createdAt }
}

/** Some records of a company are offered to some of its companies only. */
export const offeredTenantIds = (owner: Owner | undefined, at: number) =>
  owner && at % 5 === 2 ? [owner.id, ...owner.subsidiaries.slice(0, 1)] : []
