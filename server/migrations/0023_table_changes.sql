-- The answer of a list is kept until a table changes that it was read from (docs/decisions/server/2026-11-23-kept-lists-on-postgresql.md).
-- A transaction that has changed such a table takes a shared lock when it commits, for which nobody waits, and then counts the
-- table's sequence up: at once visible to all, and never taken back. The lock is released after the changes are visible.
-- The embedded database notifies instead: it replaces this function when it is opened, and used to make triggers then.
create or replace function announce_table_change() returns trigger language plpgsql as
$$ begin
  perform pg_advisory_xact_lock_shared(7203312::bigint << 32 | tg_relid::bigint);
  perform nextval('changes_of_' || tg_table_name);
  return null;
end $$;

do $$ declare name text; begin
  for name in select relname from pg_trigger t join pg_class c on c.oid = t.tgrelid where tgname = 'table_announced' loop
    execute format('drop trigger table_announced on %I', name);
  end loop;
  foreach name in array '{announcements,brands,campaign_tallies,campaign_totals,campaigns,categories,departments,draw_locks,
    draw_rounds,draws,feedbacks,gifts,payments,people_tallies,survey_invitations,surveys,tenants,users}'::text[] loop
    execute format('create sequence changes_of_%s', name);
    -- The first use of a sequence does not change its last value.
    perform nextval('changes_of_' || name);
    execute format('create constraint trigger table_announced after insert or update or delete on %I
      deferrable initially deferred for each row execute function announce_table_change()', name);
    execute format('create trigger table_emptied before truncate on %I
      for each statement execute function announce_table_change()', name);
  end loop;
end $$;
