import { and, asc, eq, gt, lt, sql } from "drizzle-orm"
import { isKept } from "../errors/faults"
import type { Deps } from "../http/context"
import { kinds } from "../kinds"
import { eraseUser } from "../resources/users/erase"
import { operator } from "./operator"

/** Records of one statement. */
const slice = 500

/**
 * Erases the records that were deleted more than some days ago, people with all their data (docs/operations.md#housekeeping). What
 * another record names, a proof or a ledger keeps, and deleted companies stay. @returns how many of each
 */
export const eraseDeletedRecords = async (deps: Deps, days: number): Promise<{ erased: number; kept: number }> => {
  const limit = new Date(deps.clock() - days * 86_400_000)
  const counts = { erased: 0, kept: 0 }
  for (const { name, table } of kinds) {
    if (name === "tenant") continue
    for (let last: string | undefined; ; ) {
      const isOld = and(lt(table.deletedAt, limit), last === undefined ? undefined : gt(table.id, last))
      const rows = await deps.db
        .select({ id: sql<string>`${table.id}` })
        .from(table)
        .where(isOld)
        .orderBy(asc(table.id))
        .limit(slice)
      for (const { id } of rows) {
        const erase = deps.db.transaction(async tx => {
          if (name === "user") await eraseUser(operator(deps), tx, id)
          else await tx.delete(table).where(eq(table.id, id))
        })
        await erase.then(
          () => counts.erased++,
          (error: unknown) => {
            if (!isKept(error)) throw error
            counts.kept++
          },
        )
      }
      last = rows.at(-1)?.id
      if (rows.length < slice) break
    }
  }
  return counts
}
