import { and, eq, isNotNull } from "drizzle-orm"
import { z } from "zod"
import { blank, type EmployeeDraft, type EmployeeRole, fields, rules } from "../../../../src/contract/employees"
import type { Parsed } from "../../../../src/contract/wire"
import type { Target } from "../../../../src/core/fields"
import { type Message, validate } from "../../../../src/core/rules"
import { isRestricted, reachOf } from "../../auth/policy"
import type { Database } from "../../db/open"
import { tenants, type UserRow } from "../../db/schema"
import { type FieldMessages, refuseInvalid } from "../../errors/problem"
import { idOrEmpty, pictureError } from "../../http/body"
import type { Actor } from "../../http/context"
import { isUuid } from "../../http/request"
import { bodyShape, mergeDraft } from "../../kinds/fields"
import { areKnown } from "../../kinds/references"
import { userColumnsOf, userDraftOf } from "../../kinds/user"
import { recordRoles, roleOf } from "../../kinds/user-roles"
import { exampleId } from "../../routes/schemas"

/** The body of a person, and the columns that it fills (docs/contract.md#employee-record). */
export const userBody = z.object({
  ...bodyShape(fields),
  role: z
    .string()
    .refine(given => roleOf(given) !== undefined)
    .transform((given): EmployeeRole => recordRoles[roleOf(given) ?? "User"])
    .nullish(),
  departmentId: idOrEmpty,
  tenantId: idOrEmpty,
})

export const userChange = userBody.partial()

export const personExample = {
  firstName: "Ece",
  lastName: "Koç",
  email: "ece.koc@yesilova.example",
  phoneNumber: "+905325551010",
  tenantId: exampleId,
  role: "user",
}

export type UserChange = Partial<z.infer<typeof userBody>>
type Draft = Parsed<EmployeeDraft>

/** Without a role, status or company, those of `before` stay. */
const merged = (before: Draft, { role, tenantId, ...given }: UserChange): Draft =>
  mergeDraft(fields, before, { ...given, role: role ?? before.role, tenantId: tenantId || before.tenantId })

/** Companies whose departments a person of a company may be in: the company itself and its parent. */
export const companiesWithDepartments = async (db: Database, tenantId: string): Promise<string[]> => {
  if (!isUuid(tenantId)) return []
  const [parent] = await db
    .select({ id: tenants.parentId })
    .from(tenants)
    .where(and(eq(tenants.id, tenantId), isNotNull(tenants.parentId)))
  return parent?.id ? [tenantId, parent.id] : [tenantId]
}

/** What a draft may reference. Each answer is kept, because the rows of a bulk create name the same few records. */
export const referencesFor = (db: Database, actor: Actor) => {
  const answers = new Map<string, Promise<boolean>>()
  /** @param ids what the body contains, which need not be ids */
  const cached = (target: Target, ids: readonly string[], ask: () => Promise<boolean>): Promise<boolean> => {
    const key = JSON.stringify([target, ...ids])
    const answer = answers.get(key) ?? ask()
    answers.set(key, answer)
    return answer
  }
  return {
    /** Whether the actor may put people into the company. */
    isCompany: (tenantId: string) =>
      cached("tenant", [tenantId], () => areKnown(db, "tenant", [tenantId], { actor, reach: reachOf(actor) })),
    /** Whether people of the company may be in the department. */
    isDepartment: (departmentId: string, tenantId: string) =>
      cached("department", [departmentId, tenantId], async () =>
        areKnown(db, "department", [departmentId], { actor, reach: await companiesWithDepartments(db, tenantId) }),
      ),
  }
}

type References = ReturnType<typeof referencesFor>

const companyError = async (
  references: References,
  { tenantId, role }: Draft,
  row: UserRow | undefined,
): Promise<Message | undefined> => {
  if (row?.role === "Administrator") return tenantId ? "employee.roleFixed" : undefined
  // A person who registered without an invitation has no company until an administrator assigns one.
  if (!tenantId) return row && !row.tenantId && role === "user" ? undefined : "employee.companyRequired"
  const isAllowed = tenantId === row?.tenantId || (await references.isCompany(tenantId))
  return isAllowed ? undefined : "rule.companyOutOfReach"
}

/**
 * Platform administrators keep their role, and no other person becomes one. Who is restricted makes no administrators, who
 * would not be.
 */
const roleError = (actor: Actor, { role }: Draft, row: UserRow | undefined): Message | undefined => {
  if (role === "tenantAdmin" && row?.role !== "TenantAdmin" && isRestricted(actor)) return "employee.adminByUnrestricted"
  if (row?.role === "Administrator") return role === "administrator" ? undefined : "employee.roleFixed"
  return role === "administrator" ? "rule.shape" : undefined
}

const departmentError = async (
  references: References,
  { departmentId, tenantId }: Draft,
  row: UserRow | undefined,
): Promise<Message | undefined> => {
  const isUnchanged = departmentId === row?.departmentId && tenantId === (row.tenantId ?? "")
  if (!departmentId || isUnchanged) return undefined
  return (await references.isDepartment(departmentId, tenantId)) ? undefined : "rule.departmentOutOfReach"
}

/**
 * The columns of a new person, or of a change of a stored one, with the message of every invalid field. Nobody changes
 * their own role, status or company.
 */
export const checkUser = async (references: References, actor: Actor, given: UserChange, row?: UserRow) => {
  const before: Draft = row ? userDraftOf(row) : { ...(blank as Draft), tenantId: actor.tenantId ?? "" }
  const draft = merged(before, given)
  const isSelf = row?.id === actor.userId
  const ownAccessError = (member: "role" | "status" | "tenantId") =>
    isSelf && draft[member] !== before[member] ? ("employee.ownAccess" as const) : undefined
  const errors = validate(rules, draft, row && [before])
  const messages = {
    ...errors,
    logo: errors.logo ?? pictureError(draft.logo, row?.logo),
    role: ownAccessError("role") ?? roleError(actor, draft, row),
    status: ownAccessError("status"),
    tenantId: ownAccessError("tenantId") ?? (await companyError(references, draft, row)),
    departmentId: await departmentError(references, draft, row),
  } satisfies FieldMessages
  return { columns: { ...userColumnsOf(draft), role: roleOf(draft.role) ?? ("User" as const) }, messages }
}

/** As `checkUser`. @throws Refusal 400 naming every invalid field */
export const userColumns = async (db: Database, actor: Actor, given: UserChange, row?: UserRow) => {
  const { columns, messages } = await checkUser(referencesFor(db, actor), actor, given, row)
  refuseInvalid(messages)
  return columns
}
