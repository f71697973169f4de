import { and, eq, inArray, isNull, or, sql } from "drizzle-orm"
import { owned, reachOf } from "../../auth/policy"
import type { Database } from "../../db/open"
import { type FeedbackRow, fullName, tenants, users } from "../../db/schema"
import { refuseField } from "../../errors/problem"
import type { Actor } from "../../http/context"
import { isUuid } from "../../http/request"
import { companyGroupOf } from "../../kinds/references"
import type { FeedbackBody } from "./input"

/** The people of feedback: its author, the signed-in person who answers, and the assignee. */
type Person = { id: string; name: string; email: string }

const person = { id: users.id, name: fullName, email: users.email }

/** The signed-in person. */
export const signedInPerson = async (db: Database, actor: Actor): Promise<Person> => {
  const [found] = await db.select(person).from(users).where(eq(users.id, actor.userId))
  return found ?? { id: actor.userId, name: actor.email, email: actor.email }
}

/**
 * The author of new feedback: the given person of its company; a name and e-mail address without an account; else the
 * signed-in person.
 * @throws Refusal 400 naming `userId`
 */
export const authorOf = async (db: Database, actor: Actor, tenantId: string | null, given: FeedbackBody) => {
  const { userId, userName, email } = given
  if (!userId && (userName || email)) return { userId: null, userName, email }
  const company = tenantId === null ? [] : await companyGroupOf(db, tenantId)
  const named = isUuid(userId)
    ? await db
        .select(person)
        .from(users)
        .where(and(eq(users.id, userId), isNull(users.deletedAt), owned(users.tenantId, company)))
    : []
  const found = userId ? named[0] : await signedInPerson(db, actor)
  if (!found) return refuseField("userId", "rule.employeeOutOfReach")
  return { userId: found.id, userName: userName || found.name, email: email || found.email }
}

/**
 * The assignee: an active person of the company, its subsidiaries or its parent, within the actor's reach; for the
 * platform also one of its administrators. @throws Refusal 400 naming `assignedTo`
 */
const assigneeOf = async (db: Database, actor: Actor, tenantId: string | null, userId: string): Promise<Person> => {
  const parent = db.select({ id: tenants.parentId }).from(tenants).where(sql`${tenants.id} = ${tenantId}::uuid`)
  const related = db
    .select({ id: tenants.id })
    .from(tenants)
    .where(sql`${tenants.id} = ${tenantId}::uuid or ${tenants.parentId} = ${tenantId}::uuid or ${tenants.id} in (${parent})`)
  const [found] = isUuid(userId)
    ? await db
        .select(person)
        .from(users)
        .where(
          and(
            eq(users.id, userId),
            eq(users.status, 1),
            isNull(users.deletedAt),
            or(
              and(inArray(users.tenantId, related), owned(users.tenantId, reachOf(actor))),
              actor.role === "Administrator" ? eq(users.role, "Administrator") : undefined,
            ),
          ),
        )
    : []
  return found ?? refuseField("assignedTo", "feedback.assigneeUnknown")
}

/** The columns of an assignment. @param userId null for nobody. @throws Refusal as {@link assigneeOf} */
export const assigneeColumns = async (
  db: Database,
  actor: Actor,
  { tenantId }: Pick<FeedbackRow, "tenantId">,
  userId: string | null,
) => {
  const assignee = userId === null ? undefined : await assigneeOf(db, actor, tenantId, userId)
  return { assignedTo: assignee?.id ?? null, assignedToName: assignee?.name ?? "" }
}
