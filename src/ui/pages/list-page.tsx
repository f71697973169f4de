import { type ReactNode, useEffect, useId, useMemo, useState } from "react"
import { useSnapshot } from "valtio"
import type { Page } from "../../core/envelope"
import { errorMessage } from "../../core/errors"
import type { Answer, Query } from "../../core/http"
import type { Key } from "../../core/i18n"
import { cache, type Read } from "../../core/query"
import { settings } from "../../state/settings"
import { Button, LinkButton } from "../controls/button"
import { Alert } from "../display/alert"
import { Card } from "../display/card"
import { StillWorking } from "../display/still-working"
import { LinkTabs } from "../display/tabs"
import { useQuery } from "../hooks/use-query"
import { useT } from "../hooks/use-t"
import { useTitle } from "../hooks/use-title"
import { type BulkAction, BulkBar, removeAction } from "../lists/bulk"
import { Export } from "../lists/export"
import { ListEmpty } from "../lists/list-empty"
import { type Filter, ListFilters } from "../lists/list-filters"
import { ListTools } from "../lists/list-tools"
import { Pager } from "../lists/pager"
import { type Column, Table } from "../lists/table"
import { type ListDefaults, useExistingPage, useList } from "../lists/use-list"
import type { MenuItem } from "../overlays/menu"
import { Menu } from "../overlays/menu"
import { PageHeader } from "./page-header"
import { useRemoval } from "./removal"
import { useResourceTexts } from "./resource-texts"
import { type Owned, useScreenContext } from "./screen-context"

export type Tab = { value: string; label: Key }

type Row = { id: string } & Owned

/**
 * A list screen: title, tabs, filters, table, pager; selection, export, columns; its state in the URL.
 * Owns lifecycle and wording by the module's prefix (`words`); what is special stays in the module.
 */
