import type { RowError } from "../../core/http/row-errors"
import { type Campaign, rewards, statuses } from "../campaigns"

/** Uses of a campaign (docs/contract.md#campaign-uses). */

/** Most rows of one call that records uses. */
export const maxUseRows = 1_000
/** Characters of the reference by which a program recognises a use. */
export const maxReference = 100
/** Largest amount of one use. */
export const maxUseAmount = 1e9

/** Most days of one answer, the newest ones. */
export const maxUseDays = 1_100

/** Who recorded a use: a program by its access token, a person of the staff, a file, or whoever read a code. */
export const useSources = ["program", "staff", "file", "code"] as const
export type UseSource = (typeof useSources)[number]

/** A use in the ledger of its campaign. */
export type CampaignUse = {
  /** Within its campaign: uses are numbered from 1. */
  id: string
  /** Null for a person who was permanently deleted. */
  employeeId: string | null
  employeeName: string | null
  /** By which it was recorded; null for none, and for people who may not change the campaign. */
  code: string | null
  /** When the campaign was used, an instant. */
  at: string
  amount: number | null
  /** "" for none. */
  reference: string
  source: UseSource
  /** Who recorded it, and the access token by which a program did; "" and null for none. */
  author: string
  token: string | null
  /** When it was recorded. */
  createdDate: string
  /** A voided use stays in the ledger and is counted out. */
  voided: { at: string; author: string; reason: string } | null
}

/**
 * The figures of a campaign: people with a valid use, valid uses, and the sum of their amounts. They are members of the campaign as well,
 * and exact at any time.
 */
export type UseFigures = { participantCount: number; useCount: number; amountUsed: number }

/** Reads the figures from the wire; 0 for one that is missing. */
export const useFiguresOf = (value: unknown): UseFigures => {
  const { participantCount = 0, useCount = 0, amountUsed = 0 } = (value ?? {}) as Partial<UseFigures>
  return { participantCount, useCount, amountUsed }
}

/**
 * One page of the ledger, newest first, with the figures of the whole campaign. `openingCount`: uses in the figures that were counted before
 * there was a ledger, and have no rows.
 */
export type UsePage = UseFigures & { openingCount: number; uses: CampaignUse[]; totalCount: number }

/**
 * What is left of a campaign that a person is offered: uses of this person, places and money for all; null for no limit. `usable`: whether
 * the limits leave room for a use of the person, of the least amount.
 */
export type OfferLeft = { usesLeft: number | null; placesLeft: number | null; amountLeft: number | null; usable: boolean }

/** The valid uses of a day (`YYYY-MM-DD`) in the time zone of the deployment; days without one are left out. */
export type UseDay = { day: string; uses: number; amount: number }

/**
 * The outcome of one row: the use, or what is wrong. `known`: the reference, or the same row in an earlier call, had recorded it already;
 * `voided`: and it was voided since.
 */
export type UseOutcome = {
  index: number
  id?: string | undefined
  employeeId?: string | undefined
  at?: string | undefined
  known?: boolean | undefined
  voided?: boolean | undefined
  errors?: RowError[] | undefined
}

/** Amounts are added as whole hundredths. */
export const hundredths = (amount: number | null): number => Math.round((amount ?? 0) * 100)

type Limited = Pick<Campaign, "participantLimit" | "budget">
type Used = Pick<Campaign, "participantCount" | "amountUsed">

/** Whether a campaign takes no further person, or no further amount; false where the server does not count uses. */
export const isFull = ({ participantLimit, budget }: Limited, { participantCount, amountUsed }: Used) =>
  (participantLimit !== null && participantCount !== null && participantCount >= participantLimit) ||
  (budget !== null && hundredths(amountUsed) >= hundredths(budget))

/** Whether uses can be recorded; of one that has ended, those of its time. */
export const takesUses = ({ status }: Pick<Campaign, "status">) => ["active", "ended"].includes(statuses.name(status) ?? "")

/** Whether each use needs an amount: the reward is one, or a budget has to be kept. */
export const needsAmount = ({ rewardType, budget }: Pick<Campaign, "rewardType" | "budget">) =>
  rewards.name(rewardType) === "fixedAmount" || budget !== null
