import { http } from "../../api"
import { type Attention, attentionOf } from "../../contract/attention"
import type { DashboardStats } from "../../contract/dashboard"
import { objectValue } from "../../core/http/pages"
import { read } from "../../core/http/query"

/** Figures of the dashboard; a server may omit any of them (docs/contract.md#dashboard). */
export type Stats = { [Part in "campaigns" | "gifts" | "employees"]?: Partial<DashboardStats[Part]> }

export const dashboardStats = read("campaigns.stats", (_: undefined) =>
  http.get("/api/dashboard/stats").then(objectValue<Stats>()),
)

/** What needs attention today, most urgent first (docs/contract.md#attention). */
export const attention = read("campaigns.attention", (_: undefined) =>
  http.get("/api/dashboard/attention").then(objectValue<Partial<Attention>>()).then(attentionOf),
)
