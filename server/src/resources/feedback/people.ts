import { randomUUID } from "node:crypto"
import { and, eq, inArray, isNull, or, sql } from "drizzle-orm"
import { owned, reachOf } from "../../auth/policy"
import type { Database } from "../../db/open"
import { type Attachment, media, tenants, users } from "../../db/schema"
import type { Actor } from "../../http/context"
import { familyOf, refuseField } from "../../records/references"
import { type AttachmentBody, type FeedbackBody, hashIn, uuidOf } from "./input"

/** Who speaks, who answers, and what they attach. */
type Person = { id: string; name: string; email: string }

const person = { id: users.id, name: sql<string>`trim(${users.firstName} || ' ' || ${users.lastName})`, email: users.email }

/** The one who is signed in. */
export const self = async (db: Database, actor: Actor): Promise<Person> => {
  const [found] = await db.select(person).from(users).where(eq(users.id, actor.userId))
  return found ?? { id: actor.userId, name: actor.email, email: actor.email }
}

/**
 * Whose feedback it is: the person named, who must be of its company; a stranger's by name and e-mail; else the writer's.
 * @throws Refusal naming `userId`
 */
export const speakerOf = async (db: Database, actor: Actor, tenantId: string | null, given: FeedbackBody) => {
  const { userId, userName, email } = given
  if (userId === null && (userName || email)) return { userId, userName, email }
  const id = uuidOf(userId)
  const company = tenantId === null ? [] : await familyOf(db, tenantId)
  const named = id
    ? await db
        .select(person)
        .from(users)
        .where(and(eq(users.id, id), isNull(users.deletedAt), owned(users.tenantId, company)))
    : []
  const found = userId === null ? await self(db, actor) : named[0]
  if (!found) return refuseField("userId", "rule.employeeOutOfReach")
  return { userId: found.id, userName: userName || found.name, email: email || found.email }
}

/**
 * Who may take it: people of its company, its subsidiaries and its parent within the actor's reach; for the platform also
 * its own administrators. @throws Refusal naming `assignedTo`
 */
export const assigneeOf = async (db: Database, actor: Actor, tenantId: string | null, userId: string): Promise<Person> => {
  const parent = db.select({ id: tenants.parentId }).from(tenants).where(sql`${tenants.id} = ${tenantId}::uuid`)
  const related = db
    .select({ id: tenants.id })
    .from(tenants)
    .where(sql`${tenants.id} = ${tenantId}::uuid or ${tenants.parentId} = ${tenantId}::uuid or ${tenants.id} in (${parent})`)
  const id = uuidOf(userId)
  const [found] = id
    ? await db
        .select(person)
        .from(users)
        .where(
          and(
            eq(users.id, id),
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

/**
 * Attachments as they are kept: one that is there already stays as it is, a new one must have been uploaded before.
 * @throws Refusal naming `attachments`
 */
export const attachmentsOf = async (
  db: Database,
  now: Date,
  given: AttachmentBody[],
  before: Attachment[] = [],
): Promise<Attachment[]> => {
  const known = new Map(before.map(file => [file.id, file]))
  const hashes = given.flatMap(({ url }) => hashIn(url) ?? [])
  const rows = hashes.length
    ? await db.select({ hash: media.hash, size: media.size }).from(media).where(inArray(media.hash, hashes))
    : []
  const sizes = new Map(rows.map(row => [row.hash, row.size]))
  return given.map(({ id, name, url }) => {
    const kept = id === undefined ? undefined : known.get(id)
    if (kept) return kept
    const size = sizes.get(hashIn(url) ?? "")
    if (size === undefined) return refuseField("attachments", "feedback.attachmentUnknown")
    return { id: randomUUID(), name: name || url.slice(url.lastIndexOf("/") + 1), url, size, uploadDate: now.toISOString() }
  })
}
