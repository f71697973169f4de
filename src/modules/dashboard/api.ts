import { http } from "../../api"
import { objectValue } from "../../core/envelope"
import { read } from "../../core/query"

/** Figures of the dashboard; a server may omit any of them (docs/contract.md#dashboard). */
export type Stats = {
  campaigns?: { total?: number; byStatus?: Record<string, number> }
  gifts?: { total?: number; active?: number }
  employees?: { total?: number; active?: number }
}

export const dashboardStats = read("campaigns.stats", (_: undefined) =>
  http.get("/api/dashboard/stats").then(objectValue<Stats>()),
)
