import { createHmac, randomInt, timingSafeEqual } from "node:crypto"
import { and, count, desc, eq, gt, isNull, sql } from "drizzle-orm"
import { type Database, rowsOf } from "../db/open"
import { codes } from "../db/schema"
import { refuse } from "../errors/problem"
import type { Deps } from "../http/context"

/** Sign-in codes (decisions §12): six digits, hashed, 180 s, one use, tries counted in the database. */
export const codeSeconds = 180
const triesPerCode = 5
const triesPerHour = 10
const hour = 3_600_000
const sendsPerAddress = 30
const addressWindow = 5 * 60_000

const hashOf = (secret: string, email: string, code: string) =>
  createHmac("sha256", secret).update(`${email}\n${code}`).digest("base64url")

const same = (a: string, b: string) => a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b))

/** One request at a time for an e-mail, and for an address, across processes: limits are counted, not guessed. */
const alone = (tx: Database, kind: 1 | 2, name: string) =>
  tx.execute(sql`select pg_advisory_xact_lock(${kind}::int, hashtext(${name}))`)

/** @throws Refusal when this e-mail or this address asked too often, with the seconds until it may again */
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
  // A used code ends the interval: who has just signed in may sign in elsewhere.
  if (last && !last.usedAt) wait(last.createdAt.getTime() + config.codeSendInterval)
  if (config.mode === "demo") return
  const [nearby] = await tx
    .select({ sends: count(), first: sql<string>`min(${codes.createdAt})` })
    .from(codes)
    .where(and(eq(codes.address, address), gt(codes.createdAt, new Date(now - addressWindow))))
  if (nearby && nearby.sends >= sendsPerAddress) wait(Date.parse(nearby.first) + addressWindow)
}

/** Makes a code for whoever asks, known or not; it ends every earlier one. @returns the code in the clear, for the mail alone */
export const createCode = async (deps: Deps, email: string, address: string): Promise<string> => {
  const { db, config, clock } = deps
  const code = String(randomInt(0, 1_000_000)).padStart(6, "0")
  const now = new Date(clock())
  await db.transaction(async tx => {
    await alone(tx, 1, email)
    if (config.mode !== "demo") await alone(tx, 2, address)
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
 * Uses a code up. A try is taken before the code is looked at, in one atomic statement, so that neither a hundred
 * guesses at once nor a resend ever give more than 5 tries a code and 10 an hour. A code is at most 180 s older than a try at it: its
 * tries are counted that much longer.
 */
export const spendCode = ({ db, config, clock }: Deps, email: string, given: string): Promise<boolean> =>
  db.transaction(async tx => {
    const now = new Date(clock()).toISOString()
    const since = new Date(clock() - hour - codeSeconds * 1000).toISOString()
    await alone(tx, 1, email)
    const [taken] = await rowsOf<{ id: string; code_hash: string }>(
      tx,
      sql`update codes set tries = tries + 1
        where id = (select id from codes where email = ${email} order by created_at desc, used_at desc nulls first, expires_at desc limit 1)
          and used_at is null and expires_at > ${now}::timestamptz and tries < ${triesPerCode}
          and tries + coalesce((select sum(o.tries) from codes o
            where o.email = codes.email and o.id <> codes.id and o.created_at > ${since}::timestamptz), 0) < ${triesPerHour}
        returning id, code_hash`,
    )
    const isRight = same(hashOf(config.codeSecret, email, given), taken?.code_hash ?? "")
    if (!taken || !isRight) return false
    // The right one was no wrong try.
    await tx
      .update(codes)
      .set({ usedAt: new Date(clock()), tries: sql`${codes.tries} - 1` })
      .where(eq(codes.id, taken.id))
    return true
  })
