import { type ReactNode, useEffect, useRef, useState } from "react"
import type { Key } from "../../core/i18n"
import type { Option } from "../../core/options"
import { type Read, read } from "../../core/query"
import { DateRange } from "../controls/date-range"
import { Select } from "../controls/select"
import { type CodeLook, codeText } from "../display/badge"
import { Icon } from "../display/icon"
import { useFormat } from "../hooks/use-format"
import { useQuery } from "../hooks/use-query"
import { useT } from "../hooks/use-t"
import { FilterBar, FilterChip, FilterChips } from "./filter-bar"
import type { List } from "./use-list"

/** A choice among options that a read gives, or among codes. */
type ChoiceFilter = { kind: "choice"; name: string; label: Key } & (
  | { options: Read<undefined, Option[]> }
  | { look: Pick<CodeLook<string>, "of" | "texts"> }
)

/** A filter besides the keyword: a choice, or a span of dates (`YYYY-MM-DD`). */
export type Filter = ChoiceFilter | { kind: "dates"; from: string; to: string; label: Key }

const debounceMs = 250

/** A search field that asks once typing pauses. */
export const Keyword = ({ list, label }: { list: List; label: string }) => {
  const shown = list.state.filters.keyword ?? ""
  const [text, setText] = useState(shown)
  const sent = useRef(shown)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  // A keyword that changed elsewhere (Back, a removed chip) is shown; what is being typed is left alone.
  useEffect(() => {
    if (shown !== sent.current) {
      sent.current = shown
      setText(shown)
    }
  }, [shown])
  useEffect(() => () => clearTimeout(timer.current), [])

  const send = (keyword: string) => {
    clearTimeout(timer.current)
    sent.current = keyword.trim()
    if (sent.current !== (list.state.filters.keyword ?? "")) list.filter({ keyword }, true)
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
          timer.current = setTimeout(() => send(keyword), debounceMs)
        }}
        onKeyDown={event => {
          if (event.key === "Enter") send(text)
        }}
      />
    </label>
  )
}

const noRead = read("none.options", async (_: undefined): Promise<Option[]> => [])

/** The options of a choice; absent while they are on their way. `again` asks for those that could not be had. */
const useChoices = (filter: ChoiceFilter): { options?: Option[]; again?: () => void } => {
  const t = useT()
  const isRead = "options" in filter
  const { data, error, reload } = useQuery(isRead ? filter.options : noRead, undefined, isRead)
  if (isRead) return { options: data, again: error === undefined ? undefined : reload }
  const options = filter.look.of.values.map(value => ({ value: String(value), label: t(codeText(filter.look, value)) }))
  return { options }
}

const Choice = ({ list, filter }: { list: List; filter: ChoiceFilter }) => {
  const t = useT()
  const { options = [], again } = useChoices(filter)
  return (
    <Select
      aria-label={t(filter.label)}
      value={list.state.filters[filter.name] ?? ""}
      onChange={value => list.filter({ [filter.name]: value })}
      onFocus={again}
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
  const format = useFormat()
  const from = list.state.filters[filter.from]
  const to = list.state.filters[filter.to]
  if (!from && !to) return null
  const text =
    from && to
      ? format.period(from, to)
      : from
        ? t("ui.since", { date: format.date(from) })
        : t("ui.until", { date: format.date(to) })
  return <FilterChip name={t(filter.label)} text={text} onRemove={() => list.filter({ [filter.from]: "", [filter.to]: "" })} />
}

/** The filter bar and, below it, what is filtered, each chip removable. */
export const ListFilters = (props: { list: List; filters: Filter[]; search: string; tools?: ReactNode }) => {
  const t = useT()
  const { list, filters } = props
  const { filters: given } = list.state
  const isShown = Object.keys(given).some(name => name !== "status")
  return (
    <>
      <FilterBar>
        <Keyword list={list} label={props.search} />
        {filters.map(filter =>
          filter.kind === "choice" ? (
            <Choice key={filter.name} list={list} filter={filter} />
          ) : (
            <DateRange
              key={filter.from}
              label={t(filter.label)}
              from={given[filter.from] ?? ""}
              to={given[filter.to] ?? ""}
              onChange={(from, to) => list.filter({ [filter.from]: from, [filter.to]: to })}
            />
          ),
        )}
        {props.tools}
      </FilterBar>
      {isShown && (
        <FilterChips onClear={() => list.go({ page: 0, filters: given.status ? { status: given.status } : {} })}>
          {given.keyword && (
            <FilterChip name={t("ui.keyword")} text={given.keyword} onRemove={() => list.filter({ keyword: "" })} />
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
