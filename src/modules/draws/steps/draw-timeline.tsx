import { type Draw, statuses, winnerStates } from "../../../contract/draws/draws"
import { compact } from "../../../core/compact"
import { Card } from "../../../ui/display/card"
import { Timeline } from "../../../ui/display/timeline"
import { useFormat } from "../../../ui/hooks/use-format"
import { useNow } from "../../../ui/hooks/use-now"
import { useT } from "../../../ui/hooks/use-t"
import { hasPrize } from "../winners/winners"

/** The steps of a draw in time order: those done, with their date, and those to come. */
export const DrawTimeline = ({ draw }: { draw: Draw }) => {
  const t = useT()
  const format = useFormat()
  const now = useNow()
  const status = statuses.name(draw.status)
  const { lock, drawnAt, winners } = draw
  const isPublished = status !== "draft"
  const isPast = (date: string) => isPublished && now >= Date.parse(date)
  const holders = winners.filter(hasPrize)
  const countOf = (...names: string[]) => holders.filter(({ state }) => names.includes(winnerStates.name(state) ?? "")).length
  const notified = countOf("notified", "delivered")
  const delivered = countOf("delivered")
  const isDrawn = status === "drawn"
  const total = holders.length
  const share = (done: number) =>
    isDrawn && total > 0 ? t("draw.countOf", { done: format.number(done), total: format.number(total) }) : t("draw.notYet")
  const steps = [
    {
      label: t(isPast(draw.startDate) ? "draw.flow.started" : "draw.flow.start"),
      note: format.dateTime(draw.startDate),
      isDone: isPast(draw.startDate),
      isOptional: false,
    },
    {
      label: t(isPast(draw.endDate) ? "draw.flow.ended" : "draw.flow.end"),
      note: format.dateTime(draw.endDate),
      isDone: isPast(draw.endDate),
      isOptional: false,
    },
    {
      label: t(lock ? "draw.flow.locked" : "draw.flow.lock"),
      note: lock ? format.dateTime(lock.lockedAt) : t("draw.notYet"),
      isDone: lock !== null,
      isOptional: true,
    },
    {
      label: t(isDrawn ? "draw.flow.drawn" : "draw.flow.draw"),
      note: format.dateTime(isDrawn ? (drawnAt ?? draw.drawDate) : draw.drawDate),
      isDone: isDrawn,
      isOptional: status === "cancelled",
    },
    {
      label: t(notified === total && total > 0 ? "draw.flow.notifiedAll" : "draw.flow.notified"),
      note: share(notified),
      isDone: isDrawn && total > 0 && notified === total,
      isOptional: status === "cancelled",
    },
    {
      label: t(delivered === total && total > 0 ? "draw.flow.deliveredAll" : "draw.flow.delivered"),
      note: share(delivered),
      isDone: isDrawn && total > 0 && delivered === total,
      isOptional: status === "cancelled",
    },
  ].filter(({ isDone, isOptional }) => isDone || !(isOptional && (isDrawn || status === "cancelled")))
  return (
    <Card title={t("draw.flow")}>
      <Timeline
        items={compact([
          ...steps.map(({ label, note, isDone }) => ({ key: label, label, notes: [note], isDone })),
          status === "cancelled" && {
            key: "cancelled",
            label: t("draw.status.cancelled"),
            notes: [format.dateTime(draw.updatedDate)],
            isDone: true,
          },
        ])}
      />
    </Card>
  )
}
