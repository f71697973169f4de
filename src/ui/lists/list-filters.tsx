import { type ReactNode, useEffect, useRef, useState } from "react"
import type { Key } from "../../core/i18n"
import type { Option } from "../../core/options"
import { type Read, read } from "../../core/query"
import { DateRange } from "../controls/date-range"
import { Select } from "../controls/select"
import { type CodeLook, codeText } from "../display/badge"
import { Icon } from "../display/icon"
import { useDateRangeText } from "../hooks/use-date-range-text"
import { useQuery } from "../hooks/use-query"
import { useT } from "../hooks/use-t"
import { FilterBar, FilterChip, FilterChips } from "./filter-bar"
import type { List } from "./use-list"

/** A filter by one of loaded options, or of codes. */
type ChoiceFilter = { kind: "choice"; name: string; label: Key } & (
  | { options: Read<undefined, Option[]> }
  | { look: Pick<CodeLook<string>, "of" | "texts"> }
)

/** A filter by a choice or by a range of days (`YYYY-MM-DD`). */
export type Filter = ChoiceFilter | { kind: "dates"; from: string; to: string; label: Key }

const debounceMs = 250

/** The keyword filter, applied after a pause in typing or on Enter. */
export const KeywordFilter = ({ list, label }: { list: List; label: string }) => {
  const shown = list.state.filters.keyword ?? ""
  const [text, setText] = useState(shown)
  const applied = useRef(shown)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  // Follows a keyword that was changed elsewhere, such as by Back, but does not overwrite the typed text.
  useEffect(() => {
    if (shown !== applied.current) {
      applied.current = shown
      setText(shown)
    }
  }, [shown])
  useEffect(() => () => clearTimeout(timer.current), [])

  const apply = (keyword: string) => {
    clearTimeout(timer.current)
    applied.current = keyword.trim()
    if (applied.current !== (list.state.filters.keyword ?? "")) list.filter({ keyword }, true)
  }
  return (
    <label className="input-wrap">
      <Icon name="search" />
      <span className="sr-only">{label}</span>
      <input
        className="control"
        type="search"
        placeholder={label}
        maxLength={200}
        value={text}
        onChange={event => {
          const keyword = event.target.value
          setText(keyword)
          clearTimeout(timer.current)
          timer.current = setTimeout(() => apply(keyword), debounceMs)
        }}
        onKeyDown={event => {
          if (event.key === "Enter") apply(text)
        }}
      />
    </label>
  )
}

const noOptions = read("none.options", async (_: undefined): Promise<Option[]> => [])

/** Returns the options of a filter, undefined while they load; `retry` loads them again after an error. */
const useChoices = (filter: ChoiceFilter): { options?: Option[]; retry?: () => void } => {
  const t = useT()
  const isRead = "options" in filter
  const { data, error, reload } = useQuery(isRead ? filter.options : noOptions, undefined, isRead)
  if (isRead) return { options: data, retry: error === undefined ? undefined : reload }
  const options = filter.look.of.values.map(value => ({ value: String(value), label: t(codeText(filter.look, value)) }))
  return { options }
}

const Choice = ({ list, filter }: { list: List; filter: ChoiceFilter }) => {
  const t = useT()
  const { options = [], retry } = useChoices(filter)
  return (
    <Select
      aria-label={t(filter.label)}
      value={list.state.filters[filter.name] ?? ""}
      onChange={value => list.filter({ [filter.name]: value })}
      onFocus={retry}
      options={[{ value: "", label: t(filter.label) }, ...options]}
    />
  )
}

const ChoiceChip = ({ list, filter }: { list: List; filter: ChoiceFilter }) => {
  const t = useT()
  const { options } = useChoices(filter)
  const value = list.state.filters[filter.name]
  if (!value) return null
  const text = options?.find(option => option.value === value)?.label ?? (options ? t("ui.unknown") : "…")
  return <FilterChip name={t(filter.label)} text={text} onRemove={() => list.filter({ [filter.name]: "" })} />
}

const DatesChip = ({ list, filter }: { list: List; filter: Extract<Filter, { kind: "dates" }> }) => {
  const t = useT()
  const { filters } = list.state
  const text = useDateRangeText()(filters[filter.from] ?? "", filters[filter.to] ?? "")
  return (
    text && <FilterChip name={t(filter.label)} text={text} onRemove={() => list.filter({ [filter.from]: "", [filter.to]: "" })} />
  )
}

/** The filter bar and the active filters. */
export const ListFilters = (props: { list: List; filters: Filter[]; search: string; tools?: ReactNode }) => {
  const t = useT()
  const { list, filters } = props
  const { filters: active } = list.state
  const hasChips = Object.keys(active).some(name => name !== "status")
  return (
    <>
      <FilterBar>
        <KeywordFilter list={list} label={props.search} />
        {filters.map(filter =>
          filter.kind === "choice" ? (
            <Choice key={filter.name} list={list} filter={filter} />
          ) : (
            <DateRange
              key={filter.from}
              label={t(filter.label)}
              from={active[filter.from] ?? ""}
              to={active[filter.to] ?? ""}
              onChange={(from, to) => list.filter({ [filter.from]: from, [filter.to]: to })}
            />
          ),
        )}
        {props.tools}
      </FilterBar>
      {hasChips && (
        <FilterChips onClear={() => list.go({ page: 0, filters: active.status ? { status: active.status } : {} })}>
          {active.keyword && (
            <FilterChip name={t("ui.keyword")} text={active.keyword} onRemove={() => list.filter({ keyword: "" })} />
          )}
          {filters.map(filter =>
            filter.kind === "choice" ? (
              <ChoiceChip key={filter.name} list={list} filter={filter} />
            ) : (
              <DatesChip key={filter.from} list={list} filter={filter} />
            ),
          )}
        </FilterChips>
      )}
    </>
  )
}
