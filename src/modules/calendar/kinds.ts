import { statuses as announcementStatuses } from "../../contract/announcements"
import type { CalendarEntry, CalendarKind } from "../../contract/calendar"
import { statuses as campaignStatuses } from "../../contract/campaigns"
import { statuses as drawStatuses } from "../../contract/draws/draws"
import { statuses as surveyStatuses } from "../../contract/surveys/surveys"
import type { Labels } from "../../core/form/spec"
import type { Key } from "../../core/text/i18n"
import type { CodeLook } from "../../ui/display/badge"
import type { IconName } from "../../ui/display/icons/icon"
import type { Dates } from "./move"

/** What the statuses of all kinds have in common. */
export const phases = ["live", "planned", "inactive", "ended"] as const
export type Phase = (typeof phases)[number]
export const usualPhases: readonly Phase[] = ["live", "planned"]

type Look = {
  /** Name of one record, and of the module. */
  one: Key
  many: Key
  icon: IconName
  /** The module's path below the role's. */
  path: string
  status: CodeLook<string>
  phases: Readonly<Record<string, Phase>>
  labels: Labels<Dates>
}

const look = <N extends string>(
  { of, tones, texts }: CodeLook<N>,
  phases: Record<N, Phase>,
  { record, ...rest }: Pick<Look, "one" | "many" | "icon" | "path"> & { record: "campaign" | "draw" | "announcement" | "survey" },
): Look => ({
  ...rest,
  status: { of, tones, texts } as unknown as CodeLook<string>,
  phases,
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
    { draft: "inactive", scheduled: "planned", active: "live", paused: "inactive", ended: "ended" },
    { record: "campaign", one: "campaign.one", many: "campaign.many", icon: "campaign", path: "campaigns" },
  ),
  draws: look(
    {
      of: drawStatuses,
      texts: "draw.status",
      tones: { draft: "neutral", open: "info", closed: "warning", drawn: "success", cancelled: "neutral" },
    },
    { draft: "inactive", open: "live", closed: "planned", drawn: "ended", cancelled: "inactive" },
    { record: "draw", one: "draw.one", many: "draw.many", icon: "ticket", path: "draws" },
  ),
  announcements: look(
    {
      of: announcementStatuses,
      texts: "announcement.status",
      tones: { draft: "neutral", published: "success", archived: "neutral", scheduled: "info", expired: "warning" },
    },
    { draft: "inactive", published: "live", archived: "ended", scheduled: "planned", expired: "ended" },
    {
      record: "announcement",
      one: "announcement.one",
      many: "announcement.many",
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
    { draft: "inactive", active: "live", closed: "ended", scheduled: "planned" },
    { record: "survey", one: "survey.one", many: "survey.many", icon: "clipboard", path: "survey-management" },
  ),
}

/** Returns the phase of an entry; an unknown status is live. */
export const phaseOf = ({ kind, status }: Pick<CalendarEntry, "kind" | "status">): Phase =>
  kinds[kind].phases[kinds[kind].status.of.name(status) ?? ""] ?? "live"

/** Returns the paths of an entry's record. @param base path of the calendar */
export const pathsOf = ({ kind, id }: Pick<CalendarEntry, "kind" | "id">, base: string) => {
  const list = base.replace(/[^/]*$/, kinds[kind].path)
  return { list, view: `${list}/${encodeURIComponent(id)}`, edit: `${list}/edit/${encodeURIComponent(id)}` }
}
