import { and, eq, lt, sql } from "drizzle-orm"
import { type StepKind, signInSteps as table } from "../db/sign-in-tables"
import type { Deps } from "../http/context"
import { seal, unsealed } from "./seal"
import { hashToken } from "./secrets"

/** Steps of a sign-in, each of one use: stored encrypted, under the hash of a token that the browser comes back with. */

type Row = typeof table.$inferSelect

const isStep = (kind: StepKind, token: string) => and(eq(table.hash, hashToken(token)), eq(table.kind, kind))

/** @param ttlMs how long it is valid, ms */
export const storeStep = async ({ db, config, clock }: Deps, kind: StepKind, token: string, value: unknown, ttlMs: number) => {
  const expiresAt = new Date(clock() + ttlMs)
  await db.insert(table).values({ hash: hashToken(token), kind, body: seal(config.codeSecret, value), expiresAt })
}

const openRow = <T>({ config, clock }: Deps, row: Row | undefined): T | undefined =>
  row && row.expiresAt.getTime() > clock() ? unsealed<T>(config.codeSecrets, row.body) : undefined

/** What was stored under a token; undefined when it was taken before, or is over. */
export const takeStep = async <T>(deps: Deps, kind: StepKind, token: string): Promise<T | undefined> => {
  const [row] = await deps.db.delete(table).where(isStep(kind, token)).returning()
  return openRow<T>(deps, row)
}

/** As {@link takeStep}, without using it up. */
export const readStep = async <T>(deps: Deps, kind: StepKind, token: string): Promise<T | undefined> => {
  const [row] = await deps.db.select().from(table).where(isStep(kind, token))
  return openRow<T>(deps, row)
}

/** As {@link readStep}, of a step that allows a number of tries, of which this is one. */
export const tryStep = async <T>(deps: Deps, kind: StepKind, token: string, maxTries: number): Promise<T | undefined> => {
  const [row] = await deps.db
    .update(table)
    .set({ tries: sql`${table.tries} + 1` })
    .where(and(isStep(kind, token), lt(table.tries, maxTries)))
    .returning()
  return openRow<T>(deps, row)
}
