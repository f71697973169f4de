import { http } from "../../api/http"
import { type Attention, attentionOf } from "../../contract/attention"
import type { DashboardStats, UserMetrics } from "../../contract/dashboard"
import { entriesOf } from "../../contract/record"
import { objectValue } from "../../core/http/pages"
import { read } from "../../core/http/query"

/** Figures of modules; a server may omit any of them (docs/contract.md#dashboard). */
type Stats = { [Part in "campaigns" | "gifts" | "employees"]?: Partial<DashboardStats[Part]> } & {
  [module: string]: { total?: unknown; active?: unknown } | null | undefined
}

export const dashboardStats = read("campaigns.stats", (_: undefined) =>
  http.get("/api/dashboard/stats").then(objectValue<Stats>()),
)

/** Figures of people; a server may omit any of them. */
export const userMetrics = read("employees.metrics", (_: undefined) =>
  http
    .get("/api/dashboard/user-metrics")
    .then(objectValue<Partial<UserMetrics>>())
    .then(({ byDepartment, ...metrics }) => ({
      ...metrics,
      byDepartment: entriesOf(byDepartment, raw => raw as Partial<UserMetrics["byDepartment"][number]>),
    })),
)

/** What needs attention today, most urgent first (docs/contract.md#attention). */
export const attention = read("campaigns.attention", (_: undefined) =>
  http.get("/api/dashboard/attention").then(objectValue<Partial<Attention>>()).then(attentionOf),
)
