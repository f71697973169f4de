/** The mails that a person chooses: the summary of what needs them, and others (docs/contract.md#summary). */

/** `daily`: each working morning; `weekly`: on Mondays. */
export const summaryRhythms = ["off", "daily", "weekly"] as const
export type SummaryRhythm = (typeof summaryRhythms)[number]
/** `approvals`: whether a mail tells of each change that waits for the person, or was decided; absent: the server sends none. `monthlyReport`: whether the report of each month comes; absent: no reports are open to the person. */
export type Summary = { rhythm: SummaryRhythm; approvals?: boolean; monthlyReport?: boolean }
