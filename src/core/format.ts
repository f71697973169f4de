/** Figures, money and dates as Turkish and British English write them (decisions §2, design: Voice and tone). */
import { isDay } from "./dates"

/** Stands for a value that is missing (decisions §2). */
export const dash = "–"

const locales: Record<string, string> = { tr: "tr-TR", en: "en-GB" }

type Missing = null | undefined
export type Format = ReturnType<typeof createFormat>

/** @param timeZone the deployment's, IANA; a date-only value never shifts by a day */
export const createFormat = (language: string, timeZone: string, now: () => number = Date.now) => {
  const locale = locales[language] ?? "en-GB"
  const made = new Map<string, Intl.DateTimeFormat | Intl.NumberFormat>()

  const dates = (options: Intl.DateTimeFormatOptions) => {
    const key = JSON.stringify(options)
    const known = (made.get(key) as Intl.DateTimeFormat | undefined) ?? new Intl.DateTimeFormat(locale, options)
    made.set(key, known)
    return known
  }
  const numbers = (options: Intl.NumberFormatOptions) => {
    const key = `#${JSON.stringify(options)}`
    const known = (made.get(key) as Intl.NumberFormat | undefined) ?? new Intl.NumberFormat(locale, options)
    made.set(key, known)
    return known
  }

  const zoneOf = (text: string) => (isDay(text) ? "UTC" : timeZone)
  const read = (text: string | Missing) => {
    const instant = text ? Date.parse(text) : Number.NaN
    return Number.isNaN(instant) ? undefined : instant
  }
  const partsOf = (instant: number, zone: string) => {
    const parts = dates({ day: "numeric", month: "short", year: "numeric", timeZone: zone }).formatToParts(instant)
    const part = (type: string) => parts.find(part => part.type === type)?.value ?? ""
    return { day: part("day"), month: part("month").replace("Sept", "Sep"), year: part("year") }
  }
  const thisYear = () => partsOf(now(), timeZone).year

  /** "21 Kas 2026"; the year is dropped when it is the current one. */
  const date = (text: string | Missing) => {
    const instant = read(text)
    if (instant === undefined || !text) return dash
    const { day, month, year } = partsOf(instant, zoneOf(text))
    return year === thisYear() ? `${day} ${month}` : `${day} ${month} ${year}`
  }

  const time = (text: string | Missing) => {
    const instant = read(text)
    return instant === undefined
      ? dash
      : dates({ hour: "2-digit", minute: "2-digit", hourCycle: "h23", timeZone }).format(instant)
  }

  return {
    date,
    time,
    dateTime: (text: string | Missing) => (read(text) === undefined ? dash : `${date(text)} ${time(text)}`),
    /** "1 – 30 Kas", "12 Kas – 15 Ara", "20 Kas – 5 Oca 2027". */
    period: (start: string | Missing, end: string | Missing) => {
      const from = read(start)
      const to = read(end)
      if (from === undefined || to === undefined || !start || !end)
        return from === undefined && to === undefined ? dash : `${date(start)} – ${date(end)}`
      const a = partsOf(from, zoneOf(start))
      const b = partsOf(to, zoneOf(end))
      if (a.year !== b.year || a.month !== b.month) return `${date(start)} – ${date(end)}`
      const tail = b.year === thisYear() ? b.month : `${b.month} ${b.year}`
      return a.day === b.day ? `${a.day} ${tail}` : `${a.day} – ${b.day} ${tail}`
    },
    number: (value: number | Missing) => (typeof value === "number" && Number.isFinite(value) ? numbers({}).format(value) : dash),
    /** @param value whole percents: 25 is "%25" in Turkish and "25%" in English */
    percent: (value: number | Missing) =>
      typeof value === "number" && Number.isFinite(value)
        ? numbers({ style: "percent", maximumFractionDigits: 2 }).format(value / 100)
        : dash,
    /** Whole amounts without decimals: "₺500", "₺1.250,50". */
    money: (value: number | Missing, currency: string | Missing) => {
      if (typeof value !== "number" || !Number.isFinite(value)) return dash
      const digits = Number.isInteger(value) ? 0 : 2
      const options = { minimumFractionDigits: digits, maximumFractionDigits: digits }
      try {
        return numbers({ style: "currency", currency: currency || "TRY", currencyDisplay: "narrowSymbol", ...options }).format(
          value,
        )
      } catch {
        return `${numbers(options).format(value)} ${currency}`
      }
    },
    /** @param bytes shown in KB or MB */
    fileSize: (bytes: number) =>
      bytes < 1_048_576
        ? `${numbers({ maximumFractionDigits: 0 }).format(Math.max(1, bytes / 1024))} KB`
        : `${numbers({ maximumFractionDigits: 1 }).format(bytes / 1_048_576)} MB`,
  }
}
