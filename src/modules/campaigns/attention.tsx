import {
  type AttentionKind,
  type AttentionModule,
  attentionKey,
  attentionLines,
  attentionPages,
  attentionQuery,
  ownCompanyPages,
} from "../../contract/attention"
import { joinTexts } from "../../core/text/join-texts"
import { config } from "../../state/config"
import type { BadgeTone } from "../../ui/display/badge"
import type { IconName } from "../../ui/display/icons/icon"
import { type Task, TaskStrip } from "../../ui/display/task-strip"
import { useScreenContext } from "../../ui/hooks/screen-context"
import { useFormat } from "../../ui/hooks/use-format"
import { useQuery } from "../../ui/hooks/use-query"
import { useT } from "../../ui/hooks/use-t"
import { attention } from "../dashboard/api"

/** Tasks on the dashboard at most (docs/console.md#dashboard). */
const maxTasks = 6

const icons: Record<AttentionModule, IconName> = {
  campaigns: "campaign",
  draws: "ticket",
  announcements: "megaphone",
  surveys: "clipboard",
  gifts: "gift",
  feedback: "chat",
  companies: "building",
}

const tones: Partial<Record<AttentionKind, BadgeTone>> = { feedbackOverdue: "danger", drawsDue: "danger" }

/** Where the lines lead: the path of the role, and whether the person may open a path. */
export type AttentionPlace = { root: string; mayOpen: (path: string) => boolean }

/**
 * Returns what needs attention, most urgent first, of the modules that the person may open, with the number of records; no tasks
 * while they load, or when the call fails (docs/contract.md#attention).
 */
export const useAttention = ({ root, mayOpen }: AttentionPlace) => {
  const t = useT()
  const format = useFormat()
  const { data, error, reload } = useQuery(attention, undefined)
  const isShown = (module: AttentionModule) =>
    mayOpen(`${root}/${attentionPages[module]}`) && (module !== "feedback" || config.feedback === "api")
  const pathOf = (kind: AttentionKind) => {
    const { module } = attentionLines[kind]
    if (isShown(module)) return `${root}/${attentionPages[module]}?${new URLSearchParams(attentionQuery(kind))}`
    const own = ownCompanyPages[kind]
    return own && `${root}/${own}`
  }
  const tasks = data
    ?.flatMap(line => {
      const href = pathOf(line.kind)
      return href ? [{ ...line, href }] : []
    })
    .map(({ kind, count, title, date, href }): Task & { kind: AttentionKind; count: number } => {
      const { module } = attentionLines[kind]
      return {
        kind,
        count,
        href,
        icon: icons[module],
        tone: tones[kind] ?? "warning",
        text: t(attentionKey(kind), { count }),
        note: joinTexts(date && format.date(date), title),
      }
    })
  return { tasks, isFailed: error !== undefined && !data, reload }
}

/** What needs attention today; hidden if the call fails. */
export const Attention = () => {
  const t = useT()
  const { root, mayOpen } = useScreenContext()
  const { tasks, isFailed } = useAttention({ root, mayOpen })
  if (isFailed) return null
  return <TaskStrip title={t("attention.title")} tasks={tasks?.slice(0, maxTasks)} none={t("attention.none")} />
}
