import { and, eq, isNull } from "drizzle-orm"
import { z } from "zod"
import { hasBranding, hasProfile, type Onboarding, onboardingOf } from "../../../../src/contract/companies"
import { anyStaff } from "../../auth/policy"
import { users } from "../../db/schema"
import { requireId } from "../../http/request"
import { storedCompany } from "../../kinds/tenant"
import { route } from "../../routes/route"
import { named } from "../../routes/schemas"
import { readCompany } from "./access"

const onboarding = named("Onboarding", {
  isCompleted: z.boolean(),
  progress: z.number(),
  steps: z.object({ companyProfile: z.boolean(), branding: z.boolean(), userSetup: z.boolean(), moduleConfig: z.boolean() }),
}) satisfies z.ZodType<Onboarding>

/** Derived from what is stored. */
export const getOnboarding = route.get("/tenant/:id/onboarding", anyStaff, {
  summary: "Steps of a company's setup",
  answer: onboarding,
  handler: async ({ c, deps: { db }, params }) => {
    const { row } = await readCompany(c, requireId(params.id))
    const company = storedCompany.draft(row)
    const isEmployee = and(eq(users.tenantId, row.id), eq(users.role, "User"), isNull(users.deletedAt))
    const steps = {
      companyProfile: hasProfile(company),
      branding: hasBranding(company),
      userSetup: (await db.select({ id: users.id }).from(users).where(isEmployee).limit(1)).length > 0,
      moduleConfig: Object.keys(row.modules).length > 0,
    }
    return { value: onboardingOf(steps) }
  },
})
