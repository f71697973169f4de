import { daysOf } from "../../../src/contract/reports"
import { isInstant } from "../../../src/core/dates/dates"
import type { Key } from "../../../src/core/text/i18n"
import type { FieldMessages } from "../errors/problem"

const isDay = (text: string | undefined): text is string =>
  text !== undefined && /^\d{4}-\d\d-\d\d$/.test(text) && isInstant(text)

/** Returns what is wrong with the days of a period, both of which are included and required. */
export const periodErrors = (
  { from, to }: { from: string | undefined; to: string | undefined },
  maxDays: number,
  tooLong: Key,
): FieldMessages => {
  if (!isDay(from)) return { from: "report.dayInvalid" }
  if (!isDay(to)) return { to: "report.dayInvalid" }
  if (from > to) return { to: "rule.endBeforeStart" }
  return daysOf(from, to) > maxDays ? { to: tooLong } : {}
}
