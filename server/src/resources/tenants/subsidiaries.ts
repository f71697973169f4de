import { and, eq, isNull } from "drizzle-orm"
import type { Context } from "hono"
import type { Database } from "../../db/open"
import { type TenantRow, tenants as table } from "../../db/schema"
import type { FieldMessages } from "../../errors/problem"
import type { Env } from "../../http/context"
import { isUuid } from "../../http/request"
import { addAuditEntry } from "../../records/audit"
import { type CheckedCompany, type CompanyBody, type CompanyColumns, checkCompany } from "./input"

/** The subsidiaries in the body of a company: those with an id are changed, the others added; unnamed ones stay as they are. */
export type SubsidiaryBody = CompanyBody & { id?: string | null | undefined }

/** `row` is the stored subsidiary that is changed. */
type CheckedSubsidiary = CheckedCompany & { row: TenantRow | undefined }

const lockSubsidiary = async (tx: Database, parentId: string, id: string) => {
  if (!isUuid(id)) return undefined
  const [row] = await tx
    .select()
    .from(table)
    .where(and(eq(table.id, id), eq(table.parentId, parentId), isNull(table.deletedAt)))
    .for("update")
  return row
}

/** @param parentId the stored company; undefined for a new one, whose subsidiaries are all new */
export const checkSubsidiaries = (
  tx: Database,
  parentId: string | undefined,
  given: readonly SubsidiaryBody[],
): Promise<CheckedSubsidiary[]> =>
  Promise.all(
    given.map(async ({ id, ...body }, at) => {
      const prefix = `subTenants.${at}.`
      const row = parentId && id ? await lockSubsidiary(tx, parentId, id) : undefined
      const { columns, messages } = checkCompany(body, row, prefix)
      const isUnknown = Boolean(parentId && id && !row)
      return { row, columns, messages: { ...messages, [`${prefix}id`]: isUnknown ? "tenant.subsidiaryUnknown" : undefined } }
    }),
  )

export const messagesOf = (subsidiaries: readonly CheckedCompany[]): FieldMessages =>
  Object.assign({}, ...subsidiaries.map(({ messages }) => messages))

const insert = async (c: Context<Env>, tx: Database, parentId: string, columns: CompanyColumns) => {
  const now = new Date(c.get("deps").clock())
  const [row] = await tx
    .insert(table)
    .values({ ...columns, parentId, createdAt: now, updatedAt: now })
    .returning()
  if (row) await addAuditEntry(c, tx, { action: "create", entity: "tenant", id: row.id, tenantId: row.id, after: row })
}

const update = async (c: Context<Env>, tx: Database, before: TenantRow, columns: CompanyColumns) => {
  const { id, version } = before
  const [after] = await tx
    .update(table)
    .set({ ...columns, version: version + 1, updatedAt: new Date(c.get("deps").clock()) })
    .where(eq(table.id, id))
    .returning()
  await addAuditEntry(c, tx, { action: "update", entity: "tenant", id, tenantId: id, before, after })
}

export const writeSubsidiaries = async (
  c: Context<Env>,
  tx: Database,
  parentId: string,
  subsidiaries: readonly CheckedSubsidiary[],
) => {
  for (const { row, columns } of subsidiaries) await (row ? update(c, tx, row, columns) : insert(c, tx, parentId, columns))
}
