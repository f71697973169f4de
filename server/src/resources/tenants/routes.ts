import { eq } from "drizzle-orm"
import { z } from "zod"
import { readOnly } from "../../auth/actor"
import { anyStaff, may } from "../../auth/policy"
import { tenants as table } from "../../db/schema"
import { companyItem, presentCompany } from "../../kinds/tenant"
import { route } from "../../routes/route"
import { id, text } from "../../routes/schemas"
import { uploadTo } from "../media/routes"
import { getCompany } from "./access"
import { inviteAdministrator, removeAdministrator } from "./admins"
import { companyErasure } from "./erasure"
import { listCompanies, listCompanyNames, listSubsidiaries } from "./list"
import { getModules, updateModules } from "./modules"
import { getOnboarding } from "./onboarding"
import { getUsage, updateQuotas } from "./quotas"
import { getCompanyStats } from "./stats"
import { viewAs } from "./view-as"
import {
  companyExample,
  createSubsidiary,
  createTenant,
  removeTenant,
  updateCompany,
  updateSubsidiary,
  updateTenant,
  updateTenantAt,
} from "./writes"

/** The company whose theme the console applies; null for an Administrator, who has none (docs/contract.md#company-identity). */
const ownCompany = route.get("/tenant/mytenant", anyStaff, {
  summary: "The signed-in person's company, or null",
  answer: companyItem.nullable(),
  handler: async ({ c }) => {
    const { tenantId } = c.get("actor")
    const [row] = tenantId ? await c.get("deps").db.select().from(table).where(eq(table.id, tenantId)) : []
    return { value: row ? presentCompany(row) : null }
  },
})

const ownCompanyId = route.get("/tenant/getcurrenttenantid", anyStaff, {
  summary: "The id of the signed-in person's company, or null",
  answer: id.nullable(),
  handler: async ({ c }) => ({ value: c.get("actor").tenantId }),
})

/** None leave every module unrestricted (docs/contract.md#permissions). */
const ownPermissions = route.get("/tenant/izinler", anyStaff, {
  summary: "The signed-in person's permissions",
  answer: z.array(text),
  handler: async ({ c }) => {
    const { isViewing, permissions } = c.get("actor")
    return { value: [...(isViewing ? readOnly : permissions)] }
  },
})

/**
 * Calls on companies, and on the same companies under /api/company (docs/contract.md#company-calls). A company reads
 * itself and its subsidiaries.
 */
export const tenants = [
  listCompanies,
  listCompanyNames,
  ownCompany,
  ownCompanyId,
  ownPermissions,
  createTenant,
  updateCompany,
  updateTenant,
  createSubsidiary,
  updateSubsidiary,
  removeTenant,
  uploadTo("/tenant/logo", may("write", ["companies", "subsidiaries"])),
  getModules,
  updateModules,
  getUsage,
  updateQuotas,
  listSubsidiaries,
  getOnboarding,
  getCompanyStats,
  ...companyErasure,
  getCompany,
  viewAs,
  inviteAdministrator,
  removeAdministrator,
  { ...listCompanies, path: "/api/company" },
  { ...createTenant, path: "/api/company/create", example: { ...companyExample, emails: ["bilgi@liman.example"] } },
  updateTenantAt,
  { ...removeTenant, path: "/api/company/soft-delete/:id" },
  { ...removeTenant, path: "/api/company/delete/:id" },
  { ...getCompany, path: "/api/company/:id" },
]
