import type { ReactNode } from "react"
import type { Query } from "../../core/http/http"
import type { Page } from "../../core/http/pages"
import type { Read } from "../../core/http/query"
import type { Key } from "../../core/text/i18n"
import { NotOffered } from "../../state/features"
import { Card } from "../../ui/display/card"
import type { IconName } from "../../ui/display/icons/icon"
import { useQuery } from "../../ui/hooks/use-query"
import { useT } from "../../ui/hooks/use-t"
import { FilterBar } from "../../ui/lists/filter-bar"
import { ListCard } from "../../ui/lists/list-card"
import { KeywordFilter } from "../../ui/lists/list-filters"
import type { Column } from "../../ui/lists/table"
import { useList } from "../../ui/lists/use-list"
import { Empty } from "../../ui/placeholders/empty"
import { NoMatch } from "../../ui/placeholders/no-match"
import { MissingSection } from "./section"

/** A list in a tab of a company's page, by name: search, rows and pager. */
export const SectionList = <T extends { id: string }, Q extends Query>(props: {
  /** Key of the stored page size. */
  name: string
  pageSize: number
  read: Read<Q, Page<T>>
  /** Adds parameters to page, keyword and sort order. */
  queryOf: (page: Query) => Q
  columns: Column<T>[]
  rowLabel: (row: T) => string
  /** @param total number of all rows */
  rowMenu?: (row: T, total: number) => ReactNode
  icon: IconName
  /** `count` has the numbers of the first and last row, and of all. */
  texts: Record<"listed" | "search" | "failed" | "emptyTitle" | "emptyText" | "count", Key>
  /** Shown beside the search. */
  action?: ReactNode
}) => {
  const t = useT()
  const { texts, rowMenu } = props
  const list = useList(props.name, { pageSize: props.pageSize })
  const { page, pageSize, filters } = list.state
  const keyword = filters.keyword?.trim()
  const paging = { page, pageSize, ...(keyword && { keyword }), sortBy: "name", sortOrder: "asc" }
  const entry = useQuery(props.read, props.queryOf(paging))
  const title = t(texts.listed)
  if (!entry.data && entry.error instanceof NotOffered)
    return (
      <Card label={title}>
        <MissingSection />
      </Card>
    )
  return (
    <ListCard
      label={title}
      name={props.name}
      list={list}
      entry={entry}
      columns={props.columns}
      rowLabel={props.rowLabel}
      rowMenu={row => rowMenu?.(row, entry.data?.total ?? 0)}
      empty={
        keyword ? (
          <NoMatch keyword={keyword} onClear={() => list.filter({ keyword: "" })} />
        ) : (
          <Empty tone="accent" icon={props.icon} title={t(texts.emptyTitle)} text={t(texts.emptyText)} />
        )
      }
      failed={t(texts.failed)}
      summary={(from, to, count) => t(texts.count, { count, from, to })}
    >
      <FilterBar>
        <KeywordFilter list={list} label={t(texts.search)} />
        {props.action && <span className="push-end">{props.action}</span>}
      </FilterBar>
    </ListCard>
  )
}
