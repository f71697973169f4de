import { z } from "zod"
import { type Attention, type AttentionKind, attentionLines } from "../../../../src/contract/attention"
import type { DashboardFigures, DashboardStats, UserMetrics } from "../../../../src/contract/dashboard"
import { instant, named, statusCounts } from "../../kinds/answer-shape"
import { id, text, total } from "../../routes/schemas"
import { feedbackStats } from "../feedback/values"

/** Schemas of the answers. */
const figures = z.object({ total, active: total })
const months = z.array(z.object({ month: text, total }))
const timed = z.object({ total, byStatus: statusCounts, byMonth: months })

export const dashboardStats = named("DashboardStats", {
  from: text,
  to: text,
  campaigns: timed.optional(),
  draws: timed.optional(),
  announcements: timed.optional(),
  surveys: z.object({ total, responses: total }).optional(),
  gifts: figures,
  employees: figures.optional(),
  feedback: feedbackStats,
}) satisfies z.ZodType<DashboardStats>

const withInactive = { total, active: total, inactive: total }

export const dashboardFigures = named("DashboardFigures", {
  tenants: z.object({ ...withInactive, subsidiaries: total }),
  users: z.object(withInactive),
}) satisfies z.ZodType<DashboardFigures>

export const attention = named("Attention", {
  lines: z.array(
    z.object({
      kind: z.enum(Object.keys(attentionLines) as AttentionKind[]),
      count: total,
      id,
      title: text,
      date: instant,
    }),
  ),
}) satisfies z.ZodType<Attention>

export const userMetrics = named("UserMetrics", {
  ...withInactive,
  byRole: statusCounts,
  byDepartment: z.array(z.object({ departmentId: id.nullable(), departmentName: text.nullable(), total })),
  hiredByMonth: months,
}) satisfies z.ZodType<UserMetrics>
