import type { Kind } from "../kinds/kind"

/**
 * Columns of a write with the moment from which the record is live: of this write, where it names no start
 * (docs/contract.md#announcement-record).
 * @param after the record as it will be; @param columns what is written
 */
export const withStart = <C extends object>({ live }: Pick<Kind, "live">, after: object, columns: C, now: Date): C => {
  const { intent, startDate, endDate } = after as { intent?: string; startDate?: Date | null; endDate?: Date | null }
  const isLive = intent !== undefined && intent === live
  return isLive && !startDate && !(endDate && endDate <= now) ? { ...columns, startDate: now } : columns
}
