import { useSyncExternalStore } from "react"
import { useSnapshot } from "valtio"
import { compact } from "../../../core/compact"
import { errorMessage } from "../../../core/http/errors"
import { notifyFailure } from "../../../state/notifications"
import { recentActions } from "../../../state/recent-actions"
import { Button, LinkButton } from "../../../ui/controls/button"
import { Alert } from "../../../ui/display/alert"
import { Card } from "../../../ui/display/card"
import { Progress } from "../../../ui/display/progress"
import { Stats } from "../../../ui/display/stats"
import { untranslated } from "../../../ui/display/untranslated"
import { useScreenContext } from "../../../ui/hooks/screen-context"
import { useFormat } from "../../../ui/hooks/use-format"
import { useNow } from "../../../ui/hooks/use-now"
import { useT } from "../../../ui/hooks/use-t"
import { downloadRejected, reasonOf } from "./files"
import type { Job, SentRow } from "./job"
import { rowName } from "./rows"
import type { StoredJob } from "./stored-job"
import { timeLeft } from "./time-left"

/** Failures that are listed; the file has all of them. */
const maxListed = 100

const isSettled = (outcome: SentRow["outcome"]) => outcome === "added" || outcome === "updated" || outcome === "unchanged"

/** The transfer while it runs or pauses, and its report. */
export const Transfer = (props: {
  job: Job
  stored: StoredJob
  /** The recorded action of one that has ended. */
  actionId?: string
  /** Rows that were left out before the transfer. */
  skipped: readonly SentRow[]
  onResume: () => void
  onRepair: (rows: readonly SentRow[]) => void
  onClose: () => void
}) => {
  const { job, stored, skipped } = props
  const t = useT()
  const format = useFormat()
  const now = useNow(1_000)
  const { base } = useScreenContext()
  const { list } = useSnapshot(recentActions)
  const isUndone = list.some(({ id, undo }) => id === props.actionId && undo === "done")
  const state = useSyncExternalStore(job.subscribe, job.state)
  const { status, total, added, updated, refused, unknown, waitUntil = 0, error } = state
  const done = added + updated + refused + unknown
  const isAtEnd = done === total
  const isActive = status !== "paused" && status !== "ended"
  const rejected = isActive
    ? []
    : [...job.rows(), ...skipped].filter(({ outcome }) => !isSettled(outcome)).sort((a, b) => a.line - b.line)
  const failed = rejected.filter(({ outcome }) => outcome && outcome !== "skipped")
  const unchanged = skipped.filter(({ outcome }) => outcome === "unchanged").length
  const duration = (ms: number) => {
    const count = Math.max(1, Math.ceil(ms / 1000))
    return count < 120 ? t("bulk.seconds", { count }) : t("bulk.minutes", { count: Math.ceil(count / 60) })
  }
  const left = timeLeft(state, now)
  const texts = {
    running: left === undefined ? t("bulk.estimating") : t("bulk.timeLeft", { time: duration(left) }),
    waiting: t("bulk.waiting", { time: duration(waitUntil - now), left: duration(left ?? waitUntil - now) }),
    offline: t("bulk.offline"),
    paused: t("bulk.paused"),
    ended: "",
  }
  return (
    <>
      {isUndone && <Alert tone="info" title={t("bulk.undone")} />}
      <Card
        title={t(isAtEnd ? "bulk.finished" : "bulk.sending")}
        note={t("bulk.progress", { done: format.number(done), total: format.number(total) })}
      >
        <Progress value={total ? done / total : 1} label={t("bulk.sending")} />
        <p className="muted" role={status === "running" ? undefined : "status"}>
          {isAtEnd ? `${stored.fileName}: ${t("bulk.finished")}` : texts[status]}
        </p>
      </Card>
      <Stats
        label={t("bulk.transfer")}
        items={compact([
          { label: t("bulk.added"), value: format.number(added) },
          { label: t("bulk.updated"), value: format.number(updated) },
          { label: t("bulk.states.unchanged"), value: format.number(unchanged) },
          { label: t("bulk.notAdded"), value: format.number(refused) },
          { label: t("bulk.skipped"), value: format.number(skipped.length - unchanged) },
          !isAtEnd && { label: t("bulk.open"), value: format.number(total - done) },
          unknown && { label: t("bulk.unknown"), value: format.number(unknown) },
        ])}
      />
      {error !== undefined && <Alert tone="danger" title={errorMessage(error, "employee.createFailed", t)} />}
      {failed.length > 0 && (
        <Card title={t("bulk.failures")}>
          <ul className="bulk-results">
            {failed.slice(0, maxListed).map(row => (
              <li key={row.line}>
                <b>
                  {t("bulk.line", { line: row.line })}: {untranslated(rowName(row))}
                </b>
                <span>
                  {untranslated(row.values.email ?? "")}: {reasonOf(row, t)}
                </span>
              </li>
            ))}
          </ul>
        </Card>
      )}
      <div className="action-bar">
        <p />
        {isActive && <Button onClick={() => job.pause()}>{t("bulk.pause")}</Button>}
        {rejected.length > 0 && (
          <Button
            icon="download"
            onClick={() =>
              downloadRejected(rejected, stored.headings, stored.fileName, t).catch(failure =>
                notifyFailure(failure, "ui.exportFailed"),
              )
            }
          >
            {t("bulk.downloadRejected")}
          </Button>
        )}
        {!isActive && (
          <Button tone="ghost" onClick={props.onClose}>
            {t(isAtEnd ? "bulk.another" : "bulk.giveUp")}
          </Button>
        )}
        {isAtEnd && failed.length > 0 && <Button onClick={() => props.onRepair(rejected)}>{t("bulk.repair")}</Button>}
        {isAtEnd ? (
          <LinkButton tone="primary" href={base}>
            {t("bulk.toList")}
          </LinkButton>
        ) : (
          !isActive && (
            <Button tone="primary" onClick={props.onResume}>
              {t("bulk.resume")}
            </Button>
          )
        )}
      </div>
    </>
  )
}
