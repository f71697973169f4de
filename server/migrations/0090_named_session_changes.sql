-- Names who is concerned in the announcements of migration 0021, so that a process reads only these sessions again: the ids of sessions,
-- people and companies, in the notification and in the notice's detail; '' concerns everybody. The arguments are the columns of the ids.
create or replace function announce_session_change() returns trigger language plpgsql as
$$ declare
  ids text;
  found_rows bigint;
begin
  if tg_level = 'ROW' then
    ids := to_jsonb(new) ->> tg_argv[0];
  elsif tg_nargs > 0 then
    select count(*) into found_rows from (select from changed limit 51) first_rows;
    if found_rows = 0 then
      return null;
    end if;
    -- A notification has 8,000 bytes.
    if found_rows <= 50 then
      select string_agg(distinct named.id, ',') into ids
      from changed, jsonb_each_text(to_jsonb(changed)) named (key, id) where named.key = any(tg_argv) and named.id is not null;
    end if;
  end if;
  raise notice 'session_changes' using detail = coalesce(ids, '');
  perform pg_notify('session_changes', coalesce(ids, ''));
  return null;
end $$;

drop trigger sessions_gone on sessions;
drop trigger sessions_changed on sessions;
drop trigger refresh_tokens_gone on refresh_tokens;
drop trigger refresh_tokens_changed on refresh_tokens;
drop trigger users_announced on users;
drop trigger tenants_announced on tenants;

create trigger sessions_gone after delete on sessions referencing old table as changed for each statement execute function announce_session_change('id');
create trigger sessions_changed after update on sessions for each row
  when (to_jsonb(old) - 'last_used_at' <> to_jsonb(new) - 'last_used_at') execute function announce_session_change('id');
create trigger sessions_emptied after truncate on sessions for each statement execute function announce_session_change();
create trigger refresh_tokens_gone after delete on refresh_tokens referencing old table as changed for each statement execute function announce_session_change('session_id');
create trigger refresh_tokens_changed after update on refresh_tokens for each row
  when (to_jsonb(old) - '{used_at,replaced_at,successor_id}'::text[] <> to_jsonb(new) - '{used_at,replaced_at,successor_id}'::text[])
  execute function announce_session_change('session_id');
create trigger refresh_tokens_emptied after truncate on refresh_tokens for each statement execute function announce_session_change();
create trigger users_announced after update on users referencing new table as changed for each statement execute function announce_session_change('id');
create trigger users_announced_gone after delete on users referencing old table as changed for each statement execute function announce_session_change('id');
create trigger users_announced_emptied after truncate on users for each statement execute function announce_session_change();
-- A new subsidiary widens the reach of its parent's people; a moved one narrows that of its former parent's.
create trigger tenants_announced after insert on tenants referencing new table as changed for each statement execute function announce_session_change('id', 'parent_id');
create trigger tenants_announced_before after update on tenants referencing old table as changed for each statement execute function announce_session_change('id', 'parent_id');
create trigger tenants_announced_after after update on tenants referencing new table as changed for each statement execute function announce_session_change('id', 'parent_id');
create trigger tenants_announced_gone after delete on tenants referencing old table as changed for each statement execute function announce_session_change('id', 'parent_id');
create trigger tenants_announced_emptied after truncate on tenants for each statement execute function announce_session_change();
