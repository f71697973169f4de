import { randomBytes } from "node:crypto"
import { and, type Column, desc, like, type SQL, sql } from "drizzle-orm"
import type { PgColumn, PgTable } from "drizzle-orm/pg-core"
import { z } from "zod"
import { codeLetters, type GiftBatch, generateCode, normalizePattern, patternLength } from "../../../src/contract/gift-codes"
import type { Database } from "../db/open"
import { refuseField } from "../errors/problem"
import { trimmed } from "../http/body"
import { containing, idFilter, type Query } from "../http/list"
import { id, instant, named, paged, text, total } from "../routes/schemas"
import { qrOf, qrValue } from "./qr/routes"

/** What the codes of gift cards and of campaigns share: batches, generation, search (docs/contract.md#gift-codes). */

export const pattern = trimmed(patternLength.max).transform(normalizePattern)

export const codeShape = { id: text, code: text, batchId: id, createdDate: instant, usedDate: instant.nullable(), qr: qrValue }
const codeBatch = named("GiftBatch", { id, count: total, createdDate: instant }) satisfies z.ZodType<GiftBatch>

/** The query and the answer of a list of codes. @param code the schema of one */
export const codesQuery = { ...paged, keyword: text, batchId: id }
export const codesPage = <C extends z.ZodType>(code: C) =>
  z.object({ codes: z.array(code), totalCount: total, batches: z.array(codeBatch) })

/** The codes that the query of a list leaves. */
export const codesFilter = ({ batchId, code }: Record<"batchId" | "code", PgColumn>, query: Query, keyword: string) =>
  and(idFilter(batchId, query.batchId), partFilter(code, keyword))

/** Batches that the list of codes names, newest first. */
const maxBatches = 100

/** @param batches the table; @param isOwn whether a batch is of the record */
export const readBatches = async (db: Database, batches: PgTable & Record<keyof StoredBatch, PgColumn>, isOwn: SQL) => {
  const { id, count, createdAt } = batches
  const rows = await db
    .select({ id, count, createdAt })
    .from(batches)
    .where(isOwn)
    .orderBy(desc(createdAt), desc(id))
    .limit(maxBatches)
  return (rows as StoredBatch[]).map(({ createdAt, ...batch }) => ({ ...batch, createdDate: createdAt.toISOString() }))
}

type StoredBatch = { id: string; count: number; createdAt: Date }

type StoredCode = { id: number; code: string; batchId: string; createdAt: Date }

export const presentCode = ({ id, code, batchId, createdAt }: StoredCode, usedAt: Date | null) => ({
  id: String(id),
  code,
  batchId,
  createdDate: createdAt.toISOString(),
  usedDate: usedAt?.toISOString() ?? null,
  qr: qrOf(code),
})

/** A code without the hyphens of its pattern: people leave them out. */
export const withoutHyphens = (code: Column) => sql<string>`replace(${code}, '-', '')`

/** Codes with the letters and digits of a keyword next to each other; none for one without any. */
const partFilter = (code: Column, keyword: string): SQL | undefined => {
  if (!keyword) return undefined
  const part = codeLetters(keyword)
  return part ? like(withoutHyphens(code), containing(part)) : sql`false`
}

/** Attempts to replace codes that exist already, before a pattern counts as used up. */
const maxAttempts = 5

const randomCodes = (pattern: string, count: number) =>
  Array.from({ length: count }, () => {
    const random = randomBytes(pattern.length)
    let at = 0
    // The alphabet has 32 characters, and 256 is a multiple of 32: each has the same probability.
    return generateCode(pattern, () => (random[at++] ?? 0) & 31)
  })

/**
 * Generates codes and stores them; one that exists already is replaced.
 * @param store stores those of the given codes that do not exist yet, and returns how many these are
 * @throws Refusal 400 when the pattern is used up
 */
export const storeCodes = async (pattern: string, count: number, store: (codes: string[]) => Promise<number>) => {
  let missing = count
  for (let attempt = 0; missing > 0; attempt++) {
    if (attempt === maxAttempts) refuseField("pattern", "codes.patternNarrow")
    missing -= await store(randomCodes(pattern, missing))
  }
}
