import { createHmac, randomInt } from "node:crypto"
import { and, count, desc, eq, gt, isNull, lt, not, type SQL, sql } from "drizzle-orm"
import type { Database } from "../db/open"
import { codes } from "../db/schema"
import { refuse } from "../errors/problem"
import type { Deps } from "../http/context"
import { attemptsBlockedUntil, countAttempt } from "./code-attempts"
import type { Requester } from "./devices"
import { isSameSecret } from "./secrets"

/**
 * Sign-in codes: six digits, stored as a hash, valid for 180 s, used once, attempts counted in the database
 * (docs/contract.md#sign-in-codes).
 */
export const codeSeconds = 180
/** Wrong tries of one code: by who asked for it, and by others. */
const attemptsPerCode = 5
const hour = 3_600_000
/** Times the limit of one network that all browsers together may ask for codes that have not signed in to the address. */
const unknownDevicesFactor = 4
/** Codes that one network may request per window, for any e-mail address; window in ms. */
const sendsPerNetwork = 30
const networkWindowMs = 5 * 60_000

const hashOf = (secret: string, email: string, code: string) =>
  createHmac("sha256", secret).update(`${email}\n${code}`).digest("base64url")

/** Serialises requests for one e-mail address (1) or one network (2) across processes, so that limits are exact. */
const lock = (tx: Database, kind: 1 | 2, name: string) =>
  tx.execute(sql`select pg_advisory_xact_lock(${kind}::int, hashtext(${name}))`)

/** The codes that this requester has asked for: by its browser, or without a cookie by its network. */
const isOwn = ({ device, isReturning, network }: Requester) =>
  isReturning ? eq(codes.device, device) : sql`(${codes.address} = ${network} and not ${codes.isKnown})`

/**
 * @throws Refusal 429 with the waiting time when this requester has asked for too many codes or given too many wrong ones
 * for this e-mail address, or when too many others have
 */
export const enforceCodeLimits = async (tx: Database, deps: Deps, email: string, requester: Requester) => {
  const { config, clock } = deps
  const now = clock()
  const wait = (until: number) => {
    if (until > now) refuse({ kind: "tooMany", seconds: Math.ceil((until - now) / 1000) })
  }
  wait(await attemptsBlockedUntil(tx, deps, email, requester))
  const { device, isKnown, network } = requester
  const inLastHour = and(eq(codes.email, email), gt(codes.createdAt, new Date(now - hour)))
  const byWhom = isKnown ? eq(codes.device, device) : eq(codes.address, network)
  const recent = await tx
    .select({ createdAt: codes.createdAt, usedAt: codes.usedAt })
    .from(codes)
    .where(and(inLastHour, eq(codes.isKnown, isKnown), byWhom))
    .orderBy(desc(codes.createdAt), sql`${codes.usedAt} desc nulls first`)
    .limit(config.codeSendsPerHour)
  const [last] = recent
  const oldest = recent[config.codeSendsPerHour - 1]
  if (oldest) wait(oldest.createdAt.getTime() + hour)
  // A used code ends the interval: a person who has just signed in may sign in on another device.
  if (last && !last.usedAt) wait(last.createdAt.getTime() + config.codeSendInterval)
  if (isKnown) return
  const [first] = await tx
    .select({ createdAt: codes.createdAt })
    .from(codes)
    .where(and(inLastHour, eq(codes.isKnown, false)))
    .orderBy(desc(codes.createdAt))
    .offset(config.codeSendsPerHour * unknownDevicesFactor - 1)
    .limit(1)
  if (first) wait(first.createdAt.getTime() + hour)
  if (config.mode === "demo") return
  const [nearby] = await tx
    .select({ sends: count(), first: sql<string>`min(${codes.createdAt})` })
    .from(codes)
    .where(and(eq(codes.address, network), gt(codes.createdAt, new Date(now - networkWindowMs))))
  if (nearby && nearby.sends >= sendsPerNetwork) wait(Date.parse(nearby.first) + networkWindowMs)
}

/**
 * Creates a code for any e-mail address, with or without an account, and expires the requester's earlier ones. Codes that
 * others have asked for stay alive. @returns the code for the mail
 */
export const createCode = async (deps: Deps, email: string, requester: Requester): Promise<string> => {
  const { db, config, clock } = deps
  const code = String(randomInt(0, 1_000_000)).padStart(6, "0")
  const now = new Date(clock())
  await db.transaction(async tx => {
    await lock(tx, 1, email)
    if (config.mode !== "demo") await lock(tx, 2, requester.network)
    await enforceCodeLimits(tx, deps, email, requester)
    await tx
      .update(codes)
      .set({ expiresAt: now })
      .where(and(eq(codes.email, email), isOwn(requester), isNull(codes.usedAt), gt(codes.expiresAt, now)))
    await tx.insert(codes).values({
      email,
      address: requester.network,
      device: requester.device,
      isKnown: requester.isKnown,
      codeHash: hashOf(config.codeSecret, email, code),
      createdAt: now,
      expiresAt: new Date(now.getTime() + codeSeconds * 1000),
    })
  })
  return code
}

/**
 * The codes that a try is compared with: the requester's own, and the newest that somebody else asked for: the person may
 * enter the newest of several mails, and a client without cookies may have changed its network meanwhile.
 */
const readCandidates = async (tx: Database, email: string, requester: Requester, now: Date) => {
  const own = isOwn(requester)
  const isAlive = and(eq(codes.email, email), isNull(codes.usedAt), gt(codes.expiresAt, now))
  const newest = (matches: SQL | undefined) =>
    tx
      .select({ id: codes.id, codeHash: codes.codeHash })
      .from(codes)
      .where(and(isAlive, matches))
      .orderBy(desc(codes.createdAt))
      .limit(1)
  return {
    own: (await newest(and(own, lt(codes.tries, attemptsPerCode))))[0],
    foreign: (await newest(and(not(own), lt(codes.foreignTries, attemptsPerCode))))[0],
  }
}

/**
 * Uses a code up. Tries for one e-mail address run one after the other, and each is counted before the codes are compared:
 * parallel guesses and new codes allow no more tries than the limits of auth/code-attempts.ts.
 */
export const consumeCode = (deps: Deps, email: string, given: string, requester: Requester): Promise<boolean> =>
  deps.db.transaction(async tx => {
    const now = new Date(deps.clock())
    await lock(tx, 1, email)
    if ((await attemptsBlockedUntil(tx, deps, email, requester)) > now.getTime()) return false
    const { own, foreign } = await readCandidates(tx, email, requester, now)
    if (!own && !foreign) return false
    const takeBack = await countAttempt(tx, deps, email, requester)
    const hashes = deps.config.codeSecrets.map(secret => hashOf(secret, email, given))
    const right = [own, foreign].find(candidate => hashes.some(hash => isSameSecret(hash, candidate?.codeHash ?? "")))
    if (right) {
      await takeBack()
      await tx.update(codes).set({ usedAt: now }).where(eq(codes.id, right.id))
      return true
    }
    if (own)
      await tx
        .update(codes)
        .set({ tries: sql`${codes.tries} + 1` })
        .where(eq(codes.id, own.id))
    if (foreign)
      await tx
        .update(codes)
        .set({ foreignTries: sql`${codes.foreignTries} + 1` })
        .where(eq(codes.id, foreign.id))
    return false
  })
