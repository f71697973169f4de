/**
 * Changes of tables, of a database that one process writes. Triggers announce them, whoever makes them, with the commit
 * (docs/decisions/2026-11-22-kept-lists.md).
 */
export type TableChanges = {
  /**
   * A number that is another one after each change of one of the tables: what was read before it was taken must not be used
   * then. undefined before changes are heard of.
   */
  mark: (tables: readonly string[]) => number | undefined
}

/** The channel of the notifications, whose payload is the name of a table. */
export const tableChannel = "table_changes"

export const createTableChanges = () => {
  const counts = new Map<string, number>()
  let isHearing = false
  return {
    mark: (tables: readonly string[]) =>
      isHearing ? tables.reduce((sum, table) => sum + (counts.get(table) ?? 0), 0) : undefined,
    changed: (table: string) => {
      counts.set(table, (counts.get(table) ?? 0) + 1)
    },
    hearing: () => {
      isHearing = true
    },
  }
}

/**
 * Statements that have every table announce its changes. They are no migration, because on PostgreSQL, where nobody listens,
 * commits with notifications wait for each other.
 */
export const announcing = `create or replace function announce_table_change() returns trigger language plpgsql as
    $$ begin perform pg_notify('${tableChannel}', tg_table_name); return null; end $$;
  do $$ declare name text; begin
    for name in select relname from pg_class c where relkind = 'r' and relnamespace = 'public'::regnamespace
      and not exists (select from pg_trigger where tgrelid = c.oid and tgname = 'table_announced')
    loop
      execute format('create trigger table_announced after insert or update or delete or truncate on %I
        for each statement execute function announce_table_change()', name);
    end loop; end $$`
