import type { ReactNode } from "react"
import type { Page } from "../../core/envelope"
import { settings } from "../../state/settings"
import { Card } from "../display/card"
import { ErrorPanel } from "../display/error-panel"
import type { useQuery } from "../hooks/use-query"
import { Pager } from "./pager"
import { type CellContext, type Column, type Sort, Table } from "./table"
import { type List, useClampedPage } from "./use-list"

type Selection = { ids: ReadonlySet<string>; onSelect: (ids: ReadonlySet<string>) => void }

/** One page of a list in a card: filters, rows and pager, or what stands in their place. */
export const ListCard = <T extends { id: string }>(props: {
  /** Names the card and its table. */
  label: string
  caption?: string
  captionId?: string
  /** Under which the page size is kept. */
  name: string
  list: List
  entry: Pick<ReturnType<typeof useQuery<unknown, Page<T>>>, "data" | "error" | "reload">
  columns: Column<T>[]
  rowLabel: (row: T, context: CellContext) => string
  rowMenu: (row: T) => ReactNode
  sort?: Sort
  onSort?: (sort: Sort) => void
  selection?: Selection
  /** Above the rows: a title, filters, the bar of the selection. */
  children?: ReactNode
  /** In place of the rows when there are none. */
  empty: ReactNode
  /** Title of the error when nothing could be loaded. */
  failed: string
  summary: (from: number, to: number, total: number) => string
}) => {
  const { list, entry } = props
  const { data, error } = entry
  const { page, pageSize } = list.state
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
          captionId={props.captionId}
          columns={props.columns}
          rows={data?.rows ?? []}
          rowLabel={props.rowLabel}
          isLoading={!data}
          skeletonRows={pageSize}
          sort={props.sort}
          onSort={props.onSort}
          selected={props.selection?.ids}
          onSelect={props.selection?.onSelect}
          rowMenu={props.rowMenu}
        />
      )}
      {data && data.total > 0 && (
        <Pager
          page={page}
          pageSize={pageSize}
          total={data.total}
          summary={(from, to) => props.summary(from, to, data.total)}
          hrefOf={to => list.hrefOf({ page: to })}
          onPageSize={size => {
            settings.pageSize[props.name] = size
            list.go({ page: 0, pageSize: size })
          }}
        />
      )}
    </Card>
  )
}
