import { useLocation, useSearch } from "wouter"
import type { ReportQuery } from "../../../../contract/surveys/report"
import { isDay } from "../../../../core/dates/dates"

/** Filters of the report, in the address beside the tab. */
type ReportFilters = { department: string; from: string; to: string }

const names = ["department", "from", "to"] as const

const dayOf = (text: string | null) => (text && isDay(text) && !Number.isNaN(Date.parse(text)) ? text : "")

/** Returns the filters of an address; unreadable days count as missing. */
export const parseFilters = (search: string): ReportFilters => {
  const params = new URLSearchParams(search)
  const [from, to] = [dayOf(params.get("from")), dayOf(params.get("to"))]
  const isReversed = from !== "" && to !== "" && from > to
  return { department: params.get("department")?.trim() ?? "", ...(isReversed ? { from: to, to: from } : { from, to }) }
}

/** Returns the query of the call. */
export const queryOf = ({ department, from, to }: ReportFilters): ReportQuery => ({
  ...(department && { departmentId: department }),
  ...(from && { from }),
  ...(to && { to }),
})

/** The filters that the address names. `change` keeps its other parameters and adds an entry to the history. */
export const useReportFilters = () => {
  const search = useSearch()
  const [path, navigate] = useLocation()
  const filters = parseFilters(search)
  return {
    filters,
    isFiltered: names.some(name => filters[name] !== ""),
    change: (next: Partial<ReportFilters>) => {
      const params = new URLSearchParams(search)
      for (const name of names) {
        const value = next[name] ?? filters[name]
        if (value) params.set(name, value)
        else params.delete(name)
      }
      navigate(`${path}?${params}`)
    },
  }
}
