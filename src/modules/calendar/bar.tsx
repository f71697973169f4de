import type { PointerEvent } from "react"
import type { CalendarEntry } from "../../contract/calendar"
import { joinTexts } from "../../core/text/join-texts"
import { Icon } from "../../ui/display/icons/icon"
import { useFormat } from "../../ui/hooks/use-format"
import { useT } from "../../ui/hooks/use-t"
import { kinds } from "./kinds"
import { entryText, statusText } from "./texts"
import type { Segment } from "./week-layout"

/** The part of an entry that lies in one week. Its days are reached by keyboard through the grid, so that it is no tab stop. */
export const Bar = (props: {
  segment: Segment
  hasOverlap: boolean
  isMovable: boolean
  isPending: boolean
  onOpen: (entry: CalendarEntry) => void
  onMove: (entry: CalendarEntry) => void
  onPointerDown: (event: PointerEvent) => void
}) => {
  const t = useT()
  const format = useFormat()
  const { place, column, length, lane, isContinued, continues } = props.segment
  const { entry, part } = place
  const isDrawDay = part === "drawDate"
  const status = statusText(entry, t)
  const text = entryText(entry, props.hasOverlap, t, format)
  const name = isDrawDay ? `${t("calendar.event.drawn")}: ${[entry.title, entry.owner, status].filter(Boolean).join(", ")}` : text
  return (
    <button
      type="button"
      tabIndex={-1}
      className="schedule__bar"
      data-kind={entry.kind}
      data-lane={lane}
      data-length={length}
      data-column={column}
      data-continued={isContinued || undefined}
      data-continues={continues || undefined}
      data-approval={entry.approval || undefined}
      data-movable={props.isMovable || undefined}
      aria-busy={props.isPending || undefined}
      aria-label={name}
      title={name}
      onClick={() => props.onOpen(entry)}
      onKeyDown={event => {
        if (event.key.toLowerCase() !== "m" || event.ctrlKey || event.metaKey || event.altKey) return
        event.preventDefault()
        event.stopPropagation()
        props.onMove(entry)
      }}
      onPointerDown={props.isMovable ? props.onPointerDown : undefined}
    >
      <Icon name={isDrawDay ? "trophy" : kinds[entry.kind].icon} size="sm" />
      {props.hasOverlap && <Icon name="alert" size="sm" />}
      <span>
        {entry.title} <small>{joinTexts(entry.owner, status)}</small>
      </span>
    </button>
  )
}
