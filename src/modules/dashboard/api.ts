import { http } from "../../api"
import { objectValue } from "../../core/envelope"
import { read } from "../../core/query"

/** What the figures strip shows of /api/dashboard/stats (decisions §5). Parts that a server leaves out are left out. */
export type Stats = {
  campaigns?: { total?: number; byStatus?: Record<string, number> }
  gifts?: { total?: number; active?: number }
  employees?: { total?: number; active?: number }
}

export const dashboardStats = read("campaigns.stats", (_: undefined) =>
  http.get("/api/dashboard/stats").then(objectValue<Stats>()),
)
