import { type MouseEvent as ClickEvent, memo, type ReactNode, useEffect, useMemo, useRef, useState } from "react"
import { dash } from "../../core/text/format"
import type { Key, Translate } from "../../core/text/i18n"
import { classes } from "../display/classes"
import { Icon } from "../display/icons/icon"
import { Skeleton } from "../display/skeleton"
import { useDelayed } from "../hooks/use-delayed"
import { useFormat } from "../hooks/use-format"
import { useLatest } from "../hooks/use-latest"
import { useT } from "../hooks/use-t"
import type { CellContext } from "./cell-context"
import type { ExportValue } from "./export-values"
import { type Fit, fitColumns } from "./fit-columns"

export type Column<T> = Fit & {
  label: Key
  /** Sort key of the call; absent: the column cannot be sorted. */
  sort?: string
  /** The value in exports, unless `values` are given, and in the table if there is no `cell`. */
  text: (row: T, context: CellContext) => string
  cell?: (row: T, context: CellContext) => ReactNode
  /** The values in exports, one column each. */
  values?: readonly ExportValue<T>[]
  className?: string
  align?: "end"
  /** Hidden by default. */
  isHidden?: boolean
}

export type Sort = { by: string; order: "asc" | "desc" }

type CheckProps = {
  id: string
  label: string
  isSelected: boolean
  onToggle: (id: string, isRange: boolean) => void
  t: Translate
}

/** The cell that selects a row; of a row that is selected, it alone renders again. */
const CheckCell = memo(({ id, label, isSelected, onToggle, t }: CheckProps) => (
  <td className="table__check">
    <label className="checkbox">
      <input
        type="checkbox"
        aria-label={t("ui.select", { title: label })}
        checked={isSelected}
        onChange={event => onToggle(id, (event.nativeEvent as MouseEvent).shiftKey)}
      />
    </label>
  </td>
))

type CellsProps<T> = {
  row: T
  columns: Column<T>[]
  /** Widths of the table, in rem, below which columns are hidden, by key. */
  fit: ReadonlyMap<string, number>
  context: CellContext
}

const Cells = <T,>({ row, columns, fit, context }: CellsProps<T>) =>
  columns.map(column => (
    <td
      key={column.key}
      role={column.isMain ? "rowheader" : undefined}
      className={classes(column.isMain && "table__main", column.align === "end" && "table__end", column.className)}
      data-label={column.isMain ? undefined : context.t(column.label)}
      data-fit={fit.get(column.key)}
    >
      {column.cell ? column.cell(row, context) || dash : <span className="table__text">{column.text(row, context) || dash}</span>}
    </td>
  ))

/**
 * The cells of a row's columns; render again only if record, columns, language or formats change. The menu depends on more, such
 * as permissions, and is no part of it.
 */
const MemoCells = memo(Cells) as <T>(props: CellsProps<T>) => ReactNode

const HeadCell = <T,>({
  column,
  from,
  sort,
  onSort,
  t,
}: {
  column: Column<T>
  from: number | undefined
  sort: Sort | undefined
  onSort: ((sort: Sort) => void) | undefined
  t: Translate
}) => {
  const common = {
    scope: "col",
    className: classes(column.align === "end" && "table__end", column.className),
    "data-fit": from,
    "data-size": column.isMain ? undefined : (column.size ?? "md"),
  }
  if (!column.sort || !onSort) return <th {...common}>{t(column.label)}</th>
  const by = column.sort
  const order = sort?.by === by ? sort.order : undefined
  return (
    <th {...common} aria-sort={order === "asc" ? "ascending" : order === "desc" ? "descending" : "none"}>
      <button type="button" onClick={() => onSort({ by, order: order === "asc" ? "desc" : "asc" })}>
        {t(column.label)}
        <Icon name={order === "asc" ? "arrow-up" : order === "desc" ? "arrow-down" : "sort"} />
      </button>
    </th>
  )
}

const Head = memo(HeadCell) as typeof HeadCell

const SkeletonRow = <T,>({
  columns,
  fit,
  isSelectable,
}: {
  columns: Column<T>[]
  fit: ReadonlyMap<string, number>
  isSelectable: boolean
}) => (
  <tr>
    {isSelectable && <td className="table__check" />}
    {columns.map(column => (
      <td key={column.key} className={classes(column.isMain && "table__main", column.className)} data-fit={fit.get(column.key)}>
        {column.isMain ? (
          <div className="identity">
            <Skeleton width="thumb" />
            <span className="skeleton-lines">
              <Skeleton width="long" />
              <Skeleton width="short" />
            </span>
          </div>
        ) : (
          <Skeleton width="short" />
        )}
      </td>
    ))}
    <td className="table__actions" />
  </tr>
)

const none: ReadonlySet<string> = new Set()

/** Time before skeleton rows are shown: most answers arrive earlier, and their rows are all that is rendered then. */
const skeletonDelayMs = 300

/** Opens the record of a clicked row by its link, which keyboards use; clicks on controls and selected text do not. */
const openRow = (event: ClickEvent<HTMLTableRowElement>) => {
  const target = event.target as Element
  if (target.closest("a, button, input, label, .table__check, .table__actions") || String(getSelection())) return
  const link = event.currentTarget.querySelector<HTMLAnchorElement>(".table__main a")
  if (!link) return
  if (event.ctrlKey || event.metaKey) open(link.href)
  else link.click()
}

