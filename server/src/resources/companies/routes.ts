import { Hono } from "hono"
import { platform, staff } from "../../auth/policy"
import { bearer } from "../../auth/tokens"
import type { Env } from "../../http/context"
import { idParam, readValid } from "../../http/request"
import { tenantBody } from "../tenants/input"
import { companies as kept } from "../tenants/output"
import { listCompanies } from "../tenants/routes"
import { changeTenant, createTenant, removeTenant } from "../tenants/writes"

/** S7 /api/company: views on tenants (decisions §6). Either way of deleting one can be taken back. */
export const companies = new Hono<Env>()

companies.get("/api/company", bearer, staff, listCompanies)
companies.post("/api/company/create", bearer, platform, createTenant)
companies.put("/api/company/update/:id", bearer, platform, async c => changeTenant(c, await readValid(c, tenantBody), idParam(c)))
companies.delete("/api/company/soft-delete/:id", bearer, platform, removeTenant)
companies.delete("/api/company/delete/:id", bearer, platform, removeTenant)
companies.get("/api/company/:id", bearer, staff, kept.get)
