import { http } from "../../api/http"
import { ifMissing } from "../../api/missing-call"
import { type Calendar, type CalendarKind, calendarEntryOf, inCalendarOrder, maxCalendarEntries } from "../../contract/calendar"
import { HttpError, type Query } from "../../core/http/http"
import { objectValue, type Page } from "../../core/http/pages"
import { read } from "../../core/http/query"
import { maxPageSize } from "../../core/http/read-all-pages"
import { isRecord } from "../../core/is-record"
import { NotOffered } from "../../state/features"
import { listAnnouncements } from "../announcements/api"
import { listCampaigns } from "../campaigns/api"
import { listDraws } from "../draws/api"
import { listSurveys } from "../surveys/api"

/** Calls of the calendar (docs/contract.md#calendar). */

/** Days are `YYYY-MM-DD`, both included. `tenantId`: the owner's, or `platform`. */
export type CalendarQuery = { from: string; to: string; tenantId?: string }

type LoadedCalendar = Pick<Calendar, "entries" | "total" | "isCut">

type List = (query: Query, signal?: AbortSignal) => Promise<Page<object>>

const lists: Record<CalendarKind, List> = {
  campaigns: listCampaigns,
  draws: listDraws,
  announcements: listAnnouncements,
  surveys: listSurveys,
}

/** Entries read from each list at most, so that the calls remain few. */
const maxOfKind = maxCalendarEntries / 4

/** Reads a kind's entries page by page; none of a kind that the person may not read. */
const readKind = async (kind: CalendarKind, { from, to, tenantId }: CalendarQuery, signal?: AbortSignal) => {
  const rows: object[] = []
  const query = { pageSize: maxPageSize, startDate: from, endDate: to, ...(tenantId && { tenantId }) }
  try {
    for (let page = 0; ; page++) {
      const found = await lists[kind]({ page, ...query }, signal)
      rows.push(...found.rows)
      if (!found.rows.length || rows.length >= found.total) return { kind, rows, total: rows.length }
      if (rows.length >= maxOfKind) return { kind, rows, total: found.total }
    }
  } catch (error) {
    if (error instanceof HttpError && error.status === 403) return { kind, rows, total: 0 }
    throw error
  }
}

/** Reads the calendar from the four lists, for servers without the call. */
const readLists = async (query: CalendarQuery, signal?: AbortSignal): Promise<LoadedCalendar> => {
  const found = await Promise.all((Object.keys(lists) as CalendarKind[]).map(kind => readKind(kind, query, signal)))
  const entries = found.flatMap(({ kind, rows }) => rows.flatMap(row => calendarEntryOf(row, kind) ?? []))
  const total = found.reduce((sum, part) => sum + part.total, 0)
  return { entries: entries.sort(inCalendarOrder), total, isCut: total > entries.length }
}

/** The entries of a period. It is read again on each visit: changes of records do not invalidate it. */
export const listCalendar = read(
  "calendar.list",
  (query: CalendarQuery, signal): Promise<LoadedCalendar> =>
    http
      .get("/calendar/list", { query, signal })
      .catch(ifMissing("calendar"))
      .then(
        answer => {
          const { entries: raw, total, isCut } = objectValue<Partial<Calendar>>()(answer)
          if (!Array.isArray(raw)) throw new HttpError({ kind: "format", status: answer.status, requestId: answer.requestId })
          const entries = raw.filter(isRecord).flatMap(entry => calendarEntryOf(entry) ?? [])
          return { entries, total: total ?? entries.length, isCut: isCut ?? false }
        },
        (error: unknown) => {
          if (error instanceof NotOffered) return readLists(query, signal)
          throw error
        },
      ),
  { staleTimeMs: 1_000 },
)
