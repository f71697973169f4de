import { codes } from "../core/codes"
import { after, checkEach, instant, type Message, maxLength, type Rules, required, when, wholeFromOne } from "../core/rules"
import type { Media } from "./record"

/** The words of draws, shared by console and API (S3, decisions §5). */
export const methods = codes("random", "scoreBased", "firstComeFirstServed")
export const prizeTypes = codes("physical", "digital", "coupon")
export const eligibilities = codes("all", "specific", "new", "senior")
export const statuses = codes("draft", "open", "closed", "drawn", "cancelled")
export type Status = (typeof statuses.names)[number]

export type Prize = {
  name: string
  type: number
  quantity: number
  /** What one is worth, in the company's own money; null when that is not told. */
  value: number | null
  imageUrl: string | null
}

/** What is written on the wire. Dates are instants (ISO UTC); empty choices are "". */
export type DrawDraft = {
  /** The company that draws; only the platform chooses it freely, and nobody changes it. */
  tenantId: string
  title: string
  description: string
  method: number
  eligibility: number
  /** Who may win when eligibility is specific: a department's people, these people, or both. */
  departmentId: string
  employeeIds: string[]
  prizes: Prize[]
  startDate: string
  endDate: string
  drawDate: string
  /** 0 keeps a draft, 4 cancels, any other opens; reads give the derived number. */
  status: number
  media: Media[]
}

export type Winner = { employeeId: string; name: string; prize: string; reserve: boolean }

export type Draw = Omit<DrawDraft, "departmentId"> & {
  id: string
  departmentId: string | null
  departmentName?: string | null
  tenantName?: string | null
  winners: Winner[]
  createdDate?: string | null
  updatedDate?: string | null
}

/** Stored is what was wanted or has been done; what is shown follows from it, the end and the time. */
export type Intent = "draft" | "live" | "drawn" | "cancelled"

/** Drawn comes of drawing alone: nobody writes it. */
export const intentOf = (status: number): Exclude<Intent, "drawn"> => {
  const name = statuses.name(status)
  return name === "draft" || name === "cancelled" ? name : "live"
}

/**
 * The one status of a draw at a time: open from the moment it goes live until its end, which belongs to the time after it.
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

/** What is wrong with a draw's prizes, by `prizes.0.name`. */
export const brokenPrizes = (draft: Pick<DrawDraft, "prizes">): Record<string, Message> =>
  checkEach("prizes", prizeRules, draft.prizes)
