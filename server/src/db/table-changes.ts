/**
 * Changes of tables, for what is kept of them. Triggers announce them, whoever makes them: on the embedded database by
 * notifications (docs/decisions/2026-11-22-kept-lists.md), on PostgreSQL by sequences, which are read for each mark
 * (docs/decisions/2026-11-23-kept-lists-on-postgresql.md).
 */
export type TableChanges = {
  /**
   * A value that is another one after each change of one of the tables: what was read after it was taken may be used as long
   * as it is the same. undefined when a change could be missed.
   */
  mark: (tables: readonly string[]) => Promise<string | undefined>
}

/** The channel of the notifications, whose payload is the name of a table. */
export const tableChannel = "table_changes"

/** Counts the changes that a process hears of. It hears of none at first. */
export const createHeardChanges = () => {
  const counts = new Map<string, number>()
  let isHearing = false
  return {
    mark: async (tables: readonly string[]) =>
      isHearing ? String(tables.reduce((sum, table) => sum + (counts.get(table) ?? 0), 0)) : undefined,
    changed: (table: string) => {
      counts.set(table, (counts.get(table) ?? 0) + 1)
    },
    hearing: () => {
      isHearing = true
    },
  }
}

/**
 * Has the triggers of migration 0023 notify. They do not on PostgreSQL, where commits with notifications wait for each other
 * and other processes hear of a change after its writer.
 */
export const announcing = `create or replace function announce_table_change() returns trigger language plpgsql as
  $$ begin perform pg_notify('${tableChannel}', tg_table_name); return null; end $$`

const sequencesOf = `select substr(relname, 12) from pg_class
  where relkind = 'S' and relnamespace = 'public'::regnamespace and starts_with(relname, 'changes_of_')`

const countsOf = (tables: readonly string[]) =>
  `select concat_ws(' ', ${tables.map(name => `${name}.last_value`).join()}) from ${tables.map(name => `changes_of_${name} ${name}`).join()}`

/** The tables that running transactions may have changed, by the locks of migration 0023. */
const changing = `select objid::regclass from pg_locks where locktype = 'advisory' and classid = 7203312 and objsubid = 1
  and database = (select oid from pg_database where datname = current_database())`

/** The changes of a table, and whether all transactions that made them had ended when this was last asked for. */
type Count = { value: number; isSettled: boolean }

/** Runs one work at a time: calls that come meanwhile share the next run, which begins after them. */
const shared = (work: () => Promise<void>) => {
  let running: Promise<void> = Promise.resolve()
  let next: Promise<void> | undefined
  const begin = () => {
    next = undefined
    running = work()
    return running
  }
  return () => {
    next ??= running.then(begin, begin)
    return next
  }
}

/**
 * Reads the counts of changes on a database that several processes write.
 * @param read the first column of a statement's rows
 */
export const createReadChanges = (read: (statement: string) => Promise<string[]>) => {
  const counts = new Map<string, Count>()
  let losses = 0
  let tables: string[] = []
  let statement = ""
  const count = shared(async () => {
    if (!statement) {
      tables = await read(sequencesOf)
      statement = countsOf(tables)
    }
    const [row = ""] = await read(statement)
    for (const [at, value] of row.split(" ").map(Number).entries()) {
      const table = tables[at] ?? ""
      if (counts.get(table)?.value !== value) counts.set(table, { value, isSettled: false })
    }
  })
  // Whoever has counted before these counts were read holds a lock until its changes are visible, or taken back.
  const settle = shared(async () => {
    const counted = [...counts]
    const running = new Set(await read(changing))
    for (const [table, known] of counted) known.isSettled ||= !running.has(table)
  })
  return {
    mark: async (names: readonly string[]) => {
      await count()
      const isSettled = () => names.every(name => counts.get(name)?.isSettled)
      if (!isSettled()) await settle()
      return isSettled() ? `${losses} ${names.reduce((sum, name) => sum + (counts.get(name)?.value ?? 0), 0)}` : undefined
    },
    /** After a crash of the database, a sequence may repeat values of transactions that had not ended. */
    lost: () => {
      losses++
      counts.clear()
    },
  }
}
