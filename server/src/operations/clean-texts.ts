import { getTableColumns, getTableName, sql } from "drizzle-orm"
import type { PgColumn, PgTable } from "drizzle-orm/pg-core"
import { cleanLine, plainCode } from "../../../src/core/text/clean-text"
import { type Database, rowsOf } from "../db/open"
import { categories, departments, draws, feedbacks } from "../db/schema"
import { isUniqueViolation } from "../errors/faults"
import { clean, cleanUpTo } from "../http/body"
import { kinds } from "../kinds"
import type { Kind } from "../kinds/kind"

/** Cleaning of what was stored before texts were cleaned on their way in (docs/operations.md#texts-of-earlier-releases). */

/** `isKept`: the text stays, because another record has the clean one already. */
export type UncleanText = { table: string; column: string; id: string; before: string; after: string; isKept: boolean }

type Text = { column: PgColumn; clean: (text: string) => string }

/** The texts of a kind of record: its fields, but no secrets, and nothing that is within a list. */
const textsOf = ({ table, fields }: Kind): Text[] => {
  const columns: Record<string, PgColumn> = getTableColumns(table)
  return Object.entries(fields).flatMap(([name, { kind, max = 0 }]) => {
    const column = columns[name]
    if (column?.dataType !== "string" || !["text", "email", "phone"].includes(kind)) return []
    return [{ column, clean: kind === "phone" ? given => cleanLine(plainCode(given)) : given => cleanUpTo(max, given) }]
  })
}

const lines = (...columns: PgColumn[]): Text[] => columns.map(column => ({ column, clean: cleanLine }))

const tables = (): [PgTable & { id: PgColumn }, Text[]][] => [
  ...kinds.map((kind): [PgTable & { id: PgColumn }, Text[]] => [kind.table, textsOf(kind)]),
  [feedbacks, [...lines(feedbacks.subject, feedbacks.userName), { column: feedbacks.description, clean }]],
  [departments, lines(departments.name)],
  [categories, lines(categories.name)],
]

const batchSize = 1_000

/** Rows in the order of their ids, in batches. Those of a locked draw are left out: its proof has its texts. */
async function* batchesOf(db: Database, table: PgTable & { id: PgColumn }, texts: readonly Text[]) {
  const isOpen = table === draws ? sql`${draws.round} is null` : sql`true`
  const selected = sql.join(
    texts.map(({ column }) => sql`${column}`),
    sql`, `,
  )
  for (let last: string | undefined; ; ) {
    const isNext = last === undefined ? sql`true` : sql`${table.id} > ${last}`
    const rows = await rowsOf<Record<string, string | null> & { id: string }>(
      db,
      sql`select ${table.id}, ${selected} from ${table} where ${isNext} and ${isOpen} order by ${table.id} limit ${batchSize}`,
    )
    yield rows
    last = rows.at(-1)?.id
    if (rows.length < batchSize) return
  }
}

/** Stores a clean text, unless another record has it already, which would be the same one. @returns whether it was stored */
const store = (db: Database, table: PgTable & { id: PgColumn }, column: PgColumn, id: string, after: string) =>
  db
    .transaction(tx => tx.execute(sql`update ${table} set ${sql.identifier(column.name)} = ${after} where ${table.id} = ${id}`))
    .then(
      () => true,
      error => (isUniqueViolation(error) ? false : Promise.reject(error)),
    )

/** Finds the stored texts that are not clean, and, unless `isDry`, cleans them. @param onFound called with each */
export const cleanTexts = async (db: Database, isDry: boolean, onFound: (text: UncleanText) => void): Promise<void> => {
  for (const [table, texts] of tables()) {
    if (!texts.length) continue
    for await (const rows of batchesOf(db, table, texts))
      for (const row of rows)
        for (const { column, clean } of texts) {
          const before = row[column.name] ?? ""
          const after = clean(before)
          if (after === before) continue
          const isKept = !isDry && !(await store(db, table, column, row.id, after))
          onFound({ table: getTableName(table), column: column.name, id: row.id, before, after, isKept })
        }
  }
}
