import { and, eq } from "drizzle-orm"
import { hasModule } from "../../auth/policy"
import { tenants as table } from "../../db/schema"
import { records } from "../../records/records"
import { presentCompany, subsidiariesOf, visibleCompanies } from "./output"
import { companyVersion } from "./version"

export const companyRecords = records({
  entity: "tenant",
  find: async (db, actor, id) => {
    const [row] = await db
      .select()
      .from(table)
      .where(and(eq(table.id, id), visibleCompanies(actor)))
    if (!row) return undefined
    const hasSubsidiaries = row.parentId === null && hasModule(actor, "subsidiaries")
    const subTenants = hasSubsidiaries ? (await subsidiariesOf(db, id)).map(presentCompany) : []
    return { row, value: { ...presentCompany(row), subTenants } }
  },
  versionOf: companyVersion,
})
