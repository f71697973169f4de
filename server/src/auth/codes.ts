import { createHmac, randomInt, timingSafeEqual } from "node:crypto"
import { and, count, desc, eq, gt, isNull, sql } from "drizzle-orm"
import { type Database, rowsOf } from "../db/open"
import { codes } from "../db/schema"
import { refuse } from "../errors/problem"
import type { Deps } from "../http/context"

/**
 * Sign-in codes: six digits, stored as a hash, valid for 180 s, used once, attempts counted in the database
 * (docs/contract.md#sign-in-codes).
 */
export const codeSeconds = 180
const triesPerCode = 5
const triesPerHour = 10
const hour = 3_600_000
/** Codes that one network address may request per window, for any e-mail address; window in ms. */
const sendsPerAddress = 30
const addressWindowMs = 5 * 60_000

const hashOf = (secret: string, email: string, code: string) =>
  createHmac("sha256", secret).update(`${email}\n${code}`).digest("base64url")

const isEqual = (a: string, b: string) => a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b))

/** Serialises requests for one e-mail address (1) or one network address (2) across processes, so that limits are exact. */
const lock = (tx: Database, kind: 1 | 2, name: string) =>
  tx.execute(sql`select pg_advisory_xact_lock(${kind}::int, hashtext(${name}))`)

/** @throws Refusal 429 with the waiting time when too many codes were requested for this e-mail address, or from this network address */
export const checkSends = async (tx: Database, { config, clock }: Deps, email: string, address: string) => {
  const now = clock()
  const wait = (until: number) => {
    if (until > now) refuse({ kind: "tooMany", seconds: Math.ceil((until - now) / 1000) })
  }
  const recent = await tx
    .select({ createdAt: codes.createdAt, usedAt: codes.usedAt })
    .from(codes)
    .where(and(eq(codes.email, email), gt(codes.createdAt, new Date(now - hour))))
    .orderBy(desc(codes.createdAt), sql`${codes.usedAt} desc nulls first`)
    .limit(config.codeSendsPerHour)
  const [last] = recent
  const oldest = recent[config.codeSendsPerHour - 1]
  if (oldest) wait(oldest.createdAt.getTime() + hour)
  // A used code ends the interval: a person who has just signed in may sign in on another device.
  if (last && !last.usedAt) wait(last.createdAt.getTime() + config.codeSendInterval)
  if (config.mode === "demo") return
  const [nearby] = await tx
    .select({ sends: count(), first: sql<string>`min(${codes.createdAt})` })
    .from(codes)
    .where(and(eq(codes.address, address), gt(codes.createdAt, new Date(now - addressWindowMs))))
  if (nearby && nearby.sends >= sendsPerAddress) wait(Date.parse(nearby.first) + addressWindowMs)
}

/** Creates a code for any e-mail address, with or without an account, and expires earlier ones. @returns the code for the mail */
export const createCode = async (deps: Deps, email: string, address: string): Promise<string> => {
  const { db, config, clock } = deps
  const code = String(randomInt(0, 1_000_000)).padStart(6, "0")
  const now = new Date(clock())
  await db.transaction(async tx => {
    await lock(tx, 1, email)
    if (config.mode !== "demo") await lock(tx, 2, address)
    await checkSends(tx, deps, email, address)
    await tx
      .update(codes)
      .set({ expiresAt: now })
      .where(and(eq(codes.email, email), isNull(codes.usedAt), gt(codes.expiresAt, now)))
    await tx.insert(codes).values({
      email,
      address,
      codeHash: hashOf(config.codeSecret, email, code),
      createdAt: now,
      expiresAt: new Date(now.getTime() + codeSeconds * 1000),
    })
  })
  return code
}

/**
 * Uses a code up. The attempt is counted before the codes are compared, in one atomic statement: parallel guesses and new
 * codes allow no more than 5 attempts per code and 10 per hour. Attempts are stored with their code, which may be 180 s
 * older: codes of the last hour and 180 s are counted.
 */
export const useCode = ({ db, config, clock }: Deps, email: string, given: string): Promise<boolean> =>
  db.transaction(async tx => {
    const now = new Date(clock()).toISOString()
    const since = new Date(clock() - hour - codeSeconds * 1000).toISOString()
    await lock(tx, 1, email)
    const [taken] = await rowsOf<{ id: string; code_hash: string }>(
      tx,
      sql`update codes set tries = tries + 1
        where id = (select id from codes where email = ${email} order by created_at desc, used_at desc nulls first, expires_at desc limit 1)
          and used_at is null and expires_at > ${now}::timestamptz and tries < ${triesPerCode}
          and tries + coalesce((select sum(o.tries) from codes o
            where o.email = codes.email and o.id <> codes.id and o.created_at > ${since}::timestamptz), 0) < ${triesPerHour}
        returning id, code_hash`,
    )
    const isRight = isEqual(hashOf(config.codeSecret, email, given), taken?.code_hash ?? "")
    if (!taken || !isRight) return false
    // The right code does not count as a failed attempt.
    await tx
      .update(codes)
      .set({ usedAt: new Date(clock()), tries: sql`${codes.tries} - 1` })
      .where(eq(codes.id, taken.id))
    return true
  })
