import { createHash } from "node:crypto"
import { and, eq, sql } from "drizzle-orm"
import type { Context } from "hono"
import type { Database } from "../db/open"
import { idempotencyKeys as table } from "../db/schema"
import { refuse } from "../errors/problem"
import type { Env } from "../http/context"

/** How long a key is remembered, ms (docs/contract.md#idempotency). */
const ttlMs = 86_400_000
/** Longest key, characters. A longer one is refused: two that begin alike would count as one. */
const maxKey = 200

/**
 * Runs a create in a transaction, at most once for each Idempotency-Key: the same key and body get the first answer
 * again. The key is stored in the same transaction.
 * @throws Refusal 409 for the same key with another body, 400 for a key that is too long
 */
export const idempotent = async <T>(c: Context<Env>, request: unknown, create: (tx: Database) => Promise<T>): Promise<T> => {
  const { db, clock } = c.get("deps")
  const key = c.req.header("Idempotency-Key")
  if (key && key.length > maxKey) refuse({ kind: "malformed", key: "error.invalidFormat" })
  if (!key) return db.transaction(tx => create(tx))
  const { userId } = c.get("actor")
  const requestHash = createHash("sha256").update(c.req.path).update(JSON.stringify(request)).digest("base64url")
  return db.transaction(async tx => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${userId + key}))`)
    const [known] = await tx
      .select()
      .from(table)
      .where(and(eq(table.userId, userId), eq(table.key, key)))
    if (known && known.createdAt.getTime() + ttlMs > clock())
      return known.requestHash === requestHash ? (known.answer as T) : refuse({ kind: "conflict", key: "api.keyReused" })
    const answer = await create(tx)
    const values = { userId, key, requestHash, answer, createdAt: new Date(clock()) }
    await tx
      .insert(table)
      .values(values)
      .onConflictDoUpdate({ target: [table.userId, table.key], set: values })
    return answer
  })
}
