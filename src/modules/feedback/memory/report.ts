import { type Feedback, resolutionRate, statuses } from "../../../contract/feedback"
import { periodBefore, type Report, type ReportPart, seriesOf } from "../../../contract/reports"
import { addDays } from "../../../core/dates/dates"
import type { Answer } from "../../../core/http/answer"
import type { Query } from "../../../core/http/http"
import { compareTexts } from "../../../core/text/compare-texts"
import { wantedItems } from "./reading"
import { isPlatform, ownerOf, type Store, type StoreUser } from "./store"

/** Returns the parts of items by a value. @param nameOf the name of a record; absent for codes */
const partsBy = (
  items: readonly Feedback[],
  valueIn: (item: Feedback) => unknown,
  nameOf: (item: Feedback) => string | null = () => null,
): ReportPart[] => {
  const parts = new Map<string, ReportPart>()
  for (const item of items) {
    const value = String(valueIn(item))
    parts.set(value, { value, name: nameOf(item), count: (parts.get(value)?.count ?? 0) + 1 })
  }
  return [...parts.values()]
}

/** Parts by a code, in the order of the codes. */
const codeParts = (items: readonly Feedback[], member: "status" | "category") =>
  partsBy(items, item => item[member]).sort((a, b) => Number(a.value) - Number(b.value))

const figuresOf = (items: readonly Feedback[]) => {
  const resolved = items.filter(({ status }) => statuses.name(status) === "resolved").length
  const minutes = items.flatMap(({ firstResponseMinutes }) => firstResponseMinutes ?? [])
  return {
    resolutionRate: items.length ? resolutionRate(resolved, items.length) : null,
    firstResponseMinutes: minutes.length ? Math.round(minutes.reduce((sum, each) => sum + each) / minutes.length) : null,
  }
}

/** The report of feedback, by the rules of the API (docs/contract.md#reports). */
export const reportOf = (store: Store, user: StoreUser, { from: first, to: last, tenantId }: Query): Answer => {
  const [from, to] = [String(first), String(last)]
  const days = periodBefore(from, to)
  const within = (createdFrom: string, createdTo: string) => wantedItems(store, user, { createdFrom, createdTo, tenantId })
  const [items, before] = [within(from, to), within(days.from, days.to)]
  const shift = Math.round((Date.parse(days.from) - Date.parse(from)) / 86_400_000)
  const [figures, figuresBefore] = [figuresOf(items), figuresOf(before)]
  const bySize = (a: ReportPart, b: ReportPart) => b.count - a.count || compareTexts(a.name ?? "", b.name ?? "")
  const value: Report = {
    module: "feedback",
    from,
    to,
    previousFrom: days.from,
    previousTo: days.to,
    total: items.length,
    previousTotal: before.length,
    figures: (["resolutionRate", "firstResponseMinutes"] as const).map(name => ({
      name,
      value: figures[name],
      previous: figuresBefore[name],
    })),
    statuses: codeParts(items, "status"),
    series: seriesOf(from, to).map(part => ({
      ...part,
      count: within(part.from, part.to).length,
      previous: within(addDays(part.from, shift), addDays(part.to, shift)).length,
    })),
    categories: { filter: "category", parts: codeParts(items, "category") },
    companies: isPlatform(user) ? partsBy(items, ownerOf, item => item.tenantName || null).sort(bySize) : null,
    departments: null,
  }
  return { value, status: 200 }
}
