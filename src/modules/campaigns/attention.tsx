import { type AttentionKind, attentionLines, attentionQuery } from "../../contract/attention"
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

/** The list of each module, below the path of the role. */
const lists: Record<(typeof attentionLines)[AttentionKind]["module"], [path: string, icon: IconName]> = {
  campaigns: ["campaigns", "campaign"],
  draws: ["draws", "ticket"],
  announcements: ["announcement-management", "megaphone"],
  surveys: ["survey-management", "clipboard"],
  gifts: ["gift-management", "gift"],
  feedback: ["feedback-management", "chat"],
  companies: ["company-management", "building"],
}

const tones: Partial<Record<AttentionKind, BadgeTone>> = { feedbackOverdue: "danger", drawsDue: "danger" }

/**
 * What needs attention today, most urgent first, of the modules that the person may open; hidden if the call fails
 * (docs/contract.md#attention).
 */
export const Attention = () => {
  const t = useT()
  const format = useFormat()
  const { base, mayOpen } = useScreenContext()
  const { data, error } = useQuery(attention, undefined)
  if (error !== undefined && !data) return null
  const root = base.replace(/\/[^/]+$/, "")
  const isShown = (module: keyof typeof lists) =>
    mayOpen(`${root}/${lists[module][0]}`) && (module !== "feedback" || config.feedback === "api")
  const tasks = data
    ?.filter(({ kind }) => isShown(attentionLines[kind].module))
    .slice(0, maxTasks)
    .map(({ kind, count, title, date }): Task => {
      const [path, icon] = lists[attentionLines[kind].module]
      return {
        href: `${root}/${path}?${new URLSearchParams(attentionQuery(kind))}`,
        icon,
        tone: tones[kind] ?? "warning",
        text: t(`attention.${kind}`, { count }),
        note: [date && format.date(date), title].filter(Boolean).join(" · "),
      }
    })
  return <TaskStrip title={t("attention.title")} tasks={tasks} none={t("attention.none")} />
}
