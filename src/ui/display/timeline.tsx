import type { ReactNode } from "react"
import { useT } from "../hooks/use-t"

export type TimelineItem = { key: string; label: ReactNode; notes?: readonly string[]; isDone: boolean }

/** Steps in their order, joined by a line; those that are done are filled. */
export const Timeline = ({ items }: { items: readonly TimelineItem[] }) => {
  const t = useT()
  return (
    <ol className="timeline">
      {items.map(({ key, label, notes = [], isDone }) => (
        <li key={key} data-done={isDone || undefined}>
          {label}
          {isDone && <span className="sr-only">{t("ui.stepDone")}</span>}
          {notes.map(note => (
            <small key={note}>{note}</small>
          ))}
        </li>
      ))}
    </ol>
  )
}
