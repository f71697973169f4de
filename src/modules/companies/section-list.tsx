import type { ReactNode } from "react"
import type { Page } from "../../core/envelope"
import type { Key } from "../../core/i18n"
import { Card } from "../../ui/display/card"
import { Empty } from "../../ui/display/empty"
import type { useQuery } from "../../ui/hooks/use-query"
import { useT } from "../../ui/hooks/use-t"
import { FilterBar } from "../../ui/lists/filter-bar"
import { ListCard } from "../../ui/lists/list-card"
import { KeywordFilter } from "../../ui/lists/list-filters"
import type { Column } from "../../ui/lists/table"
import type { List } from "../../ui/lists/use-list"
import { isNotOffered, NotOffered } from "./section"

/** The query of a list within a tab: page and keyword, by name. */
export const listQuery = ({ state: { page, pageSize, filters } }: List) => ({
  page,
  pageSize,
  ...(filters.keyword?.trim() && { keyword: filters.keyword.trim() }),
  sortBy: "name",
  sortOrder: "asc",
})

/** A list in a tab of a company's page: search, rows and pager. @param name key of the stored page size */
export const SectionList = <T extends { id: string }>(props: {
  name: string
  icon: string
  /** `count` has the numbers of the first and last row, and of all. */
  texts: { listed: Key; search: Key; failed: Key; emptyTitle: Key; emptyText: Key; count: Key }
  list: List
  entry: Pick<ReturnType<typeof useQuery<unknown, Page<T>>>, "data" | "error" | "reload">
  columns: Column<T>[]
  rowLabel: (row: T) => string
  rowMenu?: (row: T) => ReactNode
  captionId?: string
  /** Shown beside the search. */
  action?: ReactNode
}) => {
  const t = useT()
  const { list, entry, texts } = props
  const { keyword } = list.state.filters
  if (!entry.data && isNotOffered(entry.error))
    return (
      <Card label={t(texts.listed)}>
        <NotOffered />
      </Card>
    )
  return (
    <ListCard
      label={t(texts.listed)}
      captionId={props.captionId}
      name={props.name}
      list={list}
      entry={entry}
      columns={props.columns}
      rowLabel={props.rowLabel}
      rowMenu={props.rowMenu ?? (() => null)}
      empty={
        keyword ? (
          <Empty
            tone="neutral"
            icon="search"
            title={t("ui.noMatchFor", { keyword })}
            text={t("ui.noMatchText")}
            actions={[{ label: t("ui.clearFilters"), run: () => list.filter({ keyword: "" }) }]}
          />
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
