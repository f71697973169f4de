import { useMemo } from "react"
import { type AuditEntry, type AuditedRecord, actions } from "../../contract/audit"
import { Avatar } from "../../ui/display/avatar"
import { Empty } from "../../ui/display/empty"
import { Identity } from "../../ui/display/identity"
import { useQuery } from "../../ui/hooks/use-query"
import { useT } from "../../ui/hooks/use-t"
import type { CellContext } from "../../ui/lists/cell-context"
import { dateTimeColumn } from "../../ui/lists/columns"
import { ListCard } from "../../ui/lists/list-card"
import type { Column } from "../../ui/lists/table"
import { useKeptPage } from "../../ui/lists/use-kept-page"
import { useList } from "../../ui/lists/use-list"
import { listChanges } from "./api"

type Labels = Record<string, Parameters<CellContext["t"]>[0]>

/** Names what an entry changed, by the labels of the form; other members are named as the record's. */
const changesOf = (labels: Labels, { before, after, action }: AuditEntry, { t }: CellContext): string => {
  if (action !== "update") return ""
  const members = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  const names = members.flatMap(member => {
    const label = labels[member]
    return label && JSON.stringify(before?.[member]) !== JSON.stringify(after?.[member]) ? [t(label)] : []
  })
  return [...new Set(names)].join(", ")
}

const columnsOf = (labels: Labels): Column<AuditEntry>[] => [
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
      const action = actions.includes(row.action) ? t(`history.action.${row.action}`) : row.action
      return [action, changesOf(labels, row, context)].filter(Boolean).join(": ")
    },
  },
  { ...dateTimeColumn("at", "history.changedAt"), rank: 0 },
]

/** Who changed a record, when, and what (docs/contract.md#audit-and-undo). @param labels texts of the members, as in the form */
export const History = ({ entity, id, labels }: { entity: AuditedRecord; id: string; labels: Labels }) => {
  const t = useT()
  const name = `${entity}History`
  const list = useList(name, { pageSize: 20 })
  const { page, pageSize } = list.state
  const entry = useQuery(listChanges, { entity, entityId: id, page, pageSize })
  const { data, isStale } = useKeptPage(entry)
  const columns = useMemo(() => columnsOf(labels), [labels])
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
