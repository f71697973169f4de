import { eq } from "drizzle-orm"
import { Hono } from "hono"
import { bearer } from "../../auth/bearer"
import { allow, platform, staff } from "../../auth/policy"
import { tenants as table } from "../../db/schema"
import type { Env } from "../../http/context"
import { ok } from "../../http/envelope"
import { idParam, readValid } from "../../http/request"
import { uploadImage } from "../media/routes"
import { inviteAdministrator, removeAdministrator } from "./admins"
import { tenantBody } from "./input"
import { listCompanies, listCompanyNames, listSubsidiaries } from "./list"
import { getModules, updateModules } from "./modules"
import { getOnboarding } from "./onboarding"
import { presentCompany } from "./output"
import { companyRecords } from "./records"
import { getCompanyStats } from "./stats"
import { changeTenant, createSubsidiary, createTenant, removeTenant, updateSubsidiary, updateTenant } from "./writes"

/**
 * Calls on companies, and on the same companies under /api/company (docs/contract.md#company-calls). A company reads
 * itself and its subsidiaries.
 */
export const tenants = new Hono<Env>()

const companyAdministrators = allow("TenantAdmin")

tenants.get("/tenant/list", bearer, staff, listCompanies)
tenants.get("/tenant/get-all", bearer, staff, listCompanyNames)

/** The company whose theme the console applies; null for an Administrator, who has none (docs/contract.md#company-identity). */
tenants.get("/tenant/mytenant", bearer, staff, async c => {
  const { tenantId } = c.get("actor")
  const [row] = tenantId ? await c.get("deps").db.select().from(table).where(eq(table.id, tenantId)) : []
  return ok(c, row ? presentCompany(row) : null)
})

tenants.get("/tenant/getcurrenttenantid", bearer, staff, c => ok(c, c.get("actor").tenantId))

/** Permissions. None are defined, which leaves every module unrestricted (docs/contract.md#permissions). */
tenants.get("/tenant/izinler", bearer, staff, c => ok(c, []))

tenants.post("/tenant/admin/create", bearer, platform, createTenant)
tenants.put("/tenant/update", bearer, platform, updateTenant)
tenants.put("/tenant/admin/update", bearer, platform, updateTenant)
tenants.post("/tenant/tenant-admin/create", bearer, companyAdministrators, createSubsidiary)
tenants.put("/tenant/tenant-admin/update", bearer, companyAdministrators, updateSubsidiary)
tenants.delete("/tenant/delete/:id", bearer, platform, removeTenant)
tenants.post("/tenant/logo", bearer, staff, uploadImage)

tenants.get("/tenant/:id/modules", bearer, staff, getModules)
tenants.put("/tenant/:id/modules", bearer, platform, updateModules)
tenants.get("/tenant/:id/subsidiaries", bearer, staff, listSubsidiaries)
tenants.get("/tenant/:id/onboarding", bearer, staff, getOnboarding)
tenants.get("/tenant/:id/stats", bearer, staff, getCompanyStats)
tenants.get("/tenant/:id", bearer, staff, companyRecords.get)

tenants.post("/tenant/:id/admins", bearer, platform, inviteAdministrator)
tenants.delete("/tenant/:id/admins/:userId", bearer, platform, removeAdministrator)

tenants.get("/api/company", bearer, staff, listCompanies)
tenants.post("/api/company/create", bearer, platform, createTenant)
tenants.put("/api/company/update/:id", bearer, platform, async c => changeTenant(c, await readValid(c, tenantBody), idParam(c)))
tenants.delete("/api/company/soft-delete/:id", bearer, platform, removeTenant)
tenants.delete("/api/company/delete/:id", bearer, platform, removeTenant)
tenants.get("/api/company/:id", bearer, staff, companyRecords.get)
