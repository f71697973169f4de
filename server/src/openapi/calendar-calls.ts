import { z } from "zod"
import { type CalendarEntry, calendarKinds } from "../../../src/contract/calendar"
import type { Wire } from "../../../src/contract/wire"
import { id, owner, tagged, text, total } from "../records/call"
import { instant, isoDay } from "./values"

const entry = z
  .object({
    kind: z.enum(calendarKinds),
    id,
    title: text,
    status: total,
    startDate: instant.nullable(),
    endDate: instant.nullable(),
    drawDate: instant.nullable(),
    brandId: id.nullable(),
    brandName: text.nullable(),
    approval: text.nullable(),
    categoryId: id.nullable(),
    categoryName: text.nullable(),
    tenantId: id.nullable(),
    tenantName: text.nullable(),
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
