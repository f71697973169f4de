/** Numbers, money and dates in Turkish and British English (docs/console.md#dates-and-numbers). */
import { dateTimeFormat } from "../dates/date-time-format"
import { isDay, parseInstant } from "../dates/dates"
import { localeOf } from "./locale"

export const bytesOfMb = 1_048_576

/** Shown for a missing value (docs/contract.md#missing-members). */
export const dash = "—"

/** Units of elapsed time, in seconds. */
const agoUnits = [
  ["year", 31_536_000],
  ["month", 2_592_000],
  ["day", 86_400],
  ["hour", 3600],
  ["minute", 60],
] as const

type Missing = null | undefined
export type Format = ReturnType<typeof createFormat>

/**
 * Creates the formatters of one language and zone. All accept missing values, which become {@link dash}, and texts that are no
 * dates, which stay as they are.
 * @param timeZone IANA name of the zone of instants; days are independent of it
 * @param isFull whether dates have their year and times their zone always, as on paper
 */
export const createFormat = (language: string, timeZone: string, now: () => number = Date.now, isFull = false) => {
  const locale = localeOf(language)
  const numberFormatters = new Map<string, Intl.NumberFormat>()

  const relative = new Intl.RelativeTimeFormat(locale, { numeric: "auto" })

  const dateFormatter = (options: Intl.DateTimeFormatOptions) => dateTimeFormat(locale, options)
  const numberFormatter = (options: Intl.NumberFormatOptions) => {
    const key = JSON.stringify(options)
    const formatter = numberFormatters.get(key) ?? new Intl.NumberFormat(locale, options)
    numberFormatters.set(key, formatter)
    return formatter
  }

  const zoneOf = (text: string) => (isDay(text) ? "UTC" : timeZone)
  const partsOf = (instant: number, zone: string) => {
    const parts = dateFormatter({ day: "numeric", month: "short", year: "numeric", timeZone: zone }).formatToParts(instant)
    const part = (type: string) => parts.find(part => part.type === type)?.value ?? ""
    return { day: part("day"), month: part("month").replace("Sept", "Sep"), year: part("year") }
  }
  /** The quarter of an hour for which the year was determined: offsets of zones are multiples of it. */
  let quarter = Number.NaN
  let year = ""
  const currentYear = () => {
    const current = Math.floor(now() / 900_000)
    if (current !== quarter) {
      quarter = current
      year = partsOf(now(), timeZone).year
    }
    return year
  }

  /** "21 Kas 2026", or "21 Kas" in the current year. */
  const date = (text: string | Missing) => {
    const instant = parseInstant(text)
    if (instant === undefined || !text) return text || dash
    const { day, month, year } = partsOf(instant, zoneOf(text))
    return !isFull && year === currentYear() ? `${day} ${month}` : `${day} ${month} ${year}`
  }

  const time = (text: string | Missing) => {
    const instant = parseInstant(text)
    return instant === undefined
      ? dash
      : dateFormatter({ hour: "2-digit", minute: "2-digit", hourCycle: "h23", timeZone }).format(instant)
  }

  const dateAndTime = (text: string | Missing) =>
    parseInstant(text) === undefined ? text || dash : `${date(text)} ${time(text)}`
  /** " GMT+3" after a time whose zone is named. */
  const zoneAfter = (text: string | Missing) => {
    const instant = parseInstant(text)
    if (instant === undefined || !isFull) return ""
    const parts = dateFormatter({ timeZone, timeZoneName: "shortOffset" }).formatToParts(instant)
    return ` ${parts.find(({ type }) => type === "timeZoneName")?.value}`
  }

  /** "3 gün önce", "3 days ago", "şimdi", "now". @param to epoch ms from which the time is counted */
  const ago = (text: string | Missing, to: number) => {
    const instant = parseInstant(text)
    if (instant === undefined) return dash
    const seconds = Math.max(0, (to - instant) / 1000)
    const [unit, size] = agoUnits.find(([, size]) => seconds >= size) ?? (["second", Number.POSITIVE_INFINITY] as const)
    return relative.format(-Math.floor(seconds / size) || 0, unit)
  }

  return {
    date,
    time,
    ago,
    dateTime: (text: string | Missing) => dateAndTime(text) + zoneAfter(text),
    /** "1 – 30 Kas", "12 Kas – 15 Ara", "20 Kas – 5 Oca 2027"; with their times where the zone is named. */
    period: (start: string | Missing, end: string | Missing) => {
      const from = parseInstant(start)
      const to = parseInstant(end)
      if (from === undefined || to === undefined || !start || !end) return start || end ? `${date(start)} – ${date(end)}` : dash
      if (isFull && !isDay(start) && !isDay(end)) return `${dateAndTime(start)} – ${dateAndTime(end)}${zoneAfter(end)}`
      const a = partsOf(from, zoneOf(start))
      const b = partsOf(to, zoneOf(end))
      if (a.year !== b.year || a.month !== b.month) return `${date(start)} – ${date(end)}`
      const tail = !isFull && b.year === currentYear() ? b.month : `${b.month} ${b.year}`
      return a.day === b.day ? `${a.day} ${tail}` : `${a.day} – ${b.day} ${tail}`
    },
    number: (value: number | Missing) =>
      typeof value === "number" && Number.isFinite(value) ? numberFormatter({}).format(value) : dash,
    /** @param value in percent: 25 becomes "%25" in Turkish and "25%" in English */
    percent: (value: number | Missing) =>
      typeof value === "number" && Number.isFinite(value)
        ? numberFormatter({ style: "percent", maximumFractionDigits: 2 }).format(value / 100)
        : dash,
    /** "₺500", "₺1.250,50": whole amounts have no decimals. @param currency ISO 4217; TRY when missing */
    money: (value: number | Missing, currency: string | Missing) => {
      if (typeof value !== "number" || !Number.isFinite(value)) return dash
      const digits = Number.isInteger(value) ? 0 : 2
      const options = { minimumFractionDigits: digits, maximumFractionDigits: digits }
      try {
        return numberFormatter({
          style: "currency",
          currency: currency || "TRY",
          currencyDisplay: "narrowSymbol",
          ...options,
        }).format(value)
      } catch {
        return `${numberFormatter(options).format(value)} ${currency}`
      }
    },
    /** Formats bytes in KB, MB or GB. */
    fileSize: (bytes: number) => {
      if (bytes < bytesOfMb)
        return `${numberFormatter({ maximumFractionDigits: 0 }).format(bytes && Math.max(1, bytes / 1024))} KB`
      const [size, unit] = bytes < bytesOfMb * 1024 ? [bytes / bytesOfMb, "MB"] : [bytes / bytesOfMb / 1024, "GB"]
      return `${numberFormatter({ maximumFractionDigits: 1 }).format(size)} ${unit}`
    },
  }
}
