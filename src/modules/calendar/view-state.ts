import { useMemo, useState } from "react"
import { type CalendarKind, calendarKinds } from "../../contract/calendar"
import { addDays, type Day } from "../../core/dates/dates"
import type { ListState } from "../../core/http/list-query"
import { currentDay } from "../../state/current-day"
import { addMonths, weeksOf } from "../../ui/controls/calendar"
import { useNow } from "../../ui/hooks/use-now"
import { type List, useList } from "../../ui/lists/use-list"
import { phases as allPhases, type Phase, usualPhases } from "./kinds"

export type View = "month" | "agenda"

/** `YYYY-MM`. */
export type Month = string

export const monthOf = (day: Day): Month => day.slice(0, 7)

/** Returns the month that is some months later. */
export const monthAfter = (month: Month, months: number): Month => monthOf(addMonths(`${month}-01`, months))

/** Returns the weeks, from Monday, that have a day of the month. */
export const weeksOfMonth = (month: Month): Day[][] =>
  weeksOf(`${month}-01`).filter(week => week.some(day => monthOf(day) === month))

/** How many days from today on the agenda of the current month shows at least. */
const nextDays = 30

/** The days that are shown: whole weeks in a month, the month in an agenda, which begins today and goes on into the next one. */
export const periodOf = (month: Month, view: View, today: Day) => {
  const weeks = weeksOfMonth(month).flat()
  const days = view === "month" ? weeks : weeks.filter(day => monthOf(day) === month)
  const last = days.at(-1) ?? ""
  const next = addDays(today, nextDays - 1)
  return { from: days[0] ?? "", to: view === "agenda" && monthOf(today) === month && next > last ? next : last }
}

const own = ["month", "kinds", "phases"] as const
const defaults = {}
const narrow = "(width < 640px)"

/** Returns those of `all` that a parameter names; undefined where it names none. */
const namedIn = <T extends string>(all: readonly T[], text = ""): T[] | undefined => {
  const named = text.split(",")
  const known = all.filter(name => named.includes(name))
  return known.length ? known : undefined
}

const isMonth = (text: string | undefined): text is Month => /^(19|2\d)\d\d-(0[1-9]|1[0-2])$/.test(text ?? "")

const isNarrow = () => matchMedia(narrow).matches

/** Reads view and month, and the filters of the call, from the URL's parameters. @param today the day whose month is the default */
export const queryOf = ({ filters, view: chosen }: ListState, today: Day, usual: View = isNarrow() ? "agenda" : "month") => {
  const view: View = chosen === "month" || chosen === "agenda" ? chosen : usual
  const month = isMonth(filters.month) ? filters.month : monthOf(today)
  const { tenantId } = filters
  return { view, month, query: { ...periodOf(month, view, today), ...(tenantId && { tenantId }) } }
}

/** State of the calendar in the URL: view, month, kinds, phases, filters. Phones show the agenda unless the URL has a view. */
export const useCalendarState = () => {
  const list = useList("calendar", defaults)
  const today = currentDay(useNow())
  const [usual] = useState<View>(() => (isNarrow() ? "agenda" : "month"))
  const { filters } = list.state
  const { view, month, query } = queryOf(list.state, today, usual)
  const kinds = useMemo(() => namedIn(calendarKinds, filters.kinds) ?? calendarKinds, [filters.kinds])
  const phases = useMemo(() => namedIn(allPhases, filters.phases) ?? usualPhases, [filters.phases])
  const shared = Object.fromEntries(own.flatMap(name => (filters[name] ? [[name, filters[name]]] : [])))
  /** The filters alone, for the filter bar: clearing them keeps month, kinds and phases. */
  const filterList: List = {
    ...list,
    state: {
      ...list.state,
      filters: Object.fromEntries(Object.entries(filters).filter(([name]) => !own.includes(name as (typeof own)[number]))),
    },
    go: (change, replace) =>
      list.go({ ...change, ...(change.filters && { filters: { ...shared, ...change.filters } }) }, replace),
  }
  return {
    today,
    month,
    query,
    view,
    kinds,
    phases,
    filters,
    filterList,
    setMonth: (next: Month, replace = false) => list.filter({ month: next === monthOf(today) ? "" : next }, replace),
    setView: (next: View) => list.go({ view: next === usual ? undefined : next }, true),
    /** @param open the kinds that can be chosen: all of them are the default */
    setKinds: (next: readonly CalendarKind[], open: readonly CalendarKind[]) =>
      list.filter({ kinds: next.length === open.length ? "" : next.join(",") }, true),
    setPhases: (next: readonly Phase[]) =>
      list.filter({ phases: next.join() === usualPhases.join() ? "" : next.join(",") }, true),
  }
}
