import { createHmac } from "node:crypto"
import { and, desc, eq, gt, inArray, type SQL } from "drizzle-orm"
import type { Database } from "../db/open"
import { codeTries as table } from "../db/schema"
import type { Deps } from "../http/context"
import type { Requester } from "./devices"

/** Wrong tries of codes, over a year (docs/contract.md#sign-in-codes). */
const hour = 3_600_000
const day = 24 * hour
const year = 365 * day

type Limit = { tries: number; windowMs: number }

/** For one e-mail address: of a browser that has signed in to it; of one network; and of all browsers that have not signed in to it. */
const limitsOfDevice: Limit[] = [
  { tries: 10, windowMs: hour },
  { tries: 30, windowMs: day },
  { tries: 500, windowMs: year },
]
const limitsOfNetwork: Limit[] = [
  { tries: 10, windowMs: hour },
  { tries: 20, windowMs: day },
]
const limitsOfUnknownDevices: Limit[] = [
  { tries: 40, windowMs: hour },
  { tries: 100, windowMs: day },
  { tries: 1_000, windowMs: year },
]

/** With each accepted secret, that of now first. */
const hashesOf = ({ config }: Deps, text: string) =>
  config.codeSecrets.map(secret => createHmac("sha256", secret).update(text).digest("base64url"))
export const emailHashesOf = (deps: Deps, email: string) => hashesOf(deps, `tries\n${email}`)
const requesterHashesOf = (deps: Deps, { device, isKnown, network }: Requester) =>
  hashesOf(deps, isKnown ? `device ${device}` : `network ${network}`)

/** Until when the tries that match fill one of the limits, epoch ms; 0 while they do not. */
const blockedUntil = async (tx: Database, now: number, limits: Limit[], matches: SQL | undefined): Promise<number> => {
  let until = 0
  for (const { tries, windowMs } of limits) {
    const [oldest] = await tx
      .select({ createdAt: table.createdAt })
      .from(table)
      .where(and(matches, gt(table.createdAt, new Date(now - windowMs))))
      .orderBy(desc(table.createdAt))
      .offset(tries - 1)
      .limit(1)
    if (oldest) until = Math.max(until, oldest.createdAt.getTime() + windowMs)
  }
  return until
}

/** Until when the requester may try no code for this e-mail address, epoch ms; 0 when it may. */
export const attemptsBlockedUntil = async (tx: Database, deps: Deps, email: string, requester: Requester): Promise<number> => {
  const now = deps.clock()
  const ofEmail = inArray(table.emailHash, emailHashesOf(deps, email))
  const ofRequester = and(ofEmail, inArray(table.giverHash, requesterHashesOf(deps, requester)))
  if (requester.isKnown) return blockedUntil(tx, now, limitsOfDevice, ofRequester)
  return Math.max(
    await blockedUntil(tx, now, limitsOfNetwork, ofRequester),
    await blockedUntil(tx, now, limitsOfUnknownDevices, and(ofEmail, eq(table.isKnown, false))),
  )
}

/** Counts a wrong try. @returns what takes it back */
export const countAttempt = async (tx: Database, deps: Deps, email: string, requester: Requester) => {
  const [emailHash = "", giverHash = ""] = [emailHashesOf(deps, email)[0], requesterHashesOf(deps, requester)[0]]
  const [row] = await tx
    .insert(table)
    .values({
      emailHash,
      giverHash,
      isKnown: requester.isKnown,
      createdAt: new Date(deps.clock()),
    })
    .returning({ id: table.id })
  return () => tx.delete(table).where(eq(table.id, row?.id ?? 0))
}
