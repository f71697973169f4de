import type { FeedbackTimes } from "../../contract/feedback"
import { formatDuration } from "../../core/dates/duration"
import { i18n } from "../../state/instances"
import { Badge } from "../../ui/display/badge"
import { useFormat } from "../../ui/hooks/use-format"
import { useNow } from "../../ui/hooks/use-now"
import { useT } from "../../ui/hooks/use-t"

/** How long staff have left to answer, or by how long the answer is overdue; the instant is its title. Nothing without one. */
export const DueTime = ({ dueDate }: Pick<FeedbackTimes, "dueDate">) => {
  const t = useT()
  const format = useFormat()
  const left = Date.parse(dueDate ?? "") - useNow()
  if (Number.isNaN(left)) return null
  const time = formatDuration(left, i18n.language())
  return (
    <time className="nowrap" dateTime={dueDate ?? undefined} title={format.dateTime(dueDate)}>
      {left < 0 ? <Badge tone="danger">{t("feedback.overdueBy", { time })}</Badge> : t("feedback.dueIn", { time })}
    </time>
  )
}
