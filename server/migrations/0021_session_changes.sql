-- What a process keeps of a session for a second (docs/security.md#kept-sessions) is read again after each of these changes.
-- The notice reaches the connection that changes, before its statement ends; the notification reaches every process, after
-- the commit. The marks of use (last_used_at, used_at) and the renewal of a token change nothing that is kept.
create function announce_session_change() returns trigger language plpgsql as
$$ begin
  raise notice 'session_changes';
  perform pg_notify('session_changes', '');
  return null;
end $$;

create trigger sessions_gone after delete or truncate on sessions for each statement execute function announce_session_change();
create trigger sessions_changed after update on sessions for each row
  when (to_jsonb(old) - 'last_used_at' <> to_jsonb(new) - 'last_used_at') execute function announce_session_change();
create trigger refresh_tokens_gone after delete or truncate on refresh_tokens for each statement execute function announce_session_change();
create trigger refresh_tokens_changed after update on refresh_tokens for each row
  when (to_jsonb(old) - '{used_at,replaced_at,successor_id}'::text[] <> to_jsonb(new) - '{used_at,replaced_at,successor_id}'::text[])
  execute function announce_session_change();
create trigger users_announced after update or delete or truncate on users for each statement execute function announce_session_change();
-- A new subsidiary widens the reach of its parent's people.
create trigger tenants_announced after insert or update or delete or truncate on tenants for each statement execute function announce_session_change();
