import { Hono } from "hono"
import { bearer } from "../../auth/bearer"
import { staff } from "../../auth/policy"
import type { Env } from "../../http/context"
import { getFigures, getUserMetrics } from "./figures"
import { getStats } from "./stats"

/** Calls on the dashboard (docs/contract.md#dashboard). */
export const dashboard = new Hono<Env>()

dashboard.get("/api/dashboard/stats", bearer, staff, getStats)
dashboard.get("/api/dashboard", bearer, staff, getFigures)
dashboard.get("/api/dashboard/user-metrics", bearer, staff, getUserMetrics)
