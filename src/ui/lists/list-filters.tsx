import { type ReactNode, useEffect, useRef, useState } from "react"
import type { Option, Options } from "../../core/http/options"
import type { Read } from "../../core/http/query"
import type { Key } from "../../core/text/i18n"
import { Button } from "../controls/button"
import { DateRange } from "../controls/date-range"
import { Select } from "../controls/select"
import { type CodeLook, codeText } from "../display/badge"
import { Chip } from "../display/chip"
import { Icon, type IconName } from "../display/icons/icon"
import { useFormat } from "../hooks/use-format"
import { optionSource, useLongOptions } from "../hooks/use-long-options"
import type { OptionSource } from "../hooks/use-options"
import { useQuery } from "../hooks/use-query"
import { useT } from "../hooks/use-t"
import { FilterBar } from "./filter-bar"
import { FilterChoice } from "./filter-choice"
import type { List } from "./use-list"

type Chosen = { kind: "choice"; name: string; label: Key }
type OptionFilter = Chosen & { options: Options }
type CodeFilter = Chosen & { look: Pick<CodeLook<string>, "of" | "texts"> }
/** A choice among many options, found by typing; `named` returns the option of a chosen value. */
type SearchFilter = Chosen & {
  search: NonNullable<OptionSource["loadOptions"]>
  named: Read<string, Option[]>
}
/** `sortBy`: the member by which the rows are sorted while it is set, ascending. */
type FlagFilter = { kind: "flag"; name: string; label: Key; icon: IconName; count?: number; sortBy: string }

/** A filter that links set and that can only be removed: it is shown while it is set. `texts`: the text of each value. */
type PresetFilter = { kind: "preset"; name: string; texts: Readonly<Record<string, Key>> }

/**
 * A filter by one of loaded options, by one that is searched, by a code, by a range of days (`YYYY-MM-DD`), by what is true or
 * not asked for, with the number of records for which it is true, or one that links set.
 */
export type Filter =
  | OptionFilter
  | CodeFilter
  | SearchFilter
  | FlagFilter
  | { kind: "dates"; from: string; to: string; label: Key }
  | PresetFilter

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
    if (applied.current !== (list.state.filters.keyword ?? "")) list.filter({ keyword: applied.current }, true)
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

const OptionChoice = ({ list, filter }: { list: List; filter: OptionFilter }) => {
  const t = useT()
  const value = list.state.filters[filter.name] ?? ""
  const { data, error, reload, search } = useLongOptions(filter.options, [value])
  return (
    <FilterChoice
      id={`filter-${filter.name}`}
      label={t(filter.label)}
      {...optionSource(data, search)}
      isLoading={!data && error === undefined}
      value={value}
      onChange={value => list.filter({ [filter.name]: value })}
      onFocus={error === undefined ? undefined : reload}
    />
  )
}

const SearchChoice = ({ list, filter }: { list: List; filter: SearchFilter }) => {
  const t = useT()
  const value = list.state.filters[filter.name] ?? ""
  const { data } = useQuery(filter.named, value, value !== "")
  return (
    <FilterChoice
      id={`filter-${filter.name}`}
      label={t(filter.label)}
      loadOptions={filter.search}
      known={data}
      value={value}
      onChange={next => list.filter({ [filter.name]: next })}
    />
  )
}

const Flag = ({ list, filter }: { list: List; filter: FlagFilter }) => {
  const t = useT()
  const format = useFormat()
  const { [filter.name]: value, ...others } = list.state.filters
  const isOn = value === "true"
  const toggle = () =>
    list.go(
      isOn
        ? { page: 0, filters: others, sortBy: undefined }
        : { page: 0, filters: { ...others, [filter.name]: "true" }, sortBy: filter.sortBy, sortOrder: "asc" },
    )
  return (
    <Button icon={filter.icon} aria-pressed={isOn} onClick={toggle}>
      {t(filter.label)} {filter.count !== undefined && <span className="tabs__count">{format.number(filter.count)}</span>}
    </Button>
  )
}

const CodeChoice = ({ list, filter }: { list: List; filter: CodeFilter }) => {
  const t = useT()
  const { look } = filter
  return (
    <Select
      aria-label={t(filter.label)}
      value={list.state.filters[filter.name] ?? ""}
      onChange={value => list.filter({ [filter.name]: value })}
      options={[
        { value: "", label: t(filter.label) },
        ...look.of.values.map(value => ({ value: String(value), label: t(codeText(look, value)) })),
      ]}
    />
  )
}

const Preset = ({ value, filter, onRemove }: { value: string | undefined; filter: PresetFilter; onRemove: () => void }) => {
  const t = useT()
  if (!value) return null
  const name = t(filter.texts[value] ?? "ui.unknown")
  return (
    <Chip removeLabel={t("ui.removeFilter", { name })} onRemove={onRemove}>
      {name}
    </Chip>
  )
}

type Props = { list: List; filters: Filter[]; search: string; tools?: ReactNode }

/** The parameters of a filter. */
const namesOf = (filter: Filter) => (filter.kind === "dates" ? [filter.from, filter.to] : [filter.name])

/**
 * The filter bar. Every filter shows its own value, and the button that clears them keeps its place while there is nothing to
 * clear, so that the list below does not move (docs/console.md#tables).
 */
export const ListFilters = (props: Props) => {
  const t = useT()
  const format = useFormat()
  const { list, filters } = props
  const { filters: active } = list.state
  const bar = useRef<HTMLElement>(null)
  /** Whether a phone shows the filters. */
  const [isOpen, setOpen] = useState(false)
  const chosen = filters.filter(filter => filter.kind !== "preset" && namesOf(filter).some(name => active[name])).length
  const count = filters.filter(({ kind }) => kind !== "preset").length
  const focusSearch = () => bar.current?.querySelector("input")?.focus()
  const clear = () => {
    list.go({ page: 0, filters: active.status ? { status: active.status } : {} })
    focusSearch()
  }
  return (
    <FilterBar ref={bar} count={count} isFolded={!isOpen}>
      <KeywordFilter list={list} label={props.search} />
      {count > 0 && (
        <Button className="filter-bar__toggle" icon="sliders" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {t("ui.filters")} {chosen > 0 && <span className="tabs__count">{format.number(chosen)}</span>}
        </Button>
      )}
      {filters.map(filter =>
        filter.kind === "preset" ? null : filter.kind === "dates" ? (
          <DateRange
            key={filter.from}
            label={t(filter.label)}
            from={active[filter.from] ?? ""}
            to={active[filter.to] ?? ""}
            onChange={(from, to) => list.filter({ [filter.from]: from, [filter.to]: to })}
          />
        ) : filter.kind === "flag" ? (
          <Flag key={filter.name} list={list} filter={filter} />
        ) : "search" in filter ? (
          <SearchChoice key={filter.name} list={list} filter={filter} />
        ) : "options" in filter ? (
          <OptionChoice key={filter.name} list={list} filter={filter} />
        ) : (
          <CodeChoice key={filter.name} list={list} filter={filter} />
        ),
      )}
      <Button
        className="filter-bar__clear"
        tone="ghost"
        icon="x"
        aria-label={t("ui.clearFilters")}
        disabled={!Object.keys(active).some(name => name !== "status")}
        onClick={clear}
      >
        {t("ui.clear")}
      </Button>
      {props.tools}
      {filters.map(
        filter =>
          filter.kind === "preset" && (
            <Preset
              key={filter.name}
              value={active[filter.name]}
              filter={filter}
              onRemove={() => {
                list.filter({ [filter.name]: "" })
                focusSearch()
              }}
            />
          ),
      )}
    </FilterBar>
  )
}
