import { useLocation, useSearch } from "wouter"
import { daysOf, maxReportDays, type ReportModule, reportModules } from "../../contract/reports"
import { rangesAround } from "../../core/dates/date-ranges"
import { addDays, type Day, isDay, isInstant } from "../../core/dates/dates"
import { currentDay } from "../../state/current-day"
import { useNow } from "../../ui/hooks/use-now"
import { platformOwner } from "../../ui/lists/use-owner-column"
import type { ReportArgs } from "./api"
import { sources } from "./sources"

/** The address of a report, which reproduces it (docs/console.md#reports). */

export const presets = [
  "today",
  "last7Days",
  "last30Days",
  "last90Days",
  "thisMonth",
  "lastMonth",
  "thisQuarter",
  "thisYear",
  "lastYear",
] as const
type Preset = (typeof presets)[number]

const defaultPreset: Preset = "last30Days"

/** What an address names: a preset stays one, `custom` has the days. */
export type ReportAddress = {
  /** Undefined: all modules. */
  module: ReportModule | undefined
  period: Preset | "custom"
  from: Day
  to: Day
  tenantId: string
  departmentId: string
}

/** Returns the days of a preset; one that is not over ends today. */
const daysOfPreset = (preset: Preset, today: Day) => {
  const { from, to } = rangesAround(today)[preset]
  return { from, to: to > today ? today : to }
}

const dayOf = (text: string | null) => (text && isDay(text) && isInstant(text) ? text : "")

/** Completes days of which one may be missing: a month ends with `to`, a period from a day on ends today. */
const complete = (from: Day, to: Day, today: Day) => {
  const [first, last] = [from || addDays(to, -29), to || (from > today ? from : today)]
  return first > last ? { from: last, to: first } : { from: first, to: last }
}

/** Reads an address. Unreadable parameters count as missing. @param today by the deployment's clock */
export const parseAddress = (search: string, today: Day): ReportAddress => {
  const params = new URLSearchParams(search)
  const module = reportModules.find(name => name === params.get("module"))
  const [from, to] = [dayOf(params.get("from")), dayOf(params.get("to"))]
  const preset = presets.find(name => name === params.get("period")) ?? defaultPreset
  const isCustom = from !== "" || to !== ""
  const tenantId = params.get("tenantId")?.trim() ?? ""
  const source = module && sources[module]
  return {
    module,
    period: isCustom ? "custom" : preset,
    ...(isCustom ? complete(from, to, today) : daysOfPreset(preset, today)),
    tenantId: tenantId === platformOwner && !source?.hasPlatform ? "" : tenantId,
    departmentId: source?.hasDepartments ? (params.get("departmentId")?.trim() ?? "") : "",
  }
}

/** Returns the query of an address, "" or "?…". */
export const formatAddress = ({ module, period, from, to, tenantId, departmentId }: ReportAddress): string => {
  const params = new URLSearchParams({
    ...(module && { module }),
    ...(period === "custom" ? { from, to } : period !== defaultPreset && { period }),
    ...(tenantId && { tenantId }),
    ...(departmentId && { departmentId }),
  })
  return params.size ? `?${params}` : ""
}

/** Returns the arguments of the call for one module. */
export const argsOf = ({ from, to, tenantId, departmentId }: ReportAddress, module: ReportModule): ReportArgs => ({
  module,
  from,
  to,
  ...(tenantId && { tenantId }),
  ...(departmentId && { departmentId }),
})

export const isTooLong = ({ from, to }: Pick<ReportAddress, "from" | "to">) => daysOf(from, to) > maxReportDays

/** The report that the address names, and the way to others. */
export const useReportAddress = () => {
  const search = useSearch()
  const [path, navigate] = useLocation()
  const today = currentDay(useNow())
  const address = parseAddress(search, today)
  const hrefOf = (change: Partial<ReportAddress>) => {
    const next = formatAddress({ ...address, ...change })
    // Read again: a filter that the other module does not have is left out.
    return path + formatAddress(parseAddress(next, today))
  }
  return { address, today, hrefOf, change: (next: Partial<ReportAddress>) => navigate(hrefOf(next)) }
}
