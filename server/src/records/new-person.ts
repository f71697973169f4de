import { eq, sql } from "drizzle-orm"
import type { NewPerson } from "../../../src/contract/approval"
import { newPersonDays } from "../../../src/contract/approvals"
import { activeStatuses } from "../../../src/core/codes"
import { platformOwner } from "../auth/policy"
import { type Database, rowsOf } from "../db/open"
import { approvalSettings, users } from "../db/schema"
import { refuse } from "../errors/problem"

/** Second people whom the first one made, or the other way round (docs/contract.md#approvals). */

const dayMs = 86_400_000

const active = activeStatuses.value("active")

/** How an entry of the audit log about a person gave them an account, another address, or rights; null: it did not. */
const how = sql`case
  when a.action = 'create' or (a.before ->> 'deletedAt' is not null and a.after ->> 'deletedAt' is null) then 'added'
  when a.before ->> 'email' <> a.after ->> 'email' then 'readdressed'
  when a.before ->> 'role' <> a.after ->> 'role'
    or a.before ->> 'tenantId' is distinct from a.after ->> 'tenantId'
    or (a.before -> 'status' <> a.after -> 'status' and a.after -> 'status' = to_jsonb(${active}::int))
    or (a.before -> 'permissions' <> '[]' and (a.after -> 'permissions' = '[]' or not (a.after -> 'permissions') <@ (a.before -> 'permissions')))
    then 'granted'
end`

type Made = { at: string | Date; how: NewPerson["how"] }

/** When and how somebody made a person an administrator since an instant, also by others whom they had made; undefined: they did not. */
const readMade = async (db: Database, maker: string, person: string, since: Date): Promise<Made | undefined> => {
  const isRecent = sql`a.entity = 'user' and a.actor_id <> a.entity_id and a.at > ${since.toISOString()}::timestamptz and ${how} is not null`
  const seen = new Set([person])
  let made: Made | undefined
  // Level by level: Citus has no recursive statement over workers.
  for (let level = [person]; level.length; ) {
    const makers = await rowsOf<Made & { id: string }>(
      db,
      sql`select a.actor_id as id, a.at, ${how} as how from audit a where a.entity_id = any(${`{${level.join()}}`}::uuid[]) and ${isRecent}`,
    )
    for (const { id, at, how } of makers) if (id === maker && !(made && new Date(made.at) >= new Date(at))) made = { at, how }
    level = [...new Set(makers.map(({ id }) => id))].filter(id => id && !seen.has(id))
    for (const id of level) seen.add(id)
  }
  return made
}

const readWaitDays = async (db: Database) =>
  (await db.select().from(approvalSettings).where(eq(approvalSettings.owner, platformOwner)))[0]?.waitDays ?? 0

/** Whether one of the two people made the other one within the days that are named or do not count. @param now epoch ms */
export const readNewPerson = async (
  db: Database,
  sender: string,
  approver: string,
  now: number,
): Promise<NewPerson | undefined> => {
  const waitDays = await readWaitDays(db)
  const since = new Date(now - Math.max(newPersonDays, waitDays) * dayMs)
  for (const [person, maker, made] of [["approver", sender, approver] as const, ["sender", approver, sender] as const]) {
    const found = await readMade(db, maker, made, since)
    if (!found) continue
    const at = new Date(found.at)
    const until = at.getTime() + waitDays * dayMs
    return { person, how: found.how, at: at.toISOString(), blockedUntil: until > now ? new Date(until).toISOString() : null }
  }
  return undefined
}

/** What an approval has about two people of whom one made the other. @throws Refusal 403 while the newer one does not count */
export const checkNewPerson = async (db: Database, sender: string, approver: string, now: number) => {
  const found = await readNewPerson(db, sender, approver, now)
  if (found?.blockedUntil) refuse({ kind: "denied", key: "api.newPerson" })
  return found
}

/** What the audit log has of such an approval: who sent the change, and which of the two made the other one an administrator. */
export const loggedNewPerson = async (db: Database, sender: string, found: NewPerson | undefined) => {
  if (!found) return {}
  const [person] = await db.select().from(users).where(eq(users.id, sender))
  return { after: { newPerson: `${found.person}.${found.how}`, madeAt: found.at, sentBy: person?.email ?? "" } }
}
