import { may, withFlag } from "../../auth/policy"
import { route } from "../../routes/route"
import { attentionOf } from "./attention"
import { readFigures, readUserMetrics } from "./figures"
import { readStats } from "./stats"
import { attention, dashboardFigures, dashboardStats, userMetrics } from "./values"

const guard = withFlag("dashboard")

/** Calls on the dashboard (docs/contract.md#dashboard). */
export const dashboard = [
  route.get("/api/dashboard/stats", guard, {
    summary: "Figures of all records within reach",
    answer: dashboardStats,
    handler: async ({ c }) => ({ value: await readStats(c) }),
  }),
  route.get("/api/dashboard/attention", guard, {
    summary: "What needs attention today within reach, most urgent first",
    answer: attention,
    handler: async ({ c, deps }) => ({ value: { lines: await attentionOf(deps, c.get("actor")) } }),
  }),
  route.get("/api/dashboard", guard, {
    summary: "Numbers of companies and people within reach",
    answer: dashboardFigures,
    handler: async ({ c }) => ({ value: await readFigures(c) }),
  }),
  route.get("/api/dashboard/user-metrics", [guard, may("read", ["employees", "users"])], {
    summary: "People within reach by role, department and month",
    answer: userMetrics,
    handler: async ({ c }) => ({ value: await readUserMetrics(c) }),
  }),
]
