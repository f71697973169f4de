/** The summary by mail of what needs a person (docs/contract.md#summary). */

/** `daily`: each working morning; `weekly`: on Mondays. */
export const summaryRhythms = ["off", "daily", "weekly"] as const
export type SummaryRhythm = (typeof summaryRhythms)[number]
/** `approvals`: whether a mail tells of each change that waits for the person, or was decided; absent: the server sends none. */
export type Summary = { rhythm: SummaryRhythm; approvals?: boolean }
