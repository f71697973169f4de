import { useState } from "react"
import type { Key, Translate } from "../../../core/text/i18n"
import { Button } from "../../controls/button"
import { Card } from "../../display/card"
import { Icon, type IconName } from "../../display/icons/icon"
import { Avatar } from "../../display/pictures/avatar"
import { type Owned, useRecordPaths, useScreenContext } from "../../hooks/screen-context"
import { useFormat } from "../../hooks/use-format"
import { useMainFocus } from "../../hooks/use-main-focus"
import { useNow } from "../../hooks/use-now"
import { useQuery } from "../../hooks/use-query"
import { useT } from "../../hooks/use-t"
import { Pager } from "../../lists/pager"
import { useClampedPage, useList } from "../../lists/use-list"
import { usePreviousData } from "../../lists/use-previous-data"
import { Empty } from "../../placeholders/empty"
import { QueryPlaceholder } from "../loading/query-placeholder"
import { ChangeTable } from "./change-table"
import { type Change, changedMembers, displayedMembers, type HistorySpec, versionOf, withToken } from "./history-spec"
import { RestoreDialog } from "./restore-dialog"

const actionIcons: Record<string, IconName> = {
  create: "plus",
  update: "edit",
  delete: "trash",
  undo: "arrow-left",
  restore: "history",
  upload: "upload",
}

/** Returns the text of an action; its name on the wire when it is not one of the known ones. */
export const actionText = (known: readonly string[], action: string, t: Translate): string =>
  known.includes(action) ? t(`history.action.${action}` as Key) : action

export const ActionIcon = ({ action }: { action: string }) => <Icon name={actionIcons[action] ?? "check"} size="sm" />

/** When a change was made: how long ago, and the time. */
const ChangeTime = ({ at }: { at: string }) => {
  const format = useFormat()
  const now = useNow()
  return (
    <time dateTime={at} className="subtle small">
      {format.ago(at, now)} · {format.dateTime(at)}
    </time>
  )
}

/** Fields that are shown without opening the entry. */
const shownFields = 6

const Entry = ({ spec, change, onRestore }: { spec: HistorySpec; change: Change; onRestore: (() => void) | undefined }) => {
  const t = useT()
  const format = useFormat()
  const { actorEmail, actorName = "", action, at, before, after } = change
  const actor = actorName || actorEmail
  const names = changedMembers(spec, displayedMembers(spec, before), displayedMembers(spec, after))
  const labels = names.map(name => (spec.labels[name] ? t(spec.labels[name]) : name))
  const isWhole = action === "create" || action === "delete"
  const title = actionText(spec.actions, action, t)
  return (
    <li data-row={change.id}>
      <div className="change__head">
        <Avatar name={actor} />
        <b title={actorEmail} translate="no">
          {withToken(actor, change)}
        </b>
        <ChangeTime at={at} />
        {onRestore && (
          <Button
            size="sm"
            icon="history"
            aria-label={t("history.restoreOf", { time: `${format.dateTime(at)}:${at.slice(17, 19)}` })}
            onClick={onRestore}
          >
            {t("history.restore")}
          </Button>
        )}
      </div>
      <details open={!isWhole && names.length > 0 && names.length <= shownFields}>
        <summary>
          <ActionIcon action={action} />
          {isWhole || !labels.length ? title : `${title}: ${[...new Set(labels)].join(", ")}`}
        </summary>
        <ChangeTable
          spec={spec}
          caption={title}
          before={action === "create" ? null : before}
          after={action === "delete" ? null : after}
        />
      </details>
    </li>
  )
}

/**
 * Who changed a record, when, and what, field by field; an earlier version can be made the next one
 * (docs/console.md#history).
 * @param blockedReason why no version can be restored, such as a state in which the record is fixed
 */
export const RecordHistory = ({
  spec,
  record,
  blockedReason,
}: {
  spec: HistorySpec
  record: Owned & { id: string }
  blockedReason?: Key | undefined
}) => {
  const t = useT()
  const { may, mayChange } = useScreenContext()
  const paths = useRecordPaths()
  const name = `${spec.entity}History`
  const list = useList(name, { pageSize: 20 })
  const { page, pageSize } = list.state
  const entry = useQuery(spec.list, { entity: spec.entity, entityId: record.id, page, pageSize })
  const { data, isStale } = usePreviousData(entry)
  const [restored, setRestored] = useState<Change>()
  const [restorations, setRestorations] = useState(0)
  // The button that was pressed moves down with its entry.
  useMainFocus(restorations)
  useClampedPage(list, data)
  if (!data)
    return (
      <Card title={t("history.history")}>
        <QueryPlaceholder entry={entry} failed={t("history.historyFailed")} />
      </Card>
    )
  const mayRestore = may("write") && mayChange(record) && !blockedReason
  const isNewest = (index: number) => page === 0 && index === 0
  return (
    <Card label={t("history.history")}>
      <div className="card__head">
        <h2>{t("history.history")}</h2>
      </div>
      {blockedReason && <p className="read-only-note">{t(blockedReason)}</p>}
      {data.rows.length === 0 ? (
        <Empty icon="history" title={t("history.noHistory")} text={t("history.noHistoryText")} />
      ) : (
        <ol className="history" aria-busy={isStale || undefined}>
          {data.rows.map((change, index) => (
            <Entry
              key={change.id}
              spec={spec}
              change={change}
              onRestore={mayRestore && !isNewest(index) && versionOf(spec, change) ? () => setRestored(change) : undefined}
            />
          ))}
        </ol>
      )}
      {data.total > pageSize && (
        <Pager
          list={list}
          name={name}
          total={data.total}
          summary={(from, to, count) => t("history.changesCount", { count, from, to })}
        />
      )}
      {restored && (
        <RestoreDialog
          spec={spec}
          id={record.id}
          change={restored}
          href={paths.view(record.id)}
          onRestored={() => setRestorations(restorations + 1)}
          onClose={() => setRestored(undefined)}
        />
      )}
    </Card>
  )
}
