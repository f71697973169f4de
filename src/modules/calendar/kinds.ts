import { statuses as announcementStatuses } from "../../contract/announcements"
import type { CalendarEntry, CalendarKind } from "../../contract/calendar"
import { statuses as campaignStatuses } from "../../contract/campaigns"
import { statuses as drawStatuses } from "../../contract/draws"
import { statuses as surveyStatuses } from "../../contract/surveys"
import type { Key } from "../../core/text/i18n"
import type { CodeLook } from "../../ui/display/badge"
import type { IconName } from "../../ui/display/icons/icon"
import type { Labels } from "../../ui/forms/labels"
import type { Dates } from "./move"

type Look = {
  /** Name of one record, and of the module. */
  one: Key
  many: Key
  icon: IconName
  /** The module's path below the role's. */
  path: string
  status: CodeLook<string>
  labels: Labels<Dates>
}

const look = <N extends string>(
  { of, tones, texts }: CodeLook<N>,
  { record, ...rest }: Pick<Look, "one" | "many" | "icon" | "path"> & { record: "campaign" | "draw" | "announcement" | "survey" },
): Look => ({
  ...rest,
  status: { of, tones, texts } as unknown as CodeLook<string>,
  labels: { startDate: `${record}.startDate`, endDate: `${record}.endDate`, drawDate: "draw.drawDate" },
})

/** How the kinds of the calendar are shown, and where their records are. */
export const kinds: Record<CalendarKind, Look> = {
  campaigns: look(
    {
      of: campaignStatuses,
      texts: "campaign.status",
      tones: { draft: "neutral", scheduled: "info", active: "success", paused: "warning", ended: "neutral" },
    },
    { record: "campaign", one: "calendar.campaign", many: "nav.campaigns", icon: "campaign", path: "campaigns" },
  ),
  draws: look(
    {
      of: drawStatuses,
      texts: "draw.status",
      tones: { draft: "neutral", open: "info", closed: "warning", drawn: "success", cancelled: "neutral" },
    },
    { record: "draw", one: "calendar.draw", many: "nav.draws", icon: "ticket", path: "draws" },
  ),
  announcements: look(
    {
      of: announcementStatuses,
      texts: "announcement.status",
      tones: { draft: "neutral", published: "success", archived: "neutral", scheduled: "info", expired: "warning" },
    },
    {
      record: "announcement",
      one: "calendar.announcement",
      many: "nav.announcements",
      icon: "megaphone",
      path: "announcement-management",
    },
  ),
  surveys: look(
    {
      of: surveyStatuses,
      texts: "survey.status",
      tones: { draft: "neutral", active: "success", closed: "neutral", scheduled: "info" },
    },
    { record: "survey", one: "calendar.survey", many: "nav.surveys", icon: "clipboard", path: "survey-management" },
  ),
}

/** Returns the paths of an entry's record. @param base path of the calendar */
export const pathsOf = ({ kind, id }: Pick<CalendarEntry, "kind" | "id">, base: string) => {
  const list = base.replace(/[^/]*$/, kinds[kind].path)
  return { list, view: `${list}/${encodeURIComponent(id)}`, edit: `${list}/edit/${encodeURIComponent(id)}` }
}
