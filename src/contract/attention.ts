import { arrayOf } from "../core/http/envelope"
import { withDefaults } from "./record"

/** What needs attention today: kinds, what each leads to, and the answer (docs/contract.md#attention). */

/** Days ahead in which an end or a start counts as near. */
export const attentionDays = 7

/** A campaign fills up from this part of its places, or of its budget, on. */
export const fillingPart = 0.9

/** A survey has few answers below this number, or below a third of the people who were invited. */
export const fewAnswers = 5

/** Values of the lists' parameter `attention`. */
export const attentionReasons = {
  campaigns: ["ending", "filling", "review", "approval", "sent", "returned"],
  draws: ["due", "approval", "sent", "returned"],
  announcements: ["ending", "approval", "sent", "returned"],
  surveys: ["closing", "plans", "approval", "sent", "returned"],
  gifts: ["ending"],
  feedback: ["mine"],
  companies: ["mails", "unsent", "quota", "approval", "approvers"],
} as const
export type AttentionModule = keyof typeof attentionReasons

/** The page of each module's list, below the path of the role. */
export const attentionPages: Record<AttentionModule, string> = {
  campaigns: "campaigns",
  draws: "draws",
  announcements: "announcement-management",
  surveys: "survey-management",
  gifts: "gift-management",
  feedback: "feedback-management",
  companies: "company-management",
}

export type AttentionReason<M extends AttentionModule> = (typeof attentionReasons)[M][number]

/**
 * The lines in the order of their urgency, each with the module's list, the parameters that find what it counts, and the member
 * by which the most urgent record is first.
 */
export const attentionLines = {
  feedbackOverdue: { module: "feedback", filters: { overdue: "true" }, sortBy: "dueDate" },
  feedbackMine: { module: "feedback", filters: { attention: "mine" }, sortBy: "dueDate" },
  drawsDue: { module: "draws", filters: { attention: "due" }, sortBy: "drawDate" },
  mailsUsedUp: { module: "companies", filters: { attention: "mails" }, sortBy: "mailsUsedUp" },
  mailsUnsent: { module: "companies", filters: { attention: "unsent" }, sortBy: "name" },
  quotasFull: { module: "companies", filters: { attention: "quota" }, sortBy: "name" },
  settingsApproval: { module: "companies", filters: { attention: "approval" }, sortBy: "name" },
  newApprovers: { module: "companies", filters: { attention: "approvers" }, sortBy: "name" },
  campaignsApproval: { module: "campaigns", filters: { attention: "approval" }, sortBy: "startDate" },
  drawsApproval: { module: "draws", filters: { attention: "approval" }, sortBy: "startDate" },
  announcementsApproval: { module: "announcements", filters: { attention: "approval" }, sortBy: "startDate" },
  surveysApproval: { module: "surveys", filters: { attention: "approval" }, sortBy: "startDate" },
  campaignsReturned: { module: "campaigns", filters: { attention: "returned" }, sortBy: "startDate" },
  drawsReturned: { module: "draws", filters: { attention: "returned" }, sortBy: "startDate" },
  announcementsReturned: { module: "announcements", filters: { attention: "returned" }, sortBy: "startDate" },
  surveysReturned: { module: "surveys", filters: { attention: "returned" }, sortBy: "startDate" },
  campaignsEnding: { module: "campaigns", filters: { attention: "ending" }, sortBy: "endDate" },
  campaignsReview: { module: "campaigns", filters: { attention: "review" }, sortBy: "startDate" },
  surveysClosing: { module: "surveys", filters: { attention: "closing" }, sortBy: "endDate" },
  feedbackNew: { module: "feedback", filters: { status: "0" }, sortBy: "dueDate" },
  giftsEnding: { module: "gifts", filters: { attention: "ending" }, sortBy: "validityEnd" },
  plansOverdue: { module: "surveys", filters: { attention: "plans" }, sortBy: "endDate" },
  campaignsFilling: { module: "campaigns", filters: { attention: "filling" }, sortBy: "endDate" },
  announcementsEnding: { module: "announcements", filters: { attention: "ending" }, sortBy: "endDate" },
} as const satisfies Record<string, { module: AttentionModule; filters: Readonly<Record<string, string>>; sortBy: string }>

/** Where lines about companies lead for a company's administrator, who has no list of companies. */
export const ownCompanyPages: Partial<Record<AttentionKind, string>> = {
  mailsUnsent: "connections?mails&state=failed",
  quotasFull: "profile",
  settingsApproval: "profile",
  newApprovers: "audit?action=approve",
}

/** Returns the parameters of the list that a line leads to, its most urgent record first. */
export const attentionQuery = (kind: AttentionKind): Record<string, string> => {
  const { filters, sortBy } = attentionLines[kind]
  return { ...filters, sortBy, sortOrder: "asc" }
}

export type AttentionKind = keyof typeof attentionLines

/** Returns the text key of a line, which has the parameter `count`. */
export const attentionKey = (kind: AttentionKind) => `attention.${kind}` as const

/** One kind of work. `id`, `title` and `date` are those of its most urgent record; `date` is the instant that makes it urgent. */
export type AttentionLine = { kind: AttentionKind; count: number; id: string; title: string; date: string }
export type Attention = { lines: AttentionLine[] }

const lineOf = withDefaults({ kind: "", count: 0, id: "", title: "", date: "" }, {})

const isKnown = (line: { kind: string; count: number }) => Object.hasOwn(attentionLines, line.kind) && line.count > 0

/** Reads the lines from the wire, without those of an unknown kind. */
export const attentionOf = ({ lines }: Partial<Attention>): AttentionLine[] =>
  arrayOf(lines)
    .map(line => lineOf(Object(line)))
    .filter((line): line is AttentionLine => isKnown(line))
