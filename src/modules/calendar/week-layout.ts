import type { Day } from "../../core/dates/dates"
import { compareTexts } from "../../core/text/compare-texts"
import { isWithin, type Place } from "./places"

/** A place in one week, or the part of it. Columns and lanes count from 0. */
export type Segment = {
  place: Place
  column: number
  length: number
  lane: number
  /** Whether the place began before the week, and continues after it. */
  isContinued: boolean
  continues: boolean
}

/** The bars of a week, and for each day the places that have no lane. */
type WeekLayout = { segments: Segment[]; hidden: Place[][] }

/**
 * Arranges the places of a week in lanes. Places that begin or end in the week come first, so that what changes stays visible
 * where more is going on than there are lanes; then earlier ones, and longer ones.
 * @param week seven days
 */
export const layoutWeek = (places: readonly Place[], week: readonly Day[], lanes: number): WeekLayout => {
  const [first = "", last = ""] = [week[0], week.at(-1)]
  const changes = ({ from, to }: Place) => (from >= first && from <= last) || (to >= first && to <= last)
  const order = (a: Place, b: Place) =>
    Number(changes(b)) - Number(changes(a)) ||
    a.from.localeCompare(b.from) ||
    b.to.localeCompare(a.to) ||
    compareTexts(a.entry.title, b.entry.title) ||
    a.key.localeCompare(b.key)
  const taken: boolean[][] = Array.from({ length: lanes }, () => week.map(() => false))
  const layout: WeekLayout = { segments: [], hidden: week.map(() => []) }
  for (const place of places.filter(place => isWithin(place, first, last)).sort(order)) {
    const column = Math.max(0, week.indexOf(place.from))
    const end = place.to > last ? week.length : week.indexOf(place.to) + 1
    const lane = taken.findIndex(days => !days.slice(column, end).includes(true))
    if (lane < 0) {
      for (let day = column; day < end; day++) layout.hidden[day]?.push(place)
      continue
    }
    taken[lane]?.fill(true, column, end)
    const [isContinued, continues] = [place.from < first, place.to > last]
    layout.segments.push({ place, column, length: end - column, lane, isContinued, continues })
  }
  return layout
}
