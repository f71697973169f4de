import { z } from "zod"
import { type CalendarEntry, calendarKinds, maxCalendarDays } from "../../../../src/contract/calendar"
import type { Wire } from "../../../../src/contract/wire"
import { may } from "../../auth/policy"
import { refuseInvalid } from "../../errors/problem"
import { periodErrors } from "../../http/period"
import { route } from "../../routes/route"
import { id, instant, isoDay, named, owner, text, total } from "../../routes/schemas"
import { readCalendar } from "./read"

const entry = named("CalendarEntry", {
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
  isFull: z.boolean(),
  categoryId: id.nullable(),
  categoryName: text.nullable(),
  tenantId: id.nullable(),
  tenantName: text.nullable(),
  tenantIds: z.array(id),
  canChange: z.boolean(),
}) satisfies z.ZodType<Wire<CalendarEntry>>

/** The calendar (docs/contract.md#calendar). */
export const calendar = route.get("/calendar/list", may("read", "reports"), {
  summary: "Campaigns, draws, announcements and surveys of a period",
  query: { from: isoDay, to: isoDay, ...owner },
  answer: z.object({ from: isoDay, to: isoDay, entries: z.array(entry), total, isCut: z.boolean() }),
  handler: async ({ c, deps: { db, clock, config }, query: { from = "", to = "", tenantId } }) => {
    refuseInvalid(periodErrors({ from, to }, maxCalendarDays, "calendar.periodTooLong"))
    const scope = { actor: c.get("actor"), zone: config.timeZone, now: new Date(clock()) }
    return { value: await readCalendar(db, scope, { from, to, tenantId }) }
  },
})
