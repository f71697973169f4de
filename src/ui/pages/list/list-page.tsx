import { memo, type ReactNode, type RefObject, use, useDeferredValue, useEffect, useMemo, useRef } from "react"
import { useSnapshot } from "valtio"
import type { Code } from "../../../core/codes"
import type { Answer, Query } from "../../../core/http/http"
import type { Page } from "../../../core/http/pages"
import type { Read } from "../../../core/http/query"
import type { Key } from "../../../core/text/i18n"
import { cache } from "../../../state/instances"
import { notifySuccess } from "../../../state/notifications"
import { settings } from "../../../state/settings"
import { LinkButton } from "../../controls/button"
import { useReadOnlyReason } from "../../display/owner-mark"
import { type Owned, useRecordPaths, useScreenContext } from "../../hooks/screen-context"
import { useFormat } from "../../hooks/use-format"
import { useLatest } from "../../hooks/use-latest"
import { useQuery } from "../../hooks/use-query"
import { useReloadWhenDue } from "../../hooks/use-reload-when-due"
import { useT } from "../../hooks/use-t"
import { useTitle } from "../../hooks/use-title"
import type { BulkBar } from "../../lists/bulk"
import type { BulkEditor } from "../../lists/bulk-action"
import { downloadCsv } from "../../lists/csv-file"
import { Export, ExportButton } from "../../lists/export"
import { focusBesideRow, focusRow } from "../../lists/focus-row"
import { ListCard } from "../../lists/list-card"
import { type Filter, ListFilters } from "../../lists/list-filters"
import { ListTools } from "../../lists/list-tools"
import { SortSelect } from "../../lists/sort-select"
import type { Column, Sort } from "../../lists/table"
import { isSortable, type List, useList } from "../../lists/use-list"
import { usePreviousData } from "../../lists/use-previous-data"
import { useReadAll } from "../../lists/use-read-all"
import { useSelection } from "../../lists/use-selection"
import { ViewMenu } from "../../lists/view-menu"
import { Menu, type MenuItems } from "../../overlays/menu"
import { useApprovalRules } from "../approval/approval"
import { useReview } from "../approval/use-review"
import type { HistorySpec } from "../history/history-spec"
import { lazyScreen } from "../loading/lazy-screen"
import { ReloadFailedBanner } from "../loading/reload-failed-banner"
import { SlowQueryBanner } from "../loading/slow-call-banner"
import { PageHeader } from "../page-header"
import { type RecordAction, removeAction, removeItem, useRecordActions } from "../record/record-actions"
import { useRemoveRecord } from "../record/use-remove-record"
import type { ResourceBase } from "../resource"
import { textKey, useResourceTexts } from "../resource-texts"
import { ListEmpty } from "./list-empty"
import { StatusTabs, type Tab } from "./status-tabs"
import { useListPosition } from "./use-list-position"

type Row = { id: string; status?: Code; approval?: string } & Owned

type Props<T extends Row> = {
  resource: ResourceBase<T>
  read: Read<Query, Page<T>>
  columns: Column<T>[]
  filters?: Filter[]
  tabs?: Tab[]
  /** Absent: records cannot be deleted. */
  remove?: (id: string) => Promise<Answer>
  /** Why a record cannot be deleted; undefined: it can. */
  removeBlockedReason?: (record: T) => Key | undefined
  actions?: RecordAction<T>[]
  /** Asks for a change of one member of the selected records; absent: they are not edited in bulk. */
  bulkEditor?: BulkEditor<T>
  /** Loads how changes of the records are displayed; absent: none waits for approval. */
  loadHistory?: () => Promise<{ history: HistorySpec }>
  /** Additional buttons of the page header. */
  headerActions?: ReactNode
  /** Shown between the page header and the list. */
  header?: ReactNode
}

type RowMenuProps<T> = { label: string; row: T; itemsOf: RefObject<(row: T) => MenuItems>; settings: unknown }

const MenuOfRow = <T,>({ label, row, itemsOf }: RowMenuProps<T>) => <Menu label={label} items={() => itemsOf.current(row)} />
/** The menu of a row, whose items are made when it opens, and again when the settings arrive: nothing else of the list renders it again. */
const RowMenu = memo(MenuOfRow) as typeof MenuOfRow

/** Prefetches the next page when the browser is idle (docs/console.md#list-states). */
const useNextPagePrefetch = <T,>(read: Read<Query, Page<T>>, { state, query }: List, page: Page<T> | undefined) =>
  useEffect(() => {
    const idle = globalThis.requestIdleCallback
    if (!page || !idle || (state.page + 1) * state.pageSize >= page.total) return
    const handle = idle(() => cache.prefetch(read, { ...query, page: state.page + 1 }))
    return () => cancelIdleCallback(handle)
  }, [page, query, read, state.page, state.pageSize])

