import { useEffect, useId, useRef } from "react"
import { useSnapshot } from "valtio"
import { joinTexts } from "../../core/text/join-texts"
import { isUndoable, type RecentAction, recentActions, undoRequested } from "../../state/recent-actions"
import { Button } from "../../ui/controls/button"
import { CountedPanel } from "../../ui/controls/counted-panel"
import { Link } from "../../ui/display/link"
import { useFormat } from "../../ui/hooks/use-format"
import { useNow } from "../../ui/hooks/use-now"
import { useT } from "../../ui/hooks/use-t"

/** The header's list of the person's changes, each with its undo until it expires (docs/console.md#recent-actions). */
export const RecentActions = () => {
  const t = useT()
  const { list } = useSnapshot(recentActions)
  const count = list.filter(isUndoable).length
  const state = count ? t("recent.undoable", { count }) : ""
  const label = [t("recent.title"), state].filter(Boolean).join(", ")
  return (
    <>
      <span className="sr-only" role="status">
        {state && label}
      </span>
      {list.length > 0 && (
        <div className="topbar__recent">
          <CountedPanel icon="history" label={label} title={t("recent.title")} count={count}>
            {close => <Actions list={list as RecentAction[]} onLeave={close} />}
          </CountedPanel>
        </div>
      )}
    </>
  )
}

const Actions = ({ list, onLeave }: { list: readonly RecentAction[]; onLeave: () => void }) => {
  const t = useT()
  const title = useRef<HTMLHeadingElement>(null)
  const shown = useRef(list)

  // The undo button disappears when it has been used: the panel keeps the focus.
  useEffect(() => {
    const panel = title.current?.parentElement
    if (shown.current !== list && !panel?.contains(document.activeElement)) title.current?.focus()
    shown.current = list
  }, [list])

  return (
    <>
      <h2 ref={title} tabIndex={-1}>
        {t("recent.title")}
      </h2>
      <ul>
        {[...list].reverse().map(action => (
          <Action key={action.id} action={action} onLeave={onLeave} />
        ))}
      </ul>
    </>
  )
}

const Action = ({ action, onLeave }: { action: RecentAction; onLeave: () => void }) => {
  const t = useT()
  const format = useFormat()
  const now = useNow(15_000)
  const id = useId()
  const { title, subject, href, undo, expires } = action
  const time = format.time(new Date(action.at).toISOString())
  const minutes = Math.max(1, Math.ceil((expires - now) / 60_000))
  const note = undo === "done" ? t("recent.undone") : isUndoable(action) ? t("recent.minutes", { count: minutes }) : ""
  return (
    <li>
      <div>
        <b id={id}>
          {href && undo !== "done" ? (
            <Link className="link" href={href} onClick={onLeave}>
              {subject ?? title}
            </Link>
          ) : (
            (subject ?? title)
          )}
        </b>
        <small>{joinTexts(subject && title, time, note)}</small>
      </div>
      {undo !== "done" && action.tokens.length > 0 && (
        <Button size="sm" busy={undo !== undefined} aria-describedby={id} onClick={() => undoRequested(action.id)}>
          {t("ui.undo")}
        </Button>
      )}
    </li>
  )
}
