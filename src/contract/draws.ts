import { type Code, codes } from "../core/codes"
import type { Media } from "../core/media"
import { after, instant, type Message, maxLength, type Rules, required, validateEach, when, wholeFromOne } from "../core/rules"
import type { StoredMembers } from "./record"

/** Draws: record, codes, rules and status (docs/contract.md#draws). */

export const methods = codes("random", "scoreBased", "firstComeFirstServed")
export const prizeTypes = codes("physical", "digital", "coupon")
export const eligibilities = codes("all", "specific", "new", "senior")
export const statuses = codes("draft", "open", "closed", "drawn", "cancelled")
export type Status = (typeof statuses.names)[number]

export type Prize = {
  name: string
  type: number
  quantity: number
  /** Value of one piece in the currency of the company; null if unknown. */
  value: number | null
  imageUrl: string | null
}

/** The writable members. Dates are instants (ISO 8601, UTC); "" is an empty choice. */
export type DrawDraft = {
  /** The company that holds the draw. Platform administrators choose it on creation; it never changes. */
  tenantId: string
  title: string
  description: string
  method: Code
  eligibility: Code
  /** For eligibility `specific`: employees of this department, of `employeeIds`, or of both take part. */
  departmentId: string
  employeeIds: string[]
  prizes: Prize[]
  startDate: string
  endDate: string
  drawDate: string
  /** Written: 0 draft, 4 cancelled, any other number but 3 live. Read: the derived status. */
  status: Code
  media: Media[]
}

export type Winner = { employeeId: string; name: string; prize: string; reserve: boolean }

/** A draw as the API returns it. `status` is the one at the time of the answer. */
export type Draw = DrawDraft & Omit<StoredMembers, "tenantId"> & { departmentName: string; tenantName: string; winners: Winner[] }

/** A draw in a list, without the lists of people. */
export type DrawItem = Omit<Draw, "employeeIds" | "winners">

export const blank: DrawDraft = {
  tenantId: "",
  title: "",
  description: "",
  method: methods.value("random"),
  eligibility: eligibilities.value("all"),
  departmentId: "",
  employeeIds: [],
  prizes: [],
  startDate: "",
  endDate: "",
  drawDate: "",
  status: statuses.value("draft"),
  media: [],
}

/** The stored part of the status; the status is derived from it, `endDate` and the current time. */
export type Intent = "draft" | "live" | "drawn" | "cancelled"

/** Returns the intent that a written status stands for; `drawn` is set by running the draw only. */
export const intentOf = (status: Code): Exclude<Intent, "drawn"> => {
  const name = statuses.name(status)
  return name === "draft" || name === "cancelled" ? name : "live"
}

/**
 * Returns the number of the status that a draw has at `now`. A live draw is closed from the instant of `endDate` on
 * (docs/contract.md#draw-status).
 * @param now epoch ms
 */
export const statusAt = ({ intent, endDate }: { intent: Intent; endDate: string }, now: number): number =>
  statuses.value(intent !== "live" ? intent : now >= Date.parse(endDate) ? "closed" : "open")

const isSpecific = (draft: DrawDraft) => eligibilities.name(draft.eligibility) === "specific"

export const rules: Rules<DrawDraft> = {
  title: [required("draw.titleRequired"), maxLength(200)],
  description: [required("draw.descriptionRequired"), maxLength(2000)],
  departmentId: when(draft => isSpecific(draft) && draft.employeeIds.length === 0, required("draw.eligibleRequired")),
  prizes: required("draw.prizesRequired"),
  startDate: [required("draw.startRequired"), instant],
  endDate: [required("draw.endRequired"), instant, after("startDate", "rule.endBeforeStart")],
  drawDate: [
    required("draw.drawDateRequired"),
    instant,
    ({ endDate, drawDate }) => (Date.parse(drawDate) < Date.parse(endDate) ? "draw.drawnBeforeEnd" : undefined),
  ],
  status: ({ status }) => (statuses.name(status) === "drawn" ? "draw.statusDrawn" : undefined),
}

export const prizeRules: Rules<Prize> = {
  name: [required("draw.prizeNameRequired"), maxLength(100)],
  quantity: [required("draw.quantityWhole"), wholeFromOne("draw.quantityWhole")],
}

/** Returns the errors of a draw's prizes by path, such as `prizes.0.name`. */
export const prizeErrors = (draft: Pick<DrawDraft, "prizes">): Record<string, Message> =>
  validateEach("prizes", prizeRules, draft.prizes)
