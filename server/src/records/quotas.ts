import { sql } from "drizzle-orm"
import { type QuotaKind, type QuotaUse, quotaKinds, quotas } from "../../../src/contract/quotas"
import { type Database, rowsOf } from "../db/open"
import { refuse } from "../errors/problem"

/** What companies may store (docs/contract.md#quotas). Triggers count it in the transaction of each write (migration 0054). */

/** What a company has stored of each kind, those of a transaction included, and its quotas. */
export const readUsage = async (db: Database, tenantId: string): Promise<QuotaUse[]> => {
  const rows = await rowsOf<{ kind: string; used: number }>(
    db,
    sql`select kind, sum(amount)::float8 as used from usage where tenant_id = ${tenantId} group by kind`,
  )
  const used = new Map(rows.map(row => [row.kind, row.used]))
  const [company] = await rowsOf<{ quotas: Partial<Record<QuotaKind, number>> }>(
    db,
    sql`select quotas from tenants where id = ${tenantId}`,
  )
  return quotaKinds.map(kind => {
    const own = company?.quotas[kind]
    return { kind, used: Math.max(0, used.get(kind) ?? 0), limit: own ?? quotas[kind], isOwn: own !== undefined }
  })
}

const isKind = (kind: string): kind is QuotaKind => Object.hasOwn(quotas, kind)

/** How much a company may still store of a kind; less than 0 when a transaction has stored more than that. */
export const roomFor = async (db: Database, tenantId: string, kind: QuotaKind): Promise<number> => {
  const [row] = await rowsOf<{ used: number; own: number | null }>(
    db,
    sql`select (select coalesce(sum(amount), 0)::float8 from usage where tenant_id = ${tenantId} and kind = ${kind}) as used,
      (select (quotas ->> ${kind})::float8 from tenants where id = ${tenantId}) as own`,
  )
  return (row?.own ?? quotas[kind]) - (row?.used ?? 0)
}

/**
 * Called after the write that it may refuse, in the same transaction. The platform's records have no quota, nor have companies.
 * @param adding what is not stored yet. @throws Refusal 409
 */
export const refuseOverQuota = async (db: Database, tenantId: string | null | undefined, kind: string, adding = 0) => {
  if (!tenantId || !isKind(kind)) return
  if ((await roomFor(db, tenantId, kind)) < adding)
    refuse({ kind: "conflict", key: kind === "pictures" ? "api.quotaPictures" : "api.quotaFull" })
}
