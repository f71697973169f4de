import { createHash, randomBytes } from "node:crypto"
import type { Database } from "../db/open"
import { undos } from "../db/schema"

/** How long a change can be taken back, ms (decisions §2, Undo-Token). */
export const undoTtlMs = 10 * 60_000

export const hashOf = (token: string) => createHash("sha256").update(token).digest("base64url")

export type Change = { entity: string; id: string; tenantId: string | null; before: Record<string, unknown>; version: number }

/** Keeps what stood before a change. @returns the token that takes it back, once */
export const keepUndo = async (tx: Database, now: number, change: Change): Promise<string> => {
  const token = randomBytes(24).toString("base64url")
  await tx.insert(undos).values({
    tokenHash: hashOf(token),
    tenantId: change.tenantId,
    entity: change.entity,
    entityId: change.id,
    before: change.before,
    version: change.version,
    expiresAt: new Date(now + undoTtlMs),
  })
  return token
}
