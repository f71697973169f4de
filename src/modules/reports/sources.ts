import * as announcements from "../../contract/announcements"
import * as campaigns from "../../contract/campaigns"
import * as draws from "../../contract/draws/draws"
import * as feedback from "../../contract/feedback"
import type { ReportModule } from "../../contract/reports"
import * as surveys from "../../contract/surveys/surveys"
import { activeStatusLook } from "../../ui/display/active-status"
import type { CodeLook } from "../../ui/display/badge"
import type { IconName } from "../../ui/display/icons/icon"

/** The lists that reports count. */

type Look = Pick<CodeLook<string>, "of" | "texts">

type Source = {
  icon: IconName
  /** Paths of the list, by the root of the role. */
  paths: Record<"/admin" | "/user", string>
  status: Look
  /** Of the list's filter by a code; absent where categories are records. */
  category?: Look
  /** Whether rows belong to the platform, too. */
  hasPlatform?: true
  hasDepartments?: true
  /** Whether a row counts in each part of the period in which it lasts. */
  isLasting?: true
}

const underBoth = (path: string): Source["paths"] => ({ "/admin": `/admin/${path}`, "/user": `/user/${path}` })

export const sources: Record<ReportModule, Source> = {
  campaigns: {
    icon: "campaign",
    paths: underBoth("campaigns"),
    status: { of: campaigns.statuses, texts: "campaign.status" },
    hasPlatform: true,
    isLasting: true,
  },
  draws: {
    icon: "ticket",
    paths: underBoth("draws"),
    status: { of: draws.statuses, texts: "draw.status" },
    hasDepartments: true,
    isLasting: true,
  },
  announcements: {
    icon: "megaphone",
    paths: underBoth("announcement-management"),
    status: { of: announcements.statuses, texts: "announcement.status" },
    category: { of: announcements.kinds, texts: "announcement.kind" },
    hasPlatform: true,
    isLasting: true,
  },
  surveys: {
    icon: "clipboard",
    paths: underBoth("survey-management"),
    status: { of: surveys.statuses, texts: "survey.status" },
    category: { of: surveys.kinds, texts: "survey.kind" },
    hasPlatform: true,
    isLasting: true,
  },
  gifts: {
    icon: "gift",
    paths: underBoth("gift-management"),
    status: activeStatusLook,
    hasPlatform: true,
    isLasting: true,
  },
  employees: {
    icon: "users",
    paths: { "/admin": "/user/users", "/user": "/user/employees" },
    status: activeStatusLook,
    hasDepartments: true,
  },
  feedback: {
    icon: "chat",
    paths: underBoth("feedback-management"),
    status: { of: feedback.statuses, texts: "feedback.status" },
    category: { of: feedback.categories, texts: "feedback.category" },
    hasPlatform: true,
  },
}
