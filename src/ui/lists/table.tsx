import { memo, type ReactNode, useEffect, useRef } from "react"
import { dash, type Format } from "../../core/format"
import type { Key, Translate } from "../../core/i18n"
import { classes } from "../display/classes"
import { Icon } from "../display/icon"
import { Skeleton } from "../display/skeleton"
import { useFormat } from "../hooks/use-format"
import { useT } from "../hooks/use-t"

export type Show = { t: Translate; format: Format }

export type Column<T> = {
  key: string
  label: Key
  /** The call's sort key; without one the column can't be sorted. */
  sort?: string
  /** What the export writes, and the cell shows where it has no richer form. */
  text: (row: T, show: Show) => string
  cell?: (row: T, show: Show) => ReactNode
  className?: string
  align?: "end"
  /** Names the record: first in the row, and the head of its card on a phone. */
  isMain?: boolean
  /** Hidden until a person chooses it. */
  isHidden?: boolean
}

export type Sort = { by: string; order: "asc" | "desc" }

type RowProps<T> = {
  row: T
  id: string
  label: string
  columns: Column<T>[]
  isSelected: boolean
  /** Absent: rows can't be chosen. */
  onToggle: ((id: string) => void) | undefined
  menu: ReactNode
  show: Show
}

const Row = <T,>({ row, id, label, columns, isSelected, onToggle, menu, show }: RowProps<T>) => (
  <tr aria-selected={onToggle && isSelected} data-row={id}>
    {onToggle && (
      <td className="table__check">
        <label className="checkbox">
          <input
            type="checkbox"
            aria-label={show.t("ui.select", { title: label })}
            checked={isSelected}
            onChange={() => onToggle(id)}
          />
        </label>
      </td>
    )}
    {columns.map(column => (
      <td
        key={column.key}
        className={classes(column.isMain && "table__main", column.align === "end" && "table__end", column.className)}
        data-label={column.isMain ? undefined : show.t(column.label)}
      >
        {(column.cell ?? column.text)(row, show) || dash}
      </td>
    ))}
    <td className="table__actions">{menu}</td>
  </tr>
)

/** Rows whose record, columns and selection stayed the same are not rendered again. */
const SteadyRow = memo(
  Row,
  (a, b) =>
    a.row === b.row &&
    a.onToggle === b.onToggle &&
    a.columns === b.columns &&
    a.isSelected === b.isSelected &&
    a.show.t === b.show.t &&
    a.show.format === b.show.format,
) as typeof Row

const Head = <T,>({
  column,
  sort,
  onSort,
  t,
}: {
  column: Column<T>
  sort: Sort | undefined
  onSort: ((sort: Sort) => void) | undefined
  t: Translate
}) => {
  if (!column.sort || !onSort)
    return (
      <th scope="col" className={classes(column.align === "end" && "table__end", column.className)}>
        {t(column.label)}
      </th>
    )
  const by = column.sort
  const order = sort?.by === by ? sort.order : undefined
  return (
    <th
      scope="col"
      className={classes(column.align === "end" && "table__end", column.className)}
      aria-sort={order === "asc" ? "ascending" : order === "desc" ? "descending" : "none"}
    >
      <button type="button" onClick={() => onSort({ by, order: order === "asc" ? "desc" : "asc" })}>
        {t(column.label)}
        <Icon name={order === "asc" ? "arrow-up" : order === "desc" ? "arrow-down" : "sort"} />
      </button>
    </th>
  )
}

const SkeletonRow = <T,>({ columns, isSelectable }: { columns: Column<T>[]; isSelectable: boolean }) => (
  <tr>
    {isSelectable && <td className="table__check" />}
    {columns.map(column => (
      <td key={column.key} className={classes(column.isMain && "table__main", column.className)}>
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

/** A real table: sortable heads, selection, a menu at the end of each row; rows become cards under 640 px. */
export const Table = <T extends { id: string }>(props: {
  caption: string
  captionId?: string
  columns: Column<T>[]
  rows: T[]
  /** Names a row for assistive technology. */
  rowLabel: (row: T, show: Show) => string
  isLoading: boolean
  skeletonRows: number
  sort?: Sort
  /** Absent: columns can't be sorted. */
  onSort?: (sort: Sort) => void
  selected?: ReadonlySet<string>
  /** Absent: rows can't be chosen. */
  onSelect?: (ids: ReadonlySet<string>) => void
  rowMenu: (row: T) => ReactNode
}) => {
  const { columns, rows, selected = none } = props
  const t = useT()
  const format = useFormat()
  const all = useRef<HTMLInputElement>(null)
  const latest = useRef(props)
  latest.current = props
  const show = { t, format }
  const onPage = rows.filter(row => selected.has(row.id)).length

  useEffect(() => {
    if (all.current) all.current.indeterminate = onPage > 0 && onPage < rows.length
  })

  const toggle = useRef((id: string) => {
    const { selected: before = none, onSelect } = latest.current
    const next = new Set(before)
    if (!next.delete(id)) next.add(id)
    onSelect?.(next)
  }).current

  const toggleAll = () => {
    const next = new Set(selected)
    for (const row of rows) {
      if (onPage === rows.length) next.delete(row.id)
      else next.add(row.id)
    }
    props.onSelect?.(next)
  }

  return (
    <div className="table-wrap">
      <table className="table table-cards" aria-busy={props.isLoading || undefined}>
        <caption className="sr-only" id={props.captionId} tabIndex={-1}>
          {props.caption}
        </caption>
        <thead>
          <tr>
            {props.onSelect && (
              <th scope="col" className="table__check">
                <label className="checkbox">
                  <input
                    ref={all}
                    type="checkbox"
                    aria-label={t("ui.selectPage")}
                    checked={rows.length > 0 && onPage === rows.length}
                    disabled={rows.length === 0}
                    onChange={toggleAll}
                  />
                </label>
              </th>
            )}
            {columns.map(column => (
              <Head key={column.key} column={column} sort={props.sort} onSort={props.onSort} t={t} />
            ))}
            <th scope="col" className="table__actions">
              <span className="sr-only">{t("ui.actions")}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {props.isLoading
            ? Array.from({ length: props.skeletonRows }, (_, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: skeletons have no other name than their place
                <SkeletonRow key={at} columns={columns} isSelectable={props.onSelect !== undefined} />
              ))
            : rows.map(row => (
                <SteadyRow
                  key={row.id}
                  row={row}
                  id={row.id}
                  label={props.rowLabel(row, show)}
                  columns={columns}
                  isSelected={selected.has(row.id)}
                  onToggle={props.onSelect && toggle}
                  menu={props.rowMenu(row)}
                  show={show}
                />
              ))}
        </tbody>
      </table>
    </div>
  )
}
