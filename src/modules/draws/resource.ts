import {
  blank,
  type Draw,
  type DrawDraft,
  editBlockedReason,
  eligibilities,
  intentOf,
  methods,
  prizeTypes,
  type Status,
  statuses,
  statusOf,
  voidReasons,
  type WinnerState,
  winnerStates,
} from "../../contract/draws/draws"
import type { CodeLook } from "../../ui/display/badge"
import { labelsOf } from "../../ui/forms/labels"
import type { Resource } from "../../ui/pages/resource"
import { approvalOf } from "../approvals/api"

export const statusLook: CodeLook<Status> = {
  of: statuses,
  texts: "draw.status",
  tones: { draft: "neutral", open: "info", closed: "warning", drawn: "success", cancelled: "neutral" },
}

export const stateLook: CodeLook<WinnerState> = {
  of: winnerStates,
  texts: "draw.state",
  tones: { drawn: "warning", notified: "info", delivered: "success", declined: "neutral", expired: "neutral", void: "danger" },
}

export const methodTexts = { of: methods, texts: "draw.method" } as const
export const eligibilityTexts = { of: eligibilities, texts: "draw.eligibility" } as const
export const prizeTexts = { of: prizeTypes, texts: "draw.prizeType" } as const
export const reasonTexts = { of: voidReasons, texts: "draw.reason" } as const

export const draws = {
  tag: "draws",
  texts: "draw",
  icon: "ticket",
  list: { pageSize: 8, sortBy: "drawDate", sortOrder: "desc" },
  titleOf: ({ title }: Pick<Draw, "title">) => title,
  status: statusLook,
  approval: approvalOf("draws", { intentOf, statusOf }),
  copy: { title: "title", max: 200, reset: { status: statuses.value("draft") } },
  editBlockedReason,
  labels: labelsOf("draw", blank),
} satisfies Resource<Pick<Draw, "title" | "status" | "lock">, DrawDraft>

/** Members of a draw that are extensions: hidden without them, unless the record has some (docs/contract.md#draw-record). */
export const extensions = ["terms", "newDays", "seniorYears", "excludeLastDraws", "organiserIds"] as const
