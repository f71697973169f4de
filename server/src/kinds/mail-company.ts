import { and, eq, inArray, isNull } from "drizzle-orm"
import type { Database } from "../db/open"
import { tenants, users } from "../db/schema"
import type { MailCompany } from "../http/mail-budget"
import { companyGroupOf } from "./references"

/** The company whose mails those of a record count as: a company and its subsidiaries share theirs. @param tenantId null: the platform */
export const mailCompanyOf = async (db: Database, tenantId: string | null): Promise<MailCompany> => {
  const owner = tenantId === null ? undefined : await db.query.tenants.findFirst({ where: eq(tenants.id, tenantId) })
  const id = owner?.parentId ?? tenantId
  const isActive = and(isNull(users.deletedAt), eq(users.status, 1))
  const people = id === null ? isActive : and(isActive, inArray(users.tenantId, await companyGroupOf(db, id)))
  return { id, activePeople: await db.$count(users, people) }
}