/**
 * A table with sortable columns, selection (Shift selects a range) and a menu per row. A click on a row opens its record.
 * Columns have the same widths whatever the rows hold, and are hidden in an order where the table is too narrow, which a line
 * below it explains; below 640 px rows become cards (docs/console.md#tables).
 */
export const Table = <T extends { id: string }>(props: {
  caption: string
  columns: Column<T>[]
  rows: T[]
  /** Name of a row for assistive technology. */
  rowLabel: (row: T, context: CellContext) => string
  isLoading: boolean
  /** Whether the rows are those of an earlier query while others are loaded. */
  isStale?: boolean
  /** Whether the rows that follow are about to be rendered: those of the earlier query keep their looks until then. */
  isDeferred?: boolean
  skeletonRows: number
  sort?: Sort
  /** Absent: columns cannot be sorted. */
  onSort?: (sort: Sort) => void
  selected?: ReadonlySet<string>
  /** Absent: rows cannot be selected. */
  onSelect?: (ids: ReadonlySet<string>) => void
  rowMenu: (row: T) => ReactNode
}) => {
  const { columns, rows, selected = none } = props
  const t = useT()
  const format = useFormat()
  const all = useRef<HTMLInputElement>(null)
  const latest = useLatest(props)
  const context = useMemo(() => ({ t, format }), [t, format])
  const fit = useMemo(() => fitColumns(columns), [columns])
  const until = (column: Column<T>) => fit.get(column.key) ?? 0
  // The first one gives way first: it is named whenever the hint is shown.
  const hideable = columns.filter(until).sort((a, b) => until(b) - until(a))
  const sorted = props.sort && columns.find(({ sort }) => sort === props.sort?.by)
  const isSkeletonShown = useDelayed(props.isLoading, skeletonDelayMs)
  const selectedOnPage = rows.filter(row => selected.has(row.id)).length

  useEffect(() => {
    if (all.current) all.current.indeterminate = selectedOnPage > 0 && selectedOnPage < rows.length
  })

  /** The row that was toggled last, from which Shift selects a range. */
  const anchor = useRef<string>(undefined)
  const [toggle] = useState(() => (id: string, isRange: boolean) => {
    const { selected: before = none, rows, onSelect } = latest.current
    const [from, to] = [anchor.current, id].map(end => rows.findIndex(row => row.id === end)) as [number, number]
    const ids = isRange && from >= 0 ? rows.slice(Math.min(from, to), Math.max(from, to) + 1).map(row => row.id) : [id]
    anchor.current = id
    const next = new Set(before)
    for (const other of ids) {
      if (before.has(id)) next.delete(other)
      else next.add(other)
    }
    onSelect?.(next)
  })

  const toggleAll = () => {
    const next = new Set(selected)
    for (const row of rows) {
      if (selectedOnPage === rows.length) next.delete(row.id)
      else next.add(row.id)
    }
    props.onSelect?.(next)
  }

  return (
    <div className="table-wrap">
      <p className="sr-only" role="status">
        {sorted && t(props.sort?.order === "desc" ? "ui.sortDescending" : "ui.sortAscending", { column: t(sorted.label) })}
      </p>
      <table
        className="table table-cards"
        aria-busy={props.isLoading || (props.isStale && !props.isDeferred) || undefined}
        data-stale={(props.isStale && !props.isDeferred) || undefined}
      >
        <caption className="sr-only">{props.caption}</caption>
        <thead>
          <tr>
            {props.onSelect && (
              <th scope="col" className="table__check">
                <label className="checkbox">
                  <input
                    ref={all}
                    type="checkbox"
                    aria-label={t("ui.selectPage")}
                    checked={rows.length > 0 && selectedOnPage === rows.length}
                    disabled={rows.length === 0}
                    onChange={toggleAll}
                  />
                </label>
              </th>
            )}
            {columns.map(column => (
              <Head key={column.key} column={column} from={fit.get(column.key)} sort={props.sort} onSort={props.onSort} t={t} />
            ))}
            <th scope="col" className="table__actions">
              <span className="sr-only">{t("ui.actions")}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {props.isLoading
            ? Array.from({ length: props.skeletonRows }, (_, index) =>
                isSkeletonShown ? (
                  // biome-ignore lint/suspicious/noArrayIndexKey: skeletons have no identity but their position
                  <SkeletonRow key={index} columns={columns} fit={fit} isSelectable={props.onSelect !== undefined} />
                ) : (
                  // biome-ignore lint/suspicious/noArrayIndexKey: as above
                  <tr key={index} className="table__blank">
                    <td colSpan={columns.length + (props.onSelect ? 2 : 1)} />
                  </tr>
                ),
              )
            : rows.map(row => (
                <tr key={row.id} onClick={openRow} aria-selected={props.onSelect && selected.has(row.id)} data-row={row.id}>
                  {props.onSelect && (
                    <CheckCell
                      id={row.id}
                      label={props.rowLabel(row, context)}
                      isSelected={selected.has(row.id)}
                      onToggle={toggle}
                      t={t}
                    />
                  )}
                  <MemoCells row={row} columns={columns} fit={fit} context={context} />
                  <td className="table__actions">{props.rowMenu(row)}</td>
                </tr>
              ))}
        </tbody>
      </table>
      {hideable.length > 0 && (
        <p className="table__hint" data-fit={Math.max(...fit.values())}>
          {t("ui.columnsHidden")}
          {hideable.map((column, at) => (
            <span key={column.key} data-fit={until(column)}>
              {at > 0 && "· "}
              {t(column.label)}
            </span>
          ))}
        </p>
      )}
    </div>
  )
}
