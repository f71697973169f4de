import { createHash } from "node:crypto"
import { and, inArray, ne, sql } from "drizzle-orm"
import type { Context } from "hono"
import { z } from "zod"
import { maxRefusedRows, type UploadResult } from "../../../../src/contract/audit"
import type { BulkOutcome } from "../../../../src/contract/employees"
import { type Database, rowsOf } from "../../db/open"
import { audit } from "../../db/schema"
import type { Env } from "../../http/context"
import { addAuditEntry } from "../../records/audit"

/** The batches of a bulk upload are one entry of the audit log, which opens (docs/contract.md#bulk-create). */

const rows = z.int().min(0).max(1_000_000)

/** What a batch names of its upload. */
export const uploadBody = z.object({
  id: z.string().min(1).max(100),
  file: z.string().max(255),
  rows,
  unchanged: rows,
  skipped: rows,
})

/** The number of a row in its file; none where it is something else. */
export const rowNumber = rows.optional().catch(undefined)

/** Returns the id of an upload as a UUID that no other person and company can name. */
const uploadIdOf = (...parts: unknown[]) =>
  createHash("sha256")
    .update(JSON.stringify(parts))
    .digest("hex")
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*/, "$1-$2-$3-$4-$5")

/** Adds the entry of an upload with its first batch, and makes the changes of this call its rows. */
export const startUpload = async (c: Context<Env>, tx: Database, { id: given, ...after }: z.infer<typeof uploadBody>) => {
  const { userId, tenantId } = c.get("actor")
  const id = uploadIdOf(userId, tenantId, given)
  await addAuditEntry(c, tx, { action: "upload", entity: "user", id, tenantId, after })
  c.set("upload", { id, tenantId })
}

/** Logs the refused rows of a batch as a row of its upload. */
export const logRefusals = async (
  c: Context<Env>,
  tx: Database,
  given: readonly { row?: unknown }[],
  outcomes: readonly BulkOutcome<unknown>[],
) => {
  const upload = c.get("upload")
  const refusals = outcomes.flatMap(({ index, errors }) =>
    errors?.length ? [{ row: rowNumber.parse(given[index]?.row) ?? 0, errors }] : [],
  )
  if (upload && refusals.length) await addAuditEntry(c, tx, { action: "upload", entity: "user", ...upload, after: { refusals } })
}

type Results = Pick<UploadResult, "created" | "updated" | "refused" | "refusals">

/** Returns a function that gives what became of the rows of an upload. @param ids the uploads it is called with */
export const uploadResults = async (db: Database, ids: readonly string[]): Promise<(id: string) => Results> => {
  const { uploadId, action, after } = audit
  const isRow = inArray(uploadId, [...ids])
  const counts = ids.length
    ? await db
        .select({ uploadId, action, count: sql<number>`count(*)::int` })
        .from(audit)
        .where(and(isRow, ne(action, "upload")))
        .groupBy(uploadId, action)
    : []
  const refused = ids.length
    ? await rowsOf<{ upload_id: string; refusal: UploadResult["refusals"][number]; total: number }>(
        db,
        sql`select upload_id, refusal, total::int from (
          select ${uploadId}, refusal.value as refusal, count(*) over (partition by ${uploadId}) as total,
            row_number() over (partition by ${uploadId} order by (refusal.value ->> 'row')::int) as place
          from ${audit}, jsonb_array_elements(${after} -> 'refusals') refusal where ${isRow} and ${action} = 'upload') refused
          where place <= ${maxRefusedRows} order by place`,
      )
    : []
  return id => {
    const count = (name: string) => counts.find(row => row.uploadId === id && row.action === name)?.count ?? 0
    const own = refused.filter(row => row.upload_id === id)
    return {
      created: count("create"),
      updated: count("update"),
      refused: own[0]?.total ?? 0,
      refusals: own.map(({ refusal }) => refusal),
    }
  }
}
