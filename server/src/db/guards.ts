import { sql } from "drizzle-orm"
import type { Database } from "./open"

/**
 * Tells the guards of kept tables what the transaction does, also those on the workers of Citus, which hear of `set local` alone.
 * @param value a word or an id
 */
export const tellGuards = async (
  tx: Database,
  name: "audit.deletes_expired" | "audit.erases_person" | "company.erasure",
  value: string,
): Promise<void> => {
  await tx.execute(sql`select set_config('citus.propagate_set_commands', 'local', true)`)
  await tx.execute(sql.raw(`set local ${name} = '${value.replaceAll("'", "")}'`))
}
