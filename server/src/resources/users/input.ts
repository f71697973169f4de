import { and, eq, isNotNull } from "drizzle-orm"
import { z } from "zod"
import { blank, type EmployeeDraft, type EmployeeRole, rules, statuses } from "../../../../src/contract/employees"
import { validate } from "../../../../src/core/rules"
import { reachOf } from "../../auth/policy"
import type { Database } from "../../db/open"
import { type Role, tenants, type users } from "../../db/schema"
import { code, idOrNone, isPicture, trimmed } from "../../http/body"
import type { Actor } from "../../http/context"
import { isUuid } from "../../http/request"
import { isMailAddress } from "../../mail/mail-address"
import { refuseBroken, unknownCompany, unknownDepartment } from "../../records/references"

/** What may enter as a person (S3 Employee, decisions §5), what it points at, and the columns that it fills. */
export type UserRow = typeof users.$inferSelect

/** Roles as the wire has them: S3's spelling, beside the table's. */
export const wireRoles: Record<Role, EmployeeRole> = { User: "user", TenantAdmin: "tenantAdmin", Administrator: "administrator" }

/** @param text in any case */
export const roleOf = (text: string): Role | undefined =>
  (Object.keys(wireRoles) as Role[]).find(role => role.toLowerCase() === text.trim().toLowerCase())

export const userBody = z.object({
  firstName: trimmed,
  lastName: trimmed,
  email: trimmed.transform(text => text.toLowerCase()),
  phoneNumber: trimmed,
  logo: trimmed,
  role: z
    .string()
    .refine(text => roleOf(text) !== undefined)
    .nullish(),
  status: code(statuses).nullish(),
  departmentId: idOrNone,
  hiredAt: trimmed,
  score: z
    .number()
    .nullish()
    .transform(value => value ?? null),
  tenantId: idOrNone,
})
type Given = Partial<z.infer<typeof userBody>>

const standing = (row: UserRow): EmployeeDraft => ({
  firstName: row.firstName,
  lastName: row.lastName,
  email: row.email,
  phoneNumber: row.phoneNumber,
  logo: row.logo ?? "",
  role: wireRoles[row.role],
  status: row.status,
  departmentId: row.departmentId ?? "",
  hiredAt: row.hiredAt ?? "",
  score: row.score,
  tenantId: row.tenantId ?? "",
})

const draftOf = ({ role, status, departmentId, tenantId, ...given }: Given, before: EmployeeDraft): EmployeeDraft => ({
  ...before,
  ...given,
  role: wireRoles[roleOf(role ?? before.role) ?? "User"],
  status: status ?? before.status,
  departmentId: departmentId === undefined ? before.departmentId : (departmentId ?? ""),
  tenantId: tenantId ?? before.tenantId,
})

/** A person's company, and the one above it: whose departments the person may be in. */
const companiesOf = async (db: Database, tenantId: string): Promise<string[]> => {
  if (!isUuid(tenantId)) return []
  const [above] = await db
    .select({ id: tenants.parentId })
    .from(tenants)
    .where(and(eq(tenants.id, tenantId), isNotNull(tenants.parentId)))
  return above?.id ? [tenantId, above.id] : [tenantId]
}

const brokenCompany = async (db: Database, actor: Actor, { tenantId, role }: EmployeeDraft, row?: UserRow) => {
  if (row?.role === "Administrator") return tenantId ? ("employee.roleFixed" as const) : undefined
  // Who registered by themselves belongs to no company until somebody puts them into one.
  if (!tenantId) return row && !row.tenantId && role === "user" ? undefined : ("employee.companyRequired" as const)
  if (!isUuid(tenantId)) return "rule.companyOutOfReach"
  return unknownCompany(db, reachOf(actor), [tenantId], row?.tenantId ? [row.tenantId] : [])
}

const brokenRole = ({ role }: EmployeeDraft, row?: UserRow) => {
  if (row?.role === "Administrator") return role === "administrator" ? undefined : ("employee.roleFixed" as const)
  return role === "administrator" ? ("rule.shape" as const) : undefined
}

const brokenDepartment = async (db: Database, { departmentId, tenantId }: EmployeeDraft, row?: UserRow) => {
  if (!departmentId || (departmentId === row?.departmentId && tenantId === (row.tenantId ?? ""))) return undefined
  if (!isUuid(departmentId)) return "rule.departmentOutOfReach"
  return unknownDepartment(db, await companiesOf(db, tenantId), [departmentId])
}

/** What lets a person in, and as what. */
const access = ["role", "status", "tenantId", "email"] as const
export const isOtherAccess = (before: Record<string, unknown>, after: Record<string, unknown>) =>
  access.some(name => before[name] !== after[name])

/** The columns of what came in, over what stands. @throws Refusal naming every field that is wrong */
export const userColumns = async (db: Database, actor: Actor, given: Given, row?: UserRow) => {
  const before = row ? standing(row) : { ...blank, tenantId: actor.tenantId ?? "" }
  const draft = draftOf(given, before)
  const isSelf = row?.id === actor.userId
  const own = (name: "role" | "status" | "tenantId") =>
    isSelf && draft[name] !== before[name] ? ("employee.ownAccess" as const) : undefined
  const broken = validate(rules, draft)
  refuseBroken({
    ...broken,
    email: broken.email ?? (isMailAddress(draft.email) ? undefined : "auth.emailInvalid"),
    logo: draft.logo && draft.logo !== row?.logo && !isPicture(draft.logo) ? "rule.picture" : undefined,
    role: own("role") ?? brokenRole(draft, row),
    status: own("status"),
    tenantId: own("tenantId") ?? (await brokenCompany(db, actor, draft, row)),
    departmentId: await brokenDepartment(db, draft, row),
  })
  return {
    ...draft,
    role: roleOf(draft.role) ?? "User",
    logo: draft.logo || null,
    departmentId: draft.departmentId || null,
    hiredAt: draft.hiredAt || null,
    tenantId: draft.tenantId || null,
  }
}
