import { z } from "zod"
import { type CalendarEntry, calendarKinds } from "../../../src/contract/calendar"
import type { Wire } from "../../../src/contract/wire"
import { id, owner, tagged, text, total } from "../records/call"
import { instant, nullable } from "./values"

const isoDay = z.string().meta({ format: "date" })

const entry = z
  .object({
    kind: z.enum(calendarKinds),
    id,
    title: text,
    status: total,
    startDate: nullable(instant),
    endDate: nullable(instant),
    drawDate: nullable(instant),
    brandId: nullable(id),
    brandName: nullable(text),
    approval: nullable(text),
    categoryId: nullable(id),
    categoryName: nullable(text),
    tenantId: nullable(id),
    tenantName: nullable(text),
    canChange: z.boolean(),
  })
  .meta({ id: "CalendarEntry" }) satisfies z.ZodType<Wire<CalendarEntry>>

/** The calendar. */
export const calendarCalls = tagged("Calendar", {
  "GET /calendar/list": {
    summary: "Campaigns, draws, announcements and surveys of a period",
    query: { from: isoDay, to: isoDay, ...owner },
    value: z.object({ from: isoDay, to: isoDay, entries: z.array(entry), total, isCut: z.boolean() }),
  },
})
