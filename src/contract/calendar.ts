import type { Code } from "../core/codes"
import { compareTexts } from "../core/text/compare-texts"
import { statuses as announcementStatuses } from "./announcements"
import { statuses as campaignStatuses } from "./campaigns"
import { statuses as drawStatuses } from "./draws/draws"
import { withDefaults } from "./record"
import { statuses as surveyStatuses } from "./surveys/surveys"

/** Calendar of the records that last for a time (docs/contract.md#calendar). */

/** The modules whose records are in the calendar, in its order. */
export const calendarKinds = ["campaigns", "draws", "announcements", "surveys"] as const
export type CalendarKind = (typeof calendarKinds)[number]

/** The statuses of a kind's records. */
const calendarStatuses = {
  campaigns: campaignStatuses,
  draws: drawStatuses,
  announcements: announcementStatuses,
  surveys: surveyStatuses,
}

/** A record in the calendar. Dates are instants (ISO 8601, UTC); "" is an open start or end, and the draw date of other kinds. */
export type CalendarEntry = {
  kind: CalendarKind
  id: string
  title: string
  /** The derived status at the time of the answer, by the kind's codes. */
  status: Code
  startDate: string
  endDate: string
  drawDate: string
  /** Partner and category of a campaign; "" for other kinds. */
  brandId: string
  brandName: string
  categoryId: string
  categoryName: string
  /** Whether a campaign takes no further person or amount; false for other kinds. */
  isFull: boolean
  /** A state of its proposal, or ""; see contract/approvals.ts. */
  approval: string
  /** The owner; null for the platform, absent where the server omits it. */
  tenantId?: string | null
  tenantName: string
  /** The companies that a campaign is offered to, none: all; absent where the server omits it, and of other kinds. */
  tenantIds?: readonly string[]
  /** Whether the caller may change the record by ownership and permissions; its status may still forbid it. */
  canChange: boolean
}

/** The calendar of a period. `isCut`: `total` records touch the period, the earliest of them are in `entries`. */
export type Calendar = { from: string; to: string; entries: CalendarEntry[]; total: number; isCut: boolean }

/** Longest period of a calendar, days. */
export const maxCalendarDays = 400

/** Largest number of entries of an answer. */
export const maxCalendarEntries = 2_000

const isKind = (value: unknown): value is CalendarKind => (calendarKinds as readonly unknown[]).includes(value)

type Defaults = Omit<CalendarEntry, "kind" | "tenantId" | "tenantIds">

const defaults: Defaults = {
  id: "",
  title: "",
  status: null,
  startDate: "",
  endDate: "",
  drawDate: "",
  brandId: "",
  brandName: "",
  categoryId: "",
  categoryName: "",
  tenantName: "",
  approval: "",
  isFull: false,
  canChange: true,
}

const readers = Object.fromEntries(
  calendarKinds.map(kind => [kind, withDefaults<Defaults>(defaults, { status: calendarStatuses[kind] })]),
) as Record<CalendarKind, (raw: object) => Defaults>

/** Reads an entry from the wire, or a record of the kind's list; undefined for a kind that the calendar does not have. */
export const calendarEntryOf = (raw: object, given?: CalendarKind): CalendarEntry | undefined => {
  const kind = given ?? (raw as { kind?: unknown }).kind
  if (!isKind(kind)) return undefined
  const { tenantId, tenantIds } = raw as Pick<CalendarEntry, "tenantId" | "tenantIds">
  const entry = readers[kind](raw)
  const members = (Object.keys(defaults) as (keyof Defaults)[]).map(name => [name, entry[name]])
  return {
    ...(Object.fromEntries(members) as Defaults),
    kind,
    ...(tenantId !== undefined && { tenantId }),
    ...(Array.isArray(tenantIds) && { tenantIds }),
  }
}

/** What the order of a calendar is made of; a server's rows have null for a date that they do not have. */
type Ordered = Pick<CalendarEntry, "id" | "title"> & Record<"startDate" | "endDate", string | null>

const beginning = ({ startDate, endDate }: Ordered) => Date.parse(startDate || endDate || "9999")

/** The order of a calendar: by the first date that is known, entries without dates last. */
export const inCalendarOrder = (a: Ordered, b: Ordered) =>
  beginning(a) - beginning(b) || compareTexts(a.title, b.title) || a.id.localeCompare(b.id)
