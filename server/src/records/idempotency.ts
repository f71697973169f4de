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

/** How long the same body without a key counts as a repetition, ms: a form that is submitted twice. */
const sameBodyMs = 10_000

type Options = {
  /** Whether, without a key, the same body of the same person within 10 s is a repetition. */
  comparesBody?: boolean
}

const hashOf = (c: Context<Env>, request: unknown) =>
  createHash("sha256").update(c.req.path).update(JSON.stringify(request)).digest("base64url")

/** @throws Refusal 400 for a key that is too long */
const keyOf = (c: Context<Env>) => {
  const key = c.req.header("Idempotency-Key")
  return key && key.length > maxKey ? refuse({ kind: "malformed", key: "error.invalidFormat" }) : key
}

const readKnown = async (c: Context<Env>, db: Database, key: string, keptMs: number) => {
  const [known] = await db
    .select()
    .from(table)
    .where(and(eq(table.userId, c.get("actor").userId), eq(table.key, key)))
  return known && known.createdAt.getTime() + keptMs > c.get("deps").clock() ? known : undefined
}

/** The answer that a call with the same key and body had, undefined without one. @throws Refusal 409, as {@link idempotent} */
export const repeatedAnswer = async <T>(c: Context<Env>, request: unknown, db = c.get("deps").db): Promise<T | undefined> => {
  const key = keyOf(c)
  const known = key ? await readKnown(c, db, key, ttlMs) : undefined
  if (!known) return undefined
  return known.requestHash === hashOf(c, request) ? (known.answer as T) : refuse({ kind: "conflict", key: "api.keyReused" })
}

/** What a write made: `answer` is stored for repeated calls, `rest` is not. */
type Made<A, R> = { answer: A; rest?: R }

/**
 * Runs a write in a transaction, at most once for each Idempotency-Key: the same key and body get the first answer
 * again. The key is stored in the same transaction.
 * @returns `isNew`: false for a repeated call, which made nothing and has no `rest`
 * @throws Refusal 409 for the same key with another body, 400 for a key that is too long
 */
export const idempotent = async <A, R = undefined>(
  c: Context<Env>,
  request: unknown,
  write: (tx: Database) => Promise<Made<A, R>>,
  { comparesBody = false }: Options = {},
): Promise<Made<A, R> & { isNew: boolean }> => {
  const { db, clock } = c.get("deps")
  const requestHash = hashOf(c, request)
  const given = keyOf(c)
  const key = given || (comparesBody ? `body ${requestHash}` : undefined)
  if (!key) return db.transaction(async tx => ({ ...(await write(tx)), isNew: true }))
  const { userId } = c.get("actor")
  return db.transaction(async tx => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${userId + key}))`)
    const known = await readKnown(c, tx, key, given ? ttlMs : sameBodyMs)
    if (known) {
      if (known.requestHash !== requestHash) refuse({ kind: "conflict", key: "api.keyReused" })
      return { answer: known.answer as A, isNew: false }
    }
    const made = await write(tx)
    const values = { userId, key, requestHash, answer: made.answer, createdAt: new Date(clock()) }
    await tx
      .insert(table)
      .values(values)
      .onConflictDoUpdate({ target: [table.userId, table.key], set: values })
    return { ...made, isNew: true }
  })
}
