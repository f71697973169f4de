-- Reads the session of a call, with the person and the company. In a function its plan is made once for each connection: the plan takes
-- longer than the reading, and is the same for all values. The conditions on person and company are those of `maySignIn`.
create function read_session(given_session uuid, given_token uuid)
  returns table (revoked_at timestamptz, last_used_at timestamptz, used_at timestamptz, user_id uuid, email text, role text,
    tenant_id uuid, subsidiary_ids text, permissions text[], modules jsonb)
  language plpgsql stable rows 1 set plan_cache_mode = force_generic_plan as
$$ begin
  return query
  select s.revoked_at, s.last_used_at, r.used_at, u.id, u.email, u.role, u.tenant_id,
    (select string_agg(c.id::text, ',') from tenants c where c.parent_id = u.tenant_id and c.deleted_at is null),
    u.permissions, t.modules
  from sessions s
  join refresh_tokens r on r.session_id = s.id and r.id = given_token
  join users u on u.id = s.user_id
  left join tenants t on t.id = u.tenant_id
  where s.id = given_session and u.status = 1 and u.deleted_at is null
    and (u.tenant_id is null or t.deleted_at is null and t.active_status = 1);
end $$;
