import { derivedStatus } from "../../core/derived-status"
import { type Status, statuses } from "./surveys"

/** The stored part of the status; the status is derived from it, the dates and the current time. */
export type Intent = "draft" | "active" | "closed"

/** An active survey is closed from the instant of `endDate` on (docs/contract.md#survey-status). */
export const status = derivedStatus<Status, Intent>(statuses, "active", {
  draft: [{ intent: "draft" }],
  active: [{ intent: "active", begun: true, over: false }],
  closed: [{ intent: "closed" }, { intent: "active", over: true }],
  scheduled: [{ intent: "active", begun: false, over: false }],
})
export const { intentOf, at: statusAt, of: statusOf } = status
