import type { FeedbackStats } from "./feedback"

/** Figures of the dashboard, within the user's reach (docs/contract.md#dashboard). */

/** Totals by month, `YYYY-MM`. */
type Months = { month: string; total: number }[]

/** Totals of records with a derived status: by status number, and by the month of `startDate`. */
export type TimedStats = { total: number; byStatus: Record<string, number>; byMonth: Months }

/** Figures of a module that is switched off are left out. */
export type DashboardStats = {
  from: string
  to: string
  campaigns?: TimedStats | undefined
  draws?: TimedStats | undefined
  announcements?: TimedStats | undefined
  surveys?: { total: number; responses: number } | undefined
  gifts: { total: number; active: number }
  employees?: { total: number; active: number } | undefined
  feedback: FeedbackStats
}

export type DashboardFigures = {
  tenants: { total: number; active: number; inactive: number; subsidiaries: number }
  users: { total: number; active: number; inactive: number }
}

export type UserMetrics = {
  total: number
  active: number
  inactive: number
  byRole: Record<string, number>
  byDepartment: { departmentId: string | null; departmentName: string | null; total: number }[]
  hiredByMonth: Months
}
