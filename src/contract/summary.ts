/** The summary by mail of what needs a person (docs/contract.md#summary). */

/** `daily`: each working morning; `weekly`: on Mondays. */
export const summaryRhythms = ["off", "daily", "weekly"] as const
export type SummaryRhythm = (typeof summaryRhythms)[number]
export type Summary = { rhythm: SummaryRhythm }
