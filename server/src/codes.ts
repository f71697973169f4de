import { createHmac, randomInt, timingSafeEqual } from "node:crypto"
import { and, eq, isNull, sql } from "drizzle-orm"
import type { Deps } from "./app"
import { rowsOf } from "./db"
import { refuse } from "./problem"
import { codes } from "./schema"

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

/** @throws Refusal when this e-mail or this address asked too often */
const checkSends = async ({ db, config, clock }: Deps, email: string, address: string) => {
  const now = clock()
  const [row] = await rowsOf<{ sends: number; last: string | null; active: string | null; nearby: number }>(
    db,
    sql`select count(*) filter (where email = ${email} and created_at > ${new Date(now - hour).toISOString()}::timestamptz)::int as sends,
      max(created_at) filter (where email = ${email} and used_at is null)::text as last,
      count(*) filter (where address = ${address} and created_at > ${new Date(now - addressWindow).toISOString()}::timestamptz)::int as nearby
      from codes where (email = ${email} or address = ${address}) and created_at > ${new Date(now - hour).toISOString()}::timestamptz`,
  )
  if (!row) return
  if (row.sends >= config.codeSendsPerHour) refuse({ kind: "tooMany", seconds: hour / 1000 })
  const wait = row.last ? Date.parse(row.last) + config.codeSendInterval - now : 0
  if (wait > 0) refuse({ kind: "tooMany", seconds: Math.ceil(wait / 1000) })
  if (config.mode !== "demo" && row.nearby >= sendsPerAddress) refuse({ kind: "tooMany", seconds: addressWindow / 1000 })
}

/** Makes a code for whoever asks, known or not; it ends every earlier one. @returns the code in the clear, for the mail alone */
export const createCode = async (deps: Deps, email: string, address: string): Promise<string> => {
  const { db, config, clock } = deps
  await checkSends(deps, email, address)
  const code = String(randomInt(0, 1_000_000)).padStart(6, "0")
  const now = new Date(clock())
  await db.transaction(async tx => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${email}))`)
    await tx
      .update(codes)
      .set({ expiresAt: now })
      .where(and(eq(codes.email, email), isNull(codes.usedAt), sql`${codes.expiresAt} > ${now.toISOString()}::timestamptz`))
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
 * guesses at once nor a resend ever give more than 5 tries a code and 10 an hour.
 */
export const spendCode = async ({ db, config, clock }: Deps, email: string, given: string): Promise<boolean> => {
  const now = new Date(clock()).toISOString()
  const since = new Date(clock() - hour).toISOString()
  const [taken] = await rowsOf<{ id: string; code_hash: string }>(
    db,
    sql`update codes set tries = tries + 1
      where id = (select id from codes where email = ${email} order by created_at desc, used_at desc nulls first, expires_at desc limit 1)
        and used_at is null and expires_at > ${now}::timestamptz and tries < ${triesPerCode}
        and tries + coalesce((select sum(o.tries) from codes o
          where o.email = codes.email and o.id <> codes.id and o.created_at > ${since}::timestamptz), 0) < ${triesPerHour}
      returning id, code_hash`,
  )
  const isRight = same(hashOf(config.codeSecret, email, given), taken?.code_hash ?? "")
  if (!taken || !isRight) return false
  const used = await db
    .update(codes)
    .set({ usedAt: new Date(clock()), tries: sql`${codes.tries} - 1` })
    .where(and(eq(codes.id, taken.id), isNull(codes.usedAt)))
    .returning({ id: codes.id })
  return used.length === 1
}
