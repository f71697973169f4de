import { randomBytes } from "node:crypto"
import { getTableColumns } from "drizzle-orm"
import type { PgColumn } from "drizzle-orm/pg-core"
import type { AuditedRecord } from "../../../src/contract/modules"
import { hashToken } from "../auth/secrets"
import type { Database } from "../db/open"
import { undos } from "../db/schema"
import type { Kind } from "../kinds/kind"

/** How long a change can be undone, ms (docs/contract.md#undo-tokens). */
export const undoTtlMs = 10 * 60_000

type UndoneChange = {
  entity: AuditedRecord | "webhook" | "category" | "department" | "giftbatch" | "upload"
  id: string
  tenantId: string | null
  before: object
  version: number
}

/** Stores the columns before a change. @param now epoch ms. @returns the token that undoes the change, once */
export const createUndo = async (tx: Database, now: number, change: UndoneChange): Promise<string> => {
  const token = randomBytes(24).toString("base64url")
  await tx.insert(undos).values({
    tokenHash: hashToken(token),
    tenantId: change.tenantId,
    entity: change.entity,
    entityId: change.id,
    before: { ...change.before },
    version: change.version,
    expiresAt: new Date(now + undoTtlMs),
  })
  return token
}

/** Columns that follow from each write. */
const written = ["id", "version", "createdAt", "updatedAt"]

/** Columns as the table returns them, from a copy that is stored as JSON: dates are text there. */
export const columnValues = ({ table }: Kind, stored: Record<string, unknown>): Record<string, unknown> => {
  const columns = getTableColumns(table)
  const columnValue = (name: string, value: unknown) => {
    const { dataType } = columns[name] ?? {}
    if (typeof value !== "string") return value
    return dataType === "date" ? new Date(value) : dataType === "custom" ? columns[name]?.mapFromDriverValue(value) : value
  }
  return Object.fromEntries(
    Object.entries(stored).flatMap(([name, value]) => (Object.hasOwn(columns, name) ? [[name, columnValue(name, value)]] : [])),
  )
}

/** The columns to write to return to an earlier state of a record. @param stored that state, as JSON */
export const columnsToRestore = (kind: Kind, stored: Record<string, unknown>): Record<string, unknown> => {
  const columns: Record<string, PgColumn> = getTableColumns(kind.table)
  const isKept = (name: string) => written.includes(name) || kind.keeps.includes(name) || columns[name]?.generated !== undefined
  return Object.fromEntries(Object.entries(columnValues(kind, stored)).filter(([name]) => !isKept(name)))
}
