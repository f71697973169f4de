import type { CalendarEntry } from "../../contract/calendar"
import { daysOf } from "../../contract/reports"
import type { Day } from "../../core/dates/dates"
import { phaseOf, usualPhases } from "./kinds"
import { daysOfPeriod, keyOf } from "./places"

/** Two campaigns of one company, or one of the platform and one of a company that it is offered to, that are live or planned on the same days and have the partner, the category, or both in common. */
export type Overlap = {
  key: string
  first: CalendarEntry
  second: CalendarEntry
  by: readonly ("brandId" | "categoryId")[]
  /** The days on which both run, both included, and how many there are. */
  from: Day
  to: Day
  days: number
}

/** Whether a campaign of the platform is offered to the company of the other one. */
const isOfferedTo = ({ tenantId, tenantIds }: CalendarEntry, company: CalendarEntry["tenantId"]) =>
  tenantId === null && tenantIds !== undefined && company != null && (!tenantIds.length || tenantIds.includes(company))

/** Whether the same people are offered both. */
const meet = (a: CalendarEntry, b: CalendarEntry) =>
  a.tenantId === b.tenantId || isOfferedTo(a, b.tenantId) || isOfferedTo(b, a.tenantId)

const shared = ["brandId", "categoryId"] as const

/**
 * Returns the overlaps of campaigns, by partner and by category, of a company and of what the platform offers it. Those with both in common come first, then
 * the longer ones. Campaigns without start or end are left out.
 * @param zone the zone of days
 */
export const overlapsOf = (entries: readonly CalendarEntry[], zone: string): Overlap[] => {
  const campaigns = entries.flatMap(entry => {
    const { from, to } = daysOfPeriod(entry, zone)
    return entry.kind === "campaigns" && usualPhases.includes(phaseOf(entry)) && from && to ? [{ entry, from, to }] : []
  })
  campaigns.sort((a, b) => a.from.localeCompare(b.from) || keyOf(a.entry).localeCompare(keyOf(b.entry)))
  const overlaps: Overlap[] = []
  for (const [index, a] of campaigns.entries())
    for (const b of campaigns.slice(index + 1)) {
      if (b.from > a.to) break
      if (!meet(a.entry, b.entry)) continue
      const by = shared.filter(member => a.entry[member] !== "" && a.entry[member] === b.entry[member])
      if (!by.length) continue
      const to = a.to < b.to ? a.to : b.to
      const key = `${keyOf(a.entry)} ${keyOf(b.entry)}`
      overlaps.push({ key, first: a.entry, second: b.entry, by, from: b.from, to, days: daysOf(b.from, to) })
    }
  return overlaps.sort((a, b) => b.by.length - a.by.length || b.days - a.days || a.key.localeCompare(b.key))
}
