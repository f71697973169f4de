import { type AnyColumn, and, eq, inArray, isNull, sql } from "drizzle-orm"
import { z } from "zod"
import * as contract from "../../../src/contract/employees"
import { ownedFields } from "../../../src/contract/record"
import type { Parsed, Wire } from "../../../src/contract/wire"
import { activeStatuses } from "../../../src/core/codes"
import { omitFields } from "../../../src/core/fields"
import { reachOf } from "../auth/policy"
import { audit, departments, refreshTokens, sessions, users as table, tenants, type UserRow } from "../db/schema"
import type { Actor } from "../http/context"
import { answerShape, id, named } from "./answer-shape"
import { storedFields } from "./fields"
import { type Kind, kindParts } from "./kind"
import { storedMembers } from "./stored-members"
import { changesAccess, endAccess, endSessions, refuseForbiddenReturn } from "./user-access"
import { recordRoles } from "./user-roles"

const stored = storedFields(table, omitFields(contract.fields, "role"))

/** The columns of a draft without its role. */
export const userColumnsOf = stored.columns

/** A stored person as a draft, with which a change is merged. */
export const userDraftOf = (row: UserRow): Parsed<contract.EmployeeDraft> => ({
  ...stored.draft(row),
  role: recordRoles[row.role],
})

/** People, or their tallies, within the actor's reach; for the platform all, its own administrators included. */
export const withinReach = (actor: Actor, { tenantId }: { tenantId: AnyColumn }) => {
  const reach = reachOf(actor)
  return reach === "all" ? undefined : inArray(tenantId, [...reach])
}

const isActive = ({ status }: UserRow) => activeStatuses.name(status) === "active"

/** People (docs/contract.md#employee-record). */
export const user = {
  ...kindParts("employees", table, contract.fields),
  tag: "Employees",
  noun: "employee",
  title: sql`trim(concat_ws(' ', ${table.firstName}, ${table.lastName}))`,
  keeps: ["signedInAt", "invitedAt", "approvalMails", "externalId", "directoryMembers"],
  furtherReferences: { departmentId: { column: "departmentId", target: "department" } },
  value: named("User", {
    ...answerShape(table, { ...omitFields(contract.fields, "tenantId"), ...ownedFields, ...contract.added }),
    role: z.enum(["user", "tenantAdmin", "administrator"]),
    isInvited: z.boolean(),
    directory: z.array(z.string()),
    departmentId: id.nullable(),
  }) satisfies z.ZodType<Wire<contract.Employee>>,
  visible: actor => and(isNull(table.deletedAt), withinReach(actor, table)),
  select: db =>
    db
      .select({ row: table, tenantName: tenants.name, departmentName: departments.name })
      .from(table)
      .leftJoin(tenants, eq(tenants.id, table.tenantId))
      .leftJoin(departments, eq(departments.id, table.departmentId)),
  present: ({ row, tenantName, departmentName }: { row: UserRow; tenantName: string | null; departmentName: string | null }) =>
    ({
      ...stored.members(row),
      tenantName,
      role: recordRoles[row.role],
      isInvited: row.role !== "User" && row.signedInAt === null && row.invitedAt !== null,
      directory: row.directoryMembers,
      departmentName,
      ...storedMembers(row),
    }) satisfies Wire<contract.Employee>,
  logged: row => ({ ...userDraftOf(row), permissions: row.permissions }),
  sent: new Set(["id", "tenantId", "departmentId", "role", "status", "isInvited", "hiredAt", "createdDate", "updatedDate"]),
  furtherEvents: (before, after) => (before && isActive(before) && !isActive(after) ? ["deactivated"] : []),
  onRestore: async (c, tx, { before, after }) => {
    await refuseForbiddenReturn(tx, c.get("actor"), before, after)
    if (changesAccess(before, after)) await endSessions(c, tx, after.id)
    if (after.deletedAt && !before.deletedAt) await endAccess(c, tx, after)
  },
  /** The history keeps id, role and company. */
  erasePerson: async (tx, { id }) => {
    const ownSessions = tx.select({ id: sessions.id }).from(sessions).where(eq(sessions.userId, id))
    await tx.delete(refreshTokens).where(inArray(refreshTokens.sessionId, ownSessions))
    await tx.delete(sessions).where(eq(sessions.userId, id))
    await tx.delete(table).where(eq(table.id, id))
    await tx
      .update(audit)
      .set({ before: sql`person_in_log(${audit.before})`, after: sql`person_in_log(${audit.after})` })
      .where(and(eq(audit.entity, "user"), eq(audit.entityId, id)))
  },
} satisfies Kind<UserRow>
