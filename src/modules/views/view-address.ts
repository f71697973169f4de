import { offeredRanges, rangesAround } from "../../core/dates/date-ranges"
import type { Day } from "../../core/dates/dates"
import type { Filter } from "../../ui/lists/list-filters"

/** Addresses of saved views: queries of lists in which a relative period is a name, such as `from=@thisMonth`. */

type Filters = readonly Filter[]

const dateFilters = (filters: Filters) => filters.flatMap(filter => (filter.kind === "dates" ? [filter] : []))

/** Query of a view: without the page and the view itself; a range that the filter offers becomes its name. */
export const viewSearch = (search: string, filters: Filters, today: Day): string => {
  const params = new URLSearchParams(search)
  params.delete("page")
  params.delete("view")
  const ranges = rangesAround(today)
  for (const { from, to } of dateFilters(filters)) {
    const name = offeredRanges.find(name => ranges[name].from === params.get(from) && ranges[name].to === params.get(to))
    if (!name) continue
    params.set(from, `@${name}`)
    params.delete(to)
  }
  params.sort()
  return params.toString()
}

const isKnown = (name: string, value: string, filters: Filters) => {
  if (["keyword", "status", "sortBy", "sortOrder", "pageSize"].includes(name)) return true
  const filter = filters.find(filter => (filter.kind === "dates" ? [filter.from, filter.to] : [filter.name]).includes(name))
  if (!filter) return false
  if (filter.kind === "preset") return Object.hasOwn(filter.texts, value)
  return !("look" in filter) || filter.look.of.values.some(code => String(code) === value)
}

/**
 * Query of the list that a view shows.
 * @returns `hasLoss`: parameters were left out which the list does not have any more
 */
export const listSearch = (view: string, filters: Filters, today: Day): { search: string; hasLoss: boolean } => {
  const params = new URLSearchParams(view)
  let hasLoss = false
  for (const { from, to } of dateFilters(filters)) {
    const name = offeredRanges.find(name => params.get(from) === `@${name}`)
    if (!name) continue
    const range = rangesAround(today)[name]
    params.set(from, range.from)
    params.set(to, range.to)
  }
  for (const [name, value] of [...params])
    if (!isKnown(name, value, filters) || value.startsWith("@")) {
      params.delete(name)
      hasLoss = true
    }
  return { search: params.toString(), hasLoss }
}
