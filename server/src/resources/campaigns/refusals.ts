import { type Status, statuses, status as statusOf } from "../../../../src/contract/campaigns"
import { hundredths, maxUseAmount, needsAmount } from "../../../../src/contract/campaigns/uses"
import { isInstant } from "../../../../src/core/dates/dates"
import type { Message } from "../../../../src/core/rules"
import type { campaigns } from "../../db/schema"
import { type FieldMessages, invalidFields } from "../../errors/problem"

/** Why a use of a campaign is refused (docs/contract.md#campaign-uses). */

export type CampaignRow = typeof campaigns.$inferSelect

/** Whose use it is: a person, or whoever has a general code. `uses`: the valid ones so far. */
export type Person = { id: string; tenantId: string | null; active: boolean; offered: boolean; uses: number }

/** @param isCode whether a code names the person */
export const personError = (person: Person | undefined, isCode: boolean): Message | undefined => {
  if (!person) return isCode ? "campaign.codeUnknown" : "campaign.useUnknown"
  if (!person.active) return "campaign.useInactive"
  return person.offered ? undefined : "campaign.useNotOffered"
}

const closed: Record<Status, Message | undefined> = {
  draft: "campaign.useDraft",
  scheduled: "campaign.useScheduled",
  active: undefined,
  paused: "campaign.usePaused",
  ended: "campaign.useEnded",
}

/** Why a campaign could not be used at an instant, by its dates, and by whether it is live now. */
export const timeError = ({ intent, startDate, endDate }: CampaignRow, at: string, now: number): Message | undefined => {
  if (!isInstant(at)) return "rule.instant"
  if (Date.parse(at) > now) return "campaign.useAhead"
  const period = { startDate: startDate.toISOString(), endDate: endDate.toISOString() }
  return closed[statuses.name(statusOf.at({ intent, ...period }, Date.parse(at))) ?? "draft"]
}

export const amountError = (campaign: CampaignRow, amount: number | null): Message | undefined => {
  if (amount === null) return needsAmount(campaign) ? "campaign.use.amountRequired" : undefined
  const isMoney = amount > 0 && amount <= maxUseAmount && Math.abs(amount * 100 - hundredths(amount)) < 1e-4
  return isMoney ? undefined : "campaign.use.amount"
}

export const currencyError = ({ currency }: CampaignRow, given: string): Message | undefined =>
  given && given.toUpperCase() !== currency ? { key: "campaign.useCurrency", params: { currency } } : undefined

/** The figures while rows are recorded; `amount` in hundredths. */
export type Count = { people: number; uses: number; amount: number }

export const isUsedUp = ({ usesPerPerson }: CampaignRow, { uses }: Pick<Person, "uses">) =>
  usesPerPerson !== null && uses >= usesPerPerson

/** Which limit does not allow a use. @param field that names the person */
export const limitErrors = (
  campaign: CampaignRow,
  person: Pick<Person, "uses">,
  amount: number,
  count: Omit<Count, "uses">,
  field: string,
): FieldMessages => {
  const { participantLimit, usesPerPerson, budget } = campaign
  if (isUsedUp(campaign, person))
    return {
      [field]: { key: field === "code" ? "campaign.codeUsed" : "campaign.usePersonLimit", params: { limit: usesPerPerson ?? 0 } },
    }
  if (participantLimit !== null && !person.uses && count.people >= participantLimit) return { [field]: "campaign.useFull" }
  const left = budget === null ? undefined : hundredths(budget) - count.amount
  return left !== undefined && amount > left
    ? { amount: { key: "campaign.useOverBudget", params: { left: Math.max(left, 0) / 100, currency: campaign.currency } } }
    : {}
}

/** Whether the limits allow a further use of the least amount. */
export const isUsable = (campaign: CampaignRow, person: Pick<Person, "uses">, count: Omit<Count, "uses">): boolean =>
  !invalidFields(limitErrors(campaign, person, 1, count, "")).length
