import { Select } from "../controls/select"
import { useT } from "../hooks/use-t"
import type { Column, Sort } from "./table"

/** The sort order as a choice, for narrow screens, whose cards have no head. */
export const SortSelect = <T,>(props: { columns: Column<T>[]; sort?: Sort; onSort: (sort: Sort) => void }) => {
  const t = useT()
  const { sort } = props
  const options = props.columns.flatMap(({ sort: by, label }) =>
    by
      ? [
          { value: `${by} asc`, label: t("ui.sortAscending", { column: t(label) }) },
          { value: `${by} desc`, label: t("ui.sortDescending", { column: t(label) }) },
        ]
      : [],
  )
  const value = sort ? `${sort.by} ${sort.order}` : ""
  const isListed = options.some(option => option.value === value)
  return (
    <span className="sort-select">
      <Select
        aria-label={t("ui.sort")}
        value={isListed ? value : ""}
        onChange={next => {
          const [by = "", order] = next.split(" ")
          props.onSort({ by, order: order === "desc" ? "desc" : "asc" })
        }}
        options={isListed ? options : [{ value: "", label: t("ui.sort") }, ...options]}
      />
    </span>
  )
}