/**
 * Returns the keys of hidden columns and the visible columns; the first column is always visible. The visible ones follow
 * after the paint in which the choice itself has changed. */
const useColumns = <T,>(name: string, columns: Column<T>[]) => {
  const chosen = useSnapshot(settings).hidden[name]
  const hidden = useMemo(() => chosen ?? columns.filter(column => column.isHidden).map(column => column.key), [chosen, columns])
  const shown = useMemo(() => columns.filter((column, index) => index === 0 || !hidden.includes(column.key)), [columns, hidden])
  return { hidden, shown: useDeferredValue(shown) }
}

/** The bar of a selection, in a chunk of its own that is loaded once the rows are shown. */
const LazyBulkBar = lazyScreen(
  () => import("../../lists/bulk"),
  module => module.BulkBar as never,
)
const SelectionBar = LazyBulkBar as unknown as typeof BulkBar

const noRows: readonly never[] = []
const noFilters: Filter[] = []

/** Moves the focus to the record that was selected last when the selection is cleared, which removes the bar with its button. */
const useFocusAfterSelection = (last: string | undefined) => {
  const before = useRef(last)
  useEffect(() => {
    if (before.current && !last && document.activeElement === document.body) focusRow(before.current)
    before.current = last
  }, [last])
}

/**
 * A list screen: tabs, filters, table, pager, selection, export and column settings (docs/console.md#list-states). Its state
 * is in the URL (docs/console.md#lists-in-the-url).
 */
