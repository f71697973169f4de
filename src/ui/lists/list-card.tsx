import type { ReactNode } from "react"
import type { Page } from "../../core/http/pages"
import { Card } from "../display/card"
import type { useQuery } from "../hooks/use-query"
import { ErrorPanel } from "../placeholders/error-panel"
import type { CellContext } from "./cell-context"
import { Pager } from "./pager"
import { type Column, type Sort, Table } from "./table"
import { type List, useClampedPage } from "./use-list"

type Selection = { ids: ReadonlySet<string>; onSelect: (ids: ReadonlySet<string>) => void }

/** A page of a list in a card: rows and pager, or the empty or error state in their place. */
export const ListCard = <T extends { id: string }>(props: {
  /** Accessible name of the card. */
  label: string
  /** Caption of the table; `label` if absent. */
  caption?: string
  /** Key of the stored page size. */
  name: string
  list: List
  entry: Pick<ReturnType<typeof useQuery<unknown, Page<T>>>, "data" | "error" | "reload">
  /** Whether the rows are those of an earlier query while others are loaded. */
  isStale?: boolean
  /** See Table. */
  isDeferred?: boolean
  columns: Column<T>[]
  rowLabel: (row: T, context: CellContext) => string
  rowMenu: (row: T) => ReactNode
  sort?: Sort
  onSort?: (sort: Sort) => void
  selection?: Selection
  /** Shown above the rows: title, filters, bulk bar. */
  children?: ReactNode
  /** Shown in place of the rows of an empty list. */
  empty: ReactNode
  /** Title of the error of a failed load. */
  failed: string
  summary: (from: number, to: number, total: number) => string
}) => {
  const { list, entry } = props
  const { data, error } = entry
  useClampedPage(list, data)
  return (
    <Card label={props.label}>
      {props.children}
      {error !== undefined && !data ? (
        <ErrorPanel title={props.failed} error={error} onRetry={entry.reload} />
      ) : data && data.rows.length === 0 ? (
        props.empty
      ) : (
        <Table
          caption={props.caption ?? props.label}
          columns={props.columns}
          rows={data?.rows ?? []}
          rowLabel={props.rowLabel}
          isLoading={!data}
          isStale={props.isStale}
          isDeferred={props.isDeferred}
          skeletonRows={list.state.pageSize}
          sort={props.sort}
          onSort={props.onSort}
          selected={props.selection?.ids}
          onSelect={props.selection?.onSelect}
          rowMenu={props.rowMenu}
        />
      )}
      {data && data.total > 0 && <Pager list={list} name={props.name} total={data.total} summary={props.summary} />}
    </Card>
  )
}
