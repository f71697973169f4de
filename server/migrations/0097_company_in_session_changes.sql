-- A statement that concerns more than 50 people, sessions or tokens names their companies in place of each (migration 0090): ending
-- the sessions of a company is one notification. Above 50 companies, and for the platform's people, it concerns everybody.
create or replace function announce_session_change() returns trigger language plpgsql as
$$ declare
  ids text;
  companies uuid[];
  found_rows bigint;
begin
  if tg_nargs > 0 then
    if tg_op = 'UPDATE' and tg_table_name in ('sessions', 'refresh_tokens') then
      -- The marks of use change nothing that is kept.
      select count(*), string_agg(distinct named.id, ',') into found_rows, ids from (
        select to_jsonb(n) ->> tg_argv[0] as id from changed n join before o using (id)
        where to_jsonb(n) - tg_argv[1]::text[] <> to_jsonb(o) - tg_argv[1]::text[] limit 51) named;
    else
      select count(*) into found_rows from (select from changed limit 51) first_rows;
    end if;
    if found_rows = 0 then
      return null;
    end if;
    -- A notification has 8,000 bytes.
    if found_rows > 50 then
      ids := null;
      if tg_table_name = 'users' then
        select array_agg(tenant_id) into companies from (select distinct tenant_id from changed limit 51) named;
      elsif tg_table_name = 'sessions' then
        select array_agg(tenant_id) into companies from (
          select distinct u.tenant_id from changed c left join users u on u.id = (to_jsonb(c) ->> 'user_id')::uuid limit 51) named;
      elsif tg_table_name = 'refresh_tokens' then
        select array_agg(tenant_id) into companies from (
          select distinct u.tenant_id from changed c left join sessions s on s.id = (to_jsonb(c) ->> 'session_id')::uuid
          left join users u on u.id = s.user_id limit 51) named;
      end if;
      if cardinality(companies) <= 50 and array_position(companies, null) is null then
        ids := array_to_string(companies, ',');
      end if;
    elsif ids is null then
      select string_agg(distinct named.id, ',') into ids
      from changed, jsonb_each_text(to_jsonb(changed)) named (key, id) where named.key = any(tg_argv) and named.id is not null;
    end if;
  end if;
  raise notice 'session_changes' using detail = coalesce(ids, '');
  perform pg_notify('session_changes', coalesce(ids, ''));
  return null;
end $$;

drop trigger sessions_changed on sessions;
drop trigger refresh_tokens_changed on refresh_tokens;
create trigger sessions_changed after update on sessions referencing old table as before new table as changed
  for each statement execute function announce_session_change('id', '{last_used_at}');
create trigger refresh_tokens_changed after update on refresh_tokens referencing old table as before new table as changed
  for each statement execute function announce_session_change('session_id', '{used_at,replaced_at,successor_id}');
