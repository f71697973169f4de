import {
  blank,
  categories,
  type FeedbackDraft,
  type FeedbackItem,
  kinds,
  priorities,
  type Status,
  statuses,
} from "../../contract/feedback"
import type { Translate } from "../../core/text/i18n"
import type { CodeLook } from "../../ui/display/badge"
import { labelsOf } from "../../ui/forms/labels"
import type { Resource } from "../../ui/pages/resource"

export const statusLook = {
  of: statuses,
  texts: "feedback.status",
  tones: { new: "warning", inProgress: "info", resolved: "success", rejected: "neutral", pending: "neutral" },
  order: ["new", "inProgress", "pending", "resolved", "rejected"],
} satisfies CodeLook<Status>

export const kindLook: CodeLook<(typeof kinds.names)[number]> = {
  of: kinds,
  texts: "feedback.kind",
  tones: { complaint: "danger", suggestion: "info" },
}

export const priorityLook: CodeLook<(typeof priorities.names)[number]> = {
  of: priorities,
  texts: "feedback.priority",
  tones: { low: "neutral", medium: "neutral", high: "warning", critical: "danger" },
}

export const categoryLook: CodeLook<(typeof categories.names)[number]> = {
  of: categories,
  texts: "feedback.category",
}

/** Returns the name of the company that feedback concerns; for the platform's staff, who alone read it, also the platform. */
export const ownerOf = (
  { tenantId, tenantName }: Pick<FeedbackItem, "tenantId" | "tenantName">,
  isPlatform: boolean,
  t: Translate,
) => tenantName || (isPlatform && !tenantId ? t("ui.platform") : "")

export const feedback = {
  tag: "feedback",
  texts: "feedback",
  icon: "chat",
  list: { pageSize: 8, sortBy: "createdDate", sortOrder: "desc" },
  titleOf: ({ subject }: Pick<FeedbackItem, "subject">) => subject,
  status: statusLook,
  labels: labelsOf("feedback", blank),
} satisfies Resource<FeedbackItem, FeedbackDraft>
