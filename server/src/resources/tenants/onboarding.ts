import { and, eq, isNull } from "drizzle-orm"
import type { Context } from "hono"
import { hasBranding, hasProfile, onboardingOf } from "../../../../src/contract/companies"
import { users } from "../../db/schema"
import type { Env } from "../../http/context"
import { ok } from "../../http/envelope"
import { idParam } from "../../http/request"
import { storedCompany } from "../../kinds/tenant"
import { readCompany } from "./access"

/** Which steps of its setup a company has completed, derived from what is stored. */
export const getOnboarding = async (c: Context<Env>) => {
  const { db } = c.get("deps")
  const { row } = await readCompany(c, idParam(c))
  const company = storedCompany.draft(row)
  const isEmployee = and(eq(users.tenantId, row.id), eq(users.role, "User"), isNull(users.deletedAt))
  return ok(
    c,
    onboardingOf({
      companyProfile: hasProfile(company),
      branding: hasBranding(company),
      userSetup: (await db.$count(users, isEmployee)) > 0,
      moduleConfig: Object.keys(row.modules).length > 0,
    }),
  )
}
