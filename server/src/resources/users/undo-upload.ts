import { sql } from "drizzle-orm"
import type { Context } from "hono"
import type { KeptPerson } from "../../../../src/contract/employees"
import type { Key } from "../../../../src/core/text/i18n"
import { mayWrite, refuseClosed } from "../../auth/policy"
import { type Database, rowsOf } from "../../db/open"
import type { UserRow, undos } from "../../db/schema"
import { Refusal, refuse } from "../../errors/problem"
import type { Env } from "../../http/context"
import { translate } from "../../http/messages"
import { user } from "../../kinds/user"
import { lockStored, restoreRow } from "../../records/restore"

/** The undo of one batch of a bulk upload (docs/contract.md#bulk-create). */

/** A person that a batch stored, with the version that it made; `before` is null for one that it created. */
export type UploadedPerson = { id: string; version: number; before: object | null }

/** Who of the people has signed in, entered a draw, used a campaign, was given a code or has written feedback. */
const readParticipants = async (tx: Database, ids: readonly string[]): Promise<Set<string>> => {
  const rows = await rowsOf<{ id: string }>(
    tx,
    sql`select u.id::text as id from users u where u.id in (select value::uuid from jsonb_array_elements_text(${JSON.stringify(ids)}::text::jsonb))
      and (u.signed_in_at is not null or exists (select from draw_entries e where e.employee_id = u.id)
        or exists (select from draw_winners w where w.employee_id = u.id) or exists (select from campaign_people p where p.person_id = u.id)
        or exists (select from campaign_codes c where c.person_id = u.id and c.is_personal)
        or exists (select from gift_codes g where g.person_id = u.id) or exists (select from feedbacks f where f.user_id = u.id))`,
  )
  return new Set(rows.map(({ id }) => id))
}

/** Returns people to what they were before the batch, and removes those that it created. @returns whom it leaves as they are */
export const undoUpload = async (c: Context<Env>, tx: Database, change: typeof undos.$inferSelect): Promise<KeptPerson[]> => {
  if (!mayWrite(c.get("actor"), change.tenantId)) return refuse({ kind: "missing" })
  refuseClosed(c.get("actor"), "write", "employees")
  const people = change.before.people as UploadedPerson[]
  const participants = await readParticipants(
    tx,
    people.flatMap(({ id, before }) => (before ? [] : [id])),
  )
  const deletedAt = new Date(c.get("deps").clock())
  const undoOne = async ({ id, version, before }: UploadedPerson): Promise<Key | undefined> => {
    const stored = (await lockStored(tx, user, id)) as UserRow | undefined
    if (!stored || (stored.deletedAt && !before)) return undefined
    if (stored.version !== version) return "employee.keptChanged"
    if (participants.has(id)) return "employee.keptTookPart"
    const state = { ...(before ?? { ...stored, deletedAt }) }
    try {
      const after = await tx.transaction(step =>
        restoreRow(c, step, user, { before: stored, state, tenantId: stored.tenantId, action: "undo" }),
      )
      return after ? undefined : "employee.keptRefused"
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      const { problem } = error
      return ("key" in problem && problem.key) || "employee.keptRefused"
    }
  }
  const kept: KeptPerson[] = []
  // In the order of the ids: two calls with the same people then wait for each other one after the other.
  for (const person of [...people].sort((a, b) => (a.id < b.id ? -1 : 1))) {
    const reason = await undoOne(person)
    if (!reason) continue
    const stored = (await lockStored(tx, user, person.id)) as UserRow
    kept.push({
      name: `${stored.firstName} ${stored.lastName}`.trim() || stored.email,
      reason: translate(c.get("language"), reason),
    })
  }
  return kept
}