export const ListPage = <T extends Row, P extends Page<T> = Page<T>>(props: {
  /** The query tag, and the name under which columns and page size are remembered. */
  name: string
  words: string
  icon: string
  read: Read<Query, P>
  columns: Column<T>[]
  titleOf: (row: T) => string
  defaults: ListDefaults
  filters: Filter[]
  /** Values of the `status` filter as tabs. */
  tabs?: Tab[]
  counts?: (page: P) => Record<string, number> | undefined
  remove: (id: string) => Promise<Answer>
  bulk?: BulkAction<T>[]
  rowItems?: (row: T) => MenuItem[]
  /** Beside the usual actions of the head. */
  actions?: ReactNode
  /** Between the head and the list. */
  header?: ReactNode
}) => {
  const { name, read, columns, titleOf, defaults, filters, tabs } = props
  const t = useT()
  const word = useResourceTexts(props.words)
  const { base, may, mayChange } = useScreenContext()
  const mayWrite = may("write")
  const list = useList(name, defaults)
  const { state, query } = list
  const entry = useQuery(read, query)
  const [selected, setSelected] = useState<ReadonlyMap<string, T>>(new Map())
  const hidden = useSnapshot(settings).hidden[name] ?? columns.filter(column => column.isExtra).map(column => column.key)
  const hiddenKeys = hidden.join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the keys stand for the list
  const visible = useMemo(() => columns.filter((column, at) => at === 0 || !hidden.includes(column.key)), [columns, hiddenKeys])
  const captionId = useId()
  useTitle(word("many"))

  const page = entry.data
  const rows = page?.rows ?? []
  const total = page?.total ?? 0
  const counts = page && props.counts?.(page)
  const pages = Math.max(1, Math.ceil(total / state.pageSize))
  const isFiltered = Object.keys(state.filters).length > 0

  // The next page is fetched when the browser is idle, so that turning it is instant (performance page).
  useEffect(() => {
    if (!page || state.page + 1 >= pages) return
    const next = { ...query, page: state.page + 1 }
    const idle = globalThis.requestIdleCallback
    if (!idle) return
    const handle = idle(() => cache.prefetch(read, next))
    return () => cancelIdleCallback(handle)
  }, [page, pages, query, read, state.page])

  useExistingPage(list, page)

  const removal = useRemoval(name, props.words, props.remove)
  const removeOne = (row: T) =>
    removal(row.id, titleOf(row), {
      gone: () => {
        setSelected(before => without(before, row.id))
        document.getElementById(captionId)?.focus()
      },
    })

  const changesOf = (row: T): MenuItem[] => [
    ...(props.rowItems?.(row) ?? []),
    { separator: true },
    { label: t("ui.remove"), icon: "trash", tone: "danger", run: () => removeOne(row) },
  ]
  const itemsOf = (row: T): MenuItem[] => {
    const isMine = mayChange(row)
    const edit: MenuItem = { label: t("ui.edit"), icon: "edit", href: `${base}/edit/${row.id}` }
    const copy: MenuItem = { label: t("ui.duplicate"), icon: "copy", href: `${base}/add?from=${encodeURIComponent(row.id)}` }
    return [
      { label: t("ui.view"), icon: "eye", href: `${base}/${row.id}` },
      ...(isMine ? [edit] : []),
      ...(mayWrite ? [copy] : []),
      ...(isMine ? changesOf(row) : []),
    ]
  }

  return (
    <>
      <PageHeader
        title={word("many")}
        text={word("intro")}
        actions={
          <>
            {may("export") && (
              <Export name={name} title={word("many")} read={read} query={query} columns={visible} total={total} />
            )}
            {props.actions}
            {mayWrite && (
              <LinkButton tone="primary" icon="plus" href={`${base}/add`}>
                {word("create")}
              </LinkButton>
            )}
          </>
        }
      />
      {props.header}
      {tabs && (
        <LinkTabs
          label={t("ui.byStatus")}
          tabs={[{ value: "", label: "ui.all" as Key }, ...tabs].map(tab => ({
            label: t(tab.label),
            href: list.hrefOf({ page: 0, filters: withStatus(state.filters, tab.value) }),
            current: (state.filters.status ?? "") === tab.value,
            count: counts && (tab.value ? (counts[tab.value] ?? 0) : sum(counts)),
          }))}
        />
      )}
      <StillWorking isGoing={entry.loading} onCancel={entry.cancel} />
      {entry.error !== undefined && page && (
        <Alert
          tone="warning"
          title={word("loadFailed")}
          text={errorMessage(entry.error, "error.generic", t)}
          actions={
            <Button size="sm" icon="refresh" onClick={entry.reload}>
              {t("ui.retry")}
            </Button>
          }
        />
      )}
      <Card label={word("listed")}>
        <ListFilters
          list={list}
          filters={filters}
          search={word("search")}
          tools={<ListTools name={name} columns={columns} hidden={hidden} />}
        />
        {selected.size > 0 && (
          <BulkBar
            selected={[...selected.values()]}
            titleOf={titleOf}
            tag={name}
            actions={[...(props.bulk ?? []), removeAction(props.words, props.remove)]}
            onClear={() => setSelected(new Map())}
          />
        )}
        {entry.error !== undefined && !page ? (
          <ListEmpty kind="error" icon={props.icon} words={props.words} error={entry.error} onRetry={entry.reload} />
        ) : page && rows.length === 0 ? (
          <ListEmpty
            kind={isFiltered ? "noMatch" : "first"}
            icon={props.icon}
            words={props.words}
            keyword={state.filters.keyword}
            addHref={mayWrite ? `${base}/add` : undefined}
            onClear={() => list.go({ page: 0, filters: {} })}
          />
        ) : (
          <Table
            caption={word("many")}
            captionId={captionId}
            columns={visible}
            rows={rows}
            rowId={row => row.id}
            rowLabel={titleOf}
            isLoading={!page}
            skeletonRows={state.pageSize}
            sort={state.sortBy ? { by: state.sortBy, order: state.sortOrder ?? "asc" } : undefined}
            onSort={sort => list.go({ page: 0, sortBy: sort.by, sortOrder: sort.order })}
            selected={new Set(selected.keys())}
            onSelect={mayWrite ? ids => setSelected(chosen(ids, rows, selected)) : undefined}
            rowMenu={row => (
              <Menu label={t("ui.actionsOf", { title: titleOf(row) })} button={{ icon: "more" }} items={() => itemsOf(row)} />
            )}
          />
        )}
        {page && total > 0 && (
          <Pager
            page={state.page}
            pageSize={state.pageSize}
            total={total}
            summary={(from, to) => word("count", { count: total, from, to })}
            hrefOf={to => list.hrefOf({ page: to })}
            onPageSize={size => {
              settings.pageSize[name] = size
              list.go({ page: 0, pageSize: size })
            }}
          />
        )}
      </Card>
    </>
  )
}

const sum = (counts: Record<string, number>) => Object.values(counts).reduce((all, count) => all + count, 0)

const withStatus = (filters: Record<string, string>, status: string) => {
  const { status: _, ...rest } = filters
  return status ? { ...rest, status } : rest
}

const without = <T,>(map: ReadonlyMap<string, T>, id: string) => {
  const next = new Map(map)
  next.delete(id)
  return next
}

/** Selected records are kept over pages: those of other pages as they were, those of this page as they are. */
const chosen = <T extends Row>(ids: ReadonlySet<string>, rows: readonly T[], before: ReadonlyMap<string, T>) => {
  const next = new Map([...before].filter(([id]) => ids.has(id)))
  for (const row of rows) if (ids.has(row.id)) next.set(row.id, row)
  return next
}
