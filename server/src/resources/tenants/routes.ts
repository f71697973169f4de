import { eq } from "drizzle-orm"
import { Hono } from "hono"
import type { Role } from "../../../../src/contract/session"
import { readOnly } from "../../auth/actor"
import { bearer } from "../../auth/bearer"
import { anyStaff, may, platform } from "../../auth/policy"
import { tenants as table } from "../../db/schema"
import type { Env } from "../../http/context"
import { ok, okWritten } from "../../http/envelope"
import { idParam, readValid } from "../../http/request"
import { presentCompany } from "../../kinds/tenant"
import { uploadImage } from "../media/routes"
import { getCompany } from "./access"
import { inviteAdministrator, invitePlatformAdministrator, removeAdministrator, removePlatformAdministrator } from "./admins"
import { tenantBody } from "./input"
import { listCompanies, listCompanyNames, listSubsidiaries } from "./list"
import { getModules, updateModules } from "./modules"
import { getOnboarding } from "./onboarding"
import { getUsage, updateQuotas } from "./quotas"
import { getCompanyStats } from "./stats"
import { viewAs } from "./view-as"
import {
  changeTenant,
  createSubsidiary,
  createTenant,
  removeTenant,
  updateOwnCompany,
  updateSubsidiary,
  updateTenant,
} from "./writes"

/**
 * Calls on companies, and on the same companies under /api/company (docs/contract.md#company-calls). A company reads
 * itself and its subsidiaries.
 */
export const tenants = new Hono<Env>()

const companyAdministrators: readonly Role[] = ["TenantAdmin"]

tenants.get("/tenant/list", bearer, may("read", "subsidiaries"), listCompanies)
tenants.get("/tenant/get-all", bearer, anyStaff, listCompanyNames)

/** The company whose theme the console applies; null for an Administrator, who has none (docs/contract.md#company-identity). */
tenants.get("/tenant/mytenant", bearer, anyStaff, async c => {
  const { tenantId } = c.get("actor")
  const [row] = tenantId ? await c.get("deps").db.select().from(table).where(eq(table.id, tenantId)) : []
  return ok(c, row ? presentCompany(row) : null)
})

tenants.get("/tenant/getcurrenttenantid", bearer, anyStaff, c => ok(c, c.get("actor").tenantId))

/** The caller's permissions; none leave every module unrestricted (docs/contract.md#permissions). */
tenants.get("/tenant/izinler", bearer, anyStaff, c => {
  const { isViewing, permissions } = c.get("actor")
  return ok(c, isViewing ? readOnly : permissions)
})

tenants.post("/tenant/admin/create", bearer, platform, createTenant)
/** The platform changes any company by this call, a company itself. */
tenants.put("/tenant/update", bearer, may("write", "companies"), c =>
  c.get("actor").role === "Administrator" ? updateTenant(c) : updateOwnCompany(c),
)
tenants.put("/tenant/admin/update", bearer, platform, updateTenant)
tenants.post(
  "/tenant/tenant-admin/create",
  bearer,
  may("write", "subsidiaries", { roles: companyAdministrators }),
  createSubsidiary,
)
tenants.put(
  "/tenant/tenant-admin/update",
  bearer,
  may("write", ["companies", "subsidiaries"], { roles: companyAdministrators }),
  updateSubsidiary,
)
tenants.delete("/tenant/delete/:id", bearer, platform, removeTenant)
tenants.post("/tenant/logo", bearer, may("write", ["companies", "subsidiaries"]), uploadImage)

tenants.get("/tenant/:id/modules", bearer, anyStaff, getModules)
tenants.put("/tenant/:id/modules", bearer, platform, updateModules)
tenants.get("/tenant/:id/usage", bearer, anyStaff, getUsage)
tenants.put("/tenant/:id/quotas", bearer, platform, updateQuotas)
tenants.get("/tenant/:id/subsidiaries", bearer, may("read", "subsidiaries"), listSubsidiaries)
tenants.get("/tenant/:id/onboarding", bearer, anyStaff, getOnboarding)
tenants.get("/tenant/:id/stats", bearer, anyStaff, getCompanyStats)
tenants.get("/tenant/:id", bearer, anyStaff, getCompany)

tenants.post("/tenant/:id/view-as", bearer, platform, viewAs)

tenants.post("/tenant/:id/admins", bearer, platform, inviteAdministrator)
tenants.delete("/tenant/:id/admins/:userId", bearer, platform, removeAdministrator)
tenants.post("/user/admins", bearer, platform, invitePlatformAdministrator)
tenants.delete("/user/admins/:userId", bearer, platform, removePlatformAdministrator)

tenants.get("/api/company", bearer, may("read", "subsidiaries"), listCompanies)
tenants.post("/api/company/create", bearer, platform, createTenant)
tenants.put("/api/company/update/:id", bearer, platform, async c =>
  okWritten(c, await changeTenant(c, await readValid(c, tenantBody), idParam(c))),
)
tenants.delete("/api/company/soft-delete/:id", bearer, platform, removeTenant)
tenants.delete("/api/company/delete/:id", bearer, platform, removeTenant)
tenants.get("/api/company/:id", bearer, anyStaff, getCompany)
