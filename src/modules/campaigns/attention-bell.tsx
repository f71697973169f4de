import { useEffect, useEffectEvent, useState } from "react"
import type { AttentionKind } from "../../contract/attention"
import { isRecord } from "../../core/is-record"
import { localStore } from "../../core/storage"
import { CountedPanel } from "../../ui/controls/counted-panel"
import { Badge } from "../../ui/display/badge"
import { Link } from "../../ui/display/link"
import { useT } from "../../ui/hooks/use-t"
import { type AttentionPlace, useAttention } from "./attention"

/** How often the lines are read again while the page is visible, ms. */
const reloadMs = 60_000

/** Holds, for one person, how many records each line counted when it was last looked at. */
const seenKey = "attentionSeen"
type Seen = { person: string; counts: Partial<Record<AttentionKind, number>> }
const isSeen = (value: unknown): value is Seen => isRecord(value) && isRecord(value.counts)

/** The header's list of what needs the person, on every page; hidden where the call fails (docs/console.md#dashboard). */
export const AttentionBell = ({ person, ...place }: AttentionPlace & { person: string }) => {
  const t = useT()
  const { tasks, isFailed, reload } = useAttention(place)
  const [seen, setSeen] = useState(() => {
    const stored = localStore.getJson(seenKey, isSeen)
    return stored?.person === person ? stored.counts : {}
  })
  /** The counts that the open panel compares with. */
  const [before, setBefore] = useState(seen)

  const reloadVisible = useEffectEvent(() => {
    if (!document.hidden) reload()
  })
  useEffect(() => {
    const timer = setInterval(() => reloadVisible(), reloadMs)
    return () => clearInterval(timer)
  }, [])

  if (!tasks || isFailed) return null
  const isNew = ({ kind, count }: (typeof tasks)[number], counts = seen) => count > (counts[kind] ?? 0)
  const fresh = tasks.filter(task => isNew(task)).length
  const label = [t("attention.bell", { count: tasks.length }), fresh && t("attention.newCount", { count: fresh })]
    .filter(Boolean)
    .join(", ")
  const look = () => {
    const counts = Object.fromEntries(tasks.map(({ kind, count }) => [kind, count]))
    setBefore(seen)
    setSeen(counts)
    localStore.set(seenKey, JSON.stringify({ person, counts } satisfies Seen))
  }
  return (
    <CountedPanel icon="bell" label={label} title={t("attention.title")} count={tasks.length} onToggle={look}>
      {close => (
        <>
          <h2 tabIndex={-1}>{t("attention.title")}</h2>
          {tasks.length === 0 && <p className="subtle">{t("attention.none")}</p>}
          <ul>
            {tasks.map(task => (
              <li key={task.kind}>
                <div>
                  <b>
                    <Link className="link" href={task.href} onClick={close}>
                      {task.text}
                    </Link>
                  </b>
                  <small>{task.note}</small>
                </div>
                {isNew(task, before) && <Badge tone="info">{t("attention.new")}</Badge>}
              </li>
            ))}
          </ul>
        </>
      )}
    </CountedPanel>
  )
}
