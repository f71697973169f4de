import { useMemo } from "react"
import type { Page } from "../../core/envelope"
import type { Query } from "../../core/http"
import type { Key } from "../../core/i18n"
import type { Read } from "../../core/query"
import { Avatar } from "../display/avatar"
import { Empty } from "../display/empty"
import { Identity } from "../display/identity"
import { useQuery } from "../hooks/use-query"
import { useT } from "../hooks/use-t"
import type { CellContext } from "../lists/cell-context"
import { dateTimeColumn } from "../lists/columns"
import { ListCard } from "../lists/list-card"
import type { Column } from "../lists/table"
import { useKeptPage } from "../lists/use-kept-page"
import { useList } from "../lists/use-list"

type Labels = Record<string, Key>

/** A change of a record; `before` and `after` are its members. */
type Change = {
  id: string
  at: string
  actorEmail: string
  action: string
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
}

/** Names what an entry changed, by the labels of the form; other members are named as the record's. */
const changesOf = (labels: Labels, { before, after, action }: Change, { t }: CellContext): string => {
  if (action !== "update") return ""
  const members = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  const names = members.flatMap(member => {
    const label = labels[member]
    return label && JSON.stringify(before?.[member]) !== JSON.stringify(after?.[member]) ? [t(label)] : []
  })
  return [...new Set(names)].join(", ")
}

const columnsOf = (labels: Labels, actions: readonly string[]): Column<Change>[] => [
  {
    key: "actor",
    label: "history.changedBy",
    isMain: true,
    text: row => row.actorEmail,
    cell: row => <Identity picture={<Avatar name={row.actorEmail} />}>{row.actorEmail}</Identity>,
  },
  {
    key: "action",
    label: "history.change",
    size: "lg",
    rank: 0,
    text: (row, context) => {
      const { t } = context
      const action = actions.includes(row.action) ? t(`history.action.${row.action}` as Key) : row.action
      return [action, changesOf(labels, row, context)].filter(Boolean).join(": ")
    },
  },
  { ...dateTimeColumn("at", "history.changedAt"), rank: 0 },
]

/**
 * Who changed a record, when, and what (docs/contract.md#audit-and-undo).
 * @param read the call of its changes; @param actions those that have a text; @param labels texts of the members, as in the form
 */
export const RecordHistory = <C extends Change>({
  entity,
  id,
  read,
  actions,
  labels,
}: {
  entity: string
  id: string
  read: Read<Query, Page<C>>
  actions: readonly string[]
  labels: Labels
}) => {
  const t = useT()
  const name = `${entity}History`
  const list = useList(name, { pageSize: 20 })
  const { page, pageSize } = list.state
  const entry = useQuery(read, { entity, entityId: id, page, pageSize })
  const { data, isStale } = useKeptPage(entry)
  const columns = useMemo(() => columnsOf(labels, actions), [labels, actions])
  return (
    <ListCard
      label={t("history.history")}
      name={name}
      list={list}
      entry={{ ...entry, data }}
      isStale={isStale}
      columns={columns}
      rowLabel={(row, { format }) => `${row.actorEmail}, ${format.dateTime(row.at)}`}
      rowMenu={() => null}
      empty={<Empty tone="neutral" icon="history" title={t("history.noHistory")} text={t("history.noHistoryText")} />}
      failed={t("history.historyFailed")}
      summary={(from, to, count) => t("history.changesCount", { count, from, to })}
    >
      <div className="card__head">
        <h2>{t("history.history")}</h2>
      </div>
    </ListCard>
  )
}
