import { and, eq, gte, isNull } from "drizzle-orm"
import type { Context } from "hono"
import { owned, reachOf } from "../../auth/policy"
import type { Database } from "../../db/open"
import { users as table } from "../../db/schema"
import { isUniqueViolation } from "../../errors/faults"
import { refuseField } from "../../errors/problem"
import { readAddress } from "../../http/body"
import type { Env } from "../../http/context"
import { countCalls, type Limit, reserveCall } from "../../http/rate-limit"
import { endSessions } from "../../kinds/user-access"
import { addAuditEntry } from "../../records/audit"

/** Addresses, of which each belongs to one person in all companies. */

/** Refusals of addresses that somebody outside of the caller's reach has, of one account. */
const foreignAddresses: Limit = { name: "foreign addresses", calls: 10, windowMs: 3_600_000 }
/** One more is allowed for so many people that were added within the window and are still there, and so many at most. */
const peoplePerForeignAddress = 50
const maxMoreForeignAddresses = 490

/**
 * Counts one refusal in advance, which `countForeignAddresses` with -1 takes back in the same transaction. An account that has found
 * too many of others' addresses is refused every new one, before it is looked up: the refusal then discloses nothing about the address
 * (docs/security.md#known-addresses). Further calls of the account wait for the end of the transaction: of calls at the same time none
 * is refused because of what another one has only reserved.
 * @throws Refusal 429
 */
export const reserveForeignAddress = async (c: Context<Env>, tx: Database) => {
  const actor = c.get("actor")
  const reach = reachOf(actor)
  if (reach === "all") return
  await reserveCall({ ...c.get("deps"), db: tx }, foreignAddresses, `account ${actor.userId}`, async start => {
    const isAdded = and(isNull(table.deletedAt), owned(table.tenantId, reach), gte(table.createdAt, start))
    const added = await tx.$count(table, isAdded)
    return Math.min(Math.floor(added / peoplePerForeignAddress), maxMoreForeignAddresses)
  })
}

/** The last write of each account that reserves an address, in this process. */
const turns = new Map<string, Promise<unknown>>()

/** Runs the writes of an account one after the other, so that those that wait hold no connection of the database. */
export const inTurn = <T>(c: Context<Env>, work: () => Promise<T>): Promise<T> => {
  const { userId } = c.get("actor")
  const before = turns.get(userId) ?? Promise.resolve()
  const result = before.then(work)
  const turn = result.then(
    () => {},
    () => {},
  )
  turns.set(userId, turn)
  void turn.then(() => turns.get(userId) === turn && turns.delete(userId))
  return result
}

/** Counts addresses of others that were disclosed to the account; none for the platform, which may read them all. */
export const countForeignAddresses = async (c: Context<Env>, db: Database, addresses: number) => {
  const actor = c.get("actor")
  if (addresses === 0 || reachOf(actor) === "all") return
  await countCalls({ ...c.get("deps"), db }, foreignAddresses, `account ${actor.userId}`, addresses)
}

/** The account of a person who has registered without a company, and may be anybody: a company may add the address. */
const isUnclaimed = and(eq(table.role, "User"), isNull(table.tenantId), isNull(table.deletedAt))

/**
 * Deletes the account that a person without a company has registered under an address, so that a company can add the
 * person under it: anybody can register any address. The owner of the address signs in to the new account.
 */
export const deleteUnclaimedAccount = async (c: Context<Env>, tx: Database, email: string) => {
  const [before] = await tx
    .select()
    .from(table)
    .where(and(eq(table.email, email), isUnclaimed))
    .for("update")
  if (!before) return
  const now = new Date(c.get("deps").clock())
  const [after] = await tx
    .update(table)
    .set({ deletedAt: now, updatedAt: now, version: before.version + 1 })
    .where(eq(table.id, before.id))
    .returning()
  await endSessions(c, tx, before.id)
  await addAuditEntry(c, tx, { action: "delete", entity: "user", id: before.id, tenantId: null, before, after })
}

const isWithinReach = async (c: Context<Env>, email: string): Promise<boolean> => {
  const isOwned = owned(table.tenantId, reachOf(c.get("actor")))
  const isHolder = and(eq(table.email, readAddress(email)), isNull(table.deletedAt), isOwned)
  return (await c.get("deps").db.$count(table, isHolder)) > 0
}

/** Runs work of a call in a transaction, which its reads and writes take for the database. */
const inTransaction = async <T>(c: Context<Env>, work: () => Promise<T>): Promise<T> => {
  const deps = c.get("deps")
  try {
    return await deps.db.transaction(tx => {
      c.set("deps", { ...deps, db: tx })
      return work()
    })
  } finally {
    c.set("deps", deps)
  }
}

/**
 * Runs a write that gives a person an address, which belongs to one person in all companies. That one is another company's
 * is not disclosed, and checked a few times only: the answer names no reason (docs/security.md#known-addresses).
 * @param options.isNew whether the address may be new to the person: such a write is refused after too many refusals
 * @param options.field the member of the body. @throws Refusal 400 naming the field when the address is taken, 429
 */
export const withAddress = async <T>(
  c: Context<Env>,
  email: string,
  work: () => Promise<T>,
  { isNew = true, field = "email" }: { isNew?: boolean; field?: string } = {},
): Promise<T> => {
  /** @returns undefined when somebody out of reach has the address */
  const attempt = async () => {
    try {
      return { value: await inTransaction(c, work) }
    } catch (error) {
      if (!isUniqueViolation(error)) throw error
      return (await isWithinReach(c, email)) ? refuseField(field, "employee.emailTaken") : undefined
    }
  }
  /** Any refusal but the counted one takes the reservation back, as does a failure. */
  const counted = () =>
    inTransaction(c, async () => {
      const { db } = c.get("deps")
      await reserveForeignAddress(c, db)
      const done = await attempt()
      if (done) await countForeignAddresses(c, db, -1)
      return done
    })
  const done = isNew && reachOf(c.get("actor")) !== "all" ? await inTurn(c, counted) : await attempt()
  return done ? done.value : refuseField(field, "employee.emailUnusable")
}