export const ListPage = <T extends Row>(props: Props<T>) => {
  const { resource, read, columns, filters = noFilters, tabs, remove, actions = [] } = props
  const { tag, texts, titleOf } = resource
  const t = useT()
  const text = useResourceTexts(texts)
  const title = resource.title ? t(resource.title) : text("many")
  const { base, has, may } = useScreenContext()
  const paths = useRecordPaths()
  const readOnlyReason = useReadOnlyReason()
  const mayWrite = may("write")
  const mayAdd = mayWrite && has.add
  const list = useList(tag, resource.list)
  useListPosition()
  const { state, query } = list
  const entry = useQuery(read, query)
  const { hidden, shown } = useColumns(tag, columns)
  const removeRecord = useRemoveRecord(resource, remove)
  const Views = use(ViewMenu)
  const actionsOf = useRecordActions(resource, actions)
  const rules = useApprovalRules(resource)
  const removeBlockedReason = (row: T) => props.removeBlockedReason?.(row) ?? rules.removeBlockedReason(row)
  const { data: page, isStale, isDeferred } = usePreviousData(entry, state.filters)
  const selection = useSelection(page?.rows ?? noRows)
  const all = useReadAll(read, query, textKey(texts, "loadFailed"), selection.add)
  const areAllSelected = all.hasRead && page !== undefined && selection.rows.length >= page.total
  const format = useFormat()
  useNextPagePrefetch(read, list, entry.data)
  useTitle(title)
  useReloadWhenDue(page?.rows, entry.reload)
  useFocusAfterSelection(selection.rows.at(-1)?.id)
  const isShown = page !== undefined
  useEffect(() => {
    if (isShown) LazyBulkBar.prefetch({ id: undefined, search: "" })
  }, [isShown])

  const review = useReview({
    resource,
    loadHistory: mayWrite ? props.loadHistory : undefined,
    rows: page?.rows ?? noRows,
    onApproved: ids => selection.keep(selection.rows.filter(({ id }) => !ids.includes(id))),
  })
  const removeRow = (row: T) =>
    removeRecord(row.id, row, {
      onRemoved: () => {
        selection.remove(row.id)
        focusBesideRow(row.id)
      },
    })
  const itemsOf = (row: T): MenuItems => {
    const reason = readOnlyReason(row)
    const blockedReason = resource.editBlockedReason?.(row)
    const editReason = reason?.short ?? (blockedReason && t(blockedReason))
    const mayRemove = remove && !reason
    return [
      { label: t("ui.view"), icon: "eye", href: paths.view(row.id) },
      has.edit && !editReason && { label: t("ui.edit"), icon: "edit", href: paths.edit(row.id) },
      has.edit && editReason && mayWrite && { label: t("ui.edit"), icon: "lock", reason: editReason },
      mayAdd &&
        resource.copy && { label: t("ui.duplicate"), icon: "copy", href: `${base}/add?from=${encodeURIComponent(row.id)}` },
      !reason && review.itemOf(row),
      ...(reason ? [] : actionsOf(row)),
      mayRemove && { separator: true },
      mayRemove && removeItem(t, removeBlockedReason(row), () => removeRow(row)),
    ]
  }
  const latestItemsOf = useLatest(itemsOf)
  // One render later, when the ref has the items for these settings.
  const menuSettings = useDeferredValue(rules.settings)
  const { sortBy, sortOrder = "asc" } = state
  const sort: Sort | undefined = useMemo(() => (sortBy ? { by: sortBy, order: sortOrder } : undefined), [sortBy, sortOrder])
  const canSort = isSortable(resource.list)
  const { go } = list
  const onSort = useMemo(
    () => (canSort ? ({ by, order }: Sort) => go({ page: 0, sortBy: by, sortOrder: order }) : undefined),
    [canSort, go],
  )
  const tools = useMemo(
    () => (
      <>
        {onSort && <SortSelect columns={columns} sort={sort} onSort={onSort} />}
        <ListTools name={tag} columns={columns} hidden={hidden} />
      </>
    ),
    [columns, sort, onSort, tag, hidden],
  )
  const changes = actions.map(rules.withSends<T, RecordAction<T>>)
  const bulkActions = mayWrite
    ? [...changes, ...(remove && !resource.isRemovedByName ? [removeAction<T>(resource, remove, removeBlockedReason)] : [])]
    : []
  const isSelectable = bulkActions.length > 0 || may("export")
  const exportSelection = (exported: Column<T>[]) => {
    downloadCsv(title, exported, selection.rows, { t, format })
    notifySuccess(t("ui.exported", { count: selection.rows.length }))
  }

  return (
    <>
      <PageHeader
        title={title}
        text={text("intro")}
        actions={
          <>
            {may("export") && (
              <Export title={title} read={read} query={query} columns={shown} allColumns={columns} total={page?.total ?? 0} />
            )}
            {props.headerActions}
            {mayAdd && (
              <LinkButton tone="primary" icon="plus" href={`${base}/add`}>
                {text("create")}
              </LinkButton>
            )}
          </>
        }
      />
      {props.header}
      <div className="row">
        {tabs && <StatusTabs tabs={tabs} list={list} counts={page?.counts} />}
        {Views && <Views name={tag} list={list} filters={filters} columns={columns} />}
      </div>
      <SlowQueryBanner read={read} args={query} />
      {entry.error !== undefined && page && (
        <ReloadFailedBanner title={text("loadFailed")} error={entry.error} onRetry={entry.reload} />
      )}
      <ListCard
        label={text("listed")}
        caption={title}
        name={tag}
        list={list}
        entry={{ data: page, error: entry.error, reload: entry.reload }}
        isStale={isStale}
        isDeferred={isDeferred}
        columns={shown}
        rowLabel={titleOf}
        rowMenu={row => (
          <RowMenu label={t("ui.actionsOf", { title: titleOf(row) })} row={row} itemsOf={latestItemsOf} settings={menuSettings} />
        )}
        sort={sort}
        onSort={onSort}
        selection={isSelectable ? { ids: selection.ids, onSelect: selection.select } : undefined}
        empty={
          <ListEmpty
            resource={resource}
            isFiltered={isStale || Object.keys(state.filters).length > 0}
            keyword={state.filters.keyword}
            addHref={mayAdd ? `${base}/add` : undefined}
            onClear={() => list.go({ page: 0, filters: {} })}
          />
        }
        failed={text("loadFailed")}
        summary={(from, to, count) => text("count", { count, from, to })}
      >
        <ListFilters list={list} filters={filters} search={text("search")} tools={tools} />
      </ListCard>
      <p className="sr-only" role="status">
        {selection.rows.length > 0 && t("ui.selected", { count: selection.rows.length })}
      </p>
      {selection.rows.length > 0 && (
        <SelectionBar
          selection={selection}
          resource={resource}
          actions={bulkActions}
          editor={props.bulkEditor}
          selectAll={page && page.total > page.rows.length && !areAllSelected ? { total: page.total, ...all } : undefined}
        >
          {review.buttonOf(selection.rows.filter(row => !readOnlyReason(row)))}
          {may("export") && (
            <ExportButton label={t("ui.exportSelected")} isSmall shown={shown} all={columns} onExport={exportSelection} />
          )}
        </SelectionBar>
      )}
      {review.dialog}
    </>
  )
}
