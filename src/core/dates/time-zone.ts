/** IANA time zones. */

import type { Language } from "../text/i18n"
import { localeOf } from "../text/locale"
import { dateTimeFormat } from "./date-time-format"
import { fromInstant } from "./dates"

/** Returns the browser's zone, or `fallback` where the browser names none that `Intl` supports. */
export const browserZone = (fallback: string): string => {
  try {
    const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
    new Intl.DateTimeFormat("en", { timeZone })
    return timeZone || fallback
  } catch {
    return fallback
  }
}

/**
 * Whether the clocks of two zones differ at any time of the year that `now` (epoch ms) lies in. Zones of different names may
 * have the same clocks.
 */
export const zonesDiffer = (a: string, b: string, now: number): boolean => {
  if (a === b) return false
  const year = new Date(now).getUTCFullYear()
  const instants = Array.from({ length: 24 }, (_, index) =>
    new Date(Date.UTC(year, Math.floor(index / 2), index % 2 ? 15 : 1, 12)).toISOString(),
  )
  return instants.some(instant => {
    const [inA, inB] = [fromInstant(instant, a), fromInstant(instant, b)]
    return inA?.time !== inB?.time || inA?.date !== inB?.date
  })
}

const formatZone = (zone: string, language: Language, timeZoneName: "longGeneric" | "shortOffset", now: number) =>
  dateTimeFormat(localeOf(language), { timeZone: zone, timeZoneName })
    .formatToParts(now)
    .find(({ type }) => type === "timeZoneName")?.value

/**
 * Returns the zone's name with its offset at `now` (epoch ms): "Central European Time (GMT+1)". A zone without a name in the
 * language has its IANA name.
 */
export const zoneName = (zone: string, language: Language, now: number): string => {
  const longName = formatZone(zone, language, "longGeneric", now)
  const name = longName && !longName.startsWith("GMT") ? longName : zone
  return `${name} (${formatZone(zone, language, "shortOffset", now)})`
}
