/** IANA time zones: the browser's own, whether two differ, and what a person calls one. */
import { fromInstant } from "./dates"
import type { Language } from "./i18n"

/** @param fallback stands where the browser does not say, or names none that it knows */
export const browserZone = (fallback: string): string => {
  try {
    const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
    new Intl.DateTimeFormat("en", { timeZone })
    return timeZone || fallback
  } catch {
    return fallback
  }
}

/** Whether clocks of the two show another time on any day of the year that `now` (epoch ms) lies in: names alone say little. */
export const zonesDiffer = (a: string, b: string, now: number): boolean => {
  if (a === b) return false
  const year = new Date(now).getUTCFullYear()
  return Array.from({ length: 24 }, (_, at) =>
    new Date(Date.UTC(year, Math.floor(at / 2), at % 2 ? 15 : 1, 12)).toISOString(),
  ).some(instant => {
    const [one, other] = [fromInstant(instant, a), fromInstant(instant, b)]
    return one?.time !== other?.time || one?.date !== other?.date
  })
}

const locales: Record<Language, string> = { tr: "tr-TR", en: "en-GB" }

const partOf = (zone: string, language: Language, timeZoneName: "longGeneric" | "shortOffset", now: number) =>
  new Intl.DateTimeFormat(locales[language], { timeZone: zone, timeZoneName })
    .formatToParts(now)
    .find(({ type }) => type === "timeZoneName")?.value

/**
 * What people call the zone, with how far its clocks are ahead at `now` (epoch ms): "Central European Time (GMT+1)". One that
 * has no name in words goes by its IANA name.
 */
export const zoneName = (zone: string, language: Language, now: number): string => {
  const named = partOf(zone, language, "longGeneric", now)
  const name = named && !named.startsWith("GMT") ? named : zone
  return `${name} (${partOf(zone, language, "shortOffset", now)})`
}
