import { Hono } from "hono"
import { bearer } from "../../auth/bearer"
import { may, withFlag } from "../../auth/policy"
import type { Env } from "../../http/context"
import { getAttention } from "./attention"
import { getFigures, getUserMetrics } from "./figures"
import { getStats } from "./stats"

/** Calls on the dashboard (docs/contract.md#dashboard). */
export const dashboard = new Hono<Env>()

const figures = withFlag("dashboard")

dashboard.get("/api/dashboard/stats", bearer, figures, getStats)
dashboard.get("/api/dashboard/attention", bearer, figures, getAttention)
dashboard.get("/api/dashboard", bearer, figures, getFigures)
dashboard.get("/api/dashboard/user-metrics", bearer, figures, may("read", ["employees", "users"]), getUserMetrics)
