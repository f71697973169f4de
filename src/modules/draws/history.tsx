import { type AuditEntry, actions } from "../../contract/audit"
import type { Draw } from "../../contract/draws"
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
import { listChanges } from "../audit/api"
import { draws } from "./resource"

type Labels = Record<string, Parameters<CellContext["t"]>[0]>

/** Names what an entry changed, by the labels of the form; other members are named as the record's. */
const changesOf = ({ before, after, action }: AuditEntry, { t }: CellContext): string => {
  if (action !== "update") return ""
  const labels: Labels = draws.labels
  const members = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  const names = members.flatMap(member => {
    const label = labels[member]
    return label && JSON.stringify(before?.[member]) !== JSON.stringify(after?.[member]) ? [t(label)] : []
  })
  return [...new Set(names)].join(", ")
}

const columns: Column<AuditEntry>[] = [
  {
    key: "actor",
    label: "draw.changedBy",
    isMain: true,
    text: row => row.actorEmail,
    cell: row => <Identity picture={<Avatar name={row.actorEmail} />}>{row.actorEmail}</Identity>,
  },
  {
    key: "action",
    label: "draw.change",
    size: "lg",
    rank: 0,
    text: (row, context) => {
      const { t } = context
      const action = actions.includes(row.action) ? t(`draw.action.${row.action}`) : row.action
      return [action, changesOf(row, context)].filter(Boolean).join(": ")
    },
  },
  { ...dateTimeColumn("at", "draw.changedAt"), rank: 0 },
]

/** Who changed the draw, when, and what (docs/contract.md#audit-and-undo). */
export const History = ({ draw }: { draw: Draw }) => {
  const t = useT()
  const list = useList("drawHistory", { pageSize: 20 })
  const { page, pageSize } = list.state
  const entry = useQuery(listChanges, { entity: "draw", entityId: draw.id, page, pageSize })
  const { data, isStale } = useKeptPage(entry)
  return (
    <ListCard
      label={t("draw.part.history")}
      name="drawHistory"
      list={list}
      entry={{ ...entry, data }}
      isStale={isStale}
      columns={columns}
      rowLabel={(row, { format }) => `${row.actorEmail}, ${format.dateTime(row.at)}`}
      rowMenu={() => null}
      empty={<Empty tone="neutral" icon="history" title={t("draw.noHistory")} text={t("draw.noHistoryText")} />}
      failed={t("draw.historyFailed")}
      summary={(from, to, count) => t("draw.changesCount", { count, from, to })}
    >
      <div className="card__head">
        <h2>{t("draw.part.history")}</h2>
      </div>
    </ListCard>
  )
}
