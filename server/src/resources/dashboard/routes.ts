import { may, withFlag } from "../../auth/policy"
import { route } from "../../routes/route"
import { attentionOf } from "./attention"
import { readFigures, readUserMetrics } from "./figures"
import { readStats } from "./stats"
import { attention, dashboardFigures, dashboardStats, userMetrics } from "./values"

const guard = withFlag("dashboard")

/** Calls on the dashboard (docs/contract.md#dashboard). */
export const dashboard = [
  route.get("/api/dashboard/stats", {
    summary: "Figures of all records within reach",
    guard,
    answer: dashboardStats,
    handler: async ({ c }) => ({ value: await readStats(c) }),
  }),
  route.get("/api/dashboard/attention", {
    summary: "What needs attention today within reach, most urgent first",
    guard,
    answer: attention,
    handler: async ({ c }) => ({ value: { lines: await attentionOf(c.get("deps"), c.get("actor")) } }),
  }),
  route.get("/api/dashboard", {
    summary: "Numbers of companies and people within reach",
    guard,
    answer: dashboardFigures,
    handler: async ({ c }) => ({ value: await readFigures(c) }),
  }),
  route.get("/api/dashboard/user-metrics", {
    summary: "People within reach by role, department and month",
    guard: [guard, may("read", ["employees", "users"])],
    answer: userMetrics,
    handler: async ({ c }) => ({ value: await readUserMetrics(c) }),
  }),
]
